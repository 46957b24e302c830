// SPDX-License-Identifier: BSD-3-Clause
// Which Options mean something: the same in C++, in C and in Python.
#pragma once

#include "sptune/choice.hpp"
#include "sptune/dispatcher.hpp"

namespace sptune::dispatch {

/// Throws UsageError that names the first option whose value means nothing, and what is allowed.
/// Of `force` the catalogue decides, once the operation is known.
void require_meaning(const Options& options);
/// The same of X and Y; their sizes are looked at with the matrix's.
void require_meaning(const DenseMatrices& dense);

}  // namespace sptune::dispatch
