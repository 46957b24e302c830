// SPDX-License-Identifier: BSD-3-Clause
#include "suites/io/unpackers.hpp"

#include "sptune/error.hpp"
#include "suites/io/market_header.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <new>
#include <utility>
#include <vector>

namespace sptune::suites {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 17U;

[[noreturn]] void damaged(const std::string& name, std::string_view what, std::string_view found) {
  throw InputError(
      fmt::format("{}: expected intact {}, found {}; fetch the file again", name, what, found));
}

[[noreturn]] void cut_short(const std::string& name, std::string_view what) {
  damaged(name, what, "its end too early: the file is cut short");
}

class GunzipSource final : public ByteSource {
 public:
  GunzipSource(SourcePtr packed, const std::string& name)
      : packed_(std::move(packed)), name_(name), input_(block_bytes) {
    constexpr int only_gzip = 16;
    if (::inflateInit2(&stream_, only_gzip + MAX_WBITS) != Z_OK) throw std::bad_alloc();
  }
  GunzipSource(const GunzipSource&) = delete;
  GunzipSource& operator=(const GunzipSource&) = delete;
  ~GunzipSource() override { ::inflateEnd(&stream_); }

  std::size_t read(char* out, std::size_t capacity) override {
    const auto room = static_cast<uInt>(std::min(capacity, std::size_t{1} << 30U));
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = room;
    while (stream_.avail_out == room && !ended_) {
      if (stream_.avail_in == 0 && !refill()) cut_short(name_, "gzip data");
      const int status = ::inflate(&stream_, Z_NO_FLUSH);
      if (status == Z_MEM_ERROR) throw std::bad_alloc();
      if (status == Z_STREAM_END) {
        next_member();
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        damaged(name_, "gzip data", stream_.msg == nullptr ? "damage" : stream_.msg);
      }
    }
    return room - stream_.avail_out;
  }

 private:
  /// False at the end of the packed bytes.
  bool refill() {
    const std::size_t got = packed_->read(input_.data(), input_.size());
    stream_.next_in = reinterpret_cast<Bytef*>(input_.data());
    stream_.avail_in = static_cast<uInt>(got);
    return got > 0;
  }

  /// Members may follow one another. Like gzip, passes over anything else that follows.
  void next_member() {
    constexpr Bytef first_byte = 0x1f;
    ended_ = (stream_.avail_in == 0 && !refill()) || *stream_.next_in != first_byte;
    if (!ended_) ::inflateReset(&stream_);
  }

  SourcePtr packed_;
  std::string name_;
  std::vector<char> input_;
  z_stream stream_{};
  bool ended_ = false;
};

struct CloseArchive {
  void operator()(archive* a) const noexcept { archive_read_free(a); }
};

/// A reader of libarchive that takes its bytes from a source. An exception must not pass through
/// libarchive's frames: it is kept and thrown again by `check`.
class ArchiveReader {
 public:
  ArchiveReader(SourcePtr packed, std::string name, std::string_view what)
      : handle_(archive_read_new()),
        packed_(std::move(packed)),
        name_(std::move(name)),
        what_(what),
        input_(block_bytes) {
    if (!handle_) throw std::bad_alloc();
  }

  [[nodiscard]] archive* get() const noexcept { return handle_.get(); }
  void open() {
    check(archive_read_open(handle_.get(), this, nullptr, &ArchiveReader::on_read, nullptr));
    // Data that cannot be decompressed pass for an empty file, but for the error that they leave.
    if (archive_errno(handle_.get()) != 0) check(ARCHIVE_FATAL);
  }

  /// Moves to the next member; false at the end.
  bool next(archive_entry*& entry) {
    const int status = archive_read_next_header(handle_.get(), &entry);
    if (status != ARCHIVE_EOF) check(status);
    return status != ARCHIVE_EOF;
  }

  std::size_t read(char* out, std::size_t capacity) {
    const la_ssize_t got = archive_read_data(handle_.get(), out, capacity);
    // A warning, too: no bytes came.
    if (got < 0) check(got == ARCHIVE_WARN ? ARCHIVE_FAILED : static_cast<int>(got));
    return static_cast<std::size_t>(got);
  }

