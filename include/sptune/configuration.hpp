// SPDX-License-Identifier: BSD-3-Clause
// A configuration names a variant and the values of its axes. Its canonical text, for example
//   csr{schedule=nnz,unroll=4,threads=0}
// is the log form, the command line's form, the key in SQL and the label in a model.
#pragma once

#include "sptune/value.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune {

/// A variant by name and the values of its axes.
struct Configuration {
  std::string variant;  ///< name in the catalogue
  /// In the order in which the variant declares its axes, once `Variant::complete` has seen it.
  std::vector<std::pair<std::string, Value>> axes;

  /// Value of an axis; null: it has none of this name.
  [[nodiscard]] const Value* find(std::string_view axis) const noexcept;
  /// The canonical text.
  [[nodiscard]] std::string text() const;
  /// Accepts `name`, `name{}` and `name{axis=value,…}`, blanks allowed between tokens.
  [[nodiscard]] static Result<Configuration> parse(std::string_view text);

  /// Same variant, same axes in the same order.
  friend bool operator==(const Configuration&, const Configuration&) = default;
};

/// {"variant":"csr","axes":{"schedule":"nnz","unroll":4}}; order of axes kept.
[[nodiscard]] std::string to_json(const Configuration& configuration);
[[nodiscard]] Result<Configuration> configuration_from_json(std::string_view json);

/// Numeric inputs of a configuration for a model: `axis`, `axis.2`, `axis.2.slots` → number.
/// Names (enumerators) come out one-hot as `axis=name` → 1; truth values as 0 or 1.
[[nodiscard]] std::vector<std::pair<std::string, double>> flatten(
    const Configuration& configuration);

}  // namespace sptune
