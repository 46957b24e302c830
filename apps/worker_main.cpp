// SPDX-License-Identifier: BSD-3-Clause
// sptune-worker: started by the runners with a socket on descriptor 3; of no use by hand.
#include "sptune/harness/worker.hpp"
#include "sptune/kernels/api/error.hpp"
#include "sptune/kernels/baselines/baselines.hpp"

#include <fcntl.h>
#include <fmt/format.h>

int main() {
  using sptune::harness::worker_fd;
  if (fcntl(worker_fd, F_GETFD) < 0) {
    fmt::print(stderr,
               "sptune-worker: no socket on descriptor {}: this program is started by sptune, use "
               "`sptune run`\n",
               worker_fd);
    return static_cast<int>(sptune::ExitCode::usage);
  }
  return sptune::harness::worker_main(sptune::full_catalogue(), worker_fd, worker_fd);
}
