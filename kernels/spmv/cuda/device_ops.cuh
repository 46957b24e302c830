// SPDX-License-Identifier: BSD-3-Clause
// What every SpMV kernel needs: loads with a cache policy, the last line of y = alpha*A*x + beta*y,
// and refusals by memory.
#pragma once

#include "kernels/api/select.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/warp.cuh"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace sptune::spmv::cuda {

using sptune::cuda::all_lanes;
using sptune::cuda::blocks_for;
using sptune::cuda::ceil_div;
using sptune::cuda::first_where;
using sptune::cuda::group_sum;
using sptune::cuda::launch;
using sptune::cuda::launch_ahead;
using sptune::cuda::native;
using sptune::cuda::thread_id;
using sptune::cuda::wait_for;
using sptune::cuda::warp_size;

/// How matrix entries are read: `cached` as usual; `streaming` asks the caches to drop them first,
/// which leaves room for x.
enum class Load : std::uint8_t { cached, streaming };
constexpr std::array<std::pair<Load, std::string_view>, 2> enum_names(Load) {
  return {{{Load::cached, "cached"}, {Load::streaming, "streaming"}}};
}

/// How columns are stored: 32 bits, or 16-bit offsets from a first column in every block of entries
/// that spans fewer than 65536 columns.
enum class IndexWidth : std::uint8_t { i32, mixed16 };
constexpr std::array<std::pair<IndexWidth, std::string_view>, 2> enum_names(IndexWidth) {
  return {{{IndexWidth::i32, "i32"}, {IndexWidth::mixed16, "mixed16"}}};
}

template <Load Policy, class T>
__device__ __forceinline__ T load(const T* p) {
  if constexpr (Policy == Load::streaming) {
    return __ldcs(p);
  } else {
    return __ldg(p);
  }
}

/// *p where that is `there`, or else 0. A predicated load and no branch, so that several of them
/// are in flight together in a warp whose threads differ: compilers branch or not as they like.
template <Load Policy, class T>
__device__ __forceinline__ T load_if(bool there, const T* p) {
  const auto address = __cvta_generic_to_global(p);
  const auto asked = static_cast<unsigned>(there);
  if constexpr (sizeof(T) == 2) {
    unsigned short bits = 0;
    if constexpr (Policy == Load::streaming) {
      asm("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.cs.b16 %0, [%1]; }"
          : "+h"(bits)
          : "l"(address), "r"(asked));
    } else {
      asm("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.nc.b16 %0, [%1]; }"
          : "+h"(bits)
          : "l"(address), "r"(asked));
    }
    return __builtin_bit_cast(T, bits);
  } else if constexpr (sizeof(T) == 4) {
    unsigned bits = 0;
    if constexpr (Policy == Load::streaming) {
      asm("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.cs.b32 %0, [%1]; }"
          : "+r"(bits)
          : "l"(address), "r"(asked));
    } else {
      asm("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.nc.b32 %0, [%1]; }"
          : "+r"(bits)
          : "l"(address), "r"(asked));
    }
    return __builtin_bit_cast(T, bits);
  } else if constexpr (sizeof(T) == 8) {
    unsigned long long bits = 0;
    if constexpr (Policy == Load::streaming) {
      asm("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.cs.b64 %0, [%1]; }"
          : "+l"(bits)
          : "l"(address), "r"(asked));
    } else {
      asm("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global.nc.b64 %0, [%1]; }"
          : "+l"(bits)
          : "l"(address), "r"(asked));
    }
    return __builtin_bit_cast(T, bits);
  } else {
    static_assert(sizeof(T) == 16 && Policy == Load::streaming);
    ulonglong2 bits{0, 0};
    asm("{ .reg .pred p; setp.ne.u32 p, %3, 0; @p ld.global.cs.v2.b64 {%0, %1}, [%2]; }"
        : "+l"(bits.x), "+l"(bits.y)
        : "l"(address), "r"(asked));
    return __builtin_bit_cast(T, bits);
  }
}

