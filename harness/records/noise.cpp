// SPDX-License-Identifier: BSD-3-Clause
#include "harness/records/noise.hpp"

#include "harness/records/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace sptune::harness {
namespace {

constexpr double normal_95 = 1.959964;

double squared(double v) {
  return v * v;
}

/// One configuration on two occasions.
struct Pair {
  const Measured* a;
  const Measured* b;
  [[nodiscard]] double difference() const { return std::log(b->us / a->us); }
};

/// A problem's configurations on two occasions.
struct Repeated {
  std::string problem;
  std::pair<std::int64_t, std::int64_t> occasions;
  std::vector<Pair> pairs;
};

/// Configurations that were not finalists on either are left out,
/// since the components are those of passes far apart.
std::vector<Repeated> pairs_of(std::span<const Observation> observations) {
  std::map<std::pair<std::string, std::string>, std::vector<const Observation*>> by_key;
  for (const Observation& o : observations) {
    if (o.measured.us > 0 && o.measured.passes > 1) {
      by_key[{o.problem, o.configuration}].push_back(&o);
    }
  }
  std::map<std::tuple<std::int64_t, std::int64_t, std::string>, std::vector<Pair>> grouped;
  for (auto& [key, seen] : by_key) {
    std::sort(seen.begin(), seen.end(),
              [](const auto* a, const auto* b) { return a->occasion < b->occasion; });
    for (std::size_t i = 0; i < seen.size(); ++i) {
      for (std::size_t j = i + 1; j < seen.size(); ++j) {
        if (seen[i]->occasion == seen[j]->occasion) continue;
        grouped[{seen[i]->occasion, seen[j]->occasion, key.first}].push_back(
            {&seen[i]->measured, &seen[j]->measured});
      }
    }
  }
  std::vector<Repeated> out;
  out.reserve(grouped.size());
  for (auto& [key, pairs] : grouped) {
    const auto& [first, second, problem] = key;
    out.push_back({problem, {first, second}, std::move(pairs)});
  }
  return out;
}

/// Problems with so many configurations on two occasions.
std::size_t problems_with(std::size_t configurations, const std::vector<Repeated>& repeated) {
  std::set<std::string> problems;
  for (const Repeated& r : repeated) {
    if (r.pairs.size() >= configurations) problems.insert(r.problem);
  }
  return problems.size();
}

/// What of a variance is due to passes and laps alone.
double within_occasion(const Noise& n, const Measured& m) {
  return m.laps > 1 ? (squared(n.lap) + squared(n.pass) * m.laps / m.passes) / m.laps
                    : squared(n.pass) / m.passes;
}

/// Scale of variances that rest on `df` degrees of freedom each, from their median: a disturbed
/// trial, a thousand times as wide as the others, counts as one. The median of chi-square over df
/// is that of Wilson and Hilferty.
class Scale {
 public:
  void add(double variance, double df) {
    variances_.push_back(variance / std::pow(1 - 2 / (9 * df), 3));
  }
  [[nodiscard]] double variance() const {
    return variances_.empty() ? 0 : quantile(variances_, 0.5);
  }

