// SPDX-License-Identifier: BSD-3-Clause
// Random walks on a graph, as Markov clustering (van Dongen 2000) changes them. Rows here are
// columns there.
#pragma once

#include "examples/parts/array.hpp"
#include "examples/parts/pass.hpp"

#include <string>
#include <vector>

namespace sptune::examples {

inline constexpr double prune = 1e-3;   // steps less probable than this are given up
inline constexpr double steady = 1e-6;  // of van Dongen's chaos
inline constexpr int most_iterations = 100;

/// Probabilities of steps, by rows, where they are computed.
class Walks {
 public:
  explicit Walks(const AnyCsr& a) : view_(a) {}
  /// Inflates and prunes a product.
  Walks(const AnyCsr& product, Total& chaos);
  [[nodiscard]] const AnyCsr& view() const { return view_; }

 private:
  AnyCsr view_;
  Array<std::int32_t> offsets_;
  Array<Index> columns_;
  Array<double> values_;
};

/// The graph's edges weigh 1, and a loop at each node a little more or less, which breaks ties:
/// what rounding decides could not be compared.
[[nodiscard]] Matrix first_walks(const Matrix& graph);

/// The smallest row of every row's cluster: rows that share an attractor belong together.
[[nodiscard]] std::vector<double> clusters_of(const Matrix& walks);

/// How many, and the sizes of the largest.
[[nodiscard]] std::string describe(const std::vector<double>& clusters);

}  // namespace sptune::examples
