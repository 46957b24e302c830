// SPDX-License-Identifier: BSD-3-Clause
// Which cores this process may run on, also where OpenMP has bound its threads.
#pragma once

#include <vector>

namespace sptune::host {

/// By number, rising: all places of OpenMP where it binds threads to places (OMP_PLACES,
/// OMP_PROC_BIND), else those of the calling thread. Empty where the system does not say.
[[nodiscard]] std::vector<int> allowed_processors();

/// How many these are; where the system does not say, how many the machine has.
[[nodiscard]] int allowed_processor_count();

}  // namespace sptune::host
