// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/dataset.hpp"

#include "kernels/api/catalogue.hpp"
#include "kernels/api/operation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

namespace sptune::train {
namespace {

// Functions of the value type, the offset type, the threads or the machine's caches. Trials and
// applications may differ in those (a sweep stores the features of a matrix once, in double), while
// rows, cols and nnz say the same on one machine.
constexpr std::string_view dense_operand = "x";  ///< as OperandChoice::b_kind says it
constexpr std::array<std::string_view, 9> context_features{
    "value_bytes",   "offset_bytes",   "threads",  "thread_imbalance", "matrix_bytes",
    "matrix_per_l2", "matrix_per_llc", "x_per_l2", "b_per_l2"};

/// What a glance shows the features of later tiers tell better.
bool is_of_glance(std::string_view feature) {
  return feature.starts_with("glance_");
}

/// Tier 3 is about a product with a second sparse matrix. A sweep stores it of every matrix, but a
/// dispatcher has it only where the problem has such an operand: a model of another operation would
/// be trained on numbers that are missing when it is asked.
bool is_served(const FeatureDef& feature, Operation operation) {
  return feature.tier < tiers_served(operation);
}

/// Variant::copies_values of a problem of which the sizes are at hand and no arrays: they tell.
bool copies_values(const Variant& v, const Dataset& data, const Problem& p) {
  if (v.facts.values == ValuesRead::callers) return false;
  if (!v.functions.leaves_values) return true;
  const model::Header size = p.header();
  AnyCsr a;
  a.rows = static_cast<std::int64_t>(size.rows);
  a.cols = static_cast<std::int64_t>(size.cols);
  a.nnz = static_cast<std::int64_t>(size.nnz);
  a.value_type = data.value_type;
  a.space = data.backend == Backend::cpu ? MemorySpace::host : MemorySpace::device;
  const OperationRecord& record = record_of(data.operation);
  const OperandChoice choice = record.choices(a.rows, a.cols).front();
  return v.copies_values(*record.problem(a, nullptr, choice, {}));
}

}  // namespace

int tiers_served(Operation operation) {
  constexpr int products = 3;
  return record_of(operation).choices(1, 1).front().b_kind == dense_operand ? products
                                                                            : products + 1;
}

std::string Problem::text() const {
  return parameters.empty() ? matrix : matrix + " " + parameters;
}

double Problem::cost_us(std::size_t configuration, double runs) const {
  return cells[configuration].us + cells[configuration].prepare_s * 1e6 / runs;
}

double Problem::oracle_us(double runs) const {
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < cells.size(); ++c) {
    if (cells[c].state == Cell::State::usable) best = std::min(best, cost_us(c, runs));
  }
  return best;
}

std::optional<std::size_t> Problem::best_alone(const std::vector<std::size_t>& of,
                                               double runs) const {
  std::optional<std::size_t> best;
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t c : of) {
    const Cell& cell = cells[c];
    if (cell.state != Cell::State::usable) continue;
    const double us = std::isnan(cell.alone_us) ? cell.us : cell.alone_us;
    const double cost = us + cell.prepare_s * 1e6 / runs;
    if (cost >= least) continue;
    least = cost;
    best = c;
  }
  if (best && std::isnan(cells[*best].alone_us)) best.reset();
  return best;
}

const Baseline* Problem::best_baseline(double runs) const {
  const auto best = std::min_element(
      baselines.begin(), baselines.end(),
      [&](const Baseline& a, const Baseline& b) { return a.cost_us(runs) < b.cost_us(runs); });
  return best == baselines.end() ? nullptr : &*best;
}

double Dataset::cost_us(const Problem& problem, std::string_view configuration, double runs) const {
  const auto theirs = std::ranges::find(problem.baselines, configuration, &Baseline::configuration);
  if (theirs != problem.baselines.end()) return theirs->cost_us(runs);
  const auto ours = std::ranges::find_if(
      configurations, [&](const Configuration& c) { return c.text() == configuration; });
  const auto at = static_cast<std::size_t>(ours - configurations.begin());
  const bool known = ours != configurations.end() && problem.cells[at].state == Cell::State::usable;
  return known ? problem.cost_us(at, runs) : std::numeric_limits<double>::quiet_NaN();
}

std::size_t Dataset::default_at(double runs) const {
  std::size_t found = default_configuration;
  for (const DefaultFrom& d : defaults_from) {
    if (d.from <= runs) found = d.configuration;
  }
  return found;
}