/// Blocks of a multiprocessor to compile a kernel for, so that a thread may use as many registers.
/// Left to itself, the compiler keeps to fewer, and asks for some operands when the first have come
/// (docs/measurements/spmv-gpu.md). 0, no bound, where a multiprocessor does not hold as many.
[[nodiscard]] constexpr int blocks_of_registers(int registers_per_thread, int threads) {
  // By compute capability: CUDA C++ Programming Guide, "Technical Specifications".
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 800 || __CUDA_ARCH__ / 100 == 9 || \
    __CUDA_ARCH__ / 100 == 10
  constexpr int most_threads = 2048;
  constexpr int most_blocks = 32;
#else
  constexpr int most_threads = __CUDA_ARCH__ == 750 ? 1024 : 1536;
  constexpr int most_blocks = 16;  // or 24
#endif
  constexpr int registers = 65536;
  const int blocks = std::max(1, registers / registers_per_thread / threads);
  return blocks * threads > most_threads || blocks > most_blocks ? 0 : blocks;
}

/// The same for a kernel that asks at the same time for value, column and element of x of `entries`
/// entries, and needs `others` beside.
template <class V>
[[nodiscard]] constexpr int blocks_in_flight(int entries, int threads, int others = 24) {
  constexpr int words = static_cast<int>(sizeof(V) / sizeof(Index));
  return blocks_of_registers(others + entries * (2 * words + 1), threads);
}

/// y is not read when beta is 0.
template <class V>
__device__ __forceinline__ void store(V* y, V sum, V alpha, V beta) {
  *y = beta == V(0) ? alpha * sum : alpha * sum + beta * *y;
}

/// Where a launch is compiled for the points of a space alone, and another one is asked for.
[[noreturn]] inline void outside_the_space() {
  throw std::logic_error("a configuration outside its variant's constraint was run");
}

/// Bytes of x and y in one run; x counted once, as far as entries can touch it.
template <class V>
[[nodiscard]] double vector_bytes(const AnyCsr& a) {
  return static_cast<double>(std::min(a.cols, a.nnz) + a.rows) * sizeof(V);
}

/// Refuses a format that would not fit the memory limit, with the bytes.
[[nodiscard]] inline Fit fit_memory(std::int64_t bytes, const Resources& resources) {
  if (bytes <= resources.memory_limit) return Fit::yes();
  return Fit::no("needs " + std::to_string(bytes) + " bytes on the device, the limit is " +
                 std::to_string(resources.memory_limit));
}

/// A format that stores more than this many times CSR's bytes cannot win and is refused.
constexpr double most_bytes_over_csr = 4;

/// The most bytes that fit_format lets a format of the matrix have.
[[nodiscard]] inline double most_format_bytes(const AnyCsr& a) {
  const std::int64_t csr = a.nnz * (size_of(a.value_type) + 4);
  constexpr std::int64_t small = 65536;  // padding of a matrix that stays in cache costs little
  return most_bytes_over_csr * static_cast<double>(csr) + small;
}

/// Refuses by bytes: too many beside CSR's, or too many for the device; `what` names the counts.
[[nodiscard]] inline Fit fit_format(std::int64_t bytes, const std::string& what,
                                    const SpmvProblem& p) {
  if (static_cast<double>(bytes) > most_format_bytes(p.a)) {
    return Fit::no(what + " would take " + std::to_string(bytes) + " bytes, CSR takes " +
                   std::to_string(p.a.nnz * (size_of(p.a.value_type) + 4)));
  }
  return fit_memory(bytes, p.resources);
}

/// Blocks of a launch that shares out `items` among blocks that take one after another: enough to
/// fill the device.
[[nodiscard]] inline unsigned blocks_up_to(std::int64_t items) {
  constexpr std::int64_t per_multiprocessor = 16;
  const std::int64_t most = per_multiprocessor * sptune::cuda::this_device().sm_count;
  return static_cast<unsigned>(std::clamp<std::int64_t>(items, 1, most));
}

/// Blocks of a launch over `tiles` whose threads also share out `rows` that are written without
/// being computed: more than there are tiles where each thread would have many, one after another.
[[nodiscard]] inline unsigned blocks_for_tiles(std::int64_t tiles, std::int64_t rows, int block) {
  constexpr std::int64_t few = 8;  // rows of a thread
  const std::int64_t blocks = ceil_div(rows, few * block);
  const auto least = static_cast<unsigned>(tiles);
  return blocks <= tiles ? least : std::max(least, blocks_up_to(blocks));
}

/// The plan of a variant for the types that the matrix holds: Plan<V, O>(view, matrix, config).
template <template <class, class> class Plan, class Config>
[[nodiscard]] std::unique_ptr<SpmvPlan> make_plan(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
    return std::make_unique<Plan<V, O>>(a, p.a, c);
  });
}

}  // namespace sptune::spmv::cuda
