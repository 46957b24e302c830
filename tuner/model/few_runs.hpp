// SPDX-License-Identifier: BSD-3-Clause
// Where what runs without a model for few runs leaves a long row to few threads. Dispatching and
// training ask alike.
#pragma once

#include "kernels/api/variant.hpp"
#include "sptune/types.hpp"
#include "tuner/model/asking.hpp"

namespace sptune::model {

/// Whether the default for few runs leaves a row of `longest_row` entries to few threads, and waits
/// for them so long that preparing the one for many takes less. False where a variant does not say
/// how its kernel is launched.
[[nodiscard]] bool waits_for_a_row(const Variant& for_few, const Variant& for_many, ValueType type,
                                   const Header& matrix, double longest_row);

}  // namespace sptune::model
