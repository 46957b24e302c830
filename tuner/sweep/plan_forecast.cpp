// SPDX-License-Identifier: BSD-3-Clause
// `sptune sweep plan`: the same expansion as the sweep's, without measuring.
#include "harness/engine/engine.hpp"
#include "sptune/error.hpp"
#include "tuner/sweep/experience.hpp"
#include "tuner/sweep/planned_problem.hpp"
#include "tuner/sweep/searching.hpp"
#include "tuner/sweep/selection.hpp"
#include "tuner/sweep/session.hpp"
#include "tuner/sweep/survey.hpp"
#include "tuner/sweep/sweep.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sptune::sweep {
namespace {

using LineKey = std::pair<Operation, std::string>;

class Forecaster {
 public:
  Forecaster(const Plan& plan, const ForecastContext& context) : plan_(plan), context_(context) {
    for (const Operation op : plan.operations) {
      for (const ResolvedConfiguration& c : select_configurations(plan, op, context.catalogue)) {
        line(op, c);
      }
    }
  }

  Forecast run() {
    Survey survey = survey_suite(plan_, context_.library, context_.sink, {});
    out_.excluded = std::move(survey.excluded);
    out_.unreadable = std::move(survey.unreadable);
    for (std::size_t i = 0; i < survey.entries.size(); ++i) {
      if (context_.sink) {
        context_.sink({EventKind::matrix,
                       survey.entries[i].name,
                       "",
                       nullptr,
                       {i, survey.entries.size(), 0, 0, 0, 0}});
      }
      if (const auto planned = read(survey.entries[i])) add(*planned);
    }
    return finish();
  }

 private:
  struct Timed {
    Operation operation;
    std::size_t line;
    double modelled_s;
  };

  std::size_t line(Operation operation, const ResolvedConfiguration& c) {
    const VariantFacts& facts = c.variant().facts;
    const auto [at, fresh] = index_.try_emplace({operation, facts.name}, out_.lines.size());
    if (fresh) out_.lines.push_back({operation, facts.name, facts.baseline, 0, 0, 0, 0});
    return at->second;
  }

  /// None of what a sweep leaves out, too.
  std::optional<PlannedMatrix> read(const suites::SuiteEntry& entry) {
    std::string why;
    try {
      return plan_matrix(context_.library.load(entry), plan_, context_.catalogue,
                         harness::resolve_threads(plan_.protocol));
    } catch (const InputError& e) {
      why = e.what();
    } catch (const std::bad_alloc&) {
      why = "memory ran out while it was looked at";
    }
    out_.unreadable.push_back({entry.name, why});
    return std::nullopt;
  }

  void add(const PlannedMatrix& planned) {
    ++out_.matrices;
    out_.excluded.insert(out_.excluded.end(), planned.excluded.begin(), planned.excluded.end());
    for (const PlannedProblem& p : planned.problems) {
      ++out_.problems;
      for (const harness::CachePolicy cache : plan_.caches) add(p, cache);
    }
  }

  /// Stored wall times of this very problem under this protocol against the model's.
  void calibrate(const PlannedProblem& p, const harness::Protocol& protocol,
                 const Occasion& before) {
    const auto wall_s = stored_wall_s(*context_.store, before, plan_.backend, p.problem);
    if (!wall_s) return;
    calibration_.add(p.problem.operation, model_trial_s(p.size, protocol), *wall_s);
    out_.calibrated = true;
  }

  void add(const PlannedProblem& p, harness::CachePolicy cache) {
    const harness::Protocol protocol = protocol_of(plan_, cache);
    for (const Refusal& r : p.refused)
      ++out_.lines[line(p.problem.operation, r.configuration)].refused;
    // Of another machine as well: an invocation on another one measures them again.
    std::optional<Occasion> before;
    if (context_.store != nullptr && !plan_.again) {
      before = measured_before(*context_.store, p.problem, protocol);
    }
    if (before) calibrate(p, protocol, *before);
    const auto knowing = [&](const search::Space& space) -> search::Experience {
      if (!before) return {};
      return known_of_others(plan_, *before, *context_.store, p.problem,
                             known_before(*context_.store, *before, p.problem), space);
    };
    const auto each = [&](const ResolvedConfiguration& c, bool stored) {
      const std::size_t at = line(p.problem.operation, c);
      ++(stored ? out_.lines[at].stored : out_.lines[at].pending);
      if (!stored) timed_.push_back({p.problem.operation, at, model_trial_s(p.size, protocol)});
    };
    (void)pending(plan_, p,
                  before ? stored_trials(*context_.store, *before, plan_.backend, p) : Stored{},
                  knowing, each);
    around_s_ += model_problem_s(p.size) / static_cast<double>(plan_.caches.size());
  }

  Forecast finish() {
    for (const Timed& t : timed_) {
      const double seconds = t.modelled_s * calibration_.factor(t.operation);
      out_.lines[t.line].seconds += seconds;
      out_.seconds += seconds;
    }
    out_.seconds += around_s_;
    if (plan_.finalists) out_.seconds *= 1 + finalists_share * plan_.repetitions;
    return std::move(out_);
  }

  const Plan& plan_;
  const ForecastContext& context_;
  std::map<LineKey, std::size_t> index_;
  Calibration calibration_;
  std::vector<Timed> timed_;
  double around_s_ = 0;
  Forecast out_;
};

}  // namespace

Forecast forecast(const Plan& plan, const ForecastContext& context) {
  check_selection(plan, context.catalogue);
  return Forecaster(plan, context).run();
}

}  // namespace sptune::sweep
