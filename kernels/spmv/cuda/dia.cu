// SPDX-License-Identifier: BSD-3-Clause
// Diagonals on the GPU: no column indices at all, so the fewest bytes where the diagonals are full.
// Values are stored diagonal by diagonal, indexed by row and padded to even length, so that a
// thread reads two neighbouring rows at once.
#include "kernels/cuda/look_back.cuh"
#include "kernels/cuda/tally.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/padding.cuh"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

namespace sptune::spmv::dia {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

struct Config {
  int rows_per_thread;
  int unroll;
  int block;
};

constexpr int most_threads = 512;  ///< of a block

constexpr auto config_space = free_space<Config>(
    axis("rows_per_thread", &Config::rows_per_thread, {2, 1}, "neighbouring rows of a thread"),
    axis("unroll", &Config::unroll, {4, 1, 9}, "diagonals in flight"),
    axis("block", &Config::block, {256, 128, most_threads}, "threads per block"));

/// More diagonals than this never pay: by then they are hardly filled. The refusal must be cheap.
constexpr std::int64_t max_diagonals = 512;

template <class V>
struct Pair;
template <>
struct Pair<double> {
  using type = double2;
};
template <>
struct Pair<float> {
  using type = float2;
};

template <class V, int RowsPerThread, int Unroll>
__global__ void __launch_bounds__(most_threads,
                                  blocks_in_flight<V>(Unroll* RowsPerThread, most_threads))
    multiply(std::int64_t rows, std::int64_t cols, std::int64_t stride, int diagonals,
             const std::int32_t* __restrict__ offsets, const V* __restrict__ values, V alpha,
             const V* __restrict__ x, V beta, V* __restrict__ y) {
  const std::int64_t row = thread_id() * RowsPerThread;
  if (row >= rows) return;
  using Values = std::conditional_t<RowsPerThread == 2, typename Pair<V>::type, V>;
  V sum[RowsPerThread] = {};
  int d = 0;
  const auto round = [&]<bool Whole>(std::bool_constant<Whole>) {
    Values a[Unroll];
    std::int64_t col[Unroll];
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      const bool there = Whole || d + u < diagonals;
      col[u] = row + load_if<Load::cached>(there, offsets + d + u);
      const V* p = values + static_cast<std::int64_t>(d + u) * stride + row;
      a[u] = load_if<Load::streaming>(there, reinterpret_cast<const Values*>(p));
    }
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      const auto add = [&](int r, V entry) {
        // Outside the matrix there is padding, and x must not be read.
        const bool inside = (Whole || d + u < diagonals) && col[u] + r >= 0 && col[u] + r < cols;
        add_product(sum[r], entry, load_if<Load::cached>(inside, x + col[u] + r));
      };
      if constexpr (RowsPerThread == 2) {
        add(0, a[u].x);
        add(1, a[u].y);
      } else {
        add(0, a[u]);
      }
    }
  };
#pragma unroll 1
  for (; d + Unroll < diagonals; d += Unroll) round(std::true_type{});
  round(std::false_type{});
#pragma unroll
  for (int r = 0; r < RowsPerThread; ++r) {
    if (row + r < rows) store(y + row + r, sum[r], alpha, beta);
  }
}

// --- conversion --------------------------------------------------------------------------------

/// Threads to count the entries of a row: what has few diagonals has short rows. With a warp each
/// choosing dia for a 5-point stencil took 332 to 453 us, with four, and what else was done for
/// deciding that day, 198 to 338 (H200, docs/measurements/model.md, "Deciding once").
constexpr int counting_team = 4;

/// Counts the diagonals that hold an entry, on top of zeros; stops where they are too many.
template <class O>
__global__ void count_diagonals(std::int64_t rows, const O* row_offsets, const Index* col_indices,
                                int most, int* seen, int* count) {
  const std::int64_t row = thread_id() / counting_team;
  if (row >= rows || *static_cast<volatile int*>(count) > most) return;
  const std::int64_t begin = row_offsets[row];
  const std::int64_t end = row_offsets[row + 1];
  const auto member = static_cast<int>(threadIdx.x) % counting_team;
  if (end - begin > most) {  // each of a sorted row's entries is on another diagonal
    if (member == 0) atomicMax(count, most + 1);
    return;
  }
  for (std::int64_t i = begin + member; i < end; i += counting_team) {
    int* const diagonal = seen + (col_indices[i] - row + rows - 1);
    if (*static_cast<volatile int*>(diagonal) == 0 && atomicExch(diagonal, 1) == 0) {
      atomicAdd(count, 1);
    }
  }
}

constexpr int convert_block = 256;

