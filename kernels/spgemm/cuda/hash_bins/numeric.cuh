// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase: the kernel of each bin fills its rows, or a replay of what an earlier run
// found does.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/count.cuh"
#include "kernels/spgemm/cuda/hash_bins/expand_sort.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_block.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_masks.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_shared_places.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_team.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_windows.cuh"
#include "kernels/spgemm/cuda/hash_bins/ordered_sums.cuh"
#include "kernels/spgemm/cuda/hash_bins/plan.cuh"
#include "kernels/spgemm/cuda/hash_bins/upper_bounds.cuh"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// Lets a kernel have all the shared memory that its static part leaves.
template <class K>
void allow_most_shared(K kernel) {
  cudaFuncAttributes attributes{};
  SPTUNE_CUDA(cudaFuncGetAttributes(&attributes, kernel));
  const auto most = sptune::cuda::device_info().value().shared_per_block_bytes -
                    static_cast<std::int64_t>(attributes.sharedSizeBytes);
  SPTUNE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(most)));
}
/// … and expect it to, whatever that leaves of the cache.
template <class K>
void allow_shared(K kernel) {
  allow_most_shared(kernel);
  SPTUNE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                   cudaSharedmemCarveoutMaxShared));
}

/// For all kernels that keep rows in dynamic shared memory.
template <class V>
void Plan<V>::allow_shared_memory() const {
  const auto allow = [](auto... kernels) { (allow_shared(kernels), ...); };
  allow(count_by_team, count_by_block, count_windows);
  allow(fill_team_tables_rows<V, true>, fill_team_tables_rows<V, false>);
  allow(fill_team_windows<V, true>, fill_team_windows<V, false>);
  allow(fill_team_bits_rows<V, true>, fill_team_bits_rows<V, false>);
  allow(fill_team_masks<V, true, true>, fill_team_masks<V, false, true>);
  allow(fill_team_masks<V, true, false>, fill_team_masks<V, false, false>);
  allow(fill_block_tables<V>, fill_block_bits<V>, fill_block_masks<V>, fill_windows<V>);
  allow_most_shared(build_places);
  allow_most_shared(fill_shared_rows<V>);  // rows of B come from the cache
  if (config_.rerun == Rerun::places) {
    allow(replay_by_team<V, true>, replay_by_team<V, false>, replay_by_block<V>);
  }
  if (config_.rerun == Rerun::gather) allow(fill_tiles<V, true>, fill_tiles<V, false>);
  if (config_.adding == Adding::stable) allow(sum_in_order<V>);
}

template <class V>
void Plan<V>::allocate(Stream s) {
  const PhaseOrder::Phase phase(order_, native(s));
  require_memory(layout_.bytes + shifted_.bytes() + entries_ * per_entry, limit_);
  if (staged_) {
    if (entries_ == by_bounds_->entries) {  // every bound was met: C is there
      columns_.swap(staged_columns_);
      values_.swap(staged_values_);
      return;
    }
    // Sizes are known by now: C can be filled as if its rows had been counted.
    if (layout_.bytes + (by_bounds_->entries + entries_) * per_entry > limit_) {
      drop_staged(native(s));
    }
  }
  columns_.get(entries_ * static_cast<std::int64_t>(sizeof(Index)), native(s));
  values_.get(entries_ * static_cast<std::int64_t>(sizeof(V)), native(s));
}

template <class V>
void Plan<V>::numeric(Stream s) {
  const cudaStream_t stream = native(s);
  if (entries_ == 0) return;
  const PhaseOrder::Phase phase(order_, stream);
  const Product<V> c = product(row_, columns_, values_);
  if (staged_) {
    finish_staged(c, stream);
  } else if (gather_replay_.ready()) {
    gather_replay_.fill(c, streams_, stream);
  } else {
    search(c, stream);
    if (filled_) build_replay(c, stream);
  }
  filled_ = true;
}

