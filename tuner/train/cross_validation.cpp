// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/cross_validation.hpp"

#include "tuner/model/rule.hpp"
#include "tuner/train/ask_training.hpp"
#include "tuner/train/looks.hpp"
#include "tuner/train/parallel.hpp"
#include "tuner/train/portfolio.hpp"
#include "tuner/train/prepare_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <string_view>

namespace sptune::train {
namespace {

double log_base_of(const Dataset& data, const Problem& p) {
  return std::log(p.cells[data.default_configuration].us * 1e3 / p.bound_bytes);
}

/// All inputs of one candidate on one problem.
std::vector<float> row_of(const Frame& frame, std::size_t problem, std::size_t candidate) {
  std::vector<float> out = frame.features[problem];
  const std::vector<float>& own = frame.encoded[candidate];
  out.insert(out.end(), own.begin(), own.end());
  const std::size_t joint = model::count_expected(frame.configuration_inputs);
  for (std::size_t k = 0; k < joint; ++k) {
    out[out.size() - joint + k] = frame.expected[problem].inputs[candidate * joint + k];
  }
  return out;
}

/// Measured log(time / default's time); a failed trial counts as slow, what was not tried is NaN.
double log_ratio_of(const Dataset& data, const Problem& p, std::size_t configuration) {
  const Cell& cell = p.cells[configuration];
  if (cell.state == Cell::State::failed) return std::log(100.0);
  if (cell.state != Cell::State::usable) return std::numeric_limits<double>::quiet_NaN();
  return std::log(cell.us / p.cells[data.default_configuration].us);
}

struct Samples {
  Table inputs;
  std::vector<float> labels, weights;
};

void append(Table& table, const std::vector<float>& part) {
  table.values.insert(table.values.end(), part.begin(), part.end());
}

Samples base_samples(const Dataset& data, const Frame& frame,
                     const std::vector<std::size_t>& problems) {
  Samples s;
  s.inputs.columns = frame.feature_inputs.size();
  for (const std::size_t i : problems) {
    append(s.inputs, frame.features[i]);
    s.labels.push_back(static_cast<float>(log_base_of(data, data.problems[i])));
    s.weights.push_back(1);
  }
  return s;
}

Samples relative_samples(const Dataset& data, const Frame& frame,
                         const std::vector<std::size_t>& problems, const Recipe& recipe) {
  Samples s;
  s.inputs.columns = frame.feature_inputs.size() + frame.configuration_inputs.size();
  for (const std::size_t i : problems) {
    const Problem& p = data.problems[i];
    const double behind = std::log(p.cells[data.default_configuration].us / p.oracle_us());
    for (std::size_t c = 0; c < frame.portfolio.size(); ++c) {
      const double y = log_ratio_of(data, p, frame.portfolio[c]) + behind;
      if (std::isnan(y)) continue;
      append(s.inputs, row_of(frame, i, c));
      s.labels.push_back(static_cast<float>(std::min(y, recipe.clip)));
      s.weights.push_back(
          static_cast<float>(std::max(0.02, 1 / (1 + y * y / (recipe.focus * recipe.focus)))));
    }
  }
  return s;
}

model::Forest fit(const Samples& s, const BoosterOptions& options) {
  if (s.labels.empty()) return {};
  return Booster(s.inputs, s.labels, s.weights, options).forest();
}

/// Ends of the central interval that holds `coverage` of residuals not seen yet: order statistics
/// with the finite-sample correction of split conformal prediction (Vovk, Gammerman and Shafer
/// 2005).
std::pair<double, double> interval_of(std::vector<double> residuals, double coverage) {
  if (residuals.empty()) return {-std::log(2.0), std::log(2.0)};
  std::sort(residuals.begin(), residuals.end());
  const auto n = static_cast<double>(residuals.size());
  const double outside = (1 - coverage) / 2;
  const auto at = [&](double rank) {
    return residuals[static_cast<std::size_t>(std::clamp(rank, 1.0, n)) - 1];
  };
  return {std::min(0.0, at(std::floor((n + 1) * outside))),
          std::max(0.0, at(std::ceil((n + 1) * (1 - outside))))};
}

std::array<double, model::PrepareCost::terms> work_of(const Dataset& data, const Frame& frame,
                                                      std::size_t problem, std::size_t candidate) {
  return model::prepare_work(data.problems[problem].features,
                             frame.expected[problem].stored_bytes[candidate]);
}

std::vector<PrepareTrial> prepare_trials(const Dataset& data, const Frame& frame,
                                         std::size_t candidate) {
  std::vector<PrepareTrial> out;
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    const Cell& cell = data.problems[i].cells[frame.portfolio[candidate]];
    if (cell.state != Cell::State::usable) continue;
    out.push_back({work_of(data, frame, i, candidate), cell.prepare_s});
  }
  return out;
}

/// Problems that choose the rule: those that were not generated, if they are of families enough.
/// Generated ones are drawn so that forests see much; how far their choices may be trusted on what
/// applications have is another question. Where all of them chose, SpGEMM's choice in float lost
/// 3 % to its default on families held back, and gained nothing on the others
/// (docs/measurements/model.md).
std::vector<std::size_t> rule_problems(const Dataset& data) {
  constexpr std::size_t fewest_families = 10;
  std::vector<std::size_t> all(data.problems.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<std::size_t> collected;
  std::set<std::string_view> families;
  for (const std::size_t i : all) {
    if (data.problems[i].generated) continue;
    collected.push_back(i);
    families.insert(data.problems[i].family);
  }
  return families.size() < fewest_families ? all : collected;
}

/// Slower choices than the default charged. `picked`: a configuration for each of the data set's
/// problems.
double charged_objective(const Dataset& data, const std::vector<std::size_t>& problems,
                         const std::vector<std::size_t>& picked, const TrainOptions& options) {
  std::vector<double> losses;
  losses.reserve(problems.size());
  double slower = 0;
  for (const std::size_t i : problems) {
    const Problem& p = data.problems[i];
    losses.push_back(loss(p, picked[i]));
    const double of_default = loss(p, data.default_configuration);
    if (losses.back() > of_default + std::log(tie)) ++slower;
  }
  return objective(std::move(losses)) +
         options.slower * slower / static_cast<double>(problems.size());
}

}  // namespace

Frame make_frame(const Dataset& data, std::size_t portfolio_size) {
  Frame frame;
  frame.portfolio = choose_portfolio(data, portfolio_size);
  frame.feature_inputs = usable_features(data);
  std::vector<Configuration> configurations;
  for (const std::size_t c : frame.portfolio) configurations.push_back(data.configurations[c]);
  frame.configuration_inputs = model::configuration_inputs(configurations);
  const auto expected = model::expected_inputs(data.backend);
  const std::vector<std::string> names(expected.begin(), expected.end());
  const model::Expectations expectations(
      configurations, {data.operation, data.backend, data.value_type, data.machine.cores}, names);
  if (expectations.any()) {
    frame.configuration_inputs.insert(frame.configuration_inputs.end(), names.begin(), names.end());
  }
  for (const Problem& p : data.problems) frame.expected.push_back(expectations.of(p.features));
  for (const Configuration& c : configurations) {
    frame.encoded.push_back(model::encode(c, frame.configuration_inputs));
  }
  std::vector<Feature> features;
  features.reserve(frame.feature_inputs.size());
  for (const std::string& name : frame.feature_inputs) {
    features.push_back(parse_feature(name).value());
  }
  for (const Problem& p : data.problems) {
    std::vector<float> inputs;
    inputs.reserve(features.size());
    for (const Feature feature : features) {
      inputs.push_back(model::to_input(p.features.at(feature)));
    }
    frame.features.push_back(std::move(inputs));
  }
  return frame;
}

Forests fit_forests(const Dataset& data, const Frame& frame,
                    const std::vector<std::size_t>& problems, const std::vector<Recipe>& recipes) {
  // The base forest only scales times for people and weighs preparing against running; it stays
  // small.
  BoosterOptions base = recipes.front().booster;
  base.trees = std::min(base.trees, 60);
  base.depth = std::min(base.depth, 4);
  base.min_child_weight = 2;
  std::vector<model::Forest> relative;
  relative.reserve(recipes.size());
  for (const Recipe& recipe : recipes) {
    relative.push_back(fit(relative_samples(data, frame, problems, recipe), recipe.booster));
  }
  return {fit(base_samples(data, frame, problems), base), model::average(relative)};
}

Prediction predict(const Forests& forests, const Frame& frame, std::size_t problem) {
  Prediction out;
  out.log_base = model::evaluate(forests.base, frame.features[problem]);
  for (std::size_t c = 0; c < frame.portfolio.size(); ++c) {
    out.log_ratio.push_back(model::evaluate(forests.relative, row_of(frame, problem, c)));
  }
  const double of_default = out.log_ratio.front();
  for (double& value : out.log_ratio) value -= of_default;
  return out;
}

std::vector<Prediction> predict_out_of_fold(const Dataset& data, const Frame& frame,
                                            const std::vector<std::vector<std::size_t>>& folds,
                                            const std::vector<Recipe>& recipes, int threads) {
  std::vector<Prediction> out(data.problems.size());
  for_each_job(folds.size(), threads, [&](std::size_t fold) {
    const std::vector<std::size_t>& held_out = folds[fold];
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < data.problems.size(); ++i) {
      if (!std::binary_search(held_out.begin(), held_out.end(), i)) rest.push_back(i);
    }
    const Forests forests = fit_forests(data, frame, rest, recipes);
    for (const std::size_t i : held_out) out[i] = predict(forests, frame, i);
  });
  return out;
}

