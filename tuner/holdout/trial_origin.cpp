// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/holdout/trial_origin.hpp"

#include "db/keys.hpp"
#include "db/query.hpp"
#include "sptune/error.hpp"
#include "tuner/holdout/holdout_timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace sptune::holdout {
namespace {

db::Table ask(const db::Store& store, std::string_view name, const db::Parameters& parameters) {
  return db::query(store, db::named_query(name).sql, parameters);
}

/// Variants that the data set's trials are of, baselines too.
std::set<std::string> variants_of(const train::Dataset& data) {
  std::set<std::string> out;
  for (const Configuration& c : data.configurations) out.insert(c.variant);
  for (const train::Problem& p : data.problems) {
    for (const train::Baseline& b : p.baselines) {
      if (const auto parsed = Configuration::parse(b.configuration)) {
        out.insert(parsed.value().variant);
      }
    }
  }
  return out;
}

/// A source as the database keeps it is a path, an address or a generator id.
std::string scheme_of(const std::string& source) {
  for (const char* known : {"file:", "generate:", "url:"}) {
    if (source.rfind(known, 0) == 0) return "";
  }
  if (source.find("://") != std::string::npos) return "url:";
  const bool path = source.find('/') != std::string::npos || std::filesystem::exists(source);
  return !path && source.find('{') != std::string::npos ? "generate:" : "file:";
}

suites::MatrixInfo matrix_in(const db::Table& t, std::size_t row) {
  const auto number = [&](const char* name) {
    const double found = t.number(row, name);
    return found > 0 ? static_cast<std::int64_t>(found) : std::int64_t{0};  // NULL in old reports
  };
  suites::MatrixInfo m;
  m.name = t.text(row, "name");
  m.group = t.text(row, "grp");
  m.source = t.text(row, "source");
  m.kind = t.text(row, "kind");
  m.symmetry = t.text(row, "symmetry");
  m.field = t.text(row, "field");
  m.content_hash = t.text(row, "content_hash");
  m.pattern_hash = t.text(row, "pattern_hash");
  m.rows = number("nrows");
  m.cols = number("ncols");
  m.nnz = number("nnz");
  m.report.entries_in_file = number("entries_in_file");
  m.report.dropped_out_of_range = number("dropped_out_of_range");
  m.report.duplicates_summed = number("duplicates_summed");
  m.report.explicit_zeros = number("explicit_zeros");
  m.report.imaginary_dropped = number("imaginary_dropped") != 0;
  m.report.values_seeded = number("values_seeded") != 0;
  return m;
}

TrialOrigin origin_in(const db::Table& t, std::size_t row, const train::Dataset& data) {
  TrialOrigin r;
  r.matrix = matrix_in(t, row);
  r.problem = {data.operation,        data.value_type,       r.matrix.content_hash,
               t.text(row, "b_hash"), t.text(row, "b_kind"), t.text(row, "parameters")};
  r.entry.name = r.matrix.name;
  r.entry.group = r.matrix.group;
  r.entry.split = t.text(row, "split");
  r.entry.kind = r.matrix.kind;
  r.entry.source = scheme_of(r.matrix.source) + r.matrix.source;
  r.entry.drop_out_of_range = r.matrix.report.dropped_out_of_range > 0;
  r.entry.seeded_values = r.matrix.report.values_seeded;
  return r;
}

/// What is measured has to be what is judged.
void require_problem(const TrialOrigin& origin, const std::string& swept) {
  const harness::ProblemKey& p = origin.problem;
  if (p.hash() == swept) return;
  throw DatabaseError(fmt::format(
      "the problem {} {} {} {} is another than the one that was swept (hash {:.12}, expected "
      "{:.12}): see `sptune db check`",
      to_string(p.operation), origin.matrix.name, p.b_kind, p.parameters, p.hash(), swept));
}

}  // namespace

