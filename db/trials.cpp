// SPDX-License-Identifier: BSD-3-Clause
// The life of a trial: one commit when it begins, one when it ends.
#include "db/impl.hpp"
#include "db/keys.hpp"
#include "db/repeated.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <vector>

namespace sptune::db {
namespace {

static_assert(std::endian::native == std::endian::little,
              "samples are stored as little-endian float32");

/// Unknown is NULL, not 0.
std::optional<double> known(double v) {
  if (!(v > 0)) return std::nullopt;
  return v;
}
std::optional<std::int64_t> known(std::int64_t v) {
  if (v <= 0) return std::nullopt;
  return v;
}

bool measured(harness::Outcome outcome) {
  return outcome == harness::Outcome::ok || outcome == harness::Outcome::dominated;
}

struct Begun {
  std::string outcome, cache, started_at;
  std::int64_t run_id = 0, context_id = 0, problem_id = 0;
};

Begun begun_trial(Store::Impl& d, std::int64_t trial_id) {
  SQLite::Statement& s = d.statement(
      "SELECT outcome, cache, started_at, run_id, context_id, problem_id FROM trial "
      "JOIN context USING (context_id) JOIN policy USING (policy_id) WHERE trial_id = ?");
  s.bind(1, trial_id);
  if (!s.executeStep()) {
    throw DatabaseError(fmt::format("{}: no trial with id {}", d.file.string(), trial_id));
  }
  Begun begun{s.getColumn(0).getString(), s.getColumn(1).getString(), s.getColumn(2).getString(),
              s.getColumn(3).getInt64(),  s.getColumn(4).getInt64(),  s.getColumn(5).getInt64()};
  s.reset();
  return begun;
}

void check_finish(const Store::Impl& d, std::int64_t trial_id, const Begun& begun,
                  const harness::Trial& trial) {
  if (begun.outcome != "running") {
    throw DatabaseError(
        fmt::format("{}: trial {} is already stored as '{}'; trials are never changed",
                    d.file.string(), trial_id, begun.outcome));
  }
  if (!trial.samples.empty() && begun.cache != harness::to_string(trial.cache)) {
    throw DatabaseError(fmt::format("{}: trial {} was measured {} in a run whose policy is {}",
                                    d.file.string(), trial_id, harness::to_string(trial.cache),
                                    begun.cache));
  }
}

void put_outcome(Store::Impl& d, std::int64_t trial_id, const harness::Trial& t) {
  const auto total = t.samples.find("total");
  const bool sampled = total != t.samples.end() && !total->second.empty();
  harness::Summary s;
  if (sampled) {
    s = harness::summarise(total->second);
  } else {
    s.min = s.q1 = s.median = s.q3 = s.mean = s.sd = s.ci_low = s.ci_high = std::nan("");
  }
  std::optional<std::string> stop_reason;
  if (!t.stop_reason.empty()) stop_reason = t.stop_reason;
  d.run(
      "UPDATE trial SET outcome = ?, stop_reason = ?, n = ?, runs_per_sample = ?, min_us = ?, "
      "q1_us = ?, median_us = ?, q3_us = ?, mean_us = ?, sd_us = ?, ci_low_us = ?, ci_high_us = ?, "
      "floor_us = ?, prepare_s = ?, bytes_per_run = ?, memory_bytes = ?, mhz_mean = ?, wall_s = ?, "
      "reaped = ? WHERE trial_id = ?",
      harness::to_string(t.outcome), stop_reason,
      sampled ? static_cast<std::int64_t>(total->second.size()) : std::int64_t{0},
      t.runs_per_sample, s.min, s.q1, s.median, s.q3, s.mean, s.sd, s.ci_low, s.ci_high,
      known(t.floor_us), t.prepare_s, known(t.bytes_per_run), t.memory_bytes, known(t.mhz_mean),
      t.wall_s, harness::inconclusive(t), trial_id);
}

void put_samples(Store::Impl& d, std::int64_t trial_id, const harness::PhaseSamples& samples) {
  for (const auto& [phase, us] : samples) {
    d.run("INSERT INTO samples (trial_id, phase, n, us) VALUES (?, ?, ?, ?)", trial_id, phase,
          static_cast<std::int64_t>(us.size()),
          Store::Impl::Blob{us.empty() ? "" : static_cast<const void*>(us.data()),
                            us.size() * sizeof(float)});
    if (phase == "total" || us.empty()) continue;
    d.run("INSERT INTO phase (trial_id, phase, n, median_us) VALUES (?, ?, ?, ?)", trial_id, phase,
          static_cast<std::int64_t>(us.size()), harness::summarise(us).median);
  }
}

[[noreturn]] void throw_passes(const Store::Impl& d, std::int64_t trial_id, std::size_t samples) {
  throw DatabaseError(fmt::format("{}: trial {} has {} samples, its passes say otherwise",
                                  d.file.string(), trial_id, samples));
}

/// Medians of the passes of "total"; one alone is the trial's own.
void put_passes(Store::Impl& d, std::int64_t trial_id, const harness::Trial& t) {
  const auto total = t.samples.find("total");
  if (t.pass_samples.size() < 2 || total == t.samples.end()) return;
  auto from = total->second.begin();
  std::int64_t number = 0;
  for (const std::int64_t n : t.pass_samples) {
    if (n < 1 || n > total->second.end() - from) throw_passes(d, trial_id, total->second.size());
    d.run("INSERT INTO pass (trial_id, pass, n, median_us) VALUES (?, ?, ?, ?)", trial_id, ++number,
          n, harness::summarise({from, from + n}).median);
    from += n;
  }
  if (from != total->second.end()) throw_passes(d, trial_id, total->second.size());
}

void put_load(Store::Impl& d, std::int64_t trial_id, const harness::Trial& t) {
  const harness::Load& l = t.load;
  if (l.window_s <= 0 && t.disturbed.empty()) return;
  const auto whole = [](const std::optional<int>& v) {
    return v ? std::optional(std::int64_t{*v}) : std::nullopt;
  };
  std::optional<std::int64_t> slowed_by;
  if (l.slowed_by) slowed_by = *l.slowed_by;
  d.run(
      "INSERT INTO load (trial_id, window_s, waiting_threads, switches_per_s, stolen_cores, "
      "other_cores, "
      "waiting_share, sm_mhz, memory_mhz, temperature_c, power_w, slowed_by, more_processes, "
      "disturbed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      trial_id, l.window_s, l.waiting_threads, l.switches_per_s, l.stolen_cores, l.other_cores,
      l.waiting_share, whole(l.sm_mhz), whole(l.memory_mhz), whole(l.temperature_c), l.power_w,
      slowed_by, whole(l.more_processes), t.disturbed);
}

void put_ranks(Store::Impl& d, std::int64_t trial_id, const std::vector<RankShare>& ranks) {
  std::int64_t rank = 0;
  for (const RankShare& s : ranks) {
    d.run(
        "INSERT INTO rank_share (trial_id, rank, rows, a_entries, b_entries, c_entries, products, "
        "bytes_sent, bytes_received, bytes_received_least, messages_sent, lists_s, exchange_s, "
        "plan_s, multiply_s, merge_s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        trial_id, rank++, s.rows, s.a_entries, s.b_entries, s.c_entries, s.products, s.bytes_sent,
        s.bytes_received, s.bytes_received_least, s.messages_sent, s.lists_s, s.exchange_s,
        s.plan_s, s.multiply_s, s.merge_s);
  }
}

void put_verification(Store::Impl& d, std::int64_t trial_id, const harness::Verification& v) {
  if (!v.done) return;
  d.run(
      "INSERT INTO verification (trial_id, ok, max_bound_ratio, max_relative, nnz_mismatch, "
      "sorted, "
      "repeatable, first_bad) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      trial_id, v.ok, v.max_bound_ratio, v.max_relative, v.nnz_mismatch, v.sorted, v.repeatable,
      v.first_bad);
}

void put_failure(Store::Impl& d, std::int64_t trial_id, const harness::Trial& t) {
  if (measured(t.outcome)) return;
  std::optional<std::int64_t> signal;
  if (t.signal != 0) signal = t.signal;
  d.run("INSERT INTO failure (trial_id, stage, message, signal, limit_s) VALUES (?, ?, ?, ?, ?)",
        trial_id, t.stage, t.message, signal, known(t.limit_s));
}

/// Facts about the problem that only a trial finds out.
void put_problem_facts(Store::Impl& d, std::int64_t problem_id, const harness::Trial& t) {
  if (!measured(t.outcome)) return;
  const auto flops = known(t.flops);
  const auto bytes = known(t.compulsory_bytes);
  const auto nnz_out = t.verification.ok ? known(t.nnz_out) : std::nullopt;
  d.run(
      "UPDATE problem SET flops = coalesce(?1, flops), nnz_out = coalesce(?2, nnz_out), "
      "compulsory_bytes = coalesce(?3, compulsory_bytes) WHERE problem_id = ?4 AND "
      "(flops IS NOT coalesce(?1, flops) OR nnz_out IS NOT coalesce(?2, nnz_out) OR "
      "compulsory_bytes IS NOT coalesce(?3, compulsory_bytes))",
      flops, nnz_out, bytes, problem_id);
}

/// The next attempt of its key, `running`.
std::int64_t put_begun(Store::Impl& d, const Begun& begun, std::int64_t config_id,
                       const std::string& uuid = new_uuid_bytes()) {
  return d.id_of(
      "INSERT INTO trial (uuid, run_id, context_id, problem_id, config_id, attempt, outcome, "
      "started_at) SELECT ?1, ?2, ?3, ?4, ?5, coalesce(max(attempt), 0) + 1, 'running', ?6 "
      "FROM trial WHERE context_id = ?3 AND problem_id = ?4 AND config_id = ?5 RETURNING trial_id",
      Store::Impl::Blob{uuid.data(), uuid.size()}, begun.run_id, begun.context_id, begun.problem_id,
      config_id, begun.started_at);
}

/// `time`, or that of the latest attempt of a key where it seems to be to come: the wall clock was
/// set back. The views take the latest attempt by its time.
std::string not_before(Store::Impl& d, const Begun& begun, std::int64_t config_id) {
  SQLite::Statement& s = d.statement(
      "SELECT max(?, coalesce(max(started_at), '')) FROM trial WHERE context_id = ? AND problem_id "
      "= ? AND config_id = ?");
  s.bind(1, begun.started_at);
  s.bind(2, begun.context_id);
  s.bind(3, begun.problem_id);
  s.bind(4, config_id);
  s.executeStep();
  std::string latest = s.getColumn(0).getString();
  s.reset();
  return latest;
}

void put_place(Store::Impl& d, std::int64_t trial_id, const Place& place) {
  d.run("INSERT INTO place (trial_id, device, begun_after) VALUES (?, ?, ?)", trial_id,
        place.device, place.begun_after.value_or(d.ended_trials()));
}

void put_end(Store::Impl& d, std::int64_t trial_id, std::int64_t ended) {
  d.run("UPDATE place SET ended = ? WHERE trial_id = ?", ended, trial_id);
}

/// Of a set that is measured together: where and when the first of it was.
void put_place_of(Store::Impl& d, std::int64_t trial_id, std::int64_t first) {
  d.run(
      "INSERT INTO place (trial_id, device, begun_after) "
      "SELECT ?, device, begun_after FROM place WHERE trial_id = ?",
      trial_id, first);
}

void put_finished(Store::Impl& d, std::int64_t trial_id, const Begun& begun,
                  const harness::Trial& trial) {
  check_finish(d, trial_id, begun, trial);
  put_outcome(d, trial_id, trial);
  put_samples(d, trial_id, trial.samples);
  put_passes(d, trial_id, trial);
  put_load(d, trial_id, trial);
  put_ranks(d, trial_id, trial.ranks);
  put_verification(d, trial_id, trial.verification);
  put_failure(d, trial_id, trial);
  put_problem_facts(d, begun.problem_id, trial);
  if (trial.stop_reason == harness::in_repetitions) {
    d.run(sql_repeated_of_trial().c_str(), trial_id);
  }
}

}  // namespace

void put_told(Store::Impl& d, std::int64_t run_id, const std::string& uuid,
              const std::string& started_at, const harness::Trial& trial) {
  Begun begun{"running",
              std::string(harness::to_string(trial.cache)),
              started_at,
              run_id,
              d.context_of_run(run_id),
              d.problem(trial.problem)};
  const std::int64_t config_id =
      d.config(trial.problem.operation, trial.backend, trial.configuration);
  put_finished(d, put_begun(d, begun, config_id, uuid), begun, trial);
}

std::int64_t Store::begin_trial(std::int64_t run_id, Backend backend,
                                const harness::ProblemKey& problem,
                                const Configuration& configuration, const Place& place) {
  Impl& d = *impl_;
  d.require_writable();
  return guarded(d.file, [&] {
    Transaction transaction(d);
    Begun begun;
    begun.started_at = utc_now();
    begun.run_id = run_id;
    begun.context_id = d.context_of_run(run_id);
    begun.problem_id = d.problem(problem);
    const std::int64_t config_id = d.config(problem.operation, backend, configuration);
    begun.started_at = not_before(d, begun, config_id);
    const std::int64_t id = put_begun(d, begun, config_id);
    put_place(d, id, place);
    transaction.commit();
    d.problems[problem.hash()] = begun.problem_id;
    d.own_trials.insert(id);
    return id;
  });
}

void Store::finish_trial(std::int64_t trial_id, const harness::Trial& trial) {
  finish_together(trial_id, {&trial, 1});
}

void Store::finish_together(std::int64_t trial_id, std::span<const harness::Trial> trials) {
  Impl& d = *impl_;
  d.require_writable();
  guarded(d.file, [&] {
    Transaction transaction(d);
    Begun begun = begun_trial(d, trial_id);
    std::vector<std::int64_t> configs;  // of the others
    for (const harness::Trial& t : trials.subspan(1)) {
      configs.push_back(d.config(t.problem.operation, t.backend, t.configuration));
      begun.started_at = not_before(d, begun, configs.back());
    }
    d.run("UPDATE trial SET started_at = ?2 WHERE trial_id = ?1 AND started_at <> ?2", trial_id,
          begun.started_at);
    put_finished(d, trial_id, begun, trials.front());
    std::int64_t ended = d.ended_trials();
    put_end(d, trial_id, ++ended);
    for (std::size_t i = 0; i < configs.size(); ++i) {
      const harness::Trial& t = trials[i + 1];
      const std::int64_t id = put_begun(d, begun, configs[i]);
      put_finished(d, id, begun, t);
      put_place_of(d, id, trial_id);
      put_end(d, id, ++ended);
    }
    transaction.commit();
    d.ended = ended;
    d.own_trials.erase(trial_id);
  });
}

void Store::put_drift(std::int64_t run_id, const std::string& device,
                      const harness::Trial& reference) {
  Impl& d = *impl_;
  d.require_writable();
  const auto total = reference.samples.find("total");
  if (total == reference.samples.end() || total->second.empty()) return;
  guarded(d.file, [&] {
    Transaction transaction(d);
    d.run(
        "INSERT INTO drift (run_id, device, started_at, trials, configuration, median_us, "
        "disturbed) "
        "SELECT ?1, ?2, ?3, (SELECT count(*) FROM trial WHERE run_id = ?1 AND outcome <> "
        "'running'), "
        "?4, ?5, ?6 WHERE true ON CONFLICT DO NOTHING",
        run_id, device, utc_now(), reference.configuration.text(),
        harness::summarise(total->second).median, reference.disturbed);
    transaction.commit();
  });
}

void Store::withdraw_trial(std::int64_t trial_id) {
  Impl& d = *impl_;
  d.require_writable();
  guarded(d.file, [&] {
    Transaction transaction(d);
    d.run("DELETE FROM place WHERE trial_id = ?", trial_id);
    const int gone =
        d.run("DELETE FROM trial WHERE trial_id = ? AND outcome = 'running'", trial_id);
    if (gone != 1) {
      throw DatabaseError(fmt::format("{}: trial {} is not being measured: it cannot be withdrawn",
                                      d.file.string(), trial_id));
    }
    transaction.commit();
    d.own_trials.erase(trial_id);
  });
}

std::int64_t Store::ended_trials() const {
  return guarded(impl_->file, [&] { return impl_->ended_trials(); });
}

std::int64_t Store::Impl::ended_trials() {
  if (!ended) ended = id_of("SELECT coalesce(max(ended), 0) FROM place");
  return *ended;
}

std::int64_t Store::Impl::context_of_run(std::int64_t run_id) {
  const std::int64_t context = id_of("SELECT context_id FROM run WHERE run_id = ?", run_id);
  if (context == 0) {
    throw DatabaseError(fmt::format("{}: no run with id {}", file.string(), run_id));
  }
  return context;
}

bool Store::has_trial(std::int64_t run_id, Backend backend, const harness::ProblemKey& problem,
                      const Configuration& configuration) const {
  Impl& d = *impl_;
  return guarded(d.file, [&] {
    const std::int64_t context = d.context_of_run(run_id);
    const std::int64_t problem_id = d.find_problem(problem.hash());
    const std::int64_t config_id = d.find_config(problem.operation, backend, configuration);
    if (problem_id == 0 || config_id == 0) return false;
    return d.id_of(
               "SELECT count(*) FROM trial WHERE context_id = ? AND problem_id = ? "
               "AND config_id = ? AND outcome <> 'running' AND reaped = 0",
               context, problem_id, config_id) != 0;
  });
}

}  // namespace sptune::db