 private:
  std::vector<double> variances_;
};

void estimate_within(std::span<const Observation> observations, Noise& noise) {
  Scale pass;
  Scale lap;
  std::vector<double> pass_share;  // of the variance of a pass in that between laps
  for (const Observation& o : observations) {
    const Measured& m = o.measured;
    if (m.passes > m.laps) pass.add(squared(m.pass_sd), m.passes - m.laps);
    if (m.laps > 1) {
      lap.add(squared(m.lap_sd), m.laps - 1);
      pass_share.push_back(static_cast<double>(m.laps) / m.passes);
    }
  }
  noise.pass = std::sqrt(pass.variance());
  if (pass_share.empty()) return;
  noise.lap =
      std::sqrt(std::max(0.0, lap.variance() - pass.variance() * quantile(pass_share, 0.5)));
}

std::vector<double> differences_of(const std::vector<Pair>& pairs) {
  std::vector<double> out;
  out.reserve(pairs.size());
  for (const Pair& p : pairs) out.push_back(p.difference());
  return out;
}

/// What all problems moved by, of which there is one draw for each pair of occasions, and what
/// single problems moved beyond that, so that 95 % of them are held.
double common_part(
    const std::map<std::pair<std::int64_t, std::int64_t>, std::vector<double>>& shifts) {
  double drift = 0;
  std::vector<double> beyond;
  for (const auto& [occasions, of_problems] : shifts) {
    const double all = quantile(of_problems, 0.5);
    drift += squared(all) / static_cast<double>(shifts.size());
    for (const double shift : of_problems) beyond.push_back(std::abs(shift - all));
  }
  return std::sqrt((drift + squared(quantile(beyond, 0.95) / normal_95)) / 2);
}

/// `change` stays as it is where `several` is false: too few problems have several configurations.
void estimate_between(const std::vector<Repeated>& problems, bool several, Noise& noise) {
  Scale change;
  std::vector<double> within;
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<double>> shifts;
  for (const auto& [problem, occasions, pairs] : problems) {
    const std::vector<double> differences = differences_of(pairs);
    const double shift = quantile(differences, 0.5);
    shifts[occasions].push_back(shift);
    const auto n = static_cast<double>(pairs.size());
    for (std::size_t i = 0; i < pairs.size() && pairs.size() > 1; ++i) {
      within.push_back((within_occasion(noise, *pairs[i].a) + within_occasion(noise, *pairs[i].b)) /
                       2);
      change.add(squared(differences[i] - shift) / 2 * n / (n - 1), 1);
    }
  }
  if (several) {
    noise.change = std::sqrt(std::max(0.0, change.variance() - quantile(within, 0.5)));
  }
  noise.common = common_part(shifts);
}

/// The value that 95 % of the weight does not exceed.
double weighted_95(std::vector<std::pair<double, double>> values) {
  std::sort(values.begin(), values.end());
  double total = 0;
  for (const auto& [value, weight] : values) total += weight;
  double below = 0;
  for (const auto& [value, weight] : values) {
    below += weight;
    if (below >= 0.95 * total) return value;
  }
  return 0;
}

double time_factor(const std::vector<Repeated>& problems, const Noise& noise) {
  std::vector<std::pair<double, double>> z;
  for (const auto& [problem, occasions, pairs] : problems) {
    for (const Pair& p : pairs) {
      const double variance = 2 * (squared(noise.common) + log_variance(noise, *p.a));
      z.emplace_back(std::abs(p.difference()) / std::sqrt(variance),
                     1 / static_cast<double>(pairs.size()));
    }
  }
  return std::max(normal_95, weighted_95(std::move(z)));
}

double tie_factor(const std::vector<Repeated>& problems, const Noise& noise) {
  std::vector<std::pair<double, double>> z;
  for (const auto& [problem, occasions, pairs] : problems) {
    const double weight = 2 / static_cast<double>(pairs.size()) /
                          std::max(1.0, static_cast<double>(pairs.size() - 1));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      for (std::size_t j = i + 1; j < pairs.size(); ++j) {
        const double variance =
            2 * (log_variance(noise, *pairs[i].a) + log_variance(noise, *pairs[j].a));
        z.emplace_back(
            std::abs(pairs[i].difference() - pairs[j].difference()) / std::sqrt(variance), weight);
      }
    }
  }
  return std::max(normal_95, weighted_95(std::move(z)));
}

double tie_half(const Noise& noise, double a_variance, double b_variance) {
  return noise.tie_factor * std::sqrt(2 * (a_variance + b_variance));
}

using ByConfiguration = std::map<std::string, const Measured*>;
std::map<std::string, ByConfiguration> by_problem(std::span<const Observation> observations) {
  std::map<std::string, ByConfiguration> out;
  for (const Observation& o : observations) {
    if (o.measured.us > 0) out[o.problem][o.configuration] = &o.measured;
  }
  return out;
}

ByConfiguration::const_iterator fastest(const ByConfiguration& measured) {
  return std::min_element(measured.begin(), measured.end(),
                          [](const auto& a, const auto& b) { return a.second->us < b.second->us; });
}

/// How the intervals of one problem's finalists held.
void judge_times(const Noise& noise, const ByConfiguration& first, const ByConfiguration& second,
                 Repeatability& r, std::vector<double>& widths, std::vector<double>& ratios) {
  for (const auto& [configuration, a] : first) {
    const auto b = second.find(configuration);
    if (a->passes < 2 || b == second.end()) continue;
    const Interval interval = interval_of(noise, a->us, log_variance(noise, *a));
    ++r.finalists;
    if (interval.holds(b->second->us)) ++r.held;
    widths.push_back(std::sqrt(interval.high / interval.low) - 1);
    ratios.push_back(b->second->us / a->us - 1);
  }
}

