// SPDX-License-Identifier: BSD-3-Clause
// Other people's libraries as catalogue entries. The tools link this room; what ships does not.
#pragma once

#include "kernels/api/catalogue.hpp"

namespace sptune {

/// Baselines of the libraries that were installed when this was built; may be empty.
[[nodiscard]] const Catalogue& baseline_catalogue();

/// shipped_catalogue() followed by baseline_catalogue(): what the tools sweep.
[[nodiscard]] const Catalogue& full_catalogue();

}  // namespace sptune
