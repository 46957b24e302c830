// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/evaluation_summary.hpp"

#include "tuner/train/trainer.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace sptune::train {
namespace {

template <class LossOf, class LossOfDefault>
Summary summary_of(const std::string& selector, const std::vector<HeldOutResult>& held_out,
                   LossOf loss_of, LossOfDefault loss_of_default) {
  std::vector<double> losses;
  std::vector<double> of_default;
  std::vector<bool> switched;
  for (const HeldOutResult& j : held_out) {
    if (!judged(j.loss_model, j.loss_default)) continue;  // all selectors by the same problems
    losses.push_back(loss_of(j));
    of_default.push_back(loss_of_default(j));
    if (selector == "model") switched.push_back(j.switched);
  }
  return summarise(selector, losses, of_default, switched);
}

/// Of what the choice takes over what the other one does.
AgainstOne against_one(const std::vector<double>& ratios) {
  AgainstOne out;
  out.problems = ratios.size();
  if (ratios.empty()) return out;
  out.faster = 1 / harness::geometric_mean(ratios);
  out.slower =
      static_cast<std::size_t>(std::ranges::count_if(ratios, [](double r) { return r > tie; }));
  out.worst = std::ranges::max(ratios);
  return out;
}

}  // namespace

Summary summarise(std::string selector, const std::vector<double>& losses,
                  const std::vector<double>& of_default, const std::vector<bool>& switched) {
  std::vector<double> known;
  Summary out;
  out.selector = std::move(selector);
  for (std::size_t i = 0; i < losses.size(); ++i) {
    if (std::isnan(losses[i])) continue;
    known.push_back(losses[i]);
    if (losses[i] <= tie) ++out.ties;
    if (!(losses[i] > tie * of_default[i])) continue;
    ++out.slower;
    if (switched.empty() || switched[i]) ++out.slower_switches;
  }
  out.problems = known.size();
  if (known.empty()) return out;
  out.share_of_oracle = 1 / harness::geometric_mean(known);
  out.p95 = quantile(known, 0.95);
  out.p99 = quantile(known, 0.99);
  out.worst = quantile(std::move(known), 1);
  return out;
}

std::vector<Summary> summaries(const std::vector<HeldOutResult>& held_out) {
  const auto of = [&](const char* selector, double HeldOutResult::*loss) {
    return summary_of(selector, held_out, std::mem_fn(loss),
                      std::mem_fn(&HeldOutResult::loss_default));
  };
  return {of("model", &HeldOutResult::loss_model),
          of("best of portfolio", &HeldOutResult::loss_portfolio),
          of("best single", &HeldOutResult::loss_single),
          of("default", &HeldOutResult::loss_default),
          of("nnz/rows rule", &HeldOutResult::loss_rule),
          of("best baseline", &HeldOutResult::loss_baseline),
          of("best of first 2", &HeldOutResult::loss_first_2),
          of("best of first 4", &HeldOutResult::loss_first_4)};
}

std::vector<Summary> another_summaries(const std::vector<HeldOutResult>& held_out) {
  const auto of = [&](const char* selector, double AnotherTiming::*loss) {
    return summary_of(
        selector, held_out, [loss](const HeldOutResult& j) { return j.another.*loss; },
        [](const HeldOutResult& j) { return j.another.standard; });
  };
  return {of("model", &AnotherTiming::model), of("best of portfolio", &AnotherTiming::portfolio),
          of("best single", &AnotherTiming::single), of("default", &AnotherTiming::standard),
          of("nnz/rows rule", &AnotherTiming::rule)};
}

RunsRow runs_row(const std::vector<HeldOutResult>& held_out, std::size_t k, double runs,
                 bool probe) {
  std::vector<double> model;
  std::vector<double> probed;
  std::vector<double> standard;
  std::vector<double> portfolio;
  std::vector<double> against;
  RunsRow out;
  out.runs = runs;
  std::size_t asked = 0;
  for (const HeldOutResult& j : held_out) {
    const RunsResult& r = j.at_runs[k];
    asked += r.asked ? 1 : 0;
    out.contenders += static_cast<double>(r.contenders) / static_cast<double>(held_out.size());
    if (!judged(r.loss_model, r.loss_default)) {
      ++out.untried;
      continue;
    }
    model.push_back(r.loss_model);
    standard.push_back(r.loss_default);
    portfolio.push_back(r.loss_portfolio);
    if (probe) probed.push_back(r.loss_probed);
    if (!std::isnan(r.loss_against)) against.push_back(r.loss_model / r.loss_against);
    if (std::isnan(r.loss_baseline)) continue;
    ++out.baselines;
    out.over_baseline += std::log(r.loss_baseline / r.loss_model);
    out.default_over_baseline += std::log(r.loss_baseline / r.loss_default);
    out.oracle_over_baseline += std::log(r.loss_baseline);
    if (std::isnan(r.loss_probed)) continue;
    ++out.probed_baselines;
    out.probed_over_baseline += std::log(r.loss_baseline / r.loss_probed);
  }
  const auto mean = [](double& sum, std::size_t count) {
    sum = std::exp(sum / static_cast<double>(count));  // 0 / 0: of none
  };
  mean(out.over_baseline, out.baselines);
  mean(out.default_over_baseline, out.baselines);
  mean(out.oracle_over_baseline, out.baselines);
  mean(out.probed_over_baseline, out.probed_baselines);
  out.asked = static_cast<double>(asked) / static_cast<double>(held_out.size());
  out.model = summarise("model", model, standard);
  if (probe) out.probed = summarise("with probing", probed, standard);
  out.standard = summarise("default", standard, standard);
  out.portfolio = summarise("best of portfolio", portfolio, standard);
  out.against = against_one(against);
  return out;
}

IntervalSummary summarise(std::vector<IntervalCheck> checks) {
  IntervalSummary out;
  if (checks.empty()) return out;
  std::sort(checks.begin(), checks.end(),
            [](const auto& a, const auto& b) { return a.width < b.width; });
  const std::size_t n = checks.size();
  out.median_width = checks[n / 2].width;
  const auto coverage = [&](std::size_t begin, std::size_t end) {
    const auto at = [&](std::size_t i) { return checks.begin() + static_cast<std::ptrdiff_t>(i); };
    const auto held =
        std::count_if(at(begin), at(end), [](const IntervalCheck& c) { return c.held; });
    return static_cast<double>(held) / static_cast<double>(std::max<std::size_t>(1, end - begin));
  };
  out.coverage = coverage(0, n);
  for (std::size_t q = 0; q < out.by_quarter.size(); ++q) {
    out.by_quarter[q] =
        coverage(q * n / out.by_quarter.size(), (q + 1) * n / out.by_quarter.size());
  }
  return out;
}

}  // namespace sptune::train
