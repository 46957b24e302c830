// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/evaluate.hpp"

#include "kernels/api/clock.hpp"
#include "tuner/model/contenders.hpp"
#include "tuner/train/cross_validation.hpp"
#include "tuner/train/evaluation_summary.hpp"
#include "tuner/train/looks.hpp"
#include "tuner/train/parallel.hpp"
#include "tuner/train/portfolio.hpp"
#include "tuner/train/probing.hpp"
#include "tuner/train/selectors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace sptune::train {
namespace {

/// Candidates of a model as configurations of the data set.
std::vector<std::size_t> positions_of(const Dataset& data, const model::Model& model) {
  std::vector<std::size_t> out;
  for (const model::Candidate& c : model.candidates()) {
    const auto it =
        std::find(data.configurations.begin(), data.configurations.end(), c.configuration);
    out.push_back(static_cast<std::size_t>(it - data.configurations.begin()));
  }
  return out;
}

struct Fold {
  std::shared_ptr<const model::Model> model;
  std::vector<std::size_t> portfolio;
  std::size_t single = 0;
};

/// Those of a fold and of its families, ascending: a manifest may have put matrices of one family
/// on both sides.
std::vector<std::size_t> with_siblings(const Dataset& data, const std::vector<std::size_t>& fold) {
  std::set<std::string_view> families;
  for (const std::size_t i : fold) families.insert(data.problems[i].family);
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    if (families.contains(data.problems[i].family)) out.push_back(i);
  }
  return out;
}

/// `held_out`: ascending.
Dataset without(const Dataset& data, const std::vector<std::size_t>& held_out) {
  std::vector<Problem> rest;
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    if (!std::binary_search(held_out.begin(), held_out.end(), i)) rest.push_back(data.problems[i]);
  }
  return data.with(std::move(rest));
}

/// What score() takes an application that asks once: other work has had the caches, and model and
/// code come from memory. In a loop that does nothing else it takes half to a third of that.
double scoring_seconds(const model::Model& model, const Dataset& data,
                       const std::vector<std::size_t>& problems) {
  constexpr std::size_t most = 5;
  constexpr std::size_t line = 64;
  std::vector<unsigned char> other_work(std::size_t{64} << 20U);
  std::vector<double> seconds;
  for (std::size_t i = 0; i < std::min(most, problems.size()); ++i) {
    for (std::size_t at = 0; at < other_work.size(); at += line) other_work[at] += 1;
    const features::Features& features = data.problems[problems[i]].features;
    const double start = now_s();
    model.prefetch();
    static_cast<void>(model.score(features));
    seconds.push_back(now_s() - start);
  }
  return quantile(std::move(seconds), 0.5);
}

Fold train_fold(const Dataset& data, const Dataset& judged,
                const std::vector<std::size_t>& held_out, double runs,
                const TrainOptions& options) {
  const Dataset training = without(data, held_out);
  // Through the file's text and back: the model that ships is the one evaluated.
  auto model = model::Model::parse(model::to_json(train(training, options)));
  if (!model) throw std::logic_error("a trained model was refused: " + model.error());
  Fold fold{model.value(), {}, best_single(without(judged, held_out), runs)};
  fold.portfolio = positions_of(data, *fold.model);
  return fold;
}

/// Least loss among the first `count` candidates that fit, `scores` being in the order of predicted
/// times; NaN where one of them was never tried.
template <class Fits, class LossOf>
double best_of_first(std::size_t count, const std::vector<model::Score>& scores, Fits fits,
                     LossOf loss_of) {
  double best = std::numeric_limits<double>::infinity();
  for (const model::Score& s : scores) {
    if (count == 0) break;
    if (!fits(s.candidate)) continue;
    const double loss = loss_of(s.candidate);
    if (std::isnan(loss)) return loss;
    best = std::min(best, loss);
    --count;
  }
  return best;
}

