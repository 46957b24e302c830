// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/chooser.hpp"

#include "kernels/api/catalogue.hpp"
#include "kernels/api/clock.hpp"
#include "kernels/api/operation.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/team_watch.hpp"
#include "kernels/host/threads.hpp"
#include "sptune/error.hpp"
#include "tuner/dispatch/contenders.hpp"
#include "tuner/dispatch/fitting.hpp"
#include "tuner/dispatch/forcing.hpp"
#include "tuner/dispatch/probing_product.hpp"
#include "tuner/dispatch/product_phases.hpp"
#include "tuner/features/glance.hpp"

#include <omp.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace sptune::dispatch {
namespace {

template <class PlanKind>
using Planner = std::unique_ptr<PlanKind> (ResolvedConfiguration::*)(const Problem&) const;

/// Null: nothing is remembered.
std::shared_ptr<LearnedChoices> learned_of(const std::string& file,
                                           const std::shared_ptr<Warnings>& warnings) {
  return file.empty() ? nullptr : std::make_shared<LearnedChoices>(file, warnings);
}

/// Before anybody is asked.
Chosen only(const ResolvedConfiguration& standard) {
  Chosen out{standard, {}};
  out.take(standard);
  return out;
}

/// What a run is: a dense result has nothing but values.
Repeat repeated(const Problem& problem, const Options& options) {
  return has_sparse_result(problem.operation()) ? options.repeat : Repeat::whole;
}

void take_forced(const ResolvedConfiguration& demanded, Problem& problem, Chosen& chosen,
                 const Warnings& told) {
  const Fit fits = fit(demanded, problem);
  Choice& choice = chosen.choice;
  if (!fits) {
    choice.match = Match::abstained;
    choice.reason = "forced " + demanded.text() + " does not fit: " + fits.reason;
    told.warn(choice.reason + "; the default is used");
    return;
  }
  chosen.take(demanded);
  choice.match = Match::forced;
  choice.reason = "forced";
}

/// All that is known for nothing.
model::Header header_of(const Problem& problem) {
  return {static_cast<double>(problem.a.rows), static_cast<double>(problem.a.cols),
          static_cast<double>(problem.a.nnz)};
}

/// Whether a candidate may run. Each is looked at once: some look at all entries. There is room for
/// answers from the first question on: where the model is not asked, nobody puts one.
std::function<Fit(std::size_t)> fits_of(const KnownModel& known, Problem& problem,
                                        const Options& options) {
  return [&, answers = std::vector<std::optional<Fit>>()](std::size_t c) mutable {
    answers.resize(known.configurations.size());
    if (answers[c]) return *answers[c];
    const std::optional<ResolvedConfiguration>& candidate = known.configurations[c];
    answers[c] = candidate ? follows_values(candidate->variant(), problem, options)
                           : Fit::no("this library has no such configuration");
    if (*answers[c]) answers[c] = fit(*candidate, problem);
    return *answers[c];
  };
}

/// Why nobody was asked at so many runs. Who may change the values can have so little of what is
/// known that asking pays at no number of them.
std::string why_unasked(const KnownModel& known, const model::Header& header,
                        const Options& options, double runs) {
  const model::ModelData& data = known.model->data();
  if (!options.constant_values && data.changing) {
    const model::SizedAsking constant = data.deciding_for(true).asking_for(header);
    // What a look at the rows would say there is not known.
    if (constant.asks(runs) && !constant.looks(runs, known.model->default_candidate())) {
      return "asking pays where values stay as they are (Options::constant_values), which nobody "
             "has promised";
    }
  }
  return "too few runs expected for asking to pay";
}

/// What the model takes where asking cannot pay: of what fits, the best by what is known. `chosen`
/// holds what runs without a model, which fits.
void take_unasked(const KnownModel& known, const Beforehand& before, Problem& problem,
                  const Options& options, Chooser::Runs counted,
                  const std::function<Fit(std::size_t)>& fits, Chosen& chosen) {
  const std::size_t standard = known.model->default_candidate();
  const double runs = counted.at_first;
  const model::Header& header = before.header;
  chosen.choice.reason = why_unasked(known, header, options, counted.in_all);
  const auto is_chosen = [&](std::size_t c) {
    const std::optional<ResolvedConfiguration>& candidate = known.configurations[c];
    return candidate && candidate->configuration() == chosen.configuration.configuration();
  };
  const auto may_run = [&](std::size_t c) { return is_chosen(c) || fits(c); };
  const auto candidate = before.asking.choice(runs, standard, may_run);
  if (!candidate) {
    chosen.choice.reason += before.asking.knows() ? "; unasked, nothing else is better by and large"
                                                  : ", and the model knows no matrix of this size";
    return;
  }
  if (candidate == standard && !may_run(standard)) return;
  if (!is_chosen(*candidate)) chosen.take(*known.configurations[*candidate]);
  if (candidate == standard) return;
  chosen.choice.match = known.match(Match::by_size, problem.resources.threads);
  chosen.choice.reason += header.glance
                              ? ": unasked, what is best by size and a glance at some rows"
                              : ": unasked, what is best at this size by and large";
}

/// Of preparing. To begin a thread takes 100 us and more of a loop on an H200's host
/// (docs/measurements/model.md, Where nobody is asked), and who waits for a stream or reads entries
/// takes longer than this.
constexpr double next_to_nothing_s = 10e-6;

constexpr const char* rows_unsorted =
    "rows are not sorted or hold duplicates: the model knows sorted rows";

/// Whether any plan that may run keeps a copy.
bool copies_values(const Chosen& chosen, const Problem& problem) {
  const auto copies = [&](const ResolvedConfiguration& c) {
    return c.variant().copies_values(problem);
  };
  return copies(chosen.configuration) ||
         std::any_of(chosen.contenders.begin(), chosen.contenders.end(),
                     [&](const Contender& c) { return copies(c.configuration); });
}

/// Seconds that a run is expected to take, by what a plan would see first, which the problem keeps.
double look(const ResolvedConfiguration& c, Problem& problem) {
  Look seen = c.variant().functions.look(c, problem);
  problem.looked = std::move(seen.found);
  return seen.run_s;
}

/// Lets what fits have found go: once a plan is made nobody asks for it again, and problems may
/// live as long as plans.
struct UntilPlanned {
  Problem& problem;
  ~UntilPlanned() { problem.found = {}; }
};

/// The plan of what was chosen, or where it cannot be prepared, of the default. `kind` is
/// ResolvedConfiguration's member for the kind of plan that the operation has.
template <class PlanKind>
std::unique_ptr<PlanKind> plan(Problem& problem, double runs, Chosen& chosen,
                               Planner<PlanKind> kind, const Warnings& told) {
  const UntilPlanned until{problem};
  // What was found for others would be memory beside that of this plan.
  if (!serves(problem.found, chosen.configuration, problem)) problem.found = {};
  std::string why;
  try {
    return (chosen.configuration.*kind)(problem);
  } catch (const std::exception& e) {
    problem.found = {};
    const Fallback standard = fallback(problem, runs);
    if (chosen.choice.configuration == standard.configuration.configuration()) {
      throw;
    }
    why = chosen.configuration.text() + " could not be prepared: " + e.what();
  }
  told.warn(why + "; the default is used");
  const Fallback standard = fallback(problem, runs);
  chosen.take(standard.configuration);
  chosen.contenders.clear();
  Choice& choice = chosen.choice;
  choice.reason = why;
  choice.match = Match::abstained;
  choice.expected_gain = choice.gain_low = choice.gain_high = 1;
  choice.predicted_seconds = choice.prepare_seconds = choice.break_even_runs = 0;
  choice.copies_values = standard.configuration.variant().copies_values(problem);
  return (standard.configuration.*kind)(problem);
}

}  // namespace

