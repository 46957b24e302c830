// SPDX-License-Identifier: BSD-3-Clause
// Sections that compare: speed-ups, performance profiles of variants, choices of the model.
#include "reports/analysis.hpp"
#include "reports/charts.hpp"
#include "reports/sections.hpp"
#include "reports/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sptune::reports {
namespace {

std::string id_of(const std::string& prefix, const Scope& s) {
  return fmt::format("{}-{}-{}-{}-{}-{}", prefix, s.context, s.operation, s.value_type, s.backend,
                     s.cache);
}

/// Drawing and table side by side where there is room.
std::string figure_of(const std::string& caption, const std::string& drawing,
                      const std::string& table) {
  return fmt::format(
      "<figure>\n<figcaption>{}</figcaption>\n<div class=\"beside\">\n{}<div>\n{}</div>\n"
      "</div></figure>\n",
      escape(caption), drawing, table);
}

/// An upper end of a ratio axis that shows all values, or all but the last few where those are far
/// out.
double upper_end(const std::vector<double>& values, double least, double most) {
  if (values.empty()) return least;
  const double usual = harness::quantile(values, 0.98) * 1.1;
  const double last = harness::quantile(values, 1) * 1.05;
  return std::clamp(last < 1.6 * usual ? last : usual, least, most);
}

double median_of(const std::vector<double>& values) {
  return harness::quantile(values, 0.5);
}

std::string default_of(const Scope& scope, const Data& data) {
  const auto known = data.default_variants.find({scope.operation, scope.backend});
  return known == data.default_variants.end() ? "" : known->second;
}

/// Why there is no curve of the default; empty where there is one.
std::string without_default(const Scope& scope, const Analysis& a, const Data& data) {
  if (!a.default_configuration.empty()) return "";
  const std::string variant = default_of(scope, data);
  return fmt::format("<p class=\"none\">No curve of the default: {}.</p>\n",
                     variant.empty()
                         ? fmt::format("this program has no variant of {} on {}",
                                       escape(scope.operation), escape(scope.backend))
                         : fmt::format("what runs by default, <code>{}</code>, was not measured",
                                       escape(variant)));
}

std::string speedups_of(const Scope& scope, const Analysis& a, const Data& data) {
  CurveChart chart;
  chart.id = id_of("speedup", scope);
  chart.title = "Speed-up of the best configuration: " + label(scope, data);
  chart.x_label = "best configuration is faster by";
  chart.y_label = "share of problems";
  chart.marker = 1;
  chart.x_low = 0.5;
  Table table{chart.id + "-table",
              "",
              {{"compared with"},
               {"geometric mean", true},
               {"median", true},
               {"5 %", true},
               {"95 %", true},
               {"most", true},
               {"problems", true, "on which it ran"}},
              {},
              false,
              false};
  std::vector<double> all;
  for (const Comparator& comparator : a.comparators) {
    chart.series.push_back({comparator.name, share_at_least(comparator.speedups, a.problems),
                            comparator.name.starts_with("default")});
    const auto times = [](double v) { return figure(v, std::isnan(v) ? "" : number(v) + "×"); };
    table.rows.push_back({words(comparator.name), times(geometric_mean(comparator.speedups)),
                          times(median_of(comparator.speedups)),
                          times(harness::quantile(comparator.speedups, 0.05)),
                          times(harness::quantile(comparator.speedups, 0.95)),
                          times(harness::quantile(comparator.speedups, 1)),
                          count(static_cast<long long>(comparator.speedups.size()))});
    all.insert(all.end(), comparator.speedups.begin(), comparator.speedups.end());
  }
  chart.x_high = upper_end(all, 2, 100);
  chart.description =
      a.comparators.empty()
          ? "Nothing to compare with."
          : fmt::format("Over {} the best configuration is faster by {} in the geometric mean.",
                        a.comparators.front().name,
                        number(geometric_mean(a.comparators.front().speedups)));
  return figure_of(label(scope, data), draw(chart), html(table)) + without_default(scope, a, data);
}

std::string profiles_of(const Scope& scope, const Analysis& a, const Data& data) {
  CurveChart chart;
  chart.id = id_of("profile", scope);
  chart.title = "Performance profile of the variants: " + label(scope, data);
  chart.x_label = "time of the variant's best configuration ÷ best time of all";
  chart.y_label = "share of problems";
  chart.x_low = 1;
  Table table{chart.id + "-table",
              "",
              {{"variant"},
               {"ran on", true},
               {"best on", true, "share of problems on which no other variant is faster"},
               {"within 10 %", true},
               {"within 2×", true},
               {"geometric mean", true, "of time over best time, where it ran"}},
              {},
              true,
              false};
  std::vector<Profile> profiles = a.profiles;
  const auto won = [](const Profile& p) {
    return std::count_if(p.ratios.begin(), p.ratios.end(), [](double r) { return r <= 1; });
  };
  std::stable_sort(profiles.begin(), profiles.end(),
                   [&](const Profile& x, const Profile& y) { return won(x) > won(y); });
  std::vector<double> all;
  const auto n = static_cast<double>(std::max<std::size_t>(a.problems, 1));
  for (const Profile& p : profiles) {
    const auto within = [&](double limit) {
      const double share =
          static_cast<double>(std::count_if(p.ratios.begin(), p.ratios.end(),
                                            [&](double r) { return r <= limit; })) /
          n;
      return figure(share, percent(share, 0));
    };
    const std::string name = p.baseline ? p.variant + " (baseline)" : p.variant;
    chart.series.push_back({name, share_at_most(p.ratios, a.problems), false});
    const double mean = geometric_mean(p.ratios);
    table.rows.push_back({words(name), count(static_cast<long long>(p.ratios.size())), within(1),
                          within(1.1), within(2),
                          figure(mean, std::isnan(mean) ? "" : number(mean) + "×")});
    all.insert(all.end(), p.ratios.begin(), p.ratios.end());
  }
  chart.x_high = upper_end(all, 3, 20);
  chart.description =
      profiles.empty() ? "No variant ran."
                       : fmt::format("{} is the fastest variant on {} of {} problems.",
                                     profiles.front().variant, won(profiles.front()), a.problems);
  return figure_of(label(scope, data), draw(chart), html(table));
}

std::string evaluation_of(const Evaluation& e, std::size_t index) {
  CurveChart chart;
  chart.id = fmt::format("regret-{}", index);
  chart.title = "Regret of choices: " + e.title;
  chart.x_label =
      std::isfinite(e.runs)
          ? fmt::format("time of {:g} runs with deciding and preparing ÷ the oracle's", e.runs)
          : "time of the choice ÷ time of the oracle";
  chart.y_label = "share of problems";
  chart.x_low = 1;
  Table table{chart.id + "-table",
              e.source,
              {{"chosen by"},
               {"problems", true},
               {"share of oracle", true, "geometric mean of oracle time over time of the choice"},
               {"p95", true, "of time over oracle time"},
               {"p99", true},
               {"worst", true},
               {"slower switches", true, "left the default and was slower than it"}},
              {},
              false,
              false};
  std::vector<double> all;
  for (const Selector& s : e.selectors) {
    const auto times = [](double v) { return figure(v, std::isnan(v) ? "" : number(v) + "×"); };
    table.rows.push_back({words(s.name), count(s.problems),
                          figure(s.share_of_oracle, number(s.share_of_oracle)), times(s.p95),
                          times(s.p99), times(s.worst),
                          s.slower_switches < 0 ? words("–") : count(s.slower_switches)});
    if (s.losses.empty()) continue;
    chart.series.push_back({s.name, share_at_most(s.losses, s.losses.size()),
                            s.name.find("model") != std::string::npos});
    all.insert(all.end(), s.losses.begin(), s.losses.end());
  }
  chart.x_high = upper_end(all, 2, 20);
  chart.description =
      e.selectors.empty()
          ? "No selector was evaluated."
          : fmt::format("{} reaches {} of the oracle in the geometric mean.",
                        e.selectors.front().name, percent(e.selectors.front().share_of_oracle));
  const std::string source =
      e.file.empty()
          ? ""
          : folded("Source: " + e.file,
                   e.command.empty() ? "<p>The file does not say the command that printed it.</p>\n"
                                     : "<pre><code>" + escape(e.command) + "</code></pre>\n");
  const std::string doubt =
      e.doubt.empty() ? "" : "<p class=\"doubt\">Warning: " + escape(e.doubt) + "</p>\n";
  return figure_of(e.title, chart.series.empty() ? "" : draw(chart), html(table)) + doubt + source;
}

}  // namespace

