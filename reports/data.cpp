// SPDX-License-Identifier: BSD-3-Clause
#include "reports/data.hpp"

#include "db/query.hpp"
#include "kernels/api/catalogue.hpp"
#include "reports/svg.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <variant>

namespace sptune::reports {
namespace {

/// One row of a result. NULL is empty, 0 or NaN.
class Row {
 public:
  Row(const db::Table& table, std::size_t index) : table_(table), index_(index) {}
  [[nodiscard]] std::string text(std::string_view column) const {
    return table_.text(index_, column);
  }
  [[nodiscard]] double real(std::string_view column) const { return table_.number(index_, column); }
  [[nodiscard]] std::int64_t integer(std::string_view column) const {
    const auto* value = std::get_if<std::int64_t>(&table_.rows[index_][table_.column(column)]);
    return value == nullptr ? 0 : *value;
  }

 private:
  const db::Table& table_;
  std::size_t index_;
};

Scope scope_of(const Row& row) {
  return {row.integer("context_id"), row.text("operation"), row.text("value_type"),
          row.text("backend"), row.text("cache")};
}

std::string mebibytes(std::int64_t bytes) {
  return bytes > 0 ? number(static_cast<double>(bytes) / (1024.0 * 1024.0)) + " MiB" : "unknown";
}

Context context_of(const Row& row) {
  Context c;
  c.id = row.integer("context_id");
  c.machine = row.text("machine");
  c.trials = row.integer("trials");
  c.wall_s = row.real("wall_s");
  c.facts = {
      {"machine", c.machine},
      {"architecture", row.text("arch")},
      {"cores", row.text("cores")},
      {"L2, L3, memory", mebibytes(row.integer("l2_bytes")) + ", " +
                             mebibytes(row.integer("l3_bytes")) + ", " +
                             mebibytes(row.integer("memory_bytes"))},
      {"instruction set", row.text("isa")},
      {"compiler", row.text("compiler")},
      {"flags", row.text("flags")},
      {"system", row.text("os") + ", " + row.text("libc")},
      {"driver", row.text("driver")},
      {"CUDA runtime", row.text("cuda_runtime")},
      {"sptune", row.text("library_version")},
      {"cache policy", row.text("cache")},
      {"threads", row.integer("threads") == 0 ? "all" : row.text("threads")},
      {"protocol", row.text("params")},
      {"trials", grouped(c.trials)},
      {"time spent", number(c.wall_s / 60) + " min"},
  };
  std::erase_if(c.facts, [](const auto& fact) { return fact.second.empty(); });
  return c;
}

Run run_of(const Row& row) {
  const bool dirty = row.integer("git_dirty") != 0;
  return {
      row.text("run"),           row.text("suite"),
      row.text("state"),         row.text("started_at"),
      row.text("ended_at"),      row.text("git_sha").substr(0, 12) + (dirty ? " + changes" : ""),
      row.integer("context_id"), row.integer("trials")};
}

Coverage coverage_of(const Row& row) {
  return {scope_of(row),
          row.text("variant"),
          row.integer("baseline") != 0,
          row.integer("problems"),
          row.integer("configurations"),
          row.integer("verified"),
          row.integer("ok"),
          row.integer("dominated"),
          row.integer("refused"),
          row.integer("failed"),
          row.real("wall_s")};
}

Best best_of(const Row& row) {
  Best b;
  b.scope = scope_of(row);
  b.problem = row.integer("problem_id");
  b.trial = row.integer("trial_id");
  b.nnz = row.integer("nnz");
  b.candidates = row.integer("candidates");
  b.ties = row.integer("ties");
  const std::string kind = row.text("b_kind");
  const std::string parameters = row.text("parameters");
  b.matrix = row.text("matrix");
  b.operand = (kind == "a"    ? " · A·A"
               : kind == "at" ? " · A·Aᵀ"
                              : "") +
              (parameters.empty() ? "" : " · " + parameters);
  b.configuration = row.text("configuration");
  b.baseline = row.text("baseline");
  b.median_us = row.real("median_us");
  b.gflops = row.real("gflops");
  b.gbytes_per_s = row.real("gbytes_per_s");
  b.prepare_s = row.real("prepare_s");
  b.floor_ratio = row.real("floor_ratio");
  b.baseline_us = row.real("baseline_us");
  return b;
}

Measured measured_of(const Row& row) {
  Measured m;
  m.scope = scope_of(row);
  m.problem = row.integer("problem_id");
  m.matrix = row.text("matrix");
  m.variant = row.text("variant");
  m.configuration = row.text("configuration");
  m.baseline = row.integer("baseline") != 0;
  m.is_default = row.integer("is_default") != 0;
  m.median_us = row.real("median_us");
  m.oracle_us = row.real("oracle_us");
  return m;
}

Failure failure_of(const Row& row) {
  return {row.text("outcome"),
          row.text("operation"),
          row.text("backend"),
          row.text("variant"),
          row.text("stage"),
          row.text("example_matrix"),
          row.text("example_configuration"),
          row.text("example"),
          row.integer("trials"),
          row.integer("matrices"),
          row.integer("example_trial")};
}

Refusal refusal_of(const Row& row) {
  return {row.text("operation"), row.text("value_type"),     row.text("backend"),
          row.text("variant"),   row.text("example_matrix"), row.text("example"),
          row.integer("trials"), row.integer("matrices"),    row.integer("example_trial")};
}

/// What one model lost on the problems that it was not trained on.
struct Predictions {
  std::string model;  ///< uuid
  std::string title;
  std::vector<double> losses;
};

std::string title_of_predictions(const Row& row) {
  const std::string context = row.text("context");
  const std::string kind = row.text("kind");
  return fmt::format("{} {} on {}, {} cache, model {}{}{}", row.text("operation"),
                     row.text("value_type"), row.text("backend"), row.text("cache"),
                     row.text("model"), kind.empty() ? "" : ": " + kind,
                     context.empty() ? "" : " (" + context + ")");
}

std::map<std::pair<std::string, std::string>, std::string> default_variants_of(
    const std::vector<Measured>& rows, const Catalogue& catalogue) {
  std::map<std::pair<std::string, std::string>, std::string> found;
  for (const Measured& row : rows) {
    const auto operation = parse_operation(row.scope.operation);
    const auto backend = parse_backend(row.scope.backend);
    if (!operation || !backend) continue;
    if (const Variant* v = catalogue.default_variant(*operation, *backend)) {
      found[{row.scope.operation, row.scope.backend}] = v->facts.name;
    }
  }
  return found;
}

}  // namespace

Data collect(const std::filesystem::path& database, const Catalogue& catalogue) {
  Data data;
  data.database = database.filename().string();
  const auto each = [&](const std::string& name, auto&& take) {
    const db::NamedQuery& query = db::named_query(name);
    data.sql[name] = query.sql;
    const db::Table table = db::query(database, query.sql);
    for (std::size_t i = 0; i < table.rows.size(); ++i) take(Row(table, i));
  };
  each("report_contexts", [&](const Row& r) { data.contexts.push_back(context_of(r)); });
  each("report_runs", [&](const Row& r) { data.runs.push_back(run_of(r)); });
  each("report_coverage", [&](const Row& r) { data.coverage.push_back(coverage_of(r)); });
  each("report_best", [&](const Row& r) { data.best.push_back(best_of(r)); });
  each("report_measured", [&](const Row& r) { data.measured.push_back(measured_of(r)); });
  each("report_tried", [&](const Row& r) {
    data.tried.push_back({scope_of(r), r.text("configuration"), r.integer("problems")});
  });
  each("report_failed", [&](const Row& r) {
    data.failed.push_back({scope_of(r), r.text("configuration"), r.integer("problem_id")});
  });
  data.default_variants = default_variants_of(data.measured, catalogue);
  each("report_failures", [&](const Row& r) { data.failures.push_back(failure_of(r)); });
  each("report_refusals", [&](const Row& r) { data.refusals.push_back(refusal_of(r)); });

  std::vector<Predictions> models;
  each("report_predictions", [&](const Row& r) {
    if (models.empty() || models.back().model != r.text("model")) {
      models.push_back({r.text("model"), title_of_predictions(r), {}});
    }
    models.back().losses.push_back(r.real("slowdown"));
  });
  for (Predictions& m : models) {
    data.evaluations.push_back(
        {m.title, "predictions in the database", {evaluated("model", std::move(m.losses))}});
  }
  return data;
}

std::int64_t trial_count(const Data& data) {
  std::int64_t trials = 0;
  for (const Run& r : data.runs) trials += r.trials;
  return trials;
}

std::int64_t result_count(const Data& data) {
  std::int64_t results = 0;
  for (const Coverage& c : data.coverage) results += c.ok + c.dominated + c.refused + c.failed;
  return results;
}

}  // namespace sptune::reports
