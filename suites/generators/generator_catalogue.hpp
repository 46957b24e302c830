// SPDX-License-Identifier: BSD-3-Clause
// Inside of the generators: how one is described, and what they are built with.
#pragma once

#include "sptune/matrix.hpp"
#include "suites/io/market_entries.hpp"
#include "suites/io/random.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::suites::generator {

/// A number that an id may give. Whole numbers have `whole` set and are kept exactly in a double.
struct Parameter {
  std::string_view name;
  double fallback;
  double least;
  double most;
  bool whole;
  std::string_view doc;
};

/// Values of the parameters of one id, all of them present.
class Parameters {
 public:
  explicit Parameters(std::vector<std::pair<std::string_view, double>> values)
      : values_(std::move(values)) {}
  [[nodiscard]] double real(std::string_view name) const;
  [[nodiscard]] std::int64_t whole(std::string_view name) const;
  [[nodiscard]] std::uint64_t seed() const { return static_cast<std::uint64_t>(whole("seed")); }

 private:
  std::vector<std::pair<std::string_view, double>> values_;
};

struct Generator {
  std::string_view name;
  std::string_view summary;
  std::string_view kind;      ///< MatrixInfo::kind
  std::string_view symmetry;  ///< MatrixInfo::symmetry
  std::string_view example;
  std::vector<Parameter> parameters;
  Csr<double> (*make)(const Parameters&);
};

// One list per family, one source file each.
[[nodiscard]] std::vector<Generator> grid_generators();  ///< stencils, finite elements
[[nodiscard]] std::vector<Generator>
band_generators();  ///< banded, blocks, arrow, wheel, LP, saddle
[[nodiscard]] std::vector<Generator>
network_generators();  ///< uniform, runs, R-MAT, Zipf, road, Kronecker
[[nodiscard]] std::vector<Generator> mesh_generators();     ///< triangles, observations
[[nodiscard]] std::vector<Generator> cluster_generators();  ///< cliques, points in space, web pages

inline constexpr double largest_size = 2147483647.0;
inline constexpr Parameter seed_parameter{
    "seed", 1,
    0,      9007199254740991.0,
    true,   "another seed: another matrix of the same distribution"};

/// Throws UsageError when a matrix would have 2^31 rows or columns, or be made of 2^32 entries,
/// repeated ones counted, LimitError when it would take more than `memory_for_a_matrix`.
void require_size(double rows, double cols, double entries);

/// Fisher and Yates's shuffle of 0 … n-1.
[[nodiscard]] std::vector<std::int64_t> permutation(std::int64_t n, Random& random);
/// 0 … n-1, every `tile` of them shuffled among themselves: near stays near, but not in line.
[[nodiscard]] std::vector<std::int64_t> shuffled_within(std::int64_t n, std::int64_t tile,
                                                        Random& random);

/// A whole number from 1 up, of this mean, geometrically distributed.
[[nodiscard]] std::int64_t geometric(double mean, Random& random);

/// Builds CSR row by row; columns are to be added in increasing order.
class RowBuilder {
 public:
  RowBuilder(std::int64_t rows, std::int64_t cols, double expected_entries);
  void add(std::int64_t col, double value) {
    csr_.col_indices.push_back(static_cast<Index>(col));
    csr_.values.push_back(value);
  }
  void end_row() { csr_.row_offsets.push_back(static_cast<std::int64_t>(csr_.values.size())); }
  /// Columns of a row that has ended; until the next one is added.
  [[nodiscard]] std::span<const Index> row(std::int64_t row) const;
  [[nodiscard]] Csr<double> finish() { return std::move(csr_); }

 private:
  Csr<double> csr_;
};

/// Builds CSR from entries in any order; those of one position are summed. Without values, each is
/// a one.
class EntryBuilder {
 public:
  EntryBuilder(std::int64_t rows, std::int64_t cols, double expected_entries,
               bool with_values = true);
  void add(std::int64_t row, std::int64_t col, double value) {
    entries_.add(static_cast<Index>(row), static_cast<Index>(col), value, {});
  }
  [[nodiscard]] Csr<double> finish() { return entries_.assemble().csr; }

 private:
  market::Entries entries_;
};

/// Entries whose repeated positions are to be merged, not summed: the value of a position follows
/// from the position.
class Positions {
 public:
  Positions(std::int64_t rows, std::int64_t cols, double expected)
      : entries_(rows, cols, expected, false) {}
  void add(std::int64_t row, std::int64_t col) { entries_.add(row, col, 1); }
  [[nodiscard]] Csr<double> finish(std::uint64_t seed);

 private:
  EntryBuilder entries_;
};

}  // namespace sptune::suites::generator
