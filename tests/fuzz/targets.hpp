// SPDX-License-Identifier: BSD-3-Clause
// What must hold for any bytes: a result that keeps its invariants, or an InputError of one line.
// The fuzzers drive these, and the unit tests replay what was found, with any compiler.
#pragma once

#include "kernels/convert/convert.hpp"
#include "sptune/error.hpp"
#include "suites/collections/suite.hpp"
#include "suites/collections/suite_parts.hpp"
#include "suites/io/info_json.hpp"
#include "suites/io/matrix_market.hpp"

#include <sys/mman.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace sptune::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

/// Whether `work` gave a result; an InputError of one line is the other good answer.
template <class Work>
bool answers(Work work) {
  try {
    work();
    return true;
  } catch (const InputError& e) {
    require(*e.what() != '\0' && std::strchr(e.what(), '\n') == nullptr);
    require(std::strlen(e.what()) < 2000);
    return false;
  }
}

inline void require_sound(const suites::Matrix& matrix, bool drop) {
  const auto& report = matrix.info.report;
  require(convert::broken_invariant(matrix.csr).empty());
  require(matrix.info.nnz == matrix.csr.nnz());
  require(drop || report.dropped_out_of_range == 0);
  require(report.dropped_out_of_range + report.duplicates_summed <= report.entries_in_file);
  require(matrix.info.content_hash.size() == 32);
}

inline suites::ReadOptions small_options(bool drop) {
  suites::ReadOptions options;
  options.drop_out_of_range = drop;
  options.seeded_values = drop;
  options.memory_limit = 64'000'000;
  return options;
}

/// Text of Matrix Market.
inline bool matrix_market(std::string_view bytes) {
  // A copy of its own, so that reading one byte beyond the end is seen.
  const std::string text(bytes);
  bool read = false;
  for (const bool drop : {false, true}) {
    read |= answers([&] {
      require_sound(suites::parse_matrix_market(text, "fuzz", small_options(drop)), drop);
    });
  }
  return read;
}

class MemorySource final : public suites::ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
  std::size_t read(char* out, std::size_t capacity) override {
    const std::size_t count = std::min(capacity, bytes_.size() - given_);
    std::memcpy(out, bytes_.data() + given_, count);
    given_ += count;
    return count;
  }
  [[nodiscard]] std::optional<std::int64_t> size() const override {
    return static_cast<std::int64_t>(bytes_.size());
  }

 private:
  std::string bytes_;
  std::size_t given_ = 0;
};

/// A packed file, through everything that unpacks. $SPTUNE_MAX_UNPACKED keeps it quick.
inline bool archive(std::string_view bytes) {
  return answers([&] {
    const auto open = [&] { return std::make_unique<MemorySource>(bytes); };
    require_sound(suites::read_matrix_market(open, "fuzz.tar.gz", small_options(false)), false);
  });
}

/// A manifest, and the identity of a matrix; neither may open other files.
inline bool manifest(std::string_view bytes) {
  const std::string text(bytes);
  const bool identity = answers([&] {
    const auto json = suites::to_json(suites::info_from_json(text));
    require(suites::to_json(suites::info_from_json(json)) == json);
  });
  const bool suite = answers([&] {
    suites::Included included;
    included.depth = suites::deepest_include;
    const suites::Suite parsed = suites::parse_manifest_at(text, "dir/fuzz.json", included);
    const auto again = suites::parse_manifest(suites::manifest_json(parsed), "dir/fuzz.json");
    require(again.entries.size() == parsed.entries.size());
    for (std::size_t i = 0; i < again.entries.size(); ++i) {
      require(again.entries[i].name == parsed.entries[i].name);
      require(again.entries[i].sha256 == parsed.entries[i].sha256);
    }
  });
  return identity || suite;
}

/// A file of the binary cache with right checksums over any contents: sizes, arrays and identity
/// are taken from the bytes. The first byte says whether they are the whole file instead.
inline std::string binary_file(std::string_view bytes) {
  if (bytes.size() < 4 || bytes[0] % 4 == 0)
    return std::string(bytes.substr(bytes.empty() ? 0 : 1));
  const auto number = [&](std::size_t at, std::int64_t below) {
    return static_cast<unsigned char>(bytes[at]) % below;
  };
  suites::Matrix matrix;
  Csr<double>& csr = matrix.csr;
  csr.rows = number(1, 12);
  csr.cols = number(2, 12);
  const std::int64_t nnz = number(3, 24);
  bytes.remove_prefix(4);
  const auto take = [&](auto& list, std::int64_t count) {
    list.resize(static_cast<std::size_t>(count));
    // One byte for each: small numbers, of both signs.
    for (auto& value : list) {
      if (bytes.empty()) return;
      value = static_cast<signed char>(bytes.front());
      bytes.remove_prefix(1);
    }
  };
  take(csr.row_offsets, csr.rows + 1);
  take(csr.col_indices, nnz);
  take(csr.values, nnz);
  suites::identify(matrix);
  const auto aligned = [](std::int64_t at) { return (at + 63) / 64 * 64; };
  std::array<std::int64_t, 8> sizes{csr.rows, csr.cols, nnz, 192};
  sizes[4] = aligned(sizes[3] + 8 * (csr.rows + 1));
  sizes[5] = aligned(sizes[4] + 4 * nnz);
  sizes[6] = aligned(sizes[5] + 8 * nnz);
  sizes[7] = static_cast<std::int64_t>(bytes.size());
  std::string file("SPTUNEM\n\1\0\0\0\xc0\0\0\0", 16);
  const auto append = [&](const void* data, std::size_t size) {
    file.append(static_cast<const char*>(data), size);
  };
  append(sizes.data(), sizeof(sizes));
  file += matrix.info.content_hash + matrix.info.pattern_hash;
  const std::uint64_t info_check = XXH3_64bits(bytes.data(), bytes.size());
  append(&info_check, 8);
  const std::uint64_t header_check = XXH3_64bits(file.data(), file.size());
  append(&header_check, 8);
  file.resize(192);
  append(csr.row_offsets.data(), csr.row_offsets.size() * 8);
  file.resize(static_cast<std::size_t>(sizes[4]));
  append(csr.col_indices.data(), csr.col_indices.size() * 4);
  file.resize(static_cast<std::size_t>(sizes[5]));
  append(csr.values.data(), csr.values.size() * 8);
  file.resize(static_cast<std::size_t>(sizes[6]));
  return file.append(bytes);
}

inline bool binary(std::string_view bytes) {
  const std::string file = binary_file(bytes);
  const int fd = ::memfd_create("fuzz", 0);
  require(fd >= 0 && ::write(fd, file.data(), file.size()) == static_cast<ssize_t>(file.size()));
  const bool read = answers([&] {
    const auto matrix = suites::read_binary("/proc/self/fd/" + std::to_string(fd));
    require(convert::broken_invariant(matrix.csr).empty());
  });
  ::close(fd);
  return read;
}

}  // namespace sptune::fuzz
