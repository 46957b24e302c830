// SPDX-License-Identifier: BSD-3-Clause
// Manifests of suites and identities of matrices.
#include "tests/fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sptune::fuzz::manifest({reinterpret_cast<const char*>(data), size});
  return 0;
}
