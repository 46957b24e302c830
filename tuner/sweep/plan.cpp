// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/plan.hpp"

#include "sptune/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

namespace sptune::sweep {
namespace {

struct Unit {
  std::string_view name;
  double seconds;
};
/// One that another begins with comes behind it.
constexpr std::array units{Unit{"us", 1e-6}, Unit{"ms", 1e-3}, Unit{"s", 1},
                           Unit{"m", 60},    Unit{"h", 3600},  Unit{"d", 86400}};

}  // namespace

double parse_duration(std::string_view text) {
  const auto refuse = [&]() -> double {
    throw UsageError(fmt::format(
        "'{}' is not a duration: expected numbers with units, such as 35us, 500ms, 90s, 30m, "
        "8h, 2d or 1h30m",
        text));
  };
  double sum = 0;
  std::size_t i = 0;
  if (text.empty()) return refuse();
  while (i < text.size()) {
    const std::size_t begin = i;
    int dots = 0;
    while (i < text.size() && ((text[i] >= '0' && text[i] <= '9') || text[i] == '.')) {
      dots += text[i] == '.' ? 1 : 0;
      ++i;
    }
    const bool number = i - begin > static_cast<std::size_t>(dots) && dots <= 1 && i - begin < 16;
    const auto* unit = std::find_if(units.begin(), units.end(), [&](const Unit& u) {
      return text.substr(i).starts_with(u.name);
    });
    if (!number || unit == units.end()) return refuse();
    sum += std::stod(std::string(text.substr(begin, i - begin))) * unit->seconds;
    i += unit->name.size();
  }
  return sum;
}

double budget_of(std::string_view text) {
  const double seconds = parse_duration(text);
  if (seconds > 0) return seconds;
  throw UsageError(fmt::format(
      "--budget {}: no time to measure in; without --budget it takes as long as it needs", text));
}

double trial_budget_of(std::string_view text) {
  const double seconds = parse_duration(text);
  if (seconds > 0) return seconds;
  throw UsageError(fmt::format(
      "--trial-budget {}: no time to take samples in; expected one above 0, such as 50ms", text));
}

std::string format_duration(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return "?";
  if (seconds < 9.95) return fmt::format("{:.1f}s", seconds);
  const auto s = static_cast<std::int64_t>(std::llround(seconds));
  if (s < 60) return fmt::format("{}s", s);
  if (s < 3600) return fmt::format("{}m{:02}s", s / 60, s % 60);
  if (s < 86400) return fmt::format("{}h{:02}m", s / 3600, s % 3600 / 60);
  return fmt::format("{}d{:02}h", s / 86400, s % 86400 / 3600);
}

}  // namespace sptune::sweep
