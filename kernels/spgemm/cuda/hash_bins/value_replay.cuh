// SPDX-License-Identifier: BSD-3-Clause
// Value replay: the numeric phase for other values on the same pattern. Where every product goes
// among the entries of its row is found once and kept, two bytes each.
#pragma once

#include "kernels/cuda/scan_sort.hpp"
#include "kernels/spgemm/cuda/hash_bins/accumulators.cuh"
#include "kernels/spgemm/cuda/hash_bins/offsets.cuh"
#include "kernels/spgemm/cuda/pool.cuh"

#include <algorithm>
#include <memory>

namespace sptune::spgemm::hash_bins {

/// Where the products of an entry of A begin, and the position of each among the entries of its
/// row.
struct ProductPositions {
  const std::int64_t* first = nullptr;
  const std::uint16_t* positions = nullptr;
};

/// A source of for_products: f gets a position and a value.
template <class V>
struct PositionedProducts {
  Entries<V> entries;
  ProductPositions positions;
  struct Item {
    unsigned position;
    V value;
  };
  struct Factor {
    V times;
    std::int64_t shift;  ///< from an entry of B to its product
  };
  static constexpr bool windows = false;
  static constexpr bool batched = true;
  [[nodiscard]] __device__ __forceinline__ std::int64_t begin(Index k) const {
    return entries.begin(k);
  }
  [[nodiscard]] __device__ __forceinline__ std::int64_t end(Index k, std::int64_t begin) const {
    return entries.end(k, begin);
  }
  [[nodiscard]] __device__ __forceinline__ Factor factor(std::int64_t i, std::int64_t begin) const {
    return {entries.factor(i, begin), __ldg(positions.first + i) - begin};
  }
  static __device__ __forceinline__ Factor shared(const Team& team, const Factor& own, int from) {
    return {__shfl_sync(team.mask, own.times, from), __shfl_sync(team.mask, own.shift, from)};
  }
  [[nodiscard]] __device__ __forceinline__ Item load(std::int64_t j, const Factor& factor) const {
    return {__ldg(positions.positions + j + factor.shift), __ldg(entries.b_values + j)};
  }
  template <class F>
  static __device__ __forceinline__ void emit(F&& f, const Factor& factor, const Item& item) {
    f(item.position, factor.times * item.value);
  }
};

/// Which kernel fills a row again.
enum ReplayBin : std::int8_t {
  replay_none = -1,  ///< empty, or by windows as before
  replay_8,          ///< 8 lanes, up to 64 products
  replay_16,
  replay_32,
  replay_24k,  ///< block, a value per entry in 24 KiB
  replay_54k,
  replay_112k,
  replay_full,
  replay_uncounted,  ///< none: so many products that their number is not known
  replay_bins
};

/// How many rows of a bin are filled by one block, which has shared memory for each.
[[nodiscard]] constexpr int rows_per_block(ReplayBin bin) {
  switch (bin) {
    case replay_8:
      return team_threads / 8;
    case replay_16:
      return team_threads / 16;
    case replay_32:
      return team_threads / 32;
    default:
      return 1;
  }
}

/// With `team` > 0 teams of that size take rows of smaller and larger ones, since each kernel costs
/// more than it saves.
__device__ __forceinline__ int choose_replay_bin(int products, int entries, const Limits& l,
                                                 int team, int& need) {
  // A row that is copied may have more bytes than an int counts: as many as no block can hold.
  const std::int64_t bytes = (std::int64_t{entries} * l.value_size + 15) / 16 * 16;
  need = static_cast<int>(min(bytes, std::int64_t{1} << 30));
  if (products == most_counted) return replay_uncounted;
  if (products <= (team == 0 ? 64 : team == 8 ? 256 : 0)) return replay_8;
  if (products <= (team == 0 ? 256 : team == 16 ? 512 : 0)) return replay_16;
  if (products <= l.team_products && entries <= 1024) return replay_32;
  return need <= 24 * 1024    ? replay_24k
         : need <= 54 * 1024  ? replay_54k
         : need <= 112 * 1024 ? replay_112k
                              : replay_full;
}

/// Bins of all rows, and how many of their products get positions.
__global__ void __launch_bounds__(scan_threads)
    list_replay_rows(std::int64_t rows, Offsets a_offsets, Limits limits, PolicyView policy,
                     bool masked, RowArrays row, int team, Index* lists, Counters* counters,
                     Summary* summary, std::int64_t* products) {
  __shared__ BinWriter writer;
  __shared__ BlockPolicy<FillAccumulators> own_policy;
  own_policy.load(policy);
  writer.clear();
  own_policy.wait();
  __syncthreads();
  const std::int64_t r = static_cast<std::int64_t>(blockIdx.x) * scan_threads + threadIdx.x;
  int bin = replay_none;
  int need = 0;
  if (r < rows) {
    const KeptRow kept = KeptRow::load(row, a_offsets, r, masked);
    const int before = choose_filler(kept, own_policy, limits, masked).bin;
    if (before != no_bin && FillAccumulators::is<IsReplayed>(before)) {
      bin = choose_replay_bin(kept.facts.products, kept.entries, limits, team, need);
    }
    products[r] = bin == replay_none ? 0 : kept.facts.products;
  }
  const int position = writer.claim(bin, need);
  __syncthreads();
  writer.reserve(1, counters);
  __syncthreads();
  if (bin != replay_none) {
    row.lists = lists;
    append_row(row, rows, bin, writer.base[bin] + position, r);
  }
  if (is_last_block(&counters->tickets[0])) report_to_host(1, counters, summary);
}

/// Finds the positions, a warp per row. `row_first` says where the products of a row begin.
template <class V>
__global__ void __launch_bounds__(team_threads)
    find_positions(std::int64_t rows, Product<V> c, const std::int64_t* row_first,
                   std::int64_t* first, std::uint16_t* positions) {
  const Team warp = team_of_lane(32);
  const std::int64_t r = (static_cast<std::int64_t>(blockIdx.x) * team_threads + threadIdx.x) / 32;
  if (r >= rows || row_first[r] == row_first[r + 1]) return;
  std::int64_t so_far = row_first[r];
  const std::int64_t begin = c.a.offsets[r];
  const std::int64_t end = c.a.offsets[r + 1];
  const Index* const columns = c.columns + c.row.offsets[r];
  const int entries = c.row.entries[r];
  for (std::int64_t chunk = begin; chunk < end; chunk += 32) {
    std::int64_t from = 0;
    int length = 0;
    if (chunk + warp.rank < end) {
      const Index k = __ldg(c.a.columns + chunk + warp.rank);
      from = c.b.offsets[k];
      length = static_cast<int>(c.b.offsets[k + 1] - from);
    }
    const int up_to = team_scan(warp, length);
    const std::int64_t own = so_far + up_to - length;
    if (chunk + warp.rank < end) first[chunk + warp.rank] = own;
    const int here = static_cast<int>(min(end - chunk, static_cast<std::int64_t>(32)));
    for (int e = 0; e < here; ++e) {
      const std::int64_t to = __shfl_sync(warp.mask, own, e);
      const std::int64_t at = __shfl_sync(warp.mask, from, e);
      const int count = __shfl_sync(warp.mask, length, e);
      for (int j = warp.rank; j < count; j += 32) {
        positions[to + j] = static_cast<std::uint16_t>(
            first_not_below(columns, 0, entries, __ldg(c.b.columns + at + j)));
      }
    }
    so_far += __shfl_sync(warp.mask, up_to, 31);
  }
}

template <class V, bool Ordered, class Group, class TeamType>
__device__ __forceinline__ void replay_row(const Product<V>& c, const ProductPositions& positions,
                                           std::int64_t r, const Group& group, const TeamType& team,
                                           int lanes, V* sums) {
  const int entries = c.row.entries[r];
  fill_words(sums, entries * static_cast<int>(sizeof(V) / 4), 0, group.rank(), group.size());
  const std::int64_t begin = c.a.offsets[r];
  group.synchronize();
  for_products<Ordered>(c.a, PositionedProducts<V>{c.entries_of_b(), positions}, begin,
                        static_cast<int>(c.a.offsets[r + 1] - begin), team, lanes, nullptr,
                        [&](unsigned position, V v) { add<Ordered>(sums + position, v); });
  group.synchronize();
  V* const to = c.values + c.row.offsets[r];
  for (int j = group.rank(); j < entries; j += group.size()) to[j] = sums[j];
}

/// A team per row, `team_bytes` of shared memory each.
template <class V, bool Ordered>
__global__ void __launch_bounds__(team_threads)
    replay_by_team(RowList list, Product<V> c, ProductPositions positions, int team_size, int lanes,
                   int team_bytes) {
  __shared__ uint4 stage[2 * team_threads];
  with_team<2>(team_size, stage, [&](const StagedTeam& team) {
    const int in_block = static_cast<int>(threadIdx.x) / team.size;
    const int i = static_cast<int>(blockIdx.x) * (team_threads / team.size) + in_block;
    if (i >= list.count) return;
    const std::int64_t r = list[i];
    const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - c.a.offsets[r]);
    const int own_lanes =
        Ordered ? team.size : row_lanes(c.row.products[r], entries_of_a, lanes, team.size);
    replay_row<V, Ordered>(c, positions, r, TeamGroup{team}, team, own_lanes,
                           reinterpret_cast<V*>(shared_memory() + in_block * team_bytes));
  });
}

