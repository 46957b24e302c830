// SPDX-License-Identifier: BSD-3-Clause
// The textbook program on a GPU: a thread per element of C looks for what row i of A in CSR and
// column j of B in CSC have in common. A block takes a row and keeps its entries in order. A
// baseline: its work grows with rows times columns.
#include "kernels/api/variant.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/scan_sort.hpp"
#include "kernels/spgemm/cuda/fit.cuh"
#include "kernels/spgemm/cuda/operands.cuh"
#include "kernels/spgemm/cuda/pool.cuh"
#include "kernels/spgemm/cuda/streams.cuh"
#include "kernels/spgemm/dot_product.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

namespace sptune::spgemm::dot_product {
namespace {

using namespace spgemm::cuda;  // NOLINT(google-build-using-namespace): what SpGEMM shares
using sptune::cuda::bits_for;
using sptune::cuda::blocks_for;
using sptune::cuda::launch;
using sptune::cuda::native;
using sptune::cuda::Scratch;
using sptune::cuda::thread_id;

enum class Lookup : std::uint8_t { merge, search };
constexpr std::array<std::pair<Lookup, std::string_view>, 2> enum_names(Lookup) {
  return {{{Lookup::merge, "merge"}, {Lookup::search, "search"}}};
}

struct Config {
  Lookup lookup;
  int block;
};

constexpr auto config_space = free_space<Config>(
    axis("lookup", &Config::lookup, {Lookup::merge, Lookup::search},
         "walk row and column side by side, or look the column's rows up in the row by halving"),
    axis("block", &Config::block, {256, 64, 128, 512}, "threads that share a row"));

constexpr int warp_size = 32;
constexpr int most_warps = 512 / warp_size;
constexpr int copy_block = 256;

/// Steps beyond which a run would take seconds.
constexpr double most_steps = 1e11;

/// B by columns: rows of each, and where its values stand in B, so that changed ones are seen.
struct Columns {
  std::int64_t count;
  const std::int64_t* offsets;
  const Index* rows;
  const std::int32_t* places;
};

__global__ void __launch_bounds__(copy_block)
    count_columns(std::int64_t nnz, const Index* columns, unsigned* keys, std::int32_t* places,
                  unsigned long long* counts) {
  const std::int64_t i = thread_id();
  if (i >= nnz) return;
  keys[i] = static_cast<unsigned>(columns[i]);
  places[i] = static_cast<std::int32_t>(i);
  atomicAdd(counts + columns[i], 1ULL);
}

/// The row that each place belongs to, by halving.
__global__ void __launch_bounds__(copy_block)
    find_rows(std::int64_t nnz, std::int64_t rows, Offsets offsets, const std::int32_t* places,
              Index* out) {
  const std::int64_t i = thread_id();
  if (i >= nnz) return;
  std::int64_t row = 0;  // the last that begins at the place or before
  for (std::int64_t end = rows; end - row > 1;) {
    const std::int64_t middle = row + (end - row) / 2;
    (offsets[middle] <= places[i] ? row : end) = middle;
  }
  out[i] = static_cast<Index>(row);
}

/// Row and column of an element of C: where they begin and end.
struct Element {
  std::int64_t i, i_end;
  std::int64_t j, j_end;
};

/// Calls f(place in A, place among the columns) for common indices, in order, while it is true.
template <Lookup How, class F>
__device__ __forceinline__ void for_common(Element e, const Index* a, const Index* b, F&& f) {
  if constexpr (How == Lookup::merge) {
    while (e.i < e.i_end && e.j < e.j_end) {
      const Index left = a[e.i];
      const Index right = b[e.j];
      if (left == right && !f(e.i, e.j)) return;
      e.i += left <= right ? 1 : 0;
      e.j += right <= left ? 1 : 0;
    }
  } else {
    for (; e.j < e.j_end && e.i < e.i_end; ++e.j) {
      const Index right = b[e.j];
      for (std::int64_t end = e.i_end; e.i < end;) {  // the first that is not less
        const std::int64_t middle = e.i + (end - e.i) / 2;
        if (a[middle] < right) {
          e.i = middle + 1;
        } else {
          end = middle;
        }
      }
      if (e.i < e.i_end && a[e.i] == right && !f(e.i, e.j)) return;
    }
  }
}

/// How many threads of the block before this one say `mine`, and how many do at all.
__device__ __forceinline__ int rank_in_block(bool mine, int& all) {
  __shared__ int of_warp[most_warps];
  const unsigned said = __ballot_sync(0xffffffffU, mine);
  const unsigned lane = threadIdx.x % warp_size;
  const int warp = static_cast<int>(threadIdx.x / warp_size);
  if (lane == 0) of_warp[warp] = __popc(said);
  __syncthreads();
  int before = 0;
  all = 0;
  for (int w = 0; w < static_cast<int>(blockDim.x / warp_size); ++w) {
    if (w < warp) before += of_warp[w];
    all += of_warp[w];
  }
  __syncthreads();
  return before + __popc(said & ((1U << lane) - 1U));
}

template <class V>
struct Product {
  std::int64_t rows;
  Pattern a;
  const V* a_values;
  Columns b;
  const V* b_values;
  std::int64_t* entries;  ///< of each row, when they are counted
  const std::int64_t* offsets;
  Index* columns;
  V* values;
};

template <class V, Lookup How, bool Fill>
__global__ void multiply(Product<V> c) {
  for (std::int64_t r = blockIdx.x; r < c.rows; r += gridDim.x) {
    const std::int64_t begin = c.a.offsets[r];
    const std::int64_t end = c.a.offsets[r + 1];
    std::int64_t done = 0;
    for (std::int64_t first = 0; first < c.b.count && begin < end; first += blockDim.x) {
      const std::int64_t col = first + threadIdx.x;
      bool found = false;
      V sum = 0;
      if (col < c.b.count) {
        const Element e{begin, end, c.b.offsets[col], c.b.offsets[col + 1]};
        for_common<How>(e, c.a.columns, c.b.rows, [&](std::int64_t i, std::int64_t j) {
          found = true;
          if constexpr (Fill) sum += c.a_values[i] * c.b_values[c.b.places[j]];
          return Fill;
        });
      }
      int all = 0;
      const int rank = rank_in_block(found, all);
      if constexpr (Fill) {
        if (found) {
          c.columns[c.offsets[r] + done + rank] = static_cast<Index>(col);
          c.values[c.offsets[r] + done + rank] = sum;
        }
      }
      done += all;
    }
    if (!Fill && threadIdx.x == 0) c.entries[r] = done;
  }
}

template <class V>
class Plan final : public SpgemmPlan {
 public:
  Plan(const SpgemmProblem& p, const Config& c)
      : a_(p.a),
        b_(p.b),
        config_(c),
        limit_(p.resources.memory_limit),
        pool_(MemorySource::pool),
        offsets_(pool_),
        counts_(pool_),
        col_offsets_(pool_),
        b_rows_(pool_),
        b_places_(pool_),
        columns_(pool_),
        values_(pool_) {
    offsets_.get(8 * (a_.rows + 1), nullptr);
    counts_.get(8 * a_.rows, nullptr);
    to_columns();
  }
  ~Plan() override { order_.finish(); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  std::int64_t symbolic(Stream s) override {
    const cudaStream_t stream = native(s);
    const PhaseOrder::Phase phase(order_, stream);
    entries_ = 0;
    if (a_.rows > 0) run<false>(stream);
    entries_ =
        sptune::cuda::exclusive_scan(reinterpret_cast<std::int64_t*>(counts_.data()),
                                     reinterpret_cast<std::int64_t*>(offsets_.data()), a_.rows, s);
    return entries_;
  }

  void allocate(Stream s) override {
    const PhaseOrder::Phase phase(order_, native(s));
    require_memory(pool_.held_bytes() - columns_.bytes() - values_.bytes() +
                       entries_ * static_cast<std::int64_t>(sizeof(Index) + sizeof(V)),
                   limit_);
    columns_.get(entries_ * static_cast<std::int64_t>(sizeof(Index)), native(s));
    values_.get(entries_ * static_cast<std::int64_t>(sizeof(V)), native(s));
  }

  void numeric(Stream s) override {
    if (entries_ == 0) return;
    const PhaseOrder::Phase phase(order_, native(s));
    run<true>(native(s));
  }

  [[nodiscard]] AnyCsr result() const override {
    return device_product(a_, b_, entries_, offsets_.data(), columns_, values_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override { return pool_.peak_bytes(); }

 private:
  void take_values(const void* a, const void* b, Stream /*stream*/) override {
    a_.values = a;
    b_.values = b;
  }

  /// A stable sort by column leaves the rows of each in order.
  void to_columns() {
    col_offsets_.get(8 * (b_.cols + 1), nullptr);
    b_rows_.get(4 * b_.nnz, nullptr);
    b_places_.get(4 * b_.nnz, nullptr);
    const auto nnz = static_cast<std::size_t>(b_.nnz);
    const Scratch<unsigned long long> counts =
        sptune::cuda::zeroed_scratch<unsigned long long>(static_cast<std::size_t>(b_.cols));
    const Scratch<std::uint32_t> keys(nnz);
    const Scratch<std::uint32_t> sorted_keys(nnz);
    const Scratch<std::int32_t> places(nnz);
    auto* const col_offsets = reinterpret_cast<std::int64_t*>(col_offsets_.data());
    auto* const b_places = reinterpret_cast<std::int32_t*>(b_places_.data());
    if (b_.nnz > 0) {
      launch(count_columns, blocks_for(b_.nnz, copy_block), copy_block, 0, nullptr, b_.nnz,
             b_.col_indices, keys.data(), places.data(), counts.data());
      sptune::cuda::sort_pairs(keys.data(), sorted_keys.data(), places.data(), b_places, b_.nnz,
                               bits_for(b_.cols, 1));
      launch(find_rows, blocks_for(b_.nnz, copy_block), copy_block, 0, nullptr, b_.nnz, b_.rows,
             pattern_of(b_).offsets, b_places, reinterpret_cast<Index*>(b_rows_.data()));
    }
    if (b_.cols > 0) {
      (void)sptune::cuda::exclusive_scan(reinterpret_cast<const std::int64_t*>(counts.data()),
                                         col_offsets, b_.cols);
    } else {
      SPTUNE_CUDA(cudaMemsetAsync(col_offsets, 0, 8, nullptr));
    }
    sptune::cuda::wait_for(nullptr);
  }

  template <bool Fill>
  void run(cudaStream_t stream) {
    const Product<V> c{a_.rows,
                       pattern_of(a_),
                       static_cast<const V*>(a_.values),
                       {b_.cols, reinterpret_cast<const std::int64_t*>(col_offsets_.data()),
                        reinterpret_cast<const Index*>(b_rows_.data()),
                        reinterpret_cast<const std::int32_t*>(b_places_.data())},
                       static_cast<const V*>(b_.values),
                       reinterpret_cast<std::int64_t*>(counts_.data()),
                       reinterpret_cast<const std::int64_t*>(offsets_.data()),
                       reinterpret_cast<Index*>(columns_.data()),
                       reinterpret_cast<V*>(values_.data())};
    const auto blocks =
        static_cast<unsigned>(std::min<std::int64_t>(a_.rows, std::numeric_limits<int>::max()));
    const auto kernel = config_.lookup == Lookup::merge ? multiply<V, Lookup::merge, Fill>
                                                        : multiply<V, Lookup::search, Fill>;
    launch(kernel, blocks, config_.block, 0, stream, c);
  }

  AnyCsr a_;
  AnyCsr b_;
  Config config_;
  std::int64_t limit_;
  PhaseOrder order_;
  Pool pool_;
  PoolBytes offsets_;
  PoolBytes counts_;
  PoolBytes col_offsets_;
  PoolBytes b_rows_;
  PoolBytes b_places_;
  PoolBytes columns_;
  PoolBytes values_;
  std::int64_t entries_ = 0;
};

Fit fit(const Config& /*c*/, const SpgemmProblem& p) {
  const double rows = static_cast<double>(p.a.rows);
  const double cols = static_cast<double>(p.b.cols);
  const double steps =
      rows * cols + rows * static_cast<double>(p.b.nnz) + cols * static_cast<double>(p.a.nnz);
  if (Fit few = fit_steps(steps, most_steps); !few) return few;
  if (p.b.nnz > std::numeric_limits<std::int32_t>::max()) {
    return Fit::no("B has more than 2^31-1 entries");
  }
  // An entry of B: its row and place, which stay; its column and place unsorted, its column sorted,
  // and keys and places once more that a radix sort works in.
  return fit_device(p, 16 * (p.a.rows + 1) + 16 * (p.b.cols + 1) + 28 * p.b.nnz);
}

std::unique_ptr<SpgemmPlan> plan(const Config& c, const SpgemmProblem& p) {
  if (p.a.value_type == ValueType::f32) return std::make_unique<Plan<float>>(p, c);
  return std::make_unique<Plan<double>>(p, c);
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpgemmProblem>(
      {.name = "dot_product",
       .backend = Backend::cuda,
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::callers,
       .summary = "a thread per element of C: dot products of rows of A and columns of B",
       .source = "the definition: an inner product per entry",
       .baseline = true},
      config_space, fit, plan);
}

}  // namespace sptune::spgemm::dot_product
