// SPDX-License-Identifier: BSD-3-Clause
// Text of a matrix file as a stream of bytes, whatever it is packed in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace sptune::suites {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills `out` with up to `capacity` bytes; 0 means the end. Throws InputError.
  virtual std::size_t read(char* out, std::size_t capacity) = 0;
};

/// Opens a plain file, or unpacks .gz, .xz, .zst and tar archives, told apart by content and not by
/// name. Of an archive the member <stem>/<stem>.mtx is taken (SuiteSparse's layout), or its only
/// .mtx member. Throws InputError for a missing file, a directory, damaged data, or an archive
/// without a matrix.
[[nodiscard]] std::unique_ptr<ByteSource> open_byte_source(const std::filesystem::path& path);

/// File name without .mtx, .gz, .xz, .zst and .tar: the name of the matrix.
[[nodiscard]] std::string matrix_stem(const std::filesystem::path& path);

/// Whether the name ends like a file that `open_byte_source` and the reader understand.
[[nodiscard]] bool looks_like_matrix_file(const std::filesystem::path& path);

}  // namespace sptune::suites
