// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/calibrate/fit.hpp"

#include "tuner/calibrate/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace sptune::calibrate {
namespace {

struct Row {
  const MatrixTimes* matrix;
  const Costs* costs;
};
using Rows = std::vector<Row>;

constexpr int as_before = -1;  ///< no accumulator in front

double cost_of(const Row& row, int front) {
  return front == as_before ? 0 : (*row.costs)[static_cast<std::size_t>(front)];
}
double cost_of(const Rows& rows, int front) {
  double sum = 0;
  for (const Row& row : rows) sum += cost_of(row, front);
  return sum;
}
Rows changed_by(const Rows& rows, int front) {
  Rows out;
  std::ranges::copy_if(rows, std::back_inserter(out),
                       [&](const Row& row) { return cost_of(row, front) != 0; });
  return out;
}

/// More than noise: on the rows that it changes the mean gain is large enough, and all of them
/// agree or the mean is over twice its standard error.
bool gains(const Rows& rows, int front, const FitOptions& o) {
  const Rows changed = changed_by(rows, front);
  if (changed.size() < std::max<std::size_t>(2, o.min_rows)) return false;
  const auto n = static_cast<double>(changed.size());
  const double mean = cost_of(changed, front) / n;
  if (mean > -o.least_gain) return false;
  double squares = 0;
  bool agree = true;
  for (const Row& row : changed) {
    const double cost = cost_of(row, front);
    squares += (cost - mean) * (cost - mean);
    agree = agree && cost < 0;
  }
  return agree || -mean > 2 * std::sqrt(squares / (n - 1) / n);
}

/// The accumulator to be asked first of these rows.
struct Option {
  int front = as_before;
  double cost = 0;  ///< sum over the rows
};
Option best_option(const Rows& rows, const FitOptions& o) {
  Option best;
  const std::size_t accumulators = rows.empty() ? 0 : rows.front().costs->size();
  for (std::size_t a = 0; a < accumulators; ++a) {
    const auto front = static_cast<int>(a);
    const double cost = cost_of(rows, front);
    if (cost < best.cost && gains(rows, front, o)) best = {front, cost};
  }
  return best;
}

struct Split {
  std::size_t feature = 0;
  float at_most = 0;
  Rows then, otherwise;
  double cost = 0;
};

double fact(const Row& row, policies::RowFeature feature) {
  return row.matrix->facts[static_cast<std::size_t>(feature)];
}

/// A value between two of a feature, so near to the second; by logarithms, for all are counts and
/// ratios.
float between(double low, double high, double share) {
  return static_cast<float>(low > 0 ? low * std::pow(high / low, share)
                                    : low + (high - low) * share);
}

/// Where a question parts two sides: a change reaches hardly beyond the rows that it was measured
/// on.
double share_of_gap(const Option& then, const Option& otherwise) {
  constexpr double near = 0.1;
  if ((then.front == as_before) == (otherwise.front == as_before)) return 0.5;
  return then.front == as_before ? 1 - near : near;
}

/// Rows on the two sides are asked of different accumulators; those of them are counted.
std::size_t changed_by(const Split& split, const Option& whole, const FitOptions& o) {
  std::size_t changed = 0;
  for (const Rows* side : {&split.then, &split.otherwise}) {
    const Option own = best_option(*side, o);
    for (const Row& row : *side) changed += cost_of(row, own.front) != cost_of(row, whole.front);
  }
  return changed;
}

/// `features`: that may be asked about.
std::optional<Split> best_split(const Rows& rows, const Option& whole, std::size_t features,
                                const FitOptions& o) {
  std::optional<Split> best;
  if (rows.size() < 2 * o.min_rows) return best;
  for (const policies::RowFeature feature : asked_of_rows) {
    if (static_cast<std::size_t>(feature) >= features) continue;
    Rows sorted = rows;
    std::ranges::stable_sort(sorted, {}, [&](const Row& row) { return fact(row, feature); });
    for (std::size_t i = o.min_rows; i + o.min_rows <= sorted.size(); ++i) {
      const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(i);
      Split split{
          static_cast<std::size_t>(feature), 0, {sorted.begin(), middle}, {middle, sorted.end()}};
      const Option then = best_option(split.then, o);
      const Option otherwise = best_option(split.otherwise, o);
      const double low = fact(sorted[i - 1], feature);
      const double high = fact(sorted[i], feature);
      split.at_most = between(low, high, share_of_gap(then, otherwise));
      const bool parts =
          static_cast<float>(low) <= split.at_most && static_cast<float>(high) > split.at_most;
      if (!parts) continue;  // equal values
      split.cost = then.cost + otherwise.cost;
      if (split.cost < (best ? best->cost : whole.cost) - 1e-9) best = std::move(split);
    }
  }
  if (!best) return best;
  const std::size_t changed = changed_by(*best, whole, o);
  const double gain = whole.cost - best->cost;
  if (changed == 0 || gain < o.least_gain * static_cast<double>(changed)) best.reset();
  return best;
}

double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

class Fit {
 public:
  Fit(std::span<const std::string_view> names, std::size_t features, const FitOptions& o,
      std::size_t nodes)
      : names_(names), features_(features), options_(o), nodes_(nodes) {}

