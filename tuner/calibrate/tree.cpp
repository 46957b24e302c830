// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/calibrate/tree.hpp"

#include "kernels/api/json_checksum.hpp"
#include "kernels/api/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <span>

namespace sptune::calibrate {
namespace {

using Json = nlohmann::ordered_json;
using policies::PolicyNode;
using policies::PolicyTree;

std::unique_ptr<Node> grow_from(const PolicyTree& tree, std::span<const std::string_view> names,
                                std::size_t at) {
  const PolicyNode& from = tree.nodes[at];
  auto node = std::make_unique<Node>();
  if (from.feature == PolicyNode::leaf) {
    const auto first = tree.orders.begin() +
                       static_cast<std::ptrdiff_t>(std::size_t{from.otherwise} * names.size());
    const auto end = first + static_cast<std::ptrdiff_t>(names.size());
    const auto rest = std::find_if_not(
        first, end, [&](std::uint8_t a) { return policies::stands_in_front(names[a]); });
    node->in_front.assign(first, rest);
    node->order.assign(rest, end);
    return node;
  }
  node->then = grow_from(tree, names, at + 1);
  if (from.feature == PolicyNode::first) {
    node->first = from.otherwise;
    return node;
  }
  node->feature = from.feature;
  node->at_most = from.at_most;
  node->otherwise = grow_from(tree, names, from.otherwise);
  return node;
}

/// The names without those at the end that would be asked in this order anyway.
Json order_json(const Node& leaf, std::span<const std::string_view> names) {
  std::vector<std::uint8_t> order = leaf.in_front;
  order.insert(order.end(), leaf.order.begin(), leaf.order.end());
  std::size_t named = order.size();
  while (named > 0 &&
         std::is_sorted(order.begin() + static_cast<std::ptrdiff_t>(named) - 1, order.end())) {
    --named;
  }
  Json out = Json::array();
  for (std::size_t i = 0; i < named; ++i) out.push_back(names[order[i]]);
  return out;
}

/// Trees as texts of JSON: equal ones are one.
class Writer {
 public:
  /// The node with all that is below it; equal texts are equal trees.
  Json expanded(const Node& node, std::span<const std::string_view> names) {
    Json out;
    if (node.is_leaf()) {
      out["order"] = order_json(node, names);
    } else if (node.first >= 0) {
      out["first"] = names[static_cast<std::size_t>(node.first)];
      out["then"] = expanded(*node.then, names);
    } else {
      out["feature"] = policies::row_feature_names[node.feature];
      out["at_most"] = node.at_most;
      out["then"] = expanded(*node.then, names);
      out["else"] = expanded(*node.otherwise, names);
    }
    for (const auto& [name, value] : node.evidence) out["evidence"][name] = value;
    return out;
  }
  /// Notes where a tree stands; what is below a tree that was seen counts once.
  void count(const Json& node) {
    if (++places_[node.dump()] > 1 || !node.contains("then")) return;
    count(node["then"]);
    if (node.contains("else")) count(node["else"]);
  }
  /// The same tree, its repeated parts by name.
  Json shortened(const Json& node) {
    const std::string text = node.dump();
    constexpr std::size_t shorter_than_a_name = 40;
    if (places_[text] < 2 || text.size() < shorter_than_a_name) return inner(node);
    if (!names_.contains(text)) {
      Json tree = inner(node);  // names what stands in it first
      names_[text] = "t" + std::to_string(names_.size() + 1);
      trees_[names_[text]] = std::move(tree);
    }
    return {{"use", names_[text]}};
  }
  [[nodiscard]] const Json& trees() const noexcept { return trees_; }

 private:
  Json inner(const Json& node) {
    Json out = node;
    if (!node.contains("then")) return out;
    out["then"] = shortened(node["then"]);
    if (node.contains("else")) out["else"] = shortened(node["else"]);
    return out;
  }
  std::map<std::string, int> places_;
  std::map<std::string, std::string> names_;
  Json trees_ = Json::object();
};

}  // namespace

const Node& Node::leaf_of(const Facts& facts) const {
  const Node* at = this;
  while (!at->is_leaf()) {
    at = at->first >= 0 || at->holds(facts) ? at->then.get() : at->otherwise.get();
  }
  return *at;
}

int Node::first_of(const Facts& facts) const {
  const Node* at = this;
  while (at->asks_product()) at = at->holds(facts) ? at->then.get() : at->otherwise.get();
  return at->first;
}

Node& Node::leaf_of(const Facts& facts) {
  return const_cast<Node&>(std::as_const(*this).leaf_of(facts));  // NOLINT: this is not const
}

std::size_t Node::size() const {
  if (is_leaf()) return 1;
  return 1 + then->size() + (otherwise ? otherwise->size() : 0);
}

std::unique_ptr<Node> grow(const PolicyTree& tree, std::span<const std::string_view> names) {
  return grow_from(tree, names, 0);
}

std::string policy_text(const PolicyHead& head, const Node& count, const Node& fill,
                        const policies::AccumulatorNames& names) {
  Writer writer;
  const Json count_tree = writer.expanded(count, names.count);
  const Json fill_tree = writer.expanded(fill, names.fill);
  writer.count(count_tree);
  writer.count(fill_tree);
  const Json short_count = writer.shortened(count_tree);
  const Json short_fill = writer.shortened(fill_tree);
  Json json{{"format", policies::policy_format},
            {"name", head.name},
            {"architecture", head.architecture},
            {"evidence", parse_json<Json>(head.evidence).value()}};
  if (!writer.trees().empty()) json["trees"] = writer.trees();
  json["count"] = short_count;
  json["fill"] = short_fill;
  json["checksum"] = checksum_of(json);
  // A line for each named tree: the rest is read by machines and by those who look for a row.
  std::string out = "{";
  for (const auto& [name, value] : json.items()) {
    out += (out.size() > 1 ? ",\n" : "") + Json(name).dump() + ": ";
    if (name != "trees") {
      out += value.dump();
      continue;
    }
    std::string trees;
    for (const auto& [tree, text] : value.items()) {
      trees += (trees.empty() ? "\n " : ",\n ") + Json(tree).dump() + ": " + text.dump();
    }
    out += "{" + trees + "}";
  }
  return out + "}\n";
}

}  // namespace sptune::calibrate
