// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/asking.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace sptune::model {
namespace {

template <std::size_t N>
double law(const std::array<double, N>& coefficients, const std::array<double, N>& terms) {
  return std::inner_product(terms.begin(), terms.end(), coefficients.begin(), 0.0);
}

/// Of a law at these terms, for a spread of 1. `of_law` is symmetric.
double variance_at(const SizeTerms& terms, const std::array<SizeTerms, size_terms>& of_law) {
  double sum = 0;
  for (std::size_t i = 0; i < size_terms; ++i) {
    if (terms[i] == 0) continue;  // as those of a glance where there is none
    const double before =
        std::inner_product(terms.begin(), terms.begin() + i, of_law[i].begin(), 0.0);
    sum += terms[i] * (2 * before + of_law[i][i] * terms[i]);
  }
  return sum;
}

/// A format that stores more than so many times what it needs is out of the question.
constexpr double most_fill = 64;

/// Variance of a law from which on it is as uncertain as what it says of a matrix.
constexpr double unknown = 1;

/// A matrix smaller than all of training's counts as one as small as those.
Header known_size(const Asking& asking, const Header& header) {
  const double scale = std::max(1.0, asking.least_nnz / std::max(1.0, header.nnz));
  return {header.rows * scale, header.cols * scale, std::max(header.nnz, asking.least_nnz),
          header.glance};
}

const UnaskedCandidate* law_of(const std::vector<UnaskedCandidate>& unasked,
                               std::size_t candidate) {
  const auto found = std::find_if(unasked.begin(), unasked.end(),
                                  [&](const auto& u) { return u.candidate == candidate; });
  return found == unasked.end() ? nullptr : &*found;
}

}  // namespace

SizeTerms size_terms_of(const Header& header, double knee) {
  const double nnz = std::max(1.0, header.nnz);
  const double a = std::log(nnz);
  const double rows = std::max(1.0, header.rows);
  const double b = std::log(nnz / rows);
  const double c = std::log(std::max(1.0, header.cols) / rows);
  const double u = knee > 0 ? std::log1p(nnz / knee) : a;
  SizeTerms out{1, u, b, u * u, u * b, b * b, c, std::abs(c), u * c, b * c};
  if (knee > 0) {
    out[10] = a;
    out[11] = std::log1p(rows / knee);
  }
  if (header.glance) {
    const features::Glance& g = *header.glance;
    const auto fill = [](double ratio) { return std::log(std::clamp(ratio, 1.0, most_fill)); };
    const std::array of_glance{std::log1p(g.row_cv), fill(g.sell8_fill), std::log1p(g.run),
                               fill(g.dia_fill), fill(g.bsr3_fill)};
    std::copy(of_glance.begin(), of_glance.end(), out.begin() + header_terms);
  }
  return out;
}

SeenTerms seen_terms_of(const Header& header, double knee, double run_s) {
  const SizeTerms sizes = size_terms_of(header, knee);
  SeenTerms out{};
  std::copy_n(sizes.begin(), header_terms, out.begin());
  const double d = std::log(run_s);
  out[header_terms] = d;
  out[header_terms + 1] = d * d;
  return out;
}

Asking Asking::from(double runs) {
  Asking out;
  if (runs > 0) out.steps = {{0, {-1}, false}, {runs, {1}}};
  return out;
}

const AskStep* Asking::step_at(double runs) const {
  if (steps.empty() || runs >= steps.back().runs) return nullptr;
  const auto next = std::find_if(steps.begin() + 1, steps.end(),
                                 [&](const AskStep& step) { return step.runs > runs; });
  return &*std::prev(next);
}

SizedAsking Asking::at(const Header& header) const {
  return {*this, header};
}

SizedAsking::SizedAsking(const Asking& asking, const Header& header)
    : asking_(asking),
      header_(known_size(asking, header)),
      terms_(size_terms_of(header_, asking.knee)) {}

double SizedAsking::variance() const {
  if (!variance_) variance_ = variance_at(terms_, asking_.variance);
  return *variance_;
}

bool SizedAsking::is_near(double timed) const {
  return variance() <= unknown * timed;
}

bool SizedAsking::asks(double runs) const {
  const AskStep* const now = asking_.step_at(runs);
  if (now == nullptr) return true;
  if (now->never_asks && !now->of_unknown) return false;
  if (!is_near()) return now->of_unknown;
  if (now->never_asks) return false;
  if (law(now->worth, terms_) > 0) return true;
  return asking_.cheap_share > 0 && !asking_.unasked.empty() && is_cheap(runs, least());
}

