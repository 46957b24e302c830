// SPDX-License-Identifier: BSD-3-Clause
// The source tree as the lint tests see it: files of the modules, their lines and their includes.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sptune::lint {

struct SourceFile {
  std::string path;  ///< from the repository's root, with '/'
  std::vector<std::string> lines;

  [[nodiscard]] bool is_header() const;
};

struct Include {
  int line = 0;
  std::string name;  ///< between the quotes or brackets
};

/// The repository's root, from $SPTUNE_SOURCE_DIR.
[[nodiscard]] std::filesystem::path root();

/// The folders in the root that are part of the tree: not hidden, and not named by .gitignore
/// (builds, what programs wrote).
[[nodiscard]] std::vector<std::filesystem::path> folders();

/// Every C, C++ and CUDA source below them, sorted by path.
[[nodiscard]] std::vector<SourceFile> source_files();

[[nodiscard]] std::vector<Include> includes(const SourceFile& file);

/// layers.txt: section → key → words after the colon.
using Table = std::map<std::string, std::map<std::string, std::vector<std::string>>>;
[[nodiscard]] Table read_layers(const std::filesystem::path& file);

/// One line per include that the table forbids: "path:line: …", and per file of no module.
[[nodiscard]] std::vector<std::string> violations(const Table& table,
                                                  const std::vector<SourceFile>& files);

}  // namespace sptune::lint
