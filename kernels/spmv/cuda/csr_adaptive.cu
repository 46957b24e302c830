// SPDX-License-Identifier: BSD-3-Clause
// CSR cut into chunks of about equal entries, one block each, in one launch for any row lengths.
// A chunk of whole rows is staged: products go to shared memory coalesced, then groups of threads
// add up rows; what would keep a small group busy for long is left to whole warps. A row longer
// than a chunk is split over blocks (shared_rows.cuh). Column indices may be re-coded as 16-bit
// offsets from the chunk's first column. Source: Greathouse and Daga, "Efficient sparse
// matrix-vector multiplication on GPUs using the CSR storage format", SC'14 (CSR-Stream,
// CSR-Adaptive).
#include "kernels/cuda/scan_sort.hpp"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/row_cutting.cuh"
#include "kernels/spmv/cuda/shared_rows.cuh"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

namespace sptune::spmv::csr_adaptive {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

struct Config {
  int chunk;
  int block;
  IndexWidth index;
  Load load;
};

// The default is what a matrix gets of which nothing is known: on 51 real matrices (H200, double,
// hot) it is within 15 % of the best of 194 points in the geometric mean, and never behind by more
// than 1.57 (docs/measurements/spmv-gpu.md).
constexpr auto config_space = space<Config>(
    [](const Config& c) { return c.chunk / c.block >= 4 && c.chunk / c.block <= 16; },
    "4 <= chunk/block <= 16",
    axis("chunk", &Config::chunk, {1024, 512, 2048, 4096}, "entries staged by a block"),
    axis("block", &Config::block, {256, 64, 128, 512}, "threads per block"),
    axis("index", &Config::index, {IndexWidth::mixed16, IndexWidth::i32},
         "mixed16: 16-bit columns in chunks that span fewer than 65536"),
    axis("load", &Config::load, {Load::streaming, Load::cached}, "cache policy of the entries"));

/// One block's work: a chunk of whole rows, or one part of a long row.
struct Chunk {
  std::int64_t first;    ///< first entry
  std::int64_t indices;  ///< first index in the re-coded array, in units of 16 bits; -1: CSR's own
  std::int32_t row;      ///< first row
  std::int32_t rows;     ///< rows; 0 for a part of a long row
  std::int32_t count;    ///< entries
  std::int32_t base;     ///< first column, of 16-bit offsets
  SharedRow shared;      ///< the long row
};

template <Load Policy, class V, int ChunkSize, int Block, class F>
__device__ __forceinline__ void for_products(const Chunk& c, const Index* col_indices,
                                             const std::uint16_t* narrow, const V* values,
                                             const V* x, F&& f) {
  constexpr int per_thread = ChunkSize / Block;
  V a[per_thread];
  unsigned col[per_thread];
  const V* v = values + c.first;
  const bool is_narrow = c.indices >= 0;
  const V* x0 = is_narrow ? x + c.base : x;
  const Index* wide = col_indices + c.first;
  const std::uint16_t* offsets = narrow + c.indices;
#pragma unroll
  for (int u = 0; u < per_thread; ++u) {
    const int i = static_cast<int>(threadIdx.x) + u * Block;
    if (i < c.count) {
      col[u] = is_narrow ? static_cast<unsigned>(load<Policy>(offsets + i))
                         : static_cast<unsigned>(load<Policy>(wide + i));
      a[u] = load<Policy>(v + i);
    }
  }
#pragma unroll
  for (int u = 0; u < per_thread; ++u) {
    const int i = static_cast<int>(threadIdx.x) + u * Block;
    if (i < c.count) f(i, a[u] * __ldg(x0 + col[u]));
  }
}

/// Sum over the block, in every lane of the first warp; `scratch` is shared and not in use.
template <class V, int Block>
__device__ V block_sum(V v, V* scratch) {
  v = group_sum<32>(v);
  if ((threadIdx.x & 31) == 0) scratch[threadIdx.x / 32] = v;
  __syncthreads();
  V sum = 0;
  if (threadIdx.x < 32) {
#pragma unroll
    for (int w = 0; w < Block / 32; ++w) sum += scratch[w];
  }
  return sum;
}

/// A group of threads adds up rows of at most this many steps; longer ones wait for a whole warp.
constexpr int most_steps = 16;

template <class V, class O, int ChunkSize, int Block, Load Policy>
__global__ void __launch_bounds__(Block)
    multiply(const Chunk* __restrict__ chunks, const O* __restrict__ row_offsets,
             const Index* __restrict__ col_indices, const std::uint16_t* __restrict__ narrow,
             const V* __restrict__ values, SharedRowScratch<V> scratch, V alpha,
             const V* __restrict__ x, V beta, V* __restrict__ y) {
  __shared__ V products[ChunkSize];
  __shared__ std::int16_t long_rows[ChunkSize / most_steps];
  __shared__ int long_count;
  const Chunk c = chunks[blockIdx.x];
  const int thread = static_cast<int>(threadIdx.x);
  if (c.rows == 0) {
    V sum = 0;
    for_products<Policy, V, ChunkSize, Block>(c, col_indices, narrow, values, x,
                                              [&](int, V p) { sum += p; });
    sum = block_sum<V, Block>(sum, products);
    if (thread < 32) {
      SharedRow mine = c.shared;
      if (thread != 0) mine.row = -1;
      finish_shared_rows(mine, sum, scratch, alpha, beta, y);
    }
    return;
  }
  // Threads per row: the largest power of two that leaves every row its group in one sweep.
  int group = 1;
  while (group < 32 && c.rows * group * 2 <= Block) group *= 2;
  const int lane = thread & (group - 1);
  // The borders of the first sweep's rows are asked for before the products, which take as long.
  int r = thread / group;
  const auto border = [&](int row) { return static_cast<int>(row_offsets[c.row + row] - c.first); };
  int begin = r < c.rows ? border(r) : 0;
  int end = r < c.rows ? border(r + 1) : 0;
  if (thread == 0) long_count = 0;
  for_products<Policy, V, ChunkSize, Block>(c, col_indices, narrow, values, x,
                                            [&](int i, V p) { products[i] = p; });
  __syncthreads();
  for (int first = 0; first < c.rows; first += Block / group) {
    V sum = 0;
    const bool wait = group < 32 && end - begin > most_steps * group;
    if (wait && lane == 0) long_rows[atomicAdd(&long_count, 1)] = static_cast<std::int16_t>(r);
    if (!wait) {
      for (int i = begin + lane; i < end; i += group) sum += products[i];
    }
    for (int step = group / 2; step > 0; step /= 2) {
      sum += __shfl_xor_sync(0xffffffffU, sum, step);
    }
    if (r < c.rows && lane == 0 && !wait) store(y + c.row + r, sum, alpha, beta);
    r += Block / group;
    begin = r < c.rows ? border(r) : 0;
    end = r < c.rows ? border(r + 1) : 0;
  }
  __syncthreads();
  for (int q = thread / 32; q < long_count; q += Block / 32) {
    const int row = long_rows[q];
    const int row_end = border(row + 1);
    V sum = 0;
    for (int i = border(row) + (thread & 31); i < row_end; i += 32) sum += products[i];
    sum = group_sum<32>(sum);
    if ((thread & 31) == 0) store(y + c.row + row, sum, alpha, beta);
  }
}

// --- cutting: see row_cutting.cuh ----------------------------------------------------------------

/// Chunks of whole rows, and parts of rows that are longer than a chunk. A first pass counts the
/// chunks of every section, and the parts among them; with `starts` and `part_starts`, the sums of
/// these, a second one writes the chunks.
template <class O>
__global__ void cut_rows(std::int64_t rows, const O* __restrict__ row_offsets,
                         std::int64_t sections, int chunk, int max_rows,
                         const std::int64_t* __restrict__ starts,
                         const std::int64_t* __restrict__ part_starts, std::int64_t* counts,
                         std::int64_t* part_counts, Chunk* chunks) {
  const std::int64_t s = blockIdx.x;
  const bool writes = starts != nullptr;
  const int lane = static_cast<int>(threadIdx.x);
  std::int64_t row = section_begin(rows, row_offsets, s, sections);
  const std::int64_t stop = section_begin(rows, row_offsets, s + 1, sections);
  std::int64_t at = writes ? starts[s] : 0;
  std::int64_t shared = writes ? part_starts[s] : 0;
  while (row < stop) {
    const std::int64_t first = row_offsets[row];
    const std::int64_t length = row_offsets[row + 1] - first;
    const auto first_row = static_cast<std::int32_t>(row);
    if (length > chunk) {
      const auto parts = static_cast<std::int32_t>((length + chunk - 1) / chunk);
      for (std::int32_t part = lane; writes && part < parts; part += 32) {
        const std::int64_t begin = static_cast<std::int64_t>(part) * chunk;
        const auto count =
            static_cast<std::int32_t>(min(static_cast<std::int64_t>(chunk), length - begin));
        const SharedRow mine{first_row, static_cast<std::int32_t>(shared), part, parts};
        chunks[at + part] = {first + begin, -1, first_row, 0, count, 0, mine};
      }
      at += parts;
      shared += parts;
      ++row;
      continue;
    }
    const std::int64_t end =
        last_border(row_offsets, row, min(stop, row + max_rows), first + chunk);
    if (writes && lane == 0) {
      chunks[at] = {first,
                    -1,
                    first_row,
                    static_cast<std::int32_t>(end - row),
                    static_cast<std::int32_t>(row_offsets[end] - first),
                    0,
                    SharedRow{}};
    }
    ++at;
    row = end;
  }
  if (writes || lane != 0) return;
  counts[s] = at;
  part_counts[s] = shared;
}

/// Per chunk: its first column, and how many 16-bit units it takes (0 when it spans too much).
__global__ void measure_chunks(Chunk* chunks, const Index* col_indices, std::int64_t* units) {
  Chunk& c = chunks[blockIdx.x];
  Index low = 0x7fffffff;
  Index high = 0;
  for (int i = static_cast<int>(threadIdx.x); i < c.count; i += 32) {
    low = min(low, col_indices[c.first + i]);
    high = max(high, col_indices[c.first + i]);
  }
  low = sptune::cuda::warp_min(low);
  high = sptune::cuda::warp_max(high);
  if (threadIdx.x == 0) {
    c.base = c.count > 0 ? low : 0;
    units[blockIdx.x] = c.count > 0 && high - low < 65536 ? c.count : 0;
  }
}

__global__ void encode_chunks(Chunk* chunks, const Index* col_indices, const std::int64_t* units,
                              const std::int64_t* offsets, std::uint16_t* narrow) {
  Chunk& c = chunks[blockIdx.x];
  if (units[blockIdx.x] == 0) return;
  const std::int64_t at = offsets[blockIdx.x];
  if (threadIdx.x == 0) c.indices = at;
  for (int i = static_cast<int>(threadIdx.x); i < c.count; i += static_cast<int>(blockDim.x)) {
    narrow[at + i] = static_cast<std::uint16_t>(col_indices[c.first + i] - c.base);
  }
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c) : a_(a), any_(any), config_(c) {
    if (a.rows == 0) return;
    cut(4 * c.block);
    if (c.index == IndexWidth::mixed16 && any.nnz > 0) encode(chunks_.size());
    sptune::cuda::synchronize();
  }

