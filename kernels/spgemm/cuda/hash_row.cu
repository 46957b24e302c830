// SPDX-License-Identifier: BSD-3-Clause
// The kernel this project started from: a block per row, a hash table with linear probing, columns
// in no order (as Nagasaka, Nukada and Matsuoka, ICPP 2017, but without bins). A row stays in
// shared memory if its entries fit; those that turn out not to are counted once more, in tables in
// global memory. Kept to compare with.
#include "kernels/api/variant.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/per_device.hpp"
#include "kernels/cuda/scan_sort.hpp"
#include "kernels/spgemm/cuda/fit.cuh"
#include "kernels/spgemm/cuda/hash_table.cuh"
#include "kernels/spgemm/cuda/operands.cuh"
#include "kernels/spgemm/cuda/pool.cuh"
#include "kernels/spgemm/cuda/streams.cuh"
#include "kernels/spgemm/cuda/team.cuh"
#include "sptune/device.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
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
      (c.load != 75 ? 1 : 0) + (c.hash != Hash::multiply ? 1 : 0) + (c.lanes != 8 ? 1 : 0);
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
    axis("hash", &Config::hash, {Hash::multiply, Hash::low}, "slot of a column"),
    axis("warps", &Config::warps, {4, 1, 2}, "warps that share a row"),
    axis("lanes", &Config::lanes, {8, 1, 4, 32}, "threads that share a row of B"),
    axis("table", &Config::table, {Place::shared, Place::global},
         "where tables are: shared where the entries of a row fit, or all in global"),
    axis("memory", &Config::memory, {MemorySource::pool, MemorySource::raw},
         "memory of a run kept in a pool, or from the driver each time"));

/// Global tables of all blocks of a launch, which stay in the L2 cache, unless one alone is larger;
/// and blocks of a multiprocessor at most.
constexpr std::int64_t most_table_bytes = 50'000'000;
constexpr std::int64_t most_blocks_per_sm = 32;
constexpr int largest_bits = 30;  ///< of a table's slots
/// Rows in global tables are launched by the size of these, three powers of two at a time: few
/// blocks have room for the largest, which the others need not wait for.
constexpr int bits_of_class = 3;
constexpr int table_classes = largest_bits / bits_of_class + 1;

struct Rows {
  std::int64_t count;
  Pattern a;
  Pattern b;
};

/// What the kernels tell the host, and each other: rows in global tables, by class.
struct Counters {
  int rows[table_classes];
  int most[table_classes];    ///< entries that the table of one of these must hold
  int listed[table_classes];  ///< of the rows, so far
};

/// Where the rows of each class begin in the list.
struct Begins {
  int of[table_classes];
};

/// How tables are used.
struct Rules {
  int lanes;
  int load;  ///< percent
  Hash hash;
  int shared_bits;
  int fitting;  ///< most entries in shared memory; 0: all are in global

  /// Slots for so many entries.
  [[nodiscard]] __host__ __device__ int bits(std::int64_t entries) const {
    return bits_for(entries * 100 / load + 1, 1);
  }
  [[nodiscard]] __device__ int table_class(std::int64_t entries) const {
    return min(bits(entries) / bits_of_class, table_classes - 1);
  }
};

/// What decides about a row's global table.
struct Sizes {
  const int* bounds;            ///< null: rows have been counted
  const std::int64_t* entries;  ///< null: no row has been; more than what fits: this one has not