/// Marks the diagonals that hold an entry: seen[col - row + rows - 1]. A thread per row: rows of
/// few diagonals are short. Looking first keeps many threads from writing to one place.
template <class O>
__global__ void mark(std::int64_t rows, const O* __restrict__ row_offsets,
                     const Index* __restrict__ col_indices, int* seen) {
  const std::int64_t row = thread_id();
  if (row >= rows) return;
  const std::int64_t end = row_offsets[row + 1];
  for (std::int64_t i = row_offsets[row]; i < end; ++i) {
    int* const diagonal = seen + (col_indices[i] - row + rows - 1);
    if (*static_cast<volatile int*>(diagonal) == 0) *static_cast<volatile int*>(diagonal) = 1;
  }
}

/// Lists the diagonals that were seen, lowest first; how many goes to the tally's first word.
/// `states`: a word per block and one more, zeros.
__global__ void __launch_bounds__(convert_block)
    list_diagonals(std::int64_t n, std::int64_t rows, const int* __restrict__ seen,
                   unsigned long long* states, sptune::cuda::TallyWords tally,
                   std::int32_t* offsets) {
  __shared__ long long before;
  const unsigned tile = sptune::cuda::take_tile(states + gridDim.x);
  const std::int64_t i = static_cast<std::int64_t>(tile) * convert_block + threadIdx.x;
  const bool found = i < n && seen[i] != 0;
  const auto in_block = sptune::cuda::sum_in_block<convert_block>(found ? 1 : 0);
  sptune::cuda::scan_tiles(states, tile, in_block.total, before);
  __syncthreads();
  if (found) offsets[before + in_block.before] = static_cast<std::int32_t>(i - rows + 1);
  if (tile == gridDim.x - 1 && threadIdx.x == 0) {
    tally.host[0] = static_cast<unsigned long long>(before + in_block.total);
  }
}

/// A thread per row, and for the one that makes the length even: rows and diagonals are sorted, so
/// that both are gone through once, and neighbours write side by side.
template <class V, class O>
__global__ void fill(std::int64_t rows, std::int64_t stride, const O* __restrict__ row_offsets,
                     const Index* __restrict__ col_indices, const V* __restrict__ values,
                     std::int64_t diagonals, const std::int32_t* __restrict__ offsets, V* out) {
  const std::int64_t row = thread_id();
  if (row >= stride) return;
  std::int64_t i = row < rows ? row_offsets[row] : O(0);
  const std::int64_t end = row < rows ? row_offsets[row + 1] : O(0);
  for (std::int64_t d = 0; d < diagonals; ++d) {
    const bool real = i < end && col_indices[i] - row == offsets[d];
    out[d * stride + row] = real ? as_entry(values[i]) : padding<V>();
    if (real) ++i;
  }
}

/// Other values of the same pattern: a warp per row finds the diagonal of each entry in the list.
template <class V, class O>
__global__ void scatter(std::int64_t rows, std::int64_t stride, const O* __restrict__ row_offsets,
                        const Index* __restrict__ col_indices, const V* __restrict__ values,
                        std::int64_t diagonals, const std::int32_t* __restrict__ offsets,
                        V* __restrict__ out) {
  const std::int64_t row = thread_id() / 32;
  if (row >= rows) return;
  const std::int64_t end = row_offsets[row + 1];
  for (std::int64_t i = row_offsets[row] + (threadIdx.x & 31); i < end; i += 32) {
    const std::int64_t wanted = col_indices[i] - row;
    const std::int64_t d = first_where(std::int64_t{0}, diagonals,
                                       [&](std::int64_t k) { return offsets[k] >= wanted; });
    out[d * stride + row] = as_entry(values[i]);
  }
}

/// Bytes that making a plan takes beside what it keeps: marks and a list of all diagonals there
/// could be, and a word per block of threads. Choosing takes less.
std::int64_t planning_bytes(const AnyCsr& a) {
  const std::int64_t n = a.rows + a.cols;
  return n * 8 + (ceil_div(n, convert_block) + 1) * 8;
}

