// SPDX-License-Identifier: BSD-3-Clause
#include "harness/records/difference.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <tuple>

namespace sptune::harness {
namespace {

using Field = std::tuple<const char*, std::string, std::string>;

std::string first_difference(std::initializer_list<Field> fields) {
  for (const auto& [name, one, other] : fields) {
    if (one != other) return fmt::format("{} '{}' and '{}'", name, one, other);
  }
  return "";
}

}  // namespace

std::string difference(const Hardware& a, const Hardware& b) {
  const auto kib = [](std::int64_t bytes) { return fmt::format("{} KiB", bytes >> 10); };
  const auto gib = [](std::int64_t bytes) { return fmt::format("{} GiB", bytes >> 30); };
  return first_difference({{"kind", a.kind, b.kind},
                           {"architecture", a.arch, b.arch},
                           {a.kind == "gpu" ? "multiprocessors" : "cores", std::to_string(a.cores),
                            std::to_string(b.cores)},
                           {"L2 cache", kib(a.l2_bytes), kib(b.l2_bytes)},
                           {"L3 cache", kib(a.l3_bytes), kib(b.l3_bytes)},
                           {"memory", gib(a.memory_bytes), gib(b.memory_bytes)}});
}

std::string difference(const Environment& a, const Environment& b) {
  return first_difference({{"compiler", a.compiler, b.compiler},
                           {"flags", a.flags, b.flags},
                           {"os", a.os, b.os},
                           {"libc", a.libc, b.libc},
                           {"version", a.library_version, b.library_version},
                           {"driver", a.driver, b.driver},
                           {"CUDA runtime", a.cuda_runtime, b.cuda_runtime},
                           {"cuSPARSE", a.cusparse, b.cusparse},
                           {"instruction set", a.isa, b.isa}});
}

}  // namespace sptune::harness
