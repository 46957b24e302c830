// SPDX-License-Identifier: BSD-3-Clause
#include "suites/io/market_header.hpp"

#include "sptune/error.hpp"
#include "sptune/types.hpp"
#include "suites/io/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <system_error>

namespace sptune::suites::market {
namespace {

constexpr std::string_view banner_form =
    "%%MatrixMarket matrix <coordinate|array> <real|integer|pattern|complex> "
    "<general|symmetric|skew-symmetric|hermitian>";
constexpr std::string_view banner_remedy = "is it a Matrix Market file (.mtx)?";

template <class Enum, std::size_t N>
std::optional<Enum> find_word(const std::array<std::string_view, N>& words, std::string_view word) {
  const auto found = std::find(words.begin(), words.end(), lower(word));
  if (found == words.end()) return std::nullopt;
  return static_cast<Enum>(found - words.begin());
}

constexpr std::array<std::string_view, 2> formats{"coordinate", "array"};
constexpr std::array<std::string_view, 4> fields{"real", "integer", "pattern", "complex"};
constexpr std::array<std::string_view, 4> symmetries{"general", "symmetric", "skew-symmetric",
                                                     "hermitian"};

std::int64_t parse_size(std::string_view word, Place place, std::string_view what,
                        std::int64_t limit) {
  std::int64_t value = 0;
  const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool whole = result.ptr == word.data() + word.size() && !word.empty();
  if (result.ec == std::errc::invalid_argument || !whole) {
    refuse(place, fmt::format("{} in the size line", what), quoted(word),
           "the size line is 'rows columns entries'");
  }
  if (value < 0)
    refuse(place, fmt::format("{} of 0 or more", what), std::string(word.substr(0, 40)));
  if (result.ec == std::errc::result_out_of_range || value > limit) {
    refuse(place, fmt::format("{} of at most {}", what, limit), std::string(word.substr(0, 40)),
           "indices are 32-bit; larger matrices are not supported");
  }
  return value;
}

std::string escaped(std::string_view text, std::size_t longest) {
  std::string out;
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte > 0x7e) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return text.size() > longest ? out + "…" : out;
}

std::string complaint(Place place, std::string_view expected, std::string_view found,
                      std::string_view remedy) {
  return fmt::format("{}:{}: expected {}, found {}{}{}", place.name, place.line, expected, found,
                     remedy.empty() ? "" : "; ", remedy);
}

std::int64_t array_entries(const Header& h) {
  switch (h.symmetry) {
    case Symmetry::general:
      return h.rows * h.cols;
    case Symmetry::skew_symmetric:
      return h.rows * (h.rows - 1) / 2;
    case Symmetry::symmetric:
    case Symmetry::hermitian:
      break;
  }
  return h.rows * (h.rows + 1) / 2;
}

}  // namespace

std::string_view to_string(Field field) noexcept {
  return fields[static_cast<std::size_t>(field)];
}
std::string_view to_string(Symmetry symmetry) noexcept {
  return symmetries[static_cast<std::size_t>(symmetry)];
}

void refuse(Place place, std::string_view expected, std::string_view found,
            std::string_view remedy) {
  throw InputError(complaint(place, expected, found, remedy));
}

void refuse_cost(Place place, std::string_view expected, std::string_view found,
                 std::string_view remedy) {
  throw LimitError(complaint(place, expected, found, remedy));
}

std::string lower(std::string_view word) {
  std::string out(word);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  return "'" + escaped(text, longest) + "'";
}

std::string in_short(std::string_view text) {
  constexpr std::size_t longest = 200;
  return escaped(text, longest);
}

std::string_view next_word(std::string_view& line) noexcept {
  constexpr std::string_view blanks = " \t\r";
  const auto begin = std::min(line.find_first_not_of(blanks), line.size());
  const auto end = std::min(line.find_first_of(blanks, begin), line.size());
  const auto word = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return word;
}

void parse_banner(std::string_view line, Place place, Header& header) {
  std::string_view rest = line;
  const bool begins = lower(next_word(rest)) == "%%matrixmarket";
  if (!begins) {
    const bool binary = line.find('\0') != std::string_view::npos;
    refuse(place, banner_form, binary ? "binary data" : quoted(line), banner_remedy);
  }
  const auto object = next_word(rest);
  if (lower(object) != "matrix") refuse(place, "the object 'matrix'", quoted(object), banner_form);
  const auto format_word = next_word(rest);
  const auto format = find_word<Format>(formats, format_word);
  if (!format) refuse(place, "the format coordinate or array", quoted(format_word));
  const auto field_word = next_word(rest);
  const auto field = find_word<Field>(fields, field_word);
  if (!field) {
    refuse(place, "the field real, integer, pattern or complex", quoted(field_word));
  }
  const auto symmetry_word = next_word(rest);
  const auto symmetry = find_word<Symmetry>(symmetries, symmetry_word);
  if (!symmetry) {
    refuse(place, "the symmetry general, symmetric, skew-symmetric or hermitian",
           quoted(symmetry_word));
  }
  const auto extra = next_word(rest);
  if (!extra.empty()) refuse(place, "the end of the line", quoted(extra), banner_form);
  header.format = *format;
  header.field = *field;
  header.symmetry = *symmetry;
  if (header.format == Format::array && header.field == Field::pattern) {
    refuse(place, "values in an array", "'pattern'", "a pattern needs the format coordinate");
  }
  if (header.symmetry == Symmetry::hermitian && header.field != Field::complex) {
    refuse(place, "complex values in a hermitian matrix", quoted(field_word), "write 'symmetric'");
  }
  if (header.symmetry == Symmetry::skew_symmetric && header.field == Field::pattern) {
    refuse(place, "values in a skew-symmetric matrix", "'pattern'",
           "a pattern is general or symmetric");
  }
}

void parse_sizes(std::string_view line, Place place, Header& header) {
  constexpr std::int64_t most = std::numeric_limits<Index>::max();
  std::string_view rest = line;
  header.rows = parse_size(next_word(rest), place, "a number of rows", most);
  header.cols = parse_size(next_word(rest), place, "a number of columns", most);
  if (header.symmetry != Symmetry::general && header.rows != header.cols) {
    refuse(place, fmt::format("a square matrix, as it is {}", to_string(header.symmetry)),
           fmt::format("{} x {}", header.rows, header.cols), "correct the header");
  }
  if (header.format == Format::array) {
    header.declared = array_entries(header);
  } else {
    header.declared = parse_size(next_word(rest), place, "a number of entries",
                                 std::numeric_limits<std::int64_t>::max());
  }
  const auto extra = next_word(rest);
  if (!extra.empty()) {
    refuse(place, "the end of the size line", quoted(extra),
           header.format == Format::array ? "an array's size line is 'rows columns'"
                                          : "the size line is 'rows columns entries'");
  }
}

}  // namespace sptune::suites::market
