// SPDX-License-Identifier: BSD-3-Clause
// Coordinates summed by warps: a warp takes a stretch of entries wherever rows begin, 32 at a time,
// and adds up rows by a segmented scan over its lanes. Everything stays in registers, so that all
// of a multiprocessor's cache is left for x. Rows that several warps share are finished by the last
// of them in a fixed order: no atomic sums, the same bits on every run. Instead of a row per entry
// a bit per entry may say that a row begins there. Sources: Bell and Garland, "Efficient sparse
// matrix-vector multiplication on CUDA", NVIDIA NVR-2008-004, section 4.3 (segmented reduction of
// COO); Liu and Vinter, "CSR5", ICS'15 (bit flags).
#include "sptune/kernels/convert/device.hpp"
#include "sptune/kernels/spmv/cuda/device_ops.cuh"
#include "sptune/kernels/spmv/cuda/segment_layout.cuh"
#include "sptune/kernels/spmv/cuda/segment_sum.cuh"
#include "sptune/kernels/spmv/expected.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace sptune::spmv::coo {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): the room's own vocabulary

enum class Rows : std::uint8_t { bits, i32 };
constexpr std::array<std::pair<Rows, std::string_view>, 2> enum_names(Rows) {
  return {{{Rows::bits, "bits"}, {Rows::i32, "i32"}}};
}

struct Config {
  int items = 8;
  int block = 128;
  Rows rows = Rows::bits;
  Load load = Load::streaming;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = free_space<Config>(
    axis("items", &Config::items, {8, 4, 16}, "entries per thread"),
    axis("block", &Config::block, {128, 256}, "threads per block"),
    axis("rows", &Config::rows, {Rows::bits, Rows::i32},
         "bits: one per entry says that a row begins; i32: the row of every entry"),
    axis("load", &Config::load, {Load::streaming, Load::cached}, "cache policy of the entries"));

constexpr int most_threads = 256;
constexpr int warp_size = 32;
constexpr unsigned all_lanes = 0xffffffffU;

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

/// What a warp knows of its rows, 32 entries after the other.
template <Rows Code, int Items>
class RowsOfStretch {
 public:
  template <Load Policy, class V>
  __device__ __forceinline__ void fetch(const Arrays<V>& a, std::int64_t stretch, int lane) {
    const std::int64_t first = stretch * Items;
#pragma unroll
    for (int u = 0; u < Items; ++u) {
      if constexpr (Code == Rows::i32) {
        const std::int64_t i = (first + u) * warp_size + lane;
        code_[u] = static_cast<unsigned>(i < a.nnz ? load<Policy>(a.row_indices + i) : -1);
      } else {
        code_[u] = load<Policy>(a.begins + first + u);
      }
    }
    segments_ = a.rows_of_segments;
  }

  /// Lanes at which a row begins in step `u`; behind the last entry one begins, too.
  __device__ __forceinline__ unsigned begins(int u, const Tile& tile, int lane) const {
    if constexpr (Code == Rows::bits) {
      return code_[u];
    } else {
      const unsigned open = u == 0 ? static_cast<unsigned>(tile.head.row)
                                   : __shfl_sync(all_lanes, code_[u == 0 ? 0 : u - 1], 31);
      const unsigned left = __shfl_up_sync(all_lanes, code_[u], 1);
      return __ballot_sync(all_lanes, code_[u] != (lane == 0 ? open : left));
    }
  }

  /// The row of this lane's entry in step `u`, the `begun`-th, from 1, that began in the stretch.
  __device__ __forceinline__ std::int64_t row(int u, const Tile& tile, int begun) const {
    if constexpr (Code == Rows::i32) {
      return static_cast<std::int32_t>(code_[u < 0 ? 0 : u]);
    } else {
      const std::int64_t segment = static_cast<std::int64_t>(tile.first_segment) + begun - 1;
      return segments_ != nullptr ? segments_[segment] : segment;
    }
  }

