// SPDX-License-Identifier: BSD-3-Clause
// Dense matrices to CSR. Blocks take tiles of neighbouring elements, whatever rows these belong to,
// in waves of a tile per block; the copy engine brings tiles of later waves while one is looked at.
// A block publishes the entries of a tile a wave before it writes them, and where to write it finds
// by itself: behind its tile of the wave before, by all that was published since. That takes one
// trip to the L2 cache, hidden behind counting the next tile, where a look-back from tile to tile
// (Merrill and Garland, NVR-2016-002) takes several in a row.
#include "kernels/convert/dense_segments.cuh"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/launch.cuh"
#include "sptune/device_convert.hpp"
#include "sptune/error.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace sptune::convert {
namespace {

using namespace dense;  // NOLINT(google-build-using-namespace): one kernel in two files
using cuda::ceil_div;
using cuda::native;

// --- tiles on their way to shared memory ---------------------------------------------------------

__device__ __forceinline__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

/// Waits until the copy engine has filled a stage.
class Barrier {
 public:
  __device__ void init() {
#if __CUDA_ARCH__ >= 900
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&word_)) : "memory");
#endif
  }
  __device__ void copy(void* to, const void* from, unsigned bytes) {
#if __CUDA_ARCH__ >= 900
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&word_)),
        "r"(bytes)
        : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(shared_address(to)),
        "l"(from), "r"(bytes), "r"(shared_address(&word_))
        : "memory");
#endif
  }
  __device__ void wait(unsigned phase) {
#if __CUDA_ARCH__ >= 900
    unsigned done = 0;
    while (done == 0) {
      asm volatile(
          "{\n.reg .pred p;\n"
          "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
          "selp.u32 %0, 1, 0, p;\n}"
          : "=r"(done)
          : "r"(shared_address(&word_)), "r"(phase)
          : "memory");
    }
#endif
  }

 private:
  std::uint64_t word_;
};

template <class C>
struct Stages {
  alignas(128) typename C::V elements[stages][C::tile_size];
  Barrier barriers[stages];
};

/// Whole tiles go through the copy engine, where there is one and the matrix is aligned to it.
template <class C>
__device__ __forceinline__ bool copied_in_bulk(const Shape& s, const typename C::V* dense,
                                               std::int64_t tile) {
#if __CUDA_ARCH__ >= 900
  return (reinterpret_cast<std::uintptr_t>(dense) & 15U) == 0 &&
         (tile + 1) * C::tile_size <= s.elements;
#else
  return false;
#endif
}

/// By one thread: asks the copy engine for a tile.
template <class C>
__device__ __forceinline__ void request_tile(const Shape& s,
                                             const typename C::V* __restrict__ dense,
                                             std::int64_t tile, int stage, Stages<C>& shared) {
  if (!copied_in_bulk<C>(s, dense, tile)) return;
  shared.barriers[stage].copy(shared.elements[stage], dense + tile * C::tile_size, C::tile_bytes);
}

/// By the whole block: the elements of a tile that was requested are there on return.
template <class C>
__device__ __forceinline__ void wait_for_tile(const Shape& s,
                                              const typename C::V* __restrict__ dense,
                                              std::int64_t tile, int stage, unsigned phase,
                                              Stages<C>& shared) {
  if (copied_in_bulk<C>(s, dense, tile)) {
    shared.barriers[stage].wait(phase);
    return;
  }
  const std::int64_t first = tile * C::tile_size;
  const std::int64_t count = min(s.elements - first, static_cast<std::int64_t>(C::tile_size));
  for (std::int64_t i = threadIdx.x; i < count; i += threads) {
    shared.elements[stage][i] = dense[first + i];
  }
  __syncthreads();
}

/// What is known of a tile when its entries have been counted.
struct TileCount {
  unsigned masks = 0;   ///< lane k of a warp: entries among the warp's elements k*32 … k*32+31
  unsigned before = 0;  ///< entries of the warp before those
  InBlock block;
};

/// A published word: the launch in the upper half, so that the words of the launch before say
/// nothing, and how many entries a tile has. Launches are numbered on the device, behind the words
/// of the tiles: a graph that is replayed must count on, too. Every launch publishes all tiles, so
/// that it finds words of the launch before alone, and numbers may wrap around.
constexpr int launch_shift = 16;
constexpr unsigned launch_mask = 0xffffU;
static_assert(Cut<float, large_tile>::tile_size < 1 << launch_shift);

/// Entries of a tile, waiting until its block has published them.
__device__ __forceinline__ unsigned wait_for_entries(const volatile unsigned* tile, unsigned word,
                                                     unsigned launch) {
  while (word >> launch_shift != launch) word = *tile;
  return word & ((1U << launch_shift) - 1);
}

