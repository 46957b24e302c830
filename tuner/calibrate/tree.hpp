// SPDX-License-Identifier: BSD-3-Clause
// A policy's tree in a form that grows, and its text.
#pragma once

#include "tuner/calibrate/trials.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::calibrate {

/// What the fit noted about a node: names and numbers of a JSON object.
using Evidence = std::vector<std::pair<std::string, double>>;

/// A question, a leaf, or an accumulator that takes rows `first`.
struct Node {
  std::size_t feature = 0;  ///< RowFeature; of a question
  float at_most = 0;
  int first = -1;                         ///< accumulator; all other rows go on with `then`
  std::unique_ptr<Node> then, otherwise;  ///< none of a leaf
  std::vector<std::uint8_t> order;        ///< of a leaf: the accumulators, but for
  std::vector<std::uint8_t> in_front;     ///< those of groups of rows, which stay in front
  Evidence evidence;

  [[nodiscard]] bool is_leaf() const noexcept { return then == nullptr; }
  [[nodiscard]] bool asks_product() const noexcept {
    return !is_leaf() && first < 0 &&
           policies::is_of_product(static_cast<policies::RowFeature>(feature));
  }
  /// Which of its two sides such facts are on; of a question.
  [[nodiscard]] bool holds(const Facts& facts) const {
    return static_cast<float>(facts[feature]) <= at_most;
  }
  /// Who takes rows of such a product first; -1: nobody.
  [[nodiscard]] int first_of(const Facts& facts) const;
  /// The leaf of rows with these facts.
  [[nodiscard]] const Node& leaf_of(const Facts& facts) const;
  [[nodiscard]] Node& leaf_of(const Facts& facts);
  [[nodiscard]] std::size_t size() const;
};

/// `names` of the tree's accumulators.
[[nodiscard]] std::unique_ptr<Node> grow(const policies::PolicyTree& tree,
                                         std::span<const std::string_view> names);

/// What stands above the trees of a policy's file.
struct PolicyHead {
  std::string name;
  std::string architecture;
  std::string evidence;  ///< a JSON object
};
/// The text of a policy, subtrees that occur more than once by name, with its checksum. The same
/// for the same policy.
[[nodiscard]] std::string policy_text(const PolicyHead& head, const Node& count, const Node& fill,
                                      const policies::AccumulatorNames& names);

}  // namespace sptune::calibrate
