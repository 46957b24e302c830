// SPDX-License-Identifier: BSD-3-Clause
// For threads that work beside the application's.
#pragma once

namespace sptune::host {

/// From now on this thread has parallel regions to itself, however many threads they ask for. For
/// threads that the library starts: of others it is not undone.
void work_alone() noexcept;
/// Whether the calling thread does.
[[nodiscard]] bool works_alone() noexcept;

}  // namespace sptune::host
