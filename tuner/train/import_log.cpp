// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/import_log.hpp"

#include "db/keys.hpp"
#include "db/logged.hpp"
#include "kernels/api/feature.hpp"
#include "sptune/error.hpp"
#include "suites/collections/families.hpp"
#include "tuner/learned/log.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace sptune::train {
namespace {

/// As races measure: one run to warm the caches and four that are timed, three turns, and out who
/// is 10 % behind. Every sample is one run, as long as that takes. No sweep measures so, and trials
/// of one never stand in a context of the other.
harness::Protocol protocol_of(const learned::Record& r) {
  harness::Protocol p;
  p.threads = r.threads;
  p.warmup_runs = 1;
  p.pilot_samples = 0;
  p.dominated_ratio = 1.1;
  p.min_samples = 4;
  p.max_samples = 12;
  p.confidence_width = 0;
  p.sample_min_s = 0;
  p.time_budget_s = 0;
  return p;
}

harness::Hardware hardware_of(const learned::Record& r) {
  harness::Hardware h;
  h.name = r.machine.name;
  h.kind = r.backend == Backend::cuda ? "gpu" : "cpu";
  h.arch = r.machine.arch;
  h.cores = r.machine.cores;
  h.l2_bytes = r.machine.l2_bytes;
  h.memory_bytes = r.machine.memory_bytes;
  h.info = {{"told_by", "the log of an application"}};
  h.hash = db::hardware_key(h);
  return h;
}

/// Compiler and system are not in a log: empty.
harness::Environment environment_of(const learned::Record& r) {
  harness::Environment e;
  e.library_version = r.library_version;
  if (r.backend == Backend::cpu) e.isa = r.machine.arch.substr(r.machine.arch.rfind(' ') + 1);
  e.hash = db::environment_key(e);
  return e;
}

suites::MatrixInfo matrix_of(const learned::Record& r, const std::string& group) {
  const std::string pattern = fmt::format("{:016x}{:016x}", r.pattern.high, r.pattern.low);
  suites::MatrixInfo m;
  m.name = fmt::format("pattern-{:.12}", pattern);
  m.group = group;
  m.source = "log of an application";
  m.symmetry = "general";
  m.field = "real";
  m.rows = r.rows;
  m.cols = r.cols;
  m.nnz = r.nnz;
  m.content_hash = db::hash_text("pattern in the log of an application " + pattern);
  m.pattern_hash = m.content_hash;
  return m;
}

/// Operations with parameters say how many dense columns there are, and how they lie.
OperandChoice operand_of(const learned::Record& r) {
  const OperationRecord& operation = record_of(r.operation);
  auto usual = operation.complete({}, r.rows, r.cols);
  if (usual && usual.value().parameters.empty()) return usual.value();
  const auto told =
      operation.complete({"", fmt::format("k={},layout={}", r.dense_columns,
                                          r.layout == Layout::row_major ? "row" : "col")},
                         r.rows, r.cols);
  if (!told) throw InputError(told.error());
  return told.value();
}

std::vector<db::FeatureRow> feature_rows(const learned::Record& r) {
  std::vector<db::FeatureRow> rows;
  const auto table = feature_table();
  for (std::size_t f = 0; f < table.size(); ++f) {
    rows.push_back({std::string(table[f].name), r.feature_version, table[f].tier,
                    std::string(table[f].unit), r.features.values[f]});
  }
  return rows;
}

/// One pattern, and the last race on it.
struct Pattern {
  suites::MatrixInfo matrix;
  learned::Record last;
};

/// Of one context.
struct Batch {
  db::LoggedRun run;
  std::vector<db::LoggedTrial> trials;
  std::map<std::string, Pattern> patterns;  ///< by content
};

/// Patterns whose features are to be stored, by content: those of new trials, and those of which
/// there are none of this version.
std::set<std::string> without_features(const db::Store& store, const Batch& batch) {
  std::set<std::string> out;
  for (const auto& [content, pattern] : batch.patterns) out.insert(content);
  for (const auto& [content, features] : store.features(features::version)) {
    if (!features.empty()) out.erase(content);
  }
  for (const db::LoggedTrial& t : batch.trials) {
    if (db::count_new(&store, {&t, 1}) > 0) out.insert(t.trial.problem.a_hash);
  }
  return out;
}

class Import {
 public:
  Import(const Catalogue& catalogue, const ImportOptions& options)
      : catalogue_(catalogue), options_(options) {}

