// SPDX-License-Identifier: BSD-3-Clause
// Inside of byte_source: each turns one layer of packing into the bytes within. All of them read
// their input to its end before they report theirs, and throw InputError for damage.
#pragma once

#include "suites/io/byte_source.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace sptune::suites {

enum class Packing : std::uint8_t { none, gzip, xz, zstd, tar };

/// How many bytes `packing_of` wants to see, where there are so many.
constexpr std::size_t packing_head = 512;
/// What begins like this.
[[nodiscard]] Packing packing_of(std::string_view head) noexcept;

/// gzip by zlib, which checks the checksums that libarchive passes over.
[[nodiscard]] SourcePtr gunzip(SourcePtr packed, const std::string& name);

/// xz or zstd by libarchive.
[[nodiscard]] SourcePtr decompress(SourcePtr packed, Packing packing, const std::string& name);

/// The matrix among the members of a tar archive. `again` opens the archive anew, for when only its
/// end shows which member is the one.
[[nodiscard]] SourcePtr tar_member(SourcePtr archive, const OpenSource& again,
                                   const std::string& name);

}  // namespace sptune::suites
