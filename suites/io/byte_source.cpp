// SPDX-License-Identifier: BSD-3-Clause
#include "suites/io/byte_source.hpp"

#include "sptune/error.hpp"
#include "suites/io/file_io.hpp"
#include "suites/io/market_header.hpp"
#include "suites/io/unpackers.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

namespace sptune::suites {
namespace {

class FileSource final : public ByteSource {
 public:
  explicit FileSource(const std::filesystem::path& path)
      : file_(open_for_reading(path)), name_(path.string()) {
    struct stat status {};
    if (::fstat(file_.get(), &status) == 0 && S_ISREG(status.st_mode)) size_ = status.st_size;
  }

  std::size_t read(char* out, std::size_t capacity) override {
    for (;;) {
      const ssize_t got = ::read(file_.get(), out, capacity);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) {
        throw InputError(name_ + ": expected a readable file, found: " + error_text(errno));
      }
    }
  }
  [[nodiscard]] std::optional<std::int64_t> size() const override { return size_; }

 private:
  FileDescriptor file_;
  std::string name_;
  std::optional<std::int64_t> size_;
};

/// A source whose first bytes can be looked at before they are read.
class PeekedSource final : public ByteSource {
 public:
  explicit PeekedSource(SourcePtr inner) : inner_(std::move(inner)) {
    while (held_ < head_.size()) {
      const std::size_t got = inner_->read(head_.data() + held_, head_.size() - held_);
      if (got == 0) break;
      held_ += got;
    }
  }
  [[nodiscard]] std::string_view head() const noexcept { return {head_.data(), held_}; }

  std::size_t read(char* out, std::size_t capacity) override {
    if (given_ == held_) return inner_->read(out, capacity);
    const std::size_t count = std::min(capacity, held_ - given_);
    std::memcpy(out, head_.data() + given_, count);
    given_ += count;
    return count;
  }
  [[nodiscard]] std::optional<std::int64_t> size() const override { return inner_->size(); }

 private:
  SourcePtr inner_;
  std::array<char, packing_head> head_{};
  std::size_t held_ = 0;
  std::size_t given_ = 0;
};

/// Lets no more than `most` bytes pass.
class LimitedSource final : public ByteSource {
 public:
  LimitedSource(SourcePtr inner, std::string name, std::int64_t most)
      : inner_(std::move(inner)), name_(std::move(name)), most_(most) {}

  std::size_t read(char* out, std::size_t capacity) override {
    const std::size_t got = inner_->read(out, capacity);
    given_ += static_cast<std::int64_t>(got);
    if (given_ > most_) {
      throw LimitError(fmt::format(
          "{}: expected at most {} when unpacked, found more; if the file is to be trusted, set "
          "SPTUNE_MAX_UNPACKED to a size or to none",
          name_, bytes_text(most_)));
    }
    return got;
  }