/// A block per row.
template <class V>
__global__ void __launch_bounds__(1024)
    replay_by_block(RowList list, Product<V> c, ProductPositions positions, int lanes) {
  const std::int64_t r = list[static_cast<int>(blockIdx.x)];
  const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - c.a.offsets[r]);
  const int threads =
      row_lanes(c.row.products[r], entries_of_a, lanes, static_cast<int>(blockDim.x));
  replay_row<V, false>(c, positions, r, BlockGroup{}, team_of_block(threads), min(threads, 32),
                       reinterpret_cast<V*>(shared_memory()));
}

/// What is kept of a pattern, in the memory of a plan.
template <class V>
class ValueReplay {
 public:
  explicit ValueReplay(Pool& pool) : memory_(pool), position_memory_(pool) {}

  [[nodiscard]] bool ready() const noexcept { return ready_; }
  [[nodiscard]] ProductPositions positions() const noexcept { return positions_; }
  [[nodiscard]] int rows(int bin) const { return summary_->get()->rows[1][bin]; }
  [[nodiscard]] int launches() const {
    const int* const rows = summary_->get()->rows[1];
    return static_cast<int>(std::count_if(rows, rows + replay_bins, [](int n) { return n > 0; }));
  }
  [[nodiscard]] int need(int bin) const { return summary_->get()->need[1][bin]; }
  [[nodiscard]] RowList list(int bin, std::int64_t rows_of_a) const {
    return RowList::of(lists_, bin, rows(bin), rows_of_a);
  }
  /// True until it has been tried on the present pattern.
  [[nodiscard]] bool may_build() const noexcept { return !attempted_; }
  void reset(cudaStream_t stream) {
    give_up(stream);
    attempted_ = false;
  }
  /// Keeps nothing, and is not to be tried again on the present pattern.
  void give_up(cudaStream_t stream) {
    attempted_ = true;
    ready_ = false;
    memory_.drop(stream);
    position_memory_.drop(stream);
  }

