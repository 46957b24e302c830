// SPDX-License-Identifier: BSD-3-Clause
// `sptune mpi`: sptune-distributed by another name.
#include "apps/ranks.hpp"
#include "apps/verbs.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace sptune::apps {

void add_mpi(CLI::App& app) {
  CLI::App* verb =
      app.add_subcommand("mpi", "What MPI can do here, and products over it: sptune-distributed");
  verb->prefix_command();
  verb->footer(
      "sptune mpi doctor                        what this MPI is and can do\n"
      "mpirun -n 8 sptune mpi multiply A.mtx    C = A*A on 8 ranks\n"
      "mpirun -n 8 sptune sweep run             a sweep on 8 ranks\n\n"
      "This process becomes sptune-distributed, which is built where there is an MPI;\n"
      "`sptune mpi help` lists what it does. See docs/distributed.md.");
  verb->callback([verb] {
    std::vector<std::string> words = verb->remaining();
    if (words.empty() || words.front() == "help") words = {"--help"};
    become_distributed(words);
  });
}

}  // namespace sptune::apps
