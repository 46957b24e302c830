// SPDX-License-Identifier: BSD-3-Clause
// What a number depends on besides the code under test.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sptune::harness {

/// Properties that decide comparability; `hash` covers all but `name` and `info`, memory in whole
/// GiB (a kernel update changes the bytes).
struct Hardware {
  std::string name;  ///< marketing name, not in the hash
  std::string kind;  ///< cpu | gpu
  std::string arch;  ///< x86-64 family/model, active instruction set; sm_90
  int cores = 0;     ///< this process may use (GPU: SMs)
  std::int64_t l2_bytes = 0;
  std::int64_t l3_bytes = 0;
  std::int64_t memory_bytes = 0;
  std::vector<std::pair<std::string, std::string>> info;  ///< everything else worth knowing
  std::string hash;
};

/// `hash` covers all but `git_sha`, `git_dirty` and `info`: a changed kernel retires its own trials
/// by its code hash, and a commit that touches no kernel must not retire everybody's. A change in
/// how things are measured does: a new `measurement_version` stands in the flags.
struct Environment {
  /// `flags`: the compiler's, and behind them name=value of whatever else decides a number: files
  /// of policies, MPI and its transports.
  std::string compiler, flags, os, libc, library_version, git_sha;
  bool git_dirty = false;
  std::string driver, cuda_runtime, cusparse;             ///< empty without CUDA
  std::string isa;                                        ///< active CPU instruction set
  std::vector<std::pair<std::string, std::string>> info;  ///< host name, load, governor: not hashed
  std::string hash;
};

}  // namespace sptune::harness
