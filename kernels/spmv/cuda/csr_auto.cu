// SPDX-License-Identifier: BSD-3-Clause
// CSR as row lengths ask: one kernel looks at all of them, and then the plan is csr_vector's with
// the threads per row that keep warps busy for the shortest time, or where every number of threads
// lets some wait for others, one of a kernel that does not mind. Sources: Bell and Garland,
// NVR-2008-004, section 4.3 (threads per row); Greathouse and Daga, SC'14 (rows looked at before).
#include "kernels/cuda/tally.cuh"
#include "kernels/spmv/cuda/csr_variants.hpp"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <any>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::spmv::csr_auto {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

/// What runs where groups of threads do not suit.
enum class Otherwise : std::uint8_t { csr_segmented, csr_balanced };
constexpr std::array<std::pair<Otherwise, std::string_view>, 2> enum_names(Otherwise) {
  return {{{Otherwise::csr_segmented, "csr_segmented"}, {Otherwise::csr_balanced, "csr_balanced"}}};
}

struct Config {
  Otherwise otherwise;
};

constexpr auto config_space = free_space<Config>(axis(
    "otherwise", &Config::otherwise, {Otherwise::csr_segmented, Otherwise::csr_balanced},
    "what runs where rows are too uneven for csr_vector: csr_segmented, and csr_adaptive where "
    "entries do not stay in cache; csr_balanced prepares no more"));

// --- what groups of threads would have to do -----------------------------------------------------

constexpr int choices = 7;  ///< 1, 2, … 64 threads per row
constexpr int round = 4;    ///< entries of a thread that rounds are counted by

/// Rows as csr_vector would walk them.
struct Walks {
  std::array<double, choices> rounds{};  ///< of all warps together, by threads per row
  double longest = 0;                    ///< entries of a row
};

constexpr int look_threads = 256;
static_assert(choices + 1 <= sptune::cuda::tally_size);

/// A warp takes as many rounds as the longest of the rows that it has side by side.
template <class O>
__global__ void __launch_bounds__(look_threads)
    look_at_rows(std::int64_t rows, const O* __restrict__ row_offsets,
                 sptune::cuda::TallyWords tally) {
  using Word = unsigned long long;
  __shared__ Word found[choices + 1];
  if (threadIdx.x <= choices) found[threadIdx.x] = 0;
  __syncthreads();
  const int lane = sptune::cuda::lane_id();
  std::int64_t rounds[choices] = {};
  std::int64_t longest = 0;
  const std::int64_t all = static_cast<std::int64_t>(gridDim.x) * look_threads;
  for (std::int64_t row = thread_id(); row - lane < rows; row += all) {
    std::int64_t widest = 0;
    if (row < rows) widest = static_cast<std::int64_t>(row_offsets[row + 1] - row_offsets[row]);
    longest = max(longest, widest);
    rounds[choices - 1] += 2 * ((widest + 2 * warp_size * round - 1) / (2 * warp_size * round));
#pragma unroll
    for (int k = choices - 2; k >= 0; --k) {
      const int threads = 1 << k;
      const int side_by_side = warp_size / threads;
      if (lane % side_by_side == 0) rounds[k] += (widest + threads * round - 1) >> (k + 2);
      widest = max(widest, __shfl_xor_sync(all_lanes, widest, side_by_side));
    }
  }
#pragma unroll
  for (int k = 0; k < choices; ++k) {
    const std::int64_t sum = group_sum(rounds[k]);
    if (lane == 0) atomicAdd(found + k, static_cast<Word>(sum));
  }
  longest = sptune::cuda::warp_max(longest);
  if (lane == 0) atomicMax(found + choices, static_cast<Word>(longest));
  __syncthreads();
  if (threadIdx.x < choices) atomicAdd(tally.sums + threadIdx.x, found[threadIdx.x]);
  if (threadIdx.x == choices) atomicMax(tally.sums + choices, found[choices]);
  sptune::cuda::publish<choices + 1>(tally);
}