/// Every row by the kernel of its bin; values alone, once their places are known.
template <class V>
void Plan<V>::search(const Product<V>& c, cudaStream_t stream) {
  const int* const rows = summary_->rows[1];
  const int oversized = summary_->rows[0][count_oversized];
  const int wide = rows[fill_wide] + rows[fill_heavy_wide];
  if (filled_ && oversized + wide + rows[fill_window] + rows[fill_heavy_window] > 0) {
    SPTUNE_CUDA(cudaMemsetAsync(counters()->queue, 0, sizeof(Counters::queue), stream));
  }
  const auto there = [](int n) { return n > 0; };
  auto launches =
      (oversized > 0 ? 1 : 0) + shifted_.launches() +
      (value_replay_.ready()
           ? there(rows[fill_wide]) + there(rows[fill_heavy_wide]) + value_replay_.launches()
           : static_cast<int>(std::count_if(rows, rows + fill_bins, there)));
  streams_.fork(stream, launches);
  fill_shared(c);
  fill_by_windows(c, counters(), *summary_);
  if (value_replay_.ready()) {
    replay_values(c);
  } else {
    fill(c, *summary_);
  }
  streams_.join();
  if (config_.adding == Adding::stable) sum_blocks_in_order(c, stream);
}

/// On the second run: values have changed, and may again.
template <class V>
void Plan<V>::build_replay(const Product<V>& c, cudaStream_t stream) {
  const std::int64_t memory = limit_ - pool_.held_bytes();
  if (config_.rerun == Rerun::places && !value_replay_.ready()) {
    value_replay_.build(c, a_.rows, a_.nnz, products_, limits_, memory, stream);
  }
  // Rows that share their places are filled by these faster than by a replay.
  const bool shared = shifted_.rows() > 0;
  if (config_.rerun == Rerun::gather && gather_replay_.may_build() && !shared) {
    gather_replay_.build(c, a_, b_, entries_, products_, {limits_.most_shared, l2_bytes_, memory},
                         stream);
  }
}

/// Rows that need all columns of a part of C at once: oversized ones, and those of many entries.
template <class V>
void Plan<V>::fill_by_windows(const Product<V>& c, Counters* queues, const Summary& sizes) {
  constexpr int value_size = static_cast<int>(sizeof(V));
  const auto windows = [&](const WindowTasks& tasks, int columns) {
    const int bytes = window_bytes(columns, value_size);
    const int threads = threads_for(bytes, tasks.count, 1024);
    const std::int64_t resident =
        std::max<std::int64_t>(1, std::min<std::int64_t>(blocks_resident(bytes), 1024 / threads));
    const auto blocks =
        static_cast<unsigned>(std::min<std::int64_t>(tasks.count, resident * sm_count_));
    launch(fill_windows<V>, blocks, threads, bytes, streams_.next(), tasks, c, config_.lanes,
           columns);
  };
  if (const int oversized = summary_->rows[0][count_oversized]; oversized > 0) {
    windows({{row_.oversized, oversized, 1},
             {},
             oversized * windows_per_oversized_,
             windows_per_oversized_,
             reinterpret_cast<const int*>(windows_.data()),
             &queues->queue[1][fill_bins]},
            limits_.wide_window);
  }
  for (const int bin : {fill_wide, fill_window}) {
    const int heavy = bin == fill_wide ? fill_heavy_wide : fill_heavy_window;
    const int rows = sizes.rows[1][heavy] + sizes.rows[1][bin];
    if (rows == 0 || (bin == fill_window && value_replay_.ready())) continue;
    const int columns = std::max(sizes.need[1][heavy], sizes.need[1][bin]);
    windows({list(sizes.rows[1], heavy), list(sizes.rows[1], bin), rows, 0, nullptr,
             &queues->queue[1][bin]},
            std::min((columns + 127) / 128 * 128, limits_.wide_window));
  }
}

/// Rows that share the places of their products.
template <class V>
void Plan<V>::fill_shared(const Product<V>& c) {
  shifted_.for_tasks([&](int bytes, const int* tasks, int count) {
    launch(fill_shared_rows<V>, static_cast<unsigned>(count), shared_threads, bytes,
           streams_.next(), shifted_.places(), tasks, c);
  });
}

