// SPDX-License-Identifier: BSD-3-Clause
// A matrix with its identity: what it is called, where it comes from, and hashes that stay the same
// on every machine.
#pragma once

#include "sptune/matrix.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sptune::suites {

/// What reading cleaned up, with counts; everything here is printed and stored, nothing is silent.
struct ReadReport {
  std::int64_t entries_in_file = 0;       ///< entry lines read
  std::int64_t dropped_out_of_range = 0;  ///< only with drop_out_of_range
  std::int64_t duplicates_summed = 0;     ///< entries merged into an earlier one
  std::int64_t explicit_zeros = 0;        ///< stored zeros, kept
  bool imaginary_dropped = false;         ///< complex file, real part taken
  bool values_seeded = false;             ///< pattern file given values other than one, by request
};

struct MatrixInfo {
  std::string name;      ///< unique in a suite, e.g. "HB/1138_bus" or "stencil2d{points=5,n=100}"
  std::string group;     ///< siblings share it; never split over a train/test border
  std::string source;    ///< path, URL or generator id
  std::string kind;      ///< domain in words, may be empty
  std::string symmetry;  ///< general | symmetric | skew-symmetric | hermitian (as in the file)
  std::string field;     ///< real | integer | pattern | complex (as in the file)
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t nnz = 0;      ///< after symmetric expansion and summing
  std::string content_hash;  ///< 32 hex digits, XXH3-128 of dimensions, structure and double values
  std::string pattern_hash;  ///< the same without the values
  ReadReport report;
};

struct Matrix {
  MatrixInfo info;
  Csr<double> csr;  ///< sorted columns, no duplicates
};

/// Fills rows, cols, nnz and both hashes from the CSR.
void identify(Matrix& matrix);

}  // namespace sptune::suites