/// What the dispatcher does on a problem that the fold did not see.
class HeldOutProblem {
 public:
  HeldOutProblem(const Dataset& data, const Fold& fold, const Looks& looks, const Problem& problem,
                 const std::string& against, double deciding_s)
      : data_(data),
        fold_(fold),
        looks_(looks),
        deciding_(fold.model->data().deciding_for(data.constant_values)),
        p_(problem),
        against_(against),
        scores_(fold.model->score(problem.features)),
        deciding_s_(deciding_s) {}

  [[nodiscard]] Fit fit(std::size_t candidate) const {
    return p_.cells[fold_.portfolio[candidate]].fits() ? Fit::yes() : Fit::no("does not fit");
  }
  [[nodiscard]] double loss_of(std::size_t configuration, double runs) const {
    return std::exp(loss_at(data_, p_, configuration, runs));
  }

  /// The choice when the model is asked.
  [[nodiscard]] model::Decision decision(double runs) const {
    return model::decide(scores_, fold_.model->default_candidate(), runs, deciding_.rule,
                         [&](std::size_t c) { return fit(c); });
  }

  /// What is known before anybody asks.
  [[nodiscard]] model::Header seen(double runs) const {
    return deciding_.glances(p_.header(), runs) ? p_.seen_header() : p_.header();
  }

  /// The choice, a configuration, when it is not.
  [[nodiscard]] std::size_t unasked(double runs) const {
    const auto candidate = deciding_.asking_for(seen(runs))
                               .choice(runs, fold_.model->default_candidate(),
                                       [&](std::size_t c) { return fit(c).ok; });
    return candidate ? fold_.portfolio[*candidate] : data_.default_at(p_, runs);
  }

  [[nodiscard]] bool looks(double runs) const {
    return looks_ && deciding_.asking_for(seen(runs)).looks(runs, fold_.model->default_candidate());
  }
  [[nodiscard]] bool asks(double runs) const {
    const model::SizedAsking asking = deciding_.asking_for(seen(runs));
    return looks(runs) ? asking.asks_seen(runs, looks_.run_s(p_)) : asking.asks(runs);
  }
  /// Seconds that what is known before has cost.
  [[nodiscard]] double glance_s(double runs) const {
    return seen(runs).glance ? deciding_.glancing->price_s : 0;
  }
  /// Seconds that asking costs an application that prepares these afterwards.
  [[nodiscard]] double asking_s(double runs, const std::vector<std::size_t>& prepared) const {
    return glance_s(runs) + deciding_s_ + (looks(runs) ? looks_.cost_s(prepared) : 0);
  }

  [[nodiscard]] RunsResult at(double runs) const {
    RunsResult out;
    out.asked = asks(runs);
    out.chosen = out.asked ? fold_.portfolio[decision(runs).candidate] : unasked(runs);
    out.spent_s = out.asked ? asking_s(runs, {out.chosen}) : glance_s(runs);
    const double oracle_us = p_.oracle_us(runs);
    out.loss_model = loss_of(out.chosen, runs) + out.spent_s * 1e6 / runs / oracle_us;
    out.loss_default = loss_of(data_.default_at(p_, runs), runs);
    out.loss_portfolio = std::numeric_limits<double>::infinity();
    for (const std::size_t c : fold_.portfolio) {
      if (!p_.cells[c].tried()) continue;
      out.loss_portfolio = std::min(out.loss_portfolio, loss_of(c, runs));
    }
    if (const Baseline* b = p_.best_baseline(runs)) {
      out.loss_baseline = b->cost_us(runs) / oracle_us;
    }
    if (!against_.empty()) out.loss_against = data_.cost_us(p_, against_, runs) / oracle_us;
    return out;
  }

