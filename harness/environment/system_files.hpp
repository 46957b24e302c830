// SPDX-License-Identifier: BSD-3-Clause
// What /proc and /sys say.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace sptune::harness {

/// Empty where there is no such file.
[[nodiscard]] inline std::string first_line(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  return line;
}

}  // namespace sptune::harness
