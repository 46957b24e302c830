// SPDX-License-Identifier: BSD-3-Clause
// The fit: a policy's tree, refined where trials say that another accumulator should be asked
// first: of all rows of a kind of product, or of a kind of row.
#pragma once

#include "tuner/calibrate/costs.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace sptune::calibrate {

/// What a change needs.
struct Evidenced {
  double least_gain;  ///< on the mean of what it changes
  std::size_t least;  ///< products that it speaks of, and on each side of a question; one that was
                      ///< measured in several value types counts once, by its mean
  double errors;      ///< standard errors that the mean gain is above 0, unless all agree
};

struct FitOptions {
  /// Of questions about rows, by products whose rows are alike.
  Evidenced rows{0.02, 3, 2};
  /// Of questions about products, by all of them. Of 867 products in 8 folds of whole families the
  /// gain is the same with 10 to 40 of them and 2 or 3 errors, and fewest lose with 3; a least gain
  /// of 5 % keeps less of it (docs/measurements/spgemm-gpu.md).
  Evidenced products{0.03, 20, 3};
  bool asks_products = true;  ///< otherwise about rows alone
};

/// A leaf that the fit changed or made.
struct Change {
  std::string where;                  ///< the questions that lead there
  std::string before, after;          ///< accumulators that are asked first; `policy`: by rows
  std::vector<std::string> products;  ///< that it speaks of
  double gain = 1;                    ///< geometric mean of their times before over after
};

struct FittedTree {
  std::unique_ptr<Node> tree;
  std::vector<Change> changes;
};

/// A product with what everything costs it.
struct PricedProduct {
  const ProductTimes* times;
  const Costs* of_rows;
  const Costs* of_product;
};

/// `tree` is that of the phase which the products were measured with.
[[nodiscard]] FittedTree fit_tree(const Node& tree, const std::vector<PricedProduct>& products,
                                  std::span<const std::string_view> names, Phase phase,
                                  const FitOptions& o);

}  // namespace sptune::calibrate