  /// Finds the positions of the products of C, which has been filled. Waits for the device. Keeps
  /// nothing when that takes more than `limit` bytes, or a row more than a block's shared memory;
  /// whoever catches what it throws where there are fewer bytes gives it up.
  void build(const Product<V>& c, std::int64_t rows_of_a, std::int64_t entries_of_a,
             std::int64_t products, const Limits& limits, const PolicyView& policy,
             std::int64_t limit, cudaStream_t stream) {
    constexpr std::int64_t few_products = 1 << 23;
    attempted_ = true;
    const std::int64_t mean = products / rows_of_a;
    const int team = products > few_products ? 0 : mean <= 32 ? 8 : mean <= 128 ? 16 : 32;
    const std::int64_t first_bytes = align(8 * entries_of_a);
    const std::int64_t rows_bytes = align(8 * (rows_of_a + 1));
    const std::int64_t list_bytes = align(4 * rows_of_a) * ((replay_bins + 1) / 2);
    const std::int64_t bytes = align(sizeof(Counters)) + first_bytes + 2 * rows_bytes + list_bytes;
    if (bytes > limit) return;
    memory_.get(bytes, stream);
    if (summary_ == nullptr) summary_ = std::make_unique<PinnedSummary>();
    unsigned char* at = memory_.data();
    auto* const counters = reinterpret_cast<Counters*>(at);
    auto* const first = reinterpret_cast<std::int64_t*>(at += align(sizeof(Counters)));
    auto* const row_first = reinterpret_cast<std::int64_t*>(at += first_bytes);
    auto* const row_products = reinterpret_cast<std::int64_t*>(at += rows_bytes);
    lists_ = reinterpret_cast<Index*>(at += rows_bytes);
    SPTUNE_CUDA(cudaMemsetAsync(counters, 0, sizeof(Counters), stream));
    launch(list_replay_rows, static_cast<unsigned>((rows_of_a - 1) / scan_threads + 1),
           scan_threads, 0, stream, rows_of_a, c.a.offsets, limits, policy, c.masks.on(), c.row,
           team, lists_, counters, summary_->get(), row_products);
    const std::int64_t all =  // which waits for the lists, too
        sptune::cuda::exclusive_scan(row_products, row_first, rows_of_a, {stream});
    // A copy of a row of B may be longer than a block can hold: such patterns are searched again.
    if (bytes + 2 * all > limit || !fits(limits.most_shared) || rows(replay_uncounted) > 0) {
      return give_up(stream);
    }
    position_memory_.get(2 * all, stream);
    positions_ = {first, reinterpret_cast<const std::uint16_t*>(position_memory_.data())};
    launch(find_positions<V>, static_cast<unsigned>((rows_of_a - 1) / (team_threads / 32) + 1),
           team_threads, 0, stream, rows_of_a, c, row_first, first,
           reinterpret_cast<std::uint16_t*>(position_memory_.data()));
    ready_ = true;
  }

 private:
  /// Whether a block can hold what a block of each bin needs, on devices with less, too.
  [[nodiscard]] bool fits(int most_shared) const {
    for (const ReplayBin bin :
         {replay_8, replay_16, replay_32, replay_24k, replay_54k, replay_112k, replay_full}) {
      if (rows(bin) > 0 && rows_per_block(bin) * need(bin) > most_shared) return false;
    }
    return true;
  }

  PoolBytes memory_;
  PoolBytes position_memory_;
  std::unique_ptr<PinnedSummary> summary_;
  ProductPositions positions_;
  Index* lists_ = nullptr;
  bool ready_ = false;
  bool attempted_ = false;
};

}  // namespace sptune::spgemm::hash_bins
