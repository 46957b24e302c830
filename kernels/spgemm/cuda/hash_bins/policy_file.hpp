// SPDX-License-Identifier: BSD-3-Clause
// The policy that SPTUNE_SPGEMM_POLICY names: a file as `sptune calibrate` writes it.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/policy.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace sptune::spgemm::hash_bins {

constexpr const char* policy_variable = "SPTUNE_SPGEMM_POLICY";

/// What the variable says; nothing where it is not set, or empty.
[[nodiscard]] std::optional<std::string> policy_path();

/// A file whose text is whole: JSON, of our format, with the checksum of what it says.
struct PolicyFile {
  std::string text;
  std::string name;
  std::string checksum;
};
/// Throws UsageError, with the path, what is wrong and what to do.
[[nodiscard]] PolicyFile read_policy_file(const std::string& path);

/// The policy of the file that the variable names, for a device of that architecture (empty: none
/// is there). A file is
/// read once in a process, whatever becomes of it, and lives as long. From any thread. Throws
/// UsageError as read_policy_file and parse_policy do, where the variable is not set, and where the
/// policy is for another architecture.
[[nodiscard]] const Policy& policy_of_file(const AccumulatorNames& names,
                                           std::string_view architecture);

}  // namespace sptune::spgemm::hash_bins