  /// Reads what is left of the packed bytes.
  void drain() {
    while (packed_->read(input_.data(), input_.size()) > 0) {
    }
  }

 private:
  static la_ssize_t on_read(archive* handle, void* self, const void** data) {
    auto& reader = *static_cast<ArchiveReader*>(self);
    try {
      *data = reader.input_.data();
      const std::size_t got = reader.packed_->read(reader.input_.data(), reader.input_.size());
      reader.ended_ = reader.ended_ || got == 0;
      return static_cast<la_ssize_t>(got);
    } catch (...) {
      reader.thrown_ = std::current_exception();
      archive_set_error(handle, EIO, "its source failed");
      return ARCHIVE_FATAL;
    }
  }

  void check(int status) {
    if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
    if (status == ARCHIVE_OK || status == ARCHIVE_WARN) return;
    if (ended_) cut_short(name_, what_);
    // There need not be a text: libarchive has none for some of its errors.
    const char* const why = archive_error_string(handle_.get());
    damaged(name_, what_, why == nullptr ? "damage" : why);
  }

  std::unique_ptr<archive, CloseArchive> handle_;
  SourcePtr packed_;
  std::string name_;
  std::string_view what_;
  std::vector<char> input_;
  std::exception_ptr thrown_;
  bool ended_ = false;  ///< the packed bytes have been read to their end
};

class DecompressedSource final : public ByteSource {
 public:
  DecompressedSource(SourcePtr packed, Packing packing, const std::string& name)
      : reader_(std::move(packed), name, packing == Packing::xz ? "xz data" : "zstd data") {
    // One filter and no bidding for more: the layers within are ours to count.
    archive_read_append_filter(reader_.get(),
                               packing == Packing::xz ? ARCHIVE_FILTER_XZ : ARCHIVE_FILTER_ZSTD);
    archive_read_support_format_raw(reader_.get());
    archive_read_support_format_empty(reader_.get());
    reader_.open();
    archive_entry* entry = nullptr;
    empty_ = !reader_.next(entry);
  }

  std::size_t read(char* out, std::size_t capacity) override {
    return empty_ ? 0 : reader_.read(out, capacity);
  }

 private:
  ArchiveReader reader_;
  bool empty_ = false;
};

/// One pass over an archive.
class TarSource final : public ByteSource {
 public:
  TarSource(SourcePtr packed, const std::string& name)
      : reader_(std::move(packed), name, "tar archive") {
    archive_read_support_format_tar(reader_.get());
    reader_.open();
  }

  /// Moves to the next member; false at the end.
  bool next() {
    archive_entry* entry = nullptr;
    if (!reader_.next(entry)) return false;
    const char* const member = archive_entry_pathname(entry);
    member_ = member == nullptr ? "" : member;
    size_ = archive_entry_size(entry);
    is_link_ = archive_entry_hardlink(entry) != nullptr || archive_entry_symlink(entry) != nullptr;
    is_file_ = !is_link_ && archive_entry_filetype(entry) == AE_IFREG;
    return true;
  }
  [[nodiscard]] const std::string& member() const noexcept { return member_; }
  [[nodiscard]] bool is_file() const noexcept { return is_file_; }
  [[nodiscard]] bool is_link() const noexcept { return is_link_; }  ///< which has no bytes

  std::size_t read(char* out, std::size_t capacity) override {
    const std::size_t got = ended_ ? 0 : reader_.read(out, capacity);
    if (got == 0 && !ended_) {
      ended_ = true;
      while (next()) {
      }
      reader_.drain();
    }
    return got;
  }
  [[nodiscard]] std::optional<std::int64_t> size() const override { return size_; }

