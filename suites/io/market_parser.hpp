// SPDX-License-Identifier: BSD-3-Clause
// The parser of Matrix Market text, fed with runs of whole lines. One tight loop reads entries;
// whatever that loop does not like is read again, slowly, to say what is wrong.
#pragma once

#include "suites/io/market_entries.hpp"
#include "suites/io/market_header.hpp"
#include "suites/io/matrix_market.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sptune::suites::market {

/// What is known of a file before it is read.
struct Bytes {
  std::optional<std::int64_t> stored;  ///< as it lies on the disk
  std::optional<std::int64_t> text;    ///< unpacked
};

class Parser {
 public:
  Parser(std::string_view name, const ReadOptions& options, const Bytes& bytes);

  /// `lines` consists of whole lines: it is empty or ends in '\n'.
  void consume(std::string_view lines);
  /// Says that a line is longer than any sensible line; `start` is its beginning.
  [[noreturn]] void refuse_long_line(std::string_view start) const;
  /// The matrix, with symmetry, field and report filled in, without name and hashes.
  [[nodiscard]] Matrix finish();

 private:
  [[nodiscard]] Place place() const noexcept { return {name_, line_}; }
  const char* header_lines(const char* p, const char* end);
  /// Holds the sizes of the header against the bytes that are there.
  void check_sizes() const;
  void choose_loop();

  template <Field F>
  void coordinate_lines(const char* p, const char* end);
  template <Field F>
  void array_lines(const char* p, const char* end);
  template <Field F>
  void store(Index row, Index col, double value);
  /// Judges an index outside the matrix, or a diagonal entry of a skew-symmetric matrix.
  void reject(std::int64_t row, std::int64_t col, std::string_view line);
  void next_array_position() noexcept;
  void require_finite_sums(const Csr<double>& csr) const;
  [[noreturn]] void too_many() const;
  /// Finds out what the tight loop stumbled over in `line`.
  [[noreturn]] void diagnose(std::string_view line, bool indices) const;
  void diagnose_index(std::string_view word, std::string_view what) const;
  void diagnose_value(std::string_view word) const;

  std::string name_;
  ReadOptions options_;
  Bytes bytes_;
  std::int64_t header_bytes_ = 0;       ///< of the lines before the entries
  std::optional<std::int64_t> growth_;  ///< most bytes for rows and columns
  Header header_;
  std::int64_t line_ = 0;
  std::int64_t sizes_line_ = 0;
  enum class State : std::uint8_t { banner, sizes, entries } state_ = State::banner;
  void (Parser::*loop_)(const char*, const char*) = nullptr;
  std::optional<Entries> entries_;
  ReadReport report_;
  std::int64_t array_row_ = 0;  ///< position of the next value of an array
  std::int64_t array_col_ = 0;
};

}  // namespace sptune::suites::market
