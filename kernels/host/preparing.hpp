// SPDX-License-Identifier: BSD-3-Clause
// Fork and join for what takes memory. Apart from parallel.hpp, whose text counts for the code hash
// of every kernel that runs by it (docs/decisions/013).
#pragma once

#include "kernels/host/parallel.hpp"

#include <exception>
#include <mutex>

namespace sptune::host {

/// As for_parts; what a part throws reaches the caller once all are done, of several exceptions the
/// first.
template <class Body>
void prepare_parts(int parts, Body&& body) {
  std::mutex mutex;
  std::exception_ptr error;
  for_parts(parts, [&](int part) {
    try {
      body(part);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
    }
  });
  if (error) std::rethrow_exception(error);
}

}  // namespace sptune::host
