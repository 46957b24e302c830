// SPDX-License-Identifier: BSD-3-Clause
// The checksum that JSON texts carry which are edited by nobody: model files, lines of what was
// learned, policies of kernels.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace sptune {

/// Of all that an object says but its member `checksum`: FNV-1a over its compact form, so that
/// spaces and line ends are no content. Against damage and slips of an editor, not against malice.
template <class Json>
std::string checksum_of(const Json& json) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto add = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  };
  for (auto it = json.begin(); it != json.end(); ++it) {
    if (it.key() == "checksum") continue;
    add(it.key());
    add(it.value().dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

}  // namespace sptune
