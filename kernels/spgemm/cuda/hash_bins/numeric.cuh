// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase: the kernel of each bin fills its rows, or a replay of what an earlier run
// found does.
#pragma once

#include "kernels/cuda/per_device.hpp"
#include "kernels/spgemm/cuda/hash_bins/fill_shared_places.cuh"
#include "kernels/spgemm/cuda/hash_bins/ordered_sums.cuh"
#include "kernels/spgemm/cuda/hash_bins/plan.cuh"
#include "kernels/spgemm/cuda/hash_bins/upper_bounds.cuh"
#include "sptune/error.hpp"

#include <algorithm>
#include <cstdint>
#include <new>

namespace sptune::spgemm::hash_bins {

/// How many rows an accumulator takes: those of its bins, and the oversized ones if they are its.
template <class List, class A>
[[nodiscard]] int rows_taken(const int* rows_of_bins, int oversized) {
  int rows = List::template rows_of<A>(rows_of_bins);
  if constexpr (requires { A::with_oversized; }) rows += oversized;
  return rows;
}

/// Every accumulator that has rows; with `replays` only those whose rows are not replayed.
template <class V>
template <class List, class W>
void Plan<V>::launch_all(Launch<W>& at, bool replays) {
  List::for_each([&]<class A>(std::type_identity<A>) {
    if constexpr (requires { A::replayed; }) {
      if (replays && A::replayed) return;
    }
    if (rows_taken<List, A>(at.bins.all_rows, at.oversized.count) == 0) return;
    at.bins.first = List::template first_bin<A>;
    if constexpr (ByTeams<A>) {
      launch_teams<A>(at);
    } else {
      A::launch(at);
    }
  });
}

template <class V>
void Plan<V>::allocate(Stream s) {
  if (multiplies_at_once_) return;
  if (placed_) return order_.follow(native(s));  // C, or its columns, may be there by now
  const PhaseOrder::Phase phase(order_, native(s));
  require_memory(bytes_beside_c() + shifted_.bytes() + entries_ * per_entry, limit_);
  if (staged_) {
    if (entries_ == by_bounds_->entries) {  // every bound was met: C is there
      columns_.swap(staged_columns_);
      values_.swap(staged_values_);
      placed_ = true;
      return;
    }
    // Sizes are known by now: C can be filled as if its rows had been counted.
    if (bytes_beside_c() + (by_bounds_->entries + entries_) * per_entry > limit_) {
      drop_staged(native(s));
    }
  }
  try {
    take_c(native(s));
  } catch (const std::bad_alloc&) {
    if (!staged_) throw;
    drop_staged(native(s));
    take_c(native(s));
  }
  placed_ = true;
}

template <class V>
void Plan<V>::take_c(cudaStream_t stream) {
  columns_.get(entries_ * static_cast<std::int64_t>(sizeof(Index)), stream);
  values_.get(entries_ * static_cast<std::int64_t>(sizeof(V)), stream);
}

/// What the symbolic phase has computed of C is of values that may be others by now: C is filled as
/// if its rows had been counted.
template <class V>
void Plan<V>::forget_values(cudaStream_t stream) {
  complete_ = staged_ = false;
  if (staged_columns_.bytes() == 0) return;
  if (sptune::cuda::capture_of(stream) != 0) return;  // a graph gives nothing back: the next does
  const PhaseOrder::Phase phase(order_, stream);
  drop_staged(stream);
}

template <class V>
void Plan<V>::numeric(Stream s) {
  forget_values(native(s));
  compute(native(s));
}

template <class V>
void Plan<V>::complete(Stream s) {
  const cudaStream_t stream = native(s);
  // A graph computes from the values of its launch.
  if (sptune::cuda::capture_of(stream) != 0) return numeric(s);
  if (!complete_) return compute(stream);
  complete_ = false;
  order_.follow(stream);
  ++runs_;
}

/// Values of C, and its columns unless they are there.
template <class V>
void Plan<V>::compute(cudaStream_t stream) {
  if (entries_ == 0) return;
  const bool captured = sptune::cuda::capture_of(stream) != 0;
  const PhaseOrder::Phase phase(order_, stream);
  const Product<V> c = product(row_, columns_, values_);
  const bool again = runs_ > 0 && !captured;
  if (again && gathers_from_now_on()) build_gather_replay(c, stream);
  if (gather_replay_.ready()) {
    gather_replay_.fill(c, streams_, stream);
  } else if (multiplies_at_once_) {
    if (!enqueue_at_once(nullptr, stream)) {  // the symbolic phase could
      throw DeviceError("spgemm: the device has no room any more for the launch that computes C");
    }
  } else if (staged_) {
    finish_staged(c, stream);
  } else {
    search(c, stream);
    if (again) build_value_replay(c, stream);
  }
  if (!captured) ++runs_;
}

/// Every row by its accumulator; values alone, once their places are known.
template <class V>
void Plan<V>::search(const Product<V>& c, cudaStream_t stream) {
  const bool replays = value_replay_.ready();
  const int oversized = summary_->rows[0][oversized_bin];
  bool queued = false;
  FillAccumulators::for_each([&]<class A>(std::type_identity<A>) {
    if constexpr (requires { A::comes_back; }) {
      queued = queued || (!(replays && A::replayed) &&
                          rows_taken<FillAccumulators, A>(summary_->rows[1], oversized) > 0);
    }
  });
  // The analysis has left zeros for the first run, but a graph that has captured it runs again, and
  // so does whoever has seen a launch fail behind one that draws.
  if (queued) {
    if (queue_drawn_ || sptune::cuda::capture_of(stream) != 0) {
      SPTUNE_CUDA(cudaMemsetAsync(counters()->queue, 0, sizeof(Counters::queue), stream));
    }
    queue_drawn_ = true;
  }
  begin_oversized_rows(c, stream);
  const auto forked =
      streams_.fork(stream, shifted_.launches() + fill_launches(*summary_, replays));
  fill_shared(c);
  fill(c, *summary_, counters(), replays);
  if (replays) replay_values(c);
  streams_.join();
  if (config_.adding == Adding::stable) sum_blocks_in_order(c, stream);
}

/// Whether factors are kept now, for values that have changed and may again. Keeping them pays from
/// five runs on (geometric mean of 177 real products). Where nobody knows how many there will be,
/// runs are searched until they have cost what keeping does: 2.9 of them at the median, 1.2 and 5.7
/// at the tenth and the ninetieth percentile (H200, docs/measurements/spgemm-gpu.md, "Values
/// again"). Rows that share their places are filled by these faster than by a replay, and stable
/// sums are others.
template <class V>
bool Plan<V>::gathers_from_now_on() const {
  constexpr double searched = 3;
  if (!gather_replay_.may_build() || shifted_.rows() > 0) return false;
  return wants_gather() || (may_gather() && runs_ - 1 >= std::max(recomputes_, searched));
}
template <class V>
bool Plan<V>::wants_gather() const {
  constexpr double pays_from = 5;
  return config_.rerun == Rerun::gather || (may_gather() && recomputes_ >= pays_from);
}

/// What runs can do without. Where the device has no memory for it they go on as before, and it is
/// not tried again on this pattern.
template <class V>
template <class Replay, class Build>
void Plan<V>::build_where_there_is_memory(Replay& replay, cudaStream_t stream, Build&& build) {
  const sptune::cuda::RelaxedCapture relaxed;  // another stream may be captured
  try {
    build();
  } catch (const std::bad_alloc&) {
    replay.give_up(stream);
  }
}

/// What nobody has asked for leaves most of the memory to others.
template <class V>
void Plan<V>::build_gather_replay(const Product<V>& c, cudaStream_t stream) {
  constexpr int unasked_share = 8;
  build_where_there_is_memory(gather_replay_, stream, [&] {
    static auto* const attributes = new sptune::cuda::OncePerDevice;  // to the end
    (*attributes)([] {
      allow_shared(fill_tiles<V, true>);
      allow_shared(fill_tiles<V, false>);
    });
    streams_.create();
    std::int64_t memory = limit_ - pool_.held_bytes();
    if (!wants_gather()) {
      memory = std::min(memory, sptune::cuda::free_memory() / unasked_share);
    }
    gather_replay_.build(c, a_, b_, entries_, products_, {limits_.most_shared, l2_bytes_, memory},
                         stream);
  });
}

/// On the second run.
template <class V>
void Plan<V>::build_value_replay(const Product<V>& c, cudaStream_t stream) {
  if (config_.rerun != Rerun::places || !value_replay_.may_build()) return;
  build_where_there_is_memory(value_replay_, stream, [&] {
    value_replay_.build(c, a_.rows, a_.nnz, products_, limits_, policy_.fill,
                        limit_ - pool_.held_bytes(), stream);
  });
}

/// Launches that are independent of each other; with `replays` those of the replay beside rows that
/// are filled as before.
template <class V>
int Plan<V>::fill_launches(const Summary& sizes, bool replays) const {
  int launches = 0;
  if (replays) launches += value_replay_.launches();
  FillAccumulators::for_each([&]<class A>(std::type_identity<A>) {
    if (replays && A::replayed) return;
    const int* const rows = sizes.rows[1] + FillAccumulators::first_bin<A>;
    int together = 0;  // bins
    if constexpr (requires { A::one_launch; }) {
      together = A::one_launch;
      bool any = std::any_of(rows, rows + together, [](int n) { return n > 0; });
      if constexpr (requires { A::with_oversized; }) {
        any = any || summary_->rows[0][oversized_bin] > 0;
      }
      launches += any ? 1 : 0;
    }
    launches += static_cast<int>(
        std::count_if(rows + together, rows + A::bins, [](int n) { return n > 0; }));
  });
  return launches;
}

/// Before all others, which would leave no multiprocessor empty for those that come after it.
template <class V>
void Plan<V>::begin_oversized_rows(const Product<V>& c, cudaStream_t stream) {
  const OversizedRows all = oversized_rows();
  if (all.bits == nullptr) return;
  launch(begin_windows<V>, static_cast<unsigned>(all.count * all.windows), 1024, all.columns / 8,
         stream, all, c);
}

/// The rows of `sizes` by their accumulators, oversized ones by windows. `counters`: of that run.
template <class V>
void Plan<V>::fill(const Product<V>& c, const Summary& sizes, Counters* counters, bool replays) {
  Launch<V> at{facts_,
               limits_,
               c,
               streams_,
               bins(sizes, 1),
               counters->queue[1],
               oversized_rows(),
               reinterpret_cast<unsigned*>(scattered_.data())};
  launch_all<FillAccumulators>(at, replays);
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
    launch(replay_by_block<V>, static_cast<unsigned>(rows), facts_.threads_for(bytes, rows), bytes,
           streams_.next(), value_replay_.list(bin, a_.rows), c, value_replay_.positions(),
           config_.lanes);
  }
  for (const ReplayBin bin : {replay_32, replay_16, replay_8}) {
    const int rows = value_replay_.rows(bin);
    if (rows == 0) continue;
    const int teams = rows_per_block(bin);
    const int size = team_threads / teams;
    const int bytes = value_replay_.need(bin);
    launch(facts_.ordered(size) ? replay_by_team<V, true> : replay_by_team<V, false>,
           blocks_for(rows, teams), team_threads, teams * bytes, streams_.next(),
           value_replay_.list(bin, a_.rows), c, value_replay_.positions(), size, config_.lanes,
           bytes);
  }
}

