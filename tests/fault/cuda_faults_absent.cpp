// SPDX-License-Identifier: BSD-3-Clause
#include "tests/fault/cuda_faults.hpp"

namespace sptune::test {

std::vector<Variant> cuda_fault_variants() {
  return {};
}

}  // namespace sptune::test
