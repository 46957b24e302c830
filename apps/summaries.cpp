// SPDX-License-Identifier: BSD-3-Clause
#include "apps/summaries.hpp"

#include "apps/output.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string>

namespace sptune::apps {

void print_summaries(const std::vector<train::Summary>& rows) {
  print_out("  {:<18} {:>8} {:>8} {:>7} {:>7} {:>8} {:>6} {:>16}\n", "", "problems", "share", "p95",
            "p99", "worst", "ties", "slower switches");
  for (const train::Summary& s : rows) {
    if (s.problems == 0) continue;
    print_out("  {:<18} {:>8} {:>8.4f} {:>7.3f} {:>7.3f} {:>8.3f} {:>6} {:>16}\n", s.selector,
              s.problems, s.share_of_oracle, s.p95, s.p99, s.worst, s.ties, s.slower_switches);
  }
}

nlohmann::ordered_json summaries_json(const std::vector<train::Summary>& rows) {
  auto out = nlohmann::ordered_json::array();
  for (const train::Summary& s : rows) {
    out.push_back({{"selector", s.selector},
                   {"matrices", s.problems},
                   {"share_of_oracle", s.share_of_oracle},
                   {"p95", s.p95},
                   {"p99", s.p99},
                   {"worst", s.worst},
                   {"ties", s.ties},
                   {"slower_switches", s.slower_switches}});
  }
  return out;
}

std::string runs_text(double runs) {
  return std::isfinite(runs) ? fmt::format("{:g}", runs) : "endless";
}

double parse_runs(const std::string& text) {
  if (text == runs_text(train::endless)) return train::endless;
  double runs = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, runs);
  if (error != std::errc{} || stop != end || !(runs > 0) || !std::isfinite(runs)) {
    throw UsageError(fmt::format("--runs {}: expected a number above 0, or endless", text));
  }
  return runs;
}

namespace {

double slower_share(const train::Summary& s) {
  return static_cast<double>(s.slower) / static_cast<double>(s.problems);
}

/// Of no problem there is nothing to say.
std::string shown(double value, int digits) {
  return std::isnan(value) ? "-" : fmt::format("{:.{}f}", value, digits);
}

}  // namespace

void print_runs_table(const std::vector<train::RunsRow>& rows) {
  print_out("  {:>8} {:>8} {:>8} {:>8} {:>9} {:>7} {:>7} {:>7} {:>7} | {:>8} {:>8} {:>8}\n", "runs",
            "share", "default", "possible", "slower %", "p95", "p99", "worst", "asked %",
            "/baseline", "default", "possible");
  for (const train::RunsRow& r : rows) {
    print_out("  {:>8} {:>8} {:>8} {:>8} {:>9} {:>7} {:>7} {:>7} {:>7.1f} | {:>8} {:>8} {:>8}\n",
              runs_text(r.runs), shown(r.model.share_of_oracle, 4),
              shown(r.standard.share_of_oracle, 4), shown(r.portfolio.share_of_oracle, 4),
              shown(100 * slower_share(r.model), 1), shown(r.model.p95, 2), shown(r.model.p99, 2),
              shown(r.model.worst, 2), 100 * r.asked, shown(r.over_baseline, 3),
              shown(r.default_over_baseline, 3), shown(r.oracle_over_baseline, 3));
  }
}

void print_probed_table(const std::vector<train::RunsRow>& rows) {
  print_out("  {:>8} {:>8} {:>8} {:>9} {:>7} {:>7} {:>7} {:>10} | {:>8}\n", "runs", "problems",
            "share", "slower %", "p95", "p99", "worst", "contenders", "/baseline");
  for (const train::RunsRow& r : rows) {
    print_out("  {:>8} {:>8} {:>8} {:>9} {:>7} {:>7} {:>7} {:>10.2f} | {:>8}\n", runs_text(r.runs),
              r.probed.problems, shown(r.probed.share_of_oracle, 4),
              shown(100 * slower_share(r.probed), 1), shown(r.probed.p95, 2),
              shown(r.probed.p99, 2), shown(r.probed.worst, 2), r.contenders,
              shown(r.probed_over_baseline, 3));
  }
}

void print_against_table(const std::vector<train::RunsRow>& rows) {
  print_out("  {:>8} {:>8} {:>8} {:>8} {:>9} {:>7}\n", "runs", "problems", "faster", "slower",
            "slower %", "worst");
  for (const train::RunsRow& r : rows) {
    const train::AgainstOne& a = r.against;
    if (a.problems == 0) continue;
    print_out("  {:>8} {:>8} {:>8.3f} {:>8} {:>9.1f} {:>7.2f}\n", runs_text(r.runs), a.problems,
              a.faster, a.slower,
              100 * static_cast<double>(a.slower) / static_cast<double>(a.problems), a.worst);
  }
}

nlohmann::ordered_json runs_table_json(const std::vector<train::RunsRow>& rows, bool probe) {
  auto out = nlohmann::ordered_json::array();
  for (const train::RunsRow& r : rows) {
    using Json = nlohmann::ordered_json;
    out.push_back({{"runs", std::isfinite(r.runs) ? Json(r.runs) : Json(nullptr)},
                   {"matrices", r.model.problems},
                   {"untried", r.untried},
                   {"share_of_oracle", r.model.share_of_oracle},
                   {"default_share", r.standard.share_of_oracle},
                   {"portfolio_share", r.portfolio.share_of_oracle},
                   {"p95", r.model.p95},
                   {"p99", r.model.p99},
                   {"worst", r.model.worst},
                   {"slower_than_default", r.model.slower},
                   {"asked", r.asked},
                   {"baselines", r.baselines},
                   {"over_baseline", r.over_baseline},
                   {"default_over_baseline", r.default_over_baseline},
                   {"oracle_over_baseline", r.oracle_over_baseline}});
    if (const train::AgainstOne& a = r.against; a.problems > 0) {
      out.back()["against"] = {
          {"matrices", a.problems}, {"faster", a.faster}, {"slower", a.slower}, {"worst", a.worst}};
    }
    if (!probe) continue;
    out.back()["probed"] = {
        {"matrices", r.probed.problems}, {"share_of_oracle", r.probed.share_of_oracle},
        {"p95", r.probed.p95},           {"p99", r.probed.p99},
        {"worst", r.probed.worst},       {"slower_than_default", r.probed.slower},
        {"contenders", r.contenders},    {"over_baseline", r.probed_over_baseline}};
  }
  return out;
}

}  // namespace sptune::apps
