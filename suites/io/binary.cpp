// SPDX-License-Identifier: BSD-3-Clause
// The binary cache file: a 192-byte header, then offsets, columns and values, each aligned to 64
// bytes so that the file can be mapped, then the identity as JSON. Little-endian, as every machine
// that we run on.
#include "suites/io/binary.hpp"

#include "kernels/convert/convert.hpp"
#include "sptune/error.hpp"
#include "suites/io/file_io.hpp"
#include "suites/io/info_json.hpp"
#include "suites/io/limits.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace sptune::suites {
namespace {

static_assert(std::endian::native == std::endian::little, "the cache format is little-endian");

constexpr std::array<char, 8> magic{'S', 'P', 'T', 'U', 'N', 'E', 'M', '\n'};
constexpr std::uint32_t format_version = 1;
constexpr std::int64_t alignment = 64;
constexpr std::int64_t longest_info = std::int64_t{1} << 20;

struct FileHeader {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t header_bytes;
  std::int64_t rows;
  std::int64_t cols;
  std::int64_t nnz;
  std::int64_t offsets_at;
  std::int64_t columns_at;
  std::int64_t values_at;
  std::int64_t info_at;
  std::int64_t info_bytes;
  std::array<char, 32> content_hash;
  std::array<char, 32> pattern_hash;
  std::uint64_t info_check;    ///< XXH3-64 of the JSON
  std::uint64_t header_check;  ///< XXH3-64 of all fields above
  std::array<char, 32> unused;
};
static_assert(sizeof(FileHeader) == 192 && std::is_trivially_copyable_v<FileHeader>);

std::uint64_t check_of(const FileHeader& header) {
  return XXH3_64bits(&header, offsetof(FileHeader, header_check));
}

std::int64_t aligned(std::int64_t position) {
  return (position + alignment - 1) / alignment * alignment;
}

/// Positions from sizes; a file whose header has others is damaged.
void lay_out(FileHeader& h) {
  h.offsets_at = sizeof(FileHeader);
  h.columns_at = aligned(h.offsets_at + 8 * (h.rows + 1));
  h.values_at = aligned(h.columns_at + 4 * h.nnz);
  h.info_at = aligned(h.values_at + 8 * h.nnz);
}

[[noreturn]] void damaged(const std::filesystem::path& path, const std::string& found) {
  throw InputError(path.string() + ": expected an intact matrix of the binary cache, found " +
                   found + "; delete the file, it is made again from its source");
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) : path_(path), file_(open_for_reading(path)) {
    struct stat status {};
    if (::fstat(file_.get(), &status) != 0) damaged(path_, error_text(errno));
    size_ = status.st_size;
  }

  [[nodiscard]] std::int64_t size() const noexcept { return size_; }

  void read_at(std::int64_t position, void* out, std::int64_t bytes) const {
    char* p = static_cast<char*>(out);
    while (bytes > 0) {
      const ssize_t got = ::pread(file_.get(), p, static_cast<std::size_t>(bytes), position);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) damaged(path_, error_text(errno));
      if (got == 0) damaged(path_, "its end too early");
      p += got;
      bytes -= got;
      position += got;
    }
  }

 private:
  const std::filesystem::path& path_;
  FileDescriptor file_;
  std::int64_t size_ = 0;
};

FileHeader read_header(const Reader& reader, const std::filesystem::path& path) {
  if (reader.size() < static_cast<std::int64_t>(sizeof(FileHeader))) {
    damaged(path, std::to_string(reader.size()) + " bytes");
  }
  FileHeader h{};
  reader.read_at(0, &h, sizeof(h));
  if (h.magic != magic) damaged(path, "another kind of file");
  if (h.version != format_version) {
    damaged(path, "version " + std::to_string(h.version) + " instead of " +
                      std::to_string(format_version));
  }
  if (h.header_bytes != sizeof(FileHeader) || h.header_check != check_of(h))
    damaged(path, "a damaged header");
  // Sizes that a matrix can have keep the sums below from overflowing.
  constexpr std::int64_t most = std::int64_t{1} << 48;
  FileHeader expected = h;
  const bool sane = h.rows >= 0 && h.rows < most && h.cols >= 0 && h.nnz >= 0 && h.nnz < most &&
                    h.info_bytes >= 0 && h.info_bytes <= longest_info;
  if (sane) lay_out(expected);
  if (!sane || std::memcmp(&expected, &h, sizeof(h)) != 0 ||
      reader.size() != h.info_at + h.info_bytes) {
    damaged(path, "sizes that do not agree");
  }
  return h;
}

