// SPDX-License-Identifier: BSD-3-Clause
// What a Chooser takes of what races have found.
#include "sptune/error.hpp"
#include "tuner/dispatch/chooser.hpp"
#include "tuner/dispatch/fitting.hpp"
#include "tuner/model/rule.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>

namespace sptune::dispatch {
namespace {

/// As Probe::as_paid promises: what was learned is prepared when `first` has run for as long as
/// that takes, `prepare_s`, unless a single run of it does already.
void begin_with(const ResolvedConfiguration& first, double prepare_s, Chosen& chosen) {
  Choice& choice = chosen.choice;
  if (prepare_s <= choice.predicted_seconds) return;
  if (choice.configuration == first.configuration()) return;
  chosen.contenders = {{chosen.configuration, prepare_s}};
  choice.reason += "; probed when the runs so far have paid for it: " + chosen.configuration.text();
  chosen.take(first);
  choice.expected_gain = choice.gain_low = choice.gain_high = 1;
  choice.predicted_seconds = choice.prepare_seconds = 0;
}

}  // namespace

bool Chooser::take_learned(const KnownModel* known, Problem& problem, const Options& options,
                           Chosen& chosen) const {
  const Runs counted = runs(problem, options);
  std::optional<Chosen> before;  // what runs until another has paid for itself
  if (counted.at_first < counted.in_all) before = chosen;
  std::optional<double> prepare_s = learned_->recall(
      problem, options, counted.in_all, known != nullptr, chosen.configuration, chosen.choice);
  if (!prepare_s) return false;
  if (!before) return true;
  const bool runs_anyhow = chosen.choice.configuration == before->choice.configuration;
  if (std::isnan(*prepare_s) && !runs_anyhow) {
    prepare_s =
        known == nullptr ? std::nullopt : price_of(*known, problem, options, chosen.configuration);
    if (!prepare_s) {
      chosen = *before;
      return false;
    }
    chosen.choice.prepare_seconds = *prepare_s;
  }
  begin_with(before->configuration, *prepare_s, chosen);
  return true;
}

std::optional<double> Chooser::price_of(const KnownModel& known, Problem& problem,
                                        const Options& options,
                                        const ResolvedConfiguration& c) const {
  const auto at = std::ranges::find_if(known.configurations, [&](const auto& candidate) {
    return candidate && candidate->configuration() == c.configuration();
  });
  if (at == known.configurations.end()) return std::nullopt;
  try {
    auto judgement = memory_->recall(*known.model, problem, options.pattern_id);
    if (judgement == nullptr) {
      judgement = memory_->judge(*known.model, problem, options.pattern_id);
    }
    if (judgement->scores.empty()) return std::nullopt;
    const auto candidate = static_cast<std::size_t>(at - known.configurations.begin());
    const double price = model::score_of(judgement->scores, candidate).prepare_s;
    return std::isfinite(price) ? std::optional(price) : std::nullopt;
  } catch (const BrokenOperands&) {
    throw;
  } catch (const std::exception&) {
    return std::nullopt;  // the model is asked for a choice next, and says why it cannot be
  }
}

}  // namespace sptune::dispatch