  /// A leaf of the tree in which these rows end, refined; so many questions, `path`, lead to it.
  void refine(Node& leaf, const Rows& rows, const std::string& path, int depth) {
    const Option whole = best_option(rows, options_);
    std::optional<Split> split;
    constexpr int deepest = 40;  // a text of more levels is not read (kernels/api/json_text.hpp)
    if (nodes_ + 2 <= policies::most_policy_nodes && depth < deepest) {
      split = best_split(rows, whole, features_, options_);
    }
    if (!split) return put_in_front(leaf, rows, whole.front, path);
    nodes_ += 2;
    const auto n = static_cast<double>(rows.size());
    leaf.evidence = {{"matrices", n}, {"gain", rounded(std::exp((whole.cost - split->cost) / n))}};
    leaf.feature = split->feature;
    leaf.at_most = split->at_most;
    for (auto* side : {&leaf.then, &leaf.otherwise}) {
      *side = std::make_unique<Node>();
      (*side)->order = leaf.order;
      (*side)->in_front = leaf.in_front;
    }
    leaf.order.clear();
    const std::string question = (path.empty() ? "" : path + ", ") +
                                 std::string(policies::row_feature_names[split->feature]);
    refine(*leaf.then, split->then, fmt::format("{} <= {:.4g}", question, split->at_most),
           depth + 1);
    refine(*leaf.otherwise, split->otherwise, fmt::format("{} > {:.4g}", question, split->at_most),
           depth + 1);
  }

  std::vector<Change> take_changes() { return std::move(changes_); }

 private:
  void put_in_front(Node& leaf, const Rows& rows, int front, const std::string& path) {
    if (front == as_before) return;
    const Rows changed = changed_by(rows, front);
    Change change{path,
                  std::string(names_[leaf.order.front()]),
                  std::string(names_[static_cast<std::size_t>(front)]),
                  {},
                  1};
    for (const Row& row : changed) change.matrices.push_back(row.matrix->matrix);
    change.gain = std::exp(-cost_of(changed, front) / static_cast<double>(changed.size()));
    const auto at = std::ranges::find(leaf.order, static_cast<std::uint8_t>(front));
    std::rotate(leaf.order.begin(), at, at + 1);
    leaf.evidence = {{"matrices", static_cast<double>(changed.size())},
                     {"gain", rounded(change.gain)}};
    changes_.push_back(std::move(change));
  }

  std::span<const std::string_view> names_;
  std::size_t features_;
  FitOptions options_;
  std::size_t nodes_;
  std::vector<Change> changes_;
};

std::unique_ptr<Node> copy_of(const Node& node) {
  auto out = std::make_unique<Node>();
  out->feature = node.feature;
  out->at_most = node.at_most;
  out->order = node.order;
  out->in_front = node.in_front;
  out->evidence = node.evidence;
  if (!node.is_leaf()) {
    out->then = copy_of(*node.then);
    out->otherwise = copy_of(*node.otherwise);
  }
  return out;
}

/// Leaves in the order of the tree, each with its rows and the questions before it.
void refine_leaves(Fit& fit, Node& node, const Rows& rows, const std::string& path, int depth) {
  if (rows.empty()) return;
  if (node.is_leaf()) return fit.refine(node, rows, path, depth);
  Rows then;
  Rows otherwise;
  for (const Row& row : rows) {
    (static_cast<float>(row.matrix->facts[node.feature]) <= node.at_most ? then : otherwise)
        .push_back(row);
  }
  const std::string question =
      (path.empty() ? "" : path + ", ") + std::string(policies::row_feature_names[node.feature]);
  refine_leaves(fit, *node.then, then, fmt::format("{} <= {:.4g}", question, node.at_most),
                depth + 1);
  refine_leaves(fit, *node.otherwise, otherwise, fmt::format("{} > {:.4g}", question, node.at_most),
                depth + 1);
}

}  // namespace

FittedTree fit_tree(const Node& tree, const std::vector<const MatrixTimes*>& rows,
                    const std::vector<const Costs*>& costs, std::span<const std::string_view> names,
                    Phase phase, const FitOptions& o) {
  Rows all;
  for (std::size_t i = 0; i < rows.size(); ++i) all.push_back({rows[i], costs[i]});
  FittedTree out;
  out.tree = copy_of(tree);
  const std::size_t features =
      phase == Phase::count ? policies::counting_features : policies::row_feature_names.size();
  Fit fit(names, features, o, tree.size());
  refine_leaves(fit, *out.tree, all, "", 0);
  out.changes = fit.take_changes();
  return out;
}

}  // namespace sptune::calibrate
