// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/kernels/host/isa.hpp"

#include <cstdlib>

namespace sptune::host {
namespace {

Isa best_of_cpu() noexcept {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
      __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
      __builtin_cpu_supports("avx512cd") != 0) {
    return Isa::avx512;
  }
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
      __builtin_cpu_supports("bmi2") != 0) {
    return Isa::avx2;
  }
#endif
  return Isa::baseline;
}

Isa decide() noexcept {
  const Isa best = best_of_cpu();
  const char* wanted = std::getenv("SPTUNE_ISA");
  if (wanted == nullptr) return best;
  for (Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
    if (to_string(isa) == wanted && isa <= best) return isa;
  }
  return best;
}

}  // namespace

Isa active_isa() noexcept {
  static const Isa isa = decide();
  return isa;
}

std::string_view to_string(Isa isa) noexcept {
  switch (isa) {
    case Isa::avx512:
      return "avx512";
    case Isa::avx2:
      return "avx2";
    case Isa::baseline:
      break;
  }
  return "baseline";
}

}  // namespace sptune::host
