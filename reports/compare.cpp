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
using Contexts = std::vector<const SideContext*>;
using Kind = std::pair<std::string, std::string>;  ///< backend and cache policy

std::map<Kind, Contexts> by_kind(const Side& side) {
  std::map<Kind, Contexts> out;
  for (const SideContext& context : side.contexts) {
    std::set<Kind> kinds;
    for (const auto& [name, problem] : context.problems) kinds.insert({name.backend, name.cache});
    for (const Kind& kind : kinds) out[kind].push_back(&context);
  }
  return out;
}

std::string sweeps_of(const char* letter, const Contexts& contexts, const Side& side) {
  return contexts.size() < 2 ? std::string{}
                             : fmt::format("; {} has {} of them, its sweeps are {}", letter,
                                           contexts.size(), side.sweeps);
}

/// For messages; of one file once.
std::string sweeps_of_both(const Side& a, const Side& b) {
  const auto list = [](const Side& side) {
    return side.sweeps.empty() ? std::string("none") : side.sweeps;
  };
  return a.sweeps == b.sweeps ? "sweeps are " + list(a)
                              : fmt::format("sweeps of A are {}; of B {}", list(a), list(b));
}

/// Contexts of one hardware and protocol that have a best for a problem: those of one environment
/// where both sides hold it, else the only one of each.
std::vector<Pair> pair_up(const ProblemName& name, const Contexts& a, const Contexts& b,
                          const Side& side_a, const Side& side_b) {
  std::vector<Pair> pairs;
  for (const SideContext* left : a) {
    for (const SideContext* right : b) {
      if (left->environment == right->environment) pairs.emplace_back(left, right);
    }
  }
  if (pairs.empty() && a.size() == 1 && b.size() == 1) pairs.emplace_back(a[0], b[0]);
  if (pairs.empty()) {
    throw UsageError(
        fmt::format("{}: several environments on one hardware, of which none is on both sides: "
                    "name a sweep, as "
                    "in FILE@1{}{}",
                    name.text(), sweeps_of("A", a, side_a), sweeps_of("B", b, side_b)));
  }
  return pairs;
}

/// What a side says of its own winner and the other side's. What it gave up on the way counts with
/// the time that it had shown.
Winner winner_by(const SideProblem& problem, const std::string& winner, const std::string& other) {
  const SideConfiguration& w = problem.configurations.at(winner);
  auto o = problem.configurations.find(other);
  if (o == problem.configurations.end()) {
    o = problem.dominated.find(other);
    if (o == problem.dominated.end()) return Winner::unmeasured;
  }
  return harness::tied(problem.noise, w.us, w.log_variance, o->second.us, o->second.log_variance)
             ? Winner::tied
             : Winner::other;
}

/// One side that does not tell them apart is enough for a tie; for another winner it takes both.
Winner winner_of(const SideProblem& a, const std::string& best_a, const SideProblem& b,
                 const std::string& best_b) {
  if (best_a == best_b) return Winner::same;
  const Winner by_a = winner_by(a, best_a, best_b);
  const Winner by_b = winner_by(b, best_b, best_a);
  for (const Winner said : {Winner::tied, Winner::unmeasured}) {
    if (by_a == said || by_b == said) return said;
  }
  return Winner::other;
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
  out.winner = winner_of(a, out.a, b, out.b);
  for (const auto& [text, left] : a.configurations) {
    const auto right = b.configurations.find(text);
    if (right == b.configurations.end() || left.shares_a_trial(right->second)) continue;
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

/// Hardware and protocol, and the problem.
using Key = std::tuple<std::string, std::string, ProblemName>;
/// Contexts of A and of B that have a best for it.
using Answers = std::map<Key, std::pair<Contexts, Contexts>>;

Answers answers_of(const Side& a, const Side& b) {
  Answers out;
  const auto in_a = by_kind(a);
  const auto in_b = by_kind(b);
  const auto add = [&](const Kind& kind, const Contexts& contexts,
                       Contexts std::pair<Contexts, Contexts>::*side) {
    const auto one = [&](const auto& kinds) {
      const auto found = kinds.find(kind);
      return found != kinds.end() && found->second.size() == 1;
    };
    const bool only = one(in_a) && one(in_b);  // those two, whatever they are
    for (const SideContext* context : contexts) {
      for (const auto& [name, problem] : context->problems) {
        if (Kind{name.backend, name.cache} != kind || !has_best(problem)) continue;
        const Key key = only ? Key{{}, {}, name} : Key{context->hardware, context->policy, name};
        (out[key].*side).push_back(context);
      }
    }
  };
  for (const auto& [kind, contexts] : in_a) add(kind, contexts, &Answers::mapped_type::first);
  for (const auto& [kind, contexts] : in_b) add(kind, contexts, &Answers::mapped_type::second);
  return out;
}

void add_all(const Side& a, const Side& b, double same_within, Comparison& out) {
  std::set<ProblemName> only_a;
  std::set<ProblemName> only_b;
  for (const auto& [key, contexts] : answers_of(a, b)) {
    const ProblemName& name = std::get<ProblemName>(key);
    const auto& [in_a, in_b] = contexts;
    if (in_b.empty()) only_a.insert(name);
    if (in_a.empty()) only_b.insert(name);
    if (in_a.empty() || in_b.empty()) continue;
    for (const auto& [left, right] : pair_up(name, in_a, in_b, a, b)) {
      // By the names of A.
      const auto& [of_a, problem] = *left->problems.find(name);
      const SideProblem& other = right->problems.at(name);
      if (problem.best()->second.shares_a_trial(other.best()->second)) {
        ++out.same_trials;
        continue;
      }
      ComparedProblem& p = out.problems.emplace_back(compare(of_a, problem, other, same_within));
      p.context = left->label.empty() ? right->label : left->label;
    }
  }
  out.only_a.assign(only_a.begin(), only_a.end());
  out.only_b.assign(only_b.begin(), only_b.end());
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
    case Winner::unmeasured:
      return "unmeasured";
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

double Comparison::winners_agree() const {
  const std::size_t agree = count(Winner::same) + count(Winner::tied);
  return static_cast<double>(agree) / static_cast<double>(agree + count(Winner::other));
}

Comparison compare(const Side& a, const Side& b, double same_within) {
  Comparison out;
  add_all(a, b, same_within, out);
  if (out.problems.empty() && out.same_trials > 0) {
    throw UsageError(fmt::format(
        "{} and {} hold the very same trials of what both measured ({} problems): nothing to "
        "compare; name a sweep, as in FILE@2; {}",
        a.name, b.name, out.same_trials, sweeps_of_both(a, b)));
  }
  if (out.problems.empty()) {
    throw UsageError(fmt::format(
        "{} and {} have no problem in common that both measured on comparable hardware under one "
        "protocol; {}",
        a.name, b.name, sweeps_of_both(a, b)));
  }
  std::sort(out.problems.begin(), out.problems.end(), [](const auto& x, const auto& y) {
    return std::pair(x.name.text(), x.context) < std::pair(y.name.text(), y.context);
  });
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
