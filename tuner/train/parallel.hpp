// SPDX-License-Identifier: BSD-3-Clause
// Independent jobs on a few threads. Boosters on this little data scale badly over threads of their
// own; many boosters at once do not.
#pragma once

#include <cstddef>
#include <functional>

namespace sptune::train {

/// Calls job(0) … job(count - 1), each once, on up to `threads` threads. The first exception is
/// thrown again here when all have stopped.
void for_each_job(std::size_t count, int threads, const std::function<void(std::size_t)>& job);

}  // namespace sptune::train