/// What blocks have filled, they have added up as their warps came.
template <class V>
void Plan<V>::sum_blocks_in_order(const Product<V>& c, cudaStream_t stream) {
  constexpr std::int64_t blocks_per_sm = 4;
  const auto sum = [&](const RowList& rows) {
    if (rows.count == 0) return;
    const auto shares = static_cast<unsigned>(
        std::clamp<std::int64_t>(facts_.sm_count * blocks_per_sm / rows.count, 1, 256));
    launch(sum_in_order<V>, dim3(static_cast<unsigned>(rows.count), shares), ordered_threads,
           ordered_bytes(static_cast<int>(sizeof(V))), stream, rows, c);
  };
  sum({row_.oversized, summary_->rows[0][oversized_bin], 1});
  LaunchBins filled = bins(*summary_, 1);
  FillAccumulators::for_each([&]<class A>(std::type_identity<A>) {
    if constexpr (requires { A::by_atomics; }) {
      filled.first = FillAccumulators::first_bin<A>;
      for (int bin = 0; bin < A::bins; ++bin) sum(filled.list(bin));
    }
  });
}

/// C as it was filled by bounds, its rows moved together.
template <class V>
void Plan<V>::finish_staged(const Product<V>& c, cudaStream_t stream) {
  if (entries_ < by_bounds_->entries) {
    const std::int64_t warps = ceil_div(entries_, compacted_by_warp);
    launch(compact_rows<V>, blocks_for(warps, compact_threads / 32), compact_threads, 0, stream,
           a_.rows, row_, entries_, reinterpret_cast<const Index*>(staged_columns_.data()),
           reinterpret_cast<const V*>(staged_values_.data()), c.columns, c.values);
  }
  drop_staged(stream);
}

}  // namespace sptune::spgemm::hash_bins