void Chooser::configure(Dispatcher::Sink sink) {
  if (sink) warnings->sink = std::move(sink);
  if (const std::string flaw = host::isa_flaw(); !flaw.empty()) {
    warnings->warn(flaw + "; " + std::string(host::to_string(host::active_isa())) + " is used");
  }
  force_ = environment("SPTUNE_FORCE");
  if (const std::string flaw = force_flaw(force_); !flaw.empty()) {
    warnings->warn("SPTUNE_FORCE is ignored: " + flaw);
    force_.clear();
  }
  learned_ = learned_of(environment("SPTUNE_LEARNED"), warnings);
}

std::shared_ptr<Chooser> Chooser::remembering(const std::string& file) const {
  auto out = std::make_shared<Chooser>(*this);
  out->learned_ = learned_of(file, warnings);
  return out;
}

Resources Chooser::resources(const Options& options) const {
  const int most = host::usable_cores();
  if (options.threads > most) {
    warnings->warn_once(std::to_string(options.threads) + " threads are asked for, this process " +
                        "may use " + std::to_string(most) + " cores: as many threads are used");
  }
  // Regions have one there, whatever is asked for: choices and records have to say so. So have
  // those within a region of the application, unless OpenMP is told to nest more of them.
  const bool alone = host::team_is_lost() || omp_get_active_level() >= omp_get_max_active_levels();
  const int granted = alone                 ? 1
                      : options.threads > 0 ? std::min(options.threads, most)
                                            : host::granted_threads();
  return {granted, options.memory_limit, options.stream,
          options.repeat == Repeat::values ? options.expected_runs : 0};
}

