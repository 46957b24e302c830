// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/session.hpp"

#include "db/keys.hpp"
#include "db/query.hpp"
#include "harness/engine/engine.hpp"
#include "harness/environment/environment.hpp"
#include "kernels/api/json_text.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sptune::sweep {
namespace {

db::Table about_problem(std::string_view query, const db::Store& store, const Occasion& occasion,
                        Backend backend, const harness::ProblemKey& problem) {
  return db::query(store, db::named_query(query).sql,
                   {{"run_id", occasion.run_id},
                    {"own", occasion.own ? 1 : 0},
                    {"problem", problem.hash()},
                    {"backend", std::string(to_string(backend))}});
}

harness::Outcome outcome_of(const db::Table& table, std::size_t row) {
  const auto outcome = harness::parse_outcome(table.text(row, "outcome"));
  if (outcome) return *outcome;
  throw DatabaseError("unknown outcome '" + table.text(row, "outcome") +
                      "' in the database: written by a newer sptune or damaged");
}

void add_attempts(const db::Table& table, Stored& out) {
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const double median_us = table.number(row, "median_us");
    out.alone[table.text(row, "configuration")].push_back(
        {outcome_of(table, row), std::isfinite(median_us) ? median_us : 0,
         table.text(row, "stop_reason") == harness::cut_short});
  }
}

void forget_refusals(const std::vector<ResolvedConfiguration>& fitting, Stored& out) {
  for (const ResolvedConfiguration& c : fitting) {
    const std::string text = c.text();
    const auto known = out.known.find(text);
    if (known != out.known.end() && known->second.outcome == harness::Outcome::refused) {
      out.known.erase(known);
    }
    const auto alone = out.alone.find(text);
    if (alone == out.alone.end()) continue;
    std::erase_if(alone->second,
                  [](const StoredAttempt& a) { return a.outcome == harness::Outcome::refused; });
    if (alone->second.empty()) out.alone.erase(alone);
  }
}

}  // namespace

Stored stored_trials(const db::Store& store, const Occasion& occasion, Backend backend,
                     const PlannedProblem& problem) {
  const harness::ProblemKey& key = problem.problem;
  const db::Table table = about_problem("sweep_problem", store, occasion, backend, key);
  const auto integer = [&](std::size_t row, const char* column) {
    return static_cast<std::int64_t>(table.number(row, column));
  };
  Stored out;
  std::int64_t searched_id = 0;
  std::int64_t interleaved_id = 0;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const std::string text = table.text(row, "configuration");
    const auto died = static_cast<int>(integer(row, "died"));
    if (integer(row, "finished") == 0) {
      out.died[text] = died;
      continue;
    }
    const harness::Outcome outcome = outcome_of(table, row);
    const bool measured = outcome == harness::Outcome::ok || outcome == harness::Outcome::dominated;
    out.known[text] = {outcome, measured ? table.number(row, "median_us") : 0,
                       measured ? table.number(row, "min_us") : 0, integer(row, "baseline") != 0};
    out.interleaved_died += died;
    out.interleaved_sets = static_cast<int>(integer(row, "sets"));
    searched_id = std::max(searched_id, integer(row, "searched_id"));
    interleaved_id = std::max(interleaved_id, integer(row, "interleaved_id"));
  }
  add_attempts(about_problem("sweep_searched", store, occasion, backend, key), out);
  // On a GPU the worker refuses: what is planned to fit may not.
  if (backend != Backend::cuda) forget_refusals(problem.fitting, out);
  out.searched_since_interleaved = interleaved_id > 0 && searched_id > interleaved_id;
  return out;
}

std::set<std::string> refused_points(const db::Store& store, const std::vector<Occasion>& occasions,
                                     Backend backend, const harness::ProblemKey& problem) {
  std::set<std::string> out;
  for (const Occasion& occasion : occasions) {
    for (const auto& [text, result] :
         stored_trials(store, occasion, backend, {problem, {}, {}, {}}).known) {
      if (result.outcome == harness::Outcome::refused) out.insert(text);
    }
  }
  return out;
}

std::optional<Occasion> measured_before(const db::Store& store, const harness::ProblemKey& problem,
                                        const harness::Protocol& protocol) {
  const db::Table table =
      db::query(store, db::named_query("sweep_measured").sql,
                {{"problem", problem.hash()}, {"policy", db::policy_key(protocol)}});
  const double run = table.number(0, "run_id");
  if (!std::isfinite(run)) return std::nullopt;
  return Occasion{static_cast<std::int64_t>(run)};
}

