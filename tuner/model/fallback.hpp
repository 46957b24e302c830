// SPDX-License-Identifier: BSD-3-Clause
// What is run when nothing is known.
#pragma once

#include "kernels/api/catalogue.hpp"

namespace sptune::model {

/// The first variant of the catalogue for this operation and backend that is no baseline; its
/// default configuration is the default of the whole system: what a dispatcher without a model
/// runs, and what every gain is counted against. Null when there is none.
[[nodiscard]] const Variant* default_variant(const Catalogue& catalogue, Operation operation,
                                             Backend backend) noexcept;

}  // namespace sptune::model
