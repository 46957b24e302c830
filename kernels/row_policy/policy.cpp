// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/row_policy/policy.hpp"

#include "kernels/api/json_checksum.hpp"
#include "kernels/api/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace sptune::row_policy {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& origin, const std::string& what) {
  throw UsageError("policy " + origin + ": " + what);
}

std::string cut(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace).substr(0, 60);
}

std::string listed(std::span<const std::string_view> names) {
  std::string out;
  for (const auto name : names) out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

/// Position of `name`, or a refusal that lists what there is.
std::size_t position(const Json& name, std::span<const std::string_view> names, const char* what,
                     const std::string& origin) {
  const std::string text = name.is_string() ? name.get<std::string>() : cut(name);
  const auto at = std::ranges::find(names, text);
  if (at == names.end()) {
    refuse(origin,
           "no " + std::string(what) + " is called '" + text + "'; there are " + listed(names));
  }
  return static_cast<std::size_t>(at - names.begin());
}

/// Members that a node has beside what the fit noted about it.
std::size_t members(const Json& node, const std::string& origin) {
  if (!node.is_object()) return 0;
  const auto evidence = node.find("evidence");
  if (evidence == node.end()) return node.size();
  if (!evidence->is_object())
    refuse(origin, "evidence: expected an object, found " + cut(*evidence));
  return node.size() - 1;
}

/// Trees that a text names once and uses by name; which of them were.
class NamedTrees {
 public:
  NamedTrees(const Json& policy, const std::string& origin) : origin_(origin) {
    const auto trees = policy.find("trees");
    if (trees == policy.end()) return;
    if (!trees->is_object()) refuse(origin, "trees: expected an object, found " + cut(*trees));
    trees_ = &*trees;
  }
  /// The tree of that name for as long as `expand` reads it.
  template <class Expand>
  void use(const Json& name, Expand expand) {
    const std::string text = name.is_string() ? name.get<std::string>() : cut(name);
    if (trees_ == nullptr || !trees_->contains(text)) {
      refuse(origin_, "uses a tree '" + text + "' that stands not among its trees");
    }
    if (std::ranges::find(open_, text) != open_.end()) {
      refuse(origin_, "the tree '" + text + "' uses itself");
    }
    if (open_.size() >= deepest_json) {
      refuse(origin_, "more than " + std::to_string(deepest_json) + " trees within each other");
    }
    open_.push_back(text);
    expand((*trees_)[text]);
    open_.pop_back();
    used_.push_back(text);
  }
  void require_all_used() const {
    if (trees_ == nullptr) return;
    for (const auto& [name, tree] : trees_->items()) {
      if (std::ranges::find(used_, name) == used_.end()) {
        refuse(origin_, "nothing uses its tree '" + name + "'");
      }
    }
  }

 private:
  const Json* trees_ = nullptr;
  std::string origin_;
  std::vector<std::string> open_;
  std::vector<std::string> used_;
};

/// One tree of a policy's text.
class TreeReader {
 public:
  TreeReader(std::span<const std::string_view> names, std::size_t features, NamedTrees& trees,
             std::string origin)
      : names_(names), features_(features), trees_(trees), origin_(std::move(origin)) {}

  PolicyTree read(const Json& json) {
    if (add(json, true) > most_policy_nodes) refuse_nodes(most_policy_nodes, ", for one product");
    if (tree_.orders.size() > names_.size() * most_policy_orders) {
      refuse(origin_, "more than " + std::to_string(most_policy_orders) + " different orders");
    }
    return std::move(tree_);
  }

 private:
  [[noreturn]] void refuse_nodes(int most, const char* of) const {
    refuse(origin_, "more than " + std::to_string(most) + " nodes in a tree" + of);
  }
  /// Adds a tree. `product`: nothing was asked about a row yet, and nobody takes rows first.
  /// Returns the most nodes of it that are left for one product.
  int add(const Json& json, bool product) {
    if (tree_.nodes.size() >= most_tree_nodes) refuse_nodes(most_tree_nodes, "");
    const std::size_t own = members(json, origin_);
    if (own == 1 && json.contains("order")) return add_leaf(json["order"]);
    if (own == 1 && json.contains("use")) {
      int nodes = 0;
      trees_.use(json["use"], [&](const Json& tree) { nodes = add(tree, product); });
      return nodes;
    }
    if (own == 2 && json.contains("first") && json.contains("then")) {
      return add_first(json, product);
    }
    if (own == 4 && json.contains("feature") && json.contains("at_most") && json.contains("then") &&
        json.contains("else")) {
      return add_question(json, product);
    }
    refuse(
        origin_,
        R"(expected {"order": […]}, {"use": "…"}, {"first", "then"} or {"feature", "at_most", "then", "else"}, found )" +
            cut(json));
  }
  int add_first(const Json& json, bool product) {
    if (!product) {
      refuse(origin_,
             "'first' stands below a question about a row or another 'first': " + cut(json));
    }
    const std::size_t accumulator = position(json["first"], names_, "accumulator", origin_);
    tree_.nodes.push_back({0, static_cast<std::uint16_t>(accumulator), PolicyNode::first});
    return add(json["then"], false);
  }
  int add_question(const Json& json, bool product) {
    const std::size_t feature = position(
        json["feature"], std::span(row_feature_names).first(features_), "feature", origin_);
    const Json& bound = json["at_most"];
    // Rows are asked in floats: what is infinite there is no question.
    if (!bound.is_number() ||
        !(std::abs(bound.get<double>()) <= std::numeric_limits<float>::max())) {
      refuse(origin_, "at_most: expected a number that a float holds, found " + cut(bound));
    }
    const bool of_product = is_of_product(static_cast<RowFeature>(feature));
    const std::size_t own = tree_.nodes.size();
    tree_.nodes.push_back({bound.get<float>(), 0, static_cast<std::uint8_t>(feature)});
    const int then = add(json["then"], product && of_product);
    tree_.nodes[own].otherwise = static_cast<std::uint16_t>(tree_.nodes.size());
    const int otherwise = add(json["else"], product && of_product);
    return of_product ? std::max(then, otherwise) : 1 + then + otherwise;
  }
  int add_leaf(const Json& order) {
    if (!order.is_array()) refuse(origin_, "order: expected names, found " + cut(order));
    std::vector<std::uint8_t> all;
    const auto add_once = [&](std::size_t accumulator) {
      if (std::ranges::find(all, accumulator) != all.end()) return false;
      all.push_back(static_cast<std::uint8_t>(accumulator));
      return true;
    };
    for (const Json& name : order) {
      if (!add_once(position(name, names_, "accumulator", origin_))) {
        refuse(origin_, "an order names '" + name.get<std::string>() + "' twice");
      }
    }
    for (std::size_t i = 0; i < names_.size(); ++i) (void)add_once(i);
    tree_.nodes.push_back({0, number_of_order(all), PolicyNode::leaf});
    return 1;
  }
  /// Equal orders are one.
  std::uint16_t number_of_order(const std::vector<std::uint8_t>& order) {
    const std::size_t size = order.size();
    std::size_t at = 0;
    while (at < tree_.orders.size() &&
           !std::equal(order.begin(), order.end(),
                       tree_.orders.begin() + static_cast<std::ptrdiff_t>(at))) {
      at += size;
    }
    if (at == tree_.orders.size())
      tree_.orders.insert(tree_.orders.end(), order.begin(), order.end());
    return static_cast<std::uint16_t>(at / size);
  }

  std::span<const std::string_view> names_;
  std::size_t features_;  ///< that may be asked about
  NamedTrees& trees_;
  std::string origin_;
  PolicyTree tree_;
};

/// Takes over what asks about rows.
class Narrowing {
 public:
  Narrowing(const ProductFacts& product, const PolicyTree& tree)
      : product_(product), from_(tree.nodes) {
    out_.nodes.reserve(most_policy_nodes);
    add(0);
  }
  [[nodiscard]] RowTree take() { return std::move(out_); }

 private:
  [[nodiscard]] bool is_leaf(std::size_t at) const { return from_[at].feature == PolicyNode::leaf; }
  /// The next node from `at` on that the rows are asked.
  [[nodiscard]] std::size_t answered(std::size_t at) {
    while (!is_leaf(at)) {
      const PolicyNode& node = from_[at];
      if (node.feature == PolicyNode::first) {
        out_.first = node.otherwise;
        ++at;
        continue;
      }
      const auto feature = static_cast<RowFeature>(node.feature);
      if (!is_of_product(feature)) break;
      const float value =
          feature == RowFeature::rows_per_sm ? product_.rows_per_sm : product_.mean_products;
      at = value <= node.at_most ? at + 1 : node.otherwise;
    }
    return at;
  }
  void add(std::size_t from) {
    const std::size_t at = answered(from);
    const std::size_t own = out_.nodes.size();
    out_.nodes.push_back(from_[at]);
    if (is_leaf(at)) return;
    add(at + 1);
    out_.nodes[own].otherwise = static_cast<std::uint16_t>(out_.nodes.size());
    add(from_[at].otherwise);
  }

  ProductFacts product_;
  std::span<const PolicyNode> from_;
  RowTree out_;
};

void check_members(const Json& json, const std::string& origin) {
  if (!json.is_object()) refuse(origin, "expected an object");
  for (const char* member : {"format", "name", "architecture", "count", "fill"}) {
    if (!json.contains(member)) refuse(origin, "'" + std::string(member) + "' is missing");
    const std::string format = cut(json["format"]);
    if (!reads_format(format)) refuse(origin, other_format(format));
  }
  constexpr auto known = std::to_array<std::string_view>(
      {"format", "name", "architecture", "count", "fill", "trees", "evidence", "checksum"});
  for (const auto& member : json.items()) {
    (void)position(member.key(), known, "member of a policy", origin);
  }
  for (const char* member : {"name", "architecture"}) {
    const Json& name = json[member];
    if (name.is_string() && is_policy_name(name.get_ref<const std::string&>())) continue;
    refuse(origin, std::string(member) +
                       ": expected at most 64 letters, digits, '_', '-' and '.', found " +
                       cut(name));
  }
}

/// 90 of sm_90; 0 of what is no such name.
int number_of(std::string_view architecture) {
  if (!architecture.starts_with("sm_")) return 0;
  int number = 0;
  (void)std::from_chars(architecture.data() + 3, architecture.data() + architecture.size(), number);
  return number;
}

}  // namespace