std::vector<model::Candidate> fit_candidates(const Dataset& data, const Frame& frame,
                                             const std::vector<Prediction>& predictions,
                                             const model::Uncertainty& uncertainty,
                                             double coverage) {
  std::vector<std::vector<double>> ratio(frame.portfolio.size());
  std::vector<std::vector<double>> time(frame.portfolio.size());
  std::vector<std::vector<double>> plain(frame.portfolio.size());
  std::vector<double> pooled;
  std::vector<double> pooled_plain;
  std::vector<double> pooled_time;
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    const Problem& p = data.problems[i];
    for (std::size_t c = 0; c < frame.portfolio.size(); ++c) {
      if (p.cells[frame.portfolio[c]].state != Cell::State::usable) continue;
      const double y = log_ratio_of(data, p, frame.portfolio[c]);
      const double residual = y - predictions[i].log_ratio[c];
      const double unit = uncertainty.of(predictions[i].unit, predictions[i].log_ratio[c]);
      ratio[c].push_back(residual / unit);
      plain[c].push_back(residual);
      time[c].push_back(residual + log_base_of(data, p) - predictions[i].log_base);
      if (c > 0) {
        pooled.push_back(residual / unit);
        pooled_plain.push_back(residual);
        pooled_time.push_back(time[c].back());
      }
    }
  }
  constexpr std::size_t enough = 20;  // below, an order statistic at 5 % is the extreme itself
  std::vector<model::Candidate> out;
  for (std::size_t c = 0; c < frame.portfolio.size(); ++c) {
    model::Candidate candidate;
    candidate.configuration = data.configurations[frame.portfolio[c]];
    if (c > 0) {
      std::tie(candidate.ratio_low, candidate.ratio_high) =
          interval_of(ratio[c].size() < enough ? pooled : ratio[c], coverage);
      candidate.ratio_worst =
          interval_of(plain[c].size() < enough ? pooled_plain : plain[c], coverage).second;
    }
    candidate.prepare = fit_prepare(prepare_trials(data, frame, c));
    std::tie(candidate.time_low, candidate.time_high) =
        interval_of(c > 0 && time[c].size() < enough ? pooled_time : time[c], coverage);
    out.push_back(std::move(candidate));
  }
  return out;
}

