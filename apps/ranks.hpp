// SPDX-License-Identifier: BSD-3-Clause
// `mpirun -n N sptune …`: this program knows no MPI, and becomes sptune-distributed where several
// ranks are to work together.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sptune::apps {

/// What the launcher of an MPI job (mpirun, srun) says in the environment.
struct Launch {
  int size = 1;
  int rank = 0;
};
[[nodiscard]] std::optional<Launch> launched();

/// What all ranks find wrong, the first one says: true for it, and a little later false for the
/// others, whose exit ends the job.
[[nodiscard]] bool speaks(const Launch& launch);

/// Becomes sptune-distributed, which is beside this program. Throws InputError where it is not.
[[noreturn]] void become_distributed(const std::vector<std::string>& words);

/// Where this is one rank of several: becomes sptune-distributed when the words name a verb that
/// ranks do together; returns when each does it by itself. Throws UsageError when it is neither,
/// and Exit on ranks that do not speak.
void work_together(const std::vector<std::string>& words);

}  // namespace sptune::apps
