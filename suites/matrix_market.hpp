// SPDX-License-Identifier: BSD-3-Clause
// Matrix Market in and out. Format: NIST Matrix Market exchange formats (Boisvert, Pozo, Remington 1996).
#pragma once

#include <filesystem>
#include <string_view>

#include "sptune/suites/matrix.hpp"

namespace sptune::suites {

struct ReadOptions {
  /// Drop (and count) 0-based, negative and out-of-range entries instead of refusing the file.
  bool drop_out_of_range = false;
};

/// Reads `path`: plain, .gz, .xz, .zst, or SuiteSparse's .tar.gz (the member <name>/<name>.mtx).
/// Throws InputError `file:line: expected …, found …; remedy`.
[[nodiscard]] Matrix read_matrix_market(const std::filesystem::path& path,
                                        const ReadOptions& options = {});

/// The same from memory; `name` stands for the file in messages. This is what the fuzzer drives.
[[nodiscard]] Matrix parse_matrix_market(std::string_view text, std::string_view name,
                                         const ReadOptions& options = {});

/// Writes coordinate real general with shortest round-trip numbers; reading gives the same bits.
/// Throws InputError when the disk is full or the path cannot be written.
void write_matrix_market(const std::filesystem::path& path, const Csr<double>& matrix);

}  // namespace sptune::suites