 private:
  ArchiveReader reader_;
  std::string member_;
  std::int64_t size_ = 0;
  bool is_file_ = false;
  bool is_link_ = false;
  bool ended_ = false;
};

/// The first names of many, for a message.
class Shown {
 public:
  void add(const std::string& member) {
    if (++count_ <= most) text_ += (count_ == 1 ? "" : ", ") + market::quoted(member);
  }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::string text() const {
    return count_ > most ? fmt::format("{} and {} more", text_, count_ - most) : text_;
  }

 private:
  static constexpr std::size_t most = 3;
  std::size_t count_ = 0;
  std::string text_;
};

/// A block of an archive holds the sum of its bytes at 148, with blanks in place of the sum.
bool is_tar_header(std::string_view block) {
  constexpr std::size_t sum_at = 148;
  constexpr std::size_t sum_bytes = 8;
  if (block.size() < packing_head || block.front() == '\0') return false;
  std::uint32_t stored = 0;
  std::size_t digits = 0;
  for (const char c : block.substr(sum_at, sum_bytes)) {
    if (c < '0' || c > '7') {
      if (digits > 0) break;
      if (c != ' ') return false;
      continue;
    }
    stored = stored * 8 + static_cast<std::uint32_t>(c - '0');
    ++digits;
  }
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < packing_head; ++i) {
    const bool blank = i >= sum_at && i < sum_at + sum_bytes;
    sum += blank ? std::uint32_t{' '} : static_cast<unsigned char>(block[i]);
  }
  return digits > 0 && sum == stored;
}

/// pzstd puts one before each frame, to hold its size (RFC 8878, 3.1.2).
bool is_skippable_frame(std::string_view head) {
  constexpr unsigned char first = 0x50;  // to 0x5f
  return head.size() > 4 && (static_cast<unsigned char>(head[0]) & 0xf0U) == first &&
         head.substr(1).starts_with("\x2a\x4d\x18");
}

}  // namespace

Packing packing_of(std::string_view head) noexcept {
  using namespace std::string_view_literals;
  if (head.starts_with("\x1f\x8b"sv)) return Packing::gzip;
  if (head.starts_with("\xfd\x37zXZ\0"sv)) return Packing::xz;
  if (head.starts_with("\x28\xb5\x2f\xfd"sv) || is_skippable_frame(head)) return Packing::zstd;
  return is_tar_header(head) ? Packing::tar : Packing::none;
}

SourcePtr gunzip(SourcePtr packed, const std::string& name) {
  return std::make_unique<GunzipSource>(std::move(packed), name);
}

SourcePtr decompress(SourcePtr packed, Packing packing, const std::string& name) {
  return std::make_unique<DecompressedSource>(std::move(packed), packing, name);
}

SourcePtr tar_member(SourcePtr archive, const OpenSource& again, const std::string& name) {
  const FileNames names = names_of_file(name);
  const auto layout = [](const std::string& stem) { return stem + "/" + stem + ".mtx"; };
  const auto is = [](std::string_view member, const std::string& wanted) {
    return member == wanted || member.ends_with("/" + wanted);
  };
  auto tar = std::make_unique<TarSource>(std::move(archive), name);
  std::string only;
  Shown files;
  Shown links;
  while (tar->next()) {
    const std::string& member = tar->member();
    if (!looks_like_matrix_member(member)) continue;
    if (tar->is_link()) links.add(member);
    if (!tar->is_file()) continue;
    if (is(member, layout(names.stem)) || is(member, layout(names.own))) return tar;
    files.add(member);
    only = member;
  }
  if (files.count() == 1) {
    tar = std::make_unique<TarSource>(again(), name);
    while (tar->next()) {
      if (tar->is_file() && tar->member() == only) return tar;
    }
    throw InputError(name + ": expected the member " + market::quoted(only) +
                     " again, found none; is the file being changed?");
  }
  std::string found = files.count() == 0 ? "none" : files.text();
  if (links.count() > 0) found += fmt::format(", and as links {}", links.text());
  throw InputError(fmt::format(
      "{}: expected the member {} or a single .mtx member, found {}; unpack it and name the file",
      name, layout(names.own), found));
}

}  // namespace sptune::suites