Chosen Chooser::choose(Problem& problem, const Options& options, const Warnings& told) const {
  const double start = now_s();
  problem.found = {};  // of a former choice
  const Fallback standard = fallback(problem, runs(problem, options).at_first);
  Chosen chosen = only(standard.configuration);
  if (const auto demanded = forced(options, problem)) {
    require_offsets(problem, options.validate);
    take_forced(*demanded, problem, chosen, told);
  } else {
    consult(problem, options, standard.configuration, chosen, told);
  }
  Choice& choice = chosen.choice;
  if (!standard.note.empty() && choice.configuration == standard.configuration.configuration()) {
    choice.reason += "; " + standard.note;
  }
  choice.copies_values = copies_values(chosen, problem);
  choice.decide_seconds = now_s() - start;
  if (options.explain && chosen.judgement == nullptr) list(problem, options, choice);
  return chosen;
}

void Chooser::list(Problem& problem, const Options& options, Choice& choice) const {
  const KnownModel* const known = known_for(problem, options);
  if (known == nullptr) return;
  try {
    // Of its own: who is asked about this pattern later is not to find it there.
    const auto judgement = PatternMemory().judge(*known->model, problem, options.pattern_id);
    choice.considered = judgement->rows_sorted
                            ? consider(*known, judgement->scores, fits_of(*known, problem, options))
                            : std::vector<std::string>{rows_unsorted};
  } catch (const BrokenOperands&) {
    throw;
  } catch (const std::exception& e) {
    choice.considered = {e.what()};
  }
}

/// What the environment forces, unless that belongs to another operation or backend: it speaks to
/// whole programs; else what Options::force does, which speaks of one product. None: nothing.
std::optional<ResolvedConfiguration> Chooser::forced(const Options& options,
                                                     const Problem& problem) const {
  const auto parse = [&](const std::string& text) {
    return shipped_catalogue().parse(problem.operation(), backend_of(problem.a), text);
  };
  if (!force_.empty()) {
    if (auto parsed = parse(force_)) return parsed.value();
  }
  if (options.force.empty()) return std::nullopt;
  auto parsed = parse(options.force);
  if (!parsed) throw UsageError("forced configuration: " + parsed.error());
  return parsed.value();
}

