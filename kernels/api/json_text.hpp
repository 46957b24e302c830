// SPDX-License-Identifier: BSD-3-Clause
// The one way in which a text from outside becomes JSON, and JSON with texts from outside becomes
// text. The parser itself does not recurse, but copying, printing and comparing what it makes do: a
// text of brackets would overflow the stack far from where it was read.
#pragma once

#include "sptune/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace sptune {

/// Objects and arrays within each other that a file, a message or a column may hold. Ours have six.
inline constexpr std::size_t deepest_json = 64;

/// Why `text` is not to be parsed, empty when it may be: nested deeper than `deepest_json`. Says
/// nothing of other errors.
[[nodiscard]] std::string_view too_deep(std::string_view text) noexcept;

/// What went wrong and where, of what the parser's library says of it: that quotes what it read
/// last, of any length and bytes.
[[nodiscard]] std::string without_quote(std::string_view what);

/// `Json` is the caller's type of JSON values; its library stays out of this header.
/// Never throws what the parser does: a failure says what was wrong and where. `look`, a
/// Json::parser_callback_t, sees what is parsed, repeated keys too, and may throw something else.
template <class Json, class Look = std::nullptr_t>
[[nodiscard]] Result<Json> parse_json(std::string_view text, const Look& look = nullptr) {
  if (const std::string_view why = too_deep(text); !why.empty()) return Result<Json>::failure(why);
  try {
    return Result<Json>(Json::parse(text, look));
  } catch (const typename Json::exception& e) {
    return Result<Json>::failure(without_quote(e.what()));
  }
}

/// Whether JSON can hold `text`: names of files are bytes, and need not be UTF-8.
[[nodiscard]] bool is_utf8(std::string_view text);

/// JSON as text, indented by so many blanks, in one line where that is -1. Never throws for a name
/// that is not UTF-8: U+FFFD stands where its bytes are none.
template <class Json>
[[nodiscard]] std::string json_text(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// Tells `reader`, a Json::json_sax_t, what stands in the binary form UBJSON, from a library that
/// we called and not from outside: its depth is not asked. False where the reader ended it.
template <class Json>
bool walk_ubjson(std::string_view bytes, typename Json::json_sax_t& reader) {
  return Json::sax_parse(bytes, &reader, Json::input_format_t::ubjson);
}

}  // namespace sptune
