// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/suites/byte_source.hpp"

#include "sptune/kernels/api/error.hpp"
#include "sptune/suites/file_io.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <vector>

namespace sptune::suites {
namespace {

constexpr std::size_t archive_block = 1U << 17U;

bool ends_with(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

class PlainSource final : public ByteSource {
 public:
  PlainSource(FileDescriptor file, std::string name)
      : file_(std::move(file)), name_(std::move(name)) {}

  std::size_t read(char* out, std::size_t capacity) override {
    for (;;) {
      const ssize_t got = ::read(file_.get(), out, capacity);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) {
        throw InputError(name_ + ": expected a readable file, found: " + error_text(errno));
      }
    }
  }

 private:
  FileDescriptor file_;
  std::string name_;
};

struct CloseArchive {
  void operator()(archive* a) const noexcept { archive_read_free(a); }
};
using ArchiveHandle = std::unique_ptr<archive, CloseArchive>;

ArchiveHandle open_archive(const std::filesystem::path& path) {
  ArchiveHandle handle(archive_read_new());
  if (!handle) throw std::bad_alloc();
  archive_read_support_filter_gzip(handle.get());
  archive_read_support_filter_xz(handle.get());
  archive_read_support_filter_zstd(handle.get());
  archive_read_support_format_tar(handle.get());
  archive_read_support_format_raw(handle.get());
  archive_read_support_format_empty(handle.get());
  if (archive_read_open_filename(handle.get(), path.c_str(), archive_block) != ARCHIVE_OK) {
    throw InputError(path.string() + ": expected compressed data, found: " +
                     archive_error_string(handle.get()) + "; fetch the file again");
  }
  return handle;
}

class ArchiveSource final : public ByteSource {
 public:
  explicit ArchiveSource(const std::filesystem::path& path) : name_(path.string()) {
    handle_ = open_archive(path);
    if (!next()) return;  // an empty compressed file: the reader says so
    if (archive_format(handle_.get()) == ARCHIVE_FORMAT_RAW) {
      open_ = true;
      return;
    }
    const std::string member = choose_member(matrix_stem(path));
    handle_ = open_archive(path);
    while (next()) {
      if (member_ == member) {
        open_ = true;
        return;
      }
    }
    throw InputError(name_ + ": expected the member " + member + " again, found none");
  }

  std::size_t read(char* out, std::size_t capacity) override {
    if (!open_) return 0;
    const la_ssize_t got = archive_read_data(handle_.get(), out, capacity);
    if (got < 0) damaged();
    return static_cast<std::size_t>(got);
  }

 private:
  /// Moves to the next member; false at the end.
  bool next() {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(handle_.get(), &entry);
    if (status == ARCHIVE_EOF) return false;
    if (status != ARCHIVE_OK && status != ARCHIVE_WARN) damaged();
    const char* const member = archive_entry_pathname(entry);
    member_ = member == nullptr ? "" : member;
    return true;
  }

  /// Walks the rest of the archive, from the member that `next` is at.
  std::string choose_member(const std::string& stem) {
    const std::string wanted = stem + "/" + stem + ".mtx";
    std::vector<std::string> candidates;
    do {
      if (member_ == wanted || ends_with(member_, "/" + wanted)) return member_;
      if (ends_with(member_, ".mtx")) candidates.push_back(member_);
    } while (next());
    if (candidates.size() == 1) return candidates.front();
    std::string found;
    for (const auto& candidate : candidates) found += (found.empty() ? "" : ", ") + candidate;
    throw InputError(name_ + ": expected the member " + wanted +
                     " or a single .mtx member, found " + (found.empty() ? "none" : found) +
                     "; unpack it and name the file");
  }

  [[noreturn]] void damaged() {
    const char* const why = archive_error_string(handle_.get());
    throw InputError(name_ + ": expected intact compressed data, found: " +
                     (why == nullptr ? "damage" : why) + "; fetch the file again");
  }

  std::string name_;
  ArchiveHandle handle_;
  std::string member_;
  bool open_ = false;
};

/// Whether the file begins like something that libarchive has to unpack.
bool is_packed(const FileDescriptor& file) {
  std::array<char, 264> head{};
  const ssize_t got = ::pread(file.get(), head.data(), head.size(), 0);
  const std::string_view text(head.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
  using namespace std::string_view_literals;
  return text.starts_with("\x1f\x8b"sv) ||
         text.starts_with(
             "\xfd"
             "7zXZ\0"sv) ||
         text.starts_with("\x28\xb5\x2f\xfd"sv) ||
         (text.size() >= 262 && text.substr(257, 5) == "ustar"sv);
}

}  // namespace

std::unique_ptr<ByteSource> open_byte_source(const std::filesystem::path& path) {
  FileDescriptor file = open_for_reading(path);
  if (is_packed(file)) return std::make_unique<ArchiveSource>(path);
  return std::make_unique<PlainSource>(std::move(file), path.string());
}

std::string matrix_stem(const std::filesystem::path& path) {
  std::string name = path.filename().string();
  for (const std::string_view suffix : {".gz", ".xz", ".zst", ".tgz", ".tar", ".mtx"}) {
    if (ends_with(name, suffix)) name.resize(name.size() - suffix.size());
  }
  return name;
}

bool looks_like_matrix_file(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  constexpr std::array<std::string_view, 8> known{".mtx",    ".mtx.gz", ".mtx.xz",  ".mtx.zst",
                                                  ".tar.gz", ".tar.xz", ".tar.zst", ".tgz"};
  return std::any_of(known.begin(), known.end(),
                     [&](std::string_view suffix) { return ends_with(name, suffix); });
}

}  // namespace sptune::suites
