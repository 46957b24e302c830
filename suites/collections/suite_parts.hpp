// SPDX-License-Identifier: BSD-3-Clause
// Inside of suites: what suite.cpp, manifest.cpp, folder.cpp and builtin.cpp share.
#pragma once

#include "suites/collections/suite.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::suites {

/// A built-in suite, or nothing.
[[nodiscard]] std::optional<Suite> find_builtin(std::string_view name);

/// The path of a folder from the root on, without links: `..` behind one leads elsewhere.
[[nodiscard]] std::filesystem::path whole_folder(const std::filesystem::path& folder);

/// The same of a file. One that is a link keeps its name, which says what it is.
[[nodiscard]] std::filesystem::path whole_path(const std::filesystem::path& file);

/// The entry of one file, named after it.
[[nodiscard]] SuiteEntry entry_of_file(const std::filesystem::path& path);
/// Named and grouped like a file of the address's last parts.
[[nodiscard]] SuiteEntry entry_of_url(const std::string& address);

/// The entry of a generator id; throws UsageError.
[[nodiscard]] SuiteEntry entry_of_generator(std::string_view id);

/// The entry of a SuiteSparse matrix <group>/<name>; throws UsageError.
[[nodiscard]] SuiteEntry entry_of_suitesparse(const std::string& name);

/// 64 hex digits in lower case; throws InputError naming `where`.
[[nodiscard]] std::string checked_sha256(std::string text, const std::string& where);

/// What has been opened on the way to a suite that a manifest includes. Names are unique within a
/// suite, so that nothing is rightly included twice, and circles and suites that multiply from
/// level to level end at once.
struct Included {
  int depth = 0;
  std::set<std::string> seen;
};
constexpr int deepest_include = 8;

/// Opens a suite or what a manifest includes; relative paths start from `folder`.
[[nodiscard]] Suite open_suite_at(const std::string& what, const std::filesystem::path& folder,
                                  Included& included);
[[nodiscard]] Suite parse_manifest_at(std::string_view text, const std::filesystem::path& path,
                                      Included& included);

}  // namespace sptune::suites
