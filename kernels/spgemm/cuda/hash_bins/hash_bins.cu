// SPDX-License-Identifier: BSD-3-Clause
// Two-phase row-wise SpGEMM on the GPU: every row goes to the kernel that suits its products, its
// entries and its span of columns.
#include "kernels/api/variant.hpp"
#include "kernels/spgemm/cuda/fit.cuh"
#include "kernels/spgemm/cuda/hash_bins/hash_bins_plan.cuh"

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

namespace sptune::spgemm::hash_bins {

template <class V>
void Plan<V>::count_entries(cudaStream_t stream) {
  const Pattern a = pattern_of(a_);
  const Pattern b = pattern_of(b_);
  const Masks words = masks();
  const Hash hash = config_.hash;
  const int* const rows = summary_->rows[0];
  const int* const need = summary_->need[0];
  const auto bins =
      static_cast<int>(std::count_if(rows, rows + count_bins, [](int n) { return n > 0; }));
  streams_.fork(stream, bins);
  if (rows[count_giant] > 0) count_giants(streams_.next());
  for (const int bin : {count_wide_bits, count_heavy_bits, count_hash_32k, count_hash_16k,
                        count_block_bits, count_hash_4k}) {
    if (rows[bin] == 0) continue;
    const bool by_bits =
        bin == count_wide_bits || bin == count_heavy_bits || bin == count_block_bits;
    const int columns =
        by_bits ? std::min((need[bin] + 127) / 128 * 128, most_shared_ / 16 * 128) : 0;
    const int bits = by_bits ? 0
                             : std::min(bits_for(std::int64_t{2} * need[bin], 7),
                                        bits_for(limits_.most_counted_by_hash, 7));
    const int bytes = by_bits ? columns / 8 : 4 << bits;
    int threads = threads_for(bytes, rows[bin], 1024);
    if (bin == count_heavy_bits) {
      // Few enough threads that each multiprocessor gets some rows one after the other.
      threads = 1024;
      while (threads > 128 && std::int64_t{rows[bin]} * threads > std::int64_t{sm_count_} * 8192) {
        threads /= 2;
      }
    }
    count_by_block<<<static_cast<unsigned>(rows[bin]), static_cast<unsigned>(threads),
                     static_cast<unsigned>(bytes), streams_.next()>>>(
        list(summary_->rows[0], bin), a, b, words, row_, config_.lanes, columns, bits, hash);
    SPTUNE_CUDA(cudaGetLastError());
  }
  for (const int bin : {count_masks_1k, count_team_bits, count_masks_128, count_table_512,
                        count_table_128, count_table_32}) {
    if (rows[bin] == 0) continue;
    const Count how = bin == count_team_bits                            ? Count::bits
                      : bin == count_masks_128 || bin == count_masks_1k ? Count::words
                                                                        : Count::keys;
    const int size = bin == count_table_32    ? lanes()
                     : bin == count_table_128 ? std::max(lanes(), 8)
                                              : 32;
    const std::int64_t room = std::int64_t{2} * need[bin];
    const int shared_words = how == Count::bits    ? (need[bin] + 127) / 128 * 4
                             : how == Count::words ? 2 << bits_for(room, least_mask_bits)
                                                   : 1 << bits_for(room, 5);
    const int teams = team_threads / size;
    count_by_team<<<blocks_for(rows[bin], teams), team_threads,
                    static_cast<unsigned>(teams * shared_words * 4), streams_.next()>>>(
        list(summary_->rows[0], bin), a, b, words, row_, size, config_.lanes, shared_words, how,
        hash);
    SPTUNE_CUDA(cudaGetLastError());
  }
  for (const int bin : {count_sort_32, count_sort_16}) {
    if (rows[bin] == 0) continue;
    const int size = bin == count_sort_32 ? 32 : 16;
    const auto kernel = bin == count_sort_32 ? expand_rows<void, 32> : expand_rows<void, 16>;
    kernel<<<blocks_for(rows[bin], team_threads / size), team_threads, 0, streams_.next()>>>(
        list(summary_->rows[0], bin),
        Product<void>{a, nullptr, b, nullptr, row_, nullptr, nullptr, words});
    SPTUNE_CUDA(cudaGetLastError());
  }
  if (rows[count_merge] > 0) {
    count_by_merge<8>
        <<<blocks_for(rows[count_merge], merge_threads), merge_threads, 0, streams_.next()>>>(
            list(summary_->rows[0], count_merge), a, b, row_);
    SPTUNE_CUDA(cudaGetLastError());
  }
  streams_.join();
}

template <class V>
void Plan<V>::numeric(Stream s) {
  const cudaStream_t stream = native(s);
  if (entries_ == 0) return;
  const PhaseOrder::Phase phase(order_, stream);
  const Product<V> c = product(row_, columns_, values_);
  if (staged_) {
    take_staged(c, stream);
    filled_ = true;
    return;
  }
  if (factors_.ready()) {
    factors_.fill(c, streams_, stream);
    return;
  }
  const int* const rows = summary_->rows[1];
  const int giants = summary_->rows[0][count_giant];
  const int wide = rows[fill_wide] + rows[fill_heavy_wide];
  if (filled_ && giants + wide + rows[fill_window] + rows[fill_heavy_window] > 0) {
    SPTUNE_CUDA(cudaMemsetAsync(counters()->queue, 0, sizeof(Counters::queue), stream));
  }
  const auto there = [](int n) { return n > 0; };
  const auto launches = static_cast<int>(
      (giants > 0 ? 1 : 0) +
      (again_.ready() ? std::count_if(rows + fill_wide, rows + fill_bins, there) + again_.launches()
                      : std::count_if(rows, rows + fill_bins, there)));
  streams_.fork(stream, launches);
  fill_by_windows(c, counters(), *summary_);
  if (again_.ready()) {
    fill_again(c);
  } else {
    fill(c, *summary_);
  }
  streams_.join();
  if (config_.adding == Adding::stable) sum_by_blocks_again(c, stream);
  if (config_.rerun == Rerun::places && filled_ && !again_.ready()) {
    again_.learn(c, a_.rows, a_.nnz, products_, limits_, limit_ - pool_.held_bytes(), stream);
  }
  if (config_.rerun == Rerun::gather && filled_ && factors_.may_learn()) {
    factors_.learn(c, a_, b_, entries_, products_,
                   {limits_.most_shared, l2_bytes_, limit_ - pool_.held_bytes()}, streams_, stream);
  }
  filled_ = true;
}

/// Rows that need all columns of a part of C at once: giants, and those of many entries.
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
    fill_windows<V>
        <<<blocks, static_cast<unsigned>(threads), static_cast<unsigned>(bytes), streams_.next()>>>(
            tasks, c, config_.lanes, columns);
    SPTUNE_CUDA(cudaGetLastError());
  };
  if (const int giants = summary_->rows[0][count_giant]; giants > 0) {
    windows({{row_.giants, giants, 1},
             {},
             giants * windows_per_giant_,
             windows_per_giant_,
             reinterpret_cast<const int*>(windows_.data()),
             &queues->queue[1][fill_bins]},
            limits_.wide_window);
  }
  for (const int bin : {fill_wide, fill_window}) {
    const int heavy = bin == fill_wide ? fill_heavy_wide : fill_heavy_window;
    const int rows = sizes.rows[1][heavy] + sizes.rows[1][bin];
    if (rows == 0 || (bin == fill_window && again_.ready())) continue;
    const int columns = std::max(sizes.need[1][heavy], sizes.need[1][bin]);
    windows({list(sizes.rows[1], heavy), list(sizes.rows[1], bin), rows, 0, nullptr,
             &queues->queue[1][bin]},
            std::min((columns + 127) / 128 * 128, limits_.wide_window));
  }
}

