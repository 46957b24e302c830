// SPDX-License-Identifier: BSD-3-Clause
#include "dropin/settings.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <optional>
#include <set>

namespace sptune::dropin {
namespace {

/// 500, 500M, 64G: in powers of a thousand, as the other variables are.
std::optional<std::int64_t> parse_bytes(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || number < 0) return std::nullopt;
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  std::int64_t factor = 1;
  for (const char name : {'k', 'M', 'G', 'T'}) {
    factor *= 1000;
    if (unit == std::string_view(&name, 1)) {
      if (number > std::numeric_limits<std::int64_t>::max() / factor) return std::nullopt;
      return number * factor;
    }
  }
  return unit.empty() ? std::optional(number) : std::nullopt;
}

std::string_view text_of(const char* value) {
  return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

void say(std::string_view line) {
  const std::string whole = "sptune-cusparse: " + std::string(line) + "\n";
  (void)std::fwrite(whole.data(), 1, whole.size(), stderr);
}

Settings read_settings(const char* log, const char* constant, const char* memory) {
  Settings out;
  out.log = !text_of(log).empty() && text_of(log) != "0";
  const std::string_view promise = text_of(constant);
  if (promise == "pattern") {
    out.promise = Promise::pattern;
  } else if (promise == "values") {
    out.promise = Promise::values;
  } else if (!promise.empty() && promise != "none") {
    say("SPTUNE_CONSTANT=" + std::string(promise) +
        " is ignored: it may be none, pattern or values");
  }
  if (!text_of(memory).empty()) {
    if (const auto bytes = parse_bytes(text_of(memory))) {
      out.kept_bytes = *bytes;
    } else {
      say("SPTUNE_DROPIN_MEMORY=" + std::string(memory) +
          " is ignored: it may be a number of bytes, such as 500M or 8G");
    }
  }
  return out;
}

const Settings& settings() {
  static const Settings read =
      read_settings(std::getenv("SPTUNE_LOG"), std::getenv("SPTUNE_CONSTANT"),
                    std::getenv("SPTUNE_DROPIN_MEMORY"));
  return read;
}

void log_answer(std::string_view question, std::string_view answer) noexcept {
  if (!settings().log) return;
  constexpr std::size_t most = 1000;
  try {
    static std::mutex mutex;
    static auto* const lines = new std::set<std::string>;  // to the end of the process
    std::string line = std::string(question) + ": " + std::string(answer);
    const std::lock_guard lock(mutex);
    if (lines->size() > most || !lines->insert(line).second) return;
    say(lines->size() > most ? "no further lines" : line);
  } catch (...) {  // a line less
  }
}

}  // namespace sptune::dropin
