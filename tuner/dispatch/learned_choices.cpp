// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/learned_choices.hpp"

#include "kernels/api/catalogue.hpp"
#include "tuner/dispatch/fitting.hpp"
#include "tuner/dispatch/pattern_memory.hpp"
#include "tuner/learned/log.hpp"
#include "tuner/model/race.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <limits>
#include <optional>
#include <system_error>

namespace sptune::dispatch {
namespace {

/// As this build has it; none where its code is another by now.
std::optional<ResolvedConfiguration> resolved(const Problem& problem, const Configuration& c,
                                              const std::string& code_hash) {
  const auto found = shipped_catalogue().resolve(problem.operation(), backend_of(problem.a), c);
  if (!found || found.value().variant().code_hash != code_hash) return std::nullopt;
  return found.value();
}

std::string default_text(const Problem& problem) {
  const Variant* const standard =
      shipped_catalogue().default_variant(problem.operation(), backend_of(problem.a));
  return standard == nullptr ? std::string() : standard->default_configuration().text();
}

/// The same file in whatever folder the application works later; as it is where nobody knows in
/// which it works now.
std::string from_anywhere(const std::string& file) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(file, error);
  return error ? file : whole.string();
}

}  // namespace

LearnedChoices::LearnedChoices(const std::string& file, std::shared_ptr<const Warnings> warnings)
    : file_(from_anywhere(file)), warnings_(std::move(warnings)) {
  LearnedPatterns::OfFile known = LearnedPatterns::of(file_);
  for (const std::string& line : known.trouble) warnings_->warn(line);
  patterns_ = std::move(known.patterns);
  if (const std::string why = learned::try_to_append(file_); !why.empty()) tell(why);
}

void LearnedChoices::tell(const std::string& trouble) {
  if (!told_.exchange(true)) {
    warnings_->warn(trouble + "; what probing finds is not remembered");
  }
}

std::optional<double> LearnedChoices::recall(Problem& problem, const Options& options, double runs,
                                             bool modelled, ResolvedConfiguration& configuration,
                                             Choice& choice) const {
  using Ran = LearnedPatterns::Ran;
  constexpr double many_more = 10;
  const std::uint64_t sizes = sizes_of(problem);
  const model::Machine& here = model::this_machine(backend_of(problem.a));
  if (!patterns_->knows(here, sizes)) return {};  // no need to look which pattern it is
  const auto found = patterns_->find(here, {sizes, features::fingerprint(problem)});
  if (found == nullptr) return {};
  const Ran& winner = found->ran[found->winner];
  const bool others_may_race = (options.constant_values && !found->constant_values) ||
                               runs > many_more * found->expected_runs;
  if (modelled && others_may_race) return {};
  const bool pays = runs >= found->expected_runs || winner.prepare_s <= runs * winner.run_s;
  if (!pays || !resolved(problem, winner.configuration, winner.code_hash)) return {};
  // Of what is prepared beside the runs nobody knows what it costs; the race was worth it at as
  // many runs as are expected now.
  const bool open_end = !std::isfinite(runs) || std::ranges::any_of(found->ran, [](const Ran& r) {
    return std::isnan(r.prepare_s);
  });
  const auto total = [&](const Ran& r) {
    return open_end ? r.run_s : r.prepare_s + runs * r.run_s;
  };
  const Ran* best = nullptr;
  bool refused = false;  // what would be better
  std::optional<ResolvedConfiguration> taken;
  const auto consider = [&](const Ran& r) {
    // The race has decided between those that it could not tell apart.
    const double same = best == &winner ? model::RaceSettings().same : 0;
    if (best != nullptr && total(r) >= total(*best) * (1 - same)) return;
    const auto candidate = resolved(problem, r.configuration, r.code_hash);
    if (!candidate || !follows_values(candidate->variant(), problem, options) ||
        !fit(*candidate, problem)) {
      refused = true;
      return;
    }
    best = &r;
    taken = candidate;
  };
  consider(winner);
  for (const Ran& r : found->ran) consider(r);
  if (best == nullptr) return {};
  configuration = *taken;
  choice.configuration = taken->configuration();
  choice.match = Match::learned;
  choice.predicted_seconds = best->run_s;
  choice.prepare_seconds = std::isnan(best->prepare_s) ? 0 : best->prepare_s;
  choice.reason = (refused ? "the fastest that is allowed now of " : "the fastest of ") +
                  std::to_string(found->ran.size()) +
                  " that runs on an equal pattern tried here: " + duration_text(best->run_s);
  const std::string standard = default_text(problem);
  for (const Ran& r : found->ran) {
    if (r.configuration.text() != standard || best->run_s <= 0) continue;
    choice.expected_gain = choice.gain_low = choice.gain_high = r.run_s / best->run_s;
  }
  return best->prepare_s;
}

LearnedChoices::Listener LearnedChoices::listen(const Problem& problem, const Options& options,
                                                const features::Features& features,
                                                const ResolvedConfiguration& first,
                                                double prepare_s,
                                                const std::vector<Contender>& contenders,
                                                ProbingPlan::Settled told) {
  auto notes = std::make_shared<RaceNotes>();
  notes->prepared(0, prepare_s);
  // Prepared by one thread, where the record speaks of several.
  const bool by_threads = problem.a.space == MemorySpace::host && problem.resources.threads > 1;
  learned::Record record = learned::describe(problem, sizes_of(problem), features);
  record.expected_runs = options.probe == Probe::as_paid ? std::numeric_limits<double>::infinity()
                                                         : options.expected_runs;
  record.constant_values = options.constant_values;
  std::vector<ResolvedConfiguration> entrants{first};
  for (const Contender& c : contenders) entrants.push_back(c.configuration);
  const auto settled = [self = shared_from_this(), notes, begun_in = getpid(), by_threads,
                        record = std::move(record), entrants = std::move(entrants),
                        told = std::move(told)](const ResolvedConfiguration& winner) {
    learned::Record found = record;
    for (std::size_t i = 0; i < std::min(entrants.size(), notes->entrants().size()); ++i) {
      const RaceNotes::Entrant& seen = notes->entrants()[i];
      if (seen.us.empty()) continue;
      if (entrants[i].text() == winner.text()) found.winner = found.measured.size();
      found.measured.push_back({entrants[i].configuration(), entrants[i].variant().code_hash,
                                by_threads && seen.prepared_alone ? std::nan("") : seen.prepare_s,
                                seen.us});
    }
    // Without two that were timed nothing was found out; nor in a forked child, whose runs may
    // have had fewer threads than the record says.
    if (found.measured.size() > 1 && getpid() == begun_in) self->settle(found);
    if (told) told(winner);
  };
  return {std::move(notes), settled};
}

/// In a run of the application: nothing is thrown into its loop.
void LearnedChoices::settle(const learned::Record& record) {
  std::string why;
  try {
    patterns_->add(record);
    why = learned::append(file_, record);
  } catch (const std::exception& e) {
    why = e.what();
  }
  if (!why.empty()) tell(why);
}

}  // namespace sptune::dispatch
