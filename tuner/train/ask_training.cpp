// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/ask_training.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace sptune::train {
namespace {

using Problems = std::vector<std::size_t>;

/// Sums over problems, [k * actions + action].
std::vector<double> sums_of(const AskSamples& s, const Problems& problems) {
  const std::size_t size = s.runs.size() * (s.candidates + 1);
  std::vector<double> sums(size);
  for (const std::size_t i : problems) {
    const double* losses = s.of(i, 0);
    for (std::size_t j = 0; j < size; ++j) sums[j] += losses[j];
  }
  return sums;
}

/// Loss of the action that is best at every number of runs, summed over problems and those; the
/// best one is judged on families that it was not chosen on.
double least_loss(const AskSamples& s, const Problems& problems) {
  std::map<std::size_t, Problems> by_fold;
  for (const std::size_t i : problems) by_fold[s.folds[i]].push_back(i);
  const std::vector<double> sums = sums_of(s, problems);
  const std::size_t actions = s.candidates + 1;
  double total = 0;
  for (const auto& [fold, held_out] : by_fold) {
    const std::vector<double> theirs = sums_of(s, held_out);
    for (std::size_t k = 0; k < s.runs.size(); ++k) {
      const auto of_others = [&](std::size_t action) {
        return sums[k * actions + action] - theirs[k * actions + action];
      };
      std::size_t best = 0;
      for (std::size_t action = 1; action < actions; ++action) {
        if (of_others(action) < of_others(best)) best = action;
      }
      total += theirs[k * actions + best];
    }
  }
  return total;
}

/// From many runs to few: what is done at more stays until something else is better by the margin.
std::vector<model::AskStep> steps_of(const AskSamples& s, const Problems& problems,
                                     std::size_t standard, double margin) {
  const std::vector<double> sums = sums_of(s, problems);
  const double clear = margin * static_cast<double>(problems.size());
  const std::size_t ask = s.candidates;
  std::size_t action = ask;
  std::vector<model::AskStep> steps{{10 * s.runs.back(), std::nullopt}};
  for (std::size_t k = s.runs.size(); k-- > 0;) {
    const double* loss = sums.data() + k * (s.candidates + 1);
    const auto best = static_cast<std::size_t>(std::min_element(loss, loss + ask + 1) - loss);
    if (loss[best] + clear < loss[action] || loss[standard] < loss[action]) {
      action = loss[best] + clear < loss[standard] ? best : standard;
    }
    const auto candidate = action == ask ? std::nullopt : std::optional(action);
    if (candidate == steps.back().candidate) {
      steps.back().runs = s.runs[k];
    } else {
      steps.push_back({s.runs[k], candidate});
    }
  }
  steps.back().runs = 0;
  std::reverse(steps.begin(), steps.end());
  return steps;
}

struct Split {
  model::HeaderInput input{};
  double below = 0;
  Problems less, rest;
  double saved = 0;
};

Split best_split(const AskSamples& s, const Problems& problems, const AskTreeOptions& options) {
  constexpr std::size_t quantiles = 8;
  const double whole = least_loss(s, problems);
  Split best;
  for (const auto input :
       {model::HeaderInput::nnz, model::HeaderInput::mean_row, model::HeaderInput::rows}) {
    Problems sorted = problems;
    std::stable_sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
      return s.headers[a].at(input) < s.headers[b].at(input);
    });
    for (std::size_t q = 1; q < quantiles; ++q) {
      const double below = s.headers[sorted[sorted.size() * q / quantiles]].at(input);
      const auto middle = std::find_if(sorted.begin(), sorted.end(), [&](std::size_t i) {
        return s.headers[i].at(input) >= below;
      });
      Split split{input, below, {sorted.begin(), middle}, {middle, sorted.end()}, 0};
      if (std::min(split.less.size(), split.rest.size()) < options.least_leaf) continue;
      split.saved = whole - least_loss(s, split.less) - least_loss(s, split.rest);
      if (split.saved > best.saved) best = std::move(split);
    }
  }
  return best;
}

void grow(const AskSamples& s, const Problems& problems, std::size_t standard, std::size_t depth,
          const AskTreeOptions& options, model::AskTree& tree) {
  const std::size_t here = tree.nodes.size();
  tree.nodes.emplace_back();
  const auto looked_at = static_cast<double>(problems.size() * s.runs.size());
  if (depth > 0) {
    const Split split = best_split(s, problems, options);
    if (split.saved > options.least_gain * looked_at) {
      grow(s, split.less, standard, depth - 1, options, tree);
      tree.nodes[here].input = split.input;
      tree.nodes[here].below = split.below;
      tree.nodes[here].right = tree.nodes.size();
      grow(s, split.rest, standard, depth - 1, options, tree);
      return;
    }
  }
  tree.nodes[here].steps = steps_of(s, problems, standard, options.margin);
}

}  // namespace

model::AskTree grow_ask_tree(const AskSamples& samples, std::size_t standard,
                             const AskTreeOptions& options) {
  Problems all(samples.headers.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  model::AskTree tree;
  grow(samples, all, standard, options.depth, options, tree);
  return tree;
}

std::vector<double> ask_runs() {
  std::vector<double> out;
  constexpr std::array<double, 4> in_a_decade{1, 2, 3, 5};
  for (double decade = 1; decade < 1e5; decade *= 10) {
    for (const double x : in_a_decade) out.push_back(x * decade);
  }
  out.push_back(1e5);
  return out;
}

}  // namespace sptune::train
