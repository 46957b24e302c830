// SPDX-License-Identifier: BSD-3-Clause
// What the environment says, read once, and the lines of SPTUNE_LOG.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sptune::dropin {

/// What SPTUNE_CONSTANT promises of every matrix that SpMV multiplies, as long as its arrays are
/// where they are.
enum class Promise : std::uint8_t {
  none,
  pattern,  ///< offsets and columns stay as they are
  values    ///< values, too
};

struct Settings {
  bool log = false;
  Promise promise = Promise::none;
  /// Most bytes on the device of plans that are kept for a later call; less than 0: a 32nd of its
  /// memory.
  std::int64_t kept_bytes = -1;
};

/// What a program's variables say; those that cannot be read are a line each.
[[nodiscard]] Settings read_settings(const char* log, const char* constant, const char* memory);

/// Of this process.
[[nodiscard]] const Settings& settings();

/// A line on standard error.
void say(std::string_view line);

/// Where SPTUNE_LOG asks for it, a line for each question and answer that was not there before; no
/// more than a thousand. Never throws.
void log_answer(std::string_view question, std::string_view answer) noexcept;

}  // namespace sptune::dropin