  [[nodiscard]] double bytes_per_run() const override {
    const auto narrow = static_cast<double>(narrow_.size());
    return compulsory_bytes(any_) - narrow * 2.0 + static_cast<double>(chunks_.bytes());
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return chunks_.bytes() + narrow_.bytes() + shared_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (a_.rows == 0) return;
    const auto grid = static_cast<unsigned>(chunks_.size());
    const auto shared = shared_.on(stream);
    select<config_space, &Config::chunk, &Config::block, &Config::load>(
        config_, [&](auto chunk, auto block, auto policy) {
          if constexpr (config_space.valid(
                            {.chunk = chunk(), .block = block(), .index = {}, .load = policy()})) {
            launch(multiply<V, O, chunk(), block(), policy()>, grid, block(), 0, native(stream),
                   chunks_.data(), a_.row_offsets, a_.col_indices, narrow_.data(), a_.values,
                   shared.scratch(), alpha, x, beta, y);
          } else {
            outside_the_space();
          }
        });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
  }

  void cut(int max_rows) {
    using sptune::cuda::Scratch;
    const std::int64_t sections = sections_for(any_.nnz / config_.chunk + a_.rows / max_rows);
    const auto n = static_cast<std::size_t>(sections);
    const auto grid = static_cast<unsigned>(sections);
    Scratch<std::int64_t> counts(n);
    Scratch<std::int64_t> part_counts(n);
    Scratch<std::int64_t> starts(n + 1);
    Scratch<std::int64_t> part_starts(n + 1);
    cut_rows<O><<<grid, 32>>>(a_.rows, a_.row_offsets, sections, config_.chunk, max_rows, nullptr,
                              nullptr, counts.data(), part_counts.data(), nullptr);
    SPTUNE_CUDA(cudaGetLastError());
    const std::int64_t chunks =
        sptune::cuda::exclusive_scan(counts.data(), starts.data(), sections);
    const std::int64_t parts =
        sptune::cuda::exclusive_scan(part_counts.data(), part_starts.data(), sections);
    chunks_ = sptune::cuda::DeviceArray<Chunk>(static_cast<std::size_t>(chunks));
    cut_rows<O><<<grid, 32>>>(a_.rows, a_.row_offsets, sections, config_.chunk, max_rows,
                              starts.data(), part_starts.data(), nullptr, nullptr, chunks_.data());
    SPTUNE_CUDA(cudaGetLastError());
    shared_ = SharedRowMemory<V>(static_cast<std::int32_t>(parts));
  }
  void encode(std::size_t n) {
    sptune::cuda::Scratch<std::int64_t> units(n);
    sptune::cuda::Scratch<std::int64_t> offsets(n + 1);
    const auto grid = static_cast<unsigned>(n);
    measure_chunks<<<grid, 32>>>(chunks_.data(), a_.col_indices, units.data());
    SPTUNE_CUDA(cudaGetLastError());
    const std::int64_t total =
        sptune::cuda::exclusive_scan(units.data(), offsets.data(), static_cast<std::int64_t>(n));
    narrow_ = sptune::cuda::DeviceArray<std::uint16_t>(static_cast<std::size_t>(total));
    encode_chunks<<<grid, 128>>>(chunks_.data(), a_.col_indices, units.data(), offsets.data(),
                                 narrow_.data());
    SPTUNE_CUDA(cudaGetLastError());
    sptune::cuda::synchronize();
  }

