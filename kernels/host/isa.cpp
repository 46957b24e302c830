// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/host/isa.hpp"

#include <cstdlib>
#include <string>

namespace sptune::host {
namespace {

Isa best_of_cpu() noexcept {
#if SPTUNE_ISA_COPIES
  // These levels are what foreach_isa.hpp compiles for, feature by feature.
  if (__builtin_cpu_supports("x86-64-v4") != 0) return Isa::avx512;
  if (__builtin_cpu_supports("x86-64-v3") != 0) return Isa::avx2;
#endif
  return Isa::baseline;
}

struct Decision {
  Isa isa = Isa::baseline;
  std::string flaw;
};

Decision decide() {
  const Isa best = best_of_cpu();
  const char* wanted = std::getenv("SPTUNE_ISA");
  if (wanted == nullptr || *wanted == '\0') return {best, {}};
  for (Isa isa : {Isa::baseline, Isa::avx2, Isa::avx512}) {
    if (to_string(isa) != wanted) continue;
    if (isa <= best) return {isa, {}};
    return {best,
            "SPTUNE_ISA=" + std::string(wanted) +
                (SPTUNE_ISA_COPIES == 0 ? ": kernels were not compiled for it, as by GCC for x86-64"
                                        : ": this CPU does not have it")};
  }
  return {best, "SPTUNE_ISA=" + std::string(wanted) + ": expected baseline, avx2 or avx512"};
}

const Decision& decision() {
  static const Decision made = decide();
  return made;
}

}  // namespace

Isa active_isa() noexcept {
  return decision().isa;
}

std::string isa_flaw() {
  return decision().flaw;
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
