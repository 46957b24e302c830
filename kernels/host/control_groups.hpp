// SPDX-License-Identifier: BSD-3-Clause
// What the control groups (cgroups) of this process grant it: a container, a SLURM job or a service
// may have less than the machine. A group's limits hold for those below it, so that each answer is
// the least over this process's group and all above it, as far as they can be seen.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace sptune::host {

/// Cores' worth of time; infinity where there is no quota. `root`: where
/// proc/self/cgroup and sys/fs/cgroup are.
[[nodiscard]] double group_quota(const std::filesystem::path& root = "/");

/// Of so many cores, how many threads such a quota keeps at work: rounded up, at least 1.
[[nodiscard]] int cores_within(double quota, int cores);

/// all: what this process may have; outermost: what all that the outermost group in sight has may
/// have, a container or the machine, which is no other from job to job.
enum class Groups : std::uint8_t { all, outermost };

/// Bytes of memory that may be used; nothing where there is no limit. Versions 2 and 1.
[[nodiscard]] std::optional<std::int64_t> group_memory(Groups groups,
                                                       const std::filesystem::path& root = "/");

/// Bytes of memory that can still be had: below the limit, or in use for files that nobody reads
/// now; nothing where there is no limit. Versions 2 and 1.
[[nodiscard]] std::optional<std::int64_t> group_memory_left(
    const std::filesystem::path& root = "/");

/// 80 % of the bytes of memory that this process can still get: free or reclaimable, within its
/// groups. 2^62 where nobody says.
[[nodiscard]] std::int64_t available_memory();

}  // namespace sptune::host
