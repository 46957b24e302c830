// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/read_dataset.hpp"

#include "db/query.hpp"
#include "kernels/api/catalogue.hpp"
#include "suites/collections/families.hpp"
#include "suites/generators/generators.hpp"
#include "tuner/model/few_runs.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace sptune::train {
namespace {

using db::StoredTrial;
using harness::Outcome;
using NamedFeatures = std::vector<std::pair<std::string, double>>;
using Context = std::array<std::string, 3>;  ///< hardware, environment, policy

std::string of_sweeps_or_logs(bool learned) {
  return fmt::format(" AND stop_reason {} '{}'", learned ? "IS" : "IS NOT",
                     harness::in_application);
}

std::string condition_of(const db::Store& store, const Query& q) {
  // A product's features are those of A*A for square matrices and A*A^T for the others: other
  // right-hand sides are not in the features table.
  std::string text = fmt::format(
      "operation = '{}' AND value_type = '{}' AND backend = '{}' AND cache = '{}' AND "
      "b_kind IN ('x', 'a', 'at') AND policy_hash IN (SELECT policy_hash FROM policy WHERE "
      "coalesce(params ->> 'repeat', 'whole') = '{}')",
      to_string(q.operation), to_string(q.value_type), to_string(q.backend), q.cache,
      to_string(q.repeat));
  text += of_sweeps_or_logs(q.learned);
  if (!q.condition.empty()) text += " AND " + store.condition(q.condition);
  return text;
}

bool begins_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

Context context_of(const StoredTrial& t) {
  return {t.hardware_hash, t.environment_hash, t.policy_hash};
}

/// How a context that was left out differs from the one that was not, and what would choose it.
std::string difference(const Context& other, const Context& chosen) {
  constexpr std::array parts{std::pair{"another machine", "hardware"},
                             std::pair{"other software or settings of it", "environment"},
                             std::pair{"another protocol or number of threads", "policy"}};
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (other[i] == chosen[i]) continue;
    texts.push_back(fmt::format("{} (--{} {:.8})", parts[i].first, parts[i].second, other[i]));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// Keeps the trials of the most frequent context; says what was left aside.
std::vector<StoredTrial> one_context(std::vector<StoredTrial> trials, const Query& q,
                                     Dataset& data) {
  std::map<Context, std::size_t> counts;
  for (const StoredTrial& t : trials) {
    if (begins_with(t.hardware_hash, q.hardware) &&
        begins_with(t.environment_hash, q.environment) && begins_with(t.policy_hash, q.policy)) {
      ++counts[context_of(t)];
    }
  }
  if (counts.empty()) return {};
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  for (const auto& [context, count] : counts) {
    if (context == most->first) continue;
    data.left_out.push_back(fmt::format("{} trials of another context: {} chooses them instead",
                                        count, difference(context, most->first)));
  }
  std::erase_if(trials, [&](const StoredTrial& t) { return context_of(t) != most->first; });
  std::tie(data.provenance.hardware_hash, data.provenance.environment_hash,
           data.provenance.policy_hash) = std::tie(most->first[0], most->first[1], most->first[2]);
  return trials;
}

/// Applications take the kernels to be right that sweeps have verified; what they measured was not.
bool timed(const StoredTrial& t, const Query& q) {
  return (t.verified || q.learned) &&
         (t.outcome == Outcome::ok || t.outcome == Outcome::dominated) && t.total_us.median > 0 &&
         std::isfinite(t.total_us.median);
}

/// Of one run: a sample is the mean of several, and a normal distribution's quartiles are 1.349
/// standard deviations apart.
double spread_of(const StoredTrial& t) {
  const double quartiles = (t.total_us.q3 - t.total_us.q1) / t.total_us.median;
  return std::isfinite(quartiles) ? quartiles / 1.349 * std::sqrt(std::max(1, t.runs_per_sample))
                                  : 0;
}

Cell cell_of(const StoredTrial& t, const Query& q) {
  if (timed(t, q)) {
    return {Cell::State::usable, t.total_us.median, t.prepare_s, spread_of(t)};
  }
  Cell cell;
  cell.state = t.outcome == Outcome::refused ? Cell::State::refused : Cell::State::failed;
  return cell;
}

/// What several occasions say of one point: no one of them is right, by two percent and more.
class Occasions {
 public:
  void add(const StoredTrial& t) {
    said_.push_back({t.total_us.median, t.prepare_s, spread_of(t)});
  }
  /// us, s to prepare and spread of each.
  [[nodiscard]] const std::vector<std::array<double, 3>>& said() const { return said_; }
  /// At least one was added. The same to the last bit in whichever order they came, which after
  /// merges is that of files.
  [[nodiscard]] Cell mean() const {
    auto sorted = said_;
    std::sort(sorted.begin(), sorted.end());
    std::array<double, 3> mean{};
    for (auto& one : sorted) {
      one[0] = std::log(one[0]);
      for (std::size_t i = 0; i < mean.size(); ++i) {
        mean[i] += one[i] / static_cast<double>(sorted.size());
      }
    }
    return {Cell::State::usable, std::exp(mean[0]), mean[1], mean[2]};
  }

 private:
  std::vector<std::array<double, 3>> said_;
};

/// A point that was tried more than once: what trials say of it that its result does not show.
struct TriedAgain {
  const StoredTrial* result = nullptr;
  /// Where it has no repetitions: all that other sweeps of the same code and context found, too.
  Occasions occasions;
  /// Where it has: what it looked like before.
  double alone_us = std::numeric_limits<double>::quiet_NaN();
  std::pair<std::string, int> alone;  ///< when the newest of those was, and its attempt
};
/// By problem and configuration.
using Points = std::map<std::pair<std::string, std::string>, TriedAgain>;

Points tried_again(const db::Store& store, const std::vector<StoredTrial>& results, const Query& q,
                   const model::Provenance& from) {
  Points points;
  for (const StoredTrial& t : results) {
    if (t.tried_again && timed(t, q)) points[{t.problem_hash, t.configuration}].result = &t;
  }
  if (points.empty()) return points;  // nothing was, and the file need not be read again
  const Context context{from.hardware_hash, from.environment_hash, from.policy_hash};
  store.each_trial_alone(from.training_query, [&](const StoredTrial& t) {
    const auto found = points.find({t.problem_hash, t.configuration});
    if (found == points.end() || context_of(t) != context || !timed(t, q)) return;
    TriedAgain& point = found->second;
    if (!point.result->repeated) {
      // One that was dominated has few samples and is no better than the result.
      const bool whole = t.outcome == Outcome::ok && point.result->outcome == Outcome::ok;
      if (whole) point.occasions.add(t);
    } else if (std::pair when(t.started_at, t.attempt); when > point.alone) {
      point.alone_us = t.total_us.median;
      point.alone = std::move(when);
    }
  });
  return points;
}

/// Hash of what the trials found, independent of the order in which they were stored. Of a point of
/// several occasions each counts, since training takes their mean.
std::string hash_of(const std::vector<StoredTrial>& trials, const Points& points) {
  std::vector<std::string> lines;
  lines.reserve(trials.size());
  for (const StoredTrial& t : trials) {
    lines.push_back(fmt::format("{}|{}|{}|{}|{}\n", t.problem_hash, t.configuration,
                                harness::to_string(t.outcome), t.total_us.median, t.prepare_s));
  }
  for (const auto& [key, point] : points) {
    if (point.occasions.said().size() < 2) continue;
    for (const auto& [us, prepare_s, spread] : point.occasions.said()) {
      lines.push_back(fmt::format("{}|{}|occasion|{}|{}\n", key.first, key.second, us, prepare_s));
    }
  }
  std::sort(lines.begin(), lines.end());
  std::string all;
  for (const std::string& line : lines) all += line;
  const XXH128_hash_t hash = XXH3_128bits(all.data(), all.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

/// Configurations that ship, as they are today; older points of a changed space are left out.
std::map<std::string, std::size_t> collect_configurations(const std::vector<StoredTrial>& trials,
                                                          const Query& q,
                                                          const Catalogue& catalogue,
                                                          Dataset& data) {
  const Variant* standard = catalogue.default_variant(q.operation, q.backend);
  if (standard == nullptr) {
    throw UsageError(fmt::format("this build has no {} variant for {}", to_string(q.operation),
                                 to_string(q.backend)));
  }
  std::set<std::string> texts{standard->default_configuration().text()};
  for (const StoredTrial& t : trials) {
    if (!t.baseline) texts.insert(t.configuration);
  }
  std::map<std::string, std::size_t> index;
  for (const std::string& text : texts) {
    auto parsed = catalogue.parse(q.operation, q.backend, text);
    if (!parsed || parsed.value().text() != text) {
      data.left_out.push_back(text + ": this build has no such configuration");
      continue;
    }
    index[text] = data.configurations.size();
    data.configurations.push_back(parsed.value().configuration());
  }
  data.default_configuration = index.at(standard->default_configuration().text());
  for (const Variant& v : catalogue.variants()) {
    if (v.operation != q.operation || v.facts.backend != q.backend) continue;
    const auto is_of = [&](const Configuration& c) { return c.variant == v.facts.name; };
    if (std::any_of(data.configurations.begin(), data.configurations.end(), is_of)) {
      data.defaults.push_back(v.default_configuration().configuration());
    }
  }
  for (const Variant* usual : catalogue.default_variants(q.operation, q.backend)) {
    const auto measured = index.find(usual->default_configuration().text());
    if (measured == index.end()) continue;
    data.defaults_from.push_back({usual->default_from_runs, measured->second});
  }
  std::reverse(data.defaults_from.begin(), data.defaults_from.end());  // from few runs to many
  return index;
}

features::Features features_of(const NamedFeatures& named) {
  features::Features out;
  const auto table = feature_table();
  out.values.assign(table.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t f = 0; f < table.size(); ++f) {
    const auto it = std::find_if(named.begin(), named.end(),
                                 [&](const auto& item) { return item.first == table[f].name; });
    if (it != named.end()) out.values[f] = it->second;
  }
  return out;
}

/// Empty when the database does not know the hash (it then compares equal to no machine).
model::Machine machine_of(const db::Store& store, const model::Provenance& p) {
  const db::Table table =
      db::query(store, db::named_query("train_machine").sql,
                {{"hardware", db::Cell(p.hardware_hash)}, {"policy", db::Cell(p.policy_hash)}});
  if (table.rows.empty()) return {};
  model::Machine machine{table.text(0, "name"), table.text(0, "arch"),
                         static_cast<int>(table.number(0, "cores"))};
  if (table.text(0, "kind") == "gpu") {
    machine.l2_bytes = static_cast<std::int64_t>(table.number(0, "l2_bytes"));
    machine.memory_bytes = static_cast<std::int64_t>(table.number(0, "memory_bytes"));
  } else {
    machine.threads = static_cast<int>(table.number(0, "threads"));
  }
  return machine;
}

/// Marks the problems that an evaluation is about.
void mark_held_out(const db::Store& store, const std::string& condition, Dataset& data) {
  if (condition.empty()) return;
  const bool by_origin = condition == "collected" || condition == "generated";
  const std::set<std::string> wanted =
      by_origin ? std::set<std::string>{} : db::problems_where(store, condition);
  bool any = false;
  for (Problem& p : data.problems) {
    p.held_out = by_origin ? p.generated == (condition == "generated") : wanted.contains(p.hash);
    any = any || p.held_out;
  }
  if (!any) throw InputError("no matrix to evaluate where " + condition);
}

/// Of the family, so that matrices that were joined since a sweep stand on one side; but what a
/// manifest said against the rule stays. Which rule a published side was stored by, nobody knows.
std::string split_of(const Problem& p, const std::string& stored) {
  const bool by_rule =
      stored == suites::split_of_family(p.group) || suites::has_published_side(p.family);
  return by_rule ? suites::split_of_family(p.family) : stored;
}

/// The source of a generated matrix is its generator's id, all parameters said: a file may have a
/// generator's name, and a manifest may give a generated one any.
bool is_generated(const std::string& source) {
  return source.ends_with('}') && source.find('{') != std::string::npos &&
         suites::is_generator_id(source);
}

/// What a dispatcher would spend on features. Where a sweep did not store it, the middle of the
/// others counts.
void add_feature_costs(const db::Store& store, Dataset& data) {
  std::map<std::string, double> seconds;
  for (const db::FeatureCost& cost : store.feature_costs(data.provenance.hardware_hash)) {
    if (cost.tier < tiers_served(data.operation)) seconds[cost.matrix_hash] += cost.seconds;
  }
  std::vector<double> known;
  for (const Problem& p : data.problems) {
    if (const auto it = seconds.find(p.matrix_hash); it != seconds.end()) {
      known.push_back(it->second);
    }
  }
  if (known.size() < data.problems.size()) {
    data.left_out.push_back(fmt::format(
        "what features cost is not stored of {} of {} problems: {}",
        data.problems.size() - known.size(), data.problems.size(),
        known.empty() ? "asking counts as if they were free" : "the median of the others is used"));
  }
  const double middle = known.empty() ? 0 : quantile(known, 0.5);
  for (Problem& p : data.problems) {
    const auto it = seconds.find(p.matrix_hash);
    p.features_s = it == seconds.end() ? middle : it->second;
  }
}

void add_trial(Problem& problem, const StoredTrial& t, const Query& q,
               const std::map<std::string, std::size_t>& index) {
  problem.hash = t.problem_hash;
  problem.matrix_hash = t.matrix_hash;
  problem.matrix = t.matrix_name;
  problem.parameters = t.parameters;
  problem.group = t.group;
  problem.family = suites::family_of(t.group, t.matrix_name);
  problem.split = split_of(problem, t.split);
  problem.generated = is_generated(t.matrix_source);
  problem.x_cols = t.x_cols;
  if (t.baseline) {
    if (timed(t, q)) {
      problem.baselines.push_back({t.configuration, t.total_us.median, t.prepare_s});
    }
    return;
  }
  const auto it = index.find(t.configuration);
  if (it == index.end()) return;
  problem.cells[it->second] = cell_of(t, q);
  problem.floor_us = std::max(problem.floor_us, t.floor_us);
}

std::map<std::string, Problem> problems_of(const std::vector<StoredTrial>& trials, const Query& q,
                                           const std::map<std::string, std::size_t>& index) {
  std::map<std::string, Problem> problems;
  for (const StoredTrial& t : trials) {
    Problem& problem = problems[t.problem_hash];
    problem.cells.resize(index.size());
    add_trial(problem, t, q, index);
  }
  return problems;
}

/// The one of a configuration, among those of other libraries.
[[nodiscard]] Baseline* baseline_of(Problem& problem, const std::string& configuration) {
  const auto it = std::find_if(problem.baselines.begin(), problem.baselines.end(),
                               [&](const Baseline& b) { return b.configuration == configuration; });
  return it == problem.baselines.end() ? nullptr : &*it;
}

/// What points that were tried more than once are said to take: means of occasions, and what
/// finalists looked like before they were measured again.
void add_tried_again(const Points& points, const std::map<std::string, std::size_t>& index,
                     std::map<std::string, Problem>& problems) {
  for (const auto& [key, point] : points) {
    Problem& problem = problems[key.first];
    const bool merged = !point.occasions.said().empty();
    if (const auto column = index.find(key.second); column != index.end()) {
      Cell& cell = problem.cells[column->second];
      if (merged) cell = point.occasions.mean();
      cell.alone_us = point.alone_us;
    } else if (Baseline* baseline = baseline_of(problem, key.second);
               baseline != nullptr && merged) {
      const Cell mean = point.occasions.mean();
      *baseline = {key.second, mean.us, mean.prepare_s};
    }
  }
}

/// Says which share of the points nobody tried, if any: what a choice among them comes to is not
/// known. Of applications' logs that is no news.
void tell_untried(const Query& q, Dataset& data) {
  std::size_t untried = 0;
  for (const Problem& p : data.problems) {
    untried += static_cast<std::size_t>(std::count_if(
        p.cells.begin(), p.cells.end(), [](const Cell& cell) { return !cell.tried(); }));
  }
  if (untried == 0 || q.learned) return;
  const auto all = static_cast<double>(data.problems.size() * data.configurations.size());
  data.left_out.push_back(fmt::format(
      "{:.2g} % of points not tried on these matrices; choices that fall on them teach nothing and "
      "are not judged: `sptune sweep run` with `--points-of` this file tries on all what was found "
      "worth it on some, with `--search exhaustive` everything",
      100 * static_cast<double>(untried) / all));
}

constexpr const char* no_default = "no usable trial of the default ";

/// Why problems teach nothing, and of how many that is the reason.
using Reasons = std::map<std::string, std::size_t>;

/// Which of the defaults for fewer runs a dispatcher leaves, as dispatch::fallback does.
std::vector<std::size_t> defaults_that_wait(const Problem& problem, const Dataset& data,
                                            const Catalogue& catalogue) {
  std::vector<std::size_t> out;
  const auto variant_of = [&](std::size_t configuration) {
    return catalogue.resolve(data.operation, data.backend, data.configurations[configuration]);
  };
  const auto steady = variant_of(data.default_configuration);
  for (const DefaultFrom& d : data.defaults_from) {
    if (d.configuration == data.default_configuration) continue;
    const auto usual = variant_of(d.configuration);
    if (model::waits_for_a_row(usual.value().variant(), steady.value().variant(), data.value_type,
                               problem.header(), problem.features.at(Feature::row_max))) {
      out.push_back(d.configuration);
    }
  }
  return out;
}

/// Into the data set, or why it teaches nothing. `named`: null where no features are stored, empty
/// where those are of another version.
void add_problem(Problem problem, const NamedFeatures* named, const Query& q,
                 const Catalogue& catalogue, Dataset& data, Reasons& reasons) {
  const auto leave_out = [&](const std::string& why) {
    ++reasons[why];
    data.left_out.push_back(
        fmt::format("{} (problem {:.12}): {}", problem.text(), problem.hash, why));
  };
  if (named == nullptr) return leave_out("no features stored");
  if (named->empty()) {
    return leave_out(fmt::format("its features are of another version than this program's, {}: {}",
                                 features::version,
                                 q.learned ? "races that it remembers bring them anew"
                                           : "`sptune sweep run` stores them anew"));
  }
  if (problem.cells[data.default_configuration].state != Cell::State::usable) {
    return leave_out(no_default + data.configurations[data.default_configuration].text());
  }
  problem.features = features::adapted(features_of(*named), q.value_type, problem.x_cols);
  problem.bound_bytes =
      std::max(1.0, features::bound_bytes(problem.features, q.operation, q.value_type));
  // What forests learn is the time over this.
  if (!std::isfinite(problem.bound_bytes)) {
    return leave_out(
        "its features (rows, cols, nnz, …) are not finite: damaged or edited, `sptune sweep run` "
        "stores them anew");
  }
  problem.waits_for_a_row = defaults_that_wait(problem, data, catalogue);
  data.problems.push_back(std::move(problem));
}

/// Of the problems that are kept.
std::int64_t count_of(const std::vector<StoredTrial>& trials, const Dataset& data) {
  std::set<std::string_view> kept;
  for (const Problem& p : data.problems) kept.insert(p.hash);
  return std::count_if(trials.begin(), trials.end(),
                       [&](const StoredTrial& t) { return kept.contains(t.problem_hash); });
}

/// Of a data set without problems.
std::string nothing_to_learn(const Dataset& data, const Query& q, const Reasons& reasons) {
  if (data.provenance.trials == 0 || reasons.empty()) {
    return fmt::format(
        "no usable trials where {}: {}, or ask for what is there: operation, backend, type, cache, "
        "repeat, hardware, environment, policy and side decide",
        data.provenance.training_query,
        q.learned ? "`sptune db import-log` brings some in" : "run `sptune sweep run` first");
  }
  std::string text =
      fmt::format("none of {} trials where {} can be learned from: ", data.provenance.trials,
                  data.provenance.training_query);
  std::string remedy;
  for (const auto& [why, problems] : reasons) {
    text += fmt::format("{}{} {}: {}", text.ends_with(": ") ? "" : ", ", problems,
                        problems == 1 ? "problem" : "problems", why);
    if (!begins_with(why, no_default)) continue;
    remedy = q.learned ? "races hold it where they are remembered (Dispatcher::remember_in, "
                         "SPTUNE_LEARNED) and enough runs are expected; older logs may not"
                       : fmt::format("`sptune sweep run --variants {}` with what was swept adds it",
                                     data.configurations[data.default_configuration].variant);
  }
  if (!remedy.empty()) text += "; times are relative to the default's: " + remedy;
  return text;
}

/// Behind a training query's condition.
constexpr std::string_view before_side = " [families of the side ";

struct Trials {
  std::vector<StoredTrial> results;
  Points points;  ///< of these results
};

/// Those of the most frequent context; the data set says which that is.
Trials read_trials(const db::Store& store, const Query& query, Dataset& data) {
  data.provenance.training_query = condition_of(store, query);
  Trials out;
  store.each_trial(data.provenance.training_query,
                   [&](const StoredTrial& t) { out.results.push_back(t); });
  out.results = one_context(std::move(out.results), query, data);
  out.points = tried_again(store, out.results, query, data.provenance);
  data.provenance.training_hash = hash_of(out.results, out.points);
  data.provenance.trials = static_cast<std::int64_t>(out.results.size());
  return out;
}

}  // namespace

TrainingQuery parts_of(const std::string& training_query) {
  const std::size_t end = std::min(training_query.find(before_side), training_query.size());
  TrainingQuery out{training_query.substr(0, end), training_query.substr(end), false};
  out.learned = out.condition.find(of_sweeps_or_logs(true)) != std::string::npos;
  return out;
}

FoundTrials find_trials(const db::Store& store, const Query& query) {
  Dataset data;
  (void)read_trials(store, query, data);
  return {data.provenance.training_query, data.provenance.trials, data.provenance.training_hash};
}

Dataset read_dataset(const db::Store& store, const Query& query, const Catalogue& catalogue) {
  Dataset data;
  data.operation = query.operation;
  data.value_type = query.value_type;
  data.backend = query.backend;
  data.cache = query.cache;
  data.repeat = query.repeat;
  data.learned = query.learned;
  const auto [trials, points] = read_trials(store, query, data);
  const auto index = collect_configurations(trials, query, catalogue, data);
  std::map<std::string, NamedFeatures> named_features;
  for (auto& [hash, named] : store.features(features::version))
    named_features.emplace(hash, std::move(named));

  std::map<std::string, Problem> problems = problems_of(trials, query, index);
  add_tried_again(points, index, problems);
  if (!query.split.empty()) {
    std::erase_if(problems, [&](const auto& item) { return item.second.split != query.split; });
    data.provenance.training_query += fmt::format("{}{}]", before_side, query.split);
  }
  Reasons reasons;
  for (auto& [hash, problem] : problems) {
    const auto found = named_features.find(problem.matrix_hash);
    add_problem(std::move(problem), found == named_features.end() ? nullptr : &found->second, query,
                catalogue, data, reasons);
  }
  if (data.problems.empty()) throw InputError(nothing_to_learn(data, query, reasons));
  tell_untried(query, data);
  mark_held_out(store, query.held_out, data);
  add_feature_costs(store, data);
  data.machine = machine_of(store, data.provenance);
  data.provenance.trials = count_of(trials, data);
  data.provenance.matrices = static_cast<std::int64_t>(data.matrices());
  return data;
}

}  // namespace sptune::train