/// Entries of `count` tiles, asked by the whole block; `early` is what each thread has read of its
/// first.
__device__ __forceinline__ unsigned entries_of(const volatile unsigned* tiles, unsigned count,
                                               unsigned early, unsigned launch,
                                               unsigned (&shared)[warps]) {
  unsigned mine = 0;
  for (unsigned tile = threadIdx.x; tile < count; tile += threads) {
    mine += wait_for_entries(tiles + tile, tile < threads ? early : tiles[tile], launch);
  }
  mine = __reduce_add_sync(all_lanes, mine);
  if (lane_id() == 0) shared[threadIdx.x / 32] = mine;
  __syncthreads();
  unsigned all = 0;
#pragma unroll
  for (int w = 0; w < warps; ++w) all += shared[w];
  return all;
}

/// Finds the entries of a tile, whose elements are there or on their way, and publishes how many.
template <bool Plain, class C>
__device__ __forceinline__ TileCount count_tile(const Shape& s,
                                                const typename C::V* __restrict__ dense,
                                                std::int64_t tile, int wave, unsigned launch,
                                                volatile unsigned* published, Stages<C>& shared,
                                                unsigned (&shared_warps)[warps]) {
  TileCount c;
  const int stage = wave % stages;
  const int warp = static_cast<int>(threadIdx.x) / 32;
  wait_for_tile<C>(s, dense, tile, stage, static_cast<unsigned>(wave / stages) & 1U, shared);
  c.masks = find_entries<Plain, C>(s, segment_of<C>(s, tile, warp),
                                   shared.elements[stage] + warp * C::segment_size);
  unsigned total = 0;
  c.before = lanes_before(__popc(c.masks), total);
  c.block = over_warps(total, shared_warps);
  if (threadIdx.x == 0) published[tile] = (launch << launch_shift) | c.block.total;
  return c;
}

/// By one thread: the first tiles of a block are requested.
template <class C>
__device__ __forceinline__ void request_first_tiles(const Shape& s,
                                                    const typename C::V* __restrict__ dense,
                                                    Stages<C>& shared) {
  for (Barrier& barrier : shared.barriers) barrier.init();
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");  // the engine sees them
#endif
  for (int wave = 0; wave < stages; ++wave) {
    request_tile<C>(s, dense, wave * static_cast<std::int64_t>(gridDim.x) + blockIdx.x, wave,
                    shared);
  }
}

/// All blocks run at the same time.
template <bool Plain, class C, class O>
__global__ void __launch_bounds__(threads, 1)
    convert_tiles(Shape s, std::int64_t tiles, const typename C::V* __restrict__ dense,
                  std::int64_t capacity, volatile unsigned* published, std::int64_t* found,
                  Output<typename C::V, O> out) {
  extern __shared__ __align__(128) std::byte dynamic_shared[];
  Stages<C>& shared = *reinterpret_cast<Stages<C>*>(dynamic_shared);
  __shared__ unsigned shared_warps[warps];
  __shared__ unsigned shared_between[warps];
  __shared__ unsigned shared_launch;
  const auto width = static_cast<std::int64_t>(gridDim.x);
  const auto block = static_cast<std::int64_t>(blockIdx.x);
  const int warp = static_cast<int>(threadIdx.x) / 32;
  volatile unsigned* const last_launch = published + tiles;
  unsigned launch = 0;
  if (threadIdx.x == 0) {
    launch = (*last_launch + 1) & launch_mask;
    request_first_tiles<C>(s, dense, shared);
  }
  __syncthreads();

  const auto count = [&](int wave) {
    const std::int64_t tile = wave * width + block;
    if (tile >= tiles) return TileCount{};
    return count_tile<Plain, C>(s, dense, tile, wave, launch, published, shared, shared_warps);
  };
  std::int64_t base = 0;  // entries before this block's tile
  TileCount now = count(0);
  if (threadIdx.x == 0) shared_launch = launch;
  __syncthreads();  // its numbers in shared memory have been read
  launch = shared_launch;
  std::int64_t known = 0;  // tiles that are part of `base`
  for (int wave = 0; wave * width < tiles; ++wave) {
    const std::int64_t tile = wave * width + block;
    const auto since = static_cast<unsigned>(min(tile, tiles) - known);
    const volatile unsigned* const asked = published + known;
    // Asked before it is needed; by now most have published.
    const unsigned early = threadIdx.x < since ? asked[threadIdx.x] : 0;
    const TileCount next = count(wave + 1);
    base += entries_of(asked, since, early, launch, shared_between);
    known = tile;
    if (tile < tiles) {
      write_segment<Plain, C>(s, segment_of<C>(s, tile, warp), now.masks, now.before,
                              base + now.block.before, base + now.block.total <= capacity, out,
                              shared.elements[wave % stages] + warp * C::segment_size);
      if (tile == tiles - 1 && threadIdx.x == 0) {
        *last_launch = launch;  // which all blocks know by now: they have published with it
        *found = base + now.block.total;
        out.row_offsets[s.rows] = static_cast<O>(*found);
      }
    }
    now = next;
    __syncthreads();  // nobody reads this stage any more
    if (threadIdx.x == 0) {
      request_tile<C>(s, dense, tile + stages * width, wave % stages, shared);
    }
  }
}

