// SPDX-License-Identifier: BSD-3-Clause
#include "db/noise.hpp"

#include "db/query.hpp"
#include "sptune/error.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

namespace sptune::db {
namespace {

using harness::Measured;
using harness::Observation;

/// Trials of finalists in contexts of several runs, in the order that `observations_of` needs.
constexpr const char* finalists_of_several_runs = R"sql(
SELECT t.context_id, p.operation, v.backend, p.problem_hash, c.text || ' ' || v.code_hash, unixepoch(r.started_at), t.median_us,
       (SELECT group_concat(ln(q.median_us), ' ') FROM pass q WHERE q.trial_id = t.trial_id)
FROM trial t JOIN run r USING (run_id) JOIN problem p USING (problem_id) JOIN config c USING (config_id)
JOIN variant v USING (variant_id) JOIN verification x ON x.trial_id = t.trial_id
WHERE t.stop_reason = 'repetitions' AND t.outcome = 'ok' AND t.reaped = 0 AND x.ok = 1 AND t.median_us > 0
  AND t.context_id IN (SELECT context_id FROM run GROUP BY context_id
                       HAVING max(unixepoch(started_at)) - min(unixepoch(started_at)) > ?)
ORDER BY t.context_id, p.operation, v.backend, p.problem_hash, t.config_id, t.trial_id
)sql";

std::string nothing_of(const std::string& file, const std::string& backend) {
  return fmt::format("{}: the table noise says nothing of {}: `sptune db check` it", file, backend);
}

double sum_of_squares(const std::vector<double>& values) {
  double mean = 0;
  for (const double v : values) mean += v / static_cast<double>(values.size());
  double squares = 0;
  for (const double v : values) squares += (v - mean) * (v - mean);
  return squares;
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

/// Attempts of one configuration on one occasion, as the view `result` adds them up.
struct Attempts {
  std::vector<double> medians;
  std::vector<std::vector<double>> passes;  ///< logarithms; one where it was not told apart

  [[nodiscard]] Measured measured() const {
    Measured m;
    m.us = median_of(medians);
    m.laps = static_cast<int>(medians.size());
    m.passes = 0;
    double squares = 0;
    for (const auto& p : passes) {
      m.passes += static_cast<int>(p.size());
      squares += sum_of_squares(p);
    }
    if (m.passes > m.laps) m.pass_sd = std::sqrt(squares / (m.passes - m.laps));
    std::vector<double> logs;
    for (const double us : medians) logs.push_back(std::log(us));
    if (m.laps > 1) m.lap_sd = std::sqrt(sum_of_squares(logs) / (m.laps - 1));
    return m;
  }
};

std::vector<double> numbers_in(const std::string& text) {
  std::vector<double> out;
  const char* at = text.c_str();
  for (char* end = nullptr;; at = end) {
    const double v = std::strtod(at, &end);
    if (end == at) return out;
    out.push_back(v);
  }
}

using ContextKey = std::tuple<std::int64_t, std::string, std::string>;  // and operation, backend
/// By problem, configuration with the hash of its code, and occasion.
using AttemptsOfKey = std::map<std::tuple<std::string, std::string, std::int64_t>, Attempts>;

using ContextAndStart = std::pair<std::int64_t, std::int64_t>;

/// Which occasion a run belongs to: starts of one context that follow each other within
/// `same_occasion_s` are one. Runs of other contexts between them say nothing of it.
std::map<ContextAndStart, std::int64_t> occasions_of(SQLite::Database& db) {
  std::map<ContextAndStart, std::int64_t> out;
  SQLite::Statement s(db,
                      "SELECT DISTINCT context_id, unixepoch(started_at) FROM run ORDER BY 1, 2");
  ContextAndStart last;
  std::int64_t occasion = 0;
  while (s.executeStep()) {
    const ContextAndStart run{s.getColumn(0).getInt64(), s.getColumn(1).getInt64()};
    const bool same =
        run.first == last.first && static_cast<double>(run.second - last.second) <= same_occasion_s;
    if (!same) ++occasion;
    out[run] = occasion;
    last = run;
  }
  return out;
}

std::map<ContextKey, AttemptsOfKey> attempts_in(SQLite::Database& db) {
  const auto occasions = occasions_of(db);
  std::map<ContextKey, AttemptsOfKey> out;
  SQLite::Statement s(db, finalists_of_several_runs);
  s.bind(1, same_occasion_s);
  while (s.executeStep()) {
    Attempts& a =
        out[{s.getColumn(0).getInt64(), s.getColumn(1).getString(), s.getColumn(2).getString()}]
           [{s.getColumn(3).getString(), s.getColumn(4).getString(),
             occasions.at({s.getColumn(0).getInt64(), s.getColumn(5).getInt64()})}];
    a.medians.push_back(s.getColumn(6).getDouble());
    std::vector<double> passes = numbers_in(s.getColumn(7).getString());
    if (passes.empty()) passes.push_back(std::log(a.medians.back()));
    a.passes.push_back(std::move(passes));
  }
  return out;
}

/// What holds for the backend of an operation in a context: the file's row for all contexts.
harness::Noise noise_of_backend(SQLite::Database& db, const std::string& backend) {
  SQLite::Statement s(db,
                      "SELECT pass_sd, lap_sd, change_sd, common_sd, prior_df, time_factor, "
                      "tie_factor FROM noise WHERE backend = ? AND context_id IS NULL");
  s.bind(1, backend);
  if (!s.executeStep()) throw DatabaseError(nothing_of(db.getFilename(), backend));
  const auto column = [&](int i) { return s.getColumn(i).getDouble(); };
  return {column(0), column(1), column(2), column(3), column(4), column(5), column(6)};
}

void put_noise(SQLite::Database& db, const ContextKey& key, const harness::NoiseEstimate& e) {
  SQLite::Statement s(
      db,
      "INSERT INTO noise (context_id, operation, backend, pass_sd, lap_sd, change_sd, common_sd, "
      "prior_df, time_factor, tie_factor, occasions, problems, pairs, evidence) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'runs of this file')");
  int i = 0;
  s.bind(++i, std::get<0>(key));
  s.bind(++i, std::get<1>(key));
  s.bind(++i, std::get<2>(key));
  const harness::Noise& n = e.noise;
  for (const double v :
       {n.pass, n.lap, n.change, n.common, n.prior_df, n.time_factor, n.tie_factor}) {
    s.bind(++i, v);
  }
  for (const std::size_t v : {e.evidence.occasions, e.evidence.problems, e.evidence.pairs}) {
    s.bind(++i, static_cast<std::int64_t>(v));
  }
  s.exec();
}

constexpr const char* results = R"sql(
SELECT u.operation, u.value_type, u.backend, u.cache, h.name AS machine, u.hardware_hash, u.environment_hash, u.policy_hash,
       u.context_id, u.problem_hash, u.matrix, u.configuration, u.code_hash,
       u.median_us, u.attempts, u.passes, u.pass_sd, u.lap_sd, u.sample_sd,
       u.trial_uuid || coalesce((SELECT ' ' || group_concat(lower(hex(t.uuid)), ' ') FROM trial t
         WHERE u.attempts > 1 AND t.context_id = u.context_id AND t.problem_id = u.problem_id AND t.config_id = u.config_id
           AND t.stop_reason = 'repetitions' AND t.outcome = 'ok'), '') AS trials
FROM usable u JOIN hardware h ON h.hw_hash = u.hardware_hash
WHERE u.baseline = 0 AND u.median_us > 0
)sql";

/// Operation, value type, backend, cache policy and kind of machine.
using GroupKey = std::tuple<std::string, std::string, std::string, std::string, std::string>;

/// What was measured of a configuration, and the uuids of the trials that it stands on.
struct TracedResult {
  Observation observation;
  std::set<std::string> trials;
};

/// A problem in one context.
struct InContext {
  std::string matrix, hardware, environment;
  std::int64_t context = 0;
  std::vector<TracedResult> results;
};
/// By problem and context.
using Problems = std::map<std::string, std::map<std::int64_t, InContext>>;
/// By group and policy.
using Results = std::map<GroupKey, std::map<std::string, Problems>>;

double zero_for_null(const Table& t, std::size_t row, const char* column) {
  const double v = t.number(row, column);
  return std::isnan(v) ? 0 : v;
}

/// A configuration carries the hash of its code.
Results results_of(const std::filesystem::path& file) {
  Results out;
  const Table t = query(file, results);
  for (std::size_t i = 0; i < t.rows.size(); ++i) {
    Observation o;
    o.problem = t.text(i, "problem_hash");
    o.configuration = t.text(i, "configuration") + " " + t.text(i, "code_hash");
    o.measured = {t.number(i, "median_us"),
                  static_cast<int>(t.number(i, "attempts")),
                  static_cast<int>(t.number(i, "passes")),
                  zero_for_null(t, i, "pass_sd"),
                  zero_for_null(t, i, "lap_sd"),
                  zero_for_null(t, i, "sample_sd")};
    const std::int64_t context = std::get<std::int64_t>(t.rows[i][t.column("context_id")]);
    InContext& in =
        out[{t.text(i, "operation"), t.text(i, "value_type"), t.text(i, "backend"),
             t.text(i, "cache"), t.text(i, "machine")}][t.text(i, "policy_hash")][o.problem]
            .try_emplace(context, InContext{t.text(i, "matrix"),
                                            t.text(i, "hardware_hash"),
                                            t.text(i, "environment_hash"),
                                            context,
                                            {}})
            .first->second;
    std::istringstream trials(t.text(i, "trials"));
    using Words = std::istream_iterator<std::string>;
    in.results.push_back({std::move(o), {Words(trials), Words()}});
  }
  return out;
}

using ContextPair = std::pair<const InContext*, const InContext*>;

/// A problem's contexts of one policy: machine and software that both files hold, else the only
/// ones. Throws UsageError where it is not clear which.
std::vector<ContextPair> same_contexts(const std::map<std::int64_t, InContext>& first,
                                       const std::map<std::int64_t, InContext>& second) {
  std::vector<ContextPair> pairs;
  for (const auto& [id, a] : first) {
    for (const auto& [other_id, b] : second) {
      if (a.hardware == b.hardware && a.environment == b.environment) pairs.emplace_back(&a, &b);
    }
  }
  if (!pairs.empty()) return pairs;
  if (first.size() == 1 && second.size() == 1) {
    return {{&first.begin()->second, &second.begin()->second}};
  }
  throw UsageError(
      fmt::format("{}: measured in {} environments of the first file and {} of the second, of "
                  "which none is in both: merge sweeps that belong together into files of their "
                  "own",
                  first.begin()->second.matrix, first.size(), second.size()));
}

/// Configurations that stand on a trial of both: a copy, and the file that went on.
std::set<std::string> with_the_same_trials(const std::vector<TracedResult>& first,
                                           const std::vector<TracedResult>& second) {
  std::set<std::string> trials;
  for (const TracedResult& r : first) trials.insert(r.trials.begin(), r.trials.end());
  std::set<std::string> out;
  for (const TracedResult& r : second) {
    const bool same = std::any_of(r.trials.begin(), r.trials.end(),
                                  [&](const std::string& uuid) { return trials.contains(uuid); });
    if (same) out.insert(r.observation.configuration);
  }
  return out;
}

void add_as(std::int64_t occasion, const std::vector<TracedResult>& from,
            const std::set<std::string>& without, std::vector<Observation>& to) {
  for (const TracedResult& r : from) {
    if (without.contains(r.observation.configuration)) continue;
    to.push_back(r.observation);
    to.back().occasion = occasion;
  }
}

/// A group for each pair of contexts.
void add_groups(const GroupKey& key, const Problems& first, const Problems& second,
                const std::map<std::int64_t, std::string>& labels, std::vector<NoiseGroup>& out) {
  std::map<std::pair<std::int64_t, std::int64_t>, NoiseGroup> groups;
  for (const auto& [problem, contexts] : first) {
    const auto again = second.find(problem);
    if (again == second.end()) continue;
    for (const auto& [a, b] : same_contexts(contexts, again->second)) {
      NoiseGroup& group = groups[{a->context, b->context}];
      group.context_id = a->context;
      const auto same = with_the_same_trials(a->results, b->results);
      add_as(1, a->results, same, group.first);
      add_as(2, b->results, same, group.second);
      group.same_trials += same.size();
    }
  }
  for (auto& [contexts, group] : groups) {
    std::tie(group.operation, group.value_type, group.backend, group.cache, group.machine) = key;
    group.context = labels.at(group.context_id);
    out.push_back(std::move(group));
  }
}

}  // namespace