std::size_t pick(const Dataset& data, const Frame& frame, const Fitted& fitted,
                 const Prediction& prediction, std::size_t problem, const model::Rule& rule,
                 double runs) {
  const Problem& p = data.problems[problem];
  const double seconds_default = std::exp(prediction.log_base) * p.bound_bytes * 1e-9;
  std::vector<model::Score> scores;
  scores.reserve(fitted.candidates.size());
  for (std::size_t c = 0; c < fitted.candidates.size(); ++c) {
    scores.push_back(
        model::score_candidate(fitted.candidates[c], c, prediction.log_ratio[c], seconds_default,
                               fitted.uncertainty.of(prediction.unit, prediction.log_ratio[c]),
                               work_of(data, frame, problem, c)));
  }
  const auto fit = [&](std::size_t c) {
    return p.cells[frame.portfolio[c]].fits() ? Fit::yes() : Fit::no("refused");
  };
  return frame.portfolio[model::decide(scores, 0, runs, rule, fit).candidate];
}

model::Rule tune_rule(const Dataset& data, const Frame& frame, const Fitted& fitted,
                      const std::vector<Prediction>& predictions, const TrainOptions& options) {
  model::Rule best;
  best.risk = options.risk;
  fit_apart(data, frame, predictions, best);
  model::Rule rule = best;
  double least = std::numeric_limits<double>::infinity();
  // A least gain, or one that grows with what predictions are off at the matrix, or none that is
  // enough. Among more of them a hundred problems choose by luck.
  constexpr std::array<std::pair<double, double>, 5> gains{
      {{0, 0}, {0.01, 0}, {0, 0.25}, {0, 0.5}, {model::Rule::no_gain_is_enough, 0}}};
  std::vector<std::size_t> problems = rule_problems(data);
  std::vector<model::Rule> rules;
  std::vector<std::vector<std::size_t>> picked;  // by each rule
  for (const double limit : {options.max_loss, 3.0, 2.0, 1.5}) {
    if (limit > options.max_loss) continue;
    for (const auto& [min_gain, doubt] : gains) {
      rule.max_loss = limit;
      rule.min_gain = min_gain;
      rule.doubt = doubt;
      rules.push_back(rule);
      std::vector<std::size_t>& by_rule = picked.emplace_back(data.problems.size());
      for (const std::size_t i : problems) {
        by_rule[i] = pick(data, frame, fitted, predictions[i], i, rule, endless);
      }
    }
  }
  // All by the same problems: a rule that picks what nobody tried is no better for not being seen.
  std::erase_if(problems, [&](std::size_t i) {
    return std::any_of(picked.begin(), picked.end(), [&](const auto& by_rule) {
      return !data.problems[i].cells[by_rule[i]].tried();
    });
  });
  if (problems.empty()) best.min_gain = model::Rule::no_gain_is_enough;
  for (std::size_t r = 0; r < rules.size() && !problems.empty(); ++r) {
    const double value = charged_objective(data, problems, picked[r], options);
    if (value >= least) continue;
    least = value;
    best = rules[r];
  }
  return best;
}

