// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/error.hpp"

#include <cstddef>

namespace sptune {
namespace {

// Names of files, matrices and configurations come from outside, and a message quotes them.
constexpr std::size_t longest = 1600;  // bytes; a longer message keeps its two ends
constexpr std::size_t kept_end = 600;

std::string one_line(const std::string& message) {
  std::string line;
  for (const char c : message) {
    const auto byte = static_cast<unsigned char>(c);
    constexpr unsigned char first_printable = 0x20, erase = 0x7f;
    if (c == '\n') {
      line += "\\n";
    } else if (byte < first_printable || byte == erase) {
      constexpr const char* digits = "0123456789abcdef";
      line += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
    } else {
      line += c;
    }
  }
  if (line.size() <= longest) return line;
  return line.substr(0, longest - kept_end) + " ... " + line.substr(line.size() - kept_end);
}

}  // namespace

Error::Error(ExitCode code, const std::string& message)
    : std::runtime_error(one_line(message)), code_(code) {}

}  // namespace sptune
