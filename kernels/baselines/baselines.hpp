// SPDX-License-Identifier: BSD-3-Clause
// Other people's libraries as catalogue entries. The tools link this room; what ships does not.
#pragma once

#include "kernels/api/catalogue.hpp"
#include "sptune/types.hpp"

#include <string>

namespace sptune {

/// Baselines of the libraries that were installed when this was built; may be empty.
[[nodiscard]] const Catalogue& baseline_catalogue();

/// shipped_catalogue() followed by baseline_catalogue(): what the tools sweep.
[[nodiscard]] const Catalogue& full_catalogue();

/// Version of the cuSPARSE that trials on a backend run, such as "12.6.3"; empty on the CPU, where
/// this was built without it, and where the machine has none.
[[nodiscard]] std::string cusparse_in_use(Backend backend);

}  // namespace sptune