[[nodiscard]] Walks look_at(const AnyCsr& a) {
  sptune::cuda::Tally tally;
  visit(a, [&]<class V, class O>(CsrView<V, O> view) {
    launch(look_at_rows<O>, blocks_up_to(ceil_div(a.rows, look_threads)), look_threads, 0, nullptr,
           a.rows, view.row_offsets, tally.words());
  });
  const auto read = tally.look();
  Walks out;
  std::copy_n(read.begin(), choices, out.rounds.begin());
  out.longest = static_cast<double>(read[choices]);
  return out;
}

// --- what would take how long --------------------------------------------------------------------

// In microseconds of an H200, launch left out; what they are to one another decides here, and
// together with launch_us they say how long a run takes, to those who ask whether it is worth more.
// docs/measurements/spmv-gpu.md has how they were fitted, to which problems, and what the choice is
// worth where families are left out.
constexpr double launch_us = 2;
constexpr double resident_warps = 64;    ///< of a multiprocessor
constexpr double multiprocessors = 132;  ///< of an H200
/// One warp adds the parts that blocks leave of a row, 32 in a round trip to the L2 cache;
/// reckoned, not fitted.
constexpr double parts_us = 0.15;

/// Of a run of csr_vector.
struct VectorCost {
  double round_us;                     ///< a round of the row that takes longest
  double resident_us;                  ///< a round of all warps that the device holds
  double begin_us;                     ///< until those have the borders of their rows
  std::array<int, choices> in_flight;  ///< entries that a thread has at the same time, at most
};
/// Of a run of another kernel.
struct OtherCost {
  double fixed_us;
  double million_us;  ///< what a million entries and rows add
  double tile;        ///< entries of a row that a block has, at most: the row's others leave parts
};
/// What decides while entries stay in cache, or while they do not.
struct Costs {
  VectorCost vector;
  OtherCost prepared;  ///< csr_segmented or csr_adaptive
  OtherCost balanced;
  int least;           ///< fewest threads per row, as a power of two
  int least_balanced;  ///< the same where csr_balanced is the other kernel
};
constexpr Costs in_cache{
    {0.46, 1.64, 0.25, {4, 4, 4, 8, 8, 16, 16}}, {1.88, 4.5, 640}, {4.8, 3.2, 896}, 0, 0};
constexpr Costs in_memory{
    {0.5, 0.75, 0.15, {8, 8, 8, 8, 8, 8, 8}}, {2.6, 2.4, 1024}, {4.8, 3.2, 896}, 3, 1};

// Entries come from memory where their bytes are more than this share of the L2 cache, which x and
// y use as well. Few threads per row, side by side in a warp, then read pieces of lines that are
// gone before their rest is asked for. With 8 threads at least and streaming loads csr_adaptive and
// csr_vector together are 1.06 (double, 82 problems) and 1.07 times (float, 63) as fast as with a
// choice among all; csr_balanced, slower, leaves more to csr_vector
// (docs/measurements/spmv-gpu.md).
constexpr double most_of_l2 = 0.75;
constexpr double l2_bytes = 62.9e6;  ///< of an H200

[[nodiscard]] bool comes_from_memory(double entries, std::size_t value_bytes, double cache) {
  return entries * static_cast<double>(sizeof(Index) + value_bytes) > most_of_l2 * cache;
}

/// Rows as far as the choice asks.
struct Rows {
  double rows;
  double nnz;
  Walks walks;
  bool from_memory;  ///< entries do not stay in cache

  Rows(double row_count, double entries, std::size_t value_bytes, double cache, const Walks& w)
      : rows(row_count),
        nnz(entries),
        walks(w),
        from_memory(comes_from_memory(entries, value_bytes, cache)) {}
};