/// Blocks that run at the same time on the current device.
template <auto Kernel, class C>
std::int64_t resident_blocks(int sm_count) {
  constexpr auto shared = sizeof(Stages<C>);
  SPTUNE_CUDA(cudaFuncSetAttribute(Kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(shared)));
  int blocks = 0;
  SPTUNE_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, Kernel, threads, shared));
  if (blocks == 0) {
    throw DeviceError("dense to CSR: " + std::to_string(shared) +
                      " bytes of shared memory are more than a block gets on this device");
  }
  return std::int64_t{blocks} * sm_count;
}

}  // namespace

template <class V, class O>
struct DenseToCsr<V, O>::Impl {
  using Launch = void (*)(const Impl&, const V*, std::int64_t, Output<V, O>, Stream);

  Shape shape;
  std::int64_t tiles = 0;
  std::int64_t blocks = 0;
  Launch launch = nullptr;
  cuda::Pinned<std::int64_t> found;  ///< goes last: a kernel may write it until `published` waits
  cuda::DeviceArray<unsigned> published;  ///< of each tile, and the number of the last launch

  Impl(const Shape& s, std::int64_t most_shared) : shape(s) {
    *found.get() = 0;
    const auto& info = cuda::device_info();
    if (!info) throw DeviceError(info.error());
    most_shared = std::min(most_shared, info.value().shared_per_block_bytes - 1024);  // the static
    if (static_cast<std::int64_t>(sizeof(Stages<Cut<V, large_tile>>)) <= most_shared) {
      cut<large_tile>(info.value().sm_count);
    } else {
      cut<small_tile>(info.value().sm_count);
    }
  }
  template <int TileBytes>
  void cut(int sm_count) {
    using C = Cut<V, TileBytes>;
    tiles = ceil_div(shape.elements, C::tile_size);
    if (tiles == 0) return;
    published = cuda::DeviceArray<unsigned>::zeroed(static_cast<std::size_t>(tiles) + 1);
    const auto choose = [&](auto plain) {
      constexpr bool is_plain = decltype(plain)::value;
      blocks = std::min(tiles, resident_blocks<&convert_tiles<is_plain, C, O>, C>(sm_count));
      launch = &launch_tiles<is_plain, TileBytes>;
    };
    if (shape.stride == shape.cols && shape.stride >= C::segment_size) {
      choose(std::true_type{});
    } else {
      choose(std::false_type{});
    }
  }
  template <bool Plain, int TileBytes>
  static void launch_tiles(const Impl& work, const V* dense, std::int64_t capacity,
                           Output<V, O> out, Stream stream) {
    using C = Cut<V, TileBytes>;
    // Cooperative: blocks wait for each other.
    cudaLaunchAttribute together{};
    together.id = cudaLaunchAttributeCooperative;
    together.val.cooperative = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(work.blocks));
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = sizeof(Stages<C>);
    config.stream = native(stream);
    config.attrs = &together;
    config.numAttrs = 1;
    SPTUNE_CUDA(cudaLaunchKernelEx(
        &config, &convert_tiles<Plain, C, O>, work.shape, work.tiles, dense, capacity,
        static_cast<volatile unsigned*>(work.published.data()), work.found.get(), out));
  }
  void clear_offsets(O* row_offsets, Stream stream) const {
    SPTUNE_CUDA(cudaMemsetAsync(
        row_offsets, 0, static_cast<std::size_t>(shape.rows + 1) * sizeof(O), native(stream)));
  }
};

template <class V, class O>
DenseToCsr<V, O>::DenseToCsr(std::int64_t rows, std::int64_t cols, std::int64_t stride,
                             std::int64_t most_shared) {
  if (stride < cols || stride > std::numeric_limits<Index>::max()) {
    throw UsageError("dense to CSR: expected a stride of at least " + std::to_string(cols) +
                     " and below 2^31, found " + std::to_string(stride));
  }
  const std::int64_t elements = rows == 0 || cols == 0 ? 0 : (rows - 1) * stride + cols;
  impl_ = std::make_unique<Impl>(Shape{rows, cols, stride, elements}, most_shared);
}

