// SPDX-License-Identifier: BSD-3-Clause
// The plan of hash_bins: what it holds, the symbolic phase but for the counting of rows, and C by
// upper bounds of its rows' entries.
#pragma once

#include "kernels/cuda/launch.cuh"
#include "kernels/spgemm/cuda/fit.cuh"
#include "kernels/spgemm/cuda/hash_bins/again.cuh"
#include "kernels/spgemm/cuda/hash_bins/bounds.cuh"
#include "kernels/spgemm/cuda/hash_bins/expand.cuh"
#include "kernels/spgemm/cuda/hash_bins/gathered.cuh"
#include "kernels/spgemm/cuda/hash_bins/hash_bins_axes.cuh"
#include "kernels/spgemm/cuda/hash_bins/merge.cuh"
#include "kernels/spgemm/cuda/hash_bins/sum_in_order.cuh"
#include "kernels/spgemm/cuda/hash_bins/workspace.cuh"
#include "sptune/device.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace sptune::spgemm::hash_bins {

using namespace spgemm::cuda;  // NOLINT(google-build-using-namespace): the room's own vocabulary
using sptune::cuda::blocks_for;
using sptune::cuda::ceil_div;

/// Entries of B to be written as words: none where that costs more than its use can save.
[[nodiscard]] inline std::int64_t words_to_try(const Config& c, const SpgemmProblem& p) {
  constexpr std::int64_t fewest_products = 1 << 21;
  constexpr std::int64_t fewest_uses = 8;  // of an entry of B
  const bool pays = p.products >= fewest_products && p.products >= fewest_uses * p.b.nnz;
  return c.words == ByWords::always || (c.words == ByWords::automatic && pays) ? p.b.nnz : 0;
}

/// Whether room for bounds is taken. With fewer products a sample costs what it could save: 10 to
/// 50 µs.
[[nodiscard]] inline bool bounds_to_try(const Config& c, const SpgemmProblem& p) {
  constexpr std::int64_t fewest_products = 1 << 26;
  return p.products > 0 && (c.sizes == Sizes::bound ||
                            (c.sizes == Sizes::automatic && p.products >= fewest_products));
}

/// Lets a kernel have all the shared memory that its static part leaves.
template <class K>
void allow_shared(K kernel) {
  cudaFuncAttributes attributes{};
  SPTUNE_CUDA(cudaFuncGetAttributes(&attributes, kernel));
  const auto most = sptune::cuda::device_info().value().shared_per_block_bytes -
                    static_cast<std::int64_t>(attributes.sharedSizeBytes);
  SPTUNE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(most)));
  SPTUNE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                   cudaSharedmemCarveoutMaxShared));
}

