// SPDX-License-Identifier: BSD-3-Clause
// SHA-256 (FIPS 180-4), for the checksums that manifests give: none of our libraries offers it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace sptune::suites {

class Sha256 {
 public:
  void update(const void* data, std::size_t size);
  /// 64 lower-case hex digits; the object is spent afterwards.
  [[nodiscard]] std::string finish();

 private:
  void compress(const unsigned char* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> pending_{};
  std::size_t pending_size_ = 0;
  std::uint64_t total_ = 0;
};

/// Throws InputError when the file cannot be read.
[[nodiscard]] std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace sptune::suites