void write_padded(OutputFile& file, const void* data, std::int64_t bytes, std::int64_t& at,
                  std::int64_t until) {
  constexpr std::array<char, alignment> zeros{};
  file.write(data, static_cast<std::size_t>(bytes));
  file.write(zeros.data(), static_cast<std::size_t>(until - at - bytes));
  at = until;
}

}  // namespace

Matrix read_binary(const std::filesystem::path& path, std::string_view content_hash) try {
  const Reader reader(path);
  const FileHeader h = read_header(reader, path);
  const std::int64_t bytes = 8 * (h.rows + 1) + 12 * h.nnz;
  if (const std::int64_t limit = memory_for_a_matrix(); bytes > limit) {
    throw LimitError(fmt::format(
        "{}: expected a matrix that can be read in {}, found {} rows and {} entries, which need "
        "{}; read it on a machine with more memory, or set SPTUNE_MAX_MEMORY",
        path.string(), bytes_text(limit), h.rows, h.nnz, bytes_text(bytes)));
  }
  std::string info(static_cast<std::size_t>(h.info_bytes), '\0');
  reader.read_at(h.info_at, info.data(), h.info_bytes);
  if (XXH3_64bits(info.data(), info.size()) != h.info_check) damaged(path, "a damaged identity");
  Matrix matrix;
  matrix.info = info_from_json(info);
  Csr<double>& csr = matrix.csr;
  csr.rows = h.rows;
  csr.cols = h.cols;
  csr.row_offsets.resize(static_cast<std::size_t>(h.rows) + 1);
  csr.col_indices.resize(static_cast<std::size_t>(h.nnz));
  csr.values.resize(static_cast<std::size_t>(h.nnz));
  reader.read_at(h.offsets_at, csr.row_offsets.data(), 8 * (h.rows + 1));
  reader.read_at(h.columns_at, csr.col_indices.data(), 4 * h.nnz);
  reader.read_at(h.values_at, csr.values.data(), 8 * h.nnz);
  identify(matrix);
  const std::string_view stored(h.content_hash.data(), h.content_hash.size());
  if (matrix.info.content_hash != stored) {
    damaged(path,
            "content of hash " + matrix.info.content_hash + " instead of " + std::string(stored));
  }
  if (!content_hash.empty() && content_hash != stored) {
    damaged(path, "the matrix " + std::string(stored) + " instead of " + std::string(content_hash));
  }
  const std::string broken = convert::broken_invariant(csr);
  if (!broken.empty()) damaged(path, broken);
  return matrix;
} catch (const std::bad_alloc&) {
  throw LimitError(path.string() +
                   ": expected a matrix that fits the memory, found too little of it");
}

void write_binary(const std::filesystem::path& path, const Matrix& matrix) {
  const Csr<double>& csr = matrix.csr;
  if (matrix.info.content_hash.size() != 32 || matrix.info.pattern_hash.size() != 32) {
    throw UsageError("write_binary: expected a matrix that `identify` has seen");
  }
  const std::string info = to_json(matrix.info);
  FileHeader h{};
  h.magic = magic;
  h.version = format_version;
  h.header_bytes = sizeof(FileHeader);
  h.rows = csr.rows;
  h.cols = csr.cols;
  h.nnz = csr.nnz();
  h.info_bytes = static_cast<std::int64_t>(info.size());
  lay_out(h);
  std::copy_n(matrix.info.content_hash.begin(), 32, h.content_hash.begin());
  std::copy_n(matrix.info.pattern_hash.begin(), 32, h.pattern_hash.begin());
  h.info_check = XXH3_64bits(info.data(), info.size());
  h.header_check = check_of(h);

  OutputFile file(path);
  std::int64_t at = 0;
  write_padded(file, &h, sizeof(h), at, h.offsets_at);
  write_padded(file, csr.row_offsets.data(), 8 * (h.rows + 1), at, h.columns_at);
  write_padded(file, csr.col_indices.data(), 4 * h.nnz, at, h.values_at);
  write_padded(file, csr.values.data(), 8 * h.nnz, at, h.info_at);
  file.write(info);
  file.publish(false);
}

}  // namespace sptune::suites