  /// Adds to `at` what probing makes of it. What fails in a race has failed the application.
  void probe(double runs, RunsResult& at) const {
    at.loss_probed = at.loss_model;
    if (!at.asked || std::isnan(at.loss_model)) return;
    const model::Decision first = decision(runs);
    const auto others = model::contenders(scores_, first.candidate, runs, deciding_.rule,
                                          [&](std::size_t c) { return fit(c); });
    at.contenders = others.size();
    if (others.empty()) return;
    std::vector<std::size_t> entrants{at.chosen};
    for (const std::size_t c : others) entrants.push_back(fold_.portfolio[c]);
    const auto any = [&](Cell::State state) {
      return std::any_of(entrants.begin(), entrants.end(),
                         [&](std::size_t c) { return p_.cells[c].state == state; });
    };
    if (any(Cell::State::failed)) {
      at.loss_probed = failed_loss;
      return;
    }
    if (any(Cell::State::missing)) {
      at.loss_probed = std::numeric_limits<double>::quiet_NaN();
      return;
    }
    constexpr double many = 1e9;  // of endless ones, long after any race
    const double all = std::isfinite(runs) ? std::ceil(runs) : many;
    const Probed probed = train::probe(p_, entrants, preparing_of(data_.operation), all, at.chosen);
    const double us = std::isfinite(runs) ? probed.seconds * 1e6 / runs : probed.run_s * 1e6;
    const double deciding_us = asking_s(runs, entrants) * 1e6 / runs;
    // Nothing is faster than the oracle but by rounding, from microseconds to seconds and back.
    at.loss_probed = std::max(1.0, (us + deciding_us) / p_.oracle_us(runs));
  }

