// SPDX-License-Identifier: BSD-3-Clause
// Coordinates summed by warps: a warp takes a chunk of entries wherever rows begin, four
// neighbours per lane and step, and adds up rows by a segmented scan over its lanes. Everything
// stays in registers, so that all of a multiprocessor's cache is left for x. Rows that several
// warps share are finished by the last of them in a fixed order: no atomic sums, the same bits on
// every run. Instead of a row per entry a bit per entry may say that a row begins there. Sources:
// Bell and Garland, "Efficient sparse matrix-vector multiplication on CUDA", NVIDIA NVR-2008-004,
// section 4.3 (segmented reduction of COO); Liu and Vinter, "CSR5", ICS'15 (bit flags).
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/segment_layout.cuh"
#include "kernels/spmv/cuda/segment_sum.cuh"
#include "kernels/spmv/expected.hpp"
#include "sptune/device_convert.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace sptune::spmv::coo {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

enum class Rows : std::uint8_t { bits, i32 };
constexpr std::array<std::pair<Rows, std::string_view>, 2> enum_names(Rows) {
  return {{{Rows::bits, "bits"}, {Rows::i32, "i32"}}};
}

struct Config {
  int items;
  int block;
  Rows rows;
  Load load;
};

constexpr auto config_space = free_space<Config>(
    axis("items", &Config::items, {4, 8}, "entries per thread"),
    axis("block", &Config::block, {128, 256}, "threads per block"),
    axis("rows", &Config::rows, {Rows::bits, Rows::i32},
         "bits: one per entry says that a row begins; i32: the row of every entry"),
    axis("load", &Config::load, {Load::streaming, Load::cached}, "cache policy of the entries"));

constexpr int most_threads = 256;
constexpr int quad = 4;  ///< entries that a lane takes at once: 16 or 32 bytes
constexpr int step_size = quad * warp_size;

/// The matrix as a warp reads it.
template <class V>
struct Arrays {
  std::int64_t nnz;
  const Index* row_indices;       ///< Rows::i32
  const std::uint32_t* begins;    ///< Rows::bits; one bit more, behind the last entry
  const Index* rows_of_segments;  ///< Rows::bits; null when every row has entries
  const Index* col_indices;
  const V* values;
};

/// Entries i … i+3 of n, `none` where there are none. The array is aligned to 16 bytes, i to 4.
template <Load Policy, class T>
__device__ __forceinline__ void load_quad(const T* p, std::int64_t i, std::int64_t n, T none,
                                          T (&out)[quad]) {
  if (i + quad > n) {
#pragma unroll
    for (int k = 0; k < quad; ++k) out[k] = i + k < n ? load<Policy>(p + i + k) : none;
  } else if constexpr (sizeof(T) == sizeof(double)) {
    const auto* pair = reinterpret_cast<const double2*>(p + i);
    const double2 low = load<Policy>(pair);
    const double2 high = load<Policy>(pair + 1);
    out[0] = low.x;
    out[1] = low.y;
    out[2] = high.x;
    out[3] = high.y;
  } else {
    using Vector = std::conditional_t<std::is_same_v<T, float>, float4, int4>;
    const Vector all = load<Policy>(reinterpret_cast<const Vector*>(p + i));
    out[0] = all.x;
    out[1] = all.y;
    out[2] = all.z;
    out[3] = all.w;
  }
}

/// Where rows begin among the 128 entries of a step, and which they are; behind the last entry of
/// the matrix one more begins.
template <Rows Code>
class RowsOfStep;