template <class V>
class Plan final : public SpgemmPlan {
 public:
  Plan(const SpgemmProblem& p, const Config& c)
      : a_(p.a),
        b_(p.b),
        config_(c),
        limit_(p.resources.memory_limit),
        mean_row_(p.a.nnz > 0 ? (p.products + p.a.nnz - 1) / p.a.nnz : 0),
        products_(p.products),
        layout_(p.a.rows, p.b.rows, words_to_try(c, p), bounds_to_try(c, p)),
        may_bound_(bounds_to_try(c, p)),
        pool_(c.memory),
        workspace_(pool_),
        windows_(pool_),
        columns_(pool_),
        values_(pool_),
        staged_columns_(pool_),
        staged_values_(pool_),
        again_(pool_),
        factors_(pool_),
        streams_(c.streams - 1) {
    const auto& info = sptune::cuda::device_info().value();
    sm_count_ = info.sm_count;
    l2_bytes_ = info.l2_bytes;
    // A kilobyte is the driver's, another is left for the static arrays of the kernels.
    most_shared_ = static_cast<int>(
        std::min<std::int64_t>(info.shared_per_block_bytes, std::int64_t{c.shared_kib} * 1024) -
        1024);
    set_limits();
    shared_per_sm_ = info.shared_per_sm_bytes;
    allow_shared(count_by_team);
    allow_shared(count_by_block);
    allow_shared(count_windows);
    allow_shared(fill_team_tables<V, true>);
    allow_shared(fill_team_tables<V, false>);
    allow_shared(fill_team_windows<V, true>);
    allow_shared(fill_team_windows<V, false>);
    allow_shared(fill_team_bits_rows<V, true>);
    allow_shared(fill_team_bits_rows<V, false>);
    allow_shared(fill_block_tables<V>);
    allow_shared(fill_block_bits<V>);
    allow_shared(fill_windows<V>);
    allow_shared(fill_team_masks<V, true, true>);
    allow_shared(fill_team_masks<V, false, true>);
    allow_shared(fill_team_masks<V, true, false>);
    allow_shared(fill_team_masks<V, false, false>);
    allow_shared(fill_block_masks<V>);
    if (c.rerun == Rerun::places) {
      allow_shared(fill_team_again<V, true>);
      allow_shared(fill_team_again<V, false>);
      allow_shared(fill_block_again<V>);
    }
    if (c.rerun == Rerun::gather) {
      allow_shared(fill_tiles<V, true>);
      allow_shared(fill_tiles<V, false>);
    }
    if (c.adding == Adding::stable) allow_shared(sum_in_order<V>);
    if (c.memory == Source::pool) take_workspace(nullptr);
  }
  ~Plan() override { (void)cudaDeviceSynchronize(); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  std::int64_t symbolic(Stream s) override {
    const cudaStream_t stream = native(s);
    const PhaseOrder::Phase phase(order_, stream);
    if (config_.memory == Source::raw || may_bound_) {
      columns_.drop(stream);
      values_.drop(stream);
    }
    if (config_.memory == Source::raw) take_workspace(stream);
    again_.forget(stream);
    factors_.forget(stream);
    drop_staged(stream);
    entries_ = 0;
    filled_ = false;
    if (products_ == 0) {
      SPTUNE_CUDA(
          cudaMemsetAsync(row_.offsets, 0, 8 * static_cast<std::size_t>(a_.rows + 1), stream));
      *summary_ = {};
      return 0;
    }
    SPTUNE_CUDA(cudaMemsetAsync(workspace_.data(), 0,
                                static_cast<std::size_t>(layout_.states * layout_.state_bytes),
                                stream));
    analyse_rows(stream);
    if (may_bound_) sum_bounds(stream);
    SPTUNE_CUDA(cudaStreamSynchronize(stream));
    if (may_bound_ && bounds_pay()) {
      if (bounds_fit()) {
        fill_by_bounds(stream);
      } else {
        // The lists of the rows to be counted are gone: once more, from now on without bounds.
        may_bound_ = false;
        return symbolic(s);
      }
    } else {
      count_entries(stream);
    }
    offsets_and_bins<<<static_cast<unsigned>(layout_.tiles), scan_threads, 0, stream>>>(
        a_.rows, pattern_of(a_).offsets, limits_, row_, counters(), tiles(), summary_, nullptr);
    SPTUNE_CUDA(cudaGetLastError());
    SPTUNE_CUDA(cudaStreamSynchronize(stream));
    entries_ = summary_->entries;
    return entries_;
  }

  void allocate(Stream s) override {
    const PhaseOrder::Phase phase(order_, native(s));
    require_memory(layout_.bytes + entries_ * per_entry, limit_);
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

  void numeric(Stream s) override;

  [[nodiscard]] AnyCsr result() const override {
    return device_product(a_, b_, entries_, row_.offsets, columns_, values_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override { return pool_.peak_bytes(); }

 private:
  void set_limits();
  void analyse_rows(cudaStream_t stream);
  void count_entries(cudaStream_t stream);
  void count_giants(cudaStream_t stream);
  void sum_bounds(cudaStream_t stream);
  void fill_by_bounds(cudaStream_t stream);
  void take_staged(const Product<V>& c, cudaStream_t stream);
  void fill_by_windows(const Product<V>& c, Counters* queues, const Summary& sizes);
  void fill_again(const Product<V>& c);
  void fill(const Product<V>& c, const Summary& sizes);
  void sum_by_blocks_again(const Product<V>& c, cudaStream_t stream);

  void take_workspace(cudaStream_t stream) {
    workspace_.get(layout_.bytes, stream);
    row_ = layout_.rows_at(workspace_.data(), a_.rows);
    if (stream == nullptr) SPTUNE_CUDA(cudaStreamSynchronize(nullptr));
  }
  /// `state` 1: of the sums of bounds.
  [[nodiscard]] Counters* counters(int state = 0) const {
    return reinterpret_cast<Counters*>(workspace_.data() + state * layout_.state_bytes);
  }
  /// B by words while the workspace is there, if so few that they are used.
  [[nodiscard]] Masks masks() const {
    if (limits_.most_words == 0 ||
        summary_->words > static_cast<unsigned long long>(limits_.most_words)) {
      return {};
    }
    return masks_to_try();
  }
  [[nodiscard]] Masks masks_to_try() const {
    if (limits_.most_words == 0) return {};
    return {pattern_of(b_).offsets, layout_.rows_of_b_at(workspace_.data()),
            layout_.words_at(workspace_.data())};
  }
  [[nodiscard]] volatile unsigned long long* tiles(int state = 0) const {
    return reinterpret_cast<unsigned long long*>(workspace_.data() + state * layout_.state_bytes +
                                                 align(sizeof(Counters)));
  }
  [[nodiscard]] RowList list(const int (&rows)[most_bins], int bin) const {
    return RowList::of(row_.lists, bin, rows[bin], a_.rows);
  }
  [[nodiscard]] Product<V> product(const RowArrays& row, const PoolBytes& columns,
                                   const PoolBytes& values) const {
    return {pattern_of(a_),
            static_cast<const V*>(a_.values),
            pattern_of(b_),
            static_cast<const V*>(b_.values),
            row,
            reinterpret_cast<Index*>(columns.data()),
            reinterpret_cast<V*>(values.data()),
            masks()};
  }
  /// Rows at the places of their bounds.
  [[nodiscard]] RowArrays bounded_rows() const {
    RowArrays row = row_;
    row.entries = row_.bounds;
    row.offsets = row_.bound_offsets;
    row.lengths = row_.entries;
    return row;
  }
  [[nodiscard]] bool bounds_pay() const {
    return config_.sizes == Sizes::bound || by_bounds_->sample.bounds_pay();
  }
  [[nodiscard]] bool bounds_fit() const {
    return layout_.bytes + by_bounds_->entries * per_entry <= limit_;
  }
  void drop_staged(cudaStream_t stream) {
    staged_ = false;
    staged_columns_.drop(stream);
    staged_values_.drop(stream);
  }
  /// Lanes per row of B in the kernels of teams.
  [[nodiscard]] int lanes() const {
    return config_.lanes > 0 ? config_.lanes : lanes_for(mean_row_, 32);
  }
  /// Lanes of a team that needs `bytes`: a block must leave room for others.
  [[nodiscard]] int team_size_for(int bytes) const {
    int size = std::max(lanes(), 8);
    while (size < 32 && team_threads / size * bytes > 48 * 1024) size *= 2;
    return size;
  }
  /// Whether a team of `size` lanes walks one row of B at a time.
  [[nodiscard]] bool ordered(int size) const {
    return config_.adding == Adding::stable ||
           (config_.adding == Adding::automatic && size <= 2 * lanes());
  }
  /// Blocks that a multiprocessor's shared memory holds: each takes a kilobyte for the driver.
  [[nodiscard]] std::int64_t blocks_resident(std::int64_t bytes) const {
    return (shared_per_sm_ - 1024) / (bytes + 1024);
  }
  /// Threads of a block that needs `bytes`, so that the rows of its bin fill the device. A
  /// multiprocessor holds `most` threads of the kernel: its registers say so.
  [[nodiscard]] int threads_for(std::int64_t bytes, std::int64_t rows, int most) const {
    const std::int64_t resident = std::clamp<std::int64_t>(blocks_resident(bytes), 1, 16);
    const std::int64_t per_sm =
        std::clamp<std::int64_t>((rows + sm_count_ - 1) / sm_count_, 1, resident);
    int threads = 128;
    while (threads < 1024 && threads * per_sm < most) threads *= 2;
    return threads;
  }

  static constexpr std::int64_t per_entry = sizeof(Index) + sizeof(V);
  AnyCsr a_;
  AnyCsr b_;
  Config config_;
  std::int64_t limit_;
  std::int64_t mean_row_;
  std::int64_t products_;
  Layout layout_;
  bool may_bound_;
  Limits limits_;
  int sm_count_ = 1;
  std::int64_t l2_bytes_ = 0;
  std::int64_t shared_per_sm_ = 0;
  int most_shared_ = 0;
  PhaseOrder order_;
  Pool pool_;
  PoolBytes workspace_;
  PoolBytes windows_;  ///< entries per window of giant rows
  PoolBytes columns_;
  PoolBytes values_;
  PoolBytes staged_columns_;  ///< of C, by bounds
  PoolBytes staged_values_;
  Again<V> again_;
  FactorsKept<V> factors_;
  SideStreams streams_;
  PinnedSummary pinned_;
  Summary* summary_ = pinned_.get();
  PinnedSummary pinned_by_bounds_;
  Summary* by_bounds_ = pinned_by_bounds_.get();
  RowArrays row_{};
  int windows_per_giant_ = 0;
  std::int64_t entries_ = 0;
  bool staged_ = false;  ///< C has been computed, perhaps apart
  bool filled_ = false;
};

template <class V>
void Plan<V>::set_limits() {
  constexpr int value_size = static_cast<int>(sizeof(V));
  Limits& l = limits_;
  l.bits = config_.counting == Counting::bits;
  l.team_bits = std::min(65536, most_shared_ / (team_threads / 32) * 8);
  l.block_bits = std::min(262144, most_shared_ * 8);
  int counted = 1;
  while (counted * 2 * 4 <= most_shared_) counted *= 2;
  l.most_counted_by_hash = std::min(24576, counted / 4 * 3);
  l.sort_products = config_.sort;
  l.merge = config_.sort > 0 && a_.rows >= std::int64_t{sm_count_} * 1024 &&
            b_.nnz < std::numeric_limits<std::int32_t>::max();
  // Heavy rows of C meet the longer rows of B, whose words are fuller than the mean.
  const std::int64_t words = words_to_try(config_, {a_, b_, {}, products_});
  l.most_counted_words = most_words_in(most_shared_ / (team_threads / 32));
  l.most_words = config_.words == ByWords::always ? words : words / 5 * 4;
  l.value_size = value_size;
  l.fill_bits_per_product = config_.bits;
  l.most_shared = most_shared_;
  l.team_bytes = std::min(l.team_bytes, most_shared_ / (team_threads / 8) / 16 * 16);
  l.team_entries = config_.team_entries;
  const auto fits_team = [&](int columns) {
    return team_threads / 32 * (columns * value_size + columns / 8) <= most_shared_;
  };
  l.team_window = config_.team_window;
  while (!fits_team(l.team_window)) l.team_window /= 2;
  l.wide_window =
      static_cast<int>(std::int64_t{most_shared_} * 8 / (8 * value_size + 9)) / 128 * 128;
  l.small_window = std::min(config_.block_window, l.wide_window);
  l.most_passes = config_.passes;
  int slots = 16384;
  while (table_bytes(slots, value_size) > most_shared_) slots /= 2;
  l.most_in_table = slots / 2;
  windows_per_giant_ = static_cast<int>((b_.cols + l.wide_window - 1) / l.wide_window);
  // A quarter of what a multiprocessor gets on average, at least; with a half or an eighth Zipf's
  // rows took 1.1 to 1.3 times as long (docs/measurements/2026-11-22-gpu-reruns.md).
  l.late = static_cast<int>(
      std::clamp<std::int64_t>(products_ / (std::int64_t{4} * sm_count_), 8192, l.giant));
  l.heavy = std::min(l.heavy, l.late);
}

template <class V>
void Plan<V>::analyse_rows(cudaStream_t stream) {
  const Masks words = masks_to_try();
  if (words.on()) {
    const int lanes = lanes_for(b_.nnz / std::max<std::int64_t>(1, b_.rows), 32);
    const int rows = static_cast<int>(std::clamp<std::int64_t>(
        b_.rows / (std::int64_t{sm_count_} * 16), mask_threads / lanes, most_masked_rows));
    mask_rows<<<static_cast<unsigned>((b_.rows + rows - 1) / rows), mask_threads, 0, stream>>>(
        b_.rows, pattern_of(b_), lanes, rows, layout_.rows_of_b_at(workspace_.data()),
        layout_.words_at(workspace_.data()), &counters()->words);
    SPTUNE_CUDA(cudaGetLastError());
  }
  const std::int64_t mean = a_.nnz / std::max<std::int64_t>(1, a_.rows);
  // Lanes that share a row tell each other what they found: up to four turns are cheaper.
  int row_lanes = 2;
  while (row_lanes < 32 && 4 * row_lanes < mean) row_lanes *= 2;
  const int at_once = analysis_threads / row_lanes;
  const std::int64_t spread = a_.rows / (std::int64_t{sm_count_} * 8);
  const int rows_per_block =
      static_cast<int>(std::clamp<std::int64_t>(spread, at_once, most_rows_per_block));
  const auto blocks = static_cast<unsigned>((a_.rows + rows_per_block - 1) / rows_per_block);
  analyse<<<blocks, analysis_threads, 0, stream>>>(a_.rows, pattern_of(a_), pattern_of(b_), words,
                                                   row_lanes, rows_per_block, limits_, row_,
                                                   counters(), summary_);
  SPTUNE_CUDA(cudaGetLastError());
}

/// Giants by windows; leaves where each window begins.
template <class V>
void Plan<V>::count_giants(cudaStream_t stream) {
  const std::int64_t giants = summary_->rows[0][count_giant];
  const std::int64_t tasks = giants * windows_per_giant_;
  if (tasks > std::numeric_limits<std::int32_t>::max()) {
    throw DeviceError("spgemm: " + std::to_string(giants) + " rows of more than " +
                      std::to_string(limits_.giant) + " products have " + std::to_string(tasks) +
                      " windows of columns, more than a launch has blocks");
  }
  windows_.get(tasks * static_cast<std::int64_t>(sizeof(int)), stream);
  count_windows<<<static_cast<unsigned>(tasks), 1024,
                  static_cast<unsigned>(limits_.wide_window / 8), stream>>>(
      row_.giants, pattern_of(a_), pattern_of(b_), row_, config_.lanes, limits_.wide_window,
      windows_per_giant_, reinterpret_cast<int*>(windows_.data()));
  SPTUNE_CUDA(cudaGetLastError());
}

/// Where rows begin when each has as many entries as it may have, unless a sample speaks against
/// it, and which kernels fill them.
template <class V>
void Plan<V>::sum_bounds(cudaStream_t stream) {
  const Sample* sample = nullptr;
  if (config_.sizes == Sizes::automatic) {
    by_bounds_->sample = {};
    sample_rows<<<static_cast<unsigned>(std::min<std::int64_t>(a_.rows, most_sampled_rows)),
                  sample_threads, 0, stream>>>(a_.rows, pattern_of(a_), pattern_of(b_), row_,
                                               products_, counters(), by_bounds_);
    SPTUNE_CUDA(cudaGetLastError());
    sample = &counters()->sample;
  }
  Limits limits = limits_;
  limits.most_words = 0;  // how many blocks of 32 columns a row has, is not known
  offsets_and_bins<<<static_cast<unsigned>(layout_.tiles), scan_threads, 0, stream>>>(
      a_.rows, pattern_of(a_).offsets, limits, bounded_rows(), counters(1), tiles(1), by_bounds_,
      sample);
  SPTUNE_CUDA(cudaGetLastError());
}

template <class V>
void Plan<V>::fill_by_bounds(cudaStream_t stream) {
  staged_columns_.get(by_bounds_->entries * static_cast<std::int64_t>(sizeof(Index)), stream);
  staged_values_.get(by_bounds_->entries * static_cast<std::int64_t>(sizeof(V)), stream);
  const Product<V> c = product(bounded_rows(), staged_columns_, staged_values_);
  const int giants = summary_->rows[0][count_giant];
  if (giants > 0) count_giants(stream);
  const int* const rows = by_bounds_->rows[1];
  const auto bins = std::count_if(rows, rows + fill_bins, [](int n) { return n > 0; });
  streams_.fork(stream, static_cast<int>(bins) + (giants > 0 ? 1 : 0));
  fill_by_windows(c, counters(1), *by_bounds_);
  fill(c, *by_bounds_);
  streams_.join();
  staged_ = true;
}

/// C as it was filled by bounds, with `c` for its places.
template <class V>
void Plan<V>::take_staged(const Product<V>& c, cudaStream_t stream) {
  if (entries_ < by_bounds_->entries) {
    const std::int64_t warps = ceil_div(entries_, moved_by_warp);
    move_together<V><<<blocks_for(warps, move_threads / 32), move_threads, 0, stream>>>(
        a_.rows, row_, entries_, reinterpret_cast<const Index*>(staged_columns_.data()),
        reinterpret_cast<const V*>(staged_values_.data()), c.columns, c.values);
    SPTUNE_CUDA(cudaGetLastError());
  }
  drop_staged(stream);
}

}  // namespace sptune::spgemm::hash_bins
