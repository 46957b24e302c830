// SPDX-License-Identifier: BSD-3-Clause
// What every verb that uses one matrix says of how it was read, on standard error.
#pragma once

#include "apps/output.hpp"
#include "suites/collections/remarks.hpp"

#include <string>

namespace sptune::apps {

inline void warn_of(const suites::MatrixInfo& info) {
  const std::string text = suites::warning_of(info);
  if (text.empty()) return;
  print_err("sptune: warning, at {}: {}\n", info.name, text);
}

}  // namespace sptune::apps