template <>
class RowsOfStep<Rows::bits> {
 public:
  template <Load Policy, class V>
  __device__ __forceinline__ void fetch(const Arrays<V>& a, std::int64_t first) {
    word_ = load<Policy>(reinterpret_cast<const uint4*>(a.begins + first / warp_size));
    segments_ = a.rows_of_segments;
  }
  /// `begun`: rows that begin in earlier steps of the chunk; counts this step's in.
  __device__ __forceinline__ unsigned flags(const Tile& tile, const RowsOfStep* /*last*/, int lane,
                                            int& begun) {
    constexpr int lanes_per_word = warp_size / quad;
    const int at = lane / lanes_per_word;
    const int shift = lane % lanes_per_word * quad;
    const unsigned mine = at < 2 ? (at == 0 ? word_.x : word_.y) : (at == 2 ? word_.z : word_.w);
    const int in_first = __popc(word_.x);
    const int in_two = in_first + __popc(word_.y);
    const int in_three = in_two + __popc(word_.z);
    const int before = at < 2 ? (at == 0 ? 0 : in_first) : (at == 2 ? in_two : in_three);
    open_ = static_cast<std::int64_t>(tile.first_segment) + begun + before +
            __popc(mine & ((1U << shift) - 1)) - 1;
    begun += in_three + __popc(word_.w);
    return mine >> shift & 15U;
  }
  /// The row that is open when this lane's entries begin, and the one of its entry k, the `n`-th
  /// that began among them.
  [[nodiscard]] __device__ __forceinline__ std::int64_t open_row() const { return row_of(open_); }
  [[nodiscard]] __device__ __forceinline__ std::int64_t row(int /*k*/, int n) const {
    return row_of(open_ + n);
  }

 private:
  [[nodiscard]] __device__ __forceinline__ std::int64_t row_of(std::int64_t segment) const {
    return segments_ != nullptr ? segments_[segment] : segment;
  }
  uint4 word_;
  const Index* segments_;
  std::int64_t open_;
};

template <>
class RowsOfStep<Rows::i32> {
 public:
  template <Load Policy, class V>
  __device__ __forceinline__ void fetch(const Arrays<V>& a, std::int64_t first) {
    const std::int64_t mine = first + static_cast<std::int64_t>(threadIdx.x) % warp_size * quad;
    load_quad<Policy>(a.row_indices, mine, a.nnz, Index{-1}, rows_);
  }
  __device__ __forceinline__ unsigned flags(const Tile& tile, const RowsOfStep* last, int lane,
                                            int& begun) {
    const Index before = last == nullptr ? tile.head.row : last->last_of_step();
    const Index left = __shfl_up_sync(all_lanes, rows_[quad - 1], 1);
    open_ = lane == 0 ? before : left;
    unsigned flags = rows_[0] != open_ ? 1U : 0U;
#pragma unroll
    for (int k = 1; k < quad; ++k) flags |= rows_[k] != rows_[k - 1] ? 1U << k : 0U;
    if (__any_sync(all_lanes, flags != 0)) ++begun;  // whether any did is all that is asked
    return flags;
  }
  [[nodiscard]] __device__ __forceinline__ std::int64_t open_row() const {
    return open_;
  }
  [[nodiscard]] __device__ __forceinline__ std::int64_t row(int k, int /*n*/) const {
    return rows_[k];
  }

 private:
  [[nodiscard]] __device__ __forceinline__ Index last_of_step() const {
    return __shfl_sync(all_lanes, rows_[quad - 1], warp_size - 1);
  }
  Index rows_[quad];
  Index open_;
};

/// A product that is rounded before anything is added to it: the compiler does not fuse it.
__device__ __forceinline__ double rounded_product(double a, double x) {
  return __dmul_rn(a, x);
}
__device__ __forceinline__ float rounded_product(float a, float x) {
  return __fmul_rn(a, x);
}

/// Entries of a chunk as a lane holds them, a quad per step; their products, in the end.
template <class V, int Steps, Rows Code>
struct ChunkEntries {
  V a[Steps][quad];
  RowsOfStep<Code> rows[Steps];

