// SPDX-License-Identifier: BSD-3-Clause
// Matrix Market in and out. Format: NIST Matrix Market exchange formats (Boisvert, Pozo, Remington
// 1996).
#pragma once

#include "suites/io/byte_source.hpp"
#include "suites/io/matrix.hpp"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace sptune::suites {

struct ReadOptions {
  /// Drop (and count) 0-based, negative and out-of-range entries instead of refusing the file.
  bool drop_out_of_range = false;
  /// Give a pattern file seeded values (`seeded_value` of random.hpp) instead of ones.
  bool seeded_values = false;
  /// Refuse a matrix that needs more bytes than this while being read; 0: by the limits of the
  /// environment (limits.hpp).
  std::int64_t memory_limit = 0;
};

/// Reads `path`: plain, .gz, .xz, .zst, or SuiteSparse's .tar.gz (the member <name>/<name>.mtx).
/// Streams: needs about 28 bytes per entry (20 for a pattern) and 8 per row at its peak.
/// Throws InputError `file:line: expected …, found …; remedy`, LimitError where the file may be
/// sound but costs more than a limit allows.
[[nodiscard]] Matrix read_matrix_market(const std::filesystem::path& path,
                                        const ReadOptions& options = {});

/// The same for bytes that `open` gives anew each time; `name` stands for the file, in messages and
/// for the matrix. Fuzzers drive this.
[[nodiscard]] Matrix read_matrix_market(const OpenSource& open, const std::filesystem::path& name,
                                        const ReadOptions& options = {});

/// Text in memory, not packed; `name` stands for the file in messages.
[[nodiscard]] Matrix parse_matrix_market(std::string_view text, std::string_view name,
                                         const ReadOptions& options = {});

/// Writes coordinate real general with shortest round-trip numbers; reading gives the same bits.
/// Throws InputError when the disk is full or the path cannot be written.
void write_matrix_market(const std::filesystem::path& path, const Csr<double>& matrix);

}  // namespace sptune::suites
