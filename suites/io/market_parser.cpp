// SPDX-License-Identifier: BSD-3-Clause
#include "suites/io/market_parser.hpp"

#include "suites/io/limits.hpp"
#include "suites/io/random.hpp"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

namespace sptune::suites::market {
namespace {

constexpr std::string_view drop_remedy =
    "Matrix Market counts from 1; pass --drop-out-of-range (for a sweep, to `sptune suite import`) "
    "to drop and count such entries";

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\r';
}
bool is_digit(char c) noexcept {
  return static_cast<unsigned char>(c - '0') < 10;
}
bool ends_word(char c) noexcept {
  return is_blank(c) || c == '\n';
}

const char* skip_blanks(const char* p) noexcept {
  while (is_blank(*p)) ++p;
  return p;
}

constexpr std::int64_t too_large = std::numeric_limits<std::int64_t>::max();

/// A whole number with its sign; too large ones are `too_large`, outside every matrix. The text
/// ends in '\n', so no check of the end is needed. Null when there is none.
const char* parse_integer(const char* p, std::int64_t& out) noexcept {
  const bool negative = *p == '-';
  if (negative || *p == '+') ++p;
  const char* const first = p;
  while (*p == '0') ++p;
  const char* const significant = p;
  std::uint64_t value = 0;
  while (is_digit(*p)) value = value * 10 + static_cast<std::uint64_t>(*p++ - '0');
  if (p == first || !ends_word(*p)) return nullptr;
  constexpr std::ptrdiff_t safe_digits = 18;
  if (p - significant > safe_digits) value = too_large;
  out = negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
  return p;
}

/// Fortran writes 1.5D+03.
const char* parse_fortran_real(const char* p, const char* stop, double& out) {
  std::string word(p, std::find_if(p, stop, ends_word));
  for (char& c : word) {
    if (c == 'd' || c == 'D') c = 'e';
  }
  const auto result = fast_float::from_chars(word.data(), word.data() + word.size(), out);
  return result.ptr == word.data() + word.size() ? p + word.size() : nullptr;
}

/// A finite real, or null.
const char* parse_real(const char* p, const char* end, double& out) {
  if (*p == '+' && p[1] != '-') ++p;
  const auto result = fast_float::from_chars(p, end, out);
  if (result.ec == std::errc::invalid_argument) return nullptr;
  const char* after = result.ptr;
  if (*after == 'd' || *after == 'D') after = parse_fortran_real(p, end, out);
  if (after == nullptr || !ends_word(*after) || !std::isfinite(out)) return nullptr;
  return after;
}

/// A whole number of any size, as the nearest double.
const char* parse_whole(const char* p, const char* end, double& out) {
  const char* const first = p + (*p == '-' || *p == '+' ? 1 : 0);
  const char* after = first;
  while (is_digit(*after)) ++after;
  if (after == first || !ends_word(*after)) return nullptr;
  return parse_real(p, end, out);
}

template <Field F>
const char* parse_value(const char* p, const char* end, double& value) {
  if constexpr (F == Field::pattern) {
    return p;
  } else if constexpr (F == Field::integer) {
    return parse_whole(skip_blanks(p), end, value);
  } else {
    p = parse_real(skip_blanks(p), end, value);
    if constexpr (F == Field::complex) {
      double imaginary = 0;
      if (p != nullptr) p = parse_real(skip_blanks(p), end, imaginary);
    }
    return p;
  }
}

const char* line_end(const char* p, const char* end) noexcept {
  return static_cast<const char*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
}

/// Bytes of the shortest line that an entry can have.
std::int64_t shortest_line(const Header& h) {
  const std::int64_t indices = h.format == Format::coordinate ? 4 : 0;  // "1 1 "
  const std::int64_t values = h.field == Field::pattern ? 0 : h.field == Field::complex ? 4 : 2;
  return indices + values;
}

}  // namespace

Parser::Parser(std::string_view name, const ReadOptions& options, const Bytes& bytes)
    : name_(name), options_(options), bytes_(bytes) {
  if (options_.memory_limit > 0) return;
  options_.memory_limit = memory_for_a_matrix();
  if (!environment_limits().memory && bytes_.stored) growth_ = plausible_growth(*bytes_.stored);
}

void Parser::consume(std::string_view lines) {
  const char* p = lines.data();
  const char* const end = p + lines.size();
  if (state_ != State::entries) p = header_lines(p, end);
  if (p != end) (this->*loop_)(p, end);
}

const char* Parser::header_lines(const char* p, const char* end) {
  while (p != end && state_ != State::entries) {
    const char* const stop = line_end(p, end);
    const std::string_view line(p, static_cast<std::size_t>(stop - p));
    p = stop + 1;
    ++line_;
    header_bytes_ += static_cast<std::int64_t>(line.size()) + 1;
    if (state_ == State::banner) {
      parse_banner(line, place(), header_);
      state_ = State::sizes;
      continue;
    }
    std::string_view rest = line;
    const auto word = next_word(rest);
    if (word.empty() || word.front() == '%') continue;
    parse_sizes(line, place(), header_);
    check_sizes();
    sizes_line_ = line_;
    const bool with_values = header_.field != Field::pattern || options_.seeded_values;
    entries_.emplace(header_, with_values, options_.memory_limit, place());
    if (header_.symmetry == Symmetry::skew_symmetric) array_row_ = 1;
    choose_loop();
    state_ = State::entries;
  }
  return p;
}