  template <Load Policy>
  __device__ __forceinline__ void load(const Arrays<V>& arrays, std::int64_t first, int lane,
                                       Index (&col)[Steps][quad]) {
#pragma unroll
    for (int u = 0; u < Steps; ++u) {
      const std::int64_t i = first + u * step_size + lane * quad;
      load_quad<Policy>(arrays.col_indices, i, arrays.nnz, Index{0}, col[u]);
      load_quad<Policy>(arrays.values, i, arrays.nnz, V(0), a[u]);
      rows[u].template fetch<Policy>(arrays, first + u * step_size);
    }
  }
  /// What stands behind the last entry adds to no row, whatever x holds in column 0. In chunks of
  /// one step whether a product is fused with its sum would hang on how the code around it is
  /// written: it never was, and results keep their bits.
  __device__ __forceinline__ void multiply(const V* x, const Index (&col)[Steps][quad]) {
#pragma unroll
    for (int u = 0; u < Steps; ++u) {
#pragma unroll
      for (int k = 0; k < quad; ++k) {
        const V factor = __ldg(x + col[u][k]);
        if constexpr (Steps == 1) {
          a[u][k] = rounded_product(a[u][k], factor);
        } else {
          a[u][k] *= factor;
        }
      }
    }
  }
};

/// What a warp carries from one step of its chunk to the next.
template <class V>
struct ChunkSums {
  int begun = 0;  ///< rows that began in earlier steps
  V head = 0;     ///< what the chunk adds to the row that was open when it began
  V carry = 0;    ///< sum of the row that is open after the step before
};

/// The last lane of the last step of a chunk has seen the end of the open row.
struct ChunkEnd {
  bool last_step;
  bool owns_row;  ///< the chunk is full, and its last row does not go on in the next
};

/// Sums one step: rows that end in it are written, the others carried on.
template <class V, Rows Code>
__device__ __forceinline__ void sum_step(const V (&a)[quad], const RowsOfStep<Code>& rows,
                                         unsigned flags, bool began, int lane, const ChunkEnd& end,
                                         ChunkSums<V>& chunk, V alpha, V beta, V* y) {
  V before_first = 0;
  V sum = 0;
  int here = 0;
#pragma unroll
  for (int k = 0; k < quad; ++k) {
    if ((flags >> k & 1U) != 0) {
      if (here > 0) {
        store(y + rows.row(k == 0 ? 0 : k - 1, here), sum, alpha, beta);
      } else {
        before_first = sum;
      }
      ++here;
      sum = 0;
    }
    sum += a[k];
  }
  const unsigned begins = __ballot_sync(all_lanes, here > 0);
  if (lane == 0 && here == 0) sum += chunk.carry;
  sum = segmented_inclusive_sum(sum, begins);
  V closed = __shfl_up_sync(all_lanes, sum, 1);
  if (lane == 0) closed = chunk.carry;
  closed += before_first;
  const bool own = began || (begins & ((all_lanes >> (31 - lane)) >> 1)) != 0;
  if (here > 0 && own) store(y + rows.open_row(), closed, alpha, beta);
  if (!began && begins != 0) {
    chunk.head = __shfl_sync(all_lanes, closed, __ffs(static_cast<int>(begins)) - 1);
  }
  chunk.carry = __shfl_sync(all_lanes, sum, warp_size - 1);
  if (end.last_step && lane == warp_size - 1) {
    if (end.owns_row && chunk.begun > 0) {
      const std::int64_t row = here > 0 ? rows.row(quad - 1, here) : rows.open_row();
      store(y + row, sum, alpha, beta);
    }
  }
}