bool SizedAsking::knows() const {
  return !asking_.unasked.empty() && is_near();
}

double SizedAsking::least() const {
  double least = std::numeric_limits<double>::infinity();
  for (const UnaskedCandidate& u : asking_.unasked) {
    least = std::min(least, law(u.log_seconds, terms_));
  }
  return std::exp(least);
}

std::optional<double> SizedAsking::least_run_s() const {
  if (!knows()) return std::nullopt;
  return least();
}

std::optional<double> SizedAsking::prepare_s(std::size_t candidate) const {
  const UnaskedCandidate* const of = law_of(asking_.unasked, candidate);
  if (of == nullptr) return std::nullopt;
  return std::exp(law(of->log_prepare, terms_));
}

bool SizedAsking::is_cheap(double runs, double run_s) const {
  return asking_.cheap_share > 0 && asking_.price_s <= asking_.cheap_share * runs * run_s;
}

bool SizedAsking::looks(double runs, std::size_t standard) const {
  const AskStep* const now = asking_.step_at(runs);
  if (now == nullptr || !now->worth_seen || !is_near()) return false;
  return choice(runs, standard, [](std::size_t) { return true; }).value_or(standard) == standard;
}

bool SizedAsking::asks_seen(double runs, double run_s) const {
  return law(*asking_.step_at(runs)->worth_seen, seen_terms_of(header_, asking_.knee, run_s)) > 0 ||
         is_cheap(runs, run_s);
}

double SizedAsking::log_run_s(const UnaskedCandidate& u) const {
  const double charge = asking_.caution * (1 + variance() / u.timed);
  return law(u.log_seconds, terms_) + charge * u.spread * u.spread;
}

double SizedAsking::total(const UnaskedCandidate& u, double log_run, double runs) const {
  return std::exp(log_run) + std::exp(law(u.log_prepare, terms_)) / runs;
}

SizedAsking::Total SizedAsking::least_total(double runs, const Total& most,
                                            const Total& tried) const {
  Total least = most;
  double log_least = std::log(least.first);
  for (const UnaskedCandidate& u : asking_.unasked) {
    if (u.candidate == most.second || !is_near(u.timed)) continue;
    const double log_run = log_run_s(u);
    if (log_run > log_least) continue;  // whatever preparing takes
    const Total own{total(u, log_run, runs), u.candidate};
    if (own.first < most.first && own > tried && own < least) {
      least = own;
      log_least = std::log(own.first);
    }
  }
  return least;
}

std::optional<std::size_t> SizedAsking::choice(double runs, std::size_t standard,
                                               const std::function<bool(std::size_t)>& fits) const {
  const AskStep* const now = asking_.step_at(runs);
  if ((now != nullptr && now->stays) || !is_near()) return std::nullopt;
  const UnaskedCandidate* const of_default = law_of(asking_.unasked, standard);
  const bool stays = std::isfinite(asking_.unasked_below) && runs >= asking_.unasked_below;
  if (of_default == nullptr || stays) return standard;
  runs = std::max(1.0, runs);  // what is not run at all is not prepared, either
  if (!ranked_ || ranked_->runs != runs || ranked_->most.second != standard) {
    const Total most{(1 - asking_.min_gain) * total(*of_default, log_run_s(*of_default), runs),
                     standard};
    ranked_ = Ranked{runs, most, least_total(runs, most, {-1, 0})};
  }
  // The least of those that are left, until one fits, most often the first. Nothing is kept in
  // between: memory for it would take a third of all this where caches hold nothing.
  Total least = ranked_->least;
  while (least.second != standard && !fits(least.second)) {
    least = least_total(runs, ranked_->most, least);
  }
  return least.second;
}

bool Glancing::pays(const Asking& by_size, const Header& header, double runs) const {
  if (runs < from_runs || asking.always_asks(runs)) return false;
  const std::optional<double> run_s = by_size.at(header).least_run_s();
  return run_s && price_s <= cheap_share * runs * *run_s;
}

std::string validate(const Asking& asking, std::size_t candidates) {
  for (const UnaskedCandidate& u : asking.unasked) {
    if (u.candidate >= candidates) return "no such candidate";
    if (!(u.spread >= 0)) return "a spread is less than none";
    if (!(u.timed > 0)) return "a law is of no problem";
  }
  const auto& steps = asking.steps;
  if (steps.size() > Asking::most_steps) return "too many steps";
  if (!steps.empty() && steps.front().runs != 0) return "its first step does not begin at 0 runs";
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (!(steps[i].runs > steps[i - 1].runs)) return "its steps do not rise";
  }
  return {};
}

}  // namespace sptune::model
