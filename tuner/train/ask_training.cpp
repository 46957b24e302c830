// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/ask_training.hpp"

#include "tuner/train/size_regression.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace sptune::train {
namespace {

using model::size_terms;
using model::SizeTerms;
using Problems = std::vector<std::size_t>;

/// Where laws bend, how firmly they are held, and who has one (AskOptions::least_timed).
struct Shape {
  double knee;
  double ridge;
  double least_timed;
};

SizeRegression<size_terms> regression_of(const AskSamples& s, const Problems& problems,
                                         const Shape& shape) {
  std::vector<SizeTerms> inputs;
  std::vector<double> weights;
  inputs.reserve(problems.size());
  weights.reserve(problems.size());
  for (const std::size_t i : problems) {
    inputs.push_back(model::size_terms_of(s.headers[i], shape.knee));
    weights.push_back(s.weights[i]);
  }
  return {std::move(inputs), std::move(weights), shape.ridge};
}

std::size_t fold_count(const AskSamples& s) {
  return *std::max_element(s.folds.begin(), s.folds.end()) + 1;
}

/// What is gained on problems, and whether by more than luck.
class Gains {
 public:
  void add(double gain) {
    sum_ += gain;
    squares_ += gain * gain;
  }
  /// By so many standard errors of the sum.
  [[nodiscard]] bool exceed(double errors) const { return sum_ > errors * std::sqrt(squares_); }

