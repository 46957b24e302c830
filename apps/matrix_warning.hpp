// SPDX-License-Identifier: BSD-3-Clause
// What every verb says of how matrices were read, on standard error.
#pragma once

#include "apps/output.hpp"
#include "suites/collections/remarks.hpp"
#include "suites/collections/suite.hpp"

#include <string>

namespace sptune::apps {

inline void warn_of(const suites::MatrixInfo& info) {
  const std::string text = suites::warning_of(info);
  if (text.empty()) return;
  print_err("sptune: warning, at {}: {}\n", info.name, text);
}

/// Of a folder: what is no entry of it. True where a matrix is left out.
inline bool warn_of(const suites::Suite& suite) {
  for (const suites::NoEntry& e : suite.left_out) {
    print_err("sptune: left out {}: {}\n", e.name, e.reason);
  }
  for (const suites::NoEntry& e : suite.passed_over) {
    print_err("sptune: warning, at {}: passed over: {}\n", e.name, e.reason);
  }
  return !suite.left_out.empty();
}

}  // namespace sptune::apps
