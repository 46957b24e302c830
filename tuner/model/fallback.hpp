// SPDX-License-Identifier: BSD-3-Clause
// What is run when nothing is known.
#pragma once

#include "kernels/api/catalogue.hpp"

#include <limits>

namespace sptune::model {

/// The first variant of the catalogue for this operation and backend that is no baseline and whose
/// preparing pays at so many runs; its default configuration is what a dispatcher without a model
/// runs. That for endless runs is the default of the whole system, which predictions are relative
/// to. Null when there is none.
[[nodiscard]] const Variant* default_variant(
    const Catalogue& catalogue, Operation operation, Backend backend,
    double runs = std::numeric_limits<double>::infinity()) noexcept;

}  // namespace sptune::model
