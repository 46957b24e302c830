// SPDX-License-Identifier: BSD-3-Clause
// Inside of fetch: the requests that bring one file, each from where the last one broke off.
#pragma once

#include "suites/collections/fetch.hpp"
#include "suites/io/limits.hpp"

#include <filesystem>
#include <string>

namespace sptune::suites {

/// Brings `url` to `partial`, or the rest of it when a part is there. Throws InputError, LimitError
/// beyond `limits`.
void download(const std::string& url, const std::filesystem::path& partial,
              const FetchOptions& options, const Limits& limits);

}  // namespace sptune::suites
