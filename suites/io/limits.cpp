// SPDX-License-Identifier: BSD-3-Clause
#include "suites/io/limits.hpp"

#include "kernels/host/control_groups.hpp"

#include <fast_float/fast_float.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace sptune::suites {
namespace {

thread_local std::int64_t readers_here = 1;

std::optional<std::string> variable(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

std::optional<std::int64_t> bytes_of(const char* name) {
  const auto text = variable(name);
  if (!text) return std::nullopt;
  return parse_bytes(*text, name);
}

}  // namespace

std::int64_t parse_bytes(std::string_view text, const std::string& what) {
  if (text == "none") return unlimited;
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto number =
      fast_float::from_chars(text.data(), end, value, fast_float::chars_format::fixed);
  const std::string_view unit(number.ptr, static_cast<std::size_t>(end - number.ptr));
  constexpr std::array<std::pair<std::string_view, double>, 6> units{
      {{"", 1}, {"k", 1e3}, {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {"T", 1e12}}};
  const auto* const scale =
      std::find_if(units.begin(), units.end(), [&](const auto& u) { return u.first == unit; });
  // Written so that NaN is wrong too.
  const bool right = number.ec == std::errc{} && scale != units.end() && value >= 0 &&
                     value * scale->second < static_cast<double>(unlimited);
  if (!right) {
    throw UsageError(fmt::format("{}: expected a size such as 500M, 64G or none, found '{}'", what,
                                 text.substr(0, 40)));
  }
  return static_cast<std::int64_t>(value * scale->second);
}

std::string bytes_text(std::int64_t bytes) {
  constexpr std::array<std::pair<std::int64_t, const char*>, 3> units{
      {{1'000'000'000, "GB"}, {1'000'000, "MB"}, {1'000, "kB"}}};
  for (const auto& [size, name] : units) {
    if (bytes < size) continue;
    return fmt::format("{:.3g} {}", static_cast<double>(bytes) / static_cast<double>(size), name);
  }
  return fmt::format("{} bytes", bytes);
}

Limits environment_limits() {
  Limits out;
  out.memory = bytes_of("SPTUNE_MAX_MEMORY");
  out.unpacked = bytes_of("SPTUNE_MAX_UNPACKED");
  out.download = bytes_of("SPTUNE_MAX_DOWNLOAD").value_or(out.download);
  if (const auto speed = bytes_of("SPTUNE_MIN_SPEED")) {
    out.slowest_download = *speed == unlimited ? 0 : *speed;
  }
  if (const auto text = variable("SPTUNE_MAX_LAYERS")) {
    const auto end = text->data() + text->size();
    const auto number = std::from_chars(text->data(), end, out.layers);
    if (number.ec != std::errc{} || number.ptr != end || out.layers < 0) {
      throw UsageError("SPTUNE_MAX_LAYERS: expected a number of layers, found '" +
                       text->substr(0, 40) + "'");
    }
  }
  return out;
}

std::int64_t plausible_growth(std::int64_t stored) noexcept {
  constexpr std::int64_t times = 1000;
  constexpr std::int64_t least = 64'000'000;
  constexpr std::int64_t most = 256'000'000'000;
  return std::clamp(std::min(stored, most) * times, least, most);
}

ReadingBesideOthers::ReadingBesideOthers(std::size_t readers) noexcept
    : before_(std::exchange(readers_here,
                            static_cast<std::int64_t>(std::max<std::size_t>(readers, 1)))) {}

ReadingBesideOthers::~ReadingBesideOthers() {
  readers_here = before_;
}

std::int64_t memory_for_a_matrix() {
  return environment_limits().memory.value_or(host::available_memory()) / readers_here;
}

}  // namespace sptune::suites