 private:
  double sum_ = 0, squares_ = 0;
};

/// Whether asking where a law of `worth` says so pays on families that the law was not fitted on:
/// at few runs there is little to gain, and where sizes are rare laws are bent by the others.
/// `worth`: of each of `problems`.
bool pays_held_out(const AskSamples& s, const Problems& problems, const std::vector<double>& worth,
                   const Shape& shape, double sure) {
  Gains gains;
  for (std::size_t f = 0; f < fold_count(s); ++f) {
    Problems others;
    std::vector<double> labels;
    for (std::size_t n = 0; n < problems.size(); ++n) {
      if (s.folds[problems[n]] == f) continue;
      others.push_back(problems[n]);
      labels.push_back(worth[n]);
    }
    if (others.empty()) continue;
    const SizeTerms law = regression_of(s, others, shape).fit(labels).coefficients;
    for (std::size_t n = 0; n < problems.size(); ++n) {
      const std::size_t i = problems[n];
      if (s.folds[i] != f) continue;
      const SizeTerms terms = model::size_terms_of(s.headers[i], shape.knee);
      const double says = std::inner_product(terms.begin(), terms.end(), law.begin(), 0.0);
      if (says > 0) gains.add(s.weights[i] * worth[n]);
    }
  }
  return gains.exceed(sure);
}

Problems all_of(const AskSamples& s) {
  Problems all(s.headers.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

/// The law of one candidate; none where it has too few times.
std::optional<model::UnaskedCandidate> candidate_law(const AskSamples& s, const Problems& problems,
                                                     std::size_t candidate, const Shape& shape) {
  Problems usable;
  std::vector<double> labels;
  std::vector<double> prepare;
  double weight = 0;
  double all = 0;
  constexpr double least_s = 1e-7;  // nothing takes less, and 0 has no logarithm
  for (const std::size_t i : problems) {
    const AskTrial& trial = s.trial(i, candidate);
    all += s.weights[i];
    if (!(trial.seconds > 0)) continue;
    weight += s.weights[i];
    usable.push_back(i);
    labels.push_back(std::log(trial.seconds));
    prepare.push_back(std::log(std::max(least_s, trial.prepare_s)));
  }
  if (static_cast<double>(usable.size()) <
      shape.least_timed * static_cast<double>(problems.size())) {
    return std::nullopt;
  }
  const SizeRegression<size_terms> regression = regression_of(s, usable, shape);
  const auto law = regression.fit(labels);
  // Preparing is added to what runs take: its mean counts.
  auto of_prepare = regression.fit(prepare);
  of_prepare.coefficients[0] += of_prepare.spread * of_prepare.spread / 2;
  return model::UnaskedCandidate{candidate, law.coefficients, law.spread, of_prepare.coefficients,
                                 weight / all};
}

/// Nothing is known of what nobody has seen, and nobody asks.
void forget_glance(Square<size_terms>& variance) {
  for (std::size_t i = 0; i < size_terms; ++i) {
    for (std::size_t j = 0; j < size_terms; ++j) {
      if (std::max(i, j) >= model::header_terms) variance[i][j] = 0;
    }
  }
}

model::Asking laws_of(const AskSamples& s, const Problems& problems, const Shape& shape) {
  model::Asking out;
  out.knee = shape.knee;
  out.least_nnz = std::numeric_limits<double>::infinity();
  for (const std::size_t i : problems) out.least_nnz = std::min(out.least_nnz, s.headers[i].nnz);
  out.variance = regression_of(s, problems, shape).variance();
  if (!s.headers[problems.front()].glance) forget_glance(out.variance);
  for (std::size_t c = 0; c < s.candidates; ++c) {
    if (auto law = candidate_law(s, problems, c, shape)) out.unasked.push_back(*law);
  }
  return out;
}

/// The knee around which the times of all candidates spread least: of a processor and an operation.
double best_knee(const AskSamples& s, const AskOptions& options) {
  double best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (const double knee : {1e2, 1e3, 1e4, 3e4, 1e5, 3e5, 1e6}) {
    double squares = 0;
    const Shape shape{knee, options.ridge_of_times, options.least_timed};
    for (const auto& law : laws_of(s, all_of(s), shape).unasked) squares += law.spread * law.spread;
    if (squares >= least) continue;
    least = squares;
    best = knee;
  }
  return best;
}

std::optional<std::size_t> choice(const model::Asking& laws, const AskSamples& s,
                                  std::size_t problem, std::size_t k, std::size_t standard) {
  return laws.at(s.headers[problem]).choice(s.runs[k], standard, [&](std::size_t c) {
    return s.trial(problem, c).fits;
  });
}

/// The laws that judge each problem: fitted on the other families.
class HeldOutLaws {
 public:
  HeldOutLaws(const AskSamples& s, const Shape& shape) : samples_(s) {
    for (std::size_t f = 0; f < fold_count(s); ++f) {
      Problems others;
      for (std::size_t i = 0; i < s.headers.size(); ++i) {
        if (s.folds[i] != f) others.push_back(i);
      }
      laws_.push_back(laws_of(s, others, shape));
    }
    for (std::size_t i = 0; i < s.headers.size(); ++i) {
      for (std::size_t k = 0; k < s.runs.size(); ++k) known_.push_back(is_known(i, k));
    }
  }

  /// Takes over what a choice among candidates goes by beside their laws.
  void set(const model::Asking& by) {
    for (model::Asking& laws : laws_) {
      laws.caution = by.caution;
      laws.min_gain = by.min_gain;
      laws.unasked_below = by.unasked_below;
    }
  }
  /// Whether what they take unasked was tried, whatever it is: a problem that counted for one
  /// choice and not for another would favour what nobody knows.
  [[nodiscard]] bool known(std::size_t problem, std::size_t k) const {
    return known_[problem * samples_.runs.size() + k];
  }
  /// And what is taken where it is asked.
  [[nodiscard]] bool all_known(std::size_t problem, std::size_t k) const {
    return known(problem, k) && !std::isnan(samples_.asked(problem, k, false));
  }
  /// Of what they take unasked.
  [[nodiscard]] double loss(std::size_t problem, std::size_t k, std::size_t standard) const {
    const auto taken =
        train::choice(laws_[samples_.folds[problem]], samples_, problem, k, standard);
    return taken ? samples_.of(problem, k)[*taken] : samples_.of_default(problem, k);
  }

 private:
  [[nodiscard]] bool is_known(std::size_t problem, std::size_t k) const {
    const auto& unasked = laws_[samples_.folds[problem]].unasked;
    return !std::isnan(samples_.of_default(problem, k)) &&
           std::none_of(unasked.begin(), unasked.end(), [&](const auto& u) {
             return std::isnan(samples_.of(problem, k)[u.candidate]);
           });
  }

  const AskSamples& samples_;
  std::vector<model::Asking> laws_;
  std::vector<bool> known_;  ///< [problem * runs + k]
};

bool slower_than(double of_default, double loss) {
  return loss > of_default + std::log(tie);
}

/// What is lost by what the laws take at few runs, where it is known. Several charges ask for the
/// same settings, whose losses are worked out once.
class FewRuns {
 public:
  FewRuns(const AskSamples& s, std::size_t standard, HeldOutLaws& laws)
      : samples_(s), standard_(standard), laws_(laws) {
    constexpr double few = 1000;
    for (std::size_t i = 0; i < s.headers.size(); ++i) {
      for (std::size_t k = 0; k < s.runs.size() && s.runs[k] <= few; ++k) {
        if (laws.known(i, k)) known_.emplace_back(i, k);
      }
    }
  }

  /// And what being slower is charged; none where nothing is known.
  [[nodiscard]] std::optional<double> loss(const model::Asking& by,
                                           const std::vector<double>& weights, double slower) {
    if (known_.empty()) return std::nullopt;
    const std::vector<double>& losses = losses_of(by);
    double sum = 0;
    for (std::size_t n = 0; n < known_.size(); ++n) {
      const auto [i, k] = known_[n];
      const bool charged = slower_than(samples_.of_default(i, k), losses[n]);
      sum += weights[i] * (losses[n] + (charged ? slower : 0));
    }
    return sum;
  }

 private:
  using Setting = std::array<double, 3>;

  /// Of each that is known; at least one is.
  const std::vector<double>& losses_of(const model::Asking& by) {
    std::vector<double>& losses = losses_[Setting{by.caution, by.min_gain, by.unasked_below}];
    if (!losses.empty()) return losses;
    laws_.set(by);
    for (const auto& [i, k] : known_) losses.push_back(laws_.loss(i, k, standard_));
    return losses;
  }

  const AskSamples& samples_;
  std::size_t standard_;
  HeldOutLaws& laws_;
  std::vector<std::pair<std::size_t, std::size_t>> known_;  ///< problem and number of runs
  std::map<Setting, std::vector<double>> losses_;
};

/// Chooses caution, least gain and from how many runs on the default stays. Where a gain of
/// everything is asked for, nobody leaves the default: laws of size tell nothing of which product
/// loses by it, or nothing is known.
void tune(const AskSamples& s, double slower, FewRuns& few_runs, model::Asking& out) {
  constexpr double never = std::numeric_limits<double>::infinity();
  model::Asking tried;
  double least = never;
  out.min_gain = 1;
  for (const double caution : {0.1, 0.25, 0.5, 1.0}) {
    for (const double min_gain : {0.0, 0.02, 0.05, 0.1, 0.2, 1.0}) {
      tried.caution = caution;
      tried.min_gain = min_gain;
      const std::optional<double> loss = few_runs.loss(tried, s.weights, slower);
      if (!loss || *loss >= least) continue;
      least = *loss;
      out.caution = caution;
      out.min_gain = min_gain;
    }
  }
  tried.caution = out.caution;
  tried.min_gain = out.min_gain;
  least = never;
  // Generated matrices have more to gain than others, so that they would have everybody leave it.
  const std::vector<double>& weights = s.seen_weights.empty() ? s.weights : s.seen_weights;
  for (const double below : {30.0, 100.0, 300.0, 1000.0, never}) {  // from the most careful one on
    tried.unasked_below = below;
    const std::optional<double> loss = few_runs.loss(tried, weights, slower);
    if (!loss || *loss >= least) continue;
    least = *loss;
    out.unasked_below = below;
  }
}

/// The law of sizes and of what the default sees; none where no problem weighs anything.
std::optional<SizeRegression<model::seen_terms>> seen_regression(const AskSamples& s,
                                                                 const Problems& problems,
                                                                 const Shape& shape) {
  std::vector<model::SeenTerms> inputs;
  std::vector<double> weights;
  for (const std::size_t i : problems) {
    inputs.push_back(model::seen_terms_of(s.headers[i], shape.knee, s.seen_s[i]));
    weights.push_back(s.seen_weights[i]);
  }
  if (std::all_of(weights.begin(), weights.end(), [](double w) { return w == 0; })) return {};
  return SizeRegression<model::seen_terms>(std::move(inputs), std::move(weights), shape.ridge);
}

/// What asking gains on each of the problems, as its law learns it. `looked`: as AskSamples::asked.
std::vector<double> worth_of(const AskSamples& s, const Problems& problems, std::size_t standard,
                             const HeldOutLaws& laws, std::size_t k, double slower, bool looked) {
  std::vector<double> worth;
  for (const std::size_t i : problems) {
    const double unasked = laws.loss(i, k, standard);
    const double asked = s.asked(i, k, looked);
    // The tail counts, but one matrix on which a law is far off does not decide for its size.
    const auto with_tail = [](double loss) { return loss + loss * loss / 2; };
    double worth_it = std::clamp(with_tail(unasked) - with_tail(asked), -3.0, 3.0);
    if (slower_than(s.of_default(i, k), asked)) worth_it -= slower;
    if (slower_than(s.of_default(i, k), unasked)) worth_it += slower;
    worth.push_back(worth_it);
  }
  return worth;
}

/// Whether what is taken unasked gains over what runs without a model, on problems that its laws
/// have not seen, by more than luck.
bool leaving_pays(const AskSamples& s, std::size_t standard, const HeldOutLaws& laws, std::size_t k,
                  double slower) {
  constexpr double sure = 2;
  Gains gains;
  for (std::size_t i = 0; i < s.headers.size(); ++i) {
    if (!s.judged_by(i) || !laws.known(i, k)) continue;
    const double loss = laws.loss(i, k, standard);
    gains.add(s.of_default(i, k) - loss - (slower_than(s.of_default(i, k), loss) ? slower : 0));
  }
  return gains.exceed(sure);
}

/// One law for every number of runs, and one after a look where that asks about any problem. Nobody
/// asks where nothing is known.
std::vector<model::AskStep> steps_of(const AskSamples& s, std::size_t standard,
                                     const HeldOutLaws& laws, double knee,
                                     const AskOptions& options) {
  const Shape shape{knee, options.ridge_of_worth, options.least_timed};
  std::vector<model::AskStep> steps;
  for (std::size_t k = 0; k < s.runs.size(); ++k) {
    model::AskStep& step = steps.emplace_back();
    step.runs = k == 0 ? 0 : s.runs[k];
    Problems problems = all_of(s);
    std::erase_if(problems, [&](std::size_t i) { return !laws.all_known(i, k); });
    step.of_unknown = false;
    step.stays = !leaving_pays(s, standard, laws, k, options.slower);
    if (problems.empty()) continue;
    const auto worth = worth_of(s, problems, standard, laws, k, options.slower, false);
    double of_all = 0;
    for (std::size_t n = 0; n < problems.size(); ++n) of_all += worth[n] * s.weights[problems[n]];
    step.never_asks = !pays_held_out(s, problems, worth, shape, options.sure);
    if (!step.never_asks) step.worth = regression_of(s, problems, shape).fit(worth).coefficients;
    step.of_unknown = of_all > 0;
    if (s.seen_s.empty() || s.runs[k] < s.seen_from_runs) continue;
    const auto by_look = seen_regression(s, problems, shape);
    if (!by_look) continue;
    const auto law = by_look->fit(worth_of(s, problems, standard, laws, k, options.slower, true));
    if (by_look->says_more_than_0(law.coefficients)) step.worth_seen = law.coefficients;
  }
  return steps;
}

/// What is lost on a problem; what is taken unasked, by laws that have not seen it.
double loss_of(const AskSamples& s, std::size_t standard, const HeldOutLaws& laws,
               const model::Asking& asking, std::size_t problem, std::size_t k) {
  const model::SizedAsking sized = asking.at(s.headers[problem]);
  const bool looks = sized.looks(s.runs[k], standard);
  const bool asked = looks ? sized.asks_seen(s.runs[k], s.seen_s[problem]) : sized.asks(s.runs[k]);
  return asked ? s.asked(problem, k, looks) : laws.loss(problem, k, standard);
}

/// Of all problems at all numbers of runs at which it is known.
double mean_loss(const AskSamples& s, std::size_t standard, const HeldOutLaws& laws,
                 const model::Asking& asking) {
  double sum = 0;
  double weights = 0;
  for (std::size_t i = 0; i < s.headers.size(); ++i) {
    for (std::size_t k = 0; k < s.runs.size(); ++k) {
      if (!laws.all_known(i, k)) continue;
      sum += s.weights[i] * loss_of(s, standard, laws, asking, i, k);
      weights += s.weights[i];
    }
  }
  return weights > 0 ? sum / weights : 0;
}

/// Without what no problem takes at any number of runs.
void drop_unused(const AskSamples& s, std::size_t standard, model::Asking& asking) {
  std::vector<bool> used(s.candidates);
  used[standard] = true;
  for (std::size_t i = 0; i < s.headers.size(); ++i) {
    for (std::size_t k = 0; k < s.runs.size(); ++k) {
      used[choice(asking, s, i, k, standard).value_or(standard)] = true;
    }
  }
  std::erase_if(asking.unasked, [&](const auto& u) { return !used[u.candidate]; });
}

}  // namespace

model::Asking fit_asking(const AskSamples& samples, std::size_t standard,
                         const AskOptions& options) {
  const Shape shape{best_knee(samples, options), options.ridge_of_times, options.least_timed};
  HeldOutLaws held_out(samples, shape);
  FewRuns few_runs(samples, standard, held_out);
  const model::Asking laws = laws_of(samples, all_of(samples), shape);
  std::vector<model::Asking> found;
  std::vector<double> losses;
  for (const double part : {1.0, 0.5, 0.2, 0.0}) {  // from the most careful one on
    AskOptions charged = options;
    charged.slower *= part;
    model::Asking& asking = found.emplace_back(laws);
    tune(samples, charged.slower, few_runs, asking);
    held_out.set(asking);
    asking.steps = steps_of(samples, standard, held_out, shape.knee, charged);
    // Where the most runs gain nothing by it, asking is for nothing, cheap or not.
    if (options.deciding_s > 0 && asking.steps.back().of_unknown) {
      asking.price_s = options.deciding_s;
      asking.cheap_share = tie_share;
    }
    losses.push_back(mean_loss(samples, standard, held_out, asking));
  }
  const double most = *std::min_element(losses.begin(), losses.end()) + options.price;
  const auto first =
      std::find_if(losses.begin(), losses.end(), [&](double l) { return l <= most; });
  model::Asking out = std::move(found[static_cast<std::size_t>(first - losses.begin())]);
  drop_unused(samples, standard, out);
  return out;
}

bool tune_glance(const AskSamples& by_size, const model::Asking& asking, const AskSamples& seen,
                 std::size_t standard, const AskOptions& options, model::Glancing& glancing) {
  HeldOutLaws sized(by_size, {asking.knee, options.ridge_of_times, AskOptions{}.least_timed});
  HeldOutLaws behind(seen, {glancing.asking.knee, options.ridge_of_times, options.least_timed});
  sized.set(asking);
  behind.set(glancing.asking);
  const auto gain = [&](std::size_t i, std::size_t k) {
    const auto charged = [&](double loss) {
      return loss + (slower_than(by_size.of_default(i, k), loss) ? options.slower : 0);
    };
    const AskTrial& trial = by_size.trial(i, standard);
    const double least_s =
        (trial.seconds + trial.prepare_s / by_size.runs[k]) / std::exp(by_size.of(i, k)[standard]);
    const double loss = loss_of(seen, standard, behind, glancing.asking, i, k);
    const double paid = std::log(std::exp(loss) + glancing.price_s / by_size.runs[k] / least_s);
    return charged(loss_of(by_size, standard, sized, asking, i, k)) - charged(paid);
  };
  model::Glancing tried{glancing.asking, glancing.price_s};
  double most = 0;
  for (const double share : {0.01, 0.02, 0.05, 0.1}) {
    tried.cheap_share = share;
    double gained = 0;
    for (std::size_t k = by_size.runs.size(); k-- > 0;) {
      for (std::size_t i = 0; i < by_size.headers.size(); ++i) {
        if (!by_size.judged_by(i)) continue;
        if (!tried.pays(asking, by_size.headers[i], by_size.runs[k])) continue;
        if (sized.all_known(i, k) && behind.all_known(i, k)) gained += gain(i, k);
      }
      if (gained <= most) continue;
      most = gained;
      glancing.cheap_share = share;
      glancing.from_runs = k == 0 ? 0 : by_size.runs[k];
    }
  }
  return most > 0;
}

std::vector<double> ask_runs() {
  std::vector<double> out;
  constexpr std::array<double, 4> in_a_decade{1, 2, 3, 5};
  for (double decade = 1; decade < 1e6; decade *= 10) {
    for (const double x : in_a_decade) out.push_back(x * decade);
  }
  out.push_back(1e6);
  return out;
}

}  // namespace sptune::train