void check_same(const db::Store& sweep, const train::Dataset& data, const Catalogue& catalogue,
                const harness::Hardware& hardware) {
  if (db::hardware_key(hardware) != data.provenance.hardware_hash) {
    throw InputError(fmt::format(
        "the trials were measured on {} ({}, {} cores), this is {} ({}, {} cores): evaluate with "
        "--measure where the sweep ran, or sweep here",
        data.machine.name, data.machine.arch, data.machine.cores, hardware.name, hardware.arch,
        hardware.cores));
  }
  const db::Table swept = ask(sweep, "holdout_code",
                              {{"operation", std::string(to_string(data.operation))},
                               {"backend", std::string(to_string(data.backend))}});
  const std::set<std::string> used = variants_of(data);
  std::string changed;
  for (std::size_t row = 0; row < swept.rows.size(); ++row) {
    const std::string name = swept.text(row, "variant");
    const Variant* here = catalogue.find(data.operation, data.backend, name);
    if (!used.contains(name) || here == nullptr) continue;  // a library that this build is without
    if (here->code_hash != swept.text(row, "code_hash")) {
      changed += (changed.empty() ? "" : ", ") + name;
    }
  }
  if (changed.empty()) return;
  const db::Table commit =
      ask(sweep, "holdout_commit",
          {{"hardware", data.provenance.hardware_hash}, {"policy", data.provenance.policy_hash}});
  throw InputError(fmt::format(
      "the sweep's trials of {} are of other code than this program's: sweep again with this "
      "program (what has not changed is not measured twice), or evaluate with the one that swept "
      "(commit {:.12})",
      changed, commit.rows.empty() ? "unknown" : commit.text(0, "git_sha")));
}

harness::Protocol fixed_protocol(const db::Store& sweep, const train::Dataset& data,
                                 int repetitions) {
  const db::Table t = ask(sweep, "holdout_policy", {{"policy", data.provenance.policy_hash}});
  if (t.rows.empty()) {
    throw DatabaseError("the database does not hold the policy " + data.provenance.policy_hash +
                        " of its own trials: it is damaged, see `sptune db check`");
  }
  const auto cache = harness::parse_cache_policy(t.text(0, "cache"));
  const auto launch = harness::parse_launch(t.text(0, "launch"));
  const auto repeat = parse_repeat(t.text(0, "repeat"));
  if (!cache || !launch || !repeat) {
    throw DatabaseError("the database holds a policy that this program does not know: update it");
  }
  harness::Protocol p;
  const auto value = [&](const char* name, auto& field) {
    const double found = t.number(0, name);
    if (found >= 0) field = static_cast<std::remove_reference_t<decltype(field)>>(found);
  };
  p.cache = *cache;
  p.launch = *launch;
  p.repeat = *repeat;
  value("threads", p.threads);
  value("warmup_runs", p.warmup_runs);
  value("sample_min_s", p.sample_min_s);
  value("time_budget_s", p.time_budget_s);
  p.dominated_ratio = 0;
  p.confidence_width = 0;
  p.pilot_samples = p.min_samples = p.max_samples = repetitions * harness::samples_per_repetition;
  return p;
}

std::map<std::string, TrialOrigin> trial_origins(const db::Store& sweep,
                                                 const train::Dataset& data) {
  std::set<std::string> judged;
  for (const train::Problem& p : data.problems) judged.insert(p.hash);
  const db::Table t = ask(sweep, "holdout_problems",
                          {{"operation", std::string(to_string(data.operation))},
                           {"value_type", std::string(to_string(data.value_type))}});
  std::map<std::string, TrialOrigin> out;
  for (std::size_t row = 0; row < t.rows.size(); ++row) {
    const std::string hash = t.text(row, "problem_hash");
    if (!judged.contains(hash)) continue;
    TrialOrigin origin = origin_in(t, row, data);
    require_problem(origin, hash);
    out.emplace(hash, std::move(origin));
  }
  return out;
}

}  // namespace sptune::holdout