/// What is expected to be fastest.
struct Best {
  int k;      ///< threads per row, as a power of two; -1: the other kernel
  double us;  ///< of a run
};

/// `device`: multiprocessors.
[[nodiscard]] Best choose(const Rows& a, double device, Otherwise otherwise) {
  const Costs& costs = a.from_memory ? in_memory : in_cache;
  const VectorCost& vector = costs.vector;
  const bool balanced = otherwise == Otherwise::csr_balanced;
  const OtherCost& other = balanced ? costs.balanced : costs.prepared;
  double least = other.fixed_us +
                 other.million_us * 1e-6 * (a.nnz + a.rows) * multiprocessors / device +
                 parts_us * std::floor(a.walks.longest / (warp_size * other.tile));
  int best = -1;
  for (int k = balanced ? costs.least_balanced : costs.least; k < choices; ++k) {
    const auto index = static_cast<std::size_t>(k);
    const double threads = 1 << k;
    const double held = device * resident_warps;
    const double warps = a.rows * threads / warp_size;
    const double us =
        vector.round_us * std::ceil(a.walks.longest / (threads * vector.in_flight[index])) +
        (vector.resident_us * a.walks.rounds[index] + vector.begin_us * warps) / held;
    if (us >= least) continue;
    least = us;
    best = k;
  }
  return {best, least};
}

// --- the plans of others -------------------------------------------------------------------------

/// Points of the other variants, made once.
class Points {
 public:
  [[nodiscard]] static const Points& all() {
    static const auto* const points = new Points;  // to the end of the process
    return *points;
  }
  [[nodiscard]] const ResolvedConfiguration& at(int k, Otherwise otherwise, ValueType type,
                                                bool from_memory) const {
    if (k >= 0) return (from_memory ? streaming_ : cached_)[static_cast<std::size_t>(k)];
    if (otherwise == Otherwise::csr_balanced) return balanced_point_;
    if (!from_memory) return segmented_point_;
    return type == ValueType::f32 ? adaptive_eight_ : adaptive_point_;
  }

 private:
  Points() {
    for (int k = 0; k < choices; ++k) {
      cached_.push_back(vector_point(k, in_cache, "cached"));
      streaming_.push_back(vector_point(k, in_memory, "streaming"));
    }
  }
  [[nodiscard]] ResolvedConfiguration vector_point(int k, const Costs& costs,
                                                   const char* load) const {
    const std::int64_t in_flight = costs.vector.in_flight[static_cast<std::size_t>(k)];
    const Configuration point{"csr_vector",
                              {{"threads_per_row", Value(std::int64_t{1} << k)},
                               {"unroll", Value(in_flight)},
                               {"load", Value(load)}}};
    return vector_.resolve(point).value();
  }

  Variant vector_ = csr_vector::cuda_variant();
  Variant segmented_ = csr_segmented::cuda_variant();
  Variant adaptive_ = csr_adaptive::cuda_variant();
  Variant balanced_ = csr_balanced::cuda_variant();
  std::vector<ResolvedConfiguration> cached_;  ///< csr_vector, by k
  std::vector<ResolvedConfiguration> streaming_;
  ResolvedConfiguration segmented_point_ =
      segmented_
          .resolve(
              {"csr_segmented", {{"items", Value(std::int64_t{5})}, {"load", Value("cached")}}})
          .value();
  ResolvedConfiguration adaptive_point_ = adaptive_.default_configuration();
  /// As many bytes a thread in float as that has in double.
  ResolvedConfiguration adaptive_eight_ =
      adaptive_.resolve({"csr_adaptive", {{"block", Value(std::int64_t{128})}}}).value();
  ResolvedConfiguration balanced_point_ = balanced_.default_configuration();
};

