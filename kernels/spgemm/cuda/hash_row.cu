// SPDX-License-Identifier: BSD-3-Clause
// The kernel this project started from: a block per row, a hash table in shared memory, low bits
// and linear probing, columns in no order (as Nagasaka, Nukada and Matsuoka, ICPP 2017, but without
// bins). A row whose columns might not fit takes a table in global memory, so that every row ends.
// Kept to compare with.
#include "kernels/api/variant.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/scan_sort.hpp"
#include "kernels/spgemm/cuda/fit.cuh"
#include "kernels/spgemm/cuda/hash_table.cuh"
#include "kernels/spgemm/cuda/operands.cuh"
#include "kernels/spgemm/cuda/pool.cuh"
#include "kernels/spgemm/cuda/streams.cuh"
#include "kernels/spgemm/cuda/team.cuh"
#include "sptune/device.hpp"

#include <algorithm>
#include <memory>

namespace sptune::spgemm::hash_row {
namespace {

using namespace spgemm::cuda;  // NOLINT(google-build-using-namespace): what SpGEMM shares
using sptune::cuda::bits_for;
using sptune::cuda::launch;
using sptune::cuda::native;

enum class Place : std::uint8_t { shared, global };
constexpr std::array<std::pair<Place, std::string_view>, 2> enum_names(Place) {
  return {{{Place::shared, "shared"}, {Place::global, "global"}}};
}

struct Config {
  int slots;
  int warps;
  Place table;
  MemorySource memory;
};

constexpr auto config_space =
    space<Config>([](const Config& c) { return c.table == Place::shared || c.slots == 1024; },
                  "slots other than 1024 only with table=shared",
                  axis("slots", &Config::slots, {1024, 256, 512, 2048, 4096},
                       "slots of the table in shared memory"),
                  axis("warps", &Config::warps, {1, 2, 4}, "warps that share a row"),
                  axis("table", &Config::table, {Place::shared, Place::global},
                       "where the table is when the row fits the shared one"),
                  axis("memory", &Config::memory, {MemorySource::pool, MemorySource::raw},
                       "memory of a run kept in a pool, or from the driver each time"));

/// Global tables of all blocks together, and blocks of a multiprocessor at most.
constexpr std::int64_t most_table_bytes = std::int64_t{1} << 30;
constexpr std::int64_t most_blocks_per_sm = 32;

struct Rows {
  std::int64_t count;
  Pattern a;
  Pattern b;
};

/// At most so many columns a row of C has: its products, or all columns. A warp per row.
__global__ void bound_rows(Rows rows, std::int64_t cols, int* bounds, int* largest) {
  const Team team = team_of_lane(32);
  const std::int64_t r = (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
  if (r >= rows.count) return;
  std::int64_t products = 0;
  const std::int64_t end = rows.a.offsets[r + 1];
  for (std::int64_t i = rows.a.offsets[r] + team.rank; i < end; i += 32) {
    const Index k = rows.a.columns[i];
    products += rows.b.offsets[k + 1] - rows.b.offsets[k];
  }
  products = team_sum(team, products);
  if (team.rank != 0) return;
  bounds[r] = static_cast<int>(min(products, cols));
  atomicMax(largest, bounds[r]);
}

/// The table of a block for one row. Twice as many slots as columns in global memory; in shared
/// memory all there are, one more than columns at least.
template <class V>
struct RowTable {
  Index* keys;
  V* values;
  int bits;
};

template <class V>
struct Tables {
  unsigned char* global;
  int shared_bits;
  int global_bits;
  bool prefer_global;

  [[nodiscard]] __device__ RowTable<V> of(int bound) const {
    extern __shared__ uint4 memory[];
    if (!prefer_global && bound < 1 << shared_bits) {
      auto* const values = reinterpret_cast<V*>(memory);
      return {reinterpret_cast<Index*>(values + (1 << shared_bits)), values, shared_bits};
    }
    const std::int64_t slots = std::int64_t{1} << global_bits;
    auto* const values = reinterpret_cast<V*>(global + blockIdx.x * slots * (sizeof(V) + 4));
    return {reinterpret_cast<Index*>(values + slots), values,
            bits_for(2 * static_cast<std::int64_t>(bound), 1)};
  }
};

/// Lanes stride over A's row, each takes whole rows of B.
template <class F>
__device__ __forceinline__ void for_products(const Rows& rows, std::int64_t r, F&& f) {
  const std::int64_t end = rows.a.offsets[r + 1];
  for (std::int64_t i = rows.a.offsets[r] + threadIdx.x; i < end; i += blockDim.x) {
    const Index k = rows.a.columns[i];
    const std::int64_t stop = rows.b.offsets[k + 1];
    for (std::int64_t j = rows.b.offsets[k]; j < stop; ++j) f(i, j);
  }
}

template <class V>
__global__ void count(Rows rows, const int* bounds, Tables<V> tables, std::int64_t* entries) {
  __shared__ int total;
  for (std::int64_t r = blockIdx.x; r < rows.count; r += gridDim.x) {
    const RowTable<V> t = tables.of(bounds[r]);
    if (threadIdx.x == 0) total = 0;
    for (int s = static_cast<int>(threadIdx.x); s < 1 << t.bits; s += static_cast<int>(blockDim.x))
      t.keys[s] = empty_key;
    __syncthreads();
    int fresh = 0;
    for_products(rows, r, [&](std::int64_t /*i*/, std::int64_t j) {
      claim(t.keys, t.bits, Hash::low, rows.b.columns[j], fresh);
    });
    const Team team = team_of_lane(32);
    fresh = team_sum(team, fresh);
    if (team.rank == 0) atomicAdd(&total, fresh);
    __syncthreads();
    if (threadIdx.x == 0) entries[r] = total;
    __syncthreads();
  }
}

template <class V>
__global__ void fill(Rows rows, const V* a_values, const V* b_values, const int* bounds,
                     Tables<V> tables, const std::int64_t* offsets, Index* columns, V* values) {
  __shared__ int cursor;
  for (std::int64_t r = blockIdx.x; r < rows.count; r += gridDim.x) {
    const RowTable<V> t = tables.of(bounds[r]);
    if (threadIdx.x == 0) cursor = 0;
    for (int s = static_cast<int>(threadIdx.x); s < 1 << t.bits;
         s += static_cast<int>(blockDim.x)) {
      t.keys[s] = empty_key;
      t.values[s] = 0;
    }
    __syncthreads();
    int fresh = 0;
    for_products(rows, r, [&](std::int64_t i, std::int64_t j) {
      atomicAdd(t.values + claim(t.keys, t.bits, Hash::low, rows.b.columns[j], fresh),
                a_values[i] * b_values[j]);
    });
    __syncthreads();
    const std::int64_t to = offsets[r];
    for (int s = static_cast<int>(threadIdx.x); s < 1 << t.bits;
         s += static_cast<int>(blockDim.x)) {
      if (t.keys[s] == empty_key) continue;
      const int at = atomicAdd(&cursor, 1);
      columns[to + at] = t.keys[s];
      values[to + at] = t.values[s];
    }
    __syncthreads();
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
        rows_{p.a.rows, pattern_of(p.a), pattern_of(p.b)},
        pool_(c.memory),
        bounds_(pool_),
        counts_(pool_),
        offsets_(pool_),
        tables_(pool_),
        columns_(pool_),
        values_(pool_) {
    offsets_.get(8 * (a_.rows + 1), nullptr);
    bounds_.get(4 * (a_.rows + 1), nullptr);
    counts_.get(8 * a_.rows, nullptr);
    sptune::cuda::synchronize();
    SPTUNE_CUDA(
        cudaFuncSetAttribute(fill<V>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes()));
    SPTUNE_CUDA(cudaFuncSetAttribute(count<V>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                     shared_bytes()));
  }
  ~Plan() override { (void)cudaDeviceSynchronize(); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  std::int64_t symbolic(Stream s) override {
    const cudaStream_t stream = native(s);
    const PhaseOrder::Phase phase(order_, stream);
    entries_ = 0;
    if (a_.rows == 0) {
      SPTUNE_CUDA(cudaMemsetAsync(offsets_.data(), 0, 8, stream));
      SPTUNE_CUDA(cudaStreamSynchronize(stream));
      return 0;
    }
    auto* const bounds = reinterpret_cast<int*>(bounds_.data());
    SPTUNE_CUDA(cudaMemsetAsync(bounds + a_.rows, 0, 4, stream));
    launch(bound_rows, static_cast<unsigned>((a_.rows + 7) / 8), 256, 0, stream, rows_, b_.cols,
           bounds, bounds + a_.rows);
    int largest = 0;
    SPTUNE_CUDA(cudaMemcpyAsync(&largest, bounds + a_.rows, 4, cudaMemcpyDeviceToHost, stream));
    SPTUNE_CUDA(cudaStreamSynchronize(stream));
    place_tables(largest, stream);
    count<V><<<blocks_, threads(), static_cast<unsigned>(shared_bytes()), stream>>>(
        rows_, bounds, device_tables_, reinterpret_cast<std::int64_t*>(counts_.data()));
    SPTUNE_CUDA(cudaGetLastError());
    SPTUNE_CUDA(cudaStreamSynchronize(stream));
    entries_ =
        sptune::cuda::exclusive_scan(reinterpret_cast<std::int64_t*>(counts_.data()),
                                     reinterpret_cast<std::int64_t*>(offsets_.data()), a_.rows);
    return entries_;
  }

  void allocate(Stream s) override {
    const PhaseOrder::Phase phase(order_, native(s));
    require_memory(entries_ * static_cast<std::int64_t>(sizeof(Index) + sizeof(V)), limit_);
    columns_.get(entries_ * static_cast<std::int64_t>(sizeof(Index)), native(s));
    values_.get(entries_ * static_cast<std::int64_t>(sizeof(V)), native(s));
  }

  void numeric(Stream s) override {
    if (entries_ == 0) return;
    const PhaseOrder::Phase phase(order_, native(s));
    fill<V><<<blocks_, threads(), static_cast<unsigned>(shared_bytes()), native(s)>>>(
        rows_, static_cast<const V*>(a_.values), static_cast<const V*>(b_.values),
        reinterpret_cast<const int*>(bounds_.data()), device_tables_,
        reinterpret_cast<const std::int64_t*>(offsets_.data()),
        reinterpret_cast<Index*>(columns_.data()), reinterpret_cast<V*>(values_.data()));
    SPTUNE_CUDA(cudaGetLastError());
  }

  [[nodiscard]] AnyCsr result() const override {
    return device_product(a_, b_, entries_, offsets_.data(), columns_, values_, ColumnOrder::any);
  }
  [[nodiscard]] bool sorted() const override { return false; }
  [[nodiscard]] std::int64_t memory_bytes() const override { return pool_.peak_bytes(); }

 private:
  void take_values(const void* a, const void* b, Stream /*stream*/) override {
    a_.values = a;
    b_.values = b;
  }

  [[nodiscard]] unsigned threads() const { return static_cast<unsigned>(32 * config_.warps); }
  [[nodiscard]] int shared_bytes() const {
    return config_.slots * static_cast<int>(sizeof(V) + sizeof(Index));
  }
  /// Global tables for the largest row, one per block, when some row needs one.
  void place_tables(int largest, cudaStream_t stream) {
    const bool global = config_.table == Place::global;
    device_tables_ = {nullptr, bits_for(config_.slots, 1), 0, global};
    const std::int64_t most_blocks =
        most_blocks_per_sm * sptune::cuda::device_info().value().sm_count;
    std::int64_t blocks = std::min(a_.rows, most_blocks);
    if (global || largest >= config_.slots) {
      device_tables_.global_bits = bits_for(std::int64_t{2} * largest, 1);
      const std::int64_t bytes = (std::int64_t{1} << device_tables_.global_bits) *
                                 static_cast<std::int64_t>(sizeof(V) + sizeof(Index));
      blocks = std::clamp<std::int64_t>(most_table_bytes / bytes, 1, blocks);
      require_memory(blocks * bytes, limit_);
      tables_.get(blocks * bytes, stream);
      device_tables_.global = tables_.data();
    }
    blocks_ = static_cast<unsigned>(blocks);
  }

  AnyCsr a_;
  AnyCsr b_;
  Config config_;
  std::int64_t limit_;
  Rows rows_;
  PhaseOrder order_;
  Pool pool_;
  PoolBytes bounds_;
  PoolBytes counts_;
  PoolBytes offsets_;
  PoolBytes tables_;
  PoolBytes columns_;
  PoolBytes values_;
  Tables<V> device_tables_{};
  unsigned blocks_ = 1;
  std::int64_t entries_ = 0;
};

Fit fit(const Config& /*c*/, const SpgemmProblem& p) {
  return fit_device(p, 20 * (p.a.rows + 1));
}

std::unique_ptr<SpgemmPlan> plan(const Config& c, const SpgemmProblem& p) {
  if (p.a.value_type == ValueType::f32) return std::make_unique<Plan<float>>(p, c);
  return std::make_unique<Plan<double>>(p, c);
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpgemmProblem>(
      {.name = "hash_row",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::callers,
       .summary = "a block per row with one hash table, rows unsorted",
       .source = "Nagasaka, Nukada and Matsuoka, ICPP 2017, without bins",
       .baseline = true,
       .deterministic = false},
      config_space, fit, plan);
}

}  // namespace sptune::spgemm::hash_row
