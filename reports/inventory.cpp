// SPDX-License-Identifier: BSD-3-Clause
// Sections that list what is stored: coverage, machines and runs, best configurations, failures.
#include "kernels/api/operation.hpp"
#include "reports/charts.hpp"
#include "reports/sections.hpp"
#include "reports/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace sptune::reports {
namespace {

std::string anchor(const std::string& prefix, const Scope& scope) {
  return fmt::format("{}-{}-{}-{}-{}-{}", prefix, scope.context, scope.operation, scope.value_type,
                     scope.backend, scope.cache);
}

/// Rows by scope, in the order of scopes.
template <class T>
std::map<Scope, std::vector<T>> split(const std::vector<T>& rows) {
  std::map<Scope, std::vector<T>> scopes;
  for (const T& row : rows) scopes[row.scope].push_back(row);
  return scopes;
}

std::string variant_name(const std::string& variant, bool baseline) {
  return baseline ? variant + " (baseline)" : variant;
}

std::string coverage_of(const Scope& scope, const std::vector<Coverage>& rows, const Data& data) {
  const std::string title = label(scope, data);
  BarChart chart;
  chart.id = anchor("coverage", scope);
  chart.title = "Results by variant and outcome: " + title;
  chart.x_label = "results";
  chart.categories = {"ok", "dominated", "refused", "failed"};
  chart.classes = chart.categories;
  Table table{anchor("coverage-table", scope),
              "",
              {{"variant"},
               {"problems", true},
               {"configurations", true},
               {"verified", true, "agreed with the reference"},
               {"ok", true, "fully sampled"},
               {"dominated", true, "dropped after the pilot samples"},
               {"refused", true, "did not fit, with a reason"},
               {"failed", true, "wrong result, crash, time or memory limit, error"},
               {"minutes", true, "of the attempts that these results stand on"}},
              {},
              true,
              false};
  std::int64_t all = 0;
  std::int64_t good = 0;
  for (const Coverage& row : rows) {
    const std::string name = variant_name(row.variant, row.baseline);
    chart.rows.push_back({name,
                          {static_cast<double>(row.ok), static_cast<double>(row.dominated),
                           static_cast<double>(row.refused), static_cast<double>(row.failed)}});
    table.rows.push_back({code(name), count(row.problems), count(row.configurations),
                          count(row.verified), count(row.ok), count(row.dominated),
                          count(row.refused), count(row.failed), figure(row.wall_s / 60)});
    all += row.ok + row.dominated + row.refused + row.failed;
    good += row.verified;
  }
  chart.description = fmt::format("{} variants, {} results, {} of them verified.", rows.size(),
                                  grouped(all), grouped(good));
  return fmt::format("<figure>\n<figcaption>{}</figcaption>\n{}{}</figure>\n", escape(title),
                     draw(chart), folded("The same as a table", html(table)));
}

Cell speedup_cell(double ratio) {
  return figure(ratio, std::isnan(ratio) ? "" : number(ratio) + "×");
}

/// One thread starts nothing and its floor is a fraction of a nanosecond: far from the floor the
/// figure itself says nothing.
Cell floor_cell(double ratio) {
  constexpr double far = 1000;
  return figure(ratio, ratio >= far ? ">1000" : "");
}

}  // namespace

std::string label(const Scope& scope, const Data& data) {
  const auto known = parse_operation(scope.operation);
  const std::string operation = known ? std::string(record_of(*known).title) : scope.operation;
  std::string text =
      fmt::format("{} {} on {}, {} cache", operation, scope.value_type, scope.backend, scope.cache);
  if (data.contexts.size() > 1) text += fmt::format(", context {}", scope.context);
  return text;
}

std::string duration(double us) {
  if (std::isnan(us)) return "–";
  if (us < 1000) return number(us) + " µs";
  if (us < 1e6) return number(us / 1e3) + " ms";
  return number(us / 1e6) + " s";
}

Section coverage_section(const Data& data) {
  Section section;
  section.id = "coverage";
  section.title = "Coverage";
  section.lead =
      "What was tried before anything is concluded: a result for each configuration and problem, "
      "that of the newest code. A refusal is a configuration that did not fit its matrix.";
  section.queries = {{"report_coverage", data.sql.at("report_coverage")}};
  section.content = "<div class=\"pair\">\n";
  for (const auto& [scope, rows] : split(data.coverage)) {
    section.content += coverage_of(scope, rows, data);
  }
  section.content += "</div>\n";
  if (data.coverage.empty()) section.content = "<p class=\"none\">No trials yet.</p>\n";
  return section;
}

