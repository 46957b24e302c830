// SPDX-License-Identifier: BSD-3-Clause
// What a number depends on besides the code under test: captured once per run, part of the key.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sptune::harness {

/// Properties that decide comparability; `hash` covers all but `name` and `info`.
struct Hardware {
  std::string name;   ///< marketing name, not in the hash
  std::string kind;   ///< cpu | gpu
  std::string arch;   ///< x86-64 family/model, active instruction set; sm_90
  int cores = 0;      ///< this process may use (GPU: SMs)
  std::int64_t l2_bytes = 0;
  std::int64_t l3_bytes = 0;
  std::int64_t memory_bytes = 0;
  std::vector<std::pair<std::string, std::string>> info;  ///< everything else worth knowing
  std::string hash;
};

struct Environment {
  std::string compiler, flags, os, libc, library_version, git_sha;
  bool git_dirty = false;
  std::string driver, cuda_runtime, cusparse;  ///< empty without CUDA
  std::string isa;                              ///< active CPU instruction set
  std::vector<std::pair<std::string, std::string>> info;  ///< host name, load, governor: not hashed
  std::string hash;
};

[[nodiscard]] Hardware capture_hardware();
[[nodiscard]] Environment capture_environment();

}  // namespace sptune::harness
