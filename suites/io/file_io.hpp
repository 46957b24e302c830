// SPDX-License-Identifier: BSD-3-Clause
// Files with every error looked at: a full disk shows at write, fsync or close, and each is
// checked.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace sptune::suites {

/// Text of an errno.
[[nodiscard]] std::string error_text(int error);

/// Owns an open file.
class FileDescriptor {
 public:
  explicit FileDescriptor(int fd = -1) noexcept : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor();
  [[nodiscard]] int get() const noexcept { return fd_; }
  [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

/// Throws InputError when the path is missing, a directory or not readable.
[[nodiscard]] FileDescriptor open_for_reading(const std::filesystem::path& path);

/// The whole file as text. Throws InputError, also when it is longer than `limit` bytes.
[[nodiscard]] std::string read_text_file(const std::filesystem::path& path,
                                         std::size_t limit = std::size_t{1} << 30U);

/// Size, number and dates of a regular file, empty where there is none: unless these change, nobody
/// has written to it or put another in its place. Programs can set the date of a file (`cp -p`,
/// `rsync -t`, `tar`), but not the time of its last change.
[[nodiscard]] std::string mark_of(const std::filesystem::path& path);

/// Writes a file that readers see whole or not at all: a temporary beside it is renamed by
/// `publish`. Symbolic links are followed, so that they stay and what they name is replaced, with
/// the permissions that it had. A target that exists and is not a regular file (a device, a pipe)
/// is written directly. Without `publish` (an exception on the way) the temporary goes and the old
/// file stays.
class OutputFile {
 public:
  explicit OutputFile(std::filesystem::path path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Throws InputError, for example when the disk is full.
  void write(const void* data, std::size_t size);
  void write(std::string_view text) { write(text.data(), text.size()); }
  /// Flushes to the disk when `durable`, closes, renames. Throws InputError.
  void publish(bool durable = true);

 private:
  [[noreturn]] void fail(int error, const std::string& where = "") const;
  void open_beside(bool exists);
  void write_through(const char* data, std::size_t size);

  std::filesystem::path path_;       ///< as it was named
  std::filesystem::path target_;     ///< without links
  std::filesystem::path temporary_;  ///< empty when written directly
  std::string buffer_;
  FileDescriptor file_;
};

/// `OutputFile` for a small text, flushed to the disk when `durable`.
void write_text_file(const std::filesystem::path& path, std::string_view text, bool durable = true);

/// Creates a folder and its parents; throws InputError naming the remedy.
void create_folder(const std::filesystem::path& path, const std::string& remedy);

}  // namespace sptune::suites