Policy parse_policy(std::string_view text, const std::string& origin,
                    const AccumulatorNames& names) {
  auto parsed = parse_json<Json>(text);
  if (!parsed) refuse(origin, parsed.error());
  const Json& json = parsed.value();
  check_members(json, origin);
  const std::string checksum = checksum_of(json);
  if (json.contains("checksum") && json["checksum"] != checksum) {
    refuse(origin, "its checksum says " + cut(json["checksum"]) + ", its contents have " +
                       checksum + ": it was altered; fit it again with `sptune calibrate`");
  }
  NamedTrees trees(json, origin);
  Policy out{
      json["name"].get<std::string>(), json["architecture"].get<std::string>(), checksum,
      TreeReader(names.count, counting_features, trees, origin + ", count").read(json["count"]),
      TreeReader(names.fill, row_feature_names.size(), trees, origin + ", fill")
          .read(json["fill"])};
  trees.require_all_used();
  return out;
}

bool is_policy_name(std::string_view text) {
  // It becomes part of an environment's name, and may become a value of an axis.
  return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
}

bool reads_format(std::string_view format) {
  for (int read = oldest_policy_format; read <= policy_format; ++read) {
    if (format == std::to_string(read)) return true;
  }
  return false;
}

std::string other_format(std::string_view format) {
  return "format " + std::string(format) + ", this program reads " +
         std::to_string(oldest_policy_format) + " to " + std::to_string(policy_format);
}

RowTree tree_for(const ProductFacts& product, const PolicyTree& tree) {
  return Narrowing(product, tree).take();
}

Policy builtin_policy(std::size_t which, const AccumulatorNames& names) {
  return parse_policy(builtin_policy_text(which), std::string(builtin_policies[which]), names);
}

std::size_t builtin_policy_named(std::string_view name) {
  const auto at = std::ranges::find(builtin_policies, name);
  if (at == builtin_policies.end()) {
    throw UsageError("no policy '" + std::string(name) + "' is built in; there are " +
                     listed(builtin_policies));
  }
  return static_cast<std::size_t>(at - builtin_policies.begin());
}

std::size_t builtin_policy_for(std::string_view architecture,
                               std::span<const std::string_view> policies) {
  const int wanted = number_of(architecture);
  std::size_t best = 0;
  const auto further = [&](std::size_t which) {
    const int number = number_of(policies[which]);
    return std::pair(std::abs(number - wanted), number);
  };
  for (std::size_t i = 1; i < policies.size(); ++i) {
    if (further(i) < further(best)) best = i;
  }
  return best;
}

}  // namespace sptune::row_policy
