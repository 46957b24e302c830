// SPDX-License-Identifier: BSD-3-Clause
#include "suites/collections/remarks.hpp"

namespace sptune::suites {

std::string warning_of(const MatrixInfo& info) {
  if (!info.report.imaginary_dropped) return {};
  return "its values are complex, and kernels are real: the imaginary parts are dropped, the "
         "pattern is kept";
}

}  // namespace sptune::suites
