// SPDX-License-Identifier: BSD-3-Clause
// Numbers in files of the kernel (proc, sys/fs/cgroup).
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace sptune::host {

/// The first number behind `key` at the beginning of a line; nothing where there is none.
[[nodiscard]] inline std::optional<std::int64_t> kernel_number(const std::filesystem::path& path,
                                                               std::string_view key = "") {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    std::int64_t value = 0;
    const auto begin = std::min(line.find_first_not_of(' ', key.size()), line.size());
    const char* const end = line.data() + line.size();
    if (std::from_chars(line.data() + begin, end, value).ec == std::errc{}) return value;
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace sptune::host
