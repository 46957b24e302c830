// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace sptune {

std::string_view too_deep(std::string_view text) noexcept {
  static_assert(deepest_json == 64, "the message names the limit");
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;  // whatever is escaped does not end the string
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > deepest_json) return "expected at most 64 levels of nesting, found more";
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return {};
}

std::string without_quote(std::string_view what) {
  std::size_t end = what.size();
  for (const std::string_view before : {"; last read: '", " parsing '"}) {
    end = std::min(end, what.find(before));
  }
  return std::string(what.substr(0, end));
}

bool is_utf8(std::string_view text) {
  try {
    (void)nlohmann::json(text).dump();
    return true;
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

}  // namespace sptune
