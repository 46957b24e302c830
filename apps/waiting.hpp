// SPDX-License-Identifier: BSD-3-Clause
// How long threads of the programs that we start wait awake for each other: docs/decisions/008.
#pragma once

#include <cstdlib>

namespace sptune::apps {

/// libgomp reads it when a process starts: it is for the workers, this process has its own already.
inline void let_workers_sleep() {
  if (std::getenv("OMP_WAIT_POLICY") != nullptr) return;
  setenv("GOMP_SPINCOUNT", "10000", /*overwrite=*/0);
}

}  // namespace sptune::apps
