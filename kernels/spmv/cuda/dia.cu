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
#include <stdexcept>
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

/// More diagonals than this never pay: by then they are hardly filled. The refusal must be cheap,
/// and a plan lists them in an array of this size.
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

/// Marks the diagonals that hold an entry: seen[col - row + rows - 1], zeros before. Looking first
/// keeps many threads from writing to one place.
template <class O>
__global__ void mark(std::int64_t rows, const O* __restrict__ row_offsets,
                     const Index* __restrict__ col_indices, unsigned char* seen) {
  const std::int64_t row = thread_id() / counting_team;
  if (row >= rows) return;
  const std::int64_t begin = row_offsets[row];
  const std::int64_t end = row_offsets[row + 1];
  const int member = static_cast<int>(threadIdx.x) % counting_team;
  for (std::int64_t i = begin + member; i < end; i += counting_team) {
    unsigned char* const diagonal = seen + (col_indices[i] - row + rows - 1);
    if (*diagonal == 0) *diagonal = 1;
  }
}

constexpr int marks_at_once = 4;  ///< of a thread, in a word

/// Lists the diagonals that were seen, lowest first, as many as the list has room for; how many
/// there are goes to the tally's first word. `seen`: words * 4 marks. `states`: a word per block
/// and one more, zeros.
__global__ void __launch_bounds__(convert_block)
    list_diagonals(std::int64_t words, std::int64_t rows, const std::uint32_t* __restrict__ seen,
                   unsigned long long* states, sptune::cuda::TallyWords tally,
                   std::int32_t* offsets) {
  __shared__ long long before;
  const unsigned tile = sptune::cuda::take_tile(states + gridDim.x);
  const std::int64_t word = static_cast<std::int64_t>(tile) * convert_block + threadIdx.x;
  const std::uint32_t marks = word < words ? seen[word] : 0;
  const auto in_block = sptune::cuda::sum_in_block<convert_block>(__popc(marks));
  sptune::cuda::scan_tiles(states, tile, in_block.total, before);
  __syncthreads();
  std::int64_t place = before + in_block.before;
#pragma unroll
  for (int k = 0; k < marks_at_once; ++k) {
    if ((marks >> (8 * k) & 1U) == 0) continue;
    if (place < max_diagonals) {
      offsets[place] = static_cast<std::int32_t>(word * marks_at_once + k - rows + 1);
    }
    ++place;
  }
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
  const std::int64_t begin = row_offsets[row];
  const std::int64_t end = row_offsets[row + 1];
  for (std::int64_t i = begin + (threadIdx.x & 31); i < end; i += 32) {
    const std::int64_t wanted = col_indices[i] - row;
    const std::int64_t d = first_where(std::int64_t{0}, diagonals,
                                       [&](std::int64_t k) { return offsets[k] >= wanted; });
    out[d * stride + row] = as_entry(values[i]);
  }
}

/// Of what a plan is made from: marks for all diagonals there could be, and a word per block that
/// lists them.
struct Marks {
  std::int64_t words;   ///< of marks
  std::int64_t blocks;  ///< that list them
  explicit Marks(const AnyCsr& a)
      : words(ceil_div(a.rows + a.cols, marks_at_once)), blocks(ceil_div(words, convert_block)) {}
  /// The states come first: they are wider.
  [[nodiscard]] std::int64_t bytes() const { return (blocks + 1) * 8 + words * marks_at_once; }
};

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
    return static_cast<double>(values_.bytes() + diagonals_ * 4) + vector_bytes<V>(any_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return values_.bytes() + offsets_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (rows_ == 0) return;
    select<config_space, &Config::rows_per_thread, &Config::unroll>(
        config_, [&](auto rows, auto unroll) {
          launch(multiply<V, rows(), unroll()>, blocks_for(ceil_div(rows_, rows()), config_.block),
                 config_.block, 0, native(stream), rows_, cols_, stride_,
                 static_cast<int>(diagonals_), offsets_.data(), values_.data(), alpha, x, beta, y);
        });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream stream) override {
    any_.values = a;
    if (any_.nnz == 0) return;
    const auto csr = any_.as<V, O>();
    launch(scatter<V, O>, blocks_for(rows_ * 32, convert_block), convert_block, 0, native(stream),
           rows_, stride_, csr.row_offsets, csr.col_indices, csr.values, diagonals_,
           offsets_.data(), values_.data());
  }

  /// Waits for the number of diagonals, and for the end.
  void prepare(CsrView<V, O> a) {
    using sptune::cuda::DeviceArray;
    const Marks marks(any_);
    const auto zeros =
        sptune::cuda::zeroed_scratch<unsigned char>(static_cast<std::size_t>(marks.bytes()));
    auto* const states = reinterpret_cast<unsigned long long*>(zeros.data());
    unsigned char* const seen = zeros.data() + (marks.blocks + 1) * 8;
    offsets_ = DeviceArray<std::int32_t>::ordered(static_cast<std::size_t>(max_diagonals));
    launch(mark<O>, blocks_for(rows_ * counting_team, convert_block), convert_block, 0, nullptr,
           rows_, a.row_offsets, a.col_indices, seen);
    sptune::cuda::Tally tally;
    launch(list_diagonals, static_cast<unsigned>(marks.blocks), convert_block, 0, nullptr,
           marks.words, rows_, reinterpret_cast<const std::uint32_t*>(seen), states, tally.words(),
           offsets_.data());
    diagonals_ = tally.read()[0];
    if (diagonals_ > max_diagonals) {
      throw std::logic_error(
          "a plan was asked for that does not fit: " + std::to_string(diagonals_) + " diagonals");
    }
    values_ = DeviceArray<V>::ordered(static_cast<std::size_t>(diagonals_ * stride_));
    launch(fill<V, O>, blocks_for(stride_, convert_block), convert_block, 0, nullptr, rows_,
           stride_, a.row_offsets, a.col_indices, a.values, diagonals_, offsets_.data(),
           values_.data());
    wait_for(nullptr);
  }

  std::int64_t rows_;
  std::int64_t cols_;
  std::int64_t stride_;
  AnyCsr any_;
  Config config_;
  std::int64_t diagonals_ = 0;
  sptune::cuda::DeviceArray<std::int32_t> offsets_;  ///< of each diagonal, then room
  sptune::cuda::DeviceArray<V> values_;
};

Fit fit(const Config& /*c*/, const SpmvProblem& p) {
  if (p.a.nnz == 0) return Fit::yes();
  const std::int64_t each = p.a.rows * size_of(p.a.value_type);
  const std::int64_t csr = p.a.nnz * (size_of(p.a.value_type) + 4);
  const std::int64_t most = std::min(
      max_diagonals, static_cast<std::int64_t>(most_format_bytes(p.a) / static_cast<double>(each)));
  if (Fit room = fit_memory((p.a.rows + p.a.cols + 1) * 4, p.resources); !room) return room;
  const std::int64_t count = diagonals_up_to(static_cast<int>(most), p.a);
  if (count > most) {
    return Fit::no("more than " + std::to_string(most) + " diagonals of " + std::to_string(each) +
                   " bytes, CSR takes " + std::to_string(csr));
  }
  constexpr std::int64_t row_more = 8;
  return fit_memory(count * (each + row_more) + max_diagonals * 4 + Marks(p.a).bytes(),
                    p.resources);
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