  void read(const std::string& log) {
    const std::string why = learned::read(log, [&](learned::Line&& line) {
      try {
        if (!line.record) throw InputError(line.record.error());
        add(line.record.value());
      } catch (const InputError& e) {
        out.bad.push_back(fmt::format("{}:{}: {}", log, line.number, e.what()));
      }
    });
    if (!why.empty()) throw InputError(why);
  }

  void store(db::Store* store) {
    for (const auto& [key, batch] : batches_) {
      out.contexts.push_back({batch.run.hardware.arch, batch.run.hardware.hash,
                              batch.run.environment.hash, db::policy_key(batch.run.protocol),
                              static_cast<std::int64_t>(batch.trials.size())});
      const std::vector<suites::MatrixInfo> added = new_matrices(store, batch);
      if (options_.dry_run) {
        out.added += db::count_new(store, batch.trials);
        continue;
      }
      for (const suites::MatrixInfo& matrix : added) {
        store->put_matrix(matrix, suites::split_of(matrix.group, matrix.name));
      }
      const std::set<std::string> featureless = without_features(*store, batch);
      out.added += db::put_logged(*store, batch.run, catalogue_, batch.trials);
      for (const std::string& content : featureless) {
        const learned::Record& last = batch.patterns.at(content).last;
        const auto& seconds = last.features.seconds_per_tier;
        store->put_features(content, feature_rows(last), {seconds.begin(), seconds.end()},
                            batch.run.hardware.hash);
      }
    }
    out.other_group = static_cast<std::int64_t>(elsewhere_.size());
  }

  Imported out;

 private:
  /// Those that are not stored. The others keep their group: trials that other logs brought stand
  /// on its side of every split.
  std::vector<suites::MatrixInfo> new_matrices(const db::Store* store, const Batch& batch) {
    std::vector<suites::MatrixInfo> fresh;
    for (const auto& [content, pattern] : batch.patterns) {
      const auto group = db::group_of(store, content);
      if (!group) fresh.push_back(pattern.matrix);
      if (group && *group != pattern.matrix.group) elsewhere_.insert(content);
    }
    return fresh;
  }

  void add(const learned::Record& r) {
    const OperandChoice operand = operand_of(r);
    ++out.races;
    if (r.feature_version != features::version) {
      ++out.other_features;
      return;
    }
    Batch& batch = batch_of(r);
    const suites::MatrixInfo matrix = matrix_of(r, options_.group);
    const std::string line = learned::to_line(r);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < r.measured.size(); ++i) {
      const learned::Measured& m = r.measured[i];
      const auto resolved = catalogue_.resolve(r.operation, r.backend, m.configuration);
      if (!resolved || resolved.value().variant().code_hash != m.code_hash) {
        ++out.other_code;
        continue;
      }
      if (std::isnan(m.prepare_s)) {
        ++out.unknown_preparing;
        continue;
      }
      ++kept;
      db::LoggedTrial logged;
      logged.uuid = db::uuid_of(fmt::format("{}{}", line, i));
      logged.started_at = r.at;
      harness::Trial& t = logged.trial;
      t.backend = r.backend;
      t.configuration = resolved.value().configuration();
      t.problem = {r.operation, r.value_type,   matrix.content_hash,
                   "",          operand.b_kind, operand.parameters};
      t.outcome = harness::Outcome::ok;
      t.stage = "measure";
      t.stop_reason = harness::in_application;
      t.samples["total"] = m.us;
      t.prepare_s = m.prepare_s;
      t.wall_s = m.prepare_s + harness::measured_s(t);
      batch.trials.push_back(std::move(logged));
    }
    out.trials += static_cast<std::int64_t>(kept);
    if (kept > 0) batch.patterns.insert_or_assign(matrix.content_hash, Pattern{matrix, r});
  }

  Batch& batch_of(const learned::Record& r) {
    db::LoggedRun run{hardware_of(r), environment_of(r), protocol_of(r), "application", ""};
    run.plan_json =
        nlohmann::ordered_json{{"imported", "log of an application"}, {"group", options_.group}}
            .dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    const std::string key = run.hardware.hash + run.environment.hash + db::policy_key(run.protocol);
    return batches_.try_emplace(key, Batch{std::move(run), {}, {}}).first->second;
  }

  const Catalogue& catalogue_;
  const ImportOptions& options_;
  std::map<std::string, Batch> batches_;
  std::set<std::string> elsewhere_;  ///< stored in another group, by content
};

}  // namespace

Imported import_logs(db::Store* store, const std::vector<std::string>& logs,
                     const Catalogue& catalogue, const ImportOptions& options) {
  Import import(catalogue, options);
  for (const std::string& log : logs) import.read(log);
  import.store(store);
  return std::move(import.out);
}

}  // namespace sptune::train
