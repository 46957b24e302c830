// SPDX-License-Identifier: BSD-3-Clause
// A worker over the misbehaving catalogue.
#include "sptune/harness/worker.hpp"
#include "sptune/tests/fault/faulty_catalogue.hpp"

#include <cstdlib>

int main() {
  using sptune::harness::worker_fd;
  const bool broken_canary = std::getenv("SPTUNE_TEST_BROKEN_CANARY") != nullptr;
  const sptune::Catalogue catalogue = sptune::test::faulty_catalogue(broken_canary);
  return sptune::harness::worker_main(catalogue, worker_fd, worker_fd);
}
