// SPDX-License-Identifier: BSD-3-Clause
// Which machine a model was trained on, told cheaply enough for an application's start. The harness
// captures far more; it does not ship.
#pragma once

#include "sptune/types.hpp"

#include <string>

namespace sptune::model {

struct Machine {
  std::string name;  ///< the processor's marketing name; shown, not compared
  std::string arch;  ///< as harness::Hardware::arch: "x86-64 AuthenticAMD 26/2 avx512"
  int cores = 0;     ///< that this process may use

  [[nodiscard]] std::string text() const;
  friend bool operator==(const Machine&, const Machine&) = default;
};

/// Whether times measured on `a` say something about `b`: same architecture, same number of cores.
[[nodiscard]] bool comparable(const Machine& a, const Machine& b);

/// What a backend computes on. Asked once per process; reads the first entry of /proc/cpuinfo where
/// there is one. A GPU's cores are its multiprocessors; without one all fields are empty.
[[nodiscard]] const Machine& this_machine(Backend backend = Backend::cpu);

}  // namespace sptune::model