 private:
  unsigned code_[Items];
  const Index* segments_;
};

template <class V, int Items, Rows Code, Load Policy>
__global__ void __launch_bounds__(most_threads)
    multiply(std::int64_t stretches, const Tile* __restrict__ tiles, Arrays<V> arrays,
             std::int64_t empty_rows, const Index* __restrict__ empty, SharedRowScratch<V> scratch,
             V alpha, const V* __restrict__ x, V beta, V* __restrict__ y) {
  const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  for (std::int64_t i = thread; i < empty_rows;
       i += static_cast<std::int64_t>(gridDim.x) * blockDim.x) {
    store(y + empty[i], V(0), alpha, beta);
  }
  const std::int64_t stretch = thread / warp_size;
  if (stretch >= stretches) return;
  const int lane = static_cast<int>(threadIdx.x) % warp_size;
  const std::int64_t first = stretch * (Items * warp_size) + lane;
  V a[Items];
  Index col[Items];
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    const std::int64_t i = first + u * warp_size;
    col[u] = i < arrays.nnz ? load<Policy>(arrays.col_indices + i) : 0;
    a[u] = i < arrays.nnz ? load<Policy>(arrays.values + i) : V(0);
  }
  RowsOfStretch<Code, Items> rows;
  rows.template fetch<Policy>(arrays, stretch, lane);
  const Tile tile = tiles[stretch];
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    // Behind the end x is not read: its first entry may be anything.
    a[u] = first + u * warp_size < arrays.nnz ? a[u] * __ldg(x + col[u]) : V(0);
  }

  const unsigned up_to_me = all_lanes >> (31 - lane);
  int begun = 0;  // rows that began in earlier steps
  V head = 0;     // what the stretch adds to the row that was open when it began
  V open = 0;     // lane 31: sum of the row that is open after the step before
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    const unsigned begins = rows.begins(u, tile, lane);
    const V carry = __shfl_sync(all_lanes, open, 31);
    V sum = a[u];
    if (lane == 0 && (begins & 1U) == 0) sum += carry;
    const unsigned mine = begins & up_to_me;
    const int restart = mine == 0 ? 0 : 31 - __clz(static_cast<int>(mine));
#pragma unroll
    for (int step = 1; step < warp_size; step *= 2) {
      const V left = __shfl_up_sync(all_lanes, sum, step);
      if (lane - step >= restart) sum += left;
    }
    if (begun == 0 && begins != 0) {
      const int at = __ffs(static_cast<int>(begins)) - 1;
      const V closed = __shfl_sync(all_lanes, sum, at > 0 ? at - 1 : 0);
      head = at > 0 ? closed : carry;
    }
    // A row is written by the lane of its last entry, once the next one begins.
    const int begun_here = begun + __popc(mine);
    if (lane < 31) {
      if (begun_here > 0 && ((begins >> (lane + 1)) & 1U) != 0) {
        store(y + rows.row(u, tile, begun_here), sum, alpha, beta);
      }
    } else if (begun > 0 && (begins & 1U) != 0) {
      store(y + rows.row(u - 1, tile, begun), open, alpha, beta);
    }
    open = sum;
    begun += __popc(begins);
  }
  const V last = __shfl_sync(all_lanes, open, 31);
  if (begun == 0) head = last;
  if (tile.head.row >= 0 || tile.tail.row >= 0) {
    SharedRow shared = lane == 0 ? tile.head : tile.tail;
    if (lane > 1) shared.row = -1;
    finish_shared_rows(shared, lane == 0 ? head : last, scratch, alpha, beta, y);
  }
  const bool full = (stretch + 1) * (Items * warp_size) <= arrays.nnz;
  if (lane == 31 && full && begun > 0 && tile.tail.row < 0) {
    store(y + rows.row(Items - 1, tile, begun), open, alpha, beta);
  }
}

