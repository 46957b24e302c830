// SPDX-License-Identifier: BSD-3-Clause
// Downloads over HTTP that survive broken connections: a partial file is kept and resumed by Range,
// guarded by the server's ETag or date, and a file shows up under its name only when it is whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
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
  int stall_limit_s = 60;     ///< an attempt that receives nothing for so long is given up
  std::function<void(const FetchProgress&)> progress;  ///< called a few times a second
};

/// Fetches `url` into `folder` unless it is there, and returns the file's path. With `sha256` (64
/// hex digits) the file is checked; without, the checksum is recorded beside it as <file>.sha256.
/// Several processes may ask for the same file at once. Throws InputError.
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