 private:
  SourcePtr inner_;
  std::string name_;
  std::int64_t most_;
  std::int64_t given_ = 0;
};

bool is_compressed(Packing packing) noexcept {
  return packing != Packing::none && packing != Packing::tar;
}

/// Takes off compression, layer by layer, out of each of which `most` bytes may come. What is left
/// is text or a tar archive.
std::unique_ptr<PeekedSource> decompressed(SourcePtr source, const std::string& name, int layers,
                                           std::int64_t most) {
  auto peeked = std::make_unique<PeekedSource>(std::move(source));
  for (int layer = 0;; ++layer) {
    const Packing packing = packing_of(peeked->head());
    if (!is_compressed(packing)) return peeked;
    if (layer == layers) {
      throw LimitError(
          fmt::format("{}: expected at most {} layers of compressed data, found another within; "
                      "unpack it, or set SPTUNE_MAX_LAYERS",
                      name, layers));
    }
    SourcePtr inner = packing == Packing::gzip ? gunzip(std::move(peeked), name)
                                               : decompress(std::move(peeked), packing, name);
    peeked = std::make_unique<PeekedSource>(
        std::make_unique<LimitedSource>(std::move(inner), name, most));
  }
}

constexpr std::string_view plain_ending = ".mtx";
/// Those that `unpack` takes off, the outer ones first.
constexpr std::array<std::string_view, 5> packed_endings{".gz", ".xz", ".zst", ".tgz", ".tar"};

template <std::size_t Count>
bool ends_in(const std::filesystem::path& path,
             const std::array<std::string_view, Count>& endings) {
  const std::string name = market::lower(path.filename().string());
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

bool ends_like_matrix(const std::filesystem::path& path) {
  constexpr std::array<std::string_view, 9> ours{plain_ending, ".mtx.gz",  ".mtx.xz",
                                                 ".mtx.zst",   ".tar",     ".tar.gz",
                                                 ".tar.xz",    ".tar.zst", ".tgz"};
  return ends_in(path, ours);
}

bool ends_like_other_format(const std::filesystem::path& path) {
  const std::filesystem::path name = market::lower(path.filename().string());
  constexpr std::array<std::string_view, 13> others{".hb",  ".rb",  ".rua", ".rsa", ".rra",
                                                    ".rza", ".cua", ".csa", ".pua", ".psa",
                                                    ".mat", ".npz", ".zip"};
  const std::string ending = name.extension().string();
  return std::find(others.begin(), others.end(), ending) != others.end() ||
         name.stem().extension() == plain_ending;
}

/// macOS puts what it knows of a file beside it, as "._<its name>", where a disk or an archive
/// holds nothing but files.
bool is_companion(const std::filesystem::path& path) {
  return path.filename().string().starts_with("._");
}

bool nothing_against(const std::filesystem::path& path) {
  return !is_companion(path) && !names_of_file(path).stem.empty();
}

}  // namespace

SourcePtr open_file_source(const std::filesystem::path& path) {
  return std::make_unique<FileSource>(path);
}

SourcePtr unpack(SourcePtr first, const OpenSource& again, const std::string& name,
                 const Limits& limits) {
  const std::int64_t stored = first->size().value_or(unlimited);
  const std::int64_t most = limits.unpacked.value_or(plausible_growth(stored));
  const auto open = [&](SourcePtr source) {
    return decompressed(std::move(source), name, limits.layers, most);
  };
  auto source = open(std::move(first));
  if (packing_of(source->head()) != Packing::tar) return source;
  return tar_member(
      std::move(source), [&] { return open(again()); }, name);
}

FileNames names_of_file(const std::filesystem::path& path) {
  std::string stem = path.filename().string();
  const std::string small = market::lower(stem);
  std::string_view left = small;
  const auto take_off = [&left](std::string_view ending) {
    if (left.ends_with(ending)) left.remove_suffix(ending.size());
  };
  std::for_each(packed_endings.begin(), packed_endings.end(), take_off);
  take_off(plain_ending);
  stem.resize(left.size());
  const auto border = stem.find("__");
  const bool grouped = border != std::string::npos && border > 0 && border + 2 < stem.size();
  if (!grouped) return {stem, stem, stem, stem};
  const std::string group = stem.substr(0, border);
  const std::string own = stem.substr(border + 2);
  return {stem, group, own, group + "/" + own};
}

bool looks_like_matrix_file(const std::filesystem::path& path) {
  return ends_like_matrix(path) && nothing_against(path);
}

bool looks_like_matrix_member(std::string_view member) {
  const std::filesystem::path path(member);
  return ends_in(path, std::array{plain_ending}) && nothing_against(path);
}

std::string_view why_no_matrix(const std::filesystem::path& path) {
  const bool ours = ends_like_matrix(path);
  if (!ours && !ends_like_other_format(path)) return {};
  if (is_companion(path)) return "macOS keeps there what it knows of another file, and no matrix";
  if (!ours) return "its format is not read; convert it to Matrix Market (.mtx)";
  if (!nothing_against(path)) return "its name is an ending alone; rename it";
  return {};
}

bool is_named_like_packed(const std::filesystem::path& path) {
  constexpr std::array<std::string_view, 2> others{".bz2", ".zip"};
  return ends_in(path, packed_endings) || ends_in(path, others);
}

}  // namespace sptune::suites
