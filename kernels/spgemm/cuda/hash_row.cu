// SPDX-License-Identifier: BSD-3-Clause
// The kernel this project started from: a block per row, a hash table with linear probing, columns
// in no order (as Nagasaka, Nukada and Matsuoka, ICPP 2017, but without bins). A row stays in
// shared memory if its entries fit; those that turn out not to are counted once more, in tables in
// global memory. Kept to compare with.
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
#include <string>

namespace sptune::spgemm::hash_row {
namespace {

using namespace spgemm::cuda;  // NOLINT(google-build-using-namespace): what SpGEMM shares
using sptune::cuda::bits_for;
using sptune::cuda::blocks_for;
using sptune::cuda::launch;
using sptune::cuda::native;

enum class Place : std::uint8_t { shared, global };
constexpr std::array<std::pair<Place, std::string_view>, 2> enum_names(Place) {
  return {{{Place::shared, "shared"}, {Place::global, "global"}}};
}

struct Config {
  int slots;
  int load;
  Hash hash;
  int warps;
  int lanes;
  Place table;
  MemorySource memory;
};

/// A baseline need not fill a grid: the seed's axes, slots and warps, by each other, the rest one
/// at a time.
constexpr bool is_swept(const Config& c) {
  const int others =
      (c.load != 75 ? 1 : 0) + (c.hash != Hash::low ? 1 : 0) + (c.lanes != 8 ? 1 : 0);
  const bool shared = c.table == Place::shared;
  if (c.slots != 1024) return others == 0 && shared && c.memory == MemorySource::pool;
  if (c.memory == MemorySource::raw) return others == 0 && shared && c.warps == 4;
  return others == 0 || (others == 1 && shared);
}

constexpr auto config_space = space<Config>(
    is_swept, "load, hash, lanes, table and memory: one beside its default, with slots=1024",
    axis("slots", &Config::slots, {1024, 256, 512, 2048, 4096},
         "slots of the table in shared memory"),
    axis("load", &Config::load, {75, 50, 90}, "percent of a table's slots that entries may take"),
    axis("hash", &Config::hash, {Hash::low, Hash::multiply}, "slot of a column"),
    axis("warps", &Config::warps, {4, 1, 2}, "warps that share a row"),
    axis("lanes", &Config::lanes, {8, 1, 4, 32}, "threads that share a row of B"),
    axis("table", &Config::table, {Place::shared, Place::global},
         "where tables are: shared where the entries of a row fit, or all in global"),
    axis("memory", &Config::memory, {MemorySource::pool, MemorySource::raw},
         "memory of a run kept in a pool, or from the driver each time"));

/// Global tables of all blocks together, which stay in the L2 cache, unless one alone is larger;
/// and blocks of a multiprocessor at most.
constexpr std::int64_t most_table_bytes = 50'000'000;
constexpr std::int64_t most_blocks_per_sm = 32;
constexpr int largest_bits = 30;  ///< of a table's slots

struct Rows {
  std::int64_t count;
  Pattern a;
  Pattern b;
};

/// What the kernels tell the host, and each other.
struct Counters {
  int listed;        ///< rows whose entries did not fit
  int most_columns;  ///< that one of these may have
  int most_entries;  ///< that one of these has
};

/// How tables are used.
struct Rules {
  int lanes;
  int load;  ///< percent
  Hash hash;
  int shared_bits;
  int fitting;  ///< most entries in shared memory

  /// Slots for so many entries.
  [[nodiscard]] __host__ __device__ int bits(std::int64_t entries) const {
    return bits_for(entries * 100 / load + 1, 1);
  }
};

/// At most so many columns a row of C has: its products, or all columns. A warp per row.
__global__ void bound_rows(Rows rows, std::int64_t cols, int* bounds) {
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
  if (team.rank == 0) bounds[r] = static_cast<int>(min(products, cols));
}

/// The table of a block for one row.
template <class V>
struct RowTable {
  Index* keys;
  V* values;
  int bits;