void Parser::check_sizes() const {
  if (bytes_.text) {
    // The last line needs no newline.
    const std::int64_t left = std::max<std::int64_t>(*bytes_.text - header_bytes_, 0);
    if (header_.declared > (left + 1) / shortest_line(header_)) {
      refuse(place(), fmt::format("{} entries", header_.declared),
             fmt::format("{} bytes for them", left),
             "the file is truncated, or the count of its size line is wrong");
    }
  }
  const std::int64_t bytes = bytes_of_sizes(header_.rows, header_.cols);
  if (growth_ && bytes > *growth_) {
    refuse_cost(place(),
                fmt::format("rows and columns of at most {} in a file of {}", bytes_text(*growth_),
                            bytes_text(*bytes_.stored)),
                fmt::format("{} rows and {} columns, which need {}", header_.rows, header_.cols,
                            bytes_text(bytes)),
                "correct the size line, or set SPTUNE_MAX_MEMORY to a size or to none");
  }
}

void Parser::choose_loop() {
  const bool array = header_.format == Format::array;
  switch (header_.field) {
    case Field::real:
      loop_ = array ? &Parser::array_lines<Field::real> : &Parser::coordinate_lines<Field::real>;
      break;
    case Field::integer:
      loop_ =
          array ? &Parser::array_lines<Field::integer> : &Parser::coordinate_lines<Field::integer>;
      break;
    case Field::pattern:
      loop_ = &Parser::coordinate_lines<Field::pattern>;
      break;
    case Field::complex:
      loop_ =
          array ? &Parser::array_lines<Field::complex> : &Parser::coordinate_lines<Field::complex>;
      break;
  }
}

template <Field F>
void Parser::store(Index row, Index col, double value) {
  Block& block = entries_->open_block(place());
  block.rows[block.count] = row;
  block.cols[block.count] = col;
  if constexpr (F == Field::pattern) {
    if (block.values) block.values[block.count] = seeded_value(row, col);
  } else {
    block.values[block.count] = value;
  }
  ++block.count;
  entries_->count(row, col);
}

template <Field F>
void Parser::coordinate_lines(const char* p, const char* end) {
  const auto rows = static_cast<std::uint64_t>(header_.rows);
  const auto cols = static_cast<std::uint64_t>(header_.cols);
  const bool skew = header_.symmetry == Symmetry::skew_symmetric;
  while (p != end) {
    const char* const start = p;
    ++line_;
    p = skip_blanks(p);
    if (*p == '\n' || *p == '%') {
      p = line_end(p, end) + 1;
      continue;
    }
    std::int64_t row = 0;
    std::int64_t col = 0;
    double value = 1;
    p = parse_integer(p, row);
    if (p != nullptr) p = parse_integer(skip_blanks(p), col);
    if (p != nullptr) p = parse_value<F>(p, end, value);
    if (p != nullptr) p = skip_blanks(p);
    if (p == nullptr || *p != '\n') {
      diagnose({start, static_cast<std::size_t>(line_end(start, end) - start)}, true);
    }
    ++p;
    if (report_.entries_in_file++ == header_.declared) too_many();
    if (static_cast<std::uint64_t>(row - 1) >= rows ||
        static_cast<std::uint64_t>(col - 1) >= cols || (skew && row == col && value != 0)) {
      reject(row, col, {start, static_cast<std::size_t>(p - 1 - start)});
      continue;
    }
    if (F != Field::pattern && value == 0) ++report_.explicit_zeros;
    store<F>(static_cast<Index>(row - 1), static_cast<Index>(col - 1), value);
  }
}

template <Field F>
void Parser::array_lines(const char* p, const char* end) {
  while (p != end) {
    const char* const start = p;
    ++line_;
    p = skip_blanks(p);
    if (*p == '\n' || *p == '%') {
      p = line_end(p, end) + 1;
      continue;
    }
    double value = 0;
    p = parse_value<F>(p, end, value);
    if (p != nullptr) p = skip_blanks(p);
    if (p == nullptr || *p != '\n') {
      diagnose({start, static_cast<std::size_t>(line_end(start, end) - start)}, false);
    }
    ++p;
    if (report_.entries_in_file++ == header_.declared) too_many();
    // A zero of an array is the absence of an entry.
    if (value != 0) store<F>(static_cast<Index>(array_row_), static_cast<Index>(array_col_), value);
    next_array_position();
  }
}

void Parser::next_array_position() noexcept {
  if (++array_row_ < header_.rows) return;
  ++array_col_;
  array_row_ = header_.symmetry == Symmetry::general          ? 0
               : header_.symmetry == Symmetry::skew_symmetric ? array_col_ + 1
                                                              : array_col_;
}