  [[nodiscard]] AnotherTiming another(const HeldOutResult& chosen, double runs) const {
    std::vector<std::size_t> all(data_.configurations.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    AnotherTiming out;
    const auto best = p_.best_alone(all, runs);
    if (!best) return out;
    const double us = p_.cost_us(*best, runs);
    const auto loss = [&](std::size_t c) { return loss_of(c, runs) * p_.oracle_us(runs) / us; };
    out.model = loss(chosen.chosen) + chosen.spent_s * 1e6 / runs / us;
    out.single = loss(chosen.single);
    out.standard = loss(data_.default_at(p_, runs));
    out.rule = loss(chosen.rule);
    if (const auto candidate = p_.best_alone(fold_.portfolio, runs))
      out.portfolio = loss(*candidate);
    return out;
  }

  [[nodiscard]] const std::vector<model::Score>& scores() const { return scores_; }
  [[nodiscard]] double deciding_s() const { return deciding_s_; }

 private:
  const Dataset& data_;
  const Fold& fold_;
  const Looks& looks_;
  const model::Deciding& deciding_;
  const Problem& p_;
  const std::string& against_;
  std::vector<model::Score> scores_;
  double deciding_s_;
};

/// Fills in what `out` has beside problem and fold. `scoring_s`: where the options do not say what
/// deciding takes.
void score(const Dataset& data, const Fold& fold, const Looks& looks,
           const EvaluateOptions& options, double scoring_s, HeldOutResult& out) {
  const Problem& p = data.problems[out.problem];
  const HeldOutProblem held_out(data, fold, looks, p, options.against,
                                options.training.deciding(p.features_s, scoring_s));
  const double runs = options.runs;
  const RunsResult at_runs = held_out.at(runs);
  const model::Decision decision = held_out.decision(runs);
  out.chosen = at_runs.chosen;
  out.single = fold.single;
  out.rule = nnz_per_row_rule(data, p);
  out.switched = out.chosen != data.default_at(p, runs);
  out.reason = at_runs.asked ? decision.reason : "too few runs expected for asking to pay";
  const auto candidate = std::find(fold.portfolio.begin(), fold.portfolio.end(), out.chosen);
  const model::Score& predicted = model::score_of(
      held_out.scores(), static_cast<std::size_t>(candidate - fold.portfolio.begin()));
  out.predicted_us = predicted.seconds * 1e6;
  out.low_us = predicted.low * 1e6;
  out.high_us = predicted.high * 1e6;
  out.interval_held = p.cells[out.chosen].us >= out.low_us && p.cells[out.chosen].us <= out.high_us;
  const auto loss_of = [&](std::size_t c) { return held_out.loss_of(c, runs); };
  out.loss_model = at_runs.loss_model;
  out.loss_default = at_runs.loss_default;
  out.loss_portfolio = at_runs.loss_portfolio;
  out.loss_baseline = at_runs.loss_baseline;
  out.loss_single = loss_of(out.single);
  out.loss_rule = loss_of(out.rule);
  const auto of_candidate = [&](std::size_t c) { return loss_of(fold.portfolio[c]); };
  const auto fit = [&](std::size_t c) { return held_out.fit(c); };
  out.loss_first_2 = best_of_first(2, held_out.scores(), fit, of_candidate);
  out.loss_first_4 = best_of_first(4, held_out.scores(), fit, of_candidate);
  out.deciding_s = held_out.deciding_s();
  out.spent_s = at_runs.spent_s;
  out.another = held_out.another(out, runs);
  for (const model::Score& s : held_out.scores()) {
    const Cell& cell = p.cells[fold.portfolio[s.candidate]];
    if (cell.state != Cell::State::usable) continue;
    if (s.candidate != fold.model->default_candidate()) {
      const double ratio = cell.us / p.cells[data.default_configuration].us;
      out.intervals.push_back(
          {std::log(s.ratio_high / s.ratio_low), ratio >= s.ratio_low && ratio <= s.ratio_high});
    }
    if (!(cell.prepare_s > 0)) continue;
    out.prepare_errors.push_back(std::abs(s.prepare_s / cell.prepare_s - 1));
  }
  for (const double n : options.table) {
    RunsResult& at = out.at_runs.emplace_back(held_out.at(n));
    if (options.probe) held_out.probe(n, at);
  }
}

bool in_test_part(const Problem& problem) {
  return problem.split == "test";
}

/// One fold, the test part: what is left to train on is the development part.
std::vector<std::vector<std::size_t>> test_fold(const Dataset& data) {
  std::vector<std::size_t> fold;
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    if (in_test_part(data.problems[i])) fold.push_back(i);
  }
  if (fold.empty() || with_siblings(data, fold).size() == data.problems.size()) {
    throw InputError("expected trials of the test part and of other families, found " +
                     std::to_string(fold.size()) + " matrices of the test part among " +
                     std::to_string(data.problems.size()) +
                     ": sweep matrices of more families (`sptune suite show` tells their sides)");
  }
  std::size_t judged = 0;
  for (const Problem& p : data.problems) {
    if (p.held_out && !in_test_part(p)) {
      throw std::logic_error("held out, but learned from: " + p.matrix);
    }
    judged += p.held_out ? 1 : 0;
  }
  if (judged == 0) throw InputError("none of the matrices to evaluate is in the test part");
  return {std::move(fold)};
}

std::vector<std::vector<std::size_t>> folds_of(const Dataset& data,
                                               const EvaluateOptions& options) {
  if (options.test_part && options.folds != 0) {
    throw UsageError("folds: the test part is one, leave out their number");
  }
  if (options.test_part) return test_fold(data);
  constexpr std::size_t fewest = 3;
  if (options.folds != 0 && options.folds < fewest) {
    throw UsageError("folds: expected at least " + std::to_string(fewest) +
                     ", or 0 for one per family, found " + std::to_string(options.folds));
  }
  auto folds = family_folds(data, options.folds == 0 ? data.problems.size() : options.folds);
  if (folds.size() < fewest) {
    throw InputError(too_few_families(data, "three", "evaluating"));
  }
  return folds;
}

