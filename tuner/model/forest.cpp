// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/forest.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace sptune::model {
namespace {

bool goes_left(float x, float threshold, bool missing_left) {
  return std::isnan(x) ? missing_left : x < threshold;
}

/// Visits the path of one row through one tree; the last node visited is the leaf.
template <class Visit>
void follow(const Forest& forest, std::uint32_t root, std::span<const float> inputs, Visit visit) {
  std::uint32_t i = root;
  visit(i);
  while (forest.nodes[i].input >= 0) {
    const Node& node = forest.nodes[i];
    const float x = inputs[static_cast<std::size_t>(node.input)];
    i = goes_left(x, node.value, node.missing_left) ? i + 1 : node.right;
    visit(i);
  }
}

std::string at_node(std::size_t i, const std::string& what) {
  return "forest node " + std::to_string(i) + ": " + what;
}

/// One tree, nodes [begin, end). Children lie behind their parents, so one pass forward both proves
/// that every walk ends and computes the depth.
std::string validate_tree(const Forest& forest, std::size_t begin, std::size_t end,
                          std::size_t inputs) {
  std::vector<int> depth(end - begin, 0);
  for (std::size_t i = begin; i < end; ++i) {
    const Node& node = forest.nodes[i];
    if (!std::isfinite(node.value)) return at_node(i, "value is not finite");
    if (!std::isfinite(forest.means[i])) return at_node(i, "mean is not finite");
    if (node.input < 0) {
      if (node.input != -1) return at_node(i, "input is neither an index nor -1");
      continue;
    }
    if (static_cast<std::size_t>(node.input) >= inputs) return at_node(i, "unknown input");
    if (i + 1 >= end) return at_node(i, "left child lies outside its tree");
    if (node.right <= i + 1 || node.right >= end) {
      return at_node(i, "right child must lie behind the left one and inside the tree");
    }
    const int below = depth[i - begin] + 1;
    if (below > max_depth) return at_node(i, "tree deeper than " + std::to_string(max_depth));
    for (const std::size_t child : {i + 1, static_cast<std::size_t>(node.right)}) {
      depth[child - begin] = std::max(depth[child - begin], below);
    }
  }
  return {};
}

}  // namespace

std::string validate(const Forest& forest, std::size_t inputs) {
  const std::size_t count = forest.nodes.size();
  if (inputs > max_inputs) return "forest has more than " + std::to_string(max_inputs) + " inputs";
  if (count > max_nodes) return "forest has more than " + std::to_string(max_nodes) + " nodes";
  if (forest.means.size() != count) return "forest has not one mean per node";
  if (!std::isfinite(forest.offset)) return "forest offset is not finite";
  if (forest.roots.empty() != forest.nodes.empty()) return "forest has nodes but no trees";
  if (!forest.roots.empty() && forest.roots.front() != 0) return "first tree does not start at 0";
  for (std::size_t t = 0; t < forest.roots.size(); ++t) {
    const std::size_t begin = forest.roots[t];
    const std::size_t end = t + 1 < forest.roots.size() ? forest.roots[t + 1] : count;
    if (begin >= end || end > count) return "tree " + std::to_string(t) + " has no nodes";
    if (std::string why = validate_tree(forest, begin, end, inputs); !why.empty()) return why;
  }
  return {};
}

double evaluate(const Forest& forest, std::span<const float> inputs) {
  double sum = forest.offset;
  for (const std::uint32_t root : forest.roots) {
    std::uint32_t leaf = root;
    follow(forest, root, inputs, [&](std::uint32_t i) { leaf = i; });
    sum += static_cast<double>(forest.nodes[leaf].value);
  }
  return sum;
}

Forest average(const std::vector<Forest>& forests) {
  Forest out;
  const double share = 1 / std::max<double>(1, static_cast<double>(forests.size()));
  for (const Forest& forest : forests) {
    const auto before = static_cast<std::uint32_t>(out.nodes.size());
    out.offset += forest.offset * share;
    for (const std::uint32_t root : forest.roots) out.roots.push_back(before + root);
    for (Node node : forest.nodes) {
      if (node.input < 0) {
        node.value = static_cast<float>(node.value * share);
      } else {
        node.right += before;
      }
      out.nodes.push_back(node);
    }
    for (const float mean : forest.means) out.means.push_back(static_cast<float>(mean * share));
  }
  return out;
}