void refresh_noise(SQLite::Database& db) {
  db.exec("DELETE FROM noise WHERE context_id IS NOT NULL");
  for (const auto& [key, keys] : attempts_in(db)) {
    std::vector<Observation> observations;
    for (const auto& [of, attempts] : keys) {
      observations.push_back(
          {std::get<0>(of), std::get<1>(of), std::get<2>(of), attempts.measured()});
    }
    const auto estimate =
        harness::estimate_noise(observations, noise_of_backend(db, std::get<2>(key)));
    if (estimate) put_noise(db, key, *estimate);
  }
}

std::map<std::int64_t, std::string> context_labels(const std::filesystem::path& file) {
  std::map<std::int64_t, std::string> out;
  const Table t = query(file, "SELECT context_id, label FROM context_label");
  for (const Row& row : t.rows) out[std::get<std::int64_t>(row[0])] = std::get<std::string>(row[1]);
  return out;
}

std::vector<NoiseGroup> common_results(const std::filesystem::path& first,
                                       const std::filesystem::path& second) {
  const Results before = results_of(first);
  const Results after = results_of(second);
  const auto labels = context_labels(first);
  std::vector<NoiseGroup> out;
  for (const auto& [key, policies] : before) {
    const auto same = after.find(key);
    if (same == after.end()) continue;
    if (policies.size() == 1 && same->second.size() == 1) {
      add_groups(key, policies.begin()->second, same->second.begin()->second, labels, out);
      continue;
    }
    for (const auto& [policy, problems] : policies) {
      const auto again = same->second.find(policy);
      if (again != same->second.end()) add_groups(key, problems, again->second, labels, out);
    }
  }
  return out;
}

harness::Noise noise_of(const std::filesystem::path& file, const std::string& backend,
                        const std::string& operation, std::int64_t context_id) {
  const Table t =
      query(file, named_query("compare_noise").sql,
            {{"backend", backend}, {"operation", operation}, {"context_id", context_id}});
  if (t.rows.empty()) {
    throw DatabaseError(nothing_of(file.string(), backend));
  }
  return {t.number(0, "pass_sd"),   t.number(0, "lap_sd"),   t.number(0, "change_sd"),
          t.number(0, "common_sd"), t.number(0, "prior_df"), t.number(0, "time_factor"),
          t.number(0, "tie_factor")};
}

}  // namespace sptune::db
