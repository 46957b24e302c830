// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/asking.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sptune::model {
namespace {

constexpr std::array<std::pair<HeaderInput, std::string_view>, 3> input_names{
    {{HeaderInput::rows, "rows"}, {HeaderInput::nnz, "nnz"}, {HeaderInput::mean_row, "mean_row"}}};

std::string flaw_of_steps(const std::vector<AskStep>& steps, std::size_t candidates) {
  if (steps.size() > AskTree::most_steps) return "too many steps";
  if (steps.front().runs != 0) return "its first step does not begin at 0 runs";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0 && !(steps[i].runs > steps[i - 1].runs)) return "its steps do not rise";
    if (steps[i].candidate && *steps[i].candidate >= candidates) return "no such candidate";
  }
  return {};
}

}  // namespace

std::string_view to_string(HeaderInput input) noexcept {
  for (const auto& [known, name] : input_names) {
    if (known == input) return name;
  }
  return "";
}

std::optional<HeaderInput> parse_header_input(std::string_view name) noexcept {
  for (const auto& [input, known] : input_names) {
    if (known == name) return input;
  }
  return std::nullopt;
}

double Header::at(HeaderInput input) const {
  switch (input) {
    case HeaderInput::rows:
      return rows;
    case HeaderInput::nnz:
      return nnz;
    case HeaderInput::mean_row:
      break;
  }
  return rows > 0 ? nnz / rows : 0;
}

AskTree AskTree::ask_from(double runs, std::size_t candidate) {
  AskNode leaf;
  if (runs > 0) leaf.steps.push_back({0, candidate});
  leaf.steps.push_back({runs, std::nullopt});
  return {{std::move(leaf)}};
}

std::optional<std::size_t> AskTree::unasked(const Header& header, double runs) const {
  if (nodes.empty()) return std::nullopt;
  std::size_t i = 0;
  while (nodes[i].steps.empty()) {
    i = header.at(nodes[i].input) < nodes[i].below ? i + 1 : nodes[i].right;
  }
  const std::vector<AskStep>& steps = nodes[i].steps;
  const auto next = std::find_if(steps.begin() + 1, steps.end(),
                                 [&](const AskStep& step) { return step.runs > runs; });
  return std::prev(next)->candidate;
}

std::string validate(const AskTree& tree, std::size_t candidates) {
  if (tree.nodes.size() > AskTree::most_nodes) return "too many nodes";
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const AskNode& node = tree.nodes[i];
    if (node.steps.empty()) {
      if (node.right <= i + 1 || node.right >= tree.nodes.size()) return "a child is misplaced";
    } else if (std::string why = flaw_of_steps(node.steps, candidates); !why.empty()) {
      return why;
    }
  }
  return {};
}

}  // namespace sptune::model
