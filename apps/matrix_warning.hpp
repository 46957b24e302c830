// SPDX-License-Identifier: BSD-3-Clause
// What every verb says of how matrices were read, on standard error.
#pragma once

#include "apps/output.hpp"
#include "sptune/error.hpp"
#include "suites/collections/remarks.hpp"
#include "suites/collections/suite.hpp"

#include <optional>
#include <string>

namespace sptune::apps {

/// What `read` makes of a matrix, or nothing where it cannot be read: said then, and the others of
/// a suite go on. One that is `alone` throws its InputError.
template <class F>
auto read_or_leave_out(const std::string& name, bool alone, F&& read)
    -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const InputError& e) {
    if (alone) throw;
    print_err("sptune: left out {}: {}\n", name, e.what());
    return std::nullopt;
  }
}

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
