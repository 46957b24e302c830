// SPDX-License-Identifier: BSD-3-Clause
// No include guard: see isa.hpp. Target pragmas rather than per-file compiler flags, because with
// flags an inline function of a shared header may be kept in its AVX-512 form for every caller;
// with pragmas only what stands inside the region is compiled for the set. Features are listed one
// by one rather than as arch=x86-64-v3: GCC inlines a plain function (std::min) into a region only
// when both have the same arch=.
//
// Two traps inside a region: no lambda in a template (it is instantiated at the end of the file,
// outside the region, and loses the instruction set) and no `#pragma omp parallel`.
#ifndef SPTUNE_ISA

#include "kernels/host/isa.hpp"

#if SPTUNE_ISA_COPIES
#define SPTUNE_ISA_SELECT(...)                                               \
  ::sptune::host::select(&isa_baseline::__VA_ARGS__, &isa_avx2::__VA_ARGS__, \
                         &isa_avx512::__VA_ARGS__)

#define SPTUNE_ISA isa_avx512
#define SPTUNE_VECTOR_BYTES 64
#pragma GCC push_options
#pragma GCC target( \
    "avx512f,avx512vl,avx512bw,avx512dq,avx512cd,avx2,fma,bmi,bmi2,lzcnt,movbe,f16c,popcnt,prefer-vector-width=512")
#include SPTUNE_ISA_SOURCE
#pragma GCC pop_options
#undef SPTUNE_ISA
#undef SPTUNE_VECTOR_BYTES

#define SPTUNE_ISA isa_avx2
#define SPTUNE_VECTOR_BYTES 32
#pragma GCC push_options
#pragma GCC target("avx2,fma,bmi,bmi2,lzcnt,movbe,f16c,popcnt")
#include SPTUNE_ISA_SOURCE
#pragma GCC pop_options
#undef SPTUNE_ISA
#undef SPTUNE_VECTOR_BYTES
#else
#define SPTUNE_ISA_SELECT(...) (&isa_baseline::__VA_ARGS__)
#endif

#define SPTUNE_ISA isa_baseline
#define SPTUNE_VECTOR_BYTES 16
#define SPTUNE_ISA_LAST
#endif