Section machine_section(const Data& data) {
  Section section;
  section.id = "machine";
  section.title = "Machine, environment and protocol";
  section.lead =
      "Trials are compared within one context only: same hardware, environment and policy.";
  section.queries = {{"report_contexts", data.sql.at("report_contexts")},
                     {"report_runs", data.sql.at("report_runs")}};
  Table facts{"contexts", "", {{""}}, {}, false, false};
  std::vector<std::string> names;
  for (const Context& context : data.contexts) {
    facts.columns.push_back({fmt::format("context {}", context.id)});
    for (const auto& [name, value] : context.facts) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  for (const std::string& name : names) {
    std::vector<Cell> row = {words(name)};
    for (const Context& context : data.contexts) {
      const auto fact = std::find_if(context.facts.begin(), context.facts.end(),
                                     [&](const auto& f) { return f.first == name; });
      row.push_back(fact == context.facts.end() ? words("") : words(fact->second));
    }
    facts.rows.push_back(std::move(row));
  }
  Table runs{"runs",
             "",
             {{"run"},
              {"context", true},
              {"suite"},
              {"state"},
              {"started"},
              {"ended"},
              {"commit"},
              {"trials", true}},
             {},
             true,
             false};
  for (const Run& run : data.runs) {
    runs.rows.push_back({code(run.uuid), count(run.context), words(run.suite), words(run.state),
                         words(run.started_at), words(run.ended_at), code(run.commit),
                         count(run.trials)});
  }
  section.content = html(facts) + "<h3>Runs</h3>\n" + html(runs);
  return section;
}

Section best_section(const Data& data) {
  Section section;
  section.id = "best";
  section.title = "Best configuration per matrix";
  section.lead =
      "The fastest verified configuration of each problem among those that may be dispatched. Ties "
      "are "
      "others that another occasion might not tell from it; a time near the floor is mostly "
      "overhead.";
  section.queries = {{"report_best", data.sql.at("report_best")}};
  for (const auto& [scope, rows] : split(data.best)) {
    Table table{anchor("best", scope),
                "",
                {{"matrix"},
                 {"non-zeros", true},
                 {"configuration"},
                 {"median", true, "of one run"},
                 {"GFLOP/s", true},
                 {"GB/s", true, "bytes of the format"},
                 {"prepare", true, "one-off conversion and analysis"},
                 {"÷ floor", true, "time over that of an empty trial"},
                 {"ties", true},
                 {"of", true, "usable configurations"},
                 {"best baseline"},
                 {"faster by", true, "time of the best baseline over time of this"}},
                {},
                true,
                rows.size() > 10};
    for (const Best& row : rows) {
      table.rows.push_back(
          {words(row.matrix + row.operand), count(row.nnz), code(row.configuration),
           figure(row.median_us, duration(row.median_us), fmt::format("trial_id {}", row.trial)),
           figure(row.gflops), figure(row.gbytes_per_s),
           figure(row.prepare_s, duration(row.prepare_s * 1e6)), floor_cell(row.floor_ratio),
           count(row.ties), count(row.candidates), words(row.baseline),
           speedup_cell(row.baseline_us / row.median_us)});
    }
    section.content += "<h3>" + escape(label(scope, data)) + "</h3>\n" + html(table);
  }
  if (data.best.empty()) section.content = "<p class=\"none\">No verified trial yet.</p>\n";
  return section;
}

Section failure_section(const Data& data) {
  Section section;
  section.id = "failures";
  section.title = "Failures and refusals";
  section.lead =
      "What went wrong and what did not fit, with one example each. Failures are rows, not holes.";
  section.queries = {{"report_failures", data.sql.at("report_failures")},
                     {"report_refusals", data.sql.at("report_refusals")}};
  Table failures{"failure-table",
                 "",
                 {{"outcome"},
                  {"operation"},
                  {"variant"},
                  {"stage"},
                  {"trials", true},
                  {"matrices", true},
                  {"example"},
                  {"message"}},
                 {},
                 true,
                 false};
  for (const Failure& row : data.failures) {
    Cell example = words(row.configuration + " on " + row.matrix);
    example.hint = fmt::format("trial_id {}", row.trial);
    failures.rows.push_back({words(row.outcome), words(row.operation), code(row.variant),
                             words(row.stage), count(row.trials), count(row.matrices), example,
                             words(row.message)});
  }
  Table refusals{"refusal-table",
                 "",
                 {{"operation"},
                  {"type"},
                  {"variant"},
                  {"trials", true},
                  {"matrices", true},
                  {"example"},
                  {"reason there"}},
                 {},
                 true,
                 false};
  for (const Refusal& row : data.refusals) {
    Cell example = words(row.matrix);
    example.hint = fmt::format("trial_id {}", row.trial);
    refusals.rows.push_back({words(row.operation), words(row.value_type), code(row.variant),
                             count(row.trials), count(row.matrices), example, words(row.reason)});
  }
  section.content =
      "<h3>Failures</h3>\n" +
      (data.failures.empty() ? std::string("<p class=\"none\">None.</p>\n") : html(failures)) +
      "<h3>Refusals</h3>\n" +
      (data.refusals.empty() ? std::string("<p class=\"none\">None.</p>\n") : html(refusals));
  return section;
}

}  // namespace sptune::reports
