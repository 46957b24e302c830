// SPDX-License-Identifier: BSD-3-Clause
// Reading without the tools: general or symmetric coordinates, which is what `sptune suite make`
// writes and most collections hold.
#include "examples/parts/read.hpp"
#include "sptune/error.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <fstream>
#include <istream>
#include <limits>
#include <string>
#include <utility>

namespace sptune::examples {
namespace {

struct Entry {
  std::int64_t row, col;
  double value;
  bool operator<(const Entry& other) const {
    return std::pair(row, col) < std::pair(other.row, other.col);
  }
};

[[noreturn]] void expected(const std::string& file, const std::string& what) {
  throw InputError(file + ": expected " + what);
}

[[noreturn]] void refuse_absent(const std::string& file) {
  if (file.find('{') == std::string::npos) {
    throw InputError(file + ": no such file, or it cannot be read");
  }
  throw InputError(file +
                   ": no such file, and this program is built without the generators: `sptune "
                   "suite make` writes their matrices to files");
}

/// The next word in small letters, which the banner's may be in or not.
std::string small_word(std::istream& in) {
  std::string word;
  in >> word;
  for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

}  // namespace

const char* what_is_read() noexcept {
  return "a Matrix Market file of coordinates; generator ids need the tools: write\n"
         "                    their files with `sptune suite make`";
}

Input read(const std::string& file) {
  std::ifstream in(file);
  if (!in) refuse_absent(file);
  const std::string banner = small_word(in);
  const std::string object = small_word(in);
  const std::string format = small_word(in);
  const std::string field = small_word(in);
  const std::string symmetry = small_word(in);
  const bool pattern = field == "pattern";
  const bool symmetric = symmetry == "symmetric";
  if (banner != "%%matrixmarket" || object != "matrix" || format != "coordinate" ||
      !(pattern || field == "real" || field == "integer") ||
      !(symmetric || symmetry == "general")) {
    expected(file,
             "%%MatrixMarket matrix coordinate, real, integer or pattern, general or symmetric");
  }
  constexpr auto line = std::numeric_limits<std::streamsize>::max();
  in.ignore(line, '\n');
  while (in.peek() == '%') in.ignore(line, '\n');

  Csr<double> a;
  std::int64_t lines = 0;
  if (!(in >> a.rows >> a.cols >> lines) || a.rows < 0 || a.cols < 0 || lines < 0 ||
      std::max(a.rows, a.cols) > std::numeric_limits<Index>::max()) {
    expected(file, "rows, columns and entries, with fewer than 2^31 rows and columns");
  }
  if (symmetric && a.rows != a.cols) expected(file, "as many rows as columns, being symmetric");
  std::vector<Entry> entries;
  for (std::int64_t i = 0; i < lines; ++i) {
    Entry e{0, 0, 1};
    if (!(in >> e.row >> e.col) || !(pattern || in >> e.value) || e.row < 1 || e.row > a.rows ||
        e.col < 1 || e.col > a.cols) {
      expected(file, "entry " + std::to_string(i + 1) + " of " + std::to_string(lines) +
                         ": a row, a column, a value, all within the matrix");
    }
    entries.push_back({e.row - 1, e.col - 1, e.value});
    if (symmetric && e.row != e.col) entries.push_back({e.col - 1, e.row - 1, e.value});
  }
  std::sort(entries.begin(), entries.end());

  a.row_offsets.assign(static_cast<std::size_t>(a.rows) + 1, 0);
  const Entry* last = nullptr;
  for (const Entry& e : entries) {
    if (last != nullptr && last->row == e.row && last->col == e.col) {
      a.values.back() += e.value;  // duplicates add up
    } else {
      a.col_indices.push_back(static_cast<Index>(e.col));
      a.values.push_back(e.value);
    }
    a.row_offsets[static_cast<std::size_t>(e.row) + 1] =
        static_cast<std::int64_t>(a.col_indices.size());
    last = &e;
  }
  for (std::size_t row = 1; row < a.row_offsets.size(); ++row) {
    a.row_offsets[row] = std::max(a.row_offsets[row], a.row_offsets[row - 1]);
  }
  return {file, narrow(std::move(a))};
}

}  // namespace sptune::examples
