// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/forest.hpp"

#include "tuner/model/leaf_sums.hpp"

#include <algorithm>
#include <array>
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

constexpr std::array<float, 1> nothing_asked{};  ///< what leaves read

template <class T>
void prefetch_lines(const std::vector<T>& all) {
  constexpr std::size_t line = 64;
  const auto* const bytes = reinterpret_cast<const std::byte*>(all.data());
  for (std::size_t at = 0; at < all.size() * sizeof(T); at += line) __builtin_prefetch(bytes + at);
}

std::string at_node(std::size_t i, const std::string& what) {
  return "forest node " + std::to_string(i) + ": " + what;
}

/// Whether each right child stands behind all that is below the left one, and nothing behind the
/// tree: then the order of the nodes, and which are leaves, say all (packed_forest.hpp).
std::string validate_order(const Forest& forest, std::size_t begin, std::size_t end) {
  std::vector<std::size_t> size(end - begin, 1);
  for (std::size_t i = end; i-- > begin;) {
    const Node& node = forest.nodes[i];
    if (node.input < 0) continue;
    const std::size_t of_left = size[i + 1 - begin];
    if (node.right != i + 1 + of_left) return at_node(i, "right child is not behind the left tree");
    size[i - begin] += of_left + size[node.right - begin];
  }
  return size[0] == end - begin ? std::string() : at_node(begin, "tree does not fill its nodes");
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
  return validate_order(forest, begin, end);
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

void prefetch(const Forest& forest) {
  prefetch_lines(forest.nodes);
}

double evaluate(const Forest& forest, std::span<const float> inputs) {
  // Some trees at a time, a node of each in turn: where one waits for a load, the others go on.
  // Which way it goes is arithmetic, since a branch would be guessed wrong; a leaf stays where it
  // is.
  constexpr std::size_t at_once = 8;
  if (inputs.empty()) inputs = nothing_asked;
  double sum = forest.offset;
  const std::span<const std::uint32_t> roots = forest.roots;
  std::array<std::uint32_t, at_once> at{};
  for (std::size_t t = 0; t < roots.size(); t += at_once) {
    const std::span some = std::span(at).first(std::min(at_once, roots.size() - t));
    std::copy_n(roots.begin() + static_cast<std::ptrdiff_t>(t), some.size(), some.begin());
    for (std::uint32_t going = 1; going != 0;) {
      going = 0;
      for (std::uint32_t& i : some) {
        const Node& node = forest.nodes[i];
        const std::uint32_t inner = node.input >= 0 ? 1 : 0;
        const float x = inputs[static_cast<std::size_t>(node.input) * inner];
        const auto less = static_cast<std::uint32_t>(x < node.value);
        const auto missing = static_cast<std::uint32_t>(std::isnan(x)) &
                             static_cast<std::uint32_t>(node.missing_left);
        const std::uint32_t right = (less | missing) - 1;  // all bits, or none
        i += inner * (1 + ((node.right - i - 1) & right));
        going |= inner;
      }
    }
    for (const std::uint32_t leaf : some) sum += static_cast<double>(forest.nodes[leaf].value);
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

namespace {

/// First of the ascending values that is above x. Branches would be guessed wrong.
std::size_t first_above(std::span<const float> values, float x) {
  std::size_t begin = 0;
  for (std::size_t size = values.size(); size > 0; size /= 2) {
    const std::size_t half = (size + 1) / 2;
    begin += values[begin + half - 1] <= x ? half : 0;
  }
  return begin;
}

}  // namespace

std::vector<CandidateForest::Question> CandidateForest::different_questions(const Forest& forest) {
  std::vector<Question> out;
  for (const Node& n : forest.nodes) {
    if (n.input >= 0) out.push_back({n.input, n.value, n.missing_left});
  }
  std::sort(out.begin(), out.end());
  const auto same = [](const Question& a, const Question& b) { return !(a < b) && !(b < a); };
  out.erase(std::unique(out.begin(), out.end(), same), out.end());
  return out;
}

CandidateForest::CandidateForest(const Forest& forest, std::size_t features,
                                 const std::vector<std::vector<float>>& configurations,
                                 std::size_t joint)
    : offset_(forest.offset), joint_(joint), roots_(forest.roots) {
  const std::size_t count = configurations.size();
  all_ = count >= max_candidates ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  const std::size_t constant = count == 0 ? 0 : configurations.front().size() - joint;
  const std::vector<Question> questions = different_questions(forest);
  std::vector<std::uint64_t> left(questions.size());
  for (const Question& q : questions) {
    thresholds_.push_back(q.threshold);
    missing_.push_back(q.missing_left ? 1 : 0);
  }
  for (std::size_t begin = 0, end = 0; begin < questions.size(); begin = end) {
    const auto input = static_cast<std::size_t>(questions[begin].input);
    while (end < questions.size() && questions[end].input == questions[begin].input) ++end;
    if (input < features) {
      of_features_.push_back({input, begin, end});
    } else if (input - features >= constant) {
      of_joint_.push_back({input - features - constant, begin, end});
    } else {
      std::vector<float> values(count);
      std::transform(configurations.begin(), configurations.end(), values.begin(),
                     [&](const auto& c) { return c[input - features]; });
      answer({input, begin, end}, count, values.data(), 1, left);
    }
  }
  const auto from_joint = of_joint_.empty() ? left.size() : of_joint_.front().begin;
  left_.assign(left.begin() + first_constant(),
               left.begin() + static_cast<std::ptrdiff_t>(from_joint));
  plant(forest, questions);
}

void CandidateForest::plant(const Forest& forest, const std::vector<Question>& questions) {
  const auto none = static_cast<std::uint32_t>(questions.size());
  std::vector<std::size_t> depth(forest.nodes.size());
  for (std::size_t i = 0; i < forest.nodes.size(); ++i) {
    const Node& n = forest.nodes[i];
    const auto self = static_cast<std::uint32_t>(i);
    values_.push_back(n.value);
    splits_.push_back({none, self});
    depth_ = std::max(depth_, depth[i]);
    if (n.input < 0) continue;
    const auto question = std::lower_bound(questions.begin(), questions.end(),
                                           Question{n.input, n.value, n.missing_left});
    splits_[i] = {static_cast<std::uint32_t>(question - questions.begin()), n.right};
    depth[i + 1] = depth[n.right] = depth[i] + 1;
  }
}

void CandidateForest::answer_alike(const Asked& asked, float value,
                                   std::span<std::uint64_t> left) const {
  const auto thresholds = std::span(thresholds_).subspan(asked.begin, asked.end - asked.begin);
  const auto out = left.subspan(asked.begin, asked.end - asked.begin);
  if (std::isnan(value)) {
    for (std::size_t q = 0; q < out.size(); ++q) out[q] = missing_[asked.begin + q] != 0 ? all_ : 0;
    return;
  }
  const auto border = out.begin() + static_cast<std::ptrdiff_t>(first_above(thresholds, value));
  std::fill(out.begin(), border, 0);
  std::fill(border, out.end(), all_);
}

void CandidateForest::answer(const Asked& asked, std::size_t count, const float* values,
                             std::size_t stride, std::span<std::uint64_t> left) const {
  const auto thresholds = std::span(thresholds_).subspan(asked.begin, asked.end - asked.begin);
  const auto out = left.subspan(asked.begin, asked.end - asked.begin);
  std::array<float, max_candidates> value{};
  for (std::size_t c = 0; c < count; ++c) value[c] = values[c * stride];
  // Left from the first threshold on that is above: sought for all at once, so that no search waits
  // for the loads of its own last step. A NaN is above nothing.
  std::array<std::uint32_t, max_candidates> at{};
  for (std::size_t size = thresholds.size(); size > 0; size /= 2) {
    const auto half = static_cast<std::uint32_t>((size + 1) / 2);
    for (std::size_t c = 0; c < count; ++c) {
      at[c] += thresholds[at[c] + half - 1] <= value[c] ? half : 0;
    }
  }
  std::fill(out.begin(), out.end(), 0);
  std::uint64_t missing = 0;
  for (std::size_t c = 0; c < count; ++c) {
    const std::uint64_t bit = std::uint64_t{1} << c;
    if (std::isnan(value[c])) {
      missing |= bit;
    } else if (at[c] < out.size()) {
      out[at[c]] |= bit;
    }
  }
  std::uint64_t so_far = 0;
  for (std::size_t q = 0; q < out.size(); ++q) {
    so_far |= out[q];
    out[q] = so_far | (missing_[asked.begin + q] != 0 ? missing : 0);
  }
}

void CandidateForest::score(std::span<const float> features, std::span<const float> joint,
                            std::span<double> out) const {
  std::fill(out.begin(), out.end(), offset_);
  if (all_ == 0) return;
  thread_local std::vector<std::uint64_t> left;
  thread_local std::vector<CandidateGroup> groups;
  thread_local std::vector<CandidateGroup> below;
  left.resize(thresholds_.size() + 1);
  left.back() = 0;  // the answer to no question
  std::copy(left_.begin(), left_.end(), left.begin() + first_constant());
  for (const Asked& a : of_features_) answer_alike(a, features[a.input], left);
  for (const Asked& a : of_joint_) answer(a, out.size(), &joint[a.input], joint_, left);
  // Groups of a tree have no candidate in common. One more is written, but does not count.
  const std::size_t most = roots_.size() * out.size() + 1;
  if (groups.size() < most) groups.resize(most);
  if (below.size() < most) below.resize(most);
  std::size_t count = 0;
  for (const std::uint32_t root : roots_) groups[count++] = {all_, root};
  for (std::size_t level = 0; level < depth_; ++level) {
    std::size_t next = 0;
    for (std::size_t g = 0; g < count; ++g) {
      const Split& s = splits_[groups[g].node];
      const std::uint64_t to_left = groups[g].candidates & left[s.question];
      const std::uint64_t to_right = groups[g].candidates ^ to_left;
      below[next] = {to_left, groups[g].node + 1};
      next += to_left != 0 ? 1 : 0;
      below[next] = {to_right, s.right};
      next += to_right != 0 ? 1 : 0;
    }
    groups.swap(below);
    count = next;
  }
  // The order of the trees is kept, so that sums are those of evaluate().
  add_leaves(std::span(groups).first(count), values_, out);
}

void CandidateForest::prefetch() const {
  prefetch_lines(splits_);
  prefetch_lines(thresholds_);
  prefetch_lines(left_);
  prefetch_lines(missing_);
  prefetch_lines(values_);
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
