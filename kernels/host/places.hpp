// SPDX-License-Identifier: BSD-3-Clause
// Which cores this process may run on, also where OpenMP has bound its threads.
#pragma once

#include <vector>

namespace sptune::host {

/// By number, rising: all places of OpenMP where it binds threads to places (OMP_PLACES,
/// OMP_PROC_BIND), else those of the calling thread. Empty where the system does not say.
[[nodiscard]] std::vector<int> allowed_processors();

/// How many of these OpenMP may use at once: fewer where it may have fewer threads
/// (OMP_THREAD_LIMIT). Where the system does not say, how many the machine has.
[[nodiscard]] int allowed_processor_count();

/// The same of all threads of this process together: an application may have bound the calling one.
[[nodiscard]] int processor_count_of_process();

/// Threads that OpenMP may have, whatever a region asks for; at least 1.
[[nodiscard]] int thread_limit();

}  // namespace sptune::host