Section speedup_section(const Data& data) {
  Section section;
  section.id = "speedup";
  section.title = "What tuning gains";
  section.lead =
      "How much faster the best configuration of each problem is than the default, than the best "
      "single configuration for all (of those tried on nine tenths of the problems; the default "
      "where it does not fit, ten times the best where it fails), and than other people's "
      "libraries at their best. A curve shows the "
      "share of problems that gain at least so much.";
  section.queries = {{"report_measured", data.sql.at("report_measured")},
                     {"report_tried", data.sql.at("report_tried")},
                     {"report_failed", data.sql.at("report_failed")}};
  section.content = "<div class=\"pair\">\n";
  auto tried = by_scope(data.tried, data.failed);
  for (const auto& [scope, rows] : by_scope(data.measured)) {
    section.content +=
        speedups_of(scope, analyse(rows, default_of(scope, data), tried[scope]), data);
  }
  section.content += "</div>\n";
  if (data.measured.empty()) section.content = "<p class=\"none\">No verified trial yet.</p>\n";
  return section;
}

Section profile_section(const Data& data) {
  Section section;
  section.id = "profile";
  section.title = "Performance profiles of the variants";
  section.lead =
      "Each variant at its best configuration per problem. A curve shows on which share of the "
      "problems "
      "it comes within a factor of the best of all; where it starts is how often it wins, where it "
      "ends "
      "how often it fits at all.";
  section.queries = {{"report_measured", data.sql.at("report_measured")}};
  section.content = "<div class=\"pair\">\n";
  auto tried = by_scope(data.tried, data.failed);
  for (const auto& [scope, rows] : by_scope(data.measured)) {
    section.content +=
        profiles_of(scope, analyse(rows, default_of(scope, data), tried[scope]), data);
  }
  section.content += "</div>\n";
  if (data.measured.empty()) section.content = "<p class=\"none\">No verified trial yet.</p>\n";
  return section;
}

Section model_section(const Data& data) {
  Section section;
  section.id = "model";
  section.title = "Regret of the model";
  section.lead =
      "Time lost against the oracle when a selector chooses for matrices of families that it never "
      "saw. "
      "1× is the oracle; a choice that failed counts as ten times it.";
  const auto of_file = [](const Evaluation& e) { return !e.file.empty(); };
  if (data.evaluations.empty() ||
      !std::all_of(data.evaluations.begin(), data.evaluations.end(), of_file)) {
    section.queries = {{"report_predictions", data.sql.at("report_predictions")}};
  }
  for (std::size_t i = 0; i < data.evaluations.size(); ++i) {
    section.content += evaluation_of(data.evaluations[i], i);
  }
  if (data.evaluations.empty()) {
    section.content =
        "<p class=\"none\">Not evaluated yet: run <code>sptune evaluate --json</code> and hand the "
        "file to "
        "<code>sptune report --evaluation</code>.</p>\n";
  }
  return section;
}

}  // namespace sptune::reports
