// SPDX-License-Identifier: BSD-3-Clause
// Text of Matrix Market.
#include "tests/fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sptune::fuzz::matrix_market({reinterpret_cast<const char*>(data), size});
  return 0;
}
