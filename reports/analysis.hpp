// SPDX-License-Identifier: BSD-3-Clause
// What the measured trials of one scope say when put side by side.
#pragma once

#include "reports/data.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sptune::reports {

/// How much faster the best configuration of each problem is than what one might do without tuning.
struct Comparator {
  std::string name;
  std::vector<double> speedups;  ///< comparator's time / best time, where the comparator ran
};

/// How close the best configuration of one variant comes to the best of all, baselines included.
struct Profile {
  std::string variant;
  bool baseline = false;
  std::vector<double> ratios;  ///< its time / best time, where it ran
};

struct Analysis {
  std::size_t problems = 0;
  std::string default_configuration;  ///< of the default variant; empty: it was not measured
  /// The one configuration with the best geometric mean over all problems, of those that were tried
  /// on nine tenths of them, and the default; where it did not fit the default stands in, if it was
  /// measured, and where it failed ten times the oracle. Empty where there is none.
  std::string best_single;
  std::vector<Comparator>
      comparators;  ///< default, best single, each baseline, best of the baselines
  std::vector<Profile> profiles;
};

struct TriedOn {
  std::int64_t problems = 0;      ///< how many, see Tried
  std::set<std::int64_t> failed;  ///< those of them on which it failed
  bool operator==(const TriedOn&) const = default;
};
using TriedProblems = std::map<std::string, TriedOn>;  ///< by configuration

/// `rows` and `tried` are those of one scope; `default_variant` is what runs there by default,
/// empty where nobody knows.
[[nodiscard]] Analysis analyse(const std::vector<Measured>& rows,
                               const std::string& default_variant, const TriedProblems& tried);

[[nodiscard]] std::map<Scope, TriedProblems> by_scope(const std::vector<Tried>& rows,
                                                      const std::vector<Failed>& failed);
/// Rows by scope, scopes in order.
[[nodiscard]] std::map<Scope, std::vector<Measured>> by_scope(const std::vector<Measured>& rows);

}  // namespace sptune::reports