/// All others by the places of their products.
template <class V>
void Plan<V>::fill_again(const Product<V>& c) {
  for (const int bin : {again_full, again_112k, again_54k, again_24k}) {
    if (again_.rows(bin) == 0) continue;
    const int bytes = again_.need(bin);
    fill_block_again<V><<<static_cast<unsigned>(again_.rows(bin)),
                          static_cast<unsigned>(threads_for(bytes, again_.rows(bin), 1024)),
                          static_cast<unsigned>(bytes), streams_.next()>>>(
        again_.list(bin, a_.rows), c, again_.known(), config_.lanes);
    SPTUNE_CUDA(cudaGetLastError());
  }
  for (const int bin : {again_32, again_16, again_8}) {
    if (again_.rows(bin) == 0) continue;
    const int size = 8 << (bin - again_8);
    const int teams = team_threads / size;
    const auto kernel = ordered(size) ? fill_team_again<V, true> : fill_team_again<V, false>;
    kernel<<<blocks_for(again_.rows(bin), teams), team_threads,
             static_cast<unsigned>(teams * again_.need(bin)), streams_.next()>>>(
        again_.list(bin, a_.rows), c, again_.known(), size, config_.lanes, again_.need(bin));
    SPTUNE_CUDA(cudaGetLastError());
  }
}