/// All others by the positions of their products.
template <class V>
void Plan<V>::replay_values(const Product<V>& c) {
  for (const ReplayBin bin : {replay_full, replay_112k, replay_54k, replay_24k}) {
    const int rows = value_replay_.rows(bin);
    if (rows == 0) continue;
    const int bytes = value_replay_.need(bin);
    launch(replay_by_block<V>, static_cast<unsigned>(rows), threads_for(bytes, rows, 1024), bytes,
           streams_.next(), value_replay_.list(bin, a_.rows), c, value_replay_.positions(),
           config_.lanes);
  }
  struct TeamBin {
    ReplayBin bin;
    int size;  ///< lanes of a team
  };
  for (const auto [bin, size] :
       {TeamBin{replay_32, 32}, TeamBin{replay_16, 16}, TeamBin{replay_8, 8}}) {
    const int rows = value_replay_.rows(bin);
    if (rows == 0) continue;
    const int teams = team_threads / size;
    const int bytes = value_replay_.need(bin);
    launch(ordered(size) ? replay_by_team<V, true> : replay_by_team<V, false>,
           blocks_for(rows, teams), team_threads, teams * bytes, streams_.next(),
           value_replay_.list(bin, a_.rows), c, value_replay_.positions(), size, config_.lanes,
           bytes);
  }
}

/// The larger rows first, so that none of them is the last to end.
template <class V>
void Plan<V>::fill(const Product<V>& c, const Summary& sizes) {
  fill_by_blocks(c, sizes);
  fill_by_teams(c, sizes);
  fill_team_tables(c, sizes);
  fill_sorted(c, sizes);
  if (const int rows = sizes.rows[1][fill_copy]; rows > 0) {
    launch(fill_copies<V>, blocks_for(rows, team_threads / lanes()), team_threads, 0,
           streams_.next(), list(sizes.rows[1], fill_copy), c, lanes());
  }
}

/// A block per row.
template <class V>
void Plan<V>::fill_by_blocks(const Product<V>& c, const Summary& sizes) {
  constexpr int value_size = static_cast<int>(sizeof(V));
  const auto& rows = sizes.rows[1];
  const int* const need = sizes.need[1];
  for (const FillBin bin : {fill_bits_full, fill_bits_112k, fill_bits_54k, fill_bits_24k}) {
    if (rows[bin] == 0) continue;
    launch(fill_block_bits<V>, static_cast<unsigned>(rows[bin]),
           threads_for(need[bin], rows[bin], 1024), need[bin], streams_.next(), list(rows, bin), c,
           config_.lanes);
  }
  for (const FillBin bin : {fill_masks_112k, fill_masks_54k, fill_masks_24k}) {
    if (rows[bin] == 0) continue;
    launch(fill_block_masks<V>, static_cast<unsigned>(rows[bin]),
           threads_for(need[bin], rows[bin], 1024), need[bin], streams_.next(), list(rows, bin), c,
           config_.lanes, config_.hash);
  }
  for (const FillBin bin :
       {fill_hash_16k, fill_hash_8k, fill_hash_4k, fill_hash_2k, fill_hash_1k}) {
    if (rows[bin] == 0) continue;
    const int bits = bits_for(std::int64_t{2} * need[bin], 7);
    const int bytes = table_bytes(1 << bits, value_size);
    const int threads =
        std::max(threads_for(bytes, rows[bin], 1024), (1 << bits) / most_slots_per_thread);
    launch(fill_block_tables<V>, static_cast<unsigned>(rows[bin]), threads, bytes, streams_.next(),
           list(rows, bin), c, config_.lanes, bits, config_.hash);
  }
}

/// A team per row: a window, or a value per entry found by words or bits.
template <class V>
void Plan<V>::fill_by_teams(const Product<V>& c, const Summary& sizes) {
  constexpr int value_size = static_cast<int>(sizeof(V));
  const auto& rows = sizes.rows[1];
  const int* const need = sizes.need[1];
  if (rows[fill_team_window] > 0) {
    const int columns = (need[fill_team_window] + 127) / 128 * 128;
    const int teams = team_threads / 32;
    launch(ordered(32) ? fill_team_windows<V, true> : fill_team_windows<V, false>,
           blocks_for(rows[fill_team_window], teams), team_threads,
           teams * (columns * value_size + columns / 8), streams_.next(),
           list(rows, fill_team_window), c, config_.lanes, columns);
  }
  for (const FillBin bin : {fill_masks_team, fill_ranks_team}) {
    if (rows[bin] == 0) continue;
    const int size = team_size_for(need[bin]);
    const int teams = team_threads / size;
    const auto kernel =
        bin == fill_ranks_team
            ? (ordered(size) ? fill_team_masks<V, true, true> : fill_team_masks<V, false, true>)
            : (ordered(size) ? fill_team_masks<V, true, false> : fill_team_masks<V, false, false>);
    launch(kernel, blocks_for(rows[bin], teams), team_threads, teams * need[bin], streams_.next(),
           list(rows, bin), c, size, config_.lanes, need[bin], config_.hash);
  }
  if (rows[fill_team_bits] > 0) {
    const int size = team_size_for(need[fill_team_bits]);
    const int teams = team_threads / size;
    launch(ordered(size) ? fill_team_bits_rows<V, true> : fill_team_bits_rows<V, false>,
           blocks_for(rows[fill_team_bits], teams), team_threads, teams * need[fill_team_bits],
           streams_.next(), list(rows, fill_team_bits), c, size, config_.lanes,
           need[fill_team_bits]);
  }
}

