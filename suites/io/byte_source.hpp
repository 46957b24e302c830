// SPDX-License-Identifier: BSD-3-Clause
// Text of a matrix file as a stream of bytes, whatever it is packed in.
#pragma once

#include "suites/io/limits.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sptune::suites {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills `out` with up to `capacity` bytes; 0 means the end. Throws InputError.
  virtual std::size_t read(char* out, std::size_t capacity) = 0;
  /// Number of bytes from beginning to end, where that is known before reading.
  [[nodiscard]] virtual std::optional<std::int64_t> size() const { return std::nullopt; }
};
using SourcePtr = std::unique_ptr<ByteSource>;

/// Opens the same bytes from their beginning, as often as it is called.
using OpenSource = std::function<SourcePtr()>;

/// The bytes of a file as they are. Throws InputError for a missing file or a directory.
[[nodiscard]] SourcePtr open_file_source(const std::filesystem::path& path);

/// Unpacks .gz, .xz, .zst and tar archives, one within the other, told apart by content and not by
/// name; other bytes pass as they are. Of an archive the member <stem>/<stem>.mtx is taken
/// (SuiteSparse's layout), or its only .mtx member; links and what macOS keeps beside files (._…)
/// are none. <stem> may lack the name's group, see `FileNames`. What is packed is read to its end,
/// so that a file cut short is noticed even behind the matrix. `name` stands for the file in
/// messages. Throws InputError for damaged data or an archive without a matrix, LimitError beyond
/// `limits`.
[[nodiscard]] SourcePtr unpack(SourcePtr first, const OpenSource& again, const std::string& name,
                               const Limits& limits);

/// What the name of a file says of its matrix: that of HB__1138_bus.mtx.gz is 1138_bus of the group
/// HB, others are groups of their own.
struct FileNames {
  std::string stem;   ///< without .mtx, .gz, .xz, .zst and .tar
  std::string group;  ///< before "__", else the stem
  std::string own;    ///< after it, else the stem
  std::string name;   ///< <group>/<own>, else the stem
};
[[nodiscard]] FileNames names_of_file(const std::filesystem::path& path);

/// Whether a file of this name is one that `unpack` and the reader understand: by its ending, in
/// letters of any case. What macOS keeps beside files (._…) is none, nor what is called .mtx alone.
[[nodiscard]] bool looks_like_matrix_file(const std::filesystem::path& path);
/// The same of what an archive holds, whose matrices end in .mtx.
[[nodiscard]] bool looks_like_matrix_member(std::string_view member);
/// Why a name that ends like a matrix, of our formats or of another such as Harwell-Boeing, is none
/// to be read here. Empty for matrices, and for what is called like none.
[[nodiscard]] std::string_view why_no_matrix(const std::filesystem::path& path);

/// Whether the name ends like a packed file's, in letters of any case.
[[nodiscard]] bool is_named_like_packed(const std::filesystem::path& path);

}  // namespace sptune::suites
