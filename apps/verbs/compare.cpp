// SPDX-License-Identifier: BSD-3-Clause
// `sptune compare`: two files, two sweeps or two commits side by side.
#include "reports/compare.hpp"

#include "apps/database_option.hpp"
#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "apps/verbs.hpp"
#include "db/query.hpp"
#include "harness/records/statistics.hpp"
#include "reports/page.hpp"

#include <CLI/CLI.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ctime>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::apps {
namespace {

using nlohmann::ordered_json;
using reports::Comparison;
using reports::Verdict;
using reports::Winner;

struct CompareOptions {
  std::string a, b, database, html;
  std::vector<std::string> gates;
  double same_within = 10;  ///< percent
  std::size_t top = 20;
  bool all = false, configurations = false, json = false, csv = false;
};

// --- gates ---------------------------------------------------------------------------------------

/// What must not be there: an answer, or a ratio beyond a threshold where one is given.
struct Gate {
  std::string text, what;
  std::optional<double> beyond;  ///< 0.02: by more than 2 %
};

Gate parse_gate(const std::string& text) {
  Gate gate{text, text.substr(0, text.find(':')), {}};
  const auto wrong = [&] {
    return UsageError(
        "--gate " + text +
        ": expected slower, faster, slower-overall or faster-overall, each with a "
        "threshold if wanted, such as slower:2%; or ambiguous, other-winner, missing");
  };
  const bool ratio = gate.what == "slower" || gate.what == "faster" ||
                     gate.what == "slower-overall" || gate.what == "faster-overall";
  const bool plain =
      gate.what == "ambiguous" || gate.what == "missing" || gate.what == "other-winner";
  if (!ratio && !plain) throw wrong();
  if (gate.what.size() == text.size()) return gate;
  const std::string_view threshold = std::string_view(text).substr(gate.what.size() + 1);
  if (plain || !threshold.ends_with('%')) throw wrong();
  double percent = 0;
  const char* const end = threshold.data() + threshold.size() - 1;  // a number, and a sign
  const auto [at, error] = std::from_chars(threshold.data(), end, percent);
  // No time is slower by infinitely much: such a gate would hold whatever comes.
  if (error != std::errc{} || at != end || !std::isfinite(percent) || percent < 0) throw wrong();
  gate.beyond = percent / 100;
  return gate;
}

/// The answer itself; with a threshold, the whole interval on the far side of it.
bool caught(const Gate& gate, const reports::Ratio& r) {
  const bool slower = gate.what.starts_with("slower");
  if (!gate.beyond) return r.verdict == (slower ? Verdict::slower : Verdict::faster);
  return slower ? r.low > 1 + *gate.beyond : r.high < 1 / (1 + *gate.beyond);
}

/// What a gate catches, in words.
std::vector<std::string> caught(const Gate& gate, const Comparison& c) {
  std::vector<std::string> out;
  if (gate.what.ends_with("-overall")) {
    if (caught(gate, c.overall)) out.emplace_back("all problems together");
    return out;
  }
  if (gate.what == "missing") {
    for (const auto& name : c.only_a) out.push_back(name.text());
    return out;
  }
  for (const reports::ComparedProblem& p : c.problems) {
    const bool hit = gate.what == "ambiguous"      ? p.ratio.verdict == Verdict::ambiguous
                     : gate.what == "other-winner" ? p.winner == Winner::other
                                                   : caught(gate, p.ratio);
    if (hit) out.push_back(p.name.text());
  }
  return out;
}

bool gates_hold(const std::vector<Gate>& gates, const Comparison& c) {
  bool hold = true;
  for (const Gate& gate : gates) {
    const auto found = caught(gate, c);
    if (found.empty()) continue;
    hold = false;
    print_err("sptune: gate {} caught {}: {}{}\n", gate.text, found.size(), found.front(),
              found.size() > 1 ? ", …" : "");
  }
  return hold;
}

// --- text ----------------------------------------------------------------------------------------

std::string ratio_text(const reports::Ratio& r) {
  return fmt::format("{:.3f} [{:.3f} {:.3f}]", r.value, r.low, r.high);
}

void print_side(const char* letter, const reports::Side& side) {
  print_out("{}  {}: {} run{} from {:.16} to {:.16}, commit {}\n", letter, side.name,
            side.runs.size(), side.runs.size() == 1 ? "" : "s", side.first_started,
            side.last_started, fmt::join(side.commits, ", "));
}

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

/// What another occasion moves a problem's time by, in percent: the median of the intervals.
double resolution(const Comparison& c) {
  std::vector<double> widths;
  for (const reports::ComparedProblem& p : c.problems) {
    widths.push_back(std::sqrt(p.ratio.high / p.ratio.low));
  }
  return 100 * (harness::quantile(std::move(widths), 0.5) - 1);
}

void print_summary(const Comparison& c, double same_within) {
  const std::size_t n = c.problems.size();
  print_out(
      "\n{} problems: B is faster on {}, slower on {}, the same within {:g} % on {}, not to be "
      "told on {}\n",
      n, c.count(Verdict::faster), c.count(Verdict::slower), same_within, c.count(Verdict::same),
      c.count(Verdict::ambiguous));
  print_out("time B / A  {}, geometric mean over problems\n", ratio_text(c.overall));
  if (c.count(Verdict::ambiguous) > 0) {
    print_out(
        "resolution  one problem's times are told apart from {:.2g} % on (median): so much does "
        "another occasion move them (`sptune db noise`)\n",
        resolution(c));
  }
  const std::size_t unknown = c.count(Winner::unmeasured);
  print_out(
      "winners     {} the same, {} tied, {} other{}{}\n", c.count(Winner::same),
      c.count(Winner::tied), c.count(Winner::other),
      unknown == n ? std::string{} : fmt::format(": {:.1f} % agree", 100 * c.winners_agree()),
      unknown == 0 ? std::string{} : fmt::format("; {} not measured on the other side", unknown));
  if (c.finalists > 0) {
    print_out("coverage    the intervals of A hold B's median for {} of {} finalists: {:.1f} %\n",
              c.held, c.finalists, share(c.held, c.finalists));
  }
  if (c.same_trials > 0) {
    print_out("left out    {} problems of which both sides hold the very same trials\n",
              c.same_trials);
  }
  if (!c.only_a.empty()) print_out("only in A   {} problems\n", c.only_a.size());
  if (!c.only_b.empty()) print_out("only in B   {} problems\n", c.only_b.size());
  for (const auto& [fact, a, b] : c.facts) print_out("differs     {}: {} | {}\n", fact, a, b);
}

const std::vector<std::string>& columns(bool configurations) {
  static const std::vector<std::string> of_problems{
      "answer",     "ratio",           "low",
      "high",       "operation",       "value_type",
      "backend",    "cache",           "matrix",
      "parameters", "b_kind",          "a_us",
      "b_us",       "a_configuration", "b_configuration",
      "winner",     "context"};
  static const std::vector<std::string> of_configurations{
      "answer",  "ratio",         "low",      "high",       "operation", "value_type",
      "backend", "cache",         "matrix",   "parameters", "b_kind",    "a_us",
      "b_us",    "configuration", "finalist", "held",       "baseline",  "context"};
  return configurations ? of_configurations : of_problems;
}

db::Row row_of(const reports::ComparedProblem& p, const reports::Ratio& r, double a_us,
               double b_us) {
  return {std::string(to_string(r.verdict)),
          r.value,
          r.low,
          r.high,
          p.name.operation,
          p.name.value_type,
          p.name.backend,
          p.name.cache,
          p.name.matrix,
          p.name.parameters,
          p.name.b_kind,
          a_us,
          b_us};
}

/// All rows, in the order of the problems.
db::Table table_of(const Comparison& c, bool configurations) {
  db::Table table{columns(configurations), {}};
  for (const reports::ComparedProblem& p : c.problems) {
    if (!configurations) {
      db::Row row = row_of(p, p.ratio, p.a_us, p.b_us);
      row.insert(row.end(), {p.a, p.b, std::string(to_string(p.winner)), p.context});
      table.rows.push_back(std::move(row));
      continue;
    }
    for (const reports::ComparedConfiguration& x : p.configurations) {
      db::Row row = row_of(p, x.ratio, x.a_us, x.b_us);
      row.insert(row.end(), {x.configuration, std::int64_t{x.finalist}, std::int64_t{x.held},
                             std::int64_t{x.baseline}, p.context});
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

/// What was told first, and of that the largest change.
void sort_by_size(db::Table& table) {
  const auto rank = [](const db::Row& row) {
    const auto& answer = std::get<std::string>(row[0]);
    const bool told = answer == "faster" || answer == "slower";
    return std::pair{!told, -std::abs(std::log(std::get<double>(row[1])))};
  };
  std::stable_sort(table.rows.begin(), table.rows.end(),
                   [&](const db::Row& x, const db::Row& y) { return rank(x) < rank(y); });
}

void keep_columns(db::Table& table, const std::vector<std::string>& names) {
  db::Table kept{names, {}};
  for (const db::Row& row : table.rows) {
    db::Row& to = kept.rows.emplace_back();
    for (const std::string& name : names) {
      const db::Cell& cell = row[table.column(name)];
      const auto* real = std::get_if<double>(&cell);
      to.push_back(real == nullptr ? cell : db::Cell(fmt::format("{:.4g}", *real)));
    }
  }
  table = std::move(kept);
}

bool varies(const db::Table& table, const std::string& name) {
  const std::size_t at = table.column(name);
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [&](const db::Row& row) { return row[at] != table.rows.front()[at]; });
}

void print_text(const Comparison& c, const reports::Side& a, const reports::Side& b,
                const CompareOptions& o) {
  print_side("A", a);
  print_side("B", b);
  print_summary(c, o.same_within);
  db::Table table = table_of(c, o.configurations);
  sort_by_size(table);
  const std::size_t all = table.rows.size();
  // Rows of different problems have to look different: by all rows, so that --top changes nothing.
  static const std::set<std::string> always{"operation", "cache", "matrix"};
  std::vector<std::string> kept{"answer", "ratio", "low", "high"};
  for (const char* name :
       {"operation", "value_type", "backend", "cache", "matrix", "parameters", "b_kind"}) {
    if (always.contains(name) || varies(table, name)) kept.emplace_back(name);
  }
  for (const char* name : {"configuration", "a_us", "b_us", "held"}) {
    if (o.configurations) kept.emplace_back(name);
  }
  for (const char* name : {"a_configuration", "a_us", "b_configuration", "b_us", "winner"}) {
    if (!o.configurations) kept.emplace_back(name);
  }
  const bool several = std::any_of(c.problems.begin(), c.problems.end(),
                                   [](const auto& p) { return !p.context.empty(); });
  if (several) kept.emplace_back("context");
  if (!o.all && all > o.top) table.rows.resize(o.top);
  keep_columns(table, kept);
  print_out("\n");
  TextStream out(write_out);
  db::write(out, table, db::Format::table);
  if (table.rows.size() < all) print_out("of {}; --all shows the rest\n", all);
}

// --- JSON ----------------------------------------------------------------------------------------

ordered_json json_of(const reports::Ratio& r) {
  return {{"answer", to_string(r.verdict)}, {"ratio", r.value}, {"low", r.low}, {"high", r.high}};
}

ordered_json json_of(const reports::ProblemName& name) {
  return {{"operation", name.operation}, {"value_type", name.value_type},
          {"backend", name.backend},     {"cache", name.cache},
          {"matrix", name.matrix},       {"parameters", name.parameters},
          {"b_kind", name.b_kind},       {"problem_hash", name.hash}};
}

ordered_json json_of(const reports::Side& side) {
  return {{"name", side.name},
          {"runs", side.runs},
          {"first_started", side.first_started},
          {"last_started", side.last_started},
          {"commits", side.commits}};
}

ordered_json json_of(const reports::ComparedProblem& p, bool configurations) {
  ordered_json json = json_of(p.name);
  json.update(json_of(p.ratio));
  json.update({{"a", {{"configuration", p.a}, {"us", p.a_us}}},
               {"b", {{"configuration", p.b}, {"us", p.b_us}}},
               {"winner", to_string(p.winner)},
               {"context", p.context}});
  if (!configurations) return json;
  auto list = ordered_json::array();
  for (const reports::ComparedConfiguration& x : p.configurations) {
    ordered_json one{{"configuration", x.configuration},
                     {"baseline", x.baseline},
                     {"finalist", x.finalist},
                     {"a_us", x.a_us},
                     {"b_us", x.b_us},
                     {"held", x.held}};
    one.update(json_of(x.ratio));
    list.push_back(std::move(one));
  }
  json["configurations"] = std::move(list);
  return json;
}

void print_json(const Comparison& c, const reports::Side& a, const reports::Side& b,
                const CompareOptions& o) {
  const auto names = [](const std::vector<reports::ProblemName>& list) {
    auto out = ordered_json::array();
    for (const auto& name : list) out.push_back(json_of(name));
    return out;
  };
  ordered_json json{{"a", json_of(a)}, {"b", json_of(b)}, {"same_within", o.same_within / 100}};
  json["answers"] = {{"faster", c.count(Verdict::faster)},
                     {"slower", c.count(Verdict::slower)},
                     {"same", c.count(Verdict::same)},
                     {"ambiguous", c.count(Verdict::ambiguous)}};
  json["overall"] = json_of(c.overall);
  json["winners"] = {{"same", c.count(Winner::same)},
                     {"tied", c.count(Winner::tied)},
                     {"other", c.count(Winner::other)},
                     {"unmeasured", c.count(Winner::unmeasured)}};
  json["coverage"] = {{"finalists", c.finalists}, {"held", c.held}};
  json["same_trials"] = c.same_trials;
  json["only_a"] = names(c.only_a);
  json["only_b"] = names(c.only_b);
  auto facts = ordered_json::array();
  for (const auto& [fact, in_a, in_b] : c.facts) {
    facts.push_back({{"fact", fact}, {"a", in_a}, {"b", in_b}});
  }
  json["differs"] = std::move(facts);
  auto problems = ordered_json::array();
  for (const auto& p : c.problems) problems.push_back(json_of(p, o.configurations));
  json["problems"] = std::move(problems);
  print_out("{}\n", json.dump(2, ' ', false, ordered_json::error_handler_t::replace));
}

// -------------------------------------------------------------------------------------------------

void write_page(const Comparison& c, const reports::Side& a, const reports::Side& b,
                const std::string& file) {
  reports::PageOptions page;
  page.title = fmt::format("sptune: {} against {}", b.name, a.name);
  page.generated = fmt::format("Generated by sptune {} on {:%Y-%m-%d %H:%M} UTC", SPTUNE_VERSION,
                               fmt::gmtime(std::time(nullptr)));
  write_output_file(file, reports::page(c, a, b, page));
}

void run(const CompareOptions& o) {
  std::vector<Gate> gates;
  for (const std::string& text : o.gates) gates.push_back(parse_gate(text));
  if (!o.html.empty()) refuse_other_file(o.html, reports::page_marker, "page of sptune");
  const reports::Side a = read_side(reports::parse_side(o.a, o.database));
  const reports::Side b = read_side(reports::parse_side(o.b, o.database));
  const Comparison c = reports::compare(a, b, o.same_within / 100);
  if (!o.html.empty()) write_page(c, a, b, o.html);
  if (o.json) {
    print_json(c, a, b, o);
  } else if (o.csv) {
    TextStream out(write_out);
    db::write(out, table_of(c, o.configurations), db::Format::csv);
  } else {
    print_text(c, a, b, o);
  }
  if (!gates_hold(gates, c)) throw Exit{ExitCode::gate};
}

}  // namespace

void add_compare(CLI::App& app) {
  auto* sub = app.add_subcommand(
      "compare", "Set two files, two sweeps or two commits side by side: faster, slower, same?");
  auto options = std::make_shared<CompareOptions>();
  const char* side =
      "FILE; FILE@N, the Nth sweep of it; FILE@UUID or FILE@COMMIT, of which four "
      "characters are enough; without FILE@: of --db";
  sub->add_option("A", options->a, side)->required();
  sub->add_option("B", options->b, "The same; answers are about B, seen from A")->required();
  add_database_option(*sub, options->database, "Database of sides that name none");
  sub->add_flag(
      "--configurations", options->configurations,
      "A row for each configuration that both measured to the end, not for the best only");
  sub->add_option("--same-within", options->same_within,
                  "Percent: two times are the same where the whole interval lies within")
      ->check(in_range(0.0, 1000.0))
      ->capture_default_str();
  sub->add_option("--gate", options->gates,
                  "Exit with code 6 where a problem got this answer: slower, faster, ambiguous, "
                  "missing (only in A), other-winner (each told to be faster on its own side); "
                  "slower:2%: by more than 2 %, with its whole "
                  "interval, whatever --same-within says; slower-overall, faster-overall: all "
                  "problems together; several by commas")
      ->delimiter(',');
  sub->add_option("--html", options->html, "Write a page, too");
  auto* json = sub->add_flag("--json", options->json, "Result as JSON");
  auto* csv = sub->add_flag("--csv", options->csv, "All rows as comma-separated values");
  csv->excludes(json);
  auto* top = sub->add_option("--top", options->top, "Rows to show, the largest changes first")
                  ->check(in_range(std::int64_t{0}, std::int64_t{1} << 31))
                  ->capture_default_str();
  auto* all = sub->add_flag("--all", options->all, "Show all rows");
  for (CLI::Option* whole : {json, csv, all}) top->excludes(whole);
  sub->footer(
      "  sptune sweep run --again --db trials.sqlite && sptune compare 1 2\n"
      "  sptune compare main.sqlite branch.sqlite --gate slower:2%,missing --html compare.html\n"
      "  sptune compare 67f165c 8cec8b1 --db trials.sqlite\n"
      "An answer is given where the 95 % interval of time B / time A leaves no other. The "
      "interval\n"
      "knows how times change between occasions (table noise): one evening against another does\n"
      "not tell a few percent, over many problems neither: what moves a device moves them all.\n"
      "Where sides hold several, hardware, protocol and environment are compared with the same of\n"
      "the other side, or with the only environment there. What else\n"
      "differs is listed, plans too: a sweep that measured fewer points may have missed the best.");
  sub->callback([options] { run(*options); });
}

}  // namespace sptune::apps
