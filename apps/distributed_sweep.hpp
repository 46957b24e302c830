// SPDX-License-Identifier: BSD-3-Clause
// `mpirun -n N sptune sweep …`: rank 0 plans and writes, all ranks measure.
#pragma once

#include "sptune/error.hpp"

#include "distributed/communicator.hpp"

#include <string>
#include <vector>

namespace sptune::apps {

/// The words of a command line whose verb is `sweep`, the same on all ranks. Collective. Where a
/// rank was lost the process ends here, since MPI_Finalize would wait for it.
[[nodiscard]] ExitCode distributed_sweep(distributed::Communicator& ranks,
                                         const std::vector<std::string>& words);

}  // namespace sptune::apps