template <class V>
void Plan<V>::fill(const Product<V>& c, const Summary& sizes) {
  constexpr int value_size = static_cast<int>(sizeof(V));
  const Hash hash = config_.hash;
  const auto& rows = sizes.rows[1];
  const int* const need = sizes.need[1];
  for (const int bin : {fill_bits_full, fill_bits_112k, fill_bits_54k, fill_bits_24k}) {
    if (rows[bin] == 0) continue;
    const int threads = threads_for(need[bin], rows[bin], 1024);
    fill_block_bits<V>
        <<<static_cast<unsigned>(rows[bin]), static_cast<unsigned>(threads),
           static_cast<unsigned>(need[bin]), streams_.next()>>>(list(rows, bin), c, config_.lanes);
    SPTUNE_CUDA(cudaGetLastError());
  }
  for (const int bin : {fill_masks_112k, fill_masks_54k, fill_masks_24k}) {
    if (rows[bin] == 0) continue;
    const int threads = threads_for(need[bin], rows[bin], 1024);
    fill_block_masks<V><<<static_cast<unsigned>(rows[bin]), static_cast<unsigned>(threads),
                          static_cast<unsigned>(need[bin]), streams_.next()>>>(list(rows, bin), c,
                                                                               config_.lanes, hash);
    SPTUNE_CUDA(cudaGetLastError());
  }
  for (const int bin : {fill_hash_16k, fill_hash_8k, fill_hash_4k, fill_hash_2k, fill_hash_1k}) {
    if (rows[bin] == 0) continue;
    const int bits = bits_for(std::int64_t{2} * need[bin], 7);
    const int bytes = table_bytes(1 << bits, value_size);
    const int threads =
        std::max(threads_for(bytes, rows[bin], 1024), (1 << bits) / most_slots_per_thread);
    fill_block_tables<V><<<static_cast<unsigned>(rows[bin]), static_cast<unsigned>(threads),
                           static_cast<unsigned>(bytes), streams_.next()>>>(
        list(rows, bin), c, config_.lanes, bits, hash);
    SPTUNE_CUDA(cudaGetLastError());
  }
  if (rows[fill_team_window] > 0) {
    const int columns = (need[fill_team_window] + 127) / 128 * 128;
    const int teams = team_threads / 32;
    const auto kernel = ordered(32) ? fill_team_windows<V, true> : fill_team_windows<V, false>;
    kernel<<<blocks_for(rows[fill_team_window], teams), team_threads,
             static_cast<unsigned>(teams * (columns * value_size + columns / 8)),
             streams_.next()>>>(list(rows, fill_team_window), c, config_.lanes, columns);
    SPTUNE_CUDA(cudaGetLastError());
  }
  for (const int bin : {fill_masks_team, fill_ranks_team}) {
    if (rows[bin] == 0) continue;
    const int size = team_size_for(need[bin]);
    const int teams = team_threads / size;
    const auto kernel =
        bin == fill_ranks_team
            ? (ordered(size) ? fill_team_masks<V, true, true> : fill_team_masks<V, false, true>)
            : (ordered(size) ? fill_team_masks<V, true, false> : fill_team_masks<V, false, false>);
    kernel<<<blocks_for(rows[bin], teams), team_threads, static_cast<unsigned>(teams * need[bin]),
             streams_.next()>>>(list(rows, bin), c, size, config_.lanes, need[bin], hash);
    SPTUNE_CUDA(cudaGetLastError());
  }
  if (rows[fill_team_bits] > 0) {
    const int size = team_size_for(need[fill_team_bits]);
    const int teams = team_threads / size;
    const auto kernel =
        ordered(size) ? fill_team_bits_rows<V, true> : fill_team_bits_rows<V, false>;
    kernel<<<blocks_for(rows[fill_team_bits], teams), team_threads,
             static_cast<unsigned>(teams * need[fill_team_bits]), streams_.next()>>>(
        list(rows, fill_team_bits), c, size, config_.lanes, need[fill_team_bits]);
    SPTUNE_CUDA(cudaGetLastError());
  }
  for (const int bin : {fill_table_256, fill_table_128, fill_table_64, fill_table_32}) {
    if (rows[bin] == 0) continue;
    // Fewer lanes could not hold the table's slots while it is sorted.
    const int size = std::max(lanes(), 4 << (bin - fill_table_32));
    const int bits = bits_for(std::int64_t{2} * need[bin], 4);
    const int teams = team_threads / size;
    const auto kernel = ordered(size) ? fill_team_tables<V, true> : fill_team_tables<V, false>;
    kernel<<<blocks_for(rows[bin], teams), team_threads,
             static_cast<unsigned>(teams * table_bytes(1 << bits, value_size)), streams_.next()>>>(
        list(rows, bin), c, size, config_.lanes, bits, hash);
    SPTUNE_CUDA(cudaGetLastError());
  }
  for (const int bin : {fill_sort_32, fill_sort_16, fill_sort_8}) {
    if (rows[bin] == 0) continue;
    const int size = 8 << (bin - fill_sort_8);
    const auto kernel = bin == fill_sort_8    ? expand_rows<V, 8>
                        : bin == fill_sort_16 ? expand_rows<V, 16>
                                              : expand_rows<V, 32>;
    kernel<<<blocks_for(rows[bin], team_threads / size), team_threads, 0, streams_.next()>>>(
        list(rows, bin), c);
    SPTUNE_CUDA(cudaGetLastError());
  }
  if (rows[fill_copy] > 0) {
    fill_copies<V>
        <<<blocks_for(rows[fill_copy], team_threads / lanes()), team_threads, 0, streams_.next()>>>(
            list(rows, fill_copy), c, lanes());
    SPTUNE_CUDA(cudaGetLastError());
  }
}