double loss_at(const Dataset& data, const Problem& problem, std::size_t configuration,
               double runs) {
  if (!problem.cells[configuration].fits()) configuration = data.default_at(problem, runs);
  const Cell::State state = problem.cells[configuration].state;
  if (state == Cell::State::missing) return std::numeric_limits<double>::quiet_NaN();
  if (state == Cell::State::failed) return std::log(failed_loss);
  return std::log(data.cost_or_default(problem, configuration, runs) / problem.oracle_us(runs));
}

/// Matrices that were generated count as much as all others together, where those choose the rule
/// and are fewer: generators draw what is rare, and laws of size believe what is common.
std::vector<double> weights_of_laws(const Dataset& data) {
  std::vector<double> out(data.problems.size(), 1);
  const auto collected = static_cast<double>(rule_problems(data).size());
  const double generated = static_cast<double>(out.size()) - collected;
  if (generated == 0) return out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (data.problems[i].generated) out[i] = std::min(1.0, collected / generated);
  }
  return out;
}

namespace {

/// A glance tells mostly whether a format is out of the question.
constexpr double least_timed_behind_a_glance = 0.15;

/// What every action costs on every problem.
AskSamples samples_of(const Dataset& data, const Frame& frame, const Fitted& fitted,
                      const std::vector<Prediction>& predictions, const model::Rule& rule,
                      const TrainOptions& options) {
  const Looks looks(data);
  AskSamples samples;
  samples.runs = ask_runs();
  samples.candidates = fitted.candidates.size();
  samples.weights = weights_of_laws(data);
  samples.judges.assign(data.problems.size(), false);
  for (const std::size_t i : rule_problems(data)) samples.judges[i] = true;
  constexpr std::size_t folds = 5;
  samples.folds.resize(data.problems.size());
  const auto families = family_folds(data, folds);
  for (std::size_t f = 0; f < families.size(); ++f) {
    for (const std::size_t i : families[f]) samples.folds[i] = f;
  }
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    const Problem& p = data.problems[i];
    samples.headers.push_back(p.header());
    for (const std::size_t c : frame.portfolio) {
      const Cell& cell = p.cells[c];
      const bool usable = cell.state == Cell::State::usable;
      samples.trials.push_back(usable ? AskTrial{cell.us * 1e-6, cell.prepare_s}
                                      : AskTrial{0, 0, cell.fits()});
    }
    for (const double runs : samples.runs) {
      for (const std::size_t c : frame.portfolio) {
        samples.losses.push_back(loss_at(data, p, c, runs));
      }
      samples.defaults.push_back(loss_at(data, p, data.default_at(p, runs), runs));
      const std::size_t chosen = pick(data, frame, fitted, predictions[i], i, rule, runs);
      const double deciding_s = options.deciding(p.features_s, TrainOptions::usual_scoring_s);
      const auto with = [&](double seconds) {
        return std::log(std::exp(loss_at(data, p, chosen, runs)) +
                        seconds * 1e6 / runs / p.oracle_us(runs));
      };
      samples.losses.push_back(with(deciding_s));
      if (looks) samples.asked_seen.push_back(with(deciding_s + looks.cost_s({chosen})));
    }
    if (looks) samples.seen_s.push_back(looks.run_s(p));
  }
  if (looks) {
    samples.seen_from_runs = looks.from_runs();
    samples.seen_weights.assign(samples.judges.begin(), samples.judges.end());
  }
  return samples;
}

