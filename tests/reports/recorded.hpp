// SPDX-License-Identifier: BSD-3-Clause
// A database with the rows of recorded.sql in the schema of today.
#pragma once

#include "kernels/api/catalogue.hpp"
#include "tests/temporary_folder.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace sptune::reports {

/// In a folder of its own.
class RecordedDatabase {
 public:
  RecordedDatabase();
  [[nodiscard]] std::filesystem::path folder() const { return folder_.path(); }
  [[nodiscard]] std::filesystem::path file() const { return folder_ / "tiny.sqlite"; }

 private:
  test::TemporaryFolder folder_;
};

/// The kernels of recorded.sql in the order of a catalogue: csr runs by default.
[[nodiscard]] Catalogue recorded_catalogue();
/// The repository's root, from $SPTUNE_SOURCE_DIR.
[[nodiscard]] std::filesystem::path source_dir();
/// Throws std::runtime_error when the file cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);
/// Classes in a page's drawings that its style sheet gives no fill or stroke: "rect.s0".
[[nodiscard]] std::vector<std::string> classes_without_colour(const std::string& html);
/// Values of `id` that a page has more than once.
[[nodiscard]] std::vector<std::string> repeated_ids(const std::string& html);

}  // namespace sptune::reports
