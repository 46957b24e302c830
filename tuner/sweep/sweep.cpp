// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/sweep.hpp"

#include "db/query.hpp"
#include "kernels/api/json_text.hpp"
#include "sptune/error.hpp"
#include "suites/io/market_header.hpp"
#include "tuner/sweep/selection.hpp"
#include "tuner/sweep/session.hpp"
#include "tuner/sweep/survey.hpp"
#include "tuner/sweep/sweeper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>

namespace sptune::sweep {
namespace {

/// A suite that is a path, so that a resume from another folder finds it.
std::string from_anywhere(const std::string& suite) {
  const auto builtin = suites::builtin_suites();
  const bool named = std::find(builtin.begin(), builtin.end(), suite) != builtin.end();
  if (named || !std::filesystem::exists(suite)) return suite;
  return std::filesystem::absolute(suite).lexically_normal().string();
}

Plan stored_plan(const db::RunInfo& run) {
  Plan plan = plan_from_json(run.plan_json);
  const std::filesystem::path suite(plan.suite);
  if (suite.is_absolute() && !std::filesystem::exists(suite)) {
    throw InputError(fmt::format(
        "{}: the suite of run {} is gone: put it back, or sweep another one with `sptune sweep "
        "run`",
        suites::market::in_short(plan.suite), run.uuid));
  }
  return plan;
}

}  // namespace

void check(const Plan& plan, const Catalogue& catalogue) {
  if (plan.operations.empty() || plan.value_types.empty() || plan.caches.empty()) {
    throw UsageError("a sweep needs at least one operation, one value type and one cache policy");
  }
  if (plan.repetitions < 1)
    throw UsageError("a sweep needs at least one repetition: --repetitions 1");
  if (plan.search.kind == search::Kind::random && plan.search.points == 0) {
    throw UsageError("a random search needs a number of configurations: --search random:50");
  }
  if (!(plan.search.gain >= 0)) {
    throw UsageError(fmt::format("--search-gain {}: expected a share of 0 or more, such as 0.01",
                                 plan.search.gain));
  }
  if (const double ratio = plan.protocol.dominated_ratio; !(ratio == 0 || ratio >= 1)) {
    throw UsageError(fmt::format(
        "--dominated-ratio {}: expected 0, or a number of 1 or more: less would drop the fastest",
        ratio));
  }
  check_selection(plan, catalogue);
  (void)suites::open_suite(plan.suite);
  if (const std::string path = from_anywhere(plan.suite); !is_utf8(path)) {
    throw InputError(fmt::format(
        "{}: expected a suite whose path is UTF-8, so that the plan can be stored; rename it",
        suites::market::in_short(path)));
  }
}

std::string_view to_string(Ending ending) noexcept {
  switch (ending) {
    case Ending::finished:
      return "finished";
    case Ending::incomplete:
      return "incomplete";
    case Ending::budget:
      return "budget";
    case Ending::busy:
      return "busy";
    case Ending::stopped:
      return "stopped";
  }
  return "?";
}

Summary run(Plan plan, const Context& context) {
  check(plan, context.catalogue);
  plan.suite = from_anywhere(plan.suite);
  plan.matrices = names_in(suites::open_suite(plan.suite), plan);
  plan.earlier_runs.clear();
  return Sweeper(Session(std::move(plan), nullptr, context), context).work();
}

std::string newest_run(const db::Store& store) {
  const db::Table last = db::query(store, db::named_query("sweep_last").sql);
  return last.rows.empty() ? std::string() : last.text(0, "uuid");
}

db::RunInfo run_to_resume(const db::Store& store, const std::string& uuid) {
  std::string wanted = uuid.empty() ? newest_run(store) : uuid;
  if (wanted.empty()) {
    throw DatabaseError("the database holds no run to resume: start one with `sptune sweep run`");
  }
  const db::Table later = db::query(store, db::named_query("sweep_later").sql, {{"run", wanted}});
  if (!later.rows.empty()) wanted = later.text(0, "uuid");
  auto info = store.run(wanted);
  if (!info) {
    throw DatabaseError(fmt::format(
        "the database holds no run {}: `sptune query \"SELECT uuid, started_at, suite FROM run\"` "
        "lists them",
        wanted));
  }
  if (is_holdout_timing(info->plan_json)) {
    throw UsageError(fmt::format(
        "run {} belongs to `sptune evaluate --measure`: give the same command again to continue it",
        wanted));
  }
  if (is_imported(info->plan_json)) {
    throw UsageError(fmt::format(
        "run {} holds what applications measured (`sptune db import-log`), not a sweep that could "
        "go on or be measured again: `sptune query \"SELECT uuid, started_at, suite FROM run\"` "
        "lists the others",
        wanted));
  }
  return std::move(*info);
}

Plan plan_of_another_occasion(const db::Store& store, const std::string& uuid) {
  Plan plan = stored_plan(run_to_resume(store, uuid));
  plan.again = true;
  return plan;
}

Summary resume(const std::string& uuid, const Replaced& replaced, const Context& context) {
  const db::RunInfo info = run_to_resume(context.store, uuid);
  Plan plan = stored_plan(info);
  if (replaced.budget_s > 0) plan.limits.budget_s = replaced.budget_s;
  if (replaced.memory_limit) plan.protocol.memory_limit = *replaced.memory_limit;
  if (replaced.stage_limit_s) plan.protocol.limit_stages(*replaced.stage_limit_s);
  check(plan, context.catalogue);
  return Sweeper(Session(std::move(plan), &info, context), context).work();
}

}  // namespace sptune::sweep
