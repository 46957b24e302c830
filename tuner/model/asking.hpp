// SPDX-License-Identifier: BSD-3-Clause
// Whether to ask at all. Features and scoring take as long as some runs of the default, so that at
// few runs nothing they tell can pay for them. What is free is the header of the matrix: by its
// rows and entries and the expected runs a small tree says which candidate to take as it is, or to
// ask. Training grows it on totals in which deciding and everybody's preparing are paid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::model {

enum class HeaderInput : std::uint8_t { rows, nnz, mean_row };
[[nodiscard]] std::string_view to_string(HeaderInput input) noexcept;
[[nodiscard]] std::optional<HeaderInput> parse_header_input(std::string_view name) noexcept;

/// All that is known of a matrix for nothing.
struct Header {
  double rows = 0, nnz = 0;

  [[nodiscard]] double at(HeaderInput input) const;
};

/// From so many expected runs on, until the next step.
struct AskStep {
  double runs = 0;
  std::optional<std::size_t> candidate;  ///< taken as it is; none: ask

  friend bool operator==(const AskStep&, const AskStep&) = default;
};

/// A leaf has steps. Any other node sends matrices with input < below to the next node, all others
/// to `right`.
struct AskNode {
  HeaderInput input = HeaderInput::nnz;
  double below = 0;
  std::size_t right = 0;
  std::vector<AskStep> steps;

  friend bool operator==(const AskNode&, const AskNode&) = default;
};

/// Without nodes: asks always.
struct AskTree {
  static constexpr std::size_t most_nodes = 256;
  static constexpr std::size_t most_steps = 64;
  std::vector<AskNode> nodes;

  /// Takes `candidate` below so many runs and asks from there on, whatever the matrix.
  [[nodiscard]] static AskTree ask_from(double runs, std::size_t candidate);
  /// The candidate to take without asking; none: ask. The tree is valid.
  [[nodiscard]] std::optional<std::size_t> unasked(const Header& header, double runs) const;

  friend bool operator==(const AskTree&, const AskTree&) = default;
};

/// Empty, or what is wrong: children follow their parents, steps rise and begin at 0 runs,
/// candidates exist.
[[nodiscard]] std::string validate(const AskTree& tree, std::size_t candidates);

}  // namespace sptune::model