std::size_t Dataset::default_at(const Problem& problem, double runs) const {
  const std::size_t usual = default_at(runs);
  const std::vector<std::size_t>& waiting = problem.waits_for_a_row;
  const bool waits = std::find(waiting.begin(), waiting.end(), usual) != waiting.end();
  return waits ? default_configuration : usual;
}

double Dataset::cost_or_default(const Problem& problem, std::size_t configuration,
                                double runs) const {
  for (const std::size_t c : {configuration, default_at(problem, runs)}) {
    if (problem.cells[c].state == Cell::State::usable) return problem.cost_us(c, runs);
  }
  return problem.cost_us(default_configuration, runs);
}

std::size_t Dataset::matrices() const {
  std::set<std::string_view> hashes;
  for (const Problem& p : problems) hashes.insert(p.matrix_hash);
  return hashes.size();
}

std::vector<std::string> Dataset::families() const {
  std::set<std::string> names;
  for (const Problem& p : problems) names.insert(p.family);
  return {names.begin(), names.end()};
}

Dataset Dataset::with(std::vector<Problem> chosen) const {
  Dataset out;
  out.operation = operation;
  out.value_type = value_type;
  out.backend = backend;
  out.cache = cache;
  out.repeat = repeat;
  out.learned = learned;
  out.provenance = provenance;
  out.machine = machine;
  out.configurations = configurations;
  out.default_configuration = default_configuration;
  out.defaults_from = defaults_from;
  out.defaults = defaults;
  out.constant_values = constant_values;
  out.problems = std::move(chosen);
  return out;
}

Dataset where_values_change(const Dataset& data) {
  Dataset out = data.with(data.problems);
  out.constant_values = false;
  for (std::size_t c = 0; c < data.configurations.size(); ++c) {
    const Variant* const v =
        shipped_catalogue().find(data.operation, data.backend, data.configurations[c].variant);
    if (v == nullptr) continue;
    for (Problem& p : out.problems) {
      if (copies_values(*v, data, p)) p.cells[c].state = Cell::State::refused;
    }
  }
  return out;
}

std::string too_few_families(const Dataset& data, std::string_view fewest,
                             std::string_view purpose) {
  const std::vector<std::string> names = data.families();
  const std::size_t matrices = data.matrices();
  std::string found = std::to_string(matrices) + (matrices == 1 ? " matrix of " : " matrices of ") +
                      std::to_string(names.size()) + (names.size() == 1 ? " family" : " families");
  for (const std::string& name : names) {
    found += (&name == names.data() ? " (" : ", ") + name + (&name == &names.back() ? ")" : "");
  }
  std::string text = "expected matrices of at least " + std::string(fewest) + " families";
  if (!data.learned) {
    return text + ", found " + found + ": sweep more matrices before " + std::string(purpose);
  }
  return text + " in applications' logs, found " + found +
         "; swept trials do not count here. A family is what was imported under one name: "
         "`sptune db import-log --group NAME`, another for each application or kind of matrix";
}

std::vector<std::vector<std::size_t>> family_folds(const Dataset& data, std::size_t folds) {
  std::map<std::string, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < data.problems.size(); ++i) {
    members[data.problems[i].family].push_back(i);
  }
  std::vector<const std::vector<std::size_t>*> families;
  families.reserve(members.size());
  for (const auto& [name, list] : members) families.push_back(&list);
  std::stable_sort(families.begin(), families.end(),
                   [](const auto* a, const auto* b) { return a->size() > b->size(); });
  std::vector<std::vector<std::size_t>> out(std::min(folds, families.size()));
  for (const auto* family : families) {
    auto smallest = std::min_element(
        out.begin(), out.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    smallest->insert(smallest->end(), family->begin(), family->end());
  }
  for (auto& fold : out) std::sort(fold.begin(), fold.end());
  return out;
}

std::vector<std::string> usable_features(const Dataset& data) {
  std::vector<std::string> out;
  const auto table = feature_table();
  for (std::size_t f = 0; f < table.size(); ++f) {
    const std::string_view name = table[f].name;
    if (std::find(context_features.begin(), context_features.end(), name) !=
            context_features.end() ||
        is_of_glance(name) || !is_served(table[f], data.operation)) {
      continue;
    }
    std::set<float> values;
    std::size_t defined = 0;
    for (const Problem& p : data.problems) {
      const float x = f < p.features.values.size() ? model::to_input(p.features.values[f])
                                                   : std::numeric_limits<float>::quiet_NaN();
      if (std::isnan(x)) continue;
      ++defined;
      values.insert(x);
    }
    if (values.size() >= 2 && 2 * defined > data.problems.size()) out.emplace_back(name);
  }
  return out;
}

}  // namespace sptune::train
