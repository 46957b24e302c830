// SPDX-License-Identifier: BSD-3-Clause
// Which configuration to measure next on a problem. A strategy asks, whoever measures tells: the
// sweep on a machine, `simulate` from a database. It is deterministic given its settings, what is
// known of other matrices and the answers; so a sweep that was killed goes on by answering from its
// database until a point comes up that is not there (docs/decisions/029).
#pragma once

#include "harness/records/trial.hpp"
#include "tuner/search/space.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::search {

enum class Kind : std::uint8_t {
  guided,      ///< a Gaussian process over axes and other matrices ranks; stops by expected gain
  local,       ///< best improvement over axis neighbours, restarts
  halving,     ///< successive halving: short measurements of all, the best third longer
  random,      ///< so many points in random order
  exhaustive,  ///< all points
};
inline constexpr std::array all_kinds{Kind::guided, Kind::local, Kind::halving, Kind::random,
                                      Kind::exhaustive};
[[nodiscard]] std::string_view to_string(Kind kind) noexcept;
[[nodiscard]] std::optional<Kind> parse_kind(std::string_view text) noexcept;
/// One line on what it does.
[[nodiscard]] std::string_view summary_of(Kind kind) noexcept;

struct Settings {
  Kind kind = Kind::guided;
  std::size_t points = 0;  ///< most points on a problem; 0: as many as the strategy wants
  std::uint64_t seed = 1;
  /// Of Kind::guided: it is over when what all points together may still gain is below this share
  /// of the best time.
  double gain = 0.01;

  friend bool operator==(const Settings&, const Settings&) = default;
};
/// NAME or NAME:POINTS, for example guided, local:80, random:50; seed and gain are those of
/// `others`. Throws UsageError that lists what there is.
[[nodiscard]] Settings parse_settings(std::string_view text, const Settings& others = {});
/// As parse_settings reads it.
[[nodiscard]] std::string to_text(const Settings& settings);

/// What was measured on another matrix, of points of the same space.
struct Profile {
  std::vector<std::pair<std::size_t, double>> log_us;
};
/// Most similar matrix first.
using Experience = std::vector<Profile>;

struct Question {
  std::size_t point = 0;
  int samples = 0;       ///< so many and no more; 0: as the protocol has it
  std::size_t rung = 0;  ///< short measurements of the point that were asked for before
};

struct Answer {
  std::size_t point = 0;
  harness::Outcome outcome = harness::Outcome::ok;
  double median_us = 0;  ///< 0 when not measured
  [[nodiscard]] bool timed() const {
    return median_us > 0 &&
           (outcome == harness::Outcome::ok || outcome == harness::Outcome::dominated);
  }
};

class Strategy {
 public:
  virtual ~Strategy() = default;
  /// The next point; none: the search is over. The answer is told before the next one is asked.
  [[nodiscard]] virtual std::optional<Question> ask() = 0;
  virtual void tell(const Answer& answer) = 0;
  /// What the points that were not asked for may still gain, as a share of the best time; nothing
  /// where a strategy expects nothing in particular.
  [[nodiscard]] virtual std::optional<double> expected_gain() const { return std::nullopt; }
};

/// `space` must outlive it.
[[nodiscard]] std::unique_ptr<Strategy> make_strategy(const Space& space, const Settings& settings,
                                                      const Experience& experience);

/// Do answers decide what is asked? If not, all points of a search are known beforehand.
[[nodiscard]] bool adaptive(Kind kind) noexcept;
/// Does it look at other matrices?
[[nodiscard]] bool uses_experience(Kind kind) noexcept;
/// Trials that a search is expected to take on this space, short measurements among them; exact for
/// `random` and `exhaustive`, and for `halving` where every trial has a time.
[[nodiscard]] std::size_t expected_trials(const Settings& settings, const Space& space);

// The strategies by themselves.
[[nodiscard]] std::unique_ptr<Strategy> exhaustive(const Space& space);
/// `points` in seeded random order, the same on every machine, the defaults ahead: never fewer than
/// there are variants.
[[nodiscard]] std::unique_ptr<Strategy> random_search(const Space& space, std::size_t points,
                                                      std::uint64_t seed);
/// Successive halving (Jamieson and Talwalkar, AISTATS 2016) with a factor of three: all points
/// (or `points` random ones) with 3 samples, the best third with 9, theirs with 27, and so on; the
/// last ones as the protocol has it.
[[nodiscard]] std::unique_ptr<Strategy> halving(const Space& space, std::size_t points,
                                                std::uint64_t seed);
/// Of a rung of so many points, whether it is the last one, and how many go on from it.
[[nodiscard]] bool is_last_rung(std::size_t points) noexcept;
[[nodiscard]] std::size_t after_rung(std::size_t points) noexcept;
/// Points of a search for `points` that begins with the defaults, all of them.
[[nodiscard]] std::size_t points_with_defaults(const Space& space, std::size_t points);
/// Best improvement over axis neighbours: from the best default, then from the winners of the most
/// similar matrices, then from random points, until `points` are measured.
[[nodiscard]] std::unique_ptr<Strategy> local_search(const Space& space,
                                                     const Experience& experience,
                                                     std::size_t points, std::uint64_t seed);
/// Expected improvement under a Gaussian process (Jones, Schonlau and Welch 1998) whose mean and
/// covariance come from other matrices where there are any, and from the axes. It measures
/// `guided_floor` points at least, and a space of `guided_whole` whole: that takes no longer than
/// searching a large one, and models learn from all of it.
[[nodiscard]] std::unique_ptr<Strategy> guided(const Space& space, const Experience& experience,
                                               std::size_t points, double gain);
inline constexpr std::size_t guided_floor = 32;
inline constexpr std::size_t guided_whole = 96;

}  // namespace sptune::search
