// SPDX-License-Identifier: BSD-3-Clause
// A suite is a list of matrices to sweep over: generated ones, a folder, or files of the
// SuiteSparse collection. It names matrices; `Library` turns a name into a matrix and keeps a
// binary cache.
//
// A manifest is a JSON file; every key but "matrices" and "include" is optional in its object:
//   {"format": "sptune-suite", "version": 1, "name": "mine", "description": "…",
//    "include": ["quick", "folder/of/matrices", "suitesparse-list.txt", "other.json"],
//    "matrices": [{"source": "generate:stencil2d{points=5,n=100}" | "file:a.mtx.gz" |
//    "url:http://…" |
//                            "suitesparse:HB/1138_bus",
//                  "name": "…", "group": "…", "split": "train" | "test", "kind": "…",
//                  "sha256": "64 hex digits", "drop_out_of_range": false, "seeded_values": false}]}
// Paths are relative to the manifest. Without "split" a matrix stands on the side of its family.
// A SuiteSparse list is a text file (.txt) of lines `<group>/<name> [sha256]`, '#' for comments.
#pragma once

#include "suites/collections/fetch.hpp"
#include "suites/io/binary.hpp"
#include "suites/io/matrix.hpp"
#include "suites/io/matrix_market.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::suites {

/// Where one matrix comes from.
struct SuiteEntry {
  std::string name;
  std::string group;
  std::string split = "train";  ///< train | test, fixed by the manifest
  std::string kind;
  /// `generate:<generator id>` · `file:<path>` · `url:<http URL of a .tar.gz or .mtx[.gz]>`
  std::string source;
  std::string sha256;  ///< of the file; checked when given
  bool drop_out_of_range = false;
  bool seeded_values = false;  ///< pattern-only file: take seeded values instead of ones
};

/// A file of a folder that is no entry of its suite. `name` can be printed and stored.
struct NoEntry {
  std::string name;
  std::string reason;
};

struct Suite {
  std::string name;
  std::string description;
  std::vector<SuiteEntry> entries;
  std::vector<NoEntry> left_out = {};     ///< matrices that cannot be used as they are
  std::vector<NoEntry> passed_over = {};  ///< what is no matrix to be read here, but looks like one
};

/// Accepts a built-in name (`quick`, `standard`), a manifest (.json), a folder of matrix files (the
/// part of a file name before "__" is the group; a `catalogue.csv` beside or above the folder is
/// read when there), a SuiteSparse list (.txt), one matrix file, the http address of one, or a
/// generator id such as `stencil2d{points=5,n=100}`. Throws InputError, and UsageError for a wrong
/// generator id.
[[nodiscard]] Suite open_suite(const std::string& name_or_path);

[[nodiscard]] std::vector<std::string> builtin_suites();

/// Suite of a folder's matrix files, in the order of their names. `catalogue.csv` in the folder or
/// above it gives names (columns file, group, name, kind, values_dropped, sha256; others are
/// ignored; above it a file without the column `file` is taken for something else). `file` is a
/// path from the catalogue's folder on; above, a bare name serves while only one folder has such a
/// file. Throws InputError for a row in no UTF-8, a second one of a file, or quotes that are not as
/// in RFC 4180. What is named in no UTF-8, is a link to nothing or has the name of an earlier
/// file's matrix (a.mtx beside a.mtx.gz) is left out; subfolders, matrices in other formats and
/// what macOS keeps beside files (._…) are passed over.
[[nodiscard]] Suite import_folder(const std::filesystem::path& folder);

/// Suite of a SuiteSparse list; nothing is fetched yet. Throws InputError.
[[nodiscard]] Suite read_suitesparse_list(const std::filesystem::path& path);

/// The manifest of a suite, indented. Paths of files are relative to `folder`, in which it will
/// lie; without one they begin at the root, and hold wherever it is put.
[[nodiscard]] std::string manifest_json(const Suite& suite,
                                        const std::filesystem::path& folder = {});

/// Parses a manifest; `path` names it in messages and is what relative paths start from.
/// Unknown keys are refused: they are mostly misspelt ones; so are repeated ones. Throws
/// InputError.
[[nodiscard]] Suite parse_manifest(std::string_view text, const std::filesystem::path& path);

/// Loads matrices and keeps them in a binary cache keyed by content hash. Safe to use from several
/// processes at once: every file is published whole, by a rename.
class Library {
 public:
  /// `cache_dir` is created when missing; default: $SPTUNE_CACHE, else $XDG_CACHE_HOME/sptune, else
  /// ~/.cache/sptune, else, where that cannot be written, sptune-<user's number> among temporary
  /// files.
  explicit Library(std::filesystem::path cache_dir = default_cache_dir(),
                   FetchOptions fetch_options = {});

  [[nodiscard]] static std::filesystem::path default_cache_dir();

  /// Reads, generates or fetches; a second call is served from the cache (checked by hash and by
  /// the source's size, dates and inode, or by the generator's id). A damaged cache file is made
  /// again.
  [[nodiscard]] Matrix load(const SuiteEntry& entry);

  /// Only the identity, from the cache's index when it is there, else by loading.
  [[nodiscard]] MatrixInfo info(const SuiteEntry& entry);

  /// Path of the binary file of a matrix that `load` or `info` has seen; workers read this file.
  [[nodiscard]] std::filesystem::path binary_path(const std::string& content_hash) const;

  /// The file that an entry's matrix is read from, fetched when it is a URL that is not here yet.
  /// Throws UsageError for a generated entry, which has none.
  [[nodiscard]] std::filesystem::path source_file(const SuiteEntry& entry);

  [[nodiscard]] const std::filesystem::path& cache_dir() const noexcept { return cache_dir_; }

 private:
  [[nodiscard]] std::string source_key(const SuiteEntry& entry);
  [[nodiscard]] std::filesystem::path index_path(const std::string& key) const;
  [[nodiscard]] std::optional<MatrixInfo> find_in_index(const std::string& key) const;
  [[nodiscard]] Matrix make(const SuiteEntry& entry);
  void remember(const std::string& key, const Matrix& matrix);

  std::filesystem::path cache_dir_;
  FetchOptions fetch_options_;
};

}  // namespace sptune::suites
