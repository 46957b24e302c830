// SPDX-License-Identifier: BSD-3-Clause
// Packed files: gzip, xz, zstd, tar, one within the other.
#include "tests/fuzz/targets.hpp"

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  return ::setenv("SPTUNE_MAX_UNPACKED", "1M", 1);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sptune::fuzz::archive({reinterpret_cast<const char*>(data), size});
  return 0;
}
