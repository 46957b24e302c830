// SPDX-License-Identifier: BSD-3-Clause
#include "suites/collections/remarks.hpp"

#include <fmt/format.h>

namespace sptune::suites {

std::string warning_of(const MatrixInfo& info) {
  const ReadReport& r = info.report;
  std::string out;
  const auto say = [&](bool applies, const std::string& text) {
    if (applies) out += (out.empty() ? "" : "; ") + text;
  };
  say(r.imaginary_dropped,
      "its values are complex, and kernels are real: the imaginary parts are dropped, the pattern "
      "is kept");
  say(r.dropped_out_of_range > 0,
      fmt::format("entries outside the matrix are dropped: {}", r.dropped_out_of_range));
  say(r.duplicates_summed > 0,
      fmt::format("entries at the place of an earlier one are added to it: {}",
                  r.duplicates_summed));
  return out;
}

}  // namespace sptune::suites
