// SPDX-License-Identifier: BSD-3-Clause
// `sptune simulate`: searches played over grids that a database holds whole. No trial is run.
#include "tuner/search/simulate.hpp"

#include "apps/database_option.hpp"
#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "apps/problem_options.hpp"
#include "apps/search_options.hpp"
#include "apps/verbs.hpp"
#include "db/query.hpp"
#include "kernels/api/json_text.hpp"
#include "kernels/baselines/baselines.hpp"
#include "sptune/error.hpp"
#include "tuner/sweep/plan.hpp"
#include "tuner/sweep/stored_grids.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace sptune::apps {
namespace {

struct SimulateOptions {
  std::string database;
  sweep::GridQuery query;
  std::vector<std::string> searches;
  std::vector<std::string> budgets;
  std::uint64_t seeds = 20;
  double gain = search::Settings{}.gain;
  std::string known = "grids";
  bool json = false, csv = false;
};

/// Of measuring time on one matrix.
struct Budget {
  std::string text = "-";
  double share = std::numeric_limits<double>::infinity();  ///< of the whole grid's
  double seconds = std::numeric_limits<double>::infinity();
};

Budget parse_budget(const std::string& text) {
  Budget out;
  out.text = text;
  if (text.empty() || text.back() != '%') {
    out.seconds = sweep::budget_of(text);
    return out;
  }
  double percent = 0;
  const char* const end = text.data() + text.size() - 1;
  const auto [at, error] = std::from_chars(text.data(), end, percent);
  if (error != std::errc{} || at != end || !(percent > 0 && percent <= 100)) {
    throw UsageError("--budget " + text +
                     ": expected a share of the whole grid's time, such as 10%, or a time on "
                     "every matrix, such as 0.5s");
  }
  out.share = percent / 100;
  return out;
}

struct Line {
  search::Settings settings;
  Budget budget;
  search::Score score;
};

/// One seed on all grids, in their order.
void play(const std::vector<search::Grid>& grids, const search::Settings& settings,
          const Budget& budget, const std::string& known,
          std::vector<std::vector<search::Game>>& games) {
  std::vector<std::vector<search::Answer>> answers(grids.size());
  if (known == "grids") {
    for (std::size_t g = 0; g < grids.size(); ++g) answers[g] = search::all_answers(grids[g]);
  }
  for (std::size_t g = 0; g < grids.size(); ++g) {
    const auto others = search::uses_experience(settings.kind)
                            ? search::of_other_families(grids, answers, g)
                            : search::Experience{};
    const double most = std::min(budget.seconds, budget.share * grids[g].seconds());
    games[g].push_back(search::play(grids[g], settings, others, most));
    if (known == "searched") answers[g] = games[g].back().told;
  }
}

Line play(const sweep::StoredGrids& stored, search::Settings settings, const Budget& budget,
          const SimulateOptions& o) {
  const bool drawn = settings.kind == search::Kind::random ||
                     settings.kind == search::Kind::local || settings.kind == search::Kind::halving;
  std::vector<std::vector<search::Game>> games(stored.grids.size());
  for (std::uint64_t seed = 1; seed <= (drawn ? o.seeds : 1); ++seed) {
    settings.seed = seed;
    play(stored.grids, settings, budget, o.known, games);
  }
  return {settings, budget, search::score_of(stored.grids, games)};
}

std::string percent(const search::Estimate& e) {
  return fmt::format("{:.1f} [{:.1f} {:.1f}]", e.value * 100, e.low * 100, e.high * 100);
}
std::string ratio(const search::Estimate& e) {
  return fmt::format("{:.4f} [{:.4f} {:.4f}]", e.value, e.low, e.high);
}
std::string seconds(const search::Estimate& e) {
  return fmt::format("{:.3f} [{:.3f} {:.3f}]", e.value, e.low, e.high);
}

void print_table(const sweep::StoredGrids& stored, const std::vector<Line>& lines) {
  double all_s = 0;
  for (const search::Grid& grid : stored.grids) all_s += grid.seconds();
  print_out(
      "{} {} {}: {} problems of {} matrices with all {} points; measuring them all took {} ({} on "
      "a "
      "problem), loading {} more\n\n",
      stored.operation, stored.value_type, stored.cache, stored.grids.size(), stored.matrices,
      stored.points, sweep::format_duration(all_s),
      sweep::format_duration(all_s / static_cast<double>(stored.grids.size())),
      sweep::format_duration(stored.loading_s));
  print_out("{:<14} {:>6} {:>7}  {:<22} {:<18} {:<24} {:<24} {:>7}  {:>6}  {}\n", "search",
            "budget", "trials", "time, % of the grid's", "its p95", "found / best", "its p95",
            "worst", "in 2 %", "s to be within 2 %");
  for (const Line& l : lines) {
    const search::Score& s = l.score;
    print_out(
        "{:<14} {:>6} {:>7.1f}  {:<22} {:<18} {:<24} {:<24} {:>7.3f}  {:>5.0f}%  {} = {:.1f} %\n",
        search::to_text(l.settings), l.budget.text, s.trials, percent(s.share_mean),
        percent(s.share_p95), ratio(s.ratio_mean), ratio(s.ratio_p95), s.ratio_worst,
        s.reached * 100, seconds(s.close_s), s.close_share * 100);
  }
  print_out(
      "\nThe mean of found / best is geometric; [ ] holds 95 % of a bootstrap over matrices and "
      "seeds.\nA game that never comes within 2 % is charged its own time and the "
      "whole grid's.\n");
  for (const std::string& text : stored.left_out) print_out("left out: {}\n", text);
}

nlohmann::ordered_json json_of(const search::Estimate& e) {
  return {{"value", e.value}, {"low", e.low}, {"high", e.high}};
}

void print_json(const sweep::StoredGrids& stored, const std::vector<Line>& lines) {
  nlohmann::ordered_json json{{"operation", stored.operation}, {"value_type", stored.value_type},
                              {"cache", stored.cache},         {"problems", stored.grids.size()},
                              {"matrices", stored.matrices},   {"points", stored.points},
                              {"loading_s", stored.loading_s}, {"left_out", stored.left_out}};
  auto list = nlohmann::ordered_json::array();
  for (const Line& l : lines) {
    const search::Score& s = l.score;
    list.push_back({{"search", search::to_text(l.settings)},
                    {"budget", l.budget.text},
                    {"trials", s.trials},
                    {"time_share", json_of(s.share_mean)},
                    {"time_share_p95", json_of(s.share_p95)},
                    {"found_over_best", json_of(s.ratio_mean)},
                    {"found_over_best_p95", json_of(s.ratio_p95)},
                    {"found_over_best_worst", s.ratio_worst},
                    {"within_2_percent", s.reached},
                    {"seconds_to_2_percent", json_of(s.close_s)},
                    {"time_share_to_2_percent", s.close_share}});
  }
  json["searches"] = std::move(list);
  print_out("{}\n", json_text(json, 2));
}

void print_csv(const std::vector<Line>& lines) {
  print_out(
      "search,budget,trials,time_share,time_share_low,time_share_high,time_share_p95,found_over_"
      "best,"
      "found_over_best_low,found_over_best_high,found_over_best_p95,found_over_best_worst,"
      "within_2_percent,seconds_to_2_percent,seconds_low,seconds_high,time_share_to_2_percent\n");
  for (const Line& l : lines) {
    const search::Score& s = l.score;
    print_out(
        "{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},"
        "{:.6g},"
        "{:.6g},{:.6g}\n",
        search::to_text(l.settings), l.budget.text, s.trials, s.share_mean.value, s.share_mean.low,
        s.share_mean.high, s.share_p95.value, s.ratio_mean.value, s.ratio_mean.low,
        s.ratio_mean.high, s.ratio_p95.value, s.ratio_worst, s.reached, s.close_s.value,
        s.close_s.low, s.close_s.high, s.close_share);
  }
}

void simulate(const SimulateOptions& o) {
  std::vector<search::Settings> searches;
  for (const std::string& text : o.searches) {
    searches.push_back(search::parse_settings(text, {.gain = o.gain}));
  }
  refuse_unused_gain(o.gain, searches);
  std::vector<Budget> budgets;
  for (const std::string& text : o.budgets) budgets.push_back(parse_budget(text));
  if (budgets.empty()) budgets.emplace_back();
  const db::Store store(o.database, db::OpenMode::read_only);
  const sweep::StoredGrids stored = sweep::stored_grids(store, o.query, full_catalogue());
  std::vector<Line> lines;
  for (const search::Settings& settings : searches) {
    for (const Budget& budget : budgets) lines.push_back(play(stored, settings, budget, o));
  }
  if (o.json) return print_json(stored, lines);
  if (o.csv) return print_csv(lines);
  print_table(stored, lines);
}

}  // namespace

