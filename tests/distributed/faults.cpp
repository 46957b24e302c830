// SPDX-License-Identifier: BSD-3-Clause
// A program of which one rank goes wrong: distributed_faults stuck|dead|thrown|same|single.
#include "distributed/communicator.hpp"
#include "distributed/program.hpp"
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <stdexcept>
#include <string_view>

namespace {

using namespace sptune;  // NOLINT(google-build-using-namespace): a test

void say(const std::string& line) {
  std::fprintf(stderr, "faults: %s\n", line.c_str());
}

ExitCode go_wrong(MPI_Comm world, std::string_view how) {
  distributed::CommunicatorOptions options;
  options.timeout_s = how == "stuck" ? 0.4 : 60;
  distributed::Communicator ranks(world, options);
  const int culprit = how == "thrown" ? 0 : 1;  // rank 0 has its turn to tell at once
  const bool wrong = ranks.rank() == culprit;
  if (wrong && how == "stuck") pause();
  if (wrong && how == "dead") std::raise(SIGKILL);
  if (wrong && how == "thrown") throw InputError("rank 0 alone");
  if (how == "same") throw InputError("every rank by itself");
  ranks.barrier();
  return ExitCode::success;
}

/// MPI without threads.
int single() {
  MPI_Init(nullptr, nullptr);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int code = 0;
  try {
    const distributed::Communicator ranks(MPI_COMM_WORLD);
  } catch (const UsageError& e) {
    if (rank == 0) say(e.what());
    code = static_cast<int>(e.code());
  }
  MPI_Finalize();
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view how = argc == 2 ? argv[1] : "";
  if (how == "single") return single();
  return distributed::run_program(
      argc, argv, [&](MPI_Comm world) { return go_wrong(world, how); }, say);
}
