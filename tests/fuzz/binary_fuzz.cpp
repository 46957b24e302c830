// SPDX-License-Identifier: BSD-3-Clause
// Files of the binary cache.
#include "tests/fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sptune::fuzz::binary({reinterpret_cast<const char*>(data), size});
  return 0;
}
