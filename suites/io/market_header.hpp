// SPDX-License-Identifier: BSD-3-Clause
// The first lines of a Matrix Market file, and the words of its error messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sptune::suites::market {

enum class Format : std::uint8_t { coordinate, array };
enum class Field : std::uint8_t { real, integer, pattern, complex };
enum class Symmetry : std::uint8_t { general, symmetric, skew_symmetric, hermitian };

struct Header {
  Format format = Format::coordinate;
  Field field = Field::real;
  Symmetry symmetry = Symmetry::general;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t declared = 0;  ///< entry lines to come; for an array, from its dimensions
};

[[nodiscard]] std::string_view to_string(Field field) noexcept;
[[nodiscard]] std::string_view to_string(Symmetry symmetry) noexcept;

/// Where a message points: `<name>:<line>: `.
struct Place {
  std::string_view name;
  std::int64_t line;
};

/// Throws InputError `<name>:<line>: expected <expected>, found <found>; <remedy>`; the remedy may
/// be empty.
[[noreturn]] void refuse(Place place, std::string_view expected, std::string_view found,
                         std::string_view remedy = {});

/// The same for what costs more than a limit allows: throws LimitError.
[[noreturn]] void refuse_cost(Place place, std::string_view expected, std::string_view found,
                              std::string_view remedy);

/// The letters A to Z in small, all else as it is.
[[nodiscard]] std::string lower(std::string_view word);

/// Text from a file, fit for a message: in quotes, at most 40 characters, control characters and
/// bytes beyond ASCII as escapes.
[[nodiscard]] std::string quoted(std::string_view text);

/// The same without quotes and up to 200 characters, for what a library has to say.
[[nodiscard]] std::string in_short(std::string_view text);

/// Reads `%%MatrixMarket matrix <format> <field> <symmetry>` (any case) into `header`.
void parse_banner(std::string_view line, Place place, Header& header);

/// Reads `rows cols entries`, or `rows cols` of an array, into `header`.
void parse_sizes(std::string_view line, Place place, Header& header);

/// Splits at blanks, tabs and carriage returns; takes the next word off the front of `line`.
[[nodiscard]] std::string_view next_word(std::string_view& line) noexcept;

}  // namespace sptune::suites::market
