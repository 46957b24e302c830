// SPDX-License-Identifier: BSD-3-Clause
// sptune-worker: started by the runners with a socket on descriptor 3; of no use by hand.
#include "apps/output.hpp"
#include "harness/worker/worker.hpp"
#include "kernels/baselines/baselines.hpp"
#include "sptune/error.hpp"

#include <sys/stat.h>

int main() {
  using sptune::harness::worker_fd;
  struct stat status {};
  // A file that happens to be open there is not to be read as requests, nor written to.
  if (fstat(worker_fd, &status) != 0 || !S_ISSOCK(status.st_mode)) {
    sptune::apps::print_err(
        "sptune-worker: no socket on descriptor {}: this program is started by sptune, use "
        "`sptune run`\n",
        worker_fd);
    return static_cast<int>(sptune::ExitCode::usage);
  }
  return sptune::harness::worker_main(sptune::full_catalogue(), worker_fd, worker_fd);
}
