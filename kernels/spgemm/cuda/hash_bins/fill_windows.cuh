// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase for rows that a block sums densely: a value per column of a window, in as many
// windows as the span of the row takes.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/accumulator.cuh"
#include "kernels/spgemm/cuda/hash_bins/scattered_rows.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// Shared memory of a window: a value and a bit per column, and the places of half of them.
__host__ __device__ constexpr int window_bytes(int columns, int value_size) {
  return columns * value_size + columns / 8 + columns;
}

/// What a block of fill_windows does next: a part of an oversized row, then a row, all its windows.
struct WindowTasks {
  OversizedRows oversized;
  RowList first;  ///< rows to begin with
  RowList list;
  unsigned* queue;
  [[nodiscard]] __host__ __device__ __forceinline__ int count() const {
    return oversized.tasks() + first.count + list.count;
  }
};

/// The shared memory of a window: a value and a bit per column, and the places of half of them.
template <class V>
struct WindowStorage {
  V* sums;
  unsigned* touched;
  std::uint16_t* places;
  int most_places;

  [[nodiscard]] static __device__ __forceinline__ WindowStorage of(int columns) {
    auto* const sums = reinterpret_cast<V*>(shared_memory());
    auto* const touched = reinterpret_cast<unsigned*>(sums + columns);
    return {sums, touched, reinterpret_cast<std::uint16_t*>(touched + columns / 32), columns / 2};
  }
};

/// What a task is to do.
struct WindowTask {
  std::int64_t row;
  std::int64_t low;   ///< first column
  std::int64_t end;   ///< of the row
  std::int64_t stop;  ///< of the task
  std::int64_t to;    ///< first entry of C
  RowOfA a;           ///< its entries of A
  bool oversized;
  const unsigned* bits;  ///< of the window's columns, where others add to it, too

  [[nodiscard]] static __device__ __forceinline__ WindowTask of(const WindowTasks& tasks,
                                                                const Pattern& a,
                                                                const RowArrays& row, int nth) {
    const OversizedRows& all = tasks.oversized;
    if (nth < all.tasks()) return of_oversized(all, a, row, OversizedTask::of(all, nth));
    nth -= all.tasks();
    const std::int64_t r =
        nth < tasks.first.count ? tasks.first[nth] : tasks.list[nth - tasks.first.count];
    const std::int64_t low = row.low[r];
    const std::int64_t end = low + row.span[r];
    return {r, low, end, end, row.offsets[r], RowOfA::of(a, r), false, nullptr};
  }
  [[nodiscard]] static __device__ __forceinline__ WindowTask of_oversized(
      const OversizedRows& all, const Pattern& a, const RowArrays& row, const OversizedTask& task) {
    const std::int64_t r = all.rows[task.row];
    const std::int64_t low = row.low[r] + static_cast<std::int64_t>(task.window) * all.columns;
    const std::int64_t end = static_cast<std::int64_t>(row.low[r]) + row.span[r];
    const std::int64_t nth = std::int64_t{task.row} * all.windows + task.window;
    return {r,
            low,
            end,
            min(low + all.columns, end),
            row.offsets[r] + (low < end ? all.begins[nth] : 0),
            RowOfA::of(a, r).part(task.part, all.parts),
            true,
            all.bits == nullptr ? nullptr : all.bits + nth * (all.columns / 32)};
  }
};

/// How many of a window's bits stand before each word of them. By all threads; ends with a barrier.
template <class Rank>
__device__ __forceinline__ void rank_words(const unsigned* bits, int words, Rank* before) {
  const auto size = static_cast<int>(blockDim.x);
  int so_far = 0;
  for (int from = 0; from < words; from += size) {
    const int i = from + static_cast<int>(threadIdx.x);
    int total = 0;
    const int first = so_far + block_scan(i < words ? __popc(bits[i]) : 0, total);
    if (i < words) before[i] = static_cast<Rank>(first);
    so_far += total;
  }
  __syncthreads();
}

/// Columns of the windows of oversized rows that several blocks add to, and zeros where they do. A
/// block per window, with four bytes of shared memory for each word of bits.
template <class V>
__global__ void __launch_bounds__(1024) begin_windows(OversizedRows all, Product<V> c) {
  const int nth = static_cast<int>(blockIdx.x);
  const OversizedTask window{nth / all.windows, nth % all.windows, 0};
  const WindowTask task = WindowTask::of_oversized(all, c.a, c.row, window);
  if (task.low >= task.stop) return;
  auto* const before = reinterpret_cast<int*>(shared_memory());
  const auto columns = static_cast<int>(task.stop - task.low);
  rank_words(task.bits, (columns + 31) / 32, before);
  for (int at = static_cast<int>(threadIdx.x); at < columns; at += static_cast<int>(blockDim.x)) {
    const unsigned word = task.bits[at / 32];
    if ((word >> static_cast<unsigned>(at % 32) & 1U) == 0) continue;
    const std::int64_t to = task.to + before[at / 32] + below(word, at);
    c.columns[to] = static_cast<Index>(task.low) + at;
    c.values[to] = 0;
  }
}

