// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase for rows that a block takes: a hash table, or a value per column of a window.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/fill_team.cuh"

namespace sptune::spgemm::cuda {

/// Exclusive prefix sum over the threads of a block, and the total. Two barriers.
__device__ __forceinline__ int block_scan(int v, int& total) {
  __shared__ int sums[32];
  const Team warp = team_of_lane(32);
  const int inclusive = team_scan(warp, v);
  const int w = static_cast<int>(threadIdx.x >> 5U);
  if (warp.rank == 31) sums[w] = inclusive;
  __syncthreads();
  const int warps = static_cast<int>(blockDim.x >> 5U);
  const int own = warp.rank < warps ? sums[warp.rank] : 0;
  const int up_to = team_scan(warp, own);
  total = __shfl_sync(0xffffffffU, up_to, 31);
  const int before = __shfl_sync(0xffffffffU, up_to - own, w);
  __syncthreads();  // `sums` may be written again
  return before + inclusive - v;
}

/// A block per row, its table of up to 2^most_bits slots in shared memory, half full at most.
template <class V>
__global__ void __launch_bounds__(1024)
    fill_block_tables(RowList list, Product<V> c, int lanes, int most_bits, Hash hash) {
  const std::int64_t r = list[static_cast<int>(blockIdx.x)];
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  const int bits = min(bits_for(std::int64_t{2} * c.row.entries[r], 7), most_bits);
  const auto t = table_at<V>(shared_memory(), bits);
  clear_table(t, rank, size);
  const std::int64_t begin = c.a.offsets[r];
  const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - begin);
  __syncthreads();
  int fresh = 0;
  const int threads = row_lanes(c.row.products[r], entries_of_a, lanes, size);
  for_products<false>(c.a, c.entries_of_b(), begin, entries_of_a, team_of_block(threads),
                      min(threads, 32), nullptr, [&](Index column, V v) {
                        atomicAdd(t.values + claim(t.keys, bits, hash, column, fresh), v);
                      });
  __syncthreads();
  const std::int64_t to = c.row.offsets[r];
  const Index low = c.row.low[r];
  const auto write = [&]<class Key>(const PairCode<Key>& code) {
    const int entries = write_sorted(
        t, code, rank, size, c.columns + to, c.values + to,
        [](int n, int& total) { return block_scan(n, total); }, [] { __syncthreads(); },
        [&](Key* pairs, int count) { sort_by_block(pairs, count, rank, size); });
    if (rank == 0) note_length(c.row, r, entries);
  };
  if (bits + bits_for(c.row.span[r], 0) <= 32) {
    write(PairCode<unsigned>{low, bits});
  } else {
    write(PairCode<unsigned long long>{low, 32});
  }
}

/// A block per row; as fill_team_bits_rows, with atomic sums and columns written as soon as their
/// places are known.
template <class V>
__global__ void __launch_bounds__(1024) fill_block_bits(RowList list, Product<V> c, int lanes) {
  const std::int64_t r = list[static_cast<int>(blockIdx.x)];
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  const int entries = c.row.entries[r];
  const Index low = c.row.low[r];
  const int quads = (c.row.span[r] + 127) / 128;  // of words, of 32 columns
  auto* const sums = reinterpret_cast<V*>(shared_memory());
  auto* const words = reinterpret_cast<uint4*>(
      shared_memory() + (entries * static_cast<int>(sizeof(V)) + 15) / 16 * 16);
  auto* const before = reinterpret_cast<ushort4*>(words + quads);
  auto* const word = reinterpret_cast<unsigned*>(words);
  fill_words(words, quads * 4, 0, rank, size);
  fill_words(sums, entries * static_cast<int>(sizeof(V) / 4), 0, rank, size);
  const std::int64_t begin = c.a.offsets[r];
  const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - begin);
  const int threads = row_lanes(c.row.products[r], entries_of_a, lanes, size);
  const Team team = team_of_block(threads);
  __syncthreads();
  const int word_lanes =
      c.masks.on() ? row_lanes(c.row.words[r], entries_of_a, lanes, 32) : min(threads, 32);
  int blocks = 0;
  for_bits(
      c.a, c.b, c.masks, begin, entries_of_a, team, word_lanes,
      [&](Index block, unsigned bits) { set_bits(word + (block - (low >> 5)), bits, blocks); });
  __syncthreads();
  const std::int64_t to = c.row.offsets[r];
  int so_far = 0;
  for (int from = 0; from < quads; from += size) {
    const int q = from + rank;
    uint4 w = make_uint4(0, 0, 0, 0);
    if (q < quads) w = words[q];
    const int x = __popc(w.x);
    const int y = x + __popc(w.y);
    const int z = y + __popc(w.z);
    const int all = z + __popc(w.w);
    int total = 0;
    const int first = so_far + block_scan(all, total);
    if (q < quads) {
      before[q] = make_ushort4(
          static_cast<unsigned short>(first), static_cast<unsigned short>(first + x),
          static_cast<unsigned short>(first + y), static_cast<unsigned short>(first + z));
    }
    Index* at = c.columns + to + first;
    const auto write = [&](unsigned bits, int part) {
      for (; bits != 0; bits &= bits - 1) {
        *at++ = low + (q * 4 + part) * 32 + __ffs(static_cast<int>(bits)) - 1;
      }
    };
    write(w.x, 0);
    write(w.y, 1);
    write(w.z, 2);
    write(w.w, 3);
    so_far += total;
  }
  __syncthreads();
  const auto* const bits_before = reinterpret_cast<const unsigned short*>(before);
  for_products<false>(c.a, c.entries_of_b(), begin, entries_of_a, team, min(threads, 32), nullptr,
                      [&](Index column, V v) {
                        const auto at = static_cast<unsigned>(column - low);
                        const unsigned lower = word[at >> 5U] & ((1U << (at & 31U)) - 1U);
                        atomicAdd(sums + bits_before[at >> 5U] + __popc(lower), v);
                      });
  __syncthreads();
  for (int j = rank; j < so_far; j += size) c.values[to + j] = sums[j];
  if (rank == 0) note_length(c.row, r, so_far);
}

