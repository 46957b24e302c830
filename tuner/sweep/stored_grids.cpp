// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/stored_grids.hpp"

#include "db/query.hpp"
#include "harness/records/statistics.hpp"
#include "sptune/error.hpp"
#include "suites/collections/families.hpp"
#include "tuner/sweep/experience.hpp"
#include "tuner/sweep/plan.hpp"
#include "tuner/sweep/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace sptune::sweep {
namespace {

struct Row {
  std::string variant;
  bool first = false;
  Configuration configuration;
  search::Stored stored;
};

struct Rows {
  std::string matrix, family, parameters, matrix_hash;
  std::optional<std::size_t> planned;  ///< points of sweeps that were to measure all of their plan
  std::vector<Row> rows;
};

using ByProblem = std::map<std::string, Rows>;  ///< by hash, of one context

/// Whether a sweep knew that before it measured anything, as on a CPU: its search never asks for
/// such a point. A worker's refusal took time.
bool refused_beforehand(const search::Stored& stored) {
  return stored.outcome == harness::Outcome::refused && stored.seconds <= 0;
}

/// Loading cannot be told from the rest of the first trial: what it took longer than a usual trial
/// of its variant counts as that. Nothing where that trial was another library's.
double take_loading_away(Rows& problem) {
  const auto first =
      std::find_if(problem.rows.begin(), problem.rows.end(), [](const Row& r) { return r.first; });
  if (first == problem.rows.end()) return 0;
  std::vector<double> usual;
  for (const Row& r : problem.rows) {
    const bool tells = !r.first && !refused_beforehand(r.stored);
    if (tells && r.variant == first->variant) usual.push_back(r.stored.seconds);
  }
  if (usual.empty()) return 0;
  const double whole = first->stored.seconds;
  first->stored.seconds = std::min(harness::quantile(usual, 0.5), whole);
  return whole - first->stored.seconds;
}

Row row_of(const db::Table& table, std::size_t i) {
  auto configuration = Configuration::parse(table.text(i, "configuration"));
  const auto outcome = harness::parse_outcome(table.text(i, "outcome"));
  if (!configuration || !outcome) {
    throw DatabaseError(fmt::format("{} {} in the database is nothing that this program knows",
                                    table.text(i, "configuration"), table.text(i, "outcome")));
  }
  const auto number = [&](const char* name) {
    const double v = table.number(i, name);
    return std::isfinite(v) ? v : 0;
  };
  return {table.text(i, "variant"),
          number("first") != 0,
          std::move(configuration.value()),
          {*outcome, number("median_us"), number("wall_s"), number("sampling_s"),
           static_cast<int>(number("n"))}};
}

struct ReadGrid {
  search::Grid grid;
  std::optional<std::size_t> planned;
  std::size_t tried = 0;  ///< its points, and those that were refused beforehand
  double loading_s = 0;
  [[nodiscard]] bool whole() const { return planned && tried >= *planned; }
};

ReadGrid grid_of(Rows problem, const std::map<std::string, std::vector<double>>& vectors) {
  std::vector<Configuration> points;
  std::vector<search::Stored> stored;
  std::set<std::string> tried;
  std::set<std::string> seen;
  for (Row& r : problem.rows) {
    const std::string text = r.configuration.text();
    tried.insert(text);
    if (refused_beforehand(r.stored)) continue;
    if (!seen.insert(text).second) continue;  // a later attempt
    points.push_back(std::move(r.configuration));
    stored.push_back(r.stored);
  }
  const auto known = vectors.find(problem.matrix_hash);
  return {{problem.matrix, problem.family, problem.parameters, search::Space(std::move(points)),
           std::move(stored), known == vectors.end() ? feature_vector({}) : known->second,
           problem.matrix_hash},
          problem.planned,
          tried.size()};
}

/// Why a grid cannot be searched; empty: it can.
std::string flaw_of(const ReadGrid& found, std::size_t points) {
  const search::Grid& grid = found.grid;
  if (!found.planned) return "searched, not measured whole";
  points = std::max(points, *found.planned);
  if (found.tried < points) return fmt::format("{} of {} points", found.tried, points);
  if (!std::isfinite(grid.best_us())) return "nothing was measured to the end";
  if (grid.seconds() <= 0) return "it is not stored what the trials took";
  return {};
}

/// The words that chose, where there were any: what they leave out may be there.
std::string asked_for(const GridQuery& query) {
  std::string out;
  for (const auto& word : {query.operation, query.value_type, query.cache}) {
    if (!word.empty()) out += (out.empty() ? " of " : " ") + word;
  }
  return out;
}

/// The only value of a column, or an error that names the option which chooses.
std::string only_one(const db::Table& table, const char* name, const char* option) {
  std::set<std::string> values;
  for (std::size_t i = 0; i < table.rows.size(); ++i) values.insert(table.text(i, name));
  if (values.size() > 1) {
    throw UsageError(fmt::format("the database holds several: name one of them, {} {}", option,
                                 fmt::join(values, fmt::format(" or {} ", option))));
  }
  return *values.begin();
}

/// How many points of an operation a run's plan measures, where that is all of them, as a guided
/// search does of few. At least: 0 where the run is finished, since all that it began is there, and
/// where their number is not told.
class Whole {
 public:
  Whole(const db::Store& store, const Catalogue& catalogue)
      : store_(store), catalogue_(catalogue) {}
  std::optional<std::size_t> operator()(const std::string& run, Operation operation) {
    const auto [at, fresh] = known_.try_emplace({run, operation});
    const auto info = fresh ? store_.run(run) : std::nullopt;
    if (info) {
      at->second = whole(plan_from_json(info->plan_json), operation);
      if (at->second && info->state == "finished") at->second = 0;
    }
    return at->second;
  }