/// A bit for the first entry of every row, and one behind the last entry of all.
template <class O>
__global__ void flag_begins(std::int64_t rows, const O* __restrict__ row_offsets, bool behind,
                            std::uint32_t* begins) {
  const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (row > rows || (row == rows && !behind)) return;
  const std::int64_t begin = row_offsets[row];
  if (row == rows || begin < row_offsets[row + 1]) {
    atomicOr(begins + begin / warp_size, 1U << (begin % warp_size));
  }
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c) : a_(a), any_(any), config_(c) {
    if (any.nnz == 0) return;
    const std::int64_t size = std::int64_t{c.items} * warp_size;
    SegmentLayout l = lay_out(a.rows, a.row_offsets, any.nnz, c.items, warp_size, 0);
    tiles_ = std::move(l.tiles);
    empty_ = std::move(l.empty);
    shared_ = SharedRowMemory<V>(l.parts);
    if (c.rows == Rows::i32) {
      row_indices_ = sptune::cuda::DeviceArray<Index>(static_cast<std::size_t>(any.nnz));
      convert::expand_rows(a.rows, any.nnz, a.row_offsets, row_indices_.data());
    } else {
      segments_ = std::move(l.segments);
      begins_ = sptune::cuda::DeviceArray<std::uint32_t>(tiles_.size() *
                                                         static_cast<std::size_t>(c.items));
      SPTUNE_CUDA(
          cudaMemsetAsync(begins_.data(), 0, static_cast<std::size_t>(begins_.bytes()), nullptr));
      flag_begins<<<blocks_for(a.rows + 1, most_threads), most_threads>>>(
          a.rows, a.row_offsets, any.nnz % size != 0, begins_.data());
      SPTUNE_CUDA(cudaGetLastError());
    }
    sptune::cuda::synchronize();
  }

  [[nodiscard]] double bytes_per_run() const override {
    const auto entries = static_cast<double>(any_.nnz) * (sizeof(V) + sizeof(Index));
    return entries + vector_bytes<V>(any_) + static_cast<double>(memory_bytes() - shared_.bytes());
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return tiles_.bytes() + row_indices_.bytes() + begins_.bytes() + segments_.bytes() +
           empty_.bytes() + shared_.bytes();
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
    const Arrays<V> arrays{any_.nnz,         row_indices_.data(), begins_.data(),
                           segments_.data(), a_.col_indices,      a_.values};
    const auto stretches = static_cast<std::int64_t>(tiles_.size());
    const unsigned grid = blocks_for(stretches * warp_size, config_.block);
    const auto launch = [&](auto kernel) {
      kernel<<<grid, static_cast<unsigned>(config_.block), 0, native(stream)>>>(
          stretches, tiles_.data(), arrays, static_cast<std::int64_t>(empty_.size()), empty_.data(),
          shared_.scratch(), alpha, x, beta, y);
    };
    select_int<4, 8, 16>(config_.items, [&](auto items_constant) {
      constexpr int items = decltype(items_constant)::value;
      select_load(config_.load, [&](auto policy_constant) {
        constexpr Load policy = decltype(policy_constant)::value;
        if (config_.rows == Rows::i32) {
          launch(&multiply<V, items, Rows::i32, policy>);
        } else {
          launch(&multiply<V, items, Rows::bits, policy>);
        }
      });
    });
    SPTUNE_CUDA(cudaGetLastError());
  }

 private:
  CsrView<V, O> a_;
  AnyCsr any_;
  Config config_;
  sptune::cuda::DeviceArray<Tile> tiles_;
  sptune::cuda::DeviceArray<Index> row_indices_;
  sptune::cuda::DeviceArray<std::uint32_t> begins_;
  sptune::cuda::DeviceArray<Index> segments_;
  sptune::cuda::DeviceArray<Index> empty_;
  SharedRowMemory<V> shared_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  const std::int64_t stretches = ceil_div(p.a.nnz, std::int64_t{c.items} * warp_size);
  const std::int64_t rows = c.rows == Rows::i32 ? p.a.nnz * 4 : p.a.nnz / 8 + p.a.rows * 4;
  return fit_memory(rows + stretches * static_cast<std::int64_t>(sizeof(Tile)), p.resources);
}

}  // namespace

Variant cuda_variant() {
  return make_spmv_variant(
      {.name = "coo",
       .backend = Backend::cuda,
       .summary = "entries in order, equal shares per warp, rows by a segmented scan of its lanes",
       .source = "Bell and Garland 2008, section 4.3; Liu and Vinter, ICS'15"},
      config_space, fit, make_plan<Plan, Config>,
      [](const Config& c, ValueType type, const FeatureLookup&) {
        constexpr double bit = 1.0 / 8;
        const auto value = static_cast<double>(size_of(type));
        return c.rows == Rows::i32 ? expect::coo(type) : Expected{1, value + expect::index32 + bit};
      });
}

}  // namespace sptune::spmv::coo
