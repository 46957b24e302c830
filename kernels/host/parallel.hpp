// SPDX-License-Identifier: BSD-3-Clause
// Fork and join on the CPU. Work is cut into parts beforehand; how many threads really come is the
// runtime's decision, so each thread takes every n-th part.
#pragma once

#include "kernels/host/team.hpp"

#include <omp.h>

#include <utility>

namespace sptune::host {

/// Runs body(part) for part = 0 … parts-1 on up to `parts` threads, and returns when all are done.
/// One part runs in the caller, with no cost. On several threads an exception ends the program:
/// bodies that take memory go to prepare_parts (preparing.hpp).
template <class Body>
void for_parts(int parts, Body&& body) {
  if (parts <= 0) return;
  if (parts == 1) {
    body(0);
    return;
  }
  const int threads = team_size(parts);
  if (threads == 1) {
    for (int part = 0; part < parts; ++part) body(part);
    return;
  }
#pragma omp parallel num_threads(threads)
  {
    const int team = omp_get_num_threads();
    for (int part = omp_get_thread_num(); part < parts; part += team) body(part);
  }
}

}  // namespace sptune::host
