// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/clock.hpp"

#include "kernels/api/clock.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string>

namespace sptune::harness {
namespace {

bool has_invariant_tsc() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    if (line.rfind("flags", 0) != 0) continue;
    return line.find(" constant_tsc") != std::string::npos &&
           line.find(" nonstop_tsc") != std::string::npos;
  }
  return false;
}

}  // namespace

ClockFacts inspect_clock() {
  ClockFacts facts;
  std::ifstream source("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  std::getline(source, facts.source);
  facts.invariant_tsc = has_invariant_tsc();
  constexpr int readings = 2000;
  const double begin = now_s();
  double last = begin;
  double step = std::numeric_limits<double>::infinity();
  for (int i = 0; i < readings; ++i) {
    const double t = now_s();
    if (t > last) step = std::min(step, t - last);
    last = t;
  }
  facts.read_ns = (last - begin) / readings * 1e9;
  facts.step_ns = step * 1e9;
  return facts;
}

double estimate_mhz() noexcept {
#if defined(__x86_64__)
  constexpr int repeats = 4;
  constexpr int blocks = 256;
  constexpr int chain = 16;
  constexpr double latency = 3;
  double best = std::numeric_limits<double>::infinity();
  std::uint32_t v = 3;
  // The shortest of a few repeats: an interruption can only lengthen one.
  for (int r = 0; r < repeats; ++r) {
    const double begin = now_s();
    for (int i = 0; i < blocks; ++i) {
      __asm__ volatile(
          ".rept 16\n\t"
          "imull %0, %0\n\t"
          ".endr"
          : "+r"(v));
    }
    best = std::min(best, now_s() - begin);
  }
  return best > 0 ? blocks * chain * latency / best / 1e6 : 0;
#else
  return 0;
#endif
}

}  // namespace sptune::harness