template <class V, int Items, Rows Code, Load Policy>
__global__ void __launch_bounds__(most_threads)
    multiply(std::int64_t chunks, const Tile* __restrict__ tiles, Arrays<V> arrays,
             std::int64_t empty_rows, const Index* __restrict__ empty, SharedRowScratch<V> scratch,
             V alpha, const V* __restrict__ x, V beta, V* __restrict__ y) {
  constexpr int steps = Items / quad;
  const std::int64_t thread = thread_id();
  for (std::int64_t i = thread; i < empty_rows;
       i += static_cast<std::int64_t>(gridDim.x) * blockDim.x) {
    store(y + empty[i], V(0), alpha, beta);
  }
  const std::int64_t number = thread / warp_size;
  if (number >= chunks) return;
  const int lane = static_cast<int>(threadIdx.x) % warp_size;
  const std::int64_t first = number * (Items * warp_size);
  Index col[steps][quad];
  ChunkEntries<V, steps, Code> entries;
  entries.template load<Policy>(arrays, first, lane, col);
  const Tile tile = tiles[number];
  entries.multiply(x, col);
  const bool owns_row = first + Items * warp_size <= arrays.nnz && tile.tail.row < 0;
  ChunkSums<V> chunk;
#pragma unroll
  for (int u = 0; u < steps; ++u) {
    const bool began = chunk.begun > 0;
    const unsigned flags = entries.rows[u].flags(
        tile, u == 0 ? nullptr : &entries.rows[u == 0 ? 0 : u - 1], lane, chunk.begun);
    sum_step(entries.a[u], entries.rows[u], flags, began, lane, {u == steps - 1, owns_row}, chunk,
             alpha, beta, y);
  }
  if (chunk.begun == 0) chunk.head = chunk.carry;
  if (tile.head.row >= 0 || tile.tail.row >= 0) {
    SharedRow shared = lane == 0 ? tile.head : tile.tail;
    if (lane > 1) shared.row = -1;
    finish_shared_rows(shared, lane == 0 ? chunk.head : chunk.carry, scratch, alpha, beta, y);
  }
}

/// A bit for the first entry of every row, and one behind the last entry of all.
template <class O>
__global__ void flag_begins(std::int64_t rows, const O* __restrict__ row_offsets, bool behind,
                            std::uint32_t* begins) {
  const std::int64_t row = thread_id();
  if (row > rows || (row == rows && !behind)) return;
  const std::int64_t begin = row_offsets[row];
  if (row == rows || begin < row_offsets[row + 1]) {
    atomicOr(begins + begin / warp_size, 1U << (begin % warp_size));
  }
}

/// Quads are read at once, which arrays inside of others may not allow.
constexpr std::uintptr_t alignment = 16;
[[nodiscard]] bool aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % alignment == 0;
}

