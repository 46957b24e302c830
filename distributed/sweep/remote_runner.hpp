// SPDX-License-Identifier: BSD-3-Clause
// A runner whose trials are measured by another rank, in a worker process there.
#pragma once

#include "harness/engine/runner.hpp"
#include "sptune/error.hpp"
#include "sptune/types.hpp"

#include "distributed/post.hpp"
#include "distributed/sweep/machine_of_rank.hpp"

#include <memory>
#include <vector>

namespace sptune::distributed {

/// All other ranks open their device; in the order of ranks. On rank 0, inside Post::work. Throws
/// DeviceError with the words of the first rank that cannot.
[[nodiscard]] std::vector<MachineOfRank> open_others(Post& post, Backend backend);

/// The sweep is over, and this is how all ranks end. On rank 0, inside Post::work.
void end_others(Post& post, ExitCode code);

/// Of a rank that has opened its device. A matrix that cannot be brought to that rank is a NotHere;
/// everything else that goes wrong there, its loss as well, is a DeviceError with its name. `stop`:
/// as of harness::worker_runner.
[[nodiscard]] std::unique_ptr<harness::Runner> remote_runner(Post& post,
                                                             const MachineOfRank& machine,
                                                             harness::MatrixLocator locate,
                                                             harness::Stop stop);

}  // namespace sptune::distributed