  /// Entries that it must hold, 0: none is needed.
  [[nodiscard]] __device__ std::int64_t of(std::int64_t r, const Rules& rules) const {
    if (entries != nullptr && entries[r] <= rules.fitting) return 0;
    return bounds != nullptr ? bounds[r] : entries[r];
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

/// Rows in shared memory. One that does not fit has more entries than that by now, however many.
template <class V>
__global__ void count_shared(Rows rows, Rules rules, const int* bounds, std::int64_t* entries) {
  const std::int64_t r = blockIdx.x;
  if (bounds[r] == 0) {
    if (threadIdx.x == 0) entries[r] = 0;
    return;
  }
  const int count =
      count_row(rows, r, rules, RowTable<V>::in_shared(rules.shared_bits), rules.fitting);
  if (threadIdx.x == 0) entries[r] = count;
}

__global__ void measure_classes(std::int64_t rows, Rules rules, Sizes sizes, Counters* counters) {
  const std::int64_t r = sptune::cuda::thread_id();
  if (r >= rows) return;
  const std::int64_t size = sizes.of(r, rules);
  if (size == 0) return;
  const int c = rules.table_class(size);
  atomicAdd(&counters->rows[c], 1);
  atomicMax(&counters->most[c], static_cast<int>(size));
}

__global__ void list_rows(std::int64_t rows, Rules rules, Sizes sizes, Begins begins, int* list,
                          Counters* counters) {
  const std::int64_t r = sptune::cuda::thread_id();
  if (r >= rows) return;
  const std::int64_t size = sizes.of(r, rules);
  if (size == 0) return;
  const int c = rules.table_class(size);
  list[begins.of[c] + atomicAdd(&counters->listed[c], 1)] = static_cast<int>(r);
}

/// Rows of a list, each in a table of the block that takes it.
struct TableRows {
  const int* rows = nullptr;
  int count = 0;
  unsigned char* tables = nullptr;
  int most_bits = 0;  ///< of a table
};

/// In tables for what they may have.
template <class V>
__global__ void count_global(Rows rows, Rules rules, TableRows listed, const int* bounds,
                             std::int64_t* entries) {
  for (int i = static_cast<int>(blockIdx.x); i < listed.count; i += static_cast<int>(gridDim.x)) {
    const int r = listed.rows[i];
    const auto table =
        RowTable<V>::in_global(listed.tables, listed.most_bits, rules.bits(bounds[r]));
    const int count = count_row(rows, r, rules, table, bounds[r]);
    if (threadIdx.x == 0) entries[r] = count;
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

/// In tables for what they have.
template <class V>
__global__ void fill_global(Rows rows, Rules rules, TableRows listed, Product<V> c) {
  for (int i = static_cast<int>(blockIdx.x); i < listed.count; i += static_cast<int>(gridDim.x)) {
    const int r = listed.rows[i];
    const std::int64_t entries = c.offsets[r + 1] - c.offsets[r];
    const auto table = RowTable<V>::in_global(listed.tables, listed.most_bits, rules.bits(entries));
    fill_row(rows, r, rules, table, c);
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
    if (in_shared()) rules_.fitting = std::min(c.slots * c.load / 100, c.slots - threads() - 1);
    static auto* const attributes = new sptune::cuda::OncePerDevice;  // to the end
    (*attributes)([] {
      sptune::cuda::allow_most_shared(count_shared<V>);
      sptune::cuda::allow_most_shared(fill_shared<V>);
    });
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
    launch(bound_rows, blocks_for(a_.rows, 8), 256, 0, stream, rows_, b_.cols, bounds());
    if (in_shared()) {
      launch(count_shared<V>, static_cast<unsigned>(a_.rows), threads(), shared_bytes(), stream,
             rows_, rules_, bounds(), counts());
    } else {
      SPTUNE_CUDA(cudaMemsetAsync(counts(), 0, 8 * static_cast<std::size_t>(a_.rows), stream));
    }
    list_rows_by_class({bounds(), in_shared() ? counts() : nullptr}, stream);
    if (table_bytes_ > 0) {
      // Tables to count in may be larger than those to fill from, beside which C was.
      columns_.drop(stream);
      values_.drop(stream);
      take_tables(0, stream);
      for_classes([&](const TableRows& listed, unsigned blocks) {
        launch(count_global<V>, blocks, threads(), 0, stream, rows_, rules_, listed, bounds(),
               counts());
      });
      list_rows_by_class({nullptr, counts()}, stream);
    }
    entries_ = sptune::cuda::exclusive_scan(
        counts(), reinterpret_cast<std::int64_t*>(offsets_.data()), a_.rows, s);
    return entries_;
  }

  void allocate(Stream s) override {
    const PhaseOrder::Phase phase(order_, native(s));
    take_tables(entries_ * static_cast<std::int64_t>(sizeof(Index) + sizeof(V)), native(s));
    columns_.get(entries_ * static_cast<std::int64_t>(sizeof(Index)), native(s));
    values_.get(entries_ * static_cast<std::int64_t>(sizeof(V)), native(s));
  }

  void numeric(Stream s) override {
    if (entries_ == 0) return;
    const PhaseOrder::Phase phase(order_, native(s));
    const cudaStream_t stream = native(s);
    const Product<V> c{static_cast<const V*>(a_.values), static_cast<const V*>(b_.values),
                       reinterpret_cast<const std::int64_t*>(offsets_.data()),
                       reinterpret_cast<Index*>(columns_.data()),
                       reinterpret_cast<V*>(values_.data())};
    if (in_shared()) {
      launch(fill_shared<V>, static_cast<unsigned>(a_.rows), threads(), shared_bytes(), stream,
             rows_, rules_, c);
    }
    for_classes([&](const TableRows& listed, unsigned blocks) {
      launch(fill_global<V>, blocks, threads(), 0, stream, rows_, rules_, listed, c);
    });
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

  [[nodiscard]] bool in_shared() const { return config_.table == Place::shared; }
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
  /// Lists the rows that need global tables. Waits.
  void list_rows_by_class(const Sizes& sizes, cudaStream_t stream) {
    SPTUNE_CUDA(cudaMemsetAsync(counters_.data(), 0, sizeof(Counters), stream));
    launch(measure_classes, blocks_for(a_.rows, 256), 256, 0, stream, a_.rows, rules_, sizes,
           counters());
    const Counters told = read_counters(stream);
    const std::int64_t most_blocks = most_blocks_per_sm * sptune::cuda::this_device().sm_count;
    Begins begins{};
    int listed = 0;
    table_bytes_ = 0;
    for (int i = 0; i < table_classes; ++i) {
      TableClass& c = classes_[static_cast<std::size_t>(i)];
      c = {listed, told.rows[i], rules_.bits(told.most[i]), 0};
      begins.of[i] = listed;
      if (c.rows == 0) continue;
      if (c.bits > largest_bits) {
        throw DeviceError("spgemm: a row may have " + std::to_string(told.most[i]) +
                          " entries, too many for a table of hash_row");
      }
      const std::int64_t bytes = (std::int64_t{1} << c.bits) * slot_bytes;
      const std::int64_t blocks = std::clamp<std::int64_t>(
          most_table_bytes / bytes, 1, std::min<std::int64_t>(c.rows, most_blocks));
      c.blocks = static_cast<unsigned>(blocks);
      table_bytes_ = std::max(table_bytes_, blocks * bytes);
      listed += c.rows;
    }
    if (listed == 0) return;
    launch(list_rows, blocks_for(a_.rows, 256), 256, 0, stream, a_.rows, rules_, sizes, begins,
           list(), counters());
  }
  /// … beside so many bytes of C.
  void take_tables(std::int64_t bytes_of_c, cudaStream_t stream) {
    const std::int64_t others =
        pool_.held_bytes() - tables_.bytes() - columns_.bytes() - values_.bytes();
    require_memory(others + table_bytes_ + bytes_of_c, limit_);
    if (table_bytes_ > 0) tables_.get(table_bytes_, stream);
  }
  /// Calls f(rows, blocks) for all that are listed. One follows the other, in the same memory.
  template <class F>
  void for_classes(F&& f) const {
    for (const TableClass& c : classes_) {
      if (c.rows > 0) f(TableRows{list() + c.first, c.rows, tables_.data(), c.bits}, c.blocks);
    }
  }

  struct TableClass {
    int first;  ///< place in the list
    int rows;
    int bits;         ///< of the slots of a table
    unsigned blocks;  ///< of the launch, each with a table
  };

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
  std::array<TableClass, table_classes> classes_{};
  std::int64_t table_bytes_ = 0;  ///< of the launch that has most
  std::int64_t entries_ = 0;
};

Fit fit(const Config& /*c*/, const SpgemmProblem& p) {
  return fit_device(p, 24 * p.a.rows + 8 + static_cast<std::int64_t>(sizeof(Counters)));
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
