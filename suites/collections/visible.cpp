// SPDX-License-Identifier: BSD-3-Clause
#include "suites/collections/visible.hpp"

#include <fmt/format.h>

namespace sptune::suites {

std::string visible(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    const bool plain = c >= 0x20 ? c != 0x7f : c == '\n' || c == '\t';
    if (c == 0xc2 && next >= 0x80 && next <= 0x9f) {  // U+0080 to U+009F in UTF-8
      out += fmt::format("\\x{:02x}", next);
      ++i;
    } else if (plain) {
      out += text[i];
    } else {
      out += fmt::format("\\x{:02x}", c);
    }
  }
  return out;
}

}  // namespace sptune::suites
