// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/error.hpp"
#include "tuner/search/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

namespace sptune::search {
namespace {

/// Trials of Kind::guided on a matrix, whatever the grid: 46, 52 and 57 in the games over stored
/// grids of 995, 995 and 251 points (docs/measurements/search.md).
constexpr std::size_t guided_usual = 52;
constexpr std::size_t local_floor = 64;

std::size_t local_points(std::size_t points) {
  return std::min(points, std::max(local_floor, points / 10));
}

std::size_t halving_trials(std::size_t points) {
  std::size_t sum = points;
  for (; !is_last_rung(points); sum += points) points = after_rung(points);
  return sum;
}

}  // namespace

std::string_view to_string(Kind kind) noexcept {
  switch (kind) {
    case Kind::guided:
      return "guided";
    case Kind::local:
      return "local";
    case Kind::halving:
      return "halving";
    case Kind::random:
      return "random";
    case Kind::exhaustive:
      return "exhaustive";
  }
  return "?";
}

std::optional<Kind> parse_kind(std::string_view text) noexcept {
  for (const Kind kind : all_kinds) {
    if (to_string(kind) == text) return kind;
  }
  return std::nullopt;
}

std::string_view summary_of(Kind kind) noexcept {
  switch (kind) {
    case Kind::guided:
      return "ranks all points by the axes and by stored matrices, measures what promises most, "
             "stops when no gain is left";
    case Kind::local:
      return "climbs from the best default, stored winners and random points by one axis at a time";
    case Kind::halving:
      return "measures all points shortly and the best third of them longer, again and again";
    case Kind::random:
      return "so many points in random order (needs a number), the default of every variant first";
    case Kind::exhaustive:
      return "all points";
  }
  return "?";
}

Settings parse_settings(std::string_view text, const Settings& others) {
  const auto refuse = [&](const std::string& why) -> Settings {
    std::string known;
    for (const Kind kind : all_kinds) {
      known += fmt::format("{}{}", known.empty() ? "" : ", ", to_string(kind));
    }
    throw UsageError(
        fmt::format("--search {}: {}; expected one of {}, with :N for at most N points on a "
                    "problem, for example guided, local:80 or random:50",
                    text, why, known));
  };
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto kind = parse_kind(name);
  if (!kind) return refuse(fmt::format("there is no search '{}'", name));
  Settings out = others;
  out.kind = *kind;
  out.points = 0;
  if (colon != std::string_view::npos) {
    const std::string_view digits = text.substr(colon + 1);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), out.points);
    if (error != std::errc{} || end != digits.data() + digits.size() || out.points == 0 ||
        digits.size() > 8) {
      return refuse(fmt::format("'{}' is no number of points above 0", digits));
    }
    if (out.kind == Kind::exhaustive) return refuse("all points are all points");
  } else if (out.kind == Kind::random) {
    return refuse("a random search needs a number of points");
  }
  return out;
}

std::string to_text(const Settings& settings) {
  return settings.points == 0 ? std::string(to_string(settings.kind))
                              : fmt::format("{}:{}", to_string(settings.kind), settings.points);
}

bool adaptive(Kind kind) noexcept {
  return kind != Kind::exhaustive && kind != Kind::random;
}

bool uses_experience(Kind kind) noexcept {
  return kind == Kind::guided || kind == Kind::local;
}

std::size_t expected_trials(const Settings& settings, const Space& space) {
  const std::size_t points = space.size();
  const std::size_t most = settings.points == 0 ? points : std::min(settings.points, points);
  switch (settings.kind) {
    case Kind::guided:
      return points <= guided_whole ? most : std::min(most, guided_usual);
    case Kind::local:
      return settings.points == 0 ? local_points(points) : most;
    case Kind::halving:
      return halving_trials(points_with_defaults(space, most));
    case Kind::random:
      return points_with_defaults(space, most);
    case Kind::exhaustive:
      return most;
  }
  return most;
}

std::unique_ptr<Strategy> make_strategy(const Space& space, const Settings& settings,
                                        const Experience& experience) {
  const std::size_t most = settings.points == 0 ? space.size() : settings.points;
  switch (settings.kind) {
    case Kind::guided:
      return guided(space, experience, most, settings.gain);
    case Kind::local:
      return local_search(space, experience,
                          settings.points == 0 ? local_points(space.size()) : most, settings.seed);
    case Kind::halving:
      return halving(space, most, settings.seed);
    case Kind::random:
      return random_search(space, most, settings.seed);
    case Kind::exhaustive:
      break;
  }
  return exhaustive(space);
}

}  // namespace sptune::search