/// The same problems behind a glance at each; none where one was not stored, or is none that a
/// dispatcher casts.
std::optional<AskSamples> with_glances(AskSamples samples, const Dataset& data) {
  if (data.backend != Backend::cpu) return std::nullopt;
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    samples.headers[i] = data.problems[i].seen_header();
    if (!samples.headers[i].glance) return std::nullopt;
  }
  return samples;
}

}  // namespace

model::Deciding fit_deciding(const Dataset& data, const Frame& frame, const Fitted& fitted,
                             const std::vector<Prediction>& predictions, const model::Rule& rule,
                             const TrainOptions& options) {
  const AskSamples samples = samples_of(data, frame, fitted, predictions, rule, options);
  AskOptions asking;
  asking.slower = options.slower;
  std::vector<double> deciding_s;
  for (const Problem& p : data.problems) {
    deciding_s.push_back(options.deciding(p.features_s, TrainOptions::usual_scoring_s));
  }
  asking.deciding_s = harness::quantile(std::move(deciding_s), 0.5);
  model::Deciding out{rule, fit_asking(samples, 0, asking)};
  if (rule.keeps_default()) {
    constexpr double nobody_runs = 1e15;  // asking could tell nothing but what it takes
    out.asking.steps = model::Asking::from(nobody_runs).steps;
    out.asking.cheap_share = 0;
  } else if (const auto seen = with_glances(samples, data)) {
    asking.least_timed = least_timed_behind_a_glance;
    asking.sure = 0;
    model::Glancing glancing{fit_asking(*seen, 0, asking), TrainOptions::usual_glance_s};
    if (tune_glance(samples, out.asking, *seen, 0, asking, glancing)) {
      out.glancing = std::move(glancing);
    }
  }
  return out;
}

}  // namespace sptune::train