  CsrView<V, O> a_;
  AnyCsr any_;
  Config config_;
  sptune::cuda::DeviceArray<Chunk> chunks_;
  sptune::cuda::DeviceArray<std::uint16_t> narrow_;
  SharedRowMemory<V> shared_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  // Chunks that end with a row are not full: up to twice as many.
  const std::int64_t chunks = p.a.nnz / c.chunk + p.a.rows / (4 * c.block) + 1;
  const std::int64_t columns = c.index == IndexWidth::mixed16 ? p.a.nnz * 2 : 0;
  return fit_memory(columns + 2 * chunks * static_cast<std::int64_t>(sizeof(Chunk)), p.resources);
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  Expected e = expect::csr(
      type, c.index == IndexWidth::mixed16 ? expect::mixed_index_bytes(feature) : expect::index32,
      4, feature);
  const double mean = feature(Feature::mean_row);
  const double rows = feature(Feature::rows);
  // A chunk ends with a row: half a row is missing at its end.
  const double filled = std::clamp(1 - mean / 2 / c.chunk, 0.5, 1.0) * c.chunk;
  const double chunks =
      std::max(expect::blocks(feature(Feature::nnz), filled), expect::blocks(rows, 4.0 * c.block));
  const double rows_of_chunk = std::max(1e-9, rows / chunks);
  const double group = std::clamp(std::exp2(std::floor(std::log2(c.block / rows_of_chunk))), 1.0,
                                  32.0);  // threads per row, as the kernel takes them
  const double sweeps = std::ceil(rows_of_chunk * group / c.block);
  const double per_thread = static_cast<double>(c.chunk) / c.block;
  e.launch.blocks = chunks;
  e.launch.threads = c.block;
  e.launch.shared_bytes = c.chunk * static_cast<double>(size_of(type));
  e.launch.registers = expect::registers(per_thread);
  e.launch.in_flight = per_thread;
  e.launch.steps = 4 + sweeps * (1 + std::ceil(mean / group));
  const double longest = feature(Feature::row_max);
  const bool by_warps = longest > most_steps * group;
  e.launch.longest = e.launch.steps + std::min<double>(longest / group, most_steps) +
                     (by_warps ? 2 + std::min<double>(longest, c.chunk) / warp_size : 0);
  if (longest > c.chunk) {
    e.launch.shared_rows = std::max(1.0, expect::entries_beyond(c.chunk, feature) / c.chunk);
  }
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "csr_adaptive",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::callers,
       .summary = "CSR in chunks of equal entries, staged in shared memory; long rows split",
       .source = "Greathouse and Daga, SC'14"},
      config_space, fit, make_plan<Plan, Config>, expected);
}

}  // namespace sptune::spmv::csr_adaptive