/// Whether the winner stayed, and who was tied with it.
void judge_winner(const Noise& noise, const ByConfiguration& first, const ByConfiguration& second,
                  Repeatability& r, std::vector<double>& tie_widths) {
  const auto winner = fastest(first);
  const auto next = fastest(second);
  const double variance = log_variance(noise, *winner->second);
  const auto ties_with = [&](const Measured& m) {
    return tied(noise, m.us, log_variance(noise, m), winner->second->us, variance);
  };
  ++r.problems;
  const auto then = first.find(next->first);
  if (winner->first == next->first) {
    ++r.same_winner;
  } else if (then == first.end()) {
    ++r.unmeasured_winner;
  } else if (ties_with(*then->second)) {
    ++r.tied_winner;
  }
  for (const auto& [configuration, m] : first) {
    r.candidates += 1;
    if (m != winner->second && ties_with(*m)) r.ties += 1;
    if (m != winner->second && m->passes > 1) {
      tie_widths.push_back(std::expm1(tie_half(noise, log_variance(noise, *m), variance)));
    }
  }
}

}  // namespace

double log_variance(const Noise& n, const Measured& m) {
  const auto moderated = [&](double component, double own_sd, int units) {
    const double df = units - 1;
    return (n.prior_df * component + df * squared(own_sd)) / (n.prior_df + df) / units;
  };
  if (m.laps > 1) {
    const double component = squared(n.lap) + squared(n.pass) * m.laps / m.passes;
    return moderated(component, m.lap_sd, m.laps) + squared(n.change);
  }
  const double once = squared(n.lap) + squared(n.change);
  if (m.passes > 1) return moderated(squared(n.pass), m.pass_sd, m.passes) + once;
  return std::max(squared(n.pass), squared(m.sample_sd)) + once;
}

Interval interval_of(const Noise& noise, double us, double log_variance) {
  const double half = noise.time_factor * std::sqrt(2 * (squared(noise.common) + log_variance));
  return {us * std::exp(-half), us * std::exp(half)};
}

bool tied(const Noise& noise, double a_us, double a_log_variance, double b_us,
          double b_log_variance) {
  return std::abs(std::log(a_us / b_us)) <= tie_half(noise, a_log_variance, b_log_variance);
}

Interval ratio_of(const Noise& noise, double a_us, double a_log_variance, double b_us,
                  double b_log_variance, bool common) {
  const double shared = common ? 2 * squared(noise.common) : 0;
  const double factor = common ? noise.time_factor : noise.tie_factor;
  const double half = factor * std::sqrt(shared + a_log_variance + b_log_variance);
  return {b_us / a_us * std::exp(-half), b_us / a_us * std::exp(half)};
}

std::optional<NoiseEstimate> estimate_noise(std::span<const Observation> observations,
                                            const Noise& otherwise) {
  const auto problems = pairs_of(observations);
  NoiseEstimate e;
  e.evidence.problems = problems_with(1, problems);
  if (e.evidence.problems < least_problems) return std::nullopt;
  const bool several = problems_with(2, problems) >= least_problems;
  e.noise.change = otherwise.change;
  e.noise.prior_df = 4;
  estimate_within(observations, e.noise);
  estimate_between(problems, several, e.noise);
  e.noise.time_factor = time_factor(problems, e.noise);
  e.noise.tie_factor = several ? tie_factor(problems, e.noise) : otherwise.tie_factor;
  std::vector<std::int64_t> occasions;
  for (const Observation& o : observations) occasions.push_back(o.occasion);
  std::sort(occasions.begin(), occasions.end());
  e.evidence.occasions =
      static_cast<std::size_t>(std::unique(occasions.begin(), occasions.end()) - occasions.begin());
  for (const Repeated& p : problems) e.evidence.pairs += p.pairs.size();
  return e;
}

Repeatability repeatability(const Noise& noise, std::span<const Observation> first,
                            std::span<const Observation> second) {
  Repeatability r;
  std::vector<double> widths;
  std::vector<double> ratios;
  std::vector<double> tie_widths;
  const auto before = by_problem(first);
  const auto after = by_problem(second);
  for (const auto& [problem, measured] : before) {
    const auto again = after.find(problem);
    if (again == after.end()) continue;
    judge_times(noise, measured, again->second, r, widths, ratios);
    judge_winner(noise, measured, again->second, r, tie_widths);
  }
  r.half_width = quantile(widths, 0.5);
  r.shift = quantile(ratios, 0.5);
  r.tie_width = quantile(tie_widths, 0.5);
  if (r.problems > 0) {
    r.ties /= static_cast<double>(r.problems);
    r.candidates /= static_cast<double>(r.problems);
  }
  return r;
}

}  // namespace sptune::harness