template <class V, class O>
DenseToCsr<V, O>::~DenseToCsr() = default;

template <class V, class O>
void DenseToCsr<V, O>::convert(const V* dense, std::int64_t capacity, O* row_offsets,
                               Index* col_indices, V* values, Stream stream) {
  if (impl_->tiles == 0) {
    impl_->clear_offsets(row_offsets, stream);
  } else {
    impl_->launch(*impl_, dense, capacity, {row_offsets, col_indices, values}, stream);
  }
}

template <class V, class O>
std::int64_t DenseToCsr<V, O>::converted(Stream stream) const {
  cuda::wait_for(native(stream));
  return *impl_->found.get();
}

template <class V, class O>
std::int64_t DenseToCsr<V, O>::workspace_bytes() const noexcept {
  return impl_->published.bytes();
}

namespace {

/// A block counts the entries in a window of one row. Rows are spread evenly; the windows move from
/// block to block, so that bands and borders get their share.
template <class V>
__global__ void count_windows(DenseView<V> a, std::int64_t width, unsigned long long* found) {
  const auto block = static_cast<std::int64_t>(blockIdx.x);
  const std::int64_t row = block * a.rows / gridDim.x;
  const std::int64_t first = (a.cols - width) * (block * 7 % 64) / 63;
  const V* const window = a.values + row * a.stride + first;
  unsigned mine = 0;
  for (std::int64_t i = threadIdx.x; i < width; i += blockDim.x) mine += window[i] != V(0) ? 1 : 0;
  mine = __reduce_add_sync(all_lanes, mine);
  if (lane_id() == 0 && mine > 0) atomicAdd(found, static_cast<unsigned long long>(mine));
}

/// Entries to allocate memory for: those of the sample in proportion, and some more.
template <class V>
std::int64_t likely_entries(const DenseView<V>& a) {
  constexpr std::int64_t windows = 512;
  constexpr std::int64_t widest = 1024;
  constexpr double margin = 1.1;
  constexpr std::int64_t spare = 65536;
  const std::int64_t elements = a.rows * a.cols;
  if (elements <= windows * widest) return elements;
  const std::int64_t width = std::min(widest, a.cols);
  const cuda::Scratch<unsigned long long> found(1);
  SPTUNE_CUDA(cudaMemsetAsync(found.data(), 0, sizeof(unsigned long long)));
  cuda::launch(count_windows<V>, static_cast<unsigned>(windows), 256, 0, nullptr, a, width,
               found.data());
  unsigned long long counted = 0;
  cuda::copy_to_host(&counted, found.data(), sizeof(counted));
  const double share = static_cast<double>(counted) / static_cast<double>(windows * width);
  const auto likely = static_cast<std::int64_t>(share * margin * static_cast<double>(elements));
  return std::min(elements, likely + spare);
}

}  // namespace

template <class V, class O>
CsrOnDevice<V, O> dense_to_csr(const DenseView<V>& a) {
  DenseToCsr<V, O> work(a.rows, a.cols, a.stride);
  CsrOnDevice<V, O> out;
  out.rows = a.rows;
  out.cols = a.cols;
  out.row_offsets = cuda::DeviceArray<O>(static_cast<std::size_t>(a.rows) + 1);
  for (std::int64_t capacity = likely_entries(a);; capacity = out.nnz) {
    out.col_indices = cuda::DeviceArray<Index>(static_cast<std::size_t>(capacity));
    out.values = cuda::DeviceArray<V>(static_cast<std::size_t>(capacity));
    work.convert(a.values, capacity, out.row_offsets.data(), out.col_indices.data(),
                 out.values.data(), {});
    out.nnz = work.converted({});
    if (out.nnz > static_cast<std::int64_t>(std::numeric_limits<O>::max())) {
      throw UsageError("dense to CSR: " + std::to_string(out.nnz) +
                       " entries exceed the offset type; use 64-bit offsets");
    }
    if (out.nnz <= capacity) return out;
  }
}

#define SPTUNE_INSTANTIATE(V, O)   \
  template class DenseToCsr<V, O>; \
  template CsrOnDevice<V, O> dense_to_csr(const DenseView<V>&);
SPTUNE_INSTANTIATE(float, std::int32_t)
SPTUNE_INSTANTIATE(float, std::int64_t)
SPTUNE_INSTANTIATE(double, std::int32_t)
SPTUNE_INSTANTIATE(double, std::int64_t)
#undef SPTUNE_INSTANTIATE

}  // namespace sptune::convert
