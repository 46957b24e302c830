// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/calibrate/fit.hpp"

#include "tuner/calibrate/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace sptune::calibrate {
namespace {

/// What is refined by: a product in a value type, or its rows where all are alike. The same product
/// in several types is one that speaks for a change, not several.
struct Row {
  const ProductTimes* product;
  const Costs* costs;
  std::size_t number;  ///< of the product
  double weight;       ///< all value types of a product weigh 1
};
using Rows = std::vector<Row>;

constexpr int as_before = -1;  ///< no accumulator in front

double cost_of(const Row& row, int front) {
  return front == as_before ? 0 : (*row.costs)[static_cast<std::size_t>(front)];
}
double cost_of(const Rows& rows, int front) {
  double sum = 0;
  for (const Row& row : rows) sum += row.weight * cost_of(row, front);
  return sum;
}

/// A product that speaks for a change, or against it.
struct Changed {
  std::size_t number;
  const std::string* name;
  double cost;  ///< mean over its value types
};
/// Products of which `changes` says that a row is changed, by number.
template <class F>
std::vector<Changed> changed_where(const Rows& rows, int front, F&& changes) {
  struct Sum {
    const ProductTimes* product = nullptr;
    double cost = 0;
    int types = 0;
    bool changed = false;
  };
  std::vector<Sum> sums;
  for (const Row& row : rows) {
    if (row.number >= sums.size()) sums.resize(row.number + 1);
    Sum& sum = sums[row.number];
    if (sum.types++ == 0) sum.product = row.product;
    sum.cost += cost_of(row, front);
    sum.changed = sum.changed || changes(row);
  }
  std::vector<Changed> out;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const Sum& sum = sums[i];
    if (sum.changed) out.push_back({i, &sum.product->name, sum.cost / sum.types});
  }
  return out;
}
std::vector<Changed> changed_by(const Rows& rows, int front) {
  return changed_where(rows, front, [&](const Row& row) { return cost_of(row, front) != 0; });
}
double mean_cost(const std::vector<Changed>& changed) {
  double sum = 0;
  for (const Changed& product : changed) sum += product.cost;
  return sum / static_cast<double>(changed.size());
}

/// More than noise: on the products that it changes the mean gain is large enough, and all of them
/// agree or the mean is so many standard errors.
bool gains(const Rows& rows, int front, const Evidenced& o) {
  const std::vector<Changed> changed = changed_by(rows, front);
  if (changed.size() < std::max<std::size_t>(2, o.least)) return false;
  const auto n = static_cast<double>(changed.size());
  const double mean = mean_cost(changed);
  if (mean > -o.least_gain) return false;
  double squares = 0;
  bool agree = true;
  for (const Changed& product : changed) {
    squares += (product.cost - mean) * (product.cost - mean);
    agree = agree && product.cost < 0;
  }
  return agree || -mean > o.errors * std::sqrt(squares / (n - 1) / n);
}

