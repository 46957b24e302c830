// SPDX-License-Identifier: BSD-3-Clause
// What one matrix may cost: bounds that stop mistaken and hostile files before they fill the memory
// or the day. Every program takes them from its environment, and every message names the variable
// that lifts its limit. docs/limits.md lists them.
#pragma once

#include "sptune/error.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sptune::suites {

/// A file that may be sound but costs more than a limit allows.
class LimitError : public InputError {
 public:
  explicit LimitError(const std::string& message) : InputError(message) {}
};

struct Limits {
  /// Bytes while a matrix is read or generated. Unset: 80 % of the memory that is free, and what
  /// the file's size makes plausible (`plausible_growth`). $SPTUNE_MAX_MEMORY
  std::optional<std::int64_t> memory;
  /// Bytes that a packed file may become, in each layer. Unset: what its size makes plausible.
  /// $SPTUNE_MAX_UNPACKED
  std::optional<std::int64_t> unpacked;
  int layers = 2;                          ///< of packing, one within the other; $SPTUNE_MAX_LAYERS
  std::int64_t download = 64'000'000'000;  ///< bytes of a fetched file; $SPTUNE_MAX_DOWNLOAD
  std::int64_t slowest_download =
      1000;  ///< bytes/s, over FetchOptions::stall_limit_s; $SPTUNE_MIN_SPEED
};

/// No limit, written `none`.
constexpr std::int64_t unlimited = std::int64_t{1} << 62U;

/// The limits of the environment. Throws UsageError for a variable that is not a size.
[[nodiscard]] Limits environment_limits();

/// Bytes of "123", "500M", "1.5G" or "none": whole or decimal, with k, M, G or T for powers of a
/// thousand. `what` names it in the message. Throws UsageError.
[[nodiscard]] std::int64_t parse_bytes(std::string_view text, const std::string& what);
/// "64 MB": the other way, for messages.
[[nodiscard]] std::string bytes_text(std::int64_t bytes);

/// What a file of `stored` bytes may honestly grow to, unpacked or in memory: a thousand times its
/// size, at least 64 MB, at most 256 GB. Of 222 SuiteSparse matrices packed by xz none unpacks to
/// more than 35 times its size.
[[nodiscard]] std::int64_t plausible_growth(std::int64_t stored) noexcept;

/// While it lives, others read matrices beside the calling thread, which may take its part of the
/// memory for one: `readers` with all of it each could fill it several times.
class ReadingBesideOthers {
 public:
  explicit ReadingBesideOthers(std::size_t readers) noexcept;
  ~ReadingBesideOthers();
  ReadingBesideOthers(const ReadingBesideOthers&) = delete;
  ReadingBesideOthers& operator=(const ReadingBesideOthers&) = delete;

 private:
  std::int64_t before_;
};

/// Bytes that the calling thread may take while it reads or makes a matrix: Limits::memory, or
/// host::available_memory() where that is unset, or its part of them.
[[nodiscard]] std::int64_t memory_for_a_matrix();

}  // namespace sptune::suites