/// Adds the sums of the columns that were touched to what other blocks have, and zeroes them. A
/// barrier must follow.
template <class V>
__device__ __forceinline__ void add_window(const WindowStorage<V>& window, const unsigned* bits,
                                           int columns, V* values) {
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  const int words = (columns + 31) / 32;
  rank_words(bits, words, window.places);
  for (int at = rank; at < columns; at += size) {
    if ((window.touched[at / 32] >> static_cast<unsigned>(at % 32) & 1U) == 0) continue;
    atomicAdd(values + window.places[at / 32] + below(bits[at / 32], at), window.sums[at]);
    window.sums[at] = 0;
  }
  __syncthreads();
  fill_words(window.touched, words, 0, rank, size);
}

/// Writes the columns that were touched, and zeroes them. Returns how many they are.
template <class V>
__device__ __forceinline__ int write_window(const WindowStorage<V>& window, Index low, int words,
                                            Index* columns, V* values) {
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  const int per = (words + size - 1) / size;
  int mine = 0;
  for (int j = 0; j < per; ++j) {
    if (rank * per + j < words) mine += __popc(window.touched[rank * per + j]);
  }
  int total = 0;
  const int first = block_scan(mine, total);
  for (int done = 0; done < total; done += window.most_places) {
    int at = first - done;
    for (int j = 0; j < per && rank * per + j < words; ++j) {
      const int w = rank * per + j;
      unsigned word = window.touched[w];
      for (; word != 0; word &= word - 1, ++at) {
        if (at >= 0 && at < window.most_places) {
          window.places[at] =
              static_cast<std::uint16_t>(w * 32 + __ffs(static_cast<int>(word)) - 1);
        }
      }
      if (done + window.most_places >= total) window.touched[w] = 0;
    }
    __syncthreads();
    const int here = min(window.most_places, total - done);
    for (int i = rank; i < here; i += size) {
      const int place = window.places[i];
      columns[done + i] = low + place;
      values[done + i] = window.sums[place];
      window.sums[place] = 0;
    }
    __syncthreads();
  }
  return total;
}

/// Rows by windows of `columns` columns (a multiple of 128). A block comes back for more, so that
/// the values of a window are zeroed once: what a row touched is zeroed as it is written out. With
/// more registers (58, where nothing holds the compiler back) fewer blocks share a multiprocessor,
/// and the numeric phase took up to 1.25 times as long (NTPoly/010density, H200, 22 November 2026).
/// `Even`: see EvenTeam; its floats spill with 32 registers.
template <class V, bool Even>
__global__ void __maxnreg__(sizeof(V) == 8 ? 48
                            : Even         ? 40
                                           : 32)
    fill_windows(WindowTasks tasks, Product<V> c, int lanes, int columns) {
  constexpr std::int64_t few = 4;  // windows for which rows of B are rather read again
  __shared__ int next;
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  const auto storage = WindowStorage<V>::of(columns);
  fill_words(storage.sums, columns * static_cast<int>(sizeof(V) / 4), 0, rank, size);
  fill_words(storage.touched, columns / 32, 0, rank, size);
  while (true) {
    __syncthreads();
    if (rank == 0) next = static_cast<int>(atomicAdd(tasks.queue, 1U));
    __syncthreads();
    if (next >= tasks.count()) return;
    WindowTask task = WindowTask::of(tasks, c.a, c.row, next);
    const RowOfA& a = task.a;
    // The mean row of B of a part seems as much longer as there are parts, so that most lanes of a
    // warp read one row of it and few meet in a column: this is what was measured.
    const int threads = row_lanes(c.row.products[task.row], a.entries, lanes, size);
    const BlockTeam<Even> team{team_of_block(threads)};
    for (std::int64_t from = task.low; from < task.stop; from += columns) {
      const Window window{static_cast<Index>(from),
                          static_cast<Index>(min(from + columns, task.stop)),
                          task.end - task.low > few * columns ? short_cut : Window::never_cut};
      const auto width = static_cast<unsigned>(window.high - window.low);
      for_products<false>(c.a, c.entries_of_b(), a.begin, a.entries, team, min(threads, 32),
                          task.oversized || task.stop - task.low > columns ? &window : nullptr,
                          [&](Index column, V v) {
                            const auto at = static_cast<unsigned>(column - window.low);
                            if (at >= width) return;
                            set_bit(storage.touched, at);
                            if (task.oversized) {
                              add_in_shared(storage.sums + at, v);
                            } else {
                              atomicAdd(storage.sums + at, v);
                            }
                          });
      __syncthreads();
      if (task.bits != nullptr) {
        add_window(storage, task.bits, static_cast<int>(width), c.values + task.to);
        continue;
      }
      task.to += write_window(storage, window.low, (window.high - window.low + 31) / 32,
                              c.columns + task.to, c.values + task.to);
    }
    // The windows of an oversized row were counted before.
    if (rank == 0 && !task.oversized) {
      record_length(c.row, task.row, static_cast<int>(task.to - c.row.offsets[task.row]));
    }
  }
}

