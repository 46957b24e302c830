// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/status.hpp"

#include "db/query.hpp"
#include "sptune/error.hpp"
#include "tuner/sweep/survey.hpp"

#include <algorithm>

namespace sptune::sweep {
namespace {

std::vector<std::string> gone_of(const db::RunInfo& run) {
  if (run.state == "finished") return {};
  const Plan plan = plan_from_json(run.plan_json);
  if (plan.matrices.empty()) return {};
  try {
    return gone_from(suites::open_suite(plan.suite), plan);
  } catch (const InputError&) {  // gone as a whole
    return plan.matrices;
  }
}

RunStatus status_of(const db::Store& store, db::RunInfo run, bool written_now) {
  if (run.state == "running" && !written_now) run.state = "interrupted";
  const db::Table t = db::query(store, db::named_query("sweep_status").sql, {{"run", run.uuid}});
  RunStatus out;
  out.gone = gone_of(run);
  out.run = std::move(run);
  for (std::size_t row = 0; row < t.rows.size(); ++row) {
    RunStatus::Count c;
    c.operation = t.text(row, "operation");
    c.value_type = t.text(row, "value_type");
    c.cache = t.text(row, "cache");
    c.outcome = t.text(row, "outcome");
    c.reaped = t.number(row, "reaped") != 0;
    c.disturbed = t.number(row, "disturbed") != 0;
    c.trials = static_cast<std::int64_t>(t.number(row, "trials"));
    c.matrices = static_cast<std::int64_t>(t.number(row, "matrices"));
    const double wall = t.number(row, "wall_s");
    c.wall_s = wall > 0 ? wall : 0;  // NULL where every trial was refused
    out.trials += c.trials;
    out.wall_s += c.wall_s;
    out.last_trial_at = std::max(out.last_trial_at, t.text(row, "last_started_at"));
    out.counts.push_back(std::move(c));
  }
  const db::Table devices =
      db::query(store, db::named_query("sweep_devices").sql, {{"run", out.run.uuid}});
  for (std::size_t row = 0; row < devices.rows.size(); ++row) {
    out.devices.push_back(devices.text(row, "device"));
  }
  return out;
}

}  // namespace

std::vector<RunStatus> status(const db::Store& store, const std::string& uuid, bool written_now) {
  const std::string wanted = uuid.empty() ? newest_run(store) : uuid;
  if (wanted.empty()) throw DatabaseError("the database holds no sweep yet");
  const auto run = store.run(wanted);
  if (!run) throw DatabaseError("the database holds no run " + wanted);
  std::vector<RunStatus> out;
  for (const std::string& earlier : plan_from_json(run->plan_json).earlier_runs) {
    if (auto info = store.run(earlier))
      out.push_back(status_of(store, std::move(*info), written_now));
  }
  out.push_back(status_of(store, *run, written_now));
  return out;
}

}  // namespace sptune::sweep
