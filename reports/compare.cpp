// SPDX-License-Identifier: BSD-3-Clause
#include "reports/compare.hpp"

#include "harness/records/statistics.hpp"
#include "reports/statistics.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

namespace sptune::reports {
namespace {

using Pair = std::pair<const SideContext*, const SideContext*>;
using Kind = std::pair<std::string, std::string>;  ///< backend and cache policy

std::set<Kind> kinds_of(const SideContext& context) {
  std::set<Kind> kinds;
  for (const auto& [name, problem] : context.problems) kinds.insert({name.backend, name.cache});
  return kinds;
}

std::map<Kind, std::vector<const SideContext*>> by_kind(const Side& side) {
  std::map<Kind, std::vector<const SideContext*>> out;
  for (const SideContext& context : side.contexts) {
    for (const Kind& kind : kinds_of(context)) out[kind].push_back(&context);
  }
  return out;
}

/// Contexts of one kind: the only one of each side, else those of one hardware and protocol.
void pair_up(const Kind& kind, const std::vector<const SideContext*>& a,
             const std::vector<const SideContext*>& b, std::set<Pair>& out) {
  if (a.size() == 1 && b.size() == 1) {
    out.insert({a.front(), b.front()});
    return;
  }
  for (const SideContext* left : a) {
    std::vector<const SideContext*> alike;
    const SideContext* equal = nullptr;
    for (const SideContext* right : b) {
      if (left->hardware != right->hardware || left->policy != right->policy) continue;
      alike.push_back(right);
      if (left->environment == right->environment) equal = right;
    }
    if (equal == nullptr && alike.size() > 1) {
      throw UsageError(
          fmt::format("{} {}: one side holds {} environments on one hardware: name a sweep, as in "
                      "FILE@1 (`sptune query --named runs` lists them)",
                      kind.first, kind.second, alike.size()));
    }
    if (equal == nullptr && alike.size() == 1) equal = alike.front();
    if (equal != nullptr) out.insert({left, equal});
  }
}

std::set<Pair> pairs_of(const Side& a, const Side& b) {
  std::set<Pair> pairs;
  const auto right = by_kind(b);
  for (const auto& [kind, contexts] : by_kind(a)) {
    const auto found = right.find(kind);
    if (found != right.end()) pair_up(kind, contexts, found->second, pairs);
  }
  return pairs;
}

/// Two winners, where one of them won.
bool not_told_apart(const SideProblem& problem, const std::string& winner,
                    const std::string& other) {
  const auto w = problem.configurations.find(winner);
  const auto o = problem.configurations.find(other);
  if (o == problem.configurations.end()) return false;
  return harness::tied(problem.noise, w->second.us, w->second.log_variance, o->second.us,
                       o->second.log_variance);
}

ComparedConfiguration compare(const std::string& text, const SideProblem& in,
                              const SideConfiguration& a, const SideConfiguration& b,
                              double same_within) {
  ComparedConfiguration out;
  out.configuration = text;
  out.baseline = a.baseline;
  out.finalist = a.finalist;
  out.a_us = a.us;
  out.b_us = b.us;
  out.ratio =
      answered(b.us / a.us, harness::ratio_of(in.noise, a.us, a.log_variance, b.us, b.log_variance),
               same_within);
  out.held = harness::interval_of(in.noise, a.us, a.log_variance).holds(b.us);
  return out;
}

ComparedProblem compare(const ProblemName& name, const SideProblem& a, const SideProblem& b,
                        double same_within) {
  const auto best_a = a.best();
  const auto best_b = b.best();
  ComparedProblem out;
  out.name = name;
  const ComparedConfiguration both = compare({}, a, best_a->second, best_b->second, same_within);
  out.a = best_a->first;
  out.b = best_b->first;
  out.a_us = both.a_us;
  out.b_us = both.b_us;
  out.ratio = both.ratio;
  out.common_half = std::log(harness::ratio_of(a.noise, 1, 0, 1, 0).high);
  out.winner = out.a == out.b                                                       ? Winner::same
               : not_told_apart(a, out.a, out.b) || not_told_apart(b, out.b, out.a) ? Winner::tied
                                                                                    : Winner::other;
  for (const auto& [text, left] : a.configurations) {
    const auto right = b.configurations.find(text);
    if (right == b.configurations.end()) continue;
    out.configurations.push_back(compare(text, a, left, right->second, same_within));
  }
  return out;
}

bool has_best(const SideProblem& problem) {
  return problem.best() != problem.configurations.end();
}

/// 95 % of 2000 means of as many of `logs`, drawn with replacement.
harness::Interval bootstrap(const std::vector<double>& logs) {
  std::mt19937_64 random(1);
  std::uniform_int_distribution<std::size_t> draw(0, logs.size() - 1);
  std::vector<double> means;
  means.reserve(2000);
  for (int i = 0; i < 2000; ++i) {
    double drawn = 0;
    for (std::size_t k = 0; k < logs.size(); ++k) drawn += logs[draw(random)];
    means.push_back(drawn / static_cast<double>(logs.size()));
  }
  std::sort(means.begin(), means.end());
  return {harness::quantile_of_sorted(means, 0.025), harness::quantile_of_sorted(means, 0.975)};
}

/// Geometric mean. What moves a device as a whole falls on all problems alike, and no number of
/// them averages it out: their bootstrap is widened by it.
Ratio overall_of(const std::vector<ComparedProblem>& problems, double same_within) {
  if (problems.size() == 1) return problems.front().ratio;
  std::vector<double> logs;
  logs.reserve(problems.size());
  double mean = 0;
  double common = 0;
  const auto n = static_cast<double>(problems.size());
  for (const ComparedProblem& p : problems) {
    logs.push_back(std::log(p.ratio.value));
    mean += logs.back() / n;
    common += p.common_half / n;
  }
  const harness::Interval drawn = bootstrap(logs);
  return answered(std::exp(mean),
                  {std::exp(mean - std::hypot(mean - drawn.low, common)),
                   std::exp(mean + std::hypot(drawn.high - mean, common))},
                  same_within);
}

std::string joined(const std::set<std::string>& values) {
  return values.empty() ? "–" : fmt::format("{}", fmt::join(values, ", "));
}

void compare_facts(const Side& a, const Side& b, Comparison& out) {
  std::map<std::string, std::pair<std::set<std::string>, std::set<std::string>>> all;
  for (const auto& [fact, values] : a.facts) all[fact].first = values;
  for (const auto& [fact, values] : b.facts) all[fact].second = values;
  all["commit"] = {a.commits, b.commits};
  for (const auto& [fact, values] : all) {
    if (values.first == values.second) continue;
    out.facts.emplace_back(fact, joined(values.first), joined(values.second));
  }
}

/// The problem of that name, if it has a best; or null.
const SideProblem* answered_in(const SideContext& context, const ProblemName& name) {
  const auto found = context.problems.find(name);
  return found != context.problems.end() && has_best(found->second) ? &found->second : nullptr;
}

/// Per context those of the other side that it is paired with: several where machine and protocol
/// are alike and environments are not.
using Partners = std::map<const SideContext*, std::vector<const SideContext*>>;

/// Problems of contexts where no partner has a best for them, each once whatever the contexts.
std::vector<ProblemName> alone(const Side& side, const Partners& partners) {
  std::set<ProblemName> found;
  for (const SideContext& context : side.contexts) {
    const auto others = partners.find(&context);
    for (const auto& [name, problem] : context.problems) {
      const auto answers = [&name = name](const SideContext* other) {
        return answered_in(*other, name) != nullptr;
      };
      const bool compared = others != partners.end() &&
                            std::any_of(others->second.begin(), others->second.end(), answers);
      if (has_best(problem) && !compared) found.insert(name);
    }
  }
  return {found.begin(), found.end()};
}

void add_all(const Side& a, const Side& b, double same_within, Comparison& out) {
  Partners of_a;
  Partners of_b;
  for (const auto& [left, right] : pairs_of(a, b)) {
    of_a[left].push_back(right);
    of_b[right].push_back(left);
    for (const auto& [name, problem] : left->problems) {
      const SideProblem* const other = answered_in(*right, name);
      if (other == nullptr || !has_best(problem)) continue;
      out.problems.push_back(compare(name, problem, *other, same_within));
    }
  }
  out.only_a = alone(a, of_a);
  out.only_b = alone(b, of_b);
}

}  // namespace

std::string_view to_string(Winner winner) noexcept {
  switch (winner) {
    case Winner::same:
      return "same";
    case Winner::tied:
      return "tied";
    case Winner::other:
      return "other";
  }
  return "?";
}

Ratio answered(double value, harness::Interval interval, double same_within) {
  return {value, interval.low, interval.high, harness::verdict_of(interval, same_within)};
}

std::size_t Comparison::count(Verdict verdict) const {
  return static_cast<std::size_t>(
      std::count_if(problems.begin(), problems.end(),
                    [&](const ComparedProblem& p) { return p.ratio.verdict == verdict; }));
}

std::size_t Comparison::count(Winner winner) const {
  return static_cast<std::size_t>(
      std::count_if(problems.begin(), problems.end(),
                    [&](const ComparedProblem& p) { return p.winner == winner; }));
}

Comparison compare(const Side& a, const Side& b, double same_within) {
  Comparison out;
  add_all(a, b, same_within, out);
  if (out.problems.empty()) {
    throw UsageError(fmt::format(
        "{} and {} have no problem in common that both measured on comparable hardware under one "
        "protocol",
        a.name, b.name));
  }
  std::sort(out.problems.begin(), out.problems.end(),
            [](const auto& x, const auto& y) { return x.name.text() < y.name.text(); });
  for (const ComparedProblem& p : out.problems) {
    for (const ComparedConfiguration& c : p.configurations) {
      if (!c.finalist) continue;
      ++out.finalists;
      if (c.held) ++out.held;
    }
  }
  out.overall = overall_of(out.problems, same_within);
  compare_facts(a, b, out);
  return out;
}

}  // namespace sptune::reports
