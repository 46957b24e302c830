// SPDX-License-Identifier: BSD-3-Clause
// A program of which one rank goes wrong: distributed_faults
// stuck|gone|dead|thrown|same|group|single.
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

/// All but rank 0, which knows nothing of it.
void fail_together(MPI_Comm group) {
  distributed::Communicator others(group);
  others.together([&] {
    if (others.rank() == others.size() - 1) throw InputError("the last of a group");
  });
}

ExitCode go_wrong(MPI_Comm world, std::string_view how) {
  distributed::CommunicatorOptions options;
  options.timeout_s = how == "stuck" || how == "gone" ? 0.4 : 60;
  distributed::Communicator ranks(world, options);
  MPI_Comm group = MPI_COMM_NULL;
  if (how == "group") MPI_Comm_split(world, ranks.rank() > 0 ? 1 : 0, ranks.rank(), &group);
  const int culprit = how == "thrown" ? 0 : 1;  // rank 0 has its turn to tell at once
  const bool wrong = ranks.rank() == culprit;
  if (wrong && how == "stuck") pause();
  if (wrong && how == "dead") std::raise(SIGKILL);
  if (wrong && how == "thrown") throw InputError("rank 0 alone");
  if (how == "gone") {
    if (ranks.rank() == 0) pause();
    char word = 0;
    ranks.await(&word, sizeof word, 0);
  }
  if (how == "group" && ranks.rank() > 0) fail_together(group);
  if (how == "same") throw InputError("every rank by itself");
  if (how != "group") ranks.barrier();
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