/// A team per row, its entries in a hash table.
template <class V>
void Plan<V>::fill_team_tables(const Product<V>& c, const Summary& sizes) {
  const auto& rows = sizes.rows[1];
  struct Bin {
    FillBin bin;
    int least_lanes;  ///< fewer could not hold the table's slots while it is sorted
  };
  for (const auto [bin, least_lanes] : {Bin{fill_table_256, 32}, Bin{fill_table_128, 16},
                                        Bin{fill_table_64, 8}, Bin{fill_table_32, 4}}) {
    if (rows[bin] == 0) continue;
    const int size = std::max(lanes(), least_lanes);
    const int bits = bits_for(std::int64_t{2} * sizes.need[1][bin], 4);
    const int teams = team_threads / size;
    launch(ordered(size) ? fill_team_tables_rows<V, true> : fill_team_tables_rows<V, false>,
           blocks_for(rows[bin], teams), team_threads,
           teams * table_bytes(1 << bits, static_cast<int>(sizeof(V))), streams_.next(),
           list(rows, bin), c, size, config_.lanes, bits, config_.hash);
  }
}

/// Part of a warp per row, its products sorted in registers.
template <class V>
void Plan<V>::fill_sorted(const Product<V>& c, const Summary& sizes) {
  const auto& rows = sizes.rows[1];
  const auto fill_bin = [&](FillBin bin, int size, auto kernel) {
    if (rows[bin] == 0) return;
    launch(kernel, blocks_for(rows[bin], team_threads / size), team_threads, 0, streams_.next(),
           list(rows, bin), c);
  };
  fill_bin(fill_sort_32, 32, expand_rows<V, 32>);
  fill_bin(fill_sort_16, 16, expand_rows<V, 16>);
  fill_bin(fill_sort_8, 8, expand_rows<V, 8>);
}

/// What blocks have filled, they have added up as their warps came.
template <class V>
void Plan<V>::sum_blocks_in_order(const Product<V>& c, cudaStream_t stream) {
  constexpr std::int64_t blocks_per_sm = 4;
  const auto sum = [&](const RowList& rows) {
    if (rows.count == 0) return;
    const auto shares = static_cast<unsigned>(
        std::clamp<std::int64_t>(sm_count_ * blocks_per_sm / rows.count, 1, 256));
    sum_in_order<V>
        <<<dim3(static_cast<unsigned>(rows.count), shares), ordered_threads,
           static_cast<unsigned>(ordered_bytes(static_cast<int>(sizeof(V)))), stream>>>(rows, c);
    SPTUNE_CUDA(cudaGetLastError());
  };
  sum({row_.oversized, summary_->rows[0][count_oversized], 1});
  for (const FillBin bin : filled_by_blocks) sum(list(summary_->rows[1], bin));
}

/// C as it was filled by bounds, its rows moved together.
template <class V>
void Plan<V>::finish_staged(const Product<V>& c, cudaStream_t stream) {
  if (entries_ < by_bounds_->entries) {
    const std::int64_t warps = ceil_div(entries_, compacted_by_warp);
    compact_rows<V><<<blocks_for(warps, compact_threads / 32), compact_threads, 0, stream>>>(
        a_.rows, row_, entries_, reinterpret_cast<const Index*>(staged_columns_.data()),
        reinterpret_cast<const V*>(staged_values_.data()), c.columns, c.values);
    SPTUNE_CUDA(cudaGetLastError());
  }
  drop_staged(stream);
}

}  // namespace sptune::spgemm::hash_bins
