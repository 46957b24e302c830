// SPDX-License-Identifier: BSD-3-Clause
#include "db/merge_described.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

namespace sptune::db {
namespace {

/// As Store::Impl::environment: {0} learns from {1}.
constexpr const char* learn_cusparse = R"sql(
DROP TABLE IF EXISTS temp.learnt;
CREATE TEMP TABLE learnt AS
  SELECT e.env_hash AS old, k.env_hash AS new, k.cusparse AS cusparse
  FROM {0}.environment e JOIN {1}.environment k
    ON (k.compiler, k.flags, k.os, k.libc, k.library_version, k.isa, k.driver, k.cuda_runtime)
     = (e.compiler, e.flags, e.os, e.libc, e.library_version, e.isa, e.driver, e.cuda_runtime)
  WHERE e.cusparse = '' AND k.cusparse <> '' AND k.env_hash NOT IN (SELECT env_hash FROM {0}.environment)
  GROUP BY e.env_hash HAVING count(*) = 1;
UPDATE {0}.environment AS e SET cusparse = l.cusparse, env_hash = l.new FROM temp.learnt l WHERE l.old = e.env_hash;
UPDATE {0}.model AS m SET env_hash = l.new FROM temp.learnt l WHERE l.old = m.env_hash;
)sql";

/// Rows that describe themselves: union by hash or by name. What is said of a matrix beside its
/// content is of the file that measured it last, and where none did of the one whose words come
/// later in order: the same in whichever order files come.
constexpr const char* union_described = R"sql(
INSERT INTO main.hardware (hw_hash, name, kind, arch, cores, l2_bytes, l3_bytes, memory_bytes, info)
  SELECT hw_hash, name, kind, arch, cores, l2_bytes, l3_bytes, memory_bytes, info
  FROM src.hardware WHERE true ON CONFLICT (hw_hash) DO NOTHING;
INSERT INTO main.environment (env_hash, compiler, flags, os, libc, library_version, isa, driver,
                              cuda_runtime, cusparse)
  SELECT env_hash, compiler, flags, os, libc, library_version, isa, driver, cuda_runtime, cusparse
  FROM src.environment WHERE true ON CONFLICT (env_hash) DO NOTHING;
INSERT INTO main.policy (policy_hash, cache, threads, params)
  SELECT policy_hash, cache, threads, params
  FROM src.policy WHERE true ON CONFLICT (policy_hash) DO NOTHING;
INSERT INTO main.context (hw_id, env_id, policy_id)
  SELECT h.hw_id, e.env_id, p.policy_id FROM src.context c
  JOIN src.hardware sh ON sh.hw_id = c.hw_id JOIN main.hardware h ON h.hw_hash = sh.hw_hash
  JOIN src.environment se ON se.env_id = c.env_id JOIN main.environment e ON e.env_hash = se.env_hash
  JOIN src.policy sp ON sp.policy_id = c.policy_id JOIN main.policy p ON p.policy_hash = sp.policy_hash
  WHERE true ON CONFLICT DO NOTHING;
DROP TABLE IF EXISTS temp.described_otherwise;
CREATE TEMP TABLE described_otherwise AS
  SELECT m.matrix_id AS id, s.matrix_id AS src_id,
    (coalesce((SELECT max(t.started_at) FROM src.problem p JOIN src.trial t ON t.problem_id = p.problem_id
               WHERE p.a_id = s.matrix_id AND t.outcome <> 'running'), ''),
     s.name, s.grp, s.split, s.source, s.kind, s.symmetry, s.field, s.read_report)
    > (coalesce((SELECT max(t.started_at) FROM main.problem p JOIN main.trial t ON t.problem_id = p.problem_id
                 WHERE p.a_id = m.matrix_id AND t.outcome <> 'running'), ''),
       m.name, m.grp, m.split, m.source, m.kind, m.symmetry, m.field, m.read_report) AS by_source
  FROM src.matrix s JOIN main.matrix m ON m.content_hash = s.content_hash
  WHERE (s.name, s.grp, s.split, s.source, s.kind, s.symmetry, s.field, s.read_report)
    <> (m.name, m.grp, m.split, m.source, m.kind, m.symmetry, m.field, m.read_report);
UPDATE main.matrix AS m SET name = s.name, grp = s.grp, split = s.split, source = s.source, kind = s.kind,
    symmetry = s.symmetry, field = s.field, read_report = s.read_report
  FROM temp.described_otherwise d JOIN src.matrix s ON s.matrix_id = d.src_id
  WHERE d.id = m.matrix_id AND d.by_source;
INSERT INTO main.matrix (content_hash, pattern_hash, name, grp, split, source, kind, symmetry, field,
                         nrows, ncols, nnz, read_report)
  SELECT content_hash, pattern_hash, name, grp, split, source, kind, symmetry, field, nrows, ncols,
         nnz, read_report
  FROM src.matrix WHERE true ON CONFLICT (content_hash) DO NOTHING;
INSERT INTO main.feature_def (name, version, tier, unit)
  SELECT name, version, tier, unit FROM src.feature_def WHERE true
  ON CONFLICT (name, version) DO NOTHING;
INSERT INTO main.matrix_feature (matrix_id, feature_id, value)
  SELECT m.matrix_id, d.feature_id, f.value FROM src.matrix_feature f
  JOIN src.matrix sm ON sm.matrix_id = f.matrix_id
  JOIN main.matrix m ON m.content_hash = sm.content_hash
  JOIN src.feature_def sd ON sd.feature_id = f.feature_id
  JOIN main.feature_def d ON d.name = sd.name AND d.version = sd.version
  WHERE true ON CONFLICT DO NOTHING;
INSERT INTO main.feature_cost (matrix_id, hw_id, tier, seconds)
  SELECT m.matrix_id, h.hw_id, f.tier, f.seconds FROM src.feature_cost f
  JOIN src.matrix sm ON sm.matrix_id = f.matrix_id
  JOIN main.matrix m ON m.content_hash = sm.content_hash
  JOIN src.hardware sh ON sh.hw_id = f.hw_id JOIN main.hardware h ON h.hw_hash = sh.hw_hash
  WHERE true ON CONFLICT DO NOTHING;
INSERT INTO main.variant (operation, backend, name, code_hash, baseline, default_configuration, axes,
                          seen_at)
  SELECT operation, backend, name, code_hash, baseline, default_configuration, axes, seen_at
  FROM src.variant WHERE true
  ON CONFLICT (operation, backend, name, code_hash) DO UPDATE
  SET seen_at = max(seen_at, excluded.seen_at);
INSERT INTO main.config (config_hash, variant_id, text, params, is_default)
  SELECT c.config_hash, v.variant_id, c.text, c.params, c.is_default FROM src.config c
  JOIN src.variant sv ON sv.variant_id = c.variant_id
  JOIN main.variant v ON v.operation = sv.operation AND v.backend = sv.backend AND v.name = sv.name
    AND v.code_hash = sv.code_hash
  WHERE true ON CONFLICT (config_hash) DO NOTHING;
INSERT INTO main.problem (problem_hash, operation, value_type, a_id, b_id, b_kind, parameters,
                          x_cols, flops, nnz_out, compulsory_bytes)
  SELECT p.problem_hash, p.operation, p.value_type, a.matrix_id, b.matrix_id, p.b_kind,
         p.parameters, p.x_cols, p.flops, p.nnz_out, p.compulsory_bytes
  FROM src.problem p
  JOIN src.matrix sa ON sa.matrix_id = p.a_id JOIN main.matrix a ON a.content_hash = sa.content_hash
  LEFT JOIN src.matrix sb ON sb.matrix_id = p.b_id
  LEFT JOIN main.matrix b ON b.content_hash = sb.content_hash
  WHERE true ON CONFLICT (problem_hash) DO UPDATE
  SET flops = coalesce(flops, excluded.flops), nnz_out = coalesce(nnz_out, excluded.nnz_out),
      compulsory_bytes = coalesce(compulsory_bytes, excluded.compulsory_bytes);
)sql";

}  // namespace

std::int64_t add_described(SQLite::Database& db) {
  db.exec(fmt::format(learn_cusparse, "main", "src"));
  db.exec(fmt::format(learn_cusparse, "src", "main"));
  db.exec(union_described);
  return db.execAndGet("SELECT count(*) FROM temp.described_otherwise").getInt64();
}

}  // namespace sptune::db
