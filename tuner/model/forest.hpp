// SPDX-License-Identifier: BSD-3-Clause
// A regression forest in one flat array, scored for all candidates at once. A group of candidates
// is a bit mask, and a node parts it. Which candidates go left is worked out once for each
// different question, an input and a threshold (a forest of 15,000 inner nodes asks 5500); then all
// groups in all trees go down a level at a time, which needs no branch that a processor could guess
// wrong and no load that waits for the one before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace sptune::model {

/// One node. The left child of node i is node i+1; a leaf has input -1.
struct Node {
  float value = 0;            ///< inner: goes left when input < value; leaf: its contribution
  std::uint32_t right = 0;    ///< index in Forest::nodes, above this node's own and within its tree
  std::int16_t input = -1;    ///< index of the input asked about
  bool missing_left = false;  ///< where a NaN goes

  friend bool operator==(const Node&, const Node&) = default;
};

struct Forest {
  double offset = 0;                 ///< added to the sum of the leaves
  std::vector<std::uint32_t> roots;  ///< first node of every tree, ascending
  std::vector<Node> nodes;
  std::vector<float> means;  ///< per node: what the training rows below it average to

  friend bool operator==(const Forest&, const Forest&) = default;
};

inline constexpr std::size_t max_candidates = 64;  ///< bits of a candidate mask
inline constexpr std::size_t max_inputs = 4096;
inline constexpr std::size_t max_nodes = 1U << 20U;
inline constexpr int max_depth = 64;

/// Empty when the forest can be walked safely over `inputs` inputs, else one line that says why
/// not: a child that is not behind its parent and inside its tree (a cycle, or a leak into another
/// tree), an unknown input, a number that is not finite, a tree that is too deep.
[[nodiscard]] std::string validate(const Forest& forest, std::size_t inputs);

/// Begins to bring what evaluate() reads into the caches: an application asks once in a while, and
/// then a forest comes from memory, faster by lines in order than node by node: 39 instead of 64 us
/// (docs/measurements/model.md, "Deciding once").
void prefetch(const Forest& forest);

/// Value for one row of inputs (NaN: missing). The forest must be valid.
[[nodiscard]] double evaluate(const Forest& forest, std::span<const float> inputs);

/// The forest whose value is the mean of theirs; forests without trees count, too.
[[nodiscard]] Forest average(const std::vector<Forest>& forests);

/// A valid forest joined with the configuration inputs of up to 64 candidates.
class CandidateForest {
 public:
  CandidateForest() = default;
  /// Inputs below `features` belong to the matrix; `configurations[c]` holds candidate c's values
  /// of those that follow. The last `joint` of them belong to matrix and candidate together: their
  /// values come with each call.
  CandidateForest(const Forest& forest, std::size_t features,
                  const std::vector<std::vector<float>>& configurations, std::size_t joint = 0);

  /// out[c] = forest(features, configuration c, joint inputs of c). `features` as many as the
  /// constructor was told, `joint` its number per candidate, `out` one per candidate.
  void score(std::span<const float> features, std::span<const float> joint,
             std::span<double> out) const;
  /// As above, of what score() reads.
  void prefetch() const;

 private:
  /// What a node asks.
  struct Question {
    std::int16_t input;
    float threshold;
    bool missing_left;

    friend bool operator<(const Question& a, const Question& b) {
      return std::tie(a.input, a.threshold, a.missing_left) <
             std::tie(b.input, b.threshold, b.missing_left);
    }
  };
  /// What is asked about one input: [begin, end) of the questions, thresholds ascending.
  struct Asked {
    std::size_t input;
    std::size_t begin;
    std::size_t end;
  };
  /// A node: which question, and where its right child stands; the left one is the next node. At a
  /// leaf all go to the right, which is the leaf itself.
  struct Split {
    std::uint32_t question;
    std::uint32_t right;
  };
  [[nodiscard]] static std::vector<Question> different_questions(const Forest& forest);
  void plant(const Forest& forest, const std::vector<Question>& questions);
  /// Of the questions, the first about configurations, which are always answered the same: they
  /// stand between those about the matrix and the joint ones.
  [[nodiscard]] std::ptrdiff_t first_constant() const {
    return of_features_.empty() ? 0 : static_cast<std::ptrdiff_t>(of_features_.back().end);
  }
  /// Who goes left, when all candidates have one value of the input.
  void answer_alike(const Asked& asked, float value, std::span<std::uint64_t> left) const;
  /// When each has its own: that of candidate c is values[c * stride].
  void answer(const Asked& asked, std::size_t count, const float* values, std::size_t stride,
              std::span<std::uint64_t> left) const;

  double offset_ = 0;
  std::uint64_t all_ = 0;
  std::size_t joint_ = 0;
  std::size_t depth_ = 0;              ///< of the deepest tree
  std::vector<float> thresholds_;      ///< per question, by input
  std::vector<std::uint8_t> missing_;  ///< per question: where a NaN goes, 1: left
  std::vector<std::uint64_t> left_;    ///< per question about configurations: those that go left
  std::vector<Asked> of_features_, of_joint_;
  std::vector<std::uint32_t> roots_;
  std::vector<Split> splits_;  ///< per node
  std::vector<float> values_;  ///< per node; of leaves
};

/// How much each input moved the value of this row away from the forest's mean, by the change of
/// the node means along the path (Saabas 2014). The entries sum to evaluate() minus the mean of the
/// roots.
[[nodiscard]] std::vector<double> path_contributions(const Forest& forest,
                                                     std::span<const float> inputs);

}  // namespace sptune::model