/// The point that runs, and how long it is expected to.
struct Chosen {
  const ResolvedConfiguration& point;
  double run_s;
};
[[nodiscard]] Chosen chosen(const Rows& a, double device, Otherwise otherwise, ValueType type) {
  const Best best = choose(a, device, otherwise);
  return {Points::all().at(best.k, otherwise, type, a.from_memory), 1e-6 * (launch_us + best.us)};
}
[[nodiscard]] Chosen chosen(const Config& c, const AnyCsr& a, const Walks& walks) {
  const auto& device = sptune::cuda::this_device();
  const Rows rows(static_cast<double>(a.rows), static_cast<double>(a.nnz), size_of(a.value_type),
                  static_cast<double>(device.l2_bytes), walks);
  return chosen(rows, device.sm_count, c.otherwise, a.value_type);
}

[[nodiscard]] Walks walks_of(const SpmvProblem& p) {
  const auto* const seen = std::any_cast<Walks>(&p.looked);
  if (seen != nullptr) return *seen;
  return p.a.nnz == 0 ? Walks{} : look_at(p.a);
}

Look look(const Config& c, const SpmvProblem& p) {
  const Walks walks = walks_of(p);
  return {chosen(c, p.a, walks).run_s, walks};
}

std::unique_ptr<SpmvPlan> plan(const Config& c, const SpmvProblem& p) {
  const Walks walks = walks_of(p);
  return chosen(c, p.a, walks).point.dense_plan(p);
}

Fit fit(const Config& c, const SpmvProblem& p) {
  const Points& points = Points::all();
  if (Fit of_vector = points.at(0, c.otherwise, p.a.value_type, false).fit(p); !of_vector) {
    return of_vector;
  }
  // Whether the other one runs is known when rows have been looked at: it must fit, too. What fits
  // is asked anywhere, also where there is no device.
  const auto& device = sptune::cuda::device_info();
  const double cache = device ? static_cast<double>(device.value().l2_bytes) : l2_bytes;
  const bool from_memory =
      comes_from_memory(static_cast<double>(p.a.nnz), size_of(p.a.value_type), cache);
  return points.at(-1, c.otherwise, p.a.value_type, from_memory).fit(p);
}

/// As far as features tell: what padding to the longest of 8 and of 32 neighbours adds is known,
/// between them it grows with the logarithm of their number.
[[nodiscard]] Walks expected_walks(const FeatureLookup& feature) {
  const double rows = feature(Feature::rows);
  const double nnz = feature(Feature::nnz);
  const double of_8 = std::log(std::max(1.0, feature(Feature::sell8_fill)));
  const double of_32 = std::log(std::max(1.0, feature(Feature::sell32_fill)));
  Walks out;
  out.longest = feature(Feature::row_max);
  for (int k = 0; k < choices; ++k) {
    const double threads = 1 << k;
    const double side_by_side = std::max(1.0, warp_size / threads);
    const double log2 = std::log2(side_by_side);
    const double fill =
        std::exp(log2 <= 3 ? of_8 * log2 / 3 : of_8 + (of_32 - of_8) * (log2 - 3) / 2);
    const double warps = rows * threads / warp_size;
    // Half a round of a warp is not full.
    const double rounds = fill * nnz / warp_size / round + warps / 2;
    out.rounds[static_cast<std::size_t>(k)] =
        std::max(rounds, warps * (1 - feature(Feature::empty_rows)));
  }
  return out;
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  const Rows rows(feature(Feature::rows), feature(Feature::nnz), size_of(type), l2_bytes,
                  expected_walks(feature));
  const auto [point, run_s] = chosen(rows, multiprocessors, c.otherwise, type);
  Expected out = point.variant().functions.expected(point, type, feature);
  out.run_s = run_s;
  return out;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "csr_auto",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::callers,
       .summary =
           "CSR: csr_vector with the threads per row that the lengths of all rows ask for, or "
           "a balanced kernel",
       .source = "Bell and Garland, NVR-2008-004, section 4.3"},
      config_space, fit, plan, expected, look);
}

}  // namespace sptune::spmv::csr_auto
