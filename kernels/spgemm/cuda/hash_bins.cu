// SPDX-License-Identifier: BSD-3-Clause
// Two-phase row-wise SpGEMM on the GPU: every row goes to the kernel that suits its products, its
// entries and its span of columns.
#include "sptune/kernels/api/variant.hpp"
#include "sptune/kernels/cuda/device.hpp"
#include "sptune/kernels/spgemm/cuda/again.cuh"
#include "sptune/kernels/spgemm/cuda/bounds.cuh"
#include "sptune/kernels/spgemm/cuda/expand.cuh"
#include "sptune/kernels/spgemm/cuda/fit.cuh"
#include "sptune/kernels/spgemm/cuda/gathered.cuh"
#include "sptune/kernels/spgemm/cuda/hash_bins_axes.cuh"
#include "sptune/kernels/spgemm/cuda/merge.cuh"
#include "sptune/kernels/spgemm/cuda/sum_in_order.cuh"
#include "sptune/kernels/spgemm/cuda/workspace.cuh"

#include <limits>
#include <memory>
#include <string>

namespace sptune::spgemm::hash_bins {
namespace {

using namespace spgemm::cuda;  // NOLINT(google-build-using-namespace): the room's own vocabulary

/// Entries of B to be written as words: none where that costs more than its use can save.
[[nodiscard]] std::int64_t words_to_try(const Config& c, const SpgemmProblem& p) {
  constexpr std::int64_t fewest_products = 1 << 21;
  constexpr std::int64_t fewest_uses = 8;  // of an entry of B
  const bool pays = p.products >= fewest_products && p.products >= fewest_uses * p.b.nnz;
  return c.words == ByWords::always || (c.words == ByWords::automatic && pays) ? p.b.nnz : 0;
}

/// Whether room for bounds is taken. With fewer products a sample costs what it could save: 10 µs
/// where counting 1e8 products takes 200.
[[nodiscard]] bool bounds_to_try(const Config& c, const SpgemmProblem& p) {
  constexpr std::int64_t fewest_products = 1 << 26;
  return p.products > 0 && (c.sizes == Sizes::bound ||
                            (c.sizes == Sizes::automatic && p.products >= fewest_products));
}

[[nodiscard]] unsigned blocks_for(int items, int per_block) {
  return static_cast<unsigned>((items - 1) / per_block + 1);
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
    // A kilobyte is the driver's, another is left for the static arrays of the kernels.
    most_shared_ = static_cast<int>(
        std::min<std::int64_t>(info.shared_per_block_bytes, std::int64_t{c.shared_kib} * 1024) -
        1024);
    set_limits();
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
    if (c.rerun == Rerun::gather) allow_shared(fill_tiles<V>);
    if (c.adding == Adding::stable) allow_shared(sum_in_order<V>);
    if (c.memory == Source::pool) take_workspace(nullptr);
  }
  ~Plan() override { (void)cudaDeviceSynchronize(); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  std::int64_t symbolic(Stream s) override {
    const cudaStream_t stream = native(s);
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
  /// Threads of a block that needs `bytes`, so that the rows of its bin fill the device. A
  /// multiprocessor holds `most` threads of the kernel: its registers say so.
  [[nodiscard]] int threads_for(std::int64_t bytes, std::int64_t rows, int most) const {
    const std::int64_t resident =
        std::clamp<std::int64_t>(std::int64_t{227} * 1024 / (bytes + 1024), 1, 16);
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
  int most_shared_ = 0;
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
    const std::int64_t warps = (entries_ + moved_by_warp - 1) / moved_by_warp;
    move_together<V>
        <<<static_cast<unsigned>((warps - 1) / (move_threads / 32) + 1), move_threads, 0, stream>>>(
            a_.rows, row_, entries_, reinterpret_cast<const Index*>(staged_columns_.data()),
            reinterpret_cast<const V*>(staged_values_.data()), c.columns, c.values);
    SPTUNE_CUDA(cudaGetLastError());
  }
  drop_staged(stream);
}

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
    factors_.learn(c, a_, b_, entries_, products_, limits_.most_shared, limit_ - pool_.held_bytes(),
                   stream);
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
    const std::int64_t resident = std::max<std::int64_t>(
        1, std::min<std::int64_t>(std::int64_t{227} * 1024 / (bytes + 1024), 1024 / threads));
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

Fit fit(const Config& c, const SpgemmProblem& p) {
  return fit_device(p, Layout(p.a.rows, p.b.rows, words_to_try(c, p), bounds_to_try(c, p)).bytes);
}

std::unique_ptr<SpgemmPlan> plan(const Config& c, const SpgemmProblem& p) {
  if (p.a.value_type == ValueType::f32) return std::make_unique<Plan<float>>(p, c);
  return std::make_unique<Plan<double>>(p, c);
}

}  // namespace

Variant cuda_variant() {
  return make_spgemm_variant(
      {.name = "hash_bins",
       .backend = Backend::cuda,
       .summary = "rows binned by work; hash tables and dense windows in shared memory",
       .source = "Nagasaka, Nukada, Matsuoka 2017, section 3 (bins, two phases); seeds.md 1",
       .deterministic = false},
      config_space, fit, plan, [](const Config& c) { return c.adding == Adding::stable; });
}

}  // namespace sptune::spgemm::hash_bins
