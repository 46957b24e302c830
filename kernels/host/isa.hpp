// SPDX-License-Identifier: BSD-3-Clause
// Instruction sets of the CPU backend, chosen at run time so that one binary runs on any x86-64
// (and, with the baseline alone, on any other CPU).
//
// A kernel file that has loops worth vectorising re-includes itself once per instruction set:
//
//   #include "kernels/host/isa.hpp"          // and every other header, before foreach_isa
//   #define SPTUNE_ISA_SOURCE "kernels/spmv/cpu/csr.cpp"
//   #include "kernels/host/foreach_isa.hpp"
//   namespace sptune::spmv::csr {
//   namespace SPTUNE_ISA { /* loops: compiled three times */ }
//   #ifdef SPTUNE_ISA_LAST
//   /* plan, variant: compiled once; SPTUNE_ISA_SELECT(loop<V>) is the best loop's address */
//   #endif
//   }
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Whether foreach_isa compiles the copies for AVX2 and AVX-512: Clang does not heed its pragmas so.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define SPTUNE_ISA_COPIES 1
#else
#define SPTUNE_ISA_COPIES 0
#endif

namespace sptune::host {

enum class Isa : std::uint8_t { baseline, avx2, avx512 };

/// Best instruction set of this CPU that kernels were compiled for, or the one that the environment
/// variable SPTUNE_ISA (`baseline`, `avx2`, `avx512`) names when there is it. Decided once per
/// process.
[[nodiscard]] Isa active_isa() noexcept;
/// Empty, or why SPTUNE_ISA is not heeded: one line.
[[nodiscard]] std::string isa_flaw();
[[nodiscard]] std::string_view to_string(Isa isa) noexcept;

/// Picks among the copies that foreach_isa made.
template <class F>
[[nodiscard]] F select(F baseline, F avx2, F avx512) noexcept {
  switch (active_isa()) {
    case Isa::avx512:
      return avx512;
    case Isa::avx2:
      return avx2;
    case Isa::baseline:
      break;
  }
  return baseline;
}

}  // namespace sptune::host
