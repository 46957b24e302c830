// SPDX-License-Identifier: BSD-3-Clause
// What was learned and what was chosen, beside the trials that tell whether it was right.
#include "db/impl.hpp"
#include "db/keys.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>

namespace sptune::db {

std::int64_t Store::put_model(const ModelRow& m) {
  Impl& d = *impl_;
  d.require_writable();
  return guarded(d.file, [&] {
    return d.id_of(
        "INSERT INTO model (uuid, operation, value_type, backend, kind, hw_hash, env_hash, "
        "policy_hash, feature_version, training_query, training_hash, metrics, artefact, "
        "created_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (uuid) DO UPDATE SET "
        "metrics = excluded.metrics, artefact = excluded.artefact RETURNING model_id",
        m.uuid, to_string(m.operation), to_string(m.value_type), to_string(m.backend), m.kind,
        m.hardware_hash, m.environment_hash, m.policy_hash, m.feature_version, m.training_query,
        m.training_hash, m.metrics_json, m.artefact, utc_now());
  });
}

void Store::put_predictions(std::int64_t model_id, const std::vector<PredictionRow>& predictions) {
  Impl& d = *impl_;
  d.require_writable();
  guarded(d.file, [&] {
    Transaction transaction(d);
    for (const PredictionRow& p : predictions) {
      // A configuration's text names its variant only; operation comes from the problem and backend
      // from the model, and of several states of the source the newest is meant.
      const int added = d.run(
          "INSERT INTO prediction (model_id, problem_id, config_id, fold, position, us, low_us, "
          "high_us) SELECT ?1, p.problem_id, c.config_id, ?4, ?5, ?6, ?7, ?8 FROM problem p "
          "JOIN model m ON m.model_id = ?1 JOIN config c ON c.text = ?3 "
          "JOIN current_variant v ON v.variant_id = c.variant_id AND v.operation = p.operation AND "
          "v.backend = m.backend WHERE p.problem_hash = ?2 ON CONFLICT DO UPDATE SET "
          "fold = excluded.fold, position = excluded.position, us = excluded.us, "
          "low_us = excluded.low_us, high_us = excluded.high_us",
          model_id, p.problem_hash, p.configuration, p.fold, p.position, p.us, p.low_us, p.high_us);
      if (added == 1) continue;
      throw DatabaseError(fmt::format(
          "{}: prediction for {} on problem {}: no such model, problem or configuration "
          "with trials of the newest code",
          d.file.string(), p.configuration, p.problem_hash));
    }
    transaction.commit();
  });
}

void Store::put_dispatches(const std::vector<DispatchRow>& dispatches) {
  Impl& d = *impl_;
  d.require_writable();
  guarded(d.file, [&] {
    Transaction transaction(d);
    for (const DispatchRow& row : dispatches) {
      const std::string uuid = new_uuid_bytes();
      d.run(
          "INSERT INTO dispatch_log (uuid, at, pattern_hash, operation, configuration, match, "
          "expected_runs, expected_gain, median_us) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
          Impl::Blob{uuid.data(), uuid.size()}, row.at, row.pattern_hash, to_string(row.operation),
          row.configuration, row.match, row.expected_runs, row.expected_gain, row.median_us);
    }
    transaction.commit();
  });
}

}  // namespace sptune::db