/// How many diagonals hold an entry; some number above `most` where they are more.
int diagonals_up_to(int most, const AnyCsr& any) {
  const auto n = static_cast<std::size_t>(any.rows + any.cols);
  const sptune::cuda::Scratch<int> seen(n + 1);  // the last one counts
  SPTUNE_CUDA(cudaMemsetAsync(seen.data(), 0, (n + 1) * sizeof(int)));
  visit(any, [&]<class V, class O>(CsrView<V, O> a) {
    launch(count_diagonals<O>, blocks_for(a.rows * counting_team, convert_block), convert_block, 0,
           nullptr, a.rows, a.row_offsets, a.col_indices, most, seen.data(), seen.data() + n);
  });
  int count = 0;
  sptune::cuda::copy_to_host(&count, seen.data() + n, sizeof(count));
  return count;
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c)
      : rows_(a.rows), cols_(a.cols), stride_((a.rows + 1) / 2 * 2), any_(any), config_(c) {
    if (any.nnz == 0) return;
    prepare(a);
  }

  [[nodiscard]] double bytes_per_run() const override {
    return static_cast<double>(memory_bytes()) + vector_bytes<V>(any_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return values_.bytes() + offsets_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (rows_ == 0) return;
    select<config_space, &Config::rows_per_thread, &Config::unroll>(config_, [&](auto rows,
                                                                                 auto unroll) {
      launch(multiply<V, rows(), unroll()>, blocks_for(ceil_div(rows_, rows()), config_.block),
             config_.block, 0, native(stream), rows_, cols_, stride_,
             static_cast<int>(offsets_.size()), offsets_.data(), values_.data(), alpha, x, beta, y);
    });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream stream) override {
    any_.values = a;
    if (any_.nnz == 0) return;
    const auto csr = any_.as<V, O>();
    launch(scatter<V, O>, blocks_for(rows_ * 32, convert_block), convert_block, 0, native(stream),
           rows_, stride_, csr.row_offsets, csr.col_indices, csr.values,
           static_cast<std::int64_t>(offsets_.size()), offsets_.data(), values_.data());
  }

  /// Waits for the number of diagonals, and for the end.
  void prepare(CsrView<V, O> a) {
    using sptune::cuda::DeviceArray;
    const std::int64_t n = rows_ + cols_;
    const unsigned list_grid = blocks_for(n, convert_block);
    const auto seen = sptune::cuda::zeroed_scratch<int>(static_cast<std::size_t>(n));
    const auto states =
        sptune::cuda::zeroed_scratch<unsigned long long>(static_cast<std::size_t>(list_grid) + 1);
    const sptune::cuda::Scratch<std::int32_t> found(static_cast<std::size_t>(n));
    launch(mark<O>, blocks_for(rows_, convert_block), convert_block, 0, nullptr, rows_,
           a.row_offsets, a.col_indices, seen.data());
    sptune::cuda::Tally tally;
    launch(list_diagonals, list_grid, convert_block, 0, nullptr, n, rows_, seen.data(),
           states.data(), tally.words(), found.data());
    const std::int64_t count = tally.read()[0];
    offsets_ = DeviceArray<std::int32_t>::ordered(static_cast<std::size_t>(count));
    SPTUNE_CUDA(cudaMemcpyAsync(offsets_.data(), found.data(),
                                static_cast<std::size_t>(offsets_.bytes()),
                                cudaMemcpyDeviceToDevice, nullptr));
    values_ = DeviceArray<V>::ordered(static_cast<std::size_t>(count * stride_));
    launch(fill<V, O>, blocks_for(stride_, convert_block), convert_block, 0, nullptr, rows_,
           stride_, a.row_offsets, a.col_indices, a.values, count, found.data(), values_.data());
    wait_for(nullptr);
  }

  std::int64_t rows_;
  std::int64_t cols_;
  std::int64_t stride_;
  AnyCsr any_;
  Config config_;
  sptune::cuda::DeviceArray<std::int32_t> offsets_;
  sptune::cuda::DeviceArray<V> values_;
};

Fit fit(const Config& /*c*/, const SpmvProblem& p) {
  if (p.a.nnz == 0) return Fit::yes();
  const std::int64_t each = p.a.rows * size_of(p.a.value_type);
  const std::int64_t csr = p.a.nnz * (size_of(p.a.value_type) + 4);
  const std::int64_t most = std::min(
      max_diagonals, static_cast<std::int64_t>(most_format_bytes(p.a) / static_cast<double>(each)));
  const std::int64_t planning = planning_bytes(p.a);
  if (Fit room = fit_memory(planning, p.resources); !room) return room;
  const std::int64_t count = diagonals_up_to(static_cast<int>(most), p.a);
  if (count > most) {
    return Fit::no("more than " + std::to_string(most) + " diagonals of " + std::to_string(each) +
                   " bytes, CSR takes " + std::to_string(csr));
  }
  constexpr std::int64_t of_diagonal = 4 + 8;  // its number, and one row more
  return fit_memory(count * (each + of_diagonal) + planning, p.resources);
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  Expected e = expect::dia(type, Feature::dia_fill, feature);
  const double in_flight = static_cast<double>(c.unroll) * c.rows_per_thread;
  e.launch.blocks = expect::blocks(std::ceil(feature(Feature::rows) / c.rows_per_thread), c.block);
  e.launch.threads = c.block;
  e.launch.registers = expect::registers(in_flight);
  e.launch.in_flight = in_flight;
  e.launch.steps = e.launch.longest = expect::walk(feature(Feature::diagonals), c.unroll);
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>({.name = "dia",
                                    .backend = Backend::cuda,
                                    .takes = ColumnOrder::sorted,
                                    .values = ValuesRead::copied,
                                    .summary = "diagonals without column indices",
                                    .source = "Bell and Garland, NVR-2008-004, section 3.1"},
                                   config_space, fit, make_plan<Plan, Config>, expected);
}

}  // namespace sptune::spmv::dia
