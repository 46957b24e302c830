// SPDX-License-Identifier: BSD-3-Clause
// Rows that trials refer to: machine, software, policy, variants, matrices and their features.
#include "db/impl.hpp"
#include "db/keys.hpp"
#include "harness/records/difference.hpp"
#include "kernels/api/json_text.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include <cmath>

namespace sptune::db {
namespace {

using nlohmann::ordered_json;

std::string dump(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string axes_json(const Variant& variant) {
  auto json = ordered_json::object();
  for (const AxisInfo& axis : variant.axes) {
    auto values = ordered_json::array();
    for (const Value& value : axis.values) values.push_back(value.text());
    json[axis.name] = std::move(values);
  }
  return dump(json);
}

std::string report_json(const suites::ReadReport& r) {
  return dump({{"entries_in_file", r.entries_in_file},
               {"dropped_out_of_range", r.dropped_out_of_range},
               {"duplicates_summed", r.duplicates_summed},
               {"explicit_zeros", r.explicit_zeros},
               {"imaginary_dropped", r.imaginary_dropped},
               {"values_seeded", r.values_seeded}});
}

}  // namespace

std::string info_json(const harness::Environment& environment) {
  auto json = ordered_json::object();
  for (const auto& [name, value] : environment.info) json[name] = value;
  return dump(json);
}

std::int64_t Store::Impl::hardware(const harness::Hardware& h) {
  auto info = ordered_json::object();
  for (const auto& [name, value] : h.info) info[name] = value;
  const std::string hash = hardware_key(h);
  run("INSERT INTO hardware (hw_hash, name, kind, arch, cores, l2_bytes, l3_bytes, memory_bytes, "
      "info) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hw_hash) DO NOTHING",
      hash, h.name, h.kind, h.arch, h.cores, h.l2_bytes, h.l3_bytes, h.memory_bytes, dump(info));
  return id_of("SELECT hw_id FROM hardware WHERE hw_hash = ?", hash);
}

/// The row of an environment that differs from this one in nothing but that only one of the two
/// knows its cuSPARSE; 0 where there is none, or more than one. Older programs did not store it,
/// and one that was built without cuSPARSE measures none.
std::int64_t Store::Impl::environment_but_cusparse(const harness::Environment& e) {
  return id_of(
      "SELECT CASE count(*) WHEN 1 THEN min(env_id) ELSE 0 END FROM environment WHERE compiler = ? "
      "AND flags = ? AND os = ? AND libc = ? AND library_version = ? AND isa = ? AND driver = ? "
      "AND cuda_runtime = ? AND (cusparse = '') <> ?",
      e.compiler, e.flags, e.os, e.libc, e.library_version, e.isa, e.driver, e.cuda_runtime,
      e.cusparse.empty());
}

std::int64_t Store::Impl::environment(const harness::Environment& e) {
  const std::string hash = environment_key(e);
  const char* by_hash = "SELECT env_id FROM environment WHERE env_hash = ?";
  if (const std::int64_t known = id_of(by_hash, hash); known != 0) return known;
  if (const std::int64_t other = environment_but_cusparse(e); other != 0) {
    if (e.cusparse.empty()) return other;
    run("UPDATE model SET env_hash = ?1 WHERE env_hash = (SELECT env_hash FROM environment WHERE "
        "env_id = ?2)",
        hash, other);
    run("UPDATE environment SET cusparse = ?, env_hash = ? WHERE env_id = ?", e.cusparse, hash,
        other);
    return other;
  }
  run("INSERT INTO environment (env_hash, compiler, flags, os, libc, library_version, isa, driver, "
      "cuda_runtime, cusparse) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (env_hash) DO "
      "NOTHING",
      hash, e.compiler, e.flags, e.os, e.libc, e.library_version, e.isa, e.driver, e.cuda_runtime,
      e.cusparse);
  return id_of(by_hash, hash);
}

std::int64_t Store::Impl::policy(const harness::Protocol& p) {
  const std::string hash = policy_key(p);
  run("INSERT INTO policy (policy_hash, cache, threads, params) VALUES (?, ?, ?, ?) "
      "ON CONFLICT (policy_hash) DO NOTHING",
      hash, harness::to_string(p.cache), p.threads, policy_params(p));
  return id_of("SELECT policy_id FROM policy WHERE policy_hash = ?", hash);
}

std::int64_t Store::Impl::context(const harness::Hardware& h, const harness::Environment& e,
                                  const harness::Protocol& p) {
  const std::int64_t hw = hardware(h);
  const std::int64_t env = environment(e);
  const std::int64_t pol = policy(p);
  run("INSERT INTO context (hw_id, env_id, policy_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", hw,
      env, pol);
  return id_of("SELECT context_id FROM context WHERE hw_id = ? AND env_id = ? AND policy_id = ?",
               hw, env, pol);
}

/// What of it is not that of a run; its policy, where nothing else is.
std::string Store::Impl::difference(const std::string& run_uuid, const harness::Hardware& h,
                                    const harness::Environment& e) {
  SQLite::Statement& s = statement(
      "SELECT kind, arch, compiler, flags, os, libc, library_version, isa, driver, cuda_runtime, "
      "cusparse, cores, l2_bytes, l3_bytes, memory_bytes FROM run JOIN context USING (context_id) "
      "JOIN hardware USING (hw_id) JOIN environment USING (env_id) WHERE uuid = ?");
  s.bindNoCopy(1, run_uuid);
  harness::Hardware hw;
  harness::Environment env;
  if (s.executeStep()) {
    int i = 0;
    for (std::string* field :
         {&hw.kind, &hw.arch, &env.compiler, &env.flags, &env.os, &env.libc, &env.library_version,
          &env.isa, &env.driver, &env.cuda_runtime, &env.cusparse}) {
      *field = s.getColumn(i++).getString();
    }
    hw.cores = s.getColumn(i++).getInt();
    for (std::int64_t* field : {&hw.l2_bytes, &hw.l3_bytes, &hw.memory_bytes}) {
      *field = s.getColumn(i++).getInt64();
    }
  }
  s.reset();
  if (std::string out = harness::difference(h, hw); !out.empty()) return out;
  if (std::string out = harness::difference(e, env); !out.empty()) return out;
  return "other policies";
}

VariantMap Store::Impl::register_variants(const Catalogue& catalogue) {
  VariantMap registered;
  const std::string now = utc_now();
  for (const Variant& v : catalogue.variants()) {
    KnownVariant known;
    known.code_hash = v.code_hash;
    known.default_configuration = v.default_configuration().text();
    known.id = id_of(
        // After all other code of the name, also where that was seen by a clock that was ahead.
        "INSERT INTO variant (operation, backend, name, code_hash, baseline, "
        "default_configuration, axes, seen_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, max(?8, "
        "coalesce((SELECT max(strftime('%Y-%m-%dT%H:%M:%fZ', seen_at, '+0.001 seconds')) "
        "FROM variant WHERE operation = ?1 AND backend = ?2 AND name = ?3 AND code_hash <> ?4), "
        "''))) ON CONFLICT (operation, backend, name, code_hash) DO UPDATE SET "
        "seen_at = max(seen_at, excluded.seen_at), baseline = excluded.baseline, "
        "default_configuration = excluded.default_configuration, "
        "axes = excluded.axes RETURNING variant_id",
        to_string(v.operation), to_string(v.facts.backend), v.facts.name, v.code_hash,
        v.facts.baseline, known.default_configuration, axes_json(v), now);
    registered[{v.operation, v.facts.backend, v.facts.name}] = std::move(known);
  }
  return registered;
}

const KnownVariant* Store::Impl::variant(Operation operation, Backend backend,
                                         const std::string& name) {
  auto found = variants.find({operation, backend, name});
  if (found != variants.end()) return &found->second;
  SQLite::Statement& s = statement(
      "SELECT v.variant_id, v.code_hash, v.default_configuration FROM variant v "
      "JOIN current_variant c USING (variant_id) WHERE v.operation = ? AND v.backend = ? AND "
      "v.name = ?");
  bind(s, 1, to_string(operation));
  bind(s, 2, to_string(backend));
  bind(s, 3, name);
  if (!s.executeStep()) {
    s.reset();
    return nullptr;
  }
  KnownVariant known{s.getColumn(0).getInt64(), s.getColumn(1).getString(),
                     s.getColumn(2).getString()};
  s.reset();
  return &(variants[{operation, backend, name}] = std::move(known));
}

std::int64_t Store::Impl::find_problem(const std::string& hash) {
  const auto found = problems.find(hash);
  if (found != problems.end()) return found->second;
  return id_of("SELECT problem_id FROM problem WHERE problem_hash = ?", hash);
}

std::int64_t Store::Impl::problem(const harness::ProblemKey& p) {
  const std::string hash = p.hash();
  if (const std::int64_t id = find_problem(hash); id != 0) return id;
  const auto matrix = [&](const std::string& content_hash) {
    const std::int64_t id =
        id_of("SELECT matrix_id FROM matrix WHERE content_hash = ?", content_hash);
    if (id == 0) {
      throw DatabaseError(fmt::format("{}: matrix {} is not stored: put_matrix comes before trials",
                                      file.string(), content_hash));
    }
    return id;
  };
  const std::int64_t a = matrix(p.a_hash);
  std::optional<std::int64_t> b;
  if (!p.b_hash.empty()) b = matrix(p.b_hash);
  return id_of(
      "INSERT INTO problem (problem_hash, operation, value_type, a_id, b_id, b_kind, parameters, "
      "x_cols) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING problem_id",
      hash, to_string(p.operation), to_string(p.value_type), a, b, p.b_kind, p.parameters,
      dense_columns(p.operation, p.operand()));
}

std::int64_t Store::Impl::find_config(Operation operation, Backend backend,
                                      const Configuration& configuration) {
  const KnownVariant* v = variant(operation, backend, configuration.variant);
  if (v == nullptr) return 0;
  const std::string hash =
      config_key(operation, backend, configuration.variant, v->code_hash, configuration.text());
  const auto found = configs.find(hash);
  if (found != configs.end()) return found->second;
  const std::int64_t id = id_of("SELECT config_id FROM config WHERE config_hash = ?", hash);
  // Only rows that are there outside of any transaction may be remembered.
  if (id != 0 && sqlite3_get_autocommit(db->getHandle()) != 0) configs[hash] = id;
  return id;
}

std::int64_t Store::Impl::config(Operation operation, Backend backend,
                                 const Configuration& configuration) {
  const std::int64_t found = find_config(operation, backend, configuration);
  if (found != 0) return found;
  const KnownVariant* v = variant(operation, backend, configuration.variant);
  if (v == nullptr) {
    throw DatabaseError(fmt::format("{}: no {} variant '{}' for {}: begin_run stores the catalogue",
                                    file.string(), to_string(operation), configuration.variant,
                                    to_string(backend)));
  }
  const std::string text = configuration.text();
  const auto json = parse_json<ordered_json>(to_json(configuration)).value();
  return id_of(
      "INSERT INTO config (config_hash, variant_id, text, params, is_default) "
      "VALUES (?, ?, ?, ?, ?) RETURNING config_id",
      config_key(operation, backend, configuration.variant, v->code_hash, text), v->id, text,
      dump(json.value("axes", ordered_json::object())), text == v->default_configuration);
}

void Store::Impl::tell_of_another_side(const suites::MatrixInfo& m, const std::string& split) {
  SQLite::Statement& s = statement(
      "SELECT name, split FROM matrix m WHERE content_hash = ? AND split <> ? AND EXISTS (SELECT 1 "
      "FROM problem p JOIN trial t USING (problem_id) WHERE p.a_id = m.matrix_id)");
  s.bindNoCopy(1, m.content_hash);
  s.bindNoCopy(2, split);
  std::string line;
  if (s.executeStep()) {
    line = fmt::format(
        "{}: {} was measured as {} of the side {} and is of the side {} from now on: models "
        "trained "
        "or judged before counted it otherwise",
        file.string(), m.name, s.getColumn(0).getString(), s.getColumn(1).getString(), split);
  }
  s.reset();
  if (!line.empty()) tell(options, line);
}

void Store::put_matrix(const suites::MatrixInfo& m, const std::string& split) {
  Impl& d = *impl_;
  d.require_writable();
  guarded(d.file, [&] {
    d.tell_of_another_side(m, split);
    d.run(
        "INSERT INTO matrix (content_hash, pattern_hash, name, grp, split, source, kind, symmetry, "
        "field, nrows, ncols, nnz, read_report) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (content_hash) DO UPDATE SET name = excluded.name, grp = excluded.grp, "
        "split = excluded.split, source = excluded.source, kind = excluded.kind, "
        "symmetry = excluded.symmetry, field = excluded.field, read_report = excluded.read_report "
        "WHERE (name, grp, split, source, kind, symmetry, field, read_report) <> "
        "(excluded.name, excluded.grp, excluded.split, excluded.source, excluded.kind, "
        "excluded.symmetry, excluded.field, excluded.read_report)",
        m.content_hash, m.pattern_hash, m.name, m.group, split, m.source, m.kind, m.symmetry,
        m.field, m.rows, m.cols, m.nnz, report_json(m.report));
  });
}

void Store::put_features(const std::string& content_hash, const std::vector<FeatureRow>& features,
                         const std::vector<double>& seconds_per_tier,
                         const std::string& hardware_hash) {
  Impl& d = *impl_;
  d.require_writable();
  guarded(d.file, [&] {
    Transaction transaction(d);
    const std::int64_t matrix =
        d.id_of("SELECT matrix_id FROM matrix WHERE content_hash = ?", content_hash);
    if (matrix == 0) {
      throw DatabaseError(
          fmt::format("{}: matrix {} is not stored: put_matrix comes before features",
                      d.file.string(), content_hash));
    }
    for (const FeatureRow& f : features) {
      const std::int64_t id = d.id_of(
          "INSERT INTO feature_def (name, version, tier, unit) VALUES (?, ?, ?, ?) "
          "ON CONFLICT (name, version) DO UPDATE SET tier = excluded.tier, unit = excluded.unit "
          "RETURNING feature_id",
          f.name, f.version, f.tier, f.unit);
      d.run(
          "INSERT INTO matrix_feature (matrix_id, feature_id, value) VALUES (?, ?, ?) "
          "ON CONFLICT DO UPDATE SET value = excluded.value",
          matrix, id, f.value);
    }
    const std::int64_t hw = d.id_of("SELECT hw_id FROM hardware WHERE hw_hash = ?", hardware_hash);
    if (hw == 0 && !seconds_per_tier.empty()) {
      throw DatabaseError(fmt::format("{}: hardware {} is not stored: begin_run stores it",
                                      d.file.string(), hardware_hash));
    }
    for (std::size_t tier = 0; tier < seconds_per_tier.size(); ++tier) {
      if (!std::isfinite(seconds_per_tier[tier])) continue;
      d.run(
          "INSERT INTO feature_cost (matrix_id, hw_id, tier, seconds) VALUES (?, ?, ?, ?) "
          "ON CONFLICT DO UPDATE SET seconds = excluded.seconds",
          matrix, hw, static_cast<std::int64_t>(tier), seconds_per_tier[tier]);
    }
    transaction.commit();
  });
}

}  // namespace sptune::db