CandidateForest::CandidateForest(const Forest& forest, std::size_t features,
                                 const std::vector<std::vector<float>>& configurations,
                                 std::size_t joint)
    : offset_(forest.offset), joint_(joint), roots_(forest.roots) {
  const std::size_t count = configurations.size();
  const std::size_t constant = count == 0 ? 0 : configurations.front().size() - joint;
  all_ = count >= max_candidates ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  splits_.reserve(forest.nodes.size());
  for (const Node& node : forest.nodes) {
    Split split{node.value, node.right, node.input, node.missing_left ? 1U : 0U};
    if (node.input >= 0 && static_cast<std::size_t>(node.input) >= features) {
      const std::size_t input = static_cast<std::size_t>(node.input) - features;
      if (input >= constant) {
        split.input = -3 - static_cast<std::int32_t>(input - constant);
        splits_.push_back(split);
        continue;
      }
      std::uint64_t left = 0;
      for (std::size_t c = 0; c < count; ++c) {
        if (goes_left(configurations[c][input], node.value, node.missing_left)) {
          left |= std::uint64_t{1} << c;
        }
      }
      split.input = -2;
      split.mask = static_cast<std::uint32_t>(masks_.size());
      masks_.push_back(left);
    }
    splits_.push_back(split);
  }
}

std::uint64_t CandidateForest::left_of(const Split& split, std::uint64_t candidates,
                                       std::span<const float> joint) const {
  if (split.input == -2) return candidates & masks_[split.mask];
  const auto input = static_cast<std::size_t>(-3 - split.input);
  std::uint64_t left = 0;
  for (std::uint64_t rest = candidates; rest != 0; rest &= rest - 1) {
    const auto c = static_cast<std::size_t>(std::countr_zero(rest));
    if (goes_left(joint[c * joint_ + input], split.value, split.mask != 0)) {
      left |= std::uint64_t{1} << c;
    }
  }
  return left;
}

void CandidateForest::walk(std::uint32_t root, std::span<const float> features,
                           std::span<const float> joint, std::span<double> out) const {
  struct Pending {
    std::uint32_t node;
    std::uint64_t candidates;
  };
  // At most one pending node per level: the right side waits while the left one is walked.
  std::array<Pending, static_cast<std::size_t>(max_depth) + 1> stack;
  std::size_t waiting = 0;
  std::uint32_t i = root;
  std::uint64_t candidates = all_;
  for (;;) {
    const Split& split = splits_[i];
    if (split.input >= 0) {
      const float x = features[static_cast<std::size_t>(split.input)];
      i = goes_left(x, split.value, split.mask != 0) ? i + 1 : split.right;
      continue;
    }
    if (split.input <= -2) {
      const std::uint64_t left = left_of(split, candidates, joint);
      const std::uint64_t right = candidates & ~left;
      if (left != 0 && right != 0) stack[waiting++] = {split.right, right};
      i = left != 0 ? i + 1 : split.right;
      candidates = left != 0 ? left : right;
      continue;
    }
    const auto value = static_cast<double>(split.value);
    for (std::uint64_t rest = candidates; rest != 0; rest &= rest - 1) {
      out[static_cast<std::size_t>(std::countr_zero(rest))] += value;
    }
    if (waiting == 0) return;
    --waiting;
    i = stack[waiting].node;
    candidates = stack[waiting].candidates;
  }
}

void CandidateForest::score(std::span<const float> features, std::span<const float> joint,
                            std::span<double> out) const {
  std::fill(out.begin(), out.end(), offset_);
  if (all_ == 0) return;
  for (const std::uint32_t root : roots_) walk(root, features, joint, out);
}

std::vector<double> path_contributions(const Forest& forest, std::span<const float> inputs) {
  std::vector<double> out(inputs.size(), 0.0);
  for (const std::uint32_t root : forest.roots) {
    std::uint32_t parent = root;
    follow(forest, root, inputs, [&](std::uint32_t i) {
      if (i == root) return;
      out[static_cast<std::size_t>(forest.nodes[parent].input)] +=
          static_cast<double>(forest.means[i]) - static_cast<double>(forest.means[parent]);
      parent = i;
    });
  }
  return out;
}

}  // namespace sptune::model