/// What the held-out results say together.
void sum_up(const Dataset& data, const EvaluateOptions& options, Evaluation& out) {
  std::vector<HeldOutResult> held_out;
  std::vector<HeldOutResult> above;
  std::size_t held = 0;
  std::size_t timed = 0;
  for (const HeldOutResult& j : out.held_out) {
    const Problem& p = data.problems[j.problem];
    if (!p.held_out) continue;
    held_out.push_back(j);
    if (!p.near_floor()) above.push_back(j);
    if (!judged(j.loss_model, j.loss_default)) ++out.untried;
    if (p.cells[j.chosen].state == Cell::State::usable) ++timed;
    if (j.interval_held) ++held;
  }
  std::vector<double> features_s;
  std::vector<double> deciding_s;
  std::vector<double> prepare_errors;
  std::vector<IntervalCheck> intervals;
  for (const HeldOutResult& j : held_out) {
    intervals.insert(intervals.end(), j.intervals.begin(), j.intervals.end());
    prepare_errors.insert(prepare_errors.end(), j.prepare_errors.begin(), j.prepare_errors.end());
    features_s.push_back(data.problems[j.problem].features_s);
    deciding_s.push_back(j.deciding_s);
  }
  out.features_s = quantile(std::move(features_s), 0.5);
  out.deciding_s = quantile(std::move(deciding_s), 0.5);
  out.prepare_error_p50 = quantile(prepare_errors, 0.5);
  out.prepare_error_p90 = quantile(std::move(prepare_errors), 0.9);
  for (std::size_t k = 0; k < options.table.size(); ++k) {
    out.by_runs.push_back(runs_row(held_out, k, options.table[k], options.probe));
  }
  out.intervals = summarise(std::move(intervals));
  out.near_floor = held_out.size() - above.size();
  out.interval_coverage =
      static_cast<double>(held) / static_cast<double>(std::max<std::size_t>(1, timed));
  out.all = summaries(held_out);
  out.above_floor = summaries(above);
  out.another = another_summaries(held_out);
}

}  // namespace

void hold_out_test_part(Dataset& data) {
  for (Problem& p : data.problems) p.held_out = p.held_out && in_test_part(p);
}

Evaluation evaluate(const Dataset& data, const EvaluateOptions& options) {
  return evaluate(data, data, options);
}

Evaluation evaluate(const Dataset& data, const Dataset& judged, const EvaluateOptions& options) {
  auto folds = folds_of(data, options);
  Evaluation out;
  out.folds = folds.size();
  out.held_out.resize(data.problems.size());
  const Looks looks(judged);
  TrainOptions training = options.training;
  training.threads = 1;  // the folds are the parallel jobs
  std::set<std::string> singles;
  std::mutex mutex;
  std::once_flag timed;
  double scoring_s = 0;
  std::size_t done = 0;
  for (std::size_t i = 0; i < data.problems.size(); ++i) out.held_out[i].problem = i;
  for (std::size_t f = 0; f < folds.size(); ++f) {
    for (const std::size_t i : folds[f]) out.held_out[i].fold = f;
  }
  const auto is_held_out = [&](std::size_t i) { return data.problems[i].held_out; };
  std::erase_if(
      folds, [&](const auto& fold) { return std::none_of(fold.begin(), fold.end(), is_held_out); });
  for_each_job(folds.size(), options.training.threads, [&](std::size_t f) {
    const std::vector<std::size_t> apart = with_siblings(data, folds[f]);
    const Fold fold = train_fold(data, judged, apart, options.runs, training);
    if (!training.deciding_s) {
      std::call_once(timed, [&] { scoring_s = scoring_seconds(*fold.model, data, folds[f]); });
    }
    for (const std::size_t i : folds[f]) {
      if (is_held_out(i)) score(judged, fold, looks, options, scoring_s, out.held_out[i]);
    }
    const std::lock_guard lock(mutex);
    out.siblings += apart.size() - folds[f].size();
    singles.insert(data.configurations[fold.single].text());
    ++done;
    if (options.progress) options.progress(done, folds.size());
  });
  out.singles.assign(singles.begin(), singles.end());
  sum_up(judged, options, out);
  return out;
}

}  // namespace sptune::train