bool Chooser::chooses_at_once(const ResolvedConfiguration& now, bool is_fallback, Problem& problem,
                              const Options& options) const {
  if (forced(options, problem) || learned_ != nullptr) return false;
  const Runs counted = runs(problem, options);
  if (!is_fallback && looks_at_rows(problem, counted.at_first)) return false;  // it would wait
  const auto is_now = [&](const Configuration& c) { return c == now.configuration(); };
  const KnownModel* known = known_for(problem, options);
  if (known == nullptr) return is_fallback;
  const model::SizedAsking asking = beforehand(*known, problem, options, counted.in_all).asking;
  const std::size_t standard = known->model->default_candidate();
  if (asking.looks(counted.in_all, standard)) {
    if (!now.variant().functions.look || memory_->knows(sizes_of(problem))) return false;
    if (asking.asks_seen(counted.in_all, look(now, problem))) return false;
  } else if (asking.asks(counted.in_all)) {
    return false;
  }
  const auto candidate =
      asking.choice(counted.at_first, standard, [](std::size_t) { return true; });
  if (!candidate) return is_fallback;
  return is_now(known->model->candidates()[*candidate].configuration) ||
         asking.prepare_s(*candidate).value_or(next_to_nothing_s) < next_to_nothing_s;
}

const KnownModel* Chooser::known_for(const Problem& problem, const Options& options) const {
  return models.find(problem.operation(), problem.a.value_type, backend_of(problem.a),
                     repeated(problem, options), problem.resources.threads);
}

bool Chooser::races(const KnownModel& known) {
  return known.model->data().repeat == Repeat::whole;
}

Chooser::Runs Chooser::runs(const Problem& problem, const Options& options) const {
  if (options.probe == Probe::as_paid) {
    const KnownModel* const known = known_for(problem, options);
    if (known != nullptr && races(*known)) return {1, std::numeric_limits<double>::infinity()};
  }
  return {options.expected_runs, options.expected_runs};
}

void Chooser::consult(Problem& problem, const Options& options,
                      const ResolvedConfiguration& standard, Chosen& chosen,
                      const Warnings& told) const {
  const KnownModel* known = known_for(problem, options);
  if (learned_ != nullptr && take_learned(known, problem, options, chosen)) return;
  if (known == nullptr) {
    require_offsets(problem, options.validate);
    chosen.choice.match = Match::no_model;
    chosen.choice.reason =
        "no model for " + std::string(to_string(problem.operation())) + " " +
        std::string(to_string(problem.a.value_type)) + " on " +
        std::string(to_string(backend_of(problem.a))) +
        std::string(model::remark(repeated(problem, options))) +
        models.of_other_hardware(problem.operation(), problem.a.value_type, backend_of(problem.a),
                                 repeated(problem, options));
    return;
  }
  try {
    predict(*known, problem, options, chosen);
  } catch (const BrokenOperands&) {
    throw;
  } catch (const UsageError& e) {
    chosen = only(standard);  // the operands are none that a model knows: nothing has failed
    chosen.choice.match = Match::abstained;
    chosen.choice.reason = e.what();
  } catch (const std::exception& e) {
    chosen = only(standard);
    chosen.choice.match = Match::abstained;
    chosen.choice.reason = std::string("deciding failed: ") + e.what();
    told.warn(chosen.choice.reason + "; the default is used");
  }
}

Beforehand Chooser::beforehand(const KnownModel& known, const Problem& problem,
                               const Options& options, double runs) const {
  const model::Deciding& deciding = known.deciding_for(options);
  model::Header header = header_of(problem);
  std::optional<std::shared_ptr<const Judgement>> recalled;
  if (deciding.glances(header, runs)) {
    recalled = memory_->recall(*known.model, problem, options.pattern_id);
    const Judgement* const before = recalled->get();
    header.glance =
        before != nullptr ? features::glance_of(before->features) : features::glance(problem.a);
  }
  return {header, std::move(recalled), deciding.asking_for(header)};
}

