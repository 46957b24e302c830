// SPDX-License-Identifier: BSD-3-Clause
// A policy by a variable of the environment, which names a file as `sptune calibrate` writes it.
#pragma once

#include "kernels/row_policy/policy.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace sptune::row_policy {

/// What the variable says; nothing where it is not set, or empty.
[[nodiscard]] std::optional<std::string> policy_path(const char* variable);

/// A file whose text is whole: JSON, of our format, with the checksum of what it says.
struct PolicyFile {
  std::string text;
  std::string name;
  std::string checksum;
};
/// Throws UsageError, with the path, what is wrong and what to do.
/// `variable`: what named it, for the message.
[[nodiscard]] PolicyFile read_policy_file(const std::string& path, const char* variable);

/// From now on policy_of_file takes the file that the variable names now with that checksum alone:
/// what is measured by it is known by it. From any thread, as the one below.
void expect_checksum(const char* variable, const std::string& checksum);
/// What was said last of the file that the variable names now; nothing where it names none, or
/// nobody said so.
[[nodiscard]] std::optional<std::string> expected_checksum(const char* variable);

/// The policy of the file that the variable names, for a device of that architecture (empty: none
/// is there). A file is
/// read once in a process, whatever becomes of it, and lives as long. From any thread. Throws
/// UsageError as read_policy_file and parse_policy do, where the variable is not set, where the
/// policy is for another architecture, and where it is not the one that is expected.
[[nodiscard]] const Policy& policy_of_file(const char* variable, const AccumulatorNames& names,
                                           std::string_view architecture);

}  // namespace sptune::row_policy
