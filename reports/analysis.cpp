// SPDX-License-Identifier: BSD-3-Clause
#include "reports/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace sptune::reports {
namespace {

using Times = std::map<std::int64_t, double>;  // problem → microseconds

void keep_smaller(Times& times, std::int64_t problem, double us) {
  const auto [at, inserted] = times.emplace(problem, us);
  if (!inserted) at->second = std::min(at->second, us);
}

std::vector<double> ratios(const Times& slow, const Times& fast) {
  std::vector<double> found;
  for (const auto& [problem, us] : slow) {
    const auto best = fast.find(problem);
    if (best != fast.end() && best->second > 0) found.push_back(us / best->second);
  }
  return found;
}

using TimesOf = std::map<std::string, Times>;  // by configuration

constexpr double failed_loss = 10;  // times the oracle, as in `sptune evaluate`

/// What one configuration for all takes: where it did not fit, what the default takes.
Times as_single(const Times& own, const TriedOn& tried, const Times& of_default,
                const Times& oracle) {
  Times out = of_default;
  for (const auto& [problem, us] : own) out[problem] = us;
  for (const std::int64_t problem : tried.failed) {
    const auto best = oracle.find(problem);
    if (best != oracle.end()) out[problem] = failed_loss * best->second;
  }
  return out;
}

double log_loss(const Times& times, const Times& oracle) {
  double sum = 0;
  for (const auto& [problem, oracle_us] : oracle) {
    const auto own = times.find(problem);
    // Not even the default ran: as a failed choice counts.
    sum += std::log(own != times.end() ? own->second / oracle_us : failed_loss);
  }
  return sum;
}

struct Single {
  std::string configuration;
  Times times;
};

/// The configuration with the smallest mean log slowdown; the rule of tuner/train/portfolio.cpp.
Single find_best_single(const TimesOf& configurations, const TriedProblems& tried,
                        const std::string& default_configuration, const Times& of_default,
                        const Times& oracle) {
  Single best{default_configuration, of_default};
  double best_sum = default_configuration.empty() ? std::numeric_limits<double>::infinity()
                                                  : log_loss(of_default, oracle);
  for (const auto& [configuration, times] : configurations) {
    // A search tries most points only where they look good: what such a one takes elsewhere, nobody
    // knows.
    const auto on = tried.find(configuration);
    const TriedOn known = on == tried.end() ? TriedOn{} : on->second;
    if (10 * known.problems < 9 * static_cast<std::int64_t>(oracle.size())) continue;
    Times single = as_single(times, known, of_default, oracle);
    const double sum = log_loss(single, oracle);
    if (sum < best_sum) {
      best_sum = sum;
      best = {configuration, std::move(single)};
    }
  }
  return best;
}

}  // namespace

Analysis analyse(const std::vector<Measured>& rows, const std::string& default_variant,
                 const TriedProblems& tried) {
  Analysis result;
  Times oracle;
  Times best_of_all;
  Times best_baseline;
  Times of_default;
  TimesOf configurations;
  std::map<std::pair<bool, std::string>, Times> variants;
  for (const Measured& row : rows) {
    oracle[row.problem] = row.oracle_us;
    keep_smaller(best_of_all, row.problem, row.median_us);
    keep_smaller(variants[{row.baseline, row.variant}], row.problem, row.median_us);
    if (row.is_default && !row.baseline && row.variant == default_variant) {
      result.default_configuration = row.configuration;
      keep_smaller(of_default, row.problem, row.median_us);
    }
    if (row.baseline) {
      keep_smaller(best_baseline, row.problem, row.median_us);
    } else {
      keep_smaller(configurations[row.configuration], row.problem, row.median_us);
    }
  }
  result.problems = oracle.size();

  for (const auto& [key, times] : variants) {
    result.profiles.push_back({key.second, key.first, ratios(times, best_of_all)});
  }
  if (!of_default.empty()) {
    result.comparators.push_back(
        {"default: " + result.default_configuration, ratios(of_default, oracle)});
  }
  const Single single =
      find_best_single(configurations, tried, result.default_configuration, of_default, oracle);
  result.best_single = single.configuration;
  if (!result.best_single.empty()) {
    result.comparators.push_back(
        {"best single: " + result.best_single, ratios(single.times, oracle)});
  }
  std::size_t baselines = 0;
  for (const auto& [key, times] : variants) {
    if (!key.first) continue;
    ++baselines;
    result.comparators.push_back({"baseline " + key.second, ratios(times, oracle)});
  }
  if (baselines > 1)
    result.comparators.push_back({"best of the baselines", ratios(best_baseline, oracle)});
  return result;
}

std::map<Scope, TriedProblems> by_scope(const std::vector<Tried>& rows,
                                        const std::vector<Failed>& failed) {
  std::map<Scope, TriedProblems> scopes;
  for (const Tried& row : rows) scopes[row.scope][row.configuration].problems = row.problems;
  for (const Failed& row : failed) {
    scopes[row.scope][row.configuration].failed.insert(row.problem);
  }
  return scopes;
}

std::map<Scope, std::vector<Measured>> by_scope(const std::vector<Measured>& rows) {
  std::map<Scope, std::vector<Measured>> scopes;
  for (const Measured& row : rows) scopes[row.scope].push_back(row);
  return scopes;
}

}  // namespace sptune::reports