void add_simulate(CLI::App& app) {
  auto* sub = app.add_subcommand("simulate", "Play searches over stored grids, without measuring");
  auto options = std::make_shared<SimulateOptions>();
  add_database(*sub, options->database, "Database of a sweep with --search exhaustive");
  std::string known = "Searches to compare, NAME or NAME:POINTS, of:";
  for (const search::Kind kind : search::all_kinds) {
    known += fmt::format(" {}: {};", search::to_string(kind), search::summary_of(kind));
  }
  known.pop_back();
  options->searches = {"guided", "local", "halving", "random:100", "exhaustive"};
  sub->add_option("--search", options->searches, known)->delimiter(',')->capture_default_str();
  sub->add_option("--budget", options->budgets,
                  "Most measuring time on a matrix: 10% of what its whole grid took, or 0.5s; "
                  "several give a line each; without, searches end by themselves")
      ->delimiter(',');
  sub->add_option("--seeds", options->seeds, "Games on every matrix of searches that draw")
      ->check(in_range(1, 10000))
      ->capture_default_str();
  add_search_gain(*sub, options->gain);
  sub->add_option("--known", options->known,
                  "What a search knows of matrices of other families: their whole grids; what it "
                  "measured itself on those before, as in a sweep into an empty database; nothing")
      ->check(one_of({"grids", "searched", "nothing"}))
      ->capture_default_str();
  sub->add_option("--operation", options->query.operation, "Where the database holds several")
      ->check(one_of(names_of(all_operations())));
  sub->add_option("--type", options->query.value_type, "Where the database holds several")
      ->check(one_of(names_of(all_value_types)));
  sub->add_option("--cache", options->query.cache, "Where the database holds several")
      ->check(one_of({"hot", "cold"}));
  auto* json = sub->add_flag("--json", options->json, "Result as JSON");
  sub->add_flag("--csv", options->csv, "Comma-separated values")->excludes(json);
  sub->footer(
      "What a search costs is what its trials took: preparing, verifying and sampling as stored,\n"
      "loading left out. What it finds is the stored median over the best one of the whole grid.\n"
      "A search may know the matrices of other families, never the matrix itself.\n"
      "  sptune sweep run --search exhaustive --suite matrices --db grids.sqlite\n"
      "  sptune simulate grids.sqlite --search guided,local --budget 5%,10%");
  sub->callback([options] { simulate(*options); });
}

}  // namespace sptune::apps