/// What blocks have filled, they have added up as their warps came.
template <class V>
void Plan<V>::sum_by_blocks_again(const Product<V>& c, cudaStream_t stream) {
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
  sum({row_.giants, summary_->rows[0][count_giant], 1});
  for (int bin = fill_masks_24k; bin < fill_bins; ++bin) sum(list(summary_->rows[1], bin));
}

namespace {

Fit fit(const Config& c, const SpgemmProblem& p) {
  return fit_device(p, Layout(p.a.rows, p.b.rows, words_to_try(c, p), bounds_to_try(c, p)).bytes);
}

std::unique_ptr<SpgemmPlan> plan(const Config& c, const SpgemmProblem& p) {
  if (p.a.value_type == ValueType::f32) return std::make_unique<Plan<float>>(p, c);
  return std::make_unique<Plan<double>>(p, c);
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpgemmProblem>(
      {.name = "hash_bins",
       .backend = Backend::cuda,
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::callers,
       .summary = "rows binned by work; hash tables and dense windows in shared memory",
       .source = "Nagasaka, Nukada, Matsuoka 2017, section 3 (bins, two phases); seeds.md 1",
       .deterministic = false},
      config_space, fit, plan, [](const Config& c) { return c.adding == Adding::stable; });
}

}  // namespace sptune::spgemm::hash_bins
