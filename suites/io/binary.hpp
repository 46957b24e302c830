// SPDX-License-Identifier: BSD-3-Clause
// The binary cache file of a matrix: what a sweep's worker reads instead of parsing text again.
#pragma once

#include "suites/io/matrix.hpp"

#include <filesystem>
#include <string_view>

namespace sptune::suites {

/// Reads a binary cache file; checks magic, version, sizes and hash, and that it is the matrix of
/// `content_hash` where that is given. Throws InputError, LimitError for one that the memory does
/// not hold.
[[nodiscard]] Matrix read_binary(const std::filesystem::path& path,
                                 std::string_view content_hash = {});
/// Writes it atomically (temporary file, rename), and not durably: what a crash of the machine
/// takes is noticed by `read_binary`, and made again. The matrix must have been through `identify`.
void write_binary(const std::filesystem::path& path, const Matrix& matrix);

}  // namespace sptune::suites