std::optional<double> stored_wall_s(const db::Store& store, const Occasion& occasion,
                                    Backend backend, const harness::ProblemKey& problem) {
  const db::Table table = db::query(store, db::named_query("sweep_walls").sql,
                                    {{"run_id", occasion.run_id},
                                     {"problem", problem.hash()},
                                     {"backend", std::string(to_string(backend))}});
  const double wall_s = table.number(0, "wall_s");
  return std::isfinite(wall_s) ? std::optional(wall_s) : std::nullopt;
}

void add_stored_points(const db::Store& store, const Occasion& occasion, Operation operation,
                       ValueType type, const PlannedPoints& planned,
                       std::map<std::string, StoredPoints>& points) {
  const db::Table table =
      db::query(store, db::named_query("sweep_stored").sql,
                {{"run_id", occasion.run_id},
                 {"own", occasion.own ? 1 : 0},
                 {"operation", std::string(to_string(operation))},
                 {"value_type", std::string(to_string(type))},
                 {"parameters", json_text(nlohmann::json(planned.parameters))},
                 {"configurations", json_text(nlohmann::json(planned.configurations))}});
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    StoredPoints& of_matrix = points[table.text(row, "matrix")];
    of_matrix.known += table.number(row, "known");
    of_matrix.searched += table.number(row, "searched");
    of_matrix.refused += table.number(row, "refused");
  }
}

harness::Protocol protocol_of(const Plan& plan, harness::CachePolicy cache) {
  harness::Protocol p = plan.protocol;
  p.cache = cache;
  if (cache == harness::CachePolicy::cold && plan.cold_samples > 0) {
    p.max_samples = std::min(p.max_samples, plan.cold_samples);
    p.min_samples = std::min(p.min_samples, plan.cold_samples);
  }
  return p;
}

Session::Session(Plan plan, const db::RunInfo* first, const Context& context)
    : plan_(std::move(plan)),
      store_(context.store),
      was_finished_(first != nullptr && first->state == "finished") {
  std::vector<std::string> begun = plan_.earlier_runs;
  if (first != nullptr) begun.push_back(first->uuid);
  if (begun.size() > plan_.caches.size()) {
    throw DatabaseError(fmt::format("run {} names {} runs for {} cache policies: start a new sweep",
                                    begun.back(), begun.size(), plan_.caches.size()));
  }
  for (std::size_t i = 0; i < plan_.caches.size(); ++i) {
    const harness::Protocol p = protocol(plan_.caches[i]);
    const harness::Environment environment =
        harness::environment_for(plan_.caches[i], plan_.backend, context.environment);
    if (i < begun.size()) {
      runs_.push_back(context.store.continue_run(begun[i], context.hardware, environment, p,
                                                 context.catalogue));
      continue;
    }
    // The plan of each run names the runs before it, so that the last one leads to all.
    plan_.earlier_runs = uuids();
    runs_.push_back(context.store.begin_run(context.hardware, environment, p, context.catalogue,
                                            plan_.suite, to_json(plan_)));
  }
  if (plan_.protocol.memory_limit == 0) plan_.protocol.memory_limit = context.memory_per_lane;
  // Their workers share the memory.
  const std::size_t sharing =
      context.lanes_per_host > 0 ? context.lanes_per_host : context.lanes.size();
  if (sharing > 1 && plan_.protocol.memory_limit == 0) {
    plan_.protocol.memory_limit =
        harness::resolve_memory_limit(plan_.protocol) / static_cast<std::int64_t>(sharing);
  }
}

std::int64_t Session::run_id(harness::CachePolicy cache) const {
  const auto it = std::find(plan_.caches.begin(), plan_.caches.end(), cache);
  return runs_[static_cast<std::size_t>(it - plan_.caches.begin())].run_id;
}

std::vector<Occasion> Session::occasions() const {
  std::vector<Occasion> out;
  for (const db::RunInfo& run : runs_) out.push_back({run.run_id, plan_.again});
  return out;
}

std::vector<std::string> Session::uuids() const {
  std::vector<std::string> out;
  for (const db::RunInfo& run : runs_) out.push_back(run.uuid);
  return out;
}

void Session::end(const std::string& state) {
  for (const db::RunInfo& run : runs_) store_.end_run(run.run_id, state);
}

}  // namespace sptune::sweep
