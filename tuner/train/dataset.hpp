// SPDX-License-Identifier: BSD-3-Clause
// What training and evaluating look at: for one operation, value type, backend and cache policy, a
// table of problems x configurations with the measured times, and the features of every problem.
#pragma once

#include "harness/records/statistics.hpp"
#include "sptune/configuration.hpp"
#include "sptune/types.hpp"
#include "tuner/features/features.hpp"
#include "tuner/model/model.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::train {

/// One configuration on one problem.
struct Cell {
  enum class State : std::uint8_t {
    missing,  ///< never tried
    usable,   ///< verified and timed; a dominated trial counts, with its pilot's median
    refused,  ///< the variant says that it does not fit: a dispatcher never chooses it
    failed    ///< wrong result, crash, timeout, out of memory: must not be chosen, though it fits
  };
  State state = State::missing;
  double us = std::numeric_limits<double>::quiet_NaN();
  double prepare_s = 0;
  double spread = 0;  ///< standard deviation of one run, as a share of `us`, by the quartiles
  /// Where `us` is of repetitions, which a sweep spends on what looked good: what it looked like.
  double alone_us = std::numeric_limits<double>::quiet_NaN();

  /// Whether a dispatcher may choose it: what fails fits, too, and nobody knows before; what was
  /// never tried may.
  [[nodiscard]] bool fits() const { return state != State::refused; }
  /// Whether what comes of choosing it is known.
  [[nodiscard]] bool tried() const { return state != State::missing; }
};

/// Somebody else's code on one problem.
struct Baseline {
  std::string configuration;
  double us = 0;
  double prepare_s = 0;  ///< its own analysis, conversion and buffers

  /// Microseconds of a run and its share of preparing, over so many runs.
  [[nodiscard]] double cost_us(double runs) const { return us + prepare_s * 1e6 / runs; }
};

inline constexpr double endless = std::numeric_limits<double>::infinity();  ///< expected runs

/// One problem: a matrix, or a pair of them.
struct Problem {
  std::string hash;  ///< of the problem
  std::string matrix_hash;
  std::string matrix;
  std::string parameters;  ///< of the operation, such as k=32,layout=row; else empty
  std::string group;
  std::string family;       ///< what folds keep together: suites::family_of
  std::string split;        ///< side of the family: train | test
  bool generated = false;   ///< drawn to learn from; otherwise as applications have it
  bool held_out = true;     ///< evaluated in a test fold; otherwise only trained on
  std::int64_t x_cols = 0;  ///< columns of the dense operand
  features::Features features;
  double bound_bytes = 1;
  double floor_us = 0;      ///< an empty trial; 0 when unknown
  double features_s = 0;    ///< what extracting the features takes that a dispatcher asks
  std::vector<Cell> cells;  ///< one per Dataset::configurations
  std::vector<Baseline> baselines;
  /// Configurations of Dataset::defaults_from that leave its longest row to few threads.
  std::vector<std::size_t> waits_for_a_row;

  /// Its matrix and, where it has any, its parameters, for people.
  [[nodiscard]] std::string text() const;
  /// Microseconds of a run and its share of preparing, over so many runs.
  [[nodiscard]] double cost_us(std::size_t configuration, double runs) const;
  /// The least of the usable ones, each with its own preparing paid; infinite when there is none.
  [[nodiscard]] double oracle_us(double runs = endless) const;
  /// The usable one among `of` that looked best when each was measured alone, preparing paid:
  /// nobody's repetitions chose it, so that they may judge it. None where it has no repetitions.
  [[nodiscard]] std::optional<std::size_t> best_alone(const std::vector<std::size_t>& of,
                                                      double runs = endless) const;
  /// The best of other people's code, its own preparing paid; null when none was measured.
  [[nodiscard]] const Baseline* best_baseline(double runs = endless) const;
  /// What is known of it for nothing.
  [[nodiscard]] model::Header header() const {
    return {features.at(Feature::rows), features.at(Feature::cols), features.at(Feature::nnz)};
  }
  /// And what a glance shows, where it is stored.
  [[nodiscard]] model::Header seen_header() const {
    model::Header out = header();
    out.glance = features::glance_of(features);
    return out;
  }
  [[nodiscard]] bool near_floor() const { return floor_us > 0 && oracle_us() < 1.25 * floor_us; }
};

/// What runs where no model is at hand and `from` runs or more are expected.
struct DefaultFrom {
  double from = 0;
  std::size_t configuration = 0;
};

struct Dataset {
  Operation operation{};
  ValueType value_type = ValueType::f64;
  Backend backend = Backend::cpu;
  std::string cache = "hot";
  Repeat repeat = Repeat::whole;
  bool learned = false;          ///< of applications' logs, not of sweeps
  model::Provenance provenance;  ///< where the trials come from; uuid and created are left empty
  model::Machine machine;
  std::vector<Configuration> configurations;  ///< those that ship; baselines are not among them
  std::size_t default_configuration = 0;      ///< where no end of runs is expected
  std::vector<DefaultFrom> defaults_from;     ///< rising; the default above where it is empty
  std::vector<Configuration> defaults;        ///< of the variants that these configurations are of
  bool constant_values = true;                ///< false: where_values_change
  std::vector<Problem> problems;              ///< each with a usable default and with features
  std::vector<std::string> left_out;          ///< "matrix (problem hash): why", for people

  /// What runs without a model where so many runs are expected, if no row is too long for it.
  [[nodiscard]] std::size_t default_at(double runs) const;
  /// The same of a problem: the default above where a row is.
  [[nodiscard]] std::size_t default_at(const Problem& problem, double runs) const;
  /// Problem::cost_us of a configuration, or of what runs without a model at so many runs where the
  /// configuration cannot be used; of the default above where that cannot, either.
  [[nodiscard]] double cost_or_default(const Problem& problem, std::size_t configuration,
                                       double runs = endless) const;
  /// Microseconds of a run and its share of preparing, of the configuration of this canonical text,
  /// ours or other people's; NaN where the problem has no usable trial of it.
  [[nodiscard]] double cost_us(const Problem& problem, std::string_view configuration,
                               double runs = endless) const;
  /// How many matrices the problems are of.
  [[nodiscard]] std::size_t matrices() const;
  /// Sorted names of the families.
  [[nodiscard]] std::vector<std::string> families() const;
  /// The same without problems (copies everything else).
  [[nodiscard]] Dataset with(std::vector<Problem> chosen) const;
};

/// The problems of applications that promise nothing of their values (Options::constant_values):
/// what keeps a copy of them is refused where it does (Variant::copies_values).
[[nodiscard]] Dataset where_values_change(const Dataset& data);

/// Parts of a data set by family, so that siblings are never parted: folds of about the same number
/// of problems, at most one per family. Deterministic.
[[nodiscard]] std::vector<std::vector<std::size_t>> family_folds(const Dataset& data,
                                                                 std::size_t folds);

/// That a data set has fewer families than it takes: what it has, and what brings more.
[[nodiscard]] std::string too_few_families(const Dataset& data, std::string_view fewest,
                                           std::string_view purpose);

/// How many tiers of features a dispatcher extracts for a problem of the operation.
[[nodiscard]] int tiers_served(Operation operation);

/// Names of the features a model for this data set may use: all that a dispatcher computes for the
/// operation, vary, are defined on most problems, and do not depend on types or threads, which one
/// model has fixed.
[[nodiscard]] std::vector<std::string> usable_features(const Dataset& data);

using harness::quantile;

}  // namespace sptune::train
