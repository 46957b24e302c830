// SPDX-License-Identifier: BSD-3-Clause
// The ordered list of everything that can be run. Tests, command line, search, store and reports
// iterate it; nothing else knows a variant by name.
#pragma once

#include "kernels/api/variant.hpp"

#include <limits>
#include <string_view>
#include <vector>

namespace sptune {

class Catalogue {
 public:
  Catalogue() = default;
  explicit Catalogue(std::vector<Variant> variants) : variants_(std::move(variants)) {}

  /// Appends another list, for example the baselines that never ship.
  void append(Catalogue other);

  [[nodiscard]] const std::vector<Variant>& variants() const noexcept { return variants_; }
  [[nodiscard]] const Variant* find(Operation operation, Backend backend,
                                    std::string_view name) const noexcept;
  /// The configuration that a text or a stored one names; the error of an unknown name lists the
  /// known ones. What is returned points into this catalogue.
  [[nodiscard]] Result<ResolvedConfiguration> resolve(Operation operation, Backend backend,
                                                      const Configuration& configuration) const;
  [[nodiscard]] Result<ResolvedConfiguration> parse(Operation operation, Backend backend,
                                                    std::string_view text) const;

  /// What runs where nothing is known, by how many runs are expected: the first variant of an
  /// operation and backend runs, by its default configuration, unless its preparing pays at more
  /// runs only (default_from_runs); then the next. From many runs to few.
  [[nodiscard]] std::vector<const Variant*> default_variants(Operation operation,
                                                             Backend backend) const;
  /// That for so many runs. The one for endless runs is the default of the whole system, which
  /// predictions are relative to. Null when there is none.
  [[nodiscard]] const Variant* default_variant(
      Operation operation, Backend backend,
      double runs = std::numeric_limits<double>::infinity()) const noexcept;

 private:
  std::vector<Variant> variants_;
};

/// Everything that ships with the library: what a Dispatcher may choose from.
[[nodiscard]] const Catalogue& shipped_catalogue();

}  // namespace sptune