void Parser::reject(std::int64_t row, std::int64_t col, std::string_view line) {
  const bool inside = row >= 1 && row <= header_.rows && col >= 1 && col <= header_.cols;
  if (inside) {
    refuse(place(), "no entry on the diagonal of a skew-symmetric matrix",
           fmt::format("one in row {}", row), "correct the header or remove the entry");
  }
  if (options_.drop_out_of_range) {
    ++report_.dropped_out_of_range;
    return;
  }
  const bool bad_row = row < 1 || row > header_.rows;
  const std::int64_t limit = bad_row ? header_.rows : header_.cols;
  std::string_view word = next_word(line);
  if (!bad_row) word = next_word(line);
  const std::int64_t found = bad_row ? row : col;
  refuse(place(), fmt::format("a {} index from 1 to {}", bad_row ? "row" : "column", limit),
         std::abs(found) == too_large ? quoted(word) : fmt::format("{}", found), drop_remedy);
}

void Parser::too_many() const {
  refuse(place(), fmt::format("the end of the file after {} entries", header_.declared),
         "another entry", "the count of the size line is wrong");
}

void Parser::diagnose(std::string_view line, bool indices) const {
  std::string_view rest = line;
  if (indices) {
    diagnose_index(next_word(rest), "a row index");
    diagnose_index(next_word(rest), "a column index");
  }
  if (header_.field != Field::pattern) diagnose_value(next_word(rest));
  if (header_.field == Field::complex) diagnose_value(next_word(rest));
  const auto extra = next_word(rest);
  refuse(place(), fmt::format("the end of the line, as the field is {}", to_string(header_.field)),
         quoted(extra.empty() ? line : extra), "correct the line or the header's field");
}

void Parser::diagnose_index(std::string_view word, std::string_view what) const {
  const std::string text = std::string(word) + '\n';
  std::int64_t value = 0;
  const char* const after = parse_integer(text.data(), value);
  if (after != nullptr && *after == '\n') return;
  refuse(place(), what, word.empty() ? "the end of the line" : quoted(word),
         "the file may be truncated or damaged");
}

void Parser::diagnose_value(std::string_view word) const {
  const std::string text = std::string(word) + '\n';
  const char* const end = text.data() + text.size();
  const bool whole = header_.field == Field::integer;
  double value = 0;
  const char* const after =
      whole ? parse_whole(text.data(), end, value) : parse_real(text.data(), end, value);
  if (after != nullptr && *after == '\n') return;
  if (word.empty()) {
    refuse(place(), fmt::format("a value, as the field is {}", to_string(header_.field)),
           "the end of the line", "the file may be truncated, or a pattern");
  }
  double any = 0;
  const auto result = fast_float::from_chars(text.data(), end, any);
  if (result.ec != std::errc::invalid_argument && !std::isfinite(any)) {
    refuse(place(), "a finite value", quoted(word), "NaN, infinity and overflow are refused");
  }
  refuse(
      place(), whole ? "a whole number" : "a number", quoted(word),
      whole ? "the header says integer; write real for other values" : "the file may be damaged");
}

void Parser::refuse_long_line(std::string_view start) const {
  if (state_ == State::banner) {
    Header scratch;
    parse_banner(start, {name_, 1}, scratch);
  }
  refuse({name_, line_ + 1}, "lines of at most a megabyte", quoted(start),
         "is it a Matrix Market file (.mtx)?");
}

/// Each value is finite; sums of them need not be.
void Parser::require_finite_sums(const Csr<double>& csr) const {
  const auto found = std::find_if_not(csr.values.begin(), csr.values.end(),
                                      [](double value) { return std::isfinite(value); });
  if (found == csr.values.end()) return;
  const auto at = found - csr.values.begin();
  const auto row = std::upper_bound(csr.row_offsets.begin(), csr.row_offsets.end(), at) -
                   csr.row_offsets.begin();
  refuse({name_, sizes_line_}, "finite sums of duplicates",
         fmt::format("{} in row {}, column {}", *found, row,
                     csr.col_indices[static_cast<std::size_t>(at)] + 1),
         "several entries of the file have this position; correct them");
}

Matrix Parser::finish() {
  if (state_ == State::banner) {
    refuse({name_, 1}, "a Matrix Market header", "an empty file", "fetch or write it again");
  }
  if (state_ == State::sizes) {
    refuse(place(), "a size line 'rows columns entries'", "the end of the file",
           "the file is truncated");
  }
  if (report_.entries_in_file < header_.declared) {
    refuse(place(), fmt::format("{} entries", header_.declared),
           fmt::format("the end of the file after {}", report_.entries_in_file),
           "the file is truncated, or the count of its size line is wrong");
  }
  Matrix out;
  auto assembled = entries_->assemble();
  out.csr = std::move(assembled.csr);
  if (assembled.duplicates_summed > 0) require_finite_sums(out.csr);
  report_.duplicates_summed = assembled.duplicates_summed;
  report_.imaginary_dropped = header_.field == Field::complex;
  report_.values_seeded = header_.field == Field::pattern && options_.seeded_values;
  out.info.symmetry = to_string(header_.symmetry);
  out.info.field = to_string(header_.field);
  out.info.report = report_;
  return out;
}

}  // namespace sptune::suites::market