 private:
  [[nodiscard]] std::optional<std::size_t> whole(const Plan& plan, Operation operation) const {
    const std::optional<std::size_t> points = points_of(plan, operation);
    if (plan.search.kind == search::Kind::exhaustive) return points.value_or(0);
    const bool limited = plan.search.points > 0 && points && plan.search.points < *points;
    const bool few = points && *points <= search::guided_whole && !limited;
    return plan.search.kind == search::Kind::guided && few ? points : std::nullopt;
  }

  /// Nothing where the plan names what this program has no more: how many there were is not told.
  [[nodiscard]] std::optional<std::size_t> points_of(const Plan& plan, Operation operation) const {
    try {
      check_selection(plan, catalogue_);
      const auto all = select_configurations(plan, operation, catalogue_);
      return static_cast<std::size_t>(std::count_if(
          all.begin(), all.end(),
          [](const ResolvedConfiguration& c) { return !c.variant().facts.baseline; }));
    } catch (const UsageError&) {
      return std::nullopt;
    }
  }

  const db::Store& store_;
  const Catalogue& catalogue_;
  std::map<std::pair<std::string, Operation>, std::optional<std::size_t>> known_;
};

struct LargestContext {
  ByProblem problems;
  std::size_t others = 0;  ///< problems of the rest
};

/// Problems of the context that has most of them: only its times may be compared.
LargestContext largest_context(const db::Table& table, Operation operation, Whole whole) {
  std::map<std::string, ByProblem> contexts;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    Rows& problem = contexts[table.text(i, "context_id") + " " + table.text(i, "backend")]
                            [table.text(i, "problem_hash")];
    problem.matrix = table.text(i, "matrix");
    problem.family = suites::family_of(table.text(i, "matrix_group"), problem.matrix);
    problem.parameters = table.text(i, "parameters");
    if (!problem.parameters.empty()) problem.matrix += " " + problem.parameters;
    problem.matrix_hash = table.text(i, "matrix_hash");
    problem.planned = std::max(problem.planned, whole(table.text(i, "run_uuid"), operation));
    problem.rows.push_back(row_of(table, i));
  }
  const auto most = std::max_element(
      contexts.begin(), contexts.end(),
      [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  LargestContext out;
  for (const auto& [context, problems] : contexts) out.others += problems.size();
  out.problems = std::move(most->second);
  out.others -= out.problems.size();
  return out;
}

}  // namespace

StoredGrids stored_grids(const db::Store& store, const GridQuery& query,
                         const Catalogue& catalogue) {
  const auto cell = [](const std::string& text) {
    return text.empty() ? db::Cell() : db::Cell(text);
  };
  const db::Table table = db::query(store, db::named_query("sweep_grids").sql,
                                    {{"operation", cell(query.operation)},
                                     {"value_type", cell(query.value_type)},
                                     {"cache", cell(query.cache)}});
  if (table.rows.empty()) {
    throw InputError(fmt::format(
        "no trial{} in the database to search among: `sptune sweep run --search exhaustive` first",
        asked_for(query)));
  }
  StoredGrids out;
  out.operation = only_one(table, "operation", "--operation");
  out.value_type = only_one(table, "value_type", "--type");
  out.cache = only_one(table, "cache", "--cache");

  const auto vectors = feature_vectors(store);
  std::vector<ReadGrid> found;
  LargestContext context =
      largest_context(table, *parse_operation(out.operation), Whole(store, catalogue));
  for (auto& [hash, problem] : context.problems) {
    const double loading_s = take_loading_away(problem);
    found.push_back(grid_of(std::move(problem), vectors));
    found.back().loading_s = loading_s;
    if (found.back().whole()) out.points = std::max(out.points, found.back().tried);
  }
  std::set<std::string> matrices;
  for (ReadGrid& f : found) {
    const std::string why = flaw_of(f, out.points);
    if (!why.empty()) {
      out.left_out.push_back(fmt::format("{}: {}", f.grid.matrix, why));
      continue;
    }
    out.loading_s += f.loading_s;
    matrices.insert(f.grid.matrix_hash);
    out.grids.push_back(std::move(f.grid));
  }
  out.matrices = matrices.size();
  if (context.others > 0) {
    out.left_out.push_back(fmt::format(
        "{} of another context",
        context.others == 1 ? "1 problem" : fmt::format("{} problems", context.others)));
  }
  if (out.grids.empty()) {
    throw InputError(fmt::format(
        "no grid of the database can be searched (`sptune sweep run --search exhaustive` "
        "measures whole ones); {}",
        fmt::join(out.left_out, "; ")));
  }
  return out;
}

}  // namespace sptune::sweep