/// `from`, or a copy of it that is aligned and kept in `copy`.
[[nodiscard]] const Index* aligned_columns(const Index* from, std::int64_t size,
                                           sptune::cuda::DeviceArray<Index>& copy) {
  if (aligned(from)) return from;
  copy = sptune::cuda::DeviceArray<Index>(static_cast<std::size_t>(size));
  sptune::cuda::copy_on_device(copy.data(), from, static_cast<std::size_t>(copy.bytes()));
  return copy.data();
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c) : a_(a), any_(any), config_(c) {
    if (any.nnz == 0) return;
    const std::int64_t size = std::int64_t{c.items} * warp_size;
    SegmentLayout l = lay_out(a.rows, a.row_offsets, any.nnz, c.items, warp_size, 0);
    a_.col_indices = aligned_columns(a.col_indices, any.nnz, columns_);
    tiles_ = std::move(l.tiles);
    rows_ = std::move(l.rows);
    shared_ = SharedRowMemory<V>(l.parts);
    if (c.rows == Rows::i32) {
      row_indices_ = sptune::cuda::DeviceArray<Index>::ordered(static_cast<std::size_t>(any.nnz));
      convert::expand_rows(a.rows, any.nnz, a.row_offsets, row_indices_.data());
    } else {
      begins_ = sptune::cuda::DeviceArray<std::uint32_t>::ordered(
          tiles_.size() * static_cast<std::size_t>(c.items));
      SPTUNE_CUDA(
          cudaMemsetAsync(begins_.data(), 0, static_cast<std::size_t>(begins_.bytes()), nullptr));
      flag_begins<<<blocks_for(a.rows + 1, most_threads), most_threads>>>(
          a.rows, a.row_offsets, any.nnz % size != 0, begins_.data());
      SPTUNE_CUDA(cudaGetLastError());
    }
    wait_for(nullptr);
  }

  [[nodiscard]] double bytes_per_run() const override {
    const auto entries = static_cast<double>(any_.nnz) * (sizeof(V) + sizeof(Index));
    return entries + vector_bytes<V>(any_) + static_cast<double>(row_bytes());
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return columns_.bytes() + shared_.bytes() + row_bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (a_.rows == 0) return;
    if (any_.nnz == 0) {
      write_zeros<<<blocks_for(a_.rows, most_threads), most_threads, 0, native(stream)>>>(
          a_.rows, alpha, beta, y);
      SPTUNE_CUDA(cudaGetLastError());
      return;
    }
    const auto shared = shared_.on(stream);
    const Arrays<V> arrays{any_.nnz,       row_indices_.data(),
                           begins_.data(), rows_.of_segments(),
                           a_.col_indices, a_.values};
    const auto chunks = static_cast<std::int64_t>(tiles_.size());
    const unsigned grid = blocks_for(chunks * warp_size, config_.block);
    select<config_space, &Config::items, &Config::rows, &Config::load>(
        config_, [&](auto items, auto rows, auto policy) {
          launch(multiply<V, items(), rows(), policy()>, grid, config_.block, 0, native(stream),
                 chunks, tiles_.data(), arrays, rows_.empties(), rows_.empty(), shared.scratch(),
                 alpha, x, beta, y);
        });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    if (!aligned(a)) {
      throw UsageError("update_values: the values do not begin at a multiple of " +
                       std::to_string(alignment) + " bytes, as this plan needs them: plan anew");
    }
    a_.values = static_cast<const V*>(a);
  }

  /// Of what says where rows are.
  [[nodiscard]] std::int64_t row_bytes() const {
    return tiles_.bytes() + row_indices_.bytes() + begins_.bytes() + rows_.list.bytes();
  }

  CsrView<V, O> a_;
  AnyCsr any_;
  Config config_;
  sptune::cuda::DeviceArray<Index> columns_;  ///< only where the matrix's own are not aligned
  sptune::cuda::DeviceArray<Tile> tiles_;
  sptune::cuda::DeviceArray<Index> row_indices_;
  sptune::cuda::DeviceArray<std::uint32_t> begins_;
  RowLists rows_;
  SharedRowMemory<V> shared_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  if (!aligned(p.a.values)) {  // a copy would not see changed values
    return Fit::no("the values do not begin at a multiple of " + std::to_string(alignment) +
                   " bytes");
  }
  const std::int64_t chunks = ceil_div(p.a.nnz, std::int64_t{c.items} * warp_size);
  std::int64_t entries = c.rows == Rows::i32 ? p.a.nnz * 4 : chunks * c.items * 4;
  if (!aligned(p.a.col_indices)) entries += p.a.nnz * 4;
  return fit_memory(entries + layout_bytes(chunks, warp_size, p.a), p.resources);
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  constexpr double bit = 1.0 / 8;
  const auto value = static_cast<double>(size_of(type));
  Expected e = c.rows == Rows::i32 ? expect::coo(type) : Expected{1, value + expect::index32 + bit};
  const double chunk = static_cast<double>(c.items) * warp_size;
  const double longest = feature(Feature::row_max) / chunk;  // chunks that the longest row takes
  e.launch.blocks = expect::blocks(feature(Feature::nnz) / c.items, c.block);
  e.launch.threads = c.block;
  e.launch.registers = expect::registers(c.items);
  e.launch.in_flight = c.items;
  constexpr double scan = 6;  // of the lanes, once a step
  e.launch.steps = 4 + scan * c.items / quad;
  e.launch.shared_rows = expect::borders_inside_rows(feature(Feature::nnz) / chunk, feature);
  e.launch.longest = e.launch.steps + (longest > 1 ? 2 + longest / warp_size : 0);
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "coo",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::callers,
       .summary = "entries in order, equal shares per warp, rows by a segmented scan of its lanes",
       .source = "Bell and Garland 2008, section 4.3; Liu and Vinter, ICS'15"},
      config_space, fit, make_plan<Plan, Config>, expected);
}

}  // namespace sptune::spmv::coo