  [[nodiscard]] static __device__ __forceinline__ RowTable in_shared(int bits) {
    extern __shared__ uint4 memory[];
    auto* const values = reinterpret_cast<V*>(memory);
    return {reinterpret_cast<Index*>(values + (1 << bits)), values, bits};
  }
  /// `most_bits`: of any row, each block has room for so many slots.
  [[nodiscard]] static __device__ __forceinline__ RowTable in_global(unsigned char* tables,
                                                                     int most_bits, int bits) {
    const std::int64_t slots = std::int64_t{1} << most_bits;
    auto* const values = reinterpret_cast<V*>(
        tables + blockIdx.x * slots * static_cast<std::int64_t>(sizeof(V) + sizeof(Index)));
    return {reinterpret_cast<Index*>(values + slots), values, bits};
  }
  __device__ __forceinline__ void clear(bool with_values) const {
    for (int s = static_cast<int>(threadIdx.x); s < 1 << bits; s += static_cast<int>(blockDim.x)) {
      keys[s] = empty_key;
      if (with_values) values[s] = 0;
    }
    __syncthreads();
  }
};

/// Calls f(place in A, place in B) for the products of a row while it is true; `lanes` neighbouring
/// threads share a row of B.
template <class F>
__device__ __forceinline__ void for_products(const Rows& rows, std::int64_t r, int lanes, F&& f) {
  const auto thread = static_cast<int>(threadIdx.x);
  const std::int64_t end = rows.a.offsets[r + 1];
  for (std::int64_t i = rows.a.offsets[r] + thread / lanes; i < end;
       i += static_cast<int>(blockDim.x) / lanes) {
    const Index k = rows.a.columns[i];
    const std::int64_t stop = rows.b.offsets[k + 1];
    for (std::int64_t j = rows.b.offsets[k] + thread % lanes; j < stop; j += lanes) {
      if (!f(i, j)) return;
    }
  }
}

/// Entries of a row; more than `most`: it has more than that. The table has room for `most` and one
/// for each thread, all of which may find a column at once. For the whole block.
template <class V>
__device__ __forceinline__ int count_row(const Rows& rows, std::int64_t r, const Rules& rules,
                                         const RowTable<V>& table, int most) {
  __shared__ int filled;
  if (threadIdx.x == 0) filled = 0;
  table.clear(false);
  for_products(rows, r, rules.lanes, [&](std::int64_t /*i*/, std::int64_t j) {
    if (*static_cast<volatile int*>(&filled) > most) return false;
    int fresh = 0;
    (void)claim(table.keys, table.bits, rules.hash, rows.b.columns[j], fresh);
    if (fresh != 0) atomicAdd(&filled, 1);
    return true;
  });
  __syncthreads();
  const int entries = filled;
  __syncthreads();
  return entries;
}

/// Rows in shared memory; those that do not fit are listed.
template <class V>
__global__ void count_shared(Rows rows, Rules rules, const int* bounds, std::int64_t* entries,
                             int* list, Counters* counters) {
  const std::int64_t r = blockIdx.x;
  if (bounds[r] == 0) {
    if (threadIdx.x == 0) entries[r] = 0;
    return;
  }
  const int count =
      count_row(rows, r, rules, RowTable<V>::in_shared(rules.shared_bits), rules.fitting);
  if (threadIdx.x != 0) return;
  entries[r] = count;
  if (count <= rules.fitting) return;
  list[atomicAdd(&counters->listed, 1)] = static_cast<int>(r);
  atomicMax(&counters->most_columns, bounds[r]);
}

/// All rows are listed.
__global__ void list_rows(std::int64_t rows, const int* bounds, int* list, Counters* counters) {
  const std::int64_t r = sptune::cuda::thread_id();
  if (r == 0) counters->listed = static_cast<int>(rows);
  if (r >= rows) return;
  list[r] = static_cast<int>(r);
  atomicMax(&counters->most_columns, bounds[r]);
}

/// Listed rows, in tables for what they may have.
template <class V>
__global__ void count_global(Rows rows, Rules rules, const int* bounds, std::int64_t* entries,
                             const int* list, Counters* counters, unsigned char* tables,
                             int most_bits) {
  const int listed = counters->listed;
  for (int i = static_cast<int>(blockIdx.x); i < listed; i += static_cast<int>(gridDim.x)) {
    const int r = list[i];
    const auto table = RowTable<V>::in_global(tables, most_bits, rules.bits(bounds[r]));
    const int count = count_row(rows, r, rules, table, bounds[r]);
    if (threadIdx.x != 0) continue;
    entries[r] = count;
    atomicMax(&counters->most_entries, count);
  }
}

template <class V>
struct Product {
  const V* a_values;
  const V* b_values;
  const std::int64_t* offsets;
  Index* columns;
  V* values;
};

template <class V>
__device__ __forceinline__ void fill_row(const Rows& rows, std::int64_t r, const Rules& rules,
                                         const RowTable<V>& table, const Product<V>& c) {
  __shared__ int cursor;
  if (threadIdx.x == 0) cursor = 0;
  table.clear(true);
  for_products(rows, r, rules.lanes, [&](std::int64_t i, std::int64_t j) {
    int fresh = 0;
    atomicAdd(table.values + claim(table.keys, table.bits, rules.hash, rows.b.columns[j], fresh),
              c.a_values[i] * c.b_values[j]);
    return true;
  });
  __syncthreads();
  const std::int64_t to = c.offsets[r];
  for (int s = static_cast<int>(threadIdx.x); s < 1 << table.bits;
       s += static_cast<int>(blockDim.x)) {
    if (table.keys[s] == empty_key) continue;
    const int at = atomicAdd(&cursor, 1);
    c.columns[to + at] = table.keys[s];
    c.values[to + at] = table.values[s];
  }
  __syncthreads();
}

template <class V>
__global__ void fill_shared(Rows rows, Rules rules, Product<V> c) {
  const std::int64_t r = blockIdx.x;
  const std::int64_t entries = c.offsets[r + 1] - c.offsets[r];
  if (entries == 0 || entries > rules.fitting) return;
  fill_row(rows, r, rules, RowTable<V>::in_shared(rules.shared_bits), c);
}

/// Listed rows, in tables for what they have.
template <class V>
__global__ void fill_global(Rows rows, Rules rules, Product<V> c, const int* list,
                            const Counters* counters, unsigned char* tables, int most_bits) {
  const int listed = counters->listed;
  for (int i = static_cast<int>(blockIdx.x); i < listed; i += static_cast<int>(gridDim.x)) {
    const int r = list[i];
    const std::int64_t entries = c.offsets[r + 1] - c.offsets[r];
    if (entries == 0) continue;
    fill_row(rows, r, rules, RowTable<V>::in_global(tables, most_bits, rules.bits(entries)), c);
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
        rules_{c.lanes, c.load, c.hash, 0, 0},
        pool_(c.memory),
        bounds_(pool_),
        list_(pool_),
        counters_(pool_),
        counts_(pool_),
        offsets_(pool_),
        tables_(pool_),
        columns_(pool_),
        values_(pool_) {
    offsets_.get(8 * (a_.rows + 1), nullptr);
    bounds_.get(4 * a_.rows, nullptr);
    list_.get(4 * a_.rows, nullptr);
    counters_.get(sizeof(Counters), nullptr);
    counts_.get(8 * a_.rows, nullptr);
    sptune::cuda::wait_for(nullptr);
    rules_.shared_bits = bits_for(c.slots, 1);
    rules_.fitting = std::min(c.slots * c.load / 100, c.slots - threads() - 1);
    sptune::cuda::allow_most_shared(count_shared<V>);
    sptune::cuda::allow_most_shared(fill_shared<V>);
  }
  ~Plan() override { order_.finish(); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  std::int64_t symbolic(Stream s) override {
    const cudaStream_t stream = native(s);
    const PhaseOrder::Phase phase(order_, stream);
    entries_ = 0;
    if (a_.rows == 0) {
      SPTUNE_CUDA(cudaMemsetAsync(offsets_.data(), 0, 8, stream));
      sptune::cuda::wait_for(stream);
      return 0;
    }
    SPTUNE_CUDA(cudaMemsetAsync(counters_.data(), 0, sizeof(Counters), stream));
    launch(bound_rows, blocks_for(a_.rows, 8), 256, 0, stream, rows_, b_.cols, bounds());
    if (config_.table == Place::shared) {
      launch(count_shared<V>, static_cast<unsigned>(a_.rows), threads(), shared_bytes(), stream,
             rows_, rules_, bounds(), counts(), list(), counters());
    } else {
      launch(list_rows, blocks_for(a_.rows, 256), 256, 0, stream, a_.rows, bounds(), list(),
             counters());
    }
    told_ = read_counters(stream);
    if (told_.listed > 0) {
      place_tables(told_.most_columns, stream);
      launch(count_global<V>, blocks_, threads(), 0, stream, rows_, rules_, bounds(), counts(),
             list(), counters(), tables_.data(), table_bits_);
      told_ = read_counters(stream);
    }
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
    if (told_.listed > 0) place_tables(told_.most_entries, native(s));
  }

  void numeric(Stream s) override {
    if (entries_ == 0) return;
    const PhaseOrder::Phase phase(order_, native(s));
    const cudaStream_t stream = native(s);
    const Product<V> c{static_cast<const V*>(a_.values), static_cast<const V*>(b_.values),
                       reinterpret_cast<const std::int64_t*>(offsets_.data()),
                       reinterpret_cast<Index*>(columns_.data()),
                       reinterpret_cast<V*>(values_.data())};
    if (config_.table == Place::shared) {
      launch(fill_shared<V>, static_cast<unsigned>(a_.rows), threads(), shared_bytes(), stream,
             rows_, rules_, c);
    }
    if (told_.listed > 0) {
      launch(fill_global<V>, blocks_, threads(), 0, stream, rows_, rules_, c, list(), counters(),
             tables_.data(), table_bits_);
    }
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

  [[nodiscard]] int threads() const { return 32 * config_.warps; }
  [[nodiscard]] std::int64_t shared_bytes() const { return config_.slots * slot_bytes; }
  [[nodiscard]] int* bounds() const { return reinterpret_cast<int*>(bounds_.data()); }
  [[nodiscard]] int* list() const { return reinterpret_cast<int*>(list_.data()); }
  [[nodiscard]] std::int64_t* counts() const {
    return reinterpret_cast<std::int64_t*>(counts_.data());
  }
  [[nodiscard]] Counters* counters() const { return reinterpret_cast<Counters*>(counters_.data()); }
  /// Waits.
  [[nodiscard]] Counters read_counters(cudaStream_t stream) const {
    Counters out{};
    SPTUNE_CUDA(
        cudaMemcpyAsync(&out, counters(), sizeof(Counters), cudaMemcpyDeviceToHost, stream));
    sptune::cuda::wait_for(stream);
    return out;
  }
  /// A global table of so many entries for each block.
  void place_tables(std::int64_t entries, cudaStream_t stream) {
    table_bits_ = rules_.bits(entries);
    if (table_bits_ > largest_bits) {
      throw DeviceError("spgemm: a row may have " + std::to_string(entries) +
                        " entries, too many for a table of hash_row");
    }
    const std::int64_t bytes = (std::int64_t{1} << table_bits_) * slot_bytes;
    const std::int64_t most = most_blocks_per_sm * sptune::cuda::device_info().value().sm_count;
    const std::int64_t blocks = std::clamp<std::int64_t>(
        most_table_bytes / bytes, 1, std::min<std::int64_t>(told_.listed, most));
    require_memory(blocks * bytes, limit_);
    tables_.get(blocks * bytes, stream);
    blocks_ = static_cast<unsigned>(blocks);
  }

  static constexpr auto slot_bytes = static_cast<std::int64_t>(sizeof(V) + sizeof(Index));
  AnyCsr a_;
  AnyCsr b_;
  Config config_;
  std::int64_t limit_;
  Rows rows_;
  Rules rules_;
  PhaseOrder order_;
  Pool pool_;
  PoolBytes bounds_;
  PoolBytes list_;
  PoolBytes counters_;
  PoolBytes counts_;
  PoolBytes offsets_;
  PoolBytes tables_;
  PoolBytes columns_;
  PoolBytes values_;
  Counters told_{};
  int table_bits_ = 0;
  unsigned blocks_ = 1;
  std::int64_t entries_ = 0;
};

Fit fit(const Config& /*c*/, const SpgemmProblem& p) {
  return fit_device(p, 24 * (p.a.rows + 1));
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
