// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase: every row is analysed, goes to a bin, has its entries counted there, and gets
// its place in C.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/analysis.cuh"
#include "kernels/spgemm/cuda/hash_bins/numeric.cuh"
#include "kernels/spgemm/cuda/hash_bins/plan.cuh"
#include "kernels/spgemm/cuda/hash_bins/upper_bounds.cuh"
#include "sptune/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <string>

namespace sptune::spgemm::hash_bins {

template <class V>
void Plan<V>::set_facts() {
  const auto& info = sptune::cuda::this_device();
  l2_bytes_ = info.l2_bytes;
  facts_ = {info.sm_count,
            info.shared_per_sm_bytes,
            shared_of_block(config_),
            static_cast<int>(shared_of_rows(config_, a_.value_type)),
            config_.lanes,
            config_.lanes > 0 ? config_.lanes : lanes_for(mean_row_, 32),
            config_.hash,
            config_.adding == Adding::stable,
            config_.adding == Adding::atomic,
            b_.cols,
            mean_row_,
            (config_.lanes == 0 || config_.lanes == 32) &&
                row_policy::rows_are_uneven(products_, a_.nnz, b_.rows, b_.nnz)};
}

template <class V>
void Plan<V>::set_limits() {
  constexpr int value_size = static_cast<int>(sizeof(V));
  Limits& l = limits_;
  l.bits = config_.counting == Counting::bits;
  l.team_bits = std::min(65536, facts_.most_shared / (team_threads / 32) * 8);
  l.block_bits = std::min(262144, facts_.most_shared * 8);
  int counted = 1;
  while (counted * 2 * 4 <= facts_.most_shared) counted *= 2;
  l.most_counted_by_hash = std::min(24576, counted / 4 * 3);
  l.sort_products = config_.sort;
  l.merge = config_.sort > 0 && b_.nnz < std::numeric_limits<std::int32_t>::max();
  const ProductFacts product = facts_of({a_, b_, {}, products_});
  // Heavy rows of C name the longer rows of B, whose words are fuller than the mean.
  const std::int64_t words =
      layout_.words_bytes > 0 ? words_to_try(config_, {a_, b_, {}, products_}) : 0;
  l.most_counted_words = most_words_in(facts_.most_shared / (team_threads / 32));
  l.most_words = config_.words == ByWords::always ? words : words / 5 * 4;
  l.value_size = value_size;
  l.group_bytes = std::min(l.group_bytes, facts_.most_shared);
  if (may_group_) {
    l.fewest_followers = static_cast<unsigned long long>(
        config_.grouped == Grouped::always ? 1 : std::max<std::int64_t>(1, a_.nnz / 4));
  }
  l.fill_bits_per_product = config_.bits;
  l.most_shared = facts_.most_shared;
  l.team_bytes = std::min(l.team_bytes, facts_.most_shared / (team_threads / 8) / 16 * 16);
  // A launch more must have rows enough to be worth it: NotreDame_www, of few products, and
  // Q25FV47_KKT, of few rows, took 1.1 times as long (docs/measurements/spgemm-gpu.md).
  constexpr std::int64_t fewest_apart = std::int64_t{1} << 24;
  constexpr float fewest_rows_per_sm = 64;
  if (products_ < fewest_apart || product.rows_per_sm < fewest_rows_per_sm) {
    l.small_team_bytes = l.small_counting_bytes = 0;
  }
  l.team_entries = config_.team_entries;
  const auto fits_team = [&](int columns) {
    return team_threads / 32 * (columns * value_size + columns / 8) <= facts_.most_shared;
  };
  l.team_window = config_.team_window;
  while (!fits_team(l.team_window)) l.team_window /= 2;
  l.wide_window = row_policy::window_columns(facts_.most_shared, value_size);
  l.small_window = std::min(config_.block_window, l.wide_window);
  // Four bytes for each product of the rows that are sorted at the same time: 48 MiB, or an eighth
  // of what the workspace leaves.
  l.scattered_span = scattered_span(facts_.most_shared);
  l.scattered_products =
      static_cast<int>(std::clamp<std::int64_t>((limit_ - layout_.bytes) / (8 * 4), 0, 12 << 20));
  if (cuts_strips()) l.strip_columns = row_policy::strip_columns(facts_.most_shared, value_size);
  l.most_passes = config_.passes;
  int slots = 16384;
  while (table_bytes(slots, value_size) > facts_.most_shared) slots /= 2;
  l.most_in_table = slots / 2;
  // A quarter of what a multiprocessor gets on average, at least; with a half or an eighth zipf
  // 200000 took 1.27 and 1.09 times as long, 60000 1.03 and 1.02 (docs/measurements/spgemm-gpu.md).
  l.late = static_cast<int>(
      std::clamp<std::int64_t>(products_ / (std::int64_t{4} * facts_.sm_count), 8192, l.oversized));
  l.heavy = std::min(l.heavy, l.late);
  // A row that keeps a warp longer than all products keep the device goes to a block, unless most
  // rows are such: memplus 1.13 and bayer10 1.18 times as fast, 30 others within noise (H200, 24
  // November 2026). With rows of the mean among them mplate and crystk01 took 1.15 times as long;
  // of that no record was kept.
  l.team_products = static_cast<int>(std::min<std::int64_t>(
      l.team_products,
      std::max<std::int64_t>(products_ / (std::int64_t{32} * facts_.sm_count),
                             static_cast<std::int64_t>(4 * product.mean_products))));
  // Entries of A of a row often name rows of B that share a column, the diagonal of A·Aᵀ, which a
  // block adds to one after the other: 17 ns each, where a step of all products takes 1.2 µs
  // (stereo_vision, H200, docs/decisions/043-rows-that-blocks-share.md). A launch more must be
  // worth it, and a row that is no longer than others has nothing to gain.
  constexpr std::int64_t most_per_sm = 4;
  l.block_rows_of_b = static_cast<int>(std::clamp<std::int64_t>(
      std::max(64 * steps_of_all(), a_.nnz / (most_per_sm * facts_.sm_count)), 2048, 1 << 30));
  l.team_steps = steps_of_teams();
}

/// How long all products take the device, in steps of a team, of which one takes about as long as
/// 900 products of a multiprocessor.
template <class V>
std::int64_t Plan<V>::steps_of_all() const {
  constexpr std::int64_t products_a_step = 900;
  return products_ / (products_a_step * facts_.sm_count);
}

/// Steps at a row after which other teams would wait for this one, unless the configuration says
/// how many: those of all products, but at least `quarters` of the mean row's.
template <class V>
int Plan<V>::steps_of_row(int quarters) const {
  if (config_.team_steps > 0) return config_.team_steps;
  const std::int64_t rows = std::max<std::int64_t>(1, a_.rows);
  const bool few_rows = rows <= std::int64_t{4} * facts_.sm_count;
  const std::int64_t least =
      few_rows ? 50 : std::max<std::int64_t>(30, quarters * (a_.nnz + products_ / 32) / (4 * rows));
  return static_cast<int>(std::min<std::int64_t>(std::max(steps_of_all(), least), 1 << 20));
}

/// Most steps of a team at a row. Rows that are short beside the mean are not worth a launch of
/// blocks, but where there are few rows, teams for all of them leave the device idle: with 2.5
/// times the mean neos-957323 took 1.22 times as long, amazon_photo_adj 1.15, trento1 1.13; with
/// 0.75 times the mean cavity14 and rajat01 take 1.08 and 1.09 (23 products: 1.02 at the geometric
/// mean; H200, docs/measurements/spgemm-gpu.md).
template <class V>
int Plan<V>::steps_of_teams() const {
  return steps_of_row(3);
}

/// … of a warp where one launch does all: there it is cheaper than its whole block for longer rows
/// than a launch apart is. With two thirds of these bayer10 took 1.5 times as long, with 30 steps
/// for all mplate 1.4, with three times the mean cage10 1.1 (25 November 2026; H100s served then as
/// well as an H200, and no record was kept).
template <class V>
int Plan<V>::steps_of_warps() const {
  return steps_of_row(10) / 2 * 3;
}

template <class V>
void Plan<V>::drop_pattern(cudaStream_t stream) {
  if (config_.memory == MemorySource::raw || may_bound_) {
    columns_.drop(stream);
    values_.drop(stream);
  }
  if (config_.memory == MemorySource::raw) scattered_.drop(stream);
  value_replay_.reset(stream);
  gather_replay_.reset(stream);
  shifted_.reset(stream);
  row_.classes = nullptr;
  drop_staged(stream);
  entries_ = 0;
  complete_ = queue_drawn_ = placed_ = false;
  runs_ = 0;
  // Where a former run has given it back and could not take another, there is none.
  if (config_.memory == MemorySource::raw || workspace_.data() == nullptr) take_workspace(stream);
}

/// A launch fewer where the run before has left a state of zeros.
template <class V>
void Plan<V>::take_clear_state(cudaStream_t stream) {
  const auto clear = [&](int scan) {
    SPTUNE_CUDA(
        cudaMemsetAsync(state(scan), 0, static_cast<std::size_t>(layout_.state_bytes), stream));
  };
  if (next_clear_) {
    turn_ = 1 - turn_;
  } else {
    clear(0);
  }
  next_clear_ = false;
  if (may_bound_) clear(1);
}

template <class V>
std::int64_t Plan<V>::symbolic(Stream s) {
  const cudaStream_t stream = native(s);
  const PhaseOrder::Phase phase(order_, stream);
  drop_pattern(stream);
  if (products_ == 0) {
    SPTUNE_CUDA(
        cudaMemsetAsync(row_.offsets, 0, 8 * static_cast<std::size_t>(a_.rows + 1), stream));
    *summary_ = {};
    return 0;
  }
  if (multiplies_at_once_ && multiply_at_once(stream)) return entries_;
  take_clear_state(stream);
  look_at_operands(stream);
  summary_->reported = 0;
  // Strips are cut beside the analysis, while the host waits for what it says.
  {
    const auto forked = streams_.fork(stream, cuts_strips() ? 2 : 1);
    analyse_rows(streams_.next());
    if (cuts_strips()) cut_strips(streams_.next());
    streams_.join();
  }
  if (may_share_) shifted_.sample(a_, b_, counters(), stream);
  if (may_bound_) sum_bounds(stream);
  if (may_share_ || may_bound_) {
    sptune::cuda::wait_for(stream);
  } else {
    wait_for_report(summary_, stream);
  }
  if (tables_are_in_the_way()) return symbolic_without_tables(s);
  if (summary_->followers < limits_.fewest_followers) row_.groups = groups_of_b_ = nullptr;
  const bool to_count = may_share_ && share_places(stream);
  if (!shared_places_fit()) return symbolic_without_sharing(s);
  if (!to_count && may_bound_ && bounds_pay()) {
    if (!bounds_fit() || !fill_by_bounds(stream)) {
      // The lists of the rows to be counted are gone: once more, from now on without bounds.
      may_bound_ = false;
      return symbolic(s);
    }
  } else {
    count_entries(stream);
  }
  summary_->reported = 0;
  launch(offsets_kernel(), static_cast<unsigned>(layout_.tiles), scan_threads, 0, stream, a_.rows,
         pattern_of(a_).offsets, limits_, policy_.fill, row_, counters(), tiles(), summary_,
         nullptr);
  wait_for_report(summary_, stream);
  take_scattered(*summary_, 1, stream);
  entries_ = summary_->entries;
  if (!shared_places_fit()) return symbolic_without_sharing(s);
  return tables_are_in_the_way() ? symbolic_without_tables(s) : entries_;
}

template <class V>
std::int64_t Plan<V>::symbolic_without_tables(Stream s) {
  leave_tables_out();
  take_workspace(native(s));
  return symbolic(s);
}

/// Enqueues all of C; `summary` gets its entries unless it is null. False: that cannot be launched.
template <class V>
bool Plan<V>::enqueue_at_once(Summary* summary, cudaStream_t stream) {
  const std::int64_t entries = most_entries();
  columns_.get(entries * static_cast<std::int64_t>(sizeof(Index)), stream);
  values_.get(entries * static_cast<std::int64_t>(sizeof(V)), stream);
  Product<V> c = product(row_, columns_, values_);
  c.masks = {};  // nobody has looked at B
  return at_once_.run(c, a_.rows, b_.cols, entries, facts_, steps_of_warps(), summary, stream);
}

/// C by one launch. False: that cannot be launched, a row is too long for it, or the device lacks
/// the memory for all products, which phases do without; now and in later runs.
template <class V>
bool Plan<V>::multiply_at_once(cudaStream_t stream) {
  summary_->reported = 0;
  try {
    if (enqueue_at_once(summary_, stream)) {
      wait_for_report(summary_, stream);
      complete_ = summary_->entries >= 0;
    }
  } catch (const std::bad_alloc&) {  // as where it cannot be launched
  }
  if (complete_) {
    entries_ = summary_->entries;
  } else {
    multiplies_at_once_ = false;
    at_once_.drop(stream);
    columns_.drop(stream);
    values_.drop(stream);
  }
  return complete_;
}

/// Finds the rows that share places where that pays. True: these are counted, the others are in the
/// lists of counting bins.
template <class V>
bool Plan<V>::share_places(cudaStream_t stream) {
  const bool always = config_.shifted == Shifted::always;
  if (!always && !shifted_.sample_pays()) return false;
  bool found = false;
  try {
    found = shifted_.find<V>(a_, b_, products_, always ? 2 : 16, row_, facts_.most_shared,
                             limit_ - bytes_beside_c(), stream);
  } catch (const std::bad_alloc&) {
    may_share_ = false;  // rows are counted without, now and in later runs
    sptune::cuda::wait_for(stream);
    shifted_.reset(stream);
  }
  if (!found) return false;
  sptune::cuda::wait_for(stream);
  if (shifted_.rows() == 0) {
    shifted_.reset(stream);
    return false;
  }
  row_.classes = shifted_.classes();
  row_.groups = groups_of_b_ = nullptr;
  SPTUNE_CUDA(cudaMemsetAsync(counters(), 0, offsetof(Counters, sampled_shapes), stream));
  if (shifted_.complete()) {
    std::fill_n(summary_->rows[0], most_bins, 0);
    return true;
  }
  analyse_rows(stream);
  sptune::cuda::wait_for(stream);
  return true;
}

template <class V>
void Plan<V>::look_at_operands(cudaStream_t stream) {
  row_.groups = groups_of_b_ = nullptr;
  const WordsTask words = words_task();
  GroupsTask of_a{};
  GroupsTask of_b{};
  if (may_group_) {
    of_a = groups_task(a_, layout_.groups_at(workspace_.data()), &counters()->followers);
    if (!same_pattern(a_, b_)) {
      of_b = groups_task(b_, layout_.groups_of_b_at(workspace_.data()), nullptr);
    }
    row_.groups = of_a.groups;
    groups_of_b_ = of_b.groups != nullptr ? of_b.groups : of_a.groups;
  }
  const int blocks = words.blocks + of_a.blocks + of_b.blocks;
  if (blocks == 0) return;
  launch(hash_bins::look_at_operands, static_cast<unsigned>(blocks), mask_threads, 0, stream, words,
         of_a, of_b);
}

template <class V>
WordsTask Plan<V>::words_task() const {
  if (!masks_to_try().on()) return {};
  const int lanes = lanes_for(b_.nnz / std::max<std::int64_t>(1, b_.rows), 32);
  const std::int64_t wanted = std::clamp<std::int64_t>(
      b_.rows / (std::int64_t{facts_.sm_count} * 16), mask_threads / lanes, most_masked_rows);
  const int run = 32 / lanes;  // rows of a warp, which stay together
  const auto rows = static_cast<int>(ceil_div(wanted, run) * run);
  return {static_cast<int>(ceil_div(b_.rows, rows)),
          b_.rows,
          pattern_of(b_),
          lanes,
          rows,
          layout_.rows_of_b_at(workspace_.data()),
          layout_.words_at(workspace_.data()),
          &counters()->words};
}

template <class V>
GroupsTask Plan<V>::groups_task(const AnyCsr& m, std::uint8_t* groups,
                                unsigned long long* followers) const {
  const std::int64_t most_blocks = std::int64_t{facts_.sm_count} * 8;
  const int tile = m.rows >= most_blocks * grouped_rows ? grouped_rows : few_grouped_rows;
  return {static_cast<int>(std::min(ceil_div(m.rows, tile), most_blocks)),
          m.rows,
          tile,
          pattern_of(m),
          lanes_for(m.nnz / std::max<std::int64_t>(1, m.rows) / 4, 32),
          config_.grouped == Grouped::automatic && followers != nullptr,
          groups,
          followers};
}

template <class V>
void Plan<V>::analyse_rows(cudaStream_t stream) {
  const Masks words = masks_to_try();
  const std::int64_t mean = a_.nnz / std::max<std::int64_t>(1, a_.rows);
  // Lanes that share a row exchange what they found: up to four steps are cheaper.
  // More where there are threads without a row: long rows that are neighbours come to more blocks.
  const std::int64_t free_lanes = std::int64_t{facts_.sm_count} * 1024;
  constexpr std::int64_t longest_alone = 6;  // entries, on average
  int row_lanes = 1;
  while (row_lanes < 32 && ((row_lanes == 1 ? longest_alone : 4 * row_lanes) < mean ||
                            2 * row_lanes * a_.rows <= free_lanes)) {
    row_lanes *= 2;
  }
  // Few rows may be long ones, which a block takes one after the other.
  const auto at_once = static_cast<int>(
      std::clamp<std::int64_t>(a_.rows / facts_.sm_count, 1, analysis_threads / row_lanes));
  const std::int64_t spread = a_.rows / (std::int64_t{facts_.sm_count} * 8);
  const int rows_per_block =
      static_cast<int>(std::clamp<std::int64_t>(spread, at_once, most_rows_per_block));
  const auto blocks = static_cast<unsigned>((a_.rows + rows_per_block - 1) / rows_per_block);
  launch(analyse, blocks, analysis_threads, 0, stream, a_.rows, pattern_of(a_), pattern_of(b_),
         words, row_lanes, rows_per_block, limits_, policy_.count, row_, counters(), summary_,
         other_state(), static_cast<int>(layout_.state_bytes / 16));
  next_clear_ = true;
}

/// For those that fill rows.
template <class V>
void Plan<V>::cut_strips(cudaStream_t stream) {
  const Strips own = strips();
  const int step_bits = strip_step_bits(b_.cols);
  auto* const of_steps = workspace_.data() + layout_.strips_at;
  launch(choose_strips, 1, strip_steps, 0, stream, pattern_of(a_), a_.nnz, pattern_of(b_),
         static_cast<Index>(b_.cols), step_bits, const_cast<int*>(own.columns), of_steps);
  launch(find_strips,
         static_cast<unsigned>(std::min<std::int64_t>(ceil_div(b_.rows, strip_threads / 32),
                                                      std::int64_t{facts_.sm_count} * 16)),
         strip_threads, 0, stream, b_.rows, pattern_of(b_), step_bits, of_steps,
         const_cast<unsigned*>(own.begins));
}

template <class V>
void Plan<V>::count_entries(cudaStream_t stream) {
  take_scattered(*summary_, 0, stream);
  const int* const rows = summary_->rows[0];
  const auto launches =
      static_cast<int>(std::count_if(rows, rows + most_bins, [](int n) { return n > 0; }));
  const auto forked = streams_.fork(stream, launches);
  if (rows[oversized_bin] > 0) count_oversized_rows(streams_.next());
  const Product<void> c{pattern_of(a_), nullptr, pattern_of(b_), nullptr, row_,
                        nullptr,        nullptr, masks(),        {}};
  CountLaunch at{facts_,
                 limits_,
                 c,
                 streams_,
                 bins(*summary_, 0),
                 counters()->queue[0],
                 {},
                 reinterpret_cast<unsigned*>(scattered_.data())};
  launch_all<CountAccumulators>(at, false);
  streams_.join();
}

/// How many oversized rows the analysis has reported, and how blocks share them.
template <class V>
OversizedRows Plan<V>::oversized_sizes() const {
  OversizedRows all;
  all.count = summary_->rows[0][oversized_bin];
  if (all.count == 0) return all;
  const std::int64_t span = summary_->need[0][oversized_bin];
  all.columns =
      static_cast<int>(std::min<std::int64_t>(ceil_div(span, 128) * 128, limits_.wide_window));
  all.windows = static_cast<int>(ceil_div(span, all.columns));
  const std::int64_t windows = std::int64_t{all.count} * all.windows;
  if (windows > std::numeric_limits<std::int32_t>::max()) {
    throw DeviceError("spgemm: " + std::to_string(all.count) + " rows of very many products have " +
                      std::to_string(windows) +
                      " windows of columns, more than a launch has blocks");
  }
  // A part is a quarter of what takes as long as all products, or what eight for each
  // multiprocessor leave to it.
  constexpr std::int64_t most_parts = 32;
  const std::int64_t longest = summary_->need[0][longest_row_bin];
  if (longest > limits_.block_rows_of_b) {
    all.parts = static_cast<int>(
        std::clamp<std::int64_t>(std::min(ceil_div(4 * longest, limits_.block_rows_of_b),
                                          std::int64_t{facts_.sm_count} * 8 / windows),
                                 1, most_parts));
  }
  return all;
}

/// … and where they are, once there is room.
template <class V>
OversizedRows Plan<V>::oversized_rows() const {
  OversizedRows all = oversized_sizes();
  if (all.count == 0) return all;
  all.rows = reinterpret_cast<Index*>(windows_.data());
  all.begins = all.rows + all.count;
  if (all.parts > 1) {
    all.bits = reinterpret_cast<unsigned*>(all.begins + std::int64_t{all.count} * all.windows);
  }
  return all;
}

/// Oversized rows by windows; leaves where each window begins.
template <class V>
void Plan<V>::count_oversized_rows(cudaStream_t stream) {
  require_memory(bytes_beside_c(), limit_);  // bitmaps of many windows may be more than all of C
  windows_.get(oversized_sizes().bytes(), stream);
  const OversizedRows all = oversized_rows();
  if (all.parts > 1) {
    SPTUNE_CUDA(
        cudaMemsetAsync(all.begins, 0, static_cast<std::size_t>(all.shared_bytes()), stream));
  }
  launch(count_windows, static_cast<unsigned>(all.tasks()), 1024, all.columns / 8, stream,
         row_.oversized, pattern_of(a_), pattern_of(b_), row_, config_.lanes, all);
  launch(sum_windows, static_cast<unsigned>(all.count), 1024, 0, stream, all, row_);
}

/// Where rows begin when each has as many entries as it may have, unless a sample speaks against
/// it, and which kernels fill them.
template <class V>
void Plan<V>::sum_bounds(cudaStream_t stream) {
  const Sample* sample = nullptr;
  if (config_.sizes == Sizes::automatic) {
    by_bounds_->sample = {};
    launch(sample_rows, static_cast<unsigned>(std::min<std::int64_t>(a_.rows, most_sampled_rows)),
           sample_threads, 0, stream, a_.rows, pattern_of(a_), pattern_of(b_), row_, products_,
           counters(), by_bounds_);
    sample = &counters()->sample;
  }
  Limits limits = limits_;
  limits.most_words = 0;  // how many blocks of 32 columns a row has, is not known
  launch(offsets_kernel(), static_cast<unsigned>(layout_.tiles), scan_threads, 0, stream, a_.rows,
         pattern_of(a_).offsets, limits, policy_.fill, bounded_rows(), counters(1), tiles(1),
         by_bounds_, sample);
}

/// False: the device has no memory for that.
template <class V>
bool Plan<V>::fill_by_bounds(cudaStream_t stream) {
  try {
    staged_columns_.get(by_bounds_->entries * static_cast<std::int64_t>(sizeof(Index)), stream);
    staged_values_.get(by_bounds_->entries * static_cast<std::int64_t>(sizeof(V)), stream);
    if (summary_->rows[0][oversized_bin] > 0) count_oversized_rows(stream);
    take_scattered(*by_bounds_, 1, stream);
  } catch (const std::bad_alloc&) {
    return false;
  }
  const Product<V> c = product(bounded_rows(), staged_columns_, staged_values_);
  begin_oversized_rows(c, stream);
  const auto forked = streams_.fork(stream, fill_launches(*by_bounds_, false));
  fill(c, *by_bounds_, counters(1), false);
  streams_.join();
  staged_ = true;
  return true;
}

}  // namespace sptune::spgemm::hash_bins