/// Shared memory of a window: a value and a bit per column, and the places of half of them.
__host__ __device__ constexpr int window_bytes(int columns, int value_size) {
  return columns * value_size + columns / 8 + columns;
}

/// What a block of fill_windows does next. With `windows` > 0 a task is one window of a giant row
/// and `window_entries` says what those before it hold; otherwise it is a row, all its windows.
struct WindowTasks {
  RowList first;  ///< rows to begin with
  RowList list;
  int count;
  int windows;
  const int* window_entries;
  unsigned* queue;
};

/// Rows by windows of `columns` columns (a multiple of 128). A block comes back for more, so that
/// the values of a window are zeroed once: what a row touched is zeroed as it is written out.
template <class V>
__global__ void __launch_bounds__(1024)
    fill_windows(WindowTasks tasks, Product<V> c, int lanes, int columns) {
  constexpr std::int64_t few = 4;  // windows for which rows of B are rather read again
  __shared__ int next;
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  auto* const sums = reinterpret_cast<V*>(shared_memory());
  auto* const touched = reinterpret_cast<unsigned*>(sums + columns);
  auto* const places = reinterpret_cast<std::uint16_t*>(touched + columns / 32);
  const int most_places = columns / 2;
  fill_words(sums, columns * static_cast<int>(sizeof(V) / 4), 0, rank, size);
  fill_words(touched, columns / 32, 0, rank, size);
  while (true) {
    __syncthreads();
    if (rank == 0) next = static_cast<int>(atomicAdd(tasks.queue, 1U));
    __syncthreads();
    const int task = next;
    if (task >= tasks.count) return;
    const bool giant = tasks.windows > 0;
    const int window_index = giant ? task % tasks.windows : 0;
    const int nth = giant ? task / tasks.windows : task;
    const std::int64_t r =
        nth < tasks.first.count ? tasks.first[nth] : tasks.list[nth - tasks.first.count];
    const std::int64_t low = c.row.low[r] + static_cast<std::int64_t>(window_index) * columns;
    const std::int64_t end = static_cast<std::int64_t>(c.row.low[r]) + c.row.span[r];
    const std::int64_t stop = giant ? min(low + columns, end) : end;
    std::int64_t to = c.row.offsets[r];
    for (int w = 0; w < window_index; ++w) {
      if (low < end) to += tasks.window_entries[task - window_index + w];
    }
    const std::int64_t begin = c.a.offsets[r];
    const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - begin);
    const int threads = row_lanes(c.row.products[r], entries_of_a, lanes, size);
    const Team team = team_of_block(threads);
    const int own_lanes = min(threads, 32);
    for (std::int64_t from = low; from < stop; from += columns) {
      const Window window{static_cast<Index>(from), static_cast<Index>(min(from + columns, stop)),
                          end - low > few * columns};
      const auto width = static_cast<unsigned>(window.high - window.low);
      for_products<false>(c.a, c.entries_of_b(), begin, entries_of_a, team, own_lanes,
                          giant || stop - low > columns ? &window : nullptr,
                          [&](Index column, V v) {
                            const auto at = static_cast<unsigned>(column - window.low);
                            if (at >= width) return;
                            set_bit(touched, at);
                            atomicAdd(sums + at, v);
                          });
      __syncthreads();
      const int words = (window.high - window.low + 31) / 32;
      const int per = (words + size - 1) / size;
      int mine = 0;
      for (int j = 0; j < per; ++j) {
        if (rank * per + j < words) mine += __popc(touched[rank * per + j]);
      }
      int total = 0;
      const int first = block_scan(mine, total);
      for (int done = 0; done < total; done += most_places) {
        int at = first - done;
        for (int j = 0; j < per && rank * per + j < words; ++j) {
          const int w = rank * per + j;
          unsigned word = touched[w];
          for (; word != 0; word &= word - 1, ++at) {
            if (at >= 0 && at < most_places) {
              places[at] = static_cast<std::uint16_t>(w * 32 + __ffs(static_cast<int>(word)) - 1);
            }
          }
          if (done + most_places >= total) touched[w] = 0;
        }
        __syncthreads();
        const int here = min(most_places, total - done);
        for (int i = rank; i < here; i += size) {
          const int place = places[i];
          c.columns[to + done + i] = window.low + place;
          c.values[to + done + i] = sums[place];
          sums[place] = 0;
        }
        __syncthreads();
      }
      to += total;
    }
    // The windows of a giant were counted before.
    if (rank == 0 && !giant) note_length(c.row, r, static_cast<int>(to - c.row.offsets[r]));
  }
}

}  // namespace sptune::spgemm::cuda
