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

SizeTerms terms_of(const Asking& asking, const Header& header) {
  return size_terms_of(known_size(asking, header), asking.knee);
}

/// Seconds of a run of the fastest; there is one.
double least_by(const std::vector<UnaskedCandidate>& unasked, const SizeTerms& terms) {
  double least = std::numeric_limits<double>::infinity();
  for (const UnaskedCandidate& u : unasked) least = std::min(least, law(u.log_seconds, terms));
  return std::exp(least);
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

bool Asking::asks(const Header& header, double runs) const {
  const AskStep* const now = step_at(runs);
  if (now == nullptr) return true;
  const SizeTerms terms = terms_of(*this, header);
  if (variance_at(terms, variance) > unknown) return now->of_unknown;
  if (now->never_asks) return false;
  if (law(now->worth, terms) > 0) return true;
  return cheap_share > 0 && !unasked.empty() && is_cheap(runs, least_by(unasked, terms));
}

bool Asking::knows(const Header& header) const {
  return !unasked.empty() && variance_at(terms_of(*this, header), variance) <= unknown;
}

std::optional<double> Asking::least_run_s(const Header& header) const {
  const SizeTerms terms = terms_of(*this, header);
  if (unasked.empty() || variance_at(terms, variance) > unknown) return std::nullopt;
  return least_by(unasked, terms);
}

std::optional<double> Asking::prepare_s(const Header& header, std::size_t candidate) const {
  const UnaskedCandidate* const of = law_of(unasked, candidate);
  if (of == nullptr) return std::nullopt;
  return std::exp(law(of->log_prepare, terms_of(*this, header)));
}

bool Asking::is_cheap(double runs, double run_s) const {
  return cheap_share > 0 && price_s <= cheap_share * runs * run_s;
}

bool Asking::looks(const Header& header, double runs, std::size_t standard) const {
  const AskStep* const now = step_at(runs);
  if (now == nullptr || !now->worth_seen) return false;
  if (variance_at(terms_of(*this, header), variance) > unknown) return false;
  return choice(header, runs, standard, [](std::size_t) { return true; }).value_or(standard) ==
         standard;
}

bool Asking::asks_seen(const Header& header, double runs, double run_s) const {
  return law(*step_at(runs)->worth_seen, seen_terms_of(known_size(*this, header), knee, run_s)) >
             0 ||
         is_cheap(runs, run_s);
}

std::optional<std::size_t> Asking::choice(const Header& header, double runs, std::size_t standard,
                                          const std::function<bool(std::size_t)>& fits) const {
  const SizeTerms terms = terms_of(*this, header);
  const double of_law = variance_at(terms, variance);
  if (of_law > unknown) return std::nullopt;
  const UnaskedCandidate* const of_default = law_of(unasked, standard);
  if (const AskStep* const now = step_at(runs); now != nullptr && now->stays) return std::nullopt;
  const bool stays = std::isfinite(unasked_below) && runs >= unasked_below;
  if (of_default == nullptr || stays) return standard;
  runs = std::max(1.0, runs);  // what is not run at all is not prepared, either
  const auto total = [&](const UnaskedCandidate& u) {
    const double charge = caution * (1 + of_law / u.timed);
    return std::exp(law(u.log_seconds, terms) + charge * u.spread * u.spread) +
           std::exp(law(u.log_prepare, terms)) / runs;
  };
  const double most = (1 - min_gain) * total(*of_default);
  // The least of those that are left, until one fits, most often the first. Nothing is kept in
  // between: memory for it would take a third of all this where caches hold nothing.
  std::pair<double, std::size_t> tried{-1, 0};
  for (;;) {
    std::pair<double, std::size_t> least{most, standard};
    for (const UnaskedCandidate& u : unasked) {
      if (u.candidate == standard || of_law > unknown * u.timed) continue;
      const std::pair own{total(u), u.candidate};
      if (own.first < most && own > tried && own < least) least = own;
    }
    if (least.second == standard || fits(least.second)) return least.second;
    tried = least;
  }
}

bool Glancing::pays(const Asking& by_size, const Header& header, double runs) const {
  if (runs < from_runs || asking.always_asks(runs)) return false;
  const std::optional<double> run_s = by_size.least_run_s(header);
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
