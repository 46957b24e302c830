// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/spgemm/cuda/hash_bins/policy.hpp"

#include "kernels/api/json_text.hpp"
#include "kernels/spgemm/cuda/hash_bins/policies/sm_90.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sptune::spgemm::hash_bins {
namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse(const std::string& origin, const std::string& what) {
  throw UsageError("policy " + origin + ": " + what);
}

std::string listed(std::span<const std::string_view> names) {
  std::string out;
  for (const auto name : names) out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

/// Position of `name`, or a refusal that lists what there is.
std::size_t position(const Json& name, std::span<const std::string_view> names, const char* what,
                     const std::string& origin) {
  const std::string text = name.is_string() ? name.get<std::string>() : name.dump();
  const auto at = std::ranges::find(names, text);
  if (at == names.end()) {
    refuse(origin,
           "no " + std::string(what) + " is called '" + text + "'; there are " + listed(names));
  }
  return static_cast<std::size_t>(at - names.begin());
}

/// One tree of a policy's text.
class TreeReader {
 public:
  TreeReader(std::span<const std::string_view> names, std::size_t features, std::string origin)
      : names_(names), features_(features), origin_(std::move(origin)) {}

  PolicyTree read(const Json& json) {
    add(json);
    return std::move(tree_);
  }

 private:
  void add(const Json& json) {
    if (tree_.nodes.size() >= most_policy_nodes) {
      refuse(origin_, "more than " + std::to_string(most_policy_nodes) + " nodes in a tree");
    }
    if (json.is_object() && json.size() == 1 && json.contains("order")) {
      add_leaf(json["order"]);
    } else if (json.is_object() && json.size() == 4 && json.contains("feature") &&
               json.contains("at_most") && json.contains("then") && json.contains("else")) {
      add_question(json);
    } else {
      refuse(origin_,
             R"(expected {"order": […]} or {"feature", "at_most", "then", "else"}, found )" +
                 json.dump().substr(0, 60));
    }
  }
  void add_question(const Json& json) {
    const std::size_t feature = position(
        json["feature"], std::span(row_feature_names).first(features_), "feature", origin_);
    const Json& bound = json["at_most"];
    if (!bound.is_number() || !std::isfinite(bound.get<double>())) {
      refuse(origin_, "at_most: expected a number, found " + bound.dump().substr(0, 60));
    }
    const std::size_t own = tree_.nodes.size();
    tree_.nodes.push_back({bound.get<float>(), 0, static_cast<std::uint8_t>(feature)});
    add(json["then"]);
    tree_.nodes[own].otherwise = static_cast<std::uint16_t>(tree_.nodes.size());
    add(json["else"]);
  }
  void add_leaf(const Json& order) {
    if (!order.is_array()) refuse(origin_, "order: expected names, found " + order.dump());
    const std::size_t first = tree_.orders.size();
    const auto add_once = [&](std::size_t accumulator) {
      const auto begin = tree_.orders.begin() + static_cast<std::ptrdiff_t>(first);
      if (std::find(begin, tree_.orders.end(), accumulator) != tree_.orders.end()) return false;
      tree_.orders.push_back(static_cast<std::uint8_t>(accumulator));
      return true;
    };
    for (const Json& name : order) {
      if (!add_once(position(name, names_, "accumulator", origin_))) {
        refuse(origin_, "an order names '" + name.get<std::string>() + "' twice");
      }
    }
    for (std::size_t i = 0; i < names_.size(); ++i) (void)add_once(i);
    tree_.nodes.push_back({0, static_cast<std::uint16_t>(first / names_.size()), PolicyNode::leaf});
  }

  std::span<const std::string_view> names_;
  std::size_t features_;  ///< that may be asked about
  std::string origin_;
  PolicyTree tree_;
};

}  // namespace

Policy parse_policy(std::string_view text, const std::string& origin,
                    const AccumulatorNames& names) {
  auto parsed = parse_json<Json>(text);
  if (!parsed) refuse(origin, parsed.error());
  const Json& json = parsed.value();
  if (!json.is_object()) refuse(origin, "expected an object");
  for (const char* member : {"format", "name", "count", "fill"}) {
    if (!json.contains(member)) refuse(origin, "'" + std::string(member) + "' is missing");
  }
  if (json["format"] != 1) {
    refuse(origin, "format " + json["format"].dump() + ", this program reads 1");
  }
  if (!json["name"].is_string()) refuse(origin, "name: expected a text");
  constexpr auto counted = static_cast<std::size_t>(RowFeature::entries);
  return {json["name"].get<std::string>(),
          TreeReader(names.count, counted, origin + ", count").read(json["count"]),
          TreeReader(names.fill, row_feature_names.size(), origin + ", fill").read(json["fill"])};
}

const Policy& builtin_policy() {
  static const Policy policy = parse_policy(policies::sm_90, "sm_90", accumulator_names());
  return policy;
}

}  // namespace sptune::spgemm::hash_bins
