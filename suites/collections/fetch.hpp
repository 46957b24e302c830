// SPDX-License-Identifier: BSD-3-Clause
// Downloads over HTTP that survive broken connections: a partial file is kept and resumed by Range,
// guarded by the server's ETag or date, and a file shows up under its name only when it is whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace sptune::suites {

struct FetchProgress {
  std::string url;
  std::int64_t received = 0;  ///< bytes of the file that are here, resumed ones included
  std::int64_t total = 0;     ///< 0 when the server does not say
  int attempt = 1;
};

struct FetchOptions {
  int attempts = 5;
  double first_wait_s = 0.5;  ///< before the second attempt; doubles each time
  int stall_limit_s = 60;     ///< an attempt that is too slow for so long is given up
  std::optional<std::int64_t> min_bytes_per_s;  ///< what is too slow; else of the environment
  std::optional<std::int64_t> max_bytes;        ///< of a file; else of the environment (limits.hpp)
  std::function<void(const FetchProgress&)> progress;  ///< called a few times a second
  /// Looks at a file that has arrived, and throws InputError when it is not to be kept. The second
  /// path is what it will be called. A file of a given sha256 is not asked about.
  std::function<void(const std::filesystem::path&, const std::filesystem::path&)> check;
};

/// Fetches `url` into `folder` unless it is there, and returns the file's path. The file's checksum
/// is recorded beside it, as <file>.sha256 with a mark of the file that had it: whenever the file
/// is not the marked one any more its checksum is computed anew, and it is fetched again when it is
/// neither `sha256` (64 hex digits, where given) nor what was fetched. Several processes may ask
/// for the same file at once. Throws InputError, LimitError for a file that is too large.
std::filesystem::path fetch(const std::string& url, const std::filesystem::path& folder,
                            const std::string& sha256 = {}, const FetchOptions& options = {});

/// Where `fetch` puts the file of a URL.
[[nodiscard]] std::filesystem::path fetched_path(const std::string& url,
                                                 const std::filesystem::path& folder);

/// URL of a matrix of the SuiteSparse collection, "HB/1138_bus" for example:
/// <base>/MM/<group>/<name>.tar.gz, with $SPTUNE_SUITESPARSE_URL as base where it is set.
/// Throws UsageError when the name is not <group>/<name>.
[[nodiscard]] std::string suitesparse_url(const std::string& name);

}  // namespace sptune::suites