std::shared_ptr<const Judgement> Chooser::ask(const KnownModel& known, const Beforehand& before,
                                              Problem& problem, const Options& options,
                                              Chosen& chosen) const {
  const model::Model& m = *known.model;
  const model::SizedAsking& asking = before.asking;
  const double in_all = runs(problem, options).in_all;
  const bool looks =
      chosen.configuration.variant().functions.look && asking.looks(in_all, m.default_candidate());
  if (!looks && !asking.asks(in_all)) return nullptr;
  if (auto recalled =
          before.recalled ? *before.recalled : memory_->recall(m, problem, options.pattern_id)) {
    chosen.choice.remembered = true;
    return recalled;
  }
  if (looks) {
    require_offsets(problem, options.validate);
    const double run_s = look(chosen.configuration, problem);
    if (!asking.asks_seen(in_all, run_s)) return nullptr;
  }
  return memory_->judge(m, problem, options.pattern_id);
}

void Chooser::predict(const KnownModel& known, Problem& problem, const Options& options,
                      Chosen& chosen) const {
  const model::Model& m = *known.model;
  const model::Rule& rule = known.deciding_for(options).rule;
  Choice& choice = chosen.choice;
  choice.match = Match::abstained;
  const Runs counted = runs(problem, options);
  const Beforehand before = beforehand(known, problem, options, counted.in_all);
  const auto judgement = ask(known, before, problem, options, chosen);
  const auto fits = fits_of(known, problem, options);
  if (judgement == nullptr) {
    require_offsets(problem, options.validate);
    take_unasked(known, before, problem, options, counted, fits, chosen);
    return;
  }
  chosen.judgement = judgement;
  if (!judgement->rows_sorted) {
    choice.reason = std::string(rows_unsorted) + ", the default is used";
    return;
  }
  const std::vector<model::Score>& scores = judgement->scores;
  const model::Decision decision =
      model::decide(scores, m.default_candidate(), counted.at_first, rule, fits);
  if (options.explain) choice.considered = consider(known, scores, fits);
  if (fits(decision.candidate)) {
    chosen.configuration = *known.configurations[decision.candidate];
    fill(choice, known, scores, decision, problem.resources.threads);
    if (races(known)) {
      const bool remembered = learned_ != nullptr && problem.second() == nullptr;
      chosen.contenders = contenders(known, scores, decision.candidate, options, counted.in_all,
                                     fits, remembered, choice);
    }
  } else {
    choice.reason = "none of the model's configurations fits";
  }
}

template <class Probing, class PlanKind>
std::unique_ptr<PlanKind> Chooser::probing_plan(Problem& problem, Chosen& chosen,
                                                const Options& options, const Warnings& told,
                                                Planner<PlanKind> kind) const {
  const double start = now_s();
  auto made = plan(problem, runs(problem, options).at_first, chosen, kind, told);
  if (chosen.contenders.empty()) return made;
  LearnedChoices::Listener listener{{}, as_told(options.settled)};
  // A line of the log has no second operand; what contends because it was learned has its line.
  if (learned_ != nullptr && problem.second() == nullptr && chosen.judgement != nullptr) {
    listener = learned_->listen(problem, options, chosen.judgement->features, chosen.configuration,
                                now_s() - start, chosen.contenders, std::move(listener.settled));
  }
  return std::make_unique<Probing>(problem, chosen.configuration, std::move(made),
                                   chosen.contenders,
                                   options.probe == Probe::as_paid ? Pace::as_paid : Pace::at_once,
                                   std::move(listener.settled), nullptr, std::move(listener.notes));
}

std::unique_ptr<DensePlan> Chooser::dense_plan(Problem& problem, Chosen& chosen,
                                               const Options& options, const Warnings& told) const {
  return probing_plan<ProbingPlan>(problem, chosen, options, told,
                                   &ResolvedConfiguration::dense_plan);
}

std::unique_ptr<SparsePlan> Chooser::sparse_plan(Problem& problem, Chosen& chosen,
                                                 const Options& options,
                                                 const Warnings& told) const {
  return std::make_unique<OrderedProduct>(
      problem, probing_plan<ProbingProduct>(problem, chosen, options, told,
                                            &ResolvedConfiguration::sparse_plan));
}

}  // namespace sptune::dispatch
