// SPDX-License-Identifier: BSD-3-Clause
// The frame of a program under mpirun: MPI begins and ends here, and an error becomes one line of
// one rank and the same exit code on all.
#pragma once

#include "sptune/error.hpp"

#include <mpi.h>

#include <functional>
#include <string>

namespace sptune::distributed {

/// Initializes MPI for programs with threads, runs `body` with MPI_COMM_WORLD and finalizes. What
/// returns is for main. An AgreedError is said by rank 0 of those that agreed; after any other
/// exception this rank says it and ends all (where several meet one, the first of them). `say` gets
/// one line without its end.
[[nodiscard]] int run_program(int argc, char** argv,
                              const std::function<ExitCode(MPI_Comm world)>& body,
                              const std::function<void(const std::string& line)>& say);

}  // namespace sptune::distributed