/// Windows of `columns` columns (a multiple of 128) as blocks that come back for more.
template <class V>
void launch_windows(const Launch<V>& at, const WindowTasks& tasks, int columns) {
  if (tasks.count() == 0) return;
  const int bytes = window_bytes(columns, static_cast<int>(sizeof(V)));
  const int threads = at.facts.threads_for(bytes, tasks.count());
  const std::int64_t resident = std::max<std::int64_t>(
      1, std::min<std::int64_t>(at.facts.blocks_resident(bytes), 1024 / threads));
  const auto blocks =
      static_cast<unsigned>(std::min<std::int64_t>(tasks.count(), resident * at.facts.sm_count));
  launch(at.facts.uneven ? fill_windows<V, true> : fill_windows<V, false>, blocks, threads, bytes,
         at.streams.next(), tasks, at.c, at.facts.lanes, columns);
}

/// What the two accumulators by windows of a block have in common. Two bins, one launch: rows of
/// many products are begun before the others, so that none is the last.
struct FillByWindows {
  static constexpr int bins = 2;
  static constexpr bool by_atomics = true;
  static constexpr int one_launch = 2;  ///< the first two
  static constexpr bool comes_back = true;
  template <class V, class F>
  static void with_kernels(F&& f) {
    f(fill_windows<V, false>);
    f(fill_windows<V, true>);
  }

 protected:
  /// `columns`: of a window.
  template <class V>
  static void launch_rows(const Launch<V>& at, const OversizedRows& oversized, int columns) {
    launch_windows(at, {oversized, at.bins.list(0), at.bins.list(1), at.queues + at.bins.first},
                   std::min((columns + 127) / 128 * 128, at.limits.wide_window));
  }
  [[nodiscard]] static __device__ __forceinline__ int heavy_first(const FillRow& row,
                                                                  const Limits& l) {
    return row.facts.products >= l.heavy ? 0 : 1;
  }
};

struct FillBlockWindow : FillByWindows {
  static constexpr std::string_view name = "block_window";
  static constexpr bool replayed = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    if (row.facts.span > l.small_window) return cannot;
    return {heavy_first(row, l), row.facts.span};
  }
  template <class V>
  static void launch(const Launch<V>& at) {
    launch_rows(at, {}, std::max(at.bins.need(0), at.bins.need(1)));
  }
};

/// With all the shared memory, in passes where that is not enough: takes whatever no table does.
/// Where passes would be many, of few products each, the columns are sorted first: a bin and a
/// launch of their own. Oversized rows come with the others: as a launch of its own either found no
/// multiprocessor empty as long as any smaller block was left, and zipf took 1.55 or 2.3 ms (H200,
/// 25 November 2026).
struct FillWideWindow : FillByWindows {
  static constexpr std::string_view name = "wide_window";
  static constexpr int bins = 3;
  static constexpr int scattered_bin = 2;
  static constexpr bool replayed = false;
  static constexpr bool with_oversized = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    const bool table_does = row.entries <= l.most_in_table;
    const std::int64_t passes = (std::int64_t{row.facts.span} + l.wide_window - 1) / l.wide_window;
    if (table_does && (l.small_window == 0 || (passes > 1 && passes > l.most_passes))) {
      return cannot;
    }
    // A pass reads the whole row and goes through its window; sorting reads the row three times.
    constexpr int most_scattered_passes = 16;
    if (takes_windows(row.facts, l.wide_window, most_scattered_passes) &&
        !windows_pay(row.facts, l) && fits_buckets(row.facts, l)) {
      return {scattered_bin, row.facts.products};
    }
    return {heavy_first(row, l), min(row.facts.span, l.wide_window)};
  }
  template <class V>
  static void launch(const Launch<V>& at) {
    launch_scattered(at, scattered_bin);
    launch_rows(at, at.oversized,
                std::max({at.oversized.columns, at.bins.need(0), at.bins.need(1)}));
  }
};

}  // namespace sptune::spgemm::hash_bins
