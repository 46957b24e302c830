// SPDX-License-Identifier: BSD-3-Clause
// A database with the rows of recorded.sql in the schema of today.
#pragma once

#include <filesystem>
#include <string>

namespace sptune::reports {

/// A folder of its own that goes with the object.
class RecordedDatabase {
 public:
  RecordedDatabase();
  ~RecordedDatabase();
  RecordedDatabase(const RecordedDatabase&) = delete;
  RecordedDatabase& operator=(const RecordedDatabase&) = delete;

  [[nodiscard]] std::filesystem::path folder() const { return folder_; }
  [[nodiscard]] std::filesystem::path file() const { return folder_ / "tiny.sqlite"; }

 private:
  std::filesystem::path folder_;
};

/// The repository's root, from $SPTUNE_SOURCE_DIR.
[[nodiscard]] std::filesystem::path source_dir();
/// Throws std::runtime_error when the file cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

}  // namespace sptune::reports