/// The accumulator to be asked first of these rows.
struct Option {
  int front = as_before;
  double cost = 0;  ///< sum over the rows
};
Option best_option(const Rows& rows, const Evidenced& o) {
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
  return row.product->facts[static_cast<std::size_t>(feature)];
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

/// How many products have rows that another accumulator is asked about than without the question.
std::size_t changed_by(const Split& split, const Option& whole, const Evidenced& o) {
  std::set<std::size_t> changed;
  for (const Rows* side : {&split.then, &split.otherwise}) {
    const Option own = best_option(*side, o);
    const auto changes = [&](const Row& row) {
      return cost_of(row, own.front) != cost_of(row, whole.front);
    };
    for (const Changed& c : changed_where(*side, own.front, changes)) changed.insert(c.number);
  }
  return changed.size();
}

/// How many products the first 0, 1, … of the rows are of.
std::vector<std::size_t> products_in_first(const Rows& rows) {
  std::vector<std::size_t> out{0};
  std::set<std::size_t> seen;
  for (const Row& row : rows) {
    seen.insert(row.number);
    out.push_back(seen.size());
  }
  return out;
}
std::size_t products_in(const Rows& rows) {
  return products_in_first(rows).back();
}

/// `asked`: what may be asked about.
std::optional<Split> best_split(const Rows& rows, const Option& whole,
                                std::span<const policies::RowFeature> asked, const Evidenced& o) {
  std::optional<Split> best;
  for (const policies::RowFeature feature : asked) {
    Rows sorted = rows;
    std::ranges::stable_sort(sorted, {}, [&](const Row& row) { return fact(row, feature); });
    const std::vector<std::size_t> before = products_in_first(sorted);
    const std::vector<std::size_t> behind = products_in_first({sorted.rbegin(), sorted.rend()});
    for (std::size_t i = 1; i < sorted.size(); ++i) {
      if (before[i] < o.least || behind[sorted.size() - i] < o.least) continue;
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

std::string question(const std::string& path, std::size_t feature, const char* relation,
                     float at_most) {
  return fmt::format("{}{}{} {} {:.4g}", path, path.empty() ? "" : ", ",
                     policies::row_feature_names[feature], relation, at_most);
}

std::unique_ptr<Node> copy_of(const Node& node) {
  auto out = std::make_unique<Node>();
  out->feature = node.feature;
  out->at_most = node.at_most;
  out->first = node.first;
  out->order = node.order;
  out->in_front = node.in_front;
  out->evidence = node.evidence;
  if (node.then) out->then = copy_of(*node.then);
  if (node.otherwise) out->otherwise = copy_of(*node.otherwise);
  return out;
}

/// `node` becomes this question, with what it was on both sides.
void ask(Node& node, const Split& split, double gain, std::size_t products) {
  auto then = std::make_unique<Node>(std::move(node));
  auto otherwise = copy_of(*then);
  node = {};
  node.feature = split.feature;
  node.at_most = split.at_most;
  node.then = std::move(then);
  node.otherwise = std::move(otherwise);
  node.evidence = {{"products", static_cast<double>(products)}, {"gain", rounded(gain)}};
}

/// The different orders of a tree, of which a device holds so many, and how many leaves have each.
class Orders {
 public:
  /// Leaves that come to the tree.
  void add(const Node& node) {
    if (node.is_leaf()) {
      ++leaves_[of(node, node.order)];
      return;
    }
    add(*node.then);
    if (node.otherwise) add(*node.otherwise);
  }
  /// A leaf gets another order. False, and nothing changes, where there would be too many.
  [[nodiscard]] bool replace(const Node& leaf, const std::vector<std::uint8_t>& order) {
    const auto before = leaves_.find(of(leaf, leaf.order));
    auto after = of(leaf, order);
    const std::size_t others = leaves_.size() - (before->second == 1 ? 1 : 0);
    if (!leaves_.contains(after) && others >= policies::most_policy_orders) return false;
    if (--before->second == 0) leaves_.erase(before);
    ++leaves_[std::move(after)];
    return true;
  }

 private:
  using Order = std::vector<std::uint8_t>;
  static Order of(const Node& leaf, const Order& order) {
    Order out = leaf.in_front;
    out.insert(out.end(), order.begin(), order.end());
    return out;
  }
  std::map<Order, std::size_t> leaves_;
};

/// The gain of asking, on the mean product.
double gain_of(const Split& split, const Option& whole, const Rows& rows) {
  double products = 0;
  for (const Row& row : rows) products += row.weight;
  return std::exp((whole.cost - split.cost) / products);
}

/// Refines a tree in two stages: first by questions about the product, then the trees of the
/// products in which nobody takes everything first, by questions about rows.
class Fit {
 public:
  Fit(std::span<const std::string_view> names, Phase phase, const FitOptions& o, const Node& tree,
      const std::vector<PricedProduct>& products)
      : names_(names),
        by_rows_(o.rows),
        by_products_(o.products),
        asks_products_(o.asks_products),
        nodes_(tree.size()) {
    orders_.add(tree);
    for (const PricedProduct& p : products) {
      Known& known = known_.try_emplace(p.times->product, Known{known_.size(), 0}).first->second;
      ++known.types;
    }
    const std::size_t features =
        phase == Phase::count ? policies::counting_features : policies::row_feature_names.size();
    std::ranges::copy_if(asked_of_rows, std::back_inserter(asked_), [&](auto feature) {
      return static_cast<std::size_t>(feature) < features;
    });
  }

  /// So many questions, `path`, lead to `node`.
  void refine(Node& node, const std::vector<PricedProduct>& products, const std::string& path,
              int depth) {
    if (products.empty()) return;
    if (node.asks_product()) return refine_sides(node, products, path, depth);
    if (asks_products_ && refine_by_products(node, products, path, depth)) return;
    if (node.first < 0) refine_rows(node, products, path, depth);
  }

  std::vector<Change> take_changes() { return std::move(changes_); }

 private:
  /// A text of more levels is not read (kernels/api/json_text.hpp).
  static constexpr int deepest = 40;
  struct Known {
    std::size_t number;
    int types;
  };

  [[nodiscard]] Row row_of(const PricedProduct& p, const Costs* costs) const {
    const Known& known = known_.at(p.times->product);
    return {p.times, costs, known.number, 1.0 / known.types};
  }

  /// Whether a question about products, or an accumulator in front of all rows, pays here.
  bool refine_by_products(Node& node, const std::vector<PricedProduct>& products,
                          const std::string& path, int depth) {
    Rows whole_products;
    for (const PricedProduct& p : products) whole_products.push_back(row_of(p, p.of_product));
    const Option whole = best_option(whole_products, by_products_);
    std::optional<Split> split;
    const std::size_t more = node.size() + 1;
    if (nodes_ + more <= policies::most_tree_nodes && depth < deepest) {
      split = best_split(whole_products, whole, policies::product_features, by_products_);
    }
    if (split) {
      nodes_ += more;
      ask(node, *split, gain_of(*split, whole, whole_products), products_in(whole_products));
      orders_.add(*node.otherwise);
      refine_sides(node, products, path, depth);
      return true;
    }
    return whole.front != as_before && put_first(node, whole_products, whole.front, path, depth);
  }

  void refine_sides(Node& node, const std::vector<PricedProduct>& products, const std::string& path,
                    int depth) {
    std::vector<PricedProduct> then;
    std::vector<PricedProduct> otherwise;
    for (const PricedProduct& p : products) {
      (node.holds(p.times->facts) ? then : otherwise).push_back(p);
    }
    refine(*node.then, then, question(path, node.feature, "<=", node.at_most), depth + 1);
    refine(*node.otherwise, otherwise, question(path, node.feature, ">", node.at_most), depth + 1);
  }

  /// False where the tree may have no more nodes.
  bool put_first(Node& node, const Rows& products, int front, const std::string& path, int depth) {
    if (node.first < 0 && (nodes_ >= policies::most_tree_nodes || depth >= deepest)) return false;
    note(products, front, path, node.first < 0 ? "policy" : names_[as_size(node.first)]);
    if (node.first < 0) {
      auto rows = std::make_unique<Node>(std::move(node));
      node = {};
      node.then = std::move(rows);
      ++nodes_;
    }
    node.first = front;
    node.evidence = evidence_of_last();
    return true;
  }

  void refine_rows(Node& node, const std::vector<PricedProduct>& products, const std::string& path,
                   int depth) {
    Rows rows;
    for (const PricedProduct& p : products) {
      if (p.times->alike) rows.push_back(row_of(p, p.of_rows));
    }
    row_nodes_ = node.size();
    refine_leaves(node, rows, path, depth);
  }

  /// Leaves in the order of the tree, each with its rows and the questions before it.
  void refine_leaves(Node& node, const Rows& rows, const std::string& path, int depth) {
    if (rows.empty()) return;
    if (node.is_leaf()) return refine_leaf(node, rows, path, depth);
    Rows then;
    Rows otherwise;
    for (const Row& row : rows) (node.holds(row.product->facts) ? then : otherwise).push_back(row);
    refine_leaves(*node.then, then, question(path, node.feature, "<=", node.at_most), depth + 1);
    refine_leaves(*node.otherwise, otherwise, question(path, node.feature, ">", node.at_most),
                  depth + 1);
  }

  /// A leaf in which these rows end.
  void refine_leaf(Node& leaf, const Rows& rows, const std::string& path, int depth) {
    const Option whole = best_option(rows, by_rows_);
    std::optional<Split> split;
    if (row_nodes_ + 2 <= policies::most_policy_nodes && nodes_ + 2 <= policies::most_tree_nodes &&
        depth < deepest) {
      split = best_split(rows, whole, asked_, by_rows_);
    }
    if (!split) return put_in_front(leaf, rows, whole.front, path);
    row_nodes_ += 2;
    nodes_ += 2;
    ask(leaf, *split, gain_of(*split, whole, rows), products_in(rows));
    orders_.add(*leaf.otherwise);
    refine_leaf(*leaf.then, split->then, question(path, split->feature, "<=", split->at_most),
                depth + 1);
    refine_leaf(*leaf.otherwise, split->otherwise,
                question(path, split->feature, ">", split->at_most), depth + 1);
  }

  void put_in_front(Node& leaf, const Rows& rows, int front, const std::string& path) {
    if (front == as_before) return;
    std::vector<std::uint8_t> order = leaf.order;
    const auto at = std::ranges::find(order, static_cast<std::uint8_t>(front));
    std::rotate(order.begin(), at, at + 1);
    if (!orders_.replace(leaf, order)) return;
    note(rows, front, path, names_[leaf.order.front()]);
    leaf.order = std::move(order);
    leaf.evidence = evidence_of_last();
  }

  void note(const Rows& rows, int front, const std::string& path, std::string_view before) {
    const std::vector<Changed> changed = changed_by(rows, front);
    Change change{path, std::string(before), std::string(names_[as_size(front)]), {}, 1};
    for (const Changed& product : changed) change.products.push_back(*product.name);
    change.gain = std::exp(-mean_cost(changed));
    changes_.push_back(std::move(change));
  }
  [[nodiscard]] Evidence evidence_of_last() const {
    const Change& last = changes_.back();
    return {{"products", static_cast<double>(last.products.size())}, {"gain", rounded(last.gain)}};
  }
  static std::size_t as_size(int accumulator) { return static_cast<std::size_t>(accumulator); }

  std::span<const std::string_view> names_;
  std::map<std::string_view, Known> known_;  ///< by ProductTimes::product
  Evidenced by_rows_;
  Evidenced by_products_;
  bool asks_products_;
  std::vector<policies::RowFeature> asked_;
  std::size_t nodes_;          ///< of the whole tree
  std::size_t row_nodes_ = 0;  ///< of that which is refined by rows
  Orders orders_;              ///< of the whole tree
  std::vector<Change> changes_;
};

}  // namespace

FittedTree fit_tree(const Node& tree, const std::vector<PricedProduct>& products,
                    std::span<const std::string_view> names, Phase phase, const FitOptions& o) {
  FittedTree out;
  out.tree = copy_of(tree);
  Fit fit(names, phase, o, tree, products);
  fit.refine(*out.tree, products, "", 0);
  out.changes = fit.take_changes();
  return out;
}

}  // namespace sptune::calibrate
