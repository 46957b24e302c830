// SPDX-License-Identifier: BSD-3-Clause
// A suite is a list of matrices to sweep over: generated ones, a folder, or files of the SuiteSparse
// collection. It names matrices; `Library` turns a name into a matrix and keeps a binary cache.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sptune/suites/matrix.hpp"
#include "sptune/suites/matrix_market.hpp"

namespace sptune::suites {

/// Where one matrix comes from.
struct SuiteEntry {
  std::string name;
  std::string group;
  std::string split = "train";  ///< train | test, fixed by the manifest
  std::string kind;
  /// `generate:<generator id>` · `file:<path>` · `url:<http URL of a .tar.gz or .mtx[.gz]>`
  std::string source;
  std::string sha256;           ///< of the file; checked when given
  bool drop_out_of_range = false;
  bool seeded_values = false;   ///< pattern-only file: take seeded values instead of ones
};

struct Suite {
  std::string name;
  std::string description;
  std::vector<SuiteEntry> entries;
};

/// Accepts a built-in name (`quick`, `standard`), a manifest (.json), a folder of matrix files (the
/// part of a file name before "__" is the group; a `catalogue.csv` beside or above the folder is read
/// when there), one matrix file, or a generator id such as `stencil2d{points=5,n=100}`.
/// Throws InputError.
[[nodiscard]] Suite open_suite(const std::string& name_or_path);

[[nodiscard]] std::vector<std::string> builtin_suites();

/// Loads matrices and keeps them in a binary cache keyed by content hash.
class Library {
 public:
  /// `cache_dir` is created when missing; default: $SPTUNE_CACHE, else $XDG_CACHE_HOME/sptune, else
  /// ~/.cache/sptune.
  explicit Library(std::filesystem::path cache_dir = default_cache_dir());

  [[nodiscard]] static std::filesystem::path default_cache_dir();

  /// Reads, generates or fetches; a second call is served from the cache (checked by hash and by
  /// the source's size and time, or by the generator's id).
  [[nodiscard]] Matrix load(const SuiteEntry& entry);

  /// Only the identity, from the cache's index when it is there, else by loading.
  [[nodiscard]] MatrixInfo info(const SuiteEntry& entry);

  /// Path of the binary file of a matrix that `load` or `info` has seen; workers read this file.
  [[nodiscard]] std::filesystem::path binary_path(const std::string& content_hash) const;

 private:
  std::filesystem::path cache_dir_;
};

/// Reads a binary cache file; checks magic, version, sizes and hash. Throws InputError.
[[nodiscard]] Matrix read_binary(const std::filesystem::path& path);
/// Writes it atomically (temporary file, fsync, rename).
void write_binary(const std::filesystem::path& path, const Matrix& matrix);

}  // namespace sptune::suites
