// SPDX-License-Identifier: BSD-3-Clause
// What an application asks of a choice, and what it is told of it.
#pragma once

#include "sptune/configuration.hpp"
#include "sptune/plan.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sptune {

/// How well the choice is founded.
enum class Match : std::uint8_t {
  forced,        ///< SPTUNE_FORCE or Options::force
  predicted,     ///< the model chose it, and the interval says that it gains
  abstained,     ///< the model was not sure enough, or too few runs: the default
  no_model,      ///< no model, or none for this operation, type and backend: the default
  other_machine  ///< predicted by a model trained on other hardware
};
[[nodiscard]] std::string_view to_string(Match match) noexcept;

/// What was chosen for a matrix, and why.
struct Choice {
  Configuration configuration;    ///< what runs
  Match match = Match::no_model;  ///< how well the choice is founded
  double expected_gain = 1;       ///< predicted default time / predicted time of the choice
  double gain_low = 1;            ///< lower end of its interval
  double gain_high = 1;           ///< upper end of its interval
  double predicted_seconds = 0;   ///< of one run; 0 without a model
  double prepare_seconds = 0;     ///< one-off, predicted; 0 without a model
  double break_even_runs = 0;  ///< runs after which preparing has paid; 0 when nothing is prepared
  double decide_seconds = 0;   ///< what features and prediction took
  /// The plan keeps a copy: values that change in place do not count until update_values, on
  /// a device until one plans anew.
  bool copies_values = false;
  /// Features and predictions are those that an equal pattern had when it was asked about before.
  bool remembered = false;
  std::string reason;  ///< one line
  /// With Options::explain, ranked: configuration, predicted time and interval, cost of preparing,
  /// why not.
  std::vector<std::string> considered;
  /// A few lines for people.
  [[nodiscard]] std::string explain() const;
};

/// How closely operands are held to their contract (matrix.hpp). What is broken is a UsageError.
enum class Validate : std::uint8_t {
  /// Sizes, null pointers and, on the host, the two ends of the offsets: nothing that costs a pass
  /// over the matrix. A column order that the view leaves unknown counts as `any`, so that formats
  /// that need sorted rows are chosen only where the view says `sorted`.
  none,
  /// That, and where a format that needs sorted rows is considered and the view leaves their order
  /// unknown, every offset and column, once.
  cheap,
  /// Every offset and column, once, whatever the view says of their order.
  full
};

/// What the application knows and wants.
struct Options {
  double expected_runs = 1000;  ///< how often the plan will be run; conversion must pay within
  /// Never more than the cores that this process may use. 0: OMP_NUM_THREADS, or else all of them.
  int threads = 0;
  std::int64_t memory_limit = std::int64_t{1} << 62;  ///< bytes that a plan may hold
  std::string force{};   ///< a configuration's text; SPTUNE_FORCE wins over it
  bool explain = false;  ///< fill Choice::considered, at the price of asking every candidate
  /// The values stay as they are while the plan lives, but for update_values: formats that keep a
  /// copy may be chosen.
  bool constant_values = false;
  Validate validate = Validate::cheap;  ///< how closely operands are looked at
  /// For operands on a device: choosing and planning follow what is enqueued on this stream when
  /// they are asked for, so that it may still be writing the arrays. They wait for it, and it must
  /// not be one that is being captured.
  Stream stream = {};
  /// The caller's name for the pattern of the operands, not 0: those of equal sizes and types that
  /// he gives the same name have the same offsets and columns, and are not looked at to tell. Where
  /// that is not true, choices are worse, products are not.
  std::uint64_t pattern_id = 0;
};

}  // namespace sptune
