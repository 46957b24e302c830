// SPDX-License-Identifier: BSD-3-Clause
// The plan of hash_bins: what it holds between its phases.
#pragma once

#include "kernels/spgemm/cuda/fit.cuh"
#include "kernels/spgemm/cuda/hash_bins/at_once.cuh"
#include "kernels/spgemm/cuda/hash_bins/axes.cuh"
#include "kernels/spgemm/cuda/hash_bins/gather_replay.cuh"
#include "kernels/spgemm/cuda/hash_bins/row_groups.cuh"
#include "kernels/spgemm/cuda/hash_bins/shared_limit.cuh"
#include "kernels/spgemm/cuda/hash_bins/shifted_rows.cuh"
#include "kernels/spgemm/cuda/hash_bins/value_replay.cuh"
#include "kernels/spgemm/cuda/hash_bins/workspace.cuh"
#include "kernels/spgemm/cuda/streams.cuh"
#include "sptune/device.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>

namespace sptune::spgemm::hash_bins {

/// Entries of B to be written as words: none where that costs more than its use can save.
[[nodiscard]] inline std::int64_t words_to_try(const Config& c, const SpgemmProblem& p) {
  const bool pays = row_policy::words_may_pay(p.products, p.b.nnz);
  return c.words == ByWords::always || (c.words == ByWords::automatic && pays) ? p.b.nnz : 0;
}

/// Whether memory for bounds is taken. With fewer products a sample costs what it could save: 10 to
/// 50 µs (H200, 21 November 2026).
[[nodiscard]] inline bool bounds_to_try(const Config& c, const SpgemmProblem& p) {
  constexpr std::int64_t fewest_products = 1 << 26;
  return p.products > 0 && (c.sizes == Sizes::bound ||
                            (c.sizes == Sizes::automatic && p.products >= fewest_products));
}

/// Whether a sample of rows looks for shared places.
[[nodiscard]] inline bool shifts_to_try(const Config& c, const SpgemmProblem& p) {
  if (p.products == 0 || c.shifted == Shifted::never || c.sizes == Sizes::bound) return false;
  return c.shifted == Shifted::always || sharing_may_pay(p);
}

/// Whether neighbouring rows with the same columns are looked for.
[[nodiscard]] inline bool groups_to_try(const Config& c, const SpgemmProblem& p) {
  if (p.products == 0 || c.grouped == Grouped::never || bounds_to_try(c, p)) return false;
  return c.grouped == Grouped::always || row_policy::groups_may_pay(p.products, p.a.rows, p.a.nnz);
}

/// Whether one launch computes C, if there is room. Of 84 real products of up to 1e6 it takes less
/// time than the phases on all but one, and half on the median of those below 1e5. Up to 3 * 2^20
/// where the mean row is short four of five took 0.76 to 0.94 of the time, one 1.1; with no row
/// that is long or many times the mean up to 6 * 2^20 six of eight took 0.46 to 0.91, two 1.04
/// and 1.09, but 1.36 one whose longest row has 31 times the mean; up to 2^23 where each row has a
/// block of its own from the start five took 0.68 to 0.91 (docs/measurements/spgemm-gpu.md).
/// `blocks_of_sm()`: how many a multiprocessor has at the same time. May wait for the default
/// stream.
template <class Blocks>
[[nodiscard]] bool at_once_to_try(const Config& c, const SpgemmProblem& p, Blocks&& blocks_of_sm) {
  constexpr std::int64_t few_products = std::int64_t{1} << 21;
  constexpr std::int64_t few_products_if_short = std::int64_t{3} << 20;
  constexpr std::int64_t short_mean_row = 512;
  constexpr std::int64_t most_products_if_even = std::int64_t{6} << 20;
  constexpr std::int64_t most_products_if_few_rows = std::int64_t{1} << 23;
  constexpr std::int64_t long_row = 1500;
  constexpr std::int64_t long_to_mean = 8;
  constexpr std::int64_t most_products = std::int64_t{1} << 24;
  constexpr std::int64_t most_columns = (std::int64_t{1} << 24) - 1;  // keys of what is sorted
  constexpr std::int64_t most_entries = std::int64_t{1} << 30;  // of A: steps are summed as int
  if (p.products == 0 || p.products > most_products || p.b.cols > most_columns) return false;
  if (p.a.nnz > most_entries || p.a.nnz > most_rows_of_b * p.a.rows) return false;
  if (c.at_once == AtOnceChoice::always) return true;
  // What does not change how C is computed first.
  const bool replays = c.rerun == Rerun::search || c.rerun == Rerun::gather;
  const std::size_t apart =
      (c.policy == PolicyChoice::automatic ? 0 : 1) + (replays ? 1 + gather_space.distance(c) : 0);
  if (c.at_once == AtOnceChoice::never || config_space.distance(c) != apart) return false;
  const bool short_rows = p.products <= short_mean_row * p.a.rows;
  if (p.products <= (short_rows ? few_products_if_short : few_products)) return true;
  const int sm_count = sptune::cuda::this_device().sm_count;
  const bool few_rows = p.a.rows <= std::int64_t{blocks_of_sm()} * sm_count;
  if (p.products > (few_rows ? most_products_if_few_rows : most_products_if_even)) return false;
  const std::int64_t longest = longest_row(p, sm_count);
  if (few_rows) return longest <= most_products_of_row;
  return longest <= long_row && longest * p.a.rows <= long_to_mean * p.products;
}
/// Whether B's columns are cut into strips: where whoever sums by them is asked first and a block's
/// memory has room for all columns, or where he is forced.
[[nodiscard]] inline bool strips_to_try(const Config& c, const SpgemmProblem& p) {
  constexpr int by_strips = FillAccumulators::number<FillBlockStrips>;
  if (p.products == 0 || p.b.nnz > std::numeric_limits<std::uint32_t>::max()) return false;
  if (!sptune::cuda::device_info()) return false;  // whether a product fits is asked anywhere
  if (c.fill != ForcedFill::policy) return static_cast<int>(c.fill) == by_strips;
  const int value_size = p.a.value_type == ValueType::f32 ? 4 : 8;
  return row_policy::strips_may_pay(p.products, p.a.rows, p.a.nnz, p.b.rows, p.b.cols) &&
         p.b.cols <= row_policy::strip_columns(shared_of_rows(c, p.a.value_type), value_size) &&
         asks_early(chosen_policy(c.policy).fill, FillAccumulators::count, by_strips);
}
/// What a plan cannot do without. `with_tables`: and B by words and by strips where the
/// configuration leaves that open, which only save time.
[[nodiscard]] inline Layout layout_of(const Config& c, const SpgemmProblem& p, bool with_tables) {
  const bool words = with_tables || c.words == ByWords::always;
  const bool strips = with_tables || c.fill != ForcedFill::policy;
  return {p.a.rows,
          p.b.rows,
          words ? words_to_try(c, p) : 0,
          bounds_to_try(c, p),
          groups_to_try(c, p),
          strips && strips_to_try(c, p)};
}
/// With these tables if the limit allows it.
[[nodiscard]] inline Layout layout_within_limit(const Config& c, const SpgemmProblem& p) {
  const Layout all = layout_of(c, p, true);
  return all.bytes <= p.resources.memory_limit ? all : layout_of(c, p, false);
}

/// What a policy may ask about a product.
[[nodiscard]] inline ProductFacts facts_of(const SpgemmProblem& p) {
  const auto rows = static_cast<float>(std::max<std::int64_t>(p.a.rows, 1));
  return {rows / static_cast<float>(sptune::cuda::this_device().sm_count),
          static_cast<float>(p.products) / rows};
}

template <class V>
class Plan final : public SpgemmPlan {
 public:
  Plan(const SpgemmProblem& p, const Config& c)
      : a_(p.a),
        b_(p.b),
        config_(c),
        layout_(layout_within_limit(c, p)),
        policy_image_(chosen_policy(c.policy), facts_of(p), groups_to_try(c, p) || cuts_strips()),
        limit_(p.resources.memory_limit),
        recomputes_(p.resources.recomputes),
        mean_row_(p.a.nnz > 0 ? (p.products + p.a.nnz - 1) / p.a.nnz : 0),
        products_(p.products),
        may_bound_(bounds_to_try(c, p)),
        may_group_(groups_to_try(c, p)),
        may_share_(shifts_to_try(c, p)),
        pool_(c.memory),
        workspace_(pool_),
        windows_(pool_),
        scattered_(pool_),
        columns_(pool_),
        values_(pool_),
        shifted_(pool_),
        staged_columns_(pool_),
        staged_values_(pool_),
        value_replay_(pool_),
        at_once_(pool_),
        gather_replay_(pool_, {c.tile_threads, c.tile_shared, c.slice_depth,
                               sptune::cuda::this_device().sm_count}),
        streams_(c.streams - 1) {
    set_facts();
    set_limits();
    multiplies_at_once_ =
        !may_share_ && at_once_to_try(c, p, [&] { return at_once_.blocks_of_sm(p, facts_); }) &&
        at_once_.set_up(p, facts_) &&
        layout_.bytes + at_once_.bytes(most_entries()) + most_entries() * per_entry <= limit_;
    if (!multiplies_at_once_) streams_.create();
    if (c.memory == MemorySource::pool) take_workspace(nullptr);
  }
  ~Plan() override { order_.finish(); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  std::int64_t symbolic(Stream s) override;
  void allocate(Stream s) override;
  void numeric(Stream s) override;
  void complete(Stream s) override;

  [[nodiscard]] AnyCsr result() const override {
    return device_product(a_, b_, entries_, row_.offsets, columns_, values_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override { return pool_.peak_bytes(); }

 private:
  /// What a replay keeps are places; only a C that the symbolic phase has computed is of the former
  /// values.
  void take_values(const void* a, const void* b, Stream stream) override {
    a_.values = a;
    b_.values = b;
    forget_values(native(stream));
  }

  void set_facts();
  void set_limits();
  [[nodiscard]] std::int64_t steps_of_all() const;
  [[nodiscard]] int steps_of_row(int quarters) const;
  [[nodiscard]] int steps_of_teams() const;
  [[nodiscard]] int steps_of_warps() const;

  // The symbolic phase (symbolic.cuh).
  /// Entries of C at most.
  [[nodiscard]] std::int64_t most_entries() const { return std::min(products_, a_.rows * b_.cols); }
  bool enqueue_at_once(Summary* summary, cudaStream_t stream);
  [[nodiscard]] bool multiply_at_once(cudaStream_t stream);
  void drop_pattern(cudaStream_t stream);
  void take_clear_state(cudaStream_t stream);
  void look_at_operands(cudaStream_t stream);
  [[nodiscard]] WordsTask words_task() const;
  [[nodiscard]] GroupsTask groups_task(const AnyCsr& m, std::uint8_t* groups,
                                       unsigned long long* followers) const;
  void analyse_rows(cudaStream_t stream);
  void cut_strips(cudaStream_t stream);
  [[nodiscard]] bool share_places(cudaStream_t stream);
  void count_entries(cudaStream_t stream);
  void count_oversized_rows(cudaStream_t stream);
  [[nodiscard]] OversizedRows oversized_sizes() const;
  /// Once rows have been analysed; without what rows of the same shape share.
  [[nodiscard]] std::int64_t bytes_beside_c() const {
    return layout_.bytes + oversized_sizes().bytes() + scattered_.bytes();
  }
  /// … with these, and with C once its entries are known.
  [[nodiscard]] bool shared_places_fit() const {
    return shifted_.rows() == 0 ||
           bytes_beside_c() + shifted_.bytes() + entries_ * per_entry <= limit_;
  }
  /// Others need the memory of what rows share.
  [[nodiscard]] std::int64_t symbolic_without_sharing(Stream s) {
    may_share_ = false;
    return symbolic(s);
  }
  /// As far as is known, what only saves time takes the memory of C, or of oversized rows.
  [[nodiscard]] bool tables_are_in_the_way() const {
    return bytes_beside_c() + entries_ * per_entry > limit_ && least_layout().bytes < layout_.bytes;
  }
  [[nodiscard]] Layout least_layout() const {
    return layout_of(config_, {a_, b_, {}, products_}, false);
  }
  [[nodiscard]] std::int64_t symbolic_without_tables(Stream s);
  [[nodiscard]] OversizedRows oversized_rows() const;
  void begin_oversized_rows(const Product<V>& c, cudaStream_t stream);
  /// What sorting the rows of a phase takes, 0: of counting, 1: of filling.
  [[nodiscard]] std::int64_t scattered_bytes(const Summary& sizes, int phase) const {
    constexpr std::array<int, 2> of_phase{
        CountAccumulators::first_bin<CountWideBits> + CountWideBits::scattered_bin,
        FillAccumulators::first_bin<FillWideWindow> + FillWideWindow::scattered_bin};
    const int bin = of_phase[phase];
    return ScatteredLaunch::of(sizes.rows[phase][bin], sizes.need[phase][bin], facts_, limits_)
        .bytes();
  }
  /// Has room for that, and whatever there was room for.
  void take_scattered(const Summary& sizes, int phase, cudaStream_t stream) {
    const std::int64_t bytes = scattered_bytes(sizes, phase);
    if (bytes <= scattered_.bytes()) return;
    require_memory(bytes_beside_c() - scattered_.bytes() + bytes, limit_);
    scattered_.get(bytes, stream);
  }
  void sum_bounds(cudaStream_t stream);
  [[nodiscard]] bool fill_by_bounds(cudaStream_t stream);

  // The numeric phase (numeric.cuh).
  void take_c(cudaStream_t stream);
  void forget_values(cudaStream_t stream);
  void compute(cudaStream_t stream);
  void finish_staged(const Product<V>& c, cudaStream_t stream);
  void search(const Product<V>& c, cudaStream_t stream);
  [[nodiscard]] bool gathers_from_now_on() const;
  [[nodiscard]] bool wants_gather() const;
  [[nodiscard]] bool may_gather() const {
    return config_.rerun == Rerun::automatic && config_.adding != Adding::stable;
  }
  void build_gather_replay(const Product<V>& c, cudaStream_t stream);
  void build_value_replay(const Product<V>& c, cudaStream_t stream);
  template <class Replay, class Build>
  void build_where_there_is_memory(Replay& replay, cudaStream_t stream, Build&& build);
  void replay_values(const Product<V>& c);
  void fill_shared(const Product<V>& c);
  void fill(const Product<V>& c, const Summary& sizes, Counters* counters, bool replays);
  template <class List, class W>
  void launch_all(Launch<W>& at, bool replays);
  [[nodiscard]] int fill_launches(const Summary& sizes, bool replays) const;
  void sum_blocks_in_order(const Product<V>& c, cudaStream_t stream);

  /// B by words and by strips, which only save time: not from now on.
  void leave_tables_out() {
    layout_ = least_layout();
    limits_ = {};
    set_limits();
  }
  void take_workspace(cudaStream_t stream) {
    try {
      workspace_.get(layout_.bytes, stream);
    } catch (const std::bad_alloc&) {
      if (least_layout().bytes == layout_.bytes) throw;
      leave_tables_out();
      workspace_.get(layout_.bytes, stream);
    }
    next_clear_ = false;
    row_ = layout_.rows_at(workspace_.data(), a_.rows);
    unsigned char* const own = layout_.policy_at(workspace_.data());
    SPTUNE_CUDA(cudaMemcpyAsync(own, policy_image_.data(),
                                static_cast<std::size_t>(policy_image_.size()),
                                cudaMemcpyHostToDevice, stream));
    policy_ = {policy_image_.count(own, static_cast<int>(config_.count)),
               policy_image_.fill(own, static_cast<int>(config_.fill))};
    if (stream == nullptr) sptune::cuda::wait_for(nullptr);
  }
  /// Where scan 0, or 1, of the sums of bounds, counts.
  [[nodiscard]] unsigned char* state(int scan) const {
    return workspace_.data() + (scan == 0 ? turn_ : 2) * layout_.state_bytes;
  }
  /// Of the next run.
  [[nodiscard]] uint4* other_state() const {
    return reinterpret_cast<uint4*>(workspace_.data() + (1 - turn_) * layout_.state_bytes);
  }
  [[nodiscard]] Counters* counters(int scan = 0) const {
    return reinterpret_cast<Counters*>(state(scan));
  }
  /// B by words while the workspace is there, if so few that they are used.
  [[nodiscard]] Masks masks() const {
    const bool off = limits_.most_words == 0 ||
                     summary_->words > static_cast<unsigned long long>(limits_.most_words);
    Masks out = off ? Masks{} : masks_to_try();
    out.groups = groups_of_b_;
    return out;
  }
  [[nodiscard]] Masks masks_to_try() const {
    if (limits_.most_words == 0) return {};
    return {pattern_of(b_).offsets, layout_.rows_of_b_at(workspace_.data()),
            layout_.words_at(workspace_.data())};
  }
  [[nodiscard]] volatile unsigned long long* tiles(int scan = 0) const {
    return reinterpret_cast<unsigned long long*>(state(scan) + align(sizeof(Counters)));
  }
  /// The bins of a phase, 0: of counting, 1: of filling.
  [[nodiscard]] LaunchBins bins(const Summary& sizes, int phase) const {
    return {sizes.rows[phase], sizes.need[phase], row_.lists, a_.rows};
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
            masks(),
            strips()};
  }
  [[nodiscard]] bool cuts_strips() const { return layout_.strip_bytes > 0; }
  [[nodiscard]] Strips strips() const {
    return cuts_strips() ? layout_.strips_in(workspace_.data()) : Strips{};
  }
  /// Rows at the places of their bounds.
  [[nodiscard]] RowArrays bounded_rows() const {
    RowArrays row = row_;
    row.entries = row_.bounds;
    row.offsets = row_.bound_offsets;
    row.lengths = row_.entries;
    return row;
  }
  [[nodiscard]] auto offsets_kernel() const {
    return rows_per_thread(a_.rows) == 1 ? offsets_and_bins<1> : offsets_and_bins<4>;
  }
  [[nodiscard]] bool bounds_pay() const {
    return config_.sizes == Sizes::bound || by_bounds_->sample.bounds_pay();
  }
  [[nodiscard]] bool bounds_fit() const {
    const std::int64_t more =
        std::max<std::int64_t>(0, scattered_bytes(*by_bounds_, 1) - scattered_.bytes());
    return bytes_beside_c() + more + by_bounds_->entries * per_entry <= limit_;
  }
  void drop_staged(cudaStream_t stream) {
    staged_ = false;
    staged_columns_.drop(stream);
    staged_values_.drop(stream);
  }
  static constexpr std::int64_t per_entry = sizeof(Index) + sizeof(V);
  AnyCsr a_;
  AnyCsr b_;
  Config config_;
  Layout layout_;
  PolicyImage policy_image_;
  std::int64_t limit_;
  double recomputes_;  ///< expected; 0: nobody knows
  std::int64_t mean_row_;
  std::int64_t products_;
  bool may_bound_;
  bool may_group_;
  bool may_share_;
  Limits limits_;
  LaunchFacts facts_{};
  struct {
    PolicyView count;
    PolicyView fill;
  } policy_{};
  std::int64_t l2_bytes_ = 0;
  PhaseOrder order_;
  Pool pool_;
  PoolBytes workspace_;
  PoolBytes windows_;    ///< of oversized rows
  PoolBytes scattered_;  ///< columns that are sorted
  PoolBytes columns_;
  PoolBytes values_;
  ShiftedRows shifted_;
  PoolBytes staged_columns_;  ///< of C, by bounds
  PoolBytes staged_values_;
  ValueReplay<V> value_replay_;
  AtOnce<V> at_once_;
  GatherReplay<V> gather_replay_;
  SideStreams streams_;
  PinnedSummary pinned_;
  Summary* summary_ = pinned_.get();
  PinnedSummary pinned_by_bounds_;
  Summary* by_bounds_ = pinned_by_bounds_.get();
  RowArrays row_{};
  const std::uint8_t* groups_of_b_ = nullptr;  ///< where row_.groups are there
  std::int64_t entries_ = 0;
  bool multiplies_at_once_ = false;
  bool complete_ = false;     ///< C has been computed where it is
  bool staged_ = false;       ///< … perhaps apart
  bool placed_ = false;       ///< allocate() has found room for C, which may be there
  bool queue_drawn_ = false;  ///< numeric() may have launched what draws from it
  int runs_ = 0;              ///< … has been run outside a capture: C's columns are there
  int turn_ = 0;              ///< which state is this run's
  bool next_clear_ = false;   ///< the other one is zero, or will be when its turn comes
};

}  // namespace sptune::spgemm::hash_bins
