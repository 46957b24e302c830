// SPDX-License-Identifier: BSD-3-Clause
// Small matrices for the harness's tests, a folder of their binary files that goes away afterwards,
// and the short way to configurations and problems.
#pragma once

#include "harness/engine/runner.hpp"
#include "kernels/api/catalogue.hpp"
#include "sptune/error.hpp"
#include "suites/collections/suite.hpp"
#include "suites/io/matrix.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string>

namespace sptune::test {

/// Rows of `row % 7 + 1` entries, cyclic columns, values that vary; the last row is long.
inline suites::Matrix ragged(Index rows, Index cols) {
  suites::Matrix m;
  m.csr.rows = rows;
  m.csr.cols = cols;
  for (Index row = 0; row < rows; ++row) {
    const Index length = row + 1 == rows ? cols : std::min<Index>(row % 7 + 1, cols);
    const Index first = length == cols ? 0 : row % (cols - length + 1);
    for (Index k = 0; k < length; ++k) {
      m.csr.col_indices.push_back(first + k);
      m.csr.values.push_back(1.0 + (row * 31 + k * 17) % 100 / 64.0);
    }
    m.csr.row_offsets.push_back(m.csr.nnz());
  }
  suites::identify(m);
  m.info.name = fmt::format("ragged{}x{}", rows, cols);
  return m;
}

/// Binary files by content hash.
class MatrixFolder {
 public:
  std::string add(const suites::Matrix& matrix) {
    suites::write_binary(folder_ / matrix.info.content_hash, matrix);
    return matrix.info.content_hash;
  }
  [[nodiscard]] harness::MatrixLocator locator() const {
    return [folder = folder_.path()](const std::string& hash) { return folder / hash; };
  }
  [[nodiscard]] const std::filesystem::path& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

/// Limits and samples that keep a test short.
inline harness::Protocol quick_protocol() {
  harness::Protocol p;
  p.threads = 2;
  p.min_samples = 5;
  p.max_samples = 20;
  p.time_budget_s = 0.02;
  p.load_limit_s = 60;
  p.prepare_limit_s = p.run_limit_s = p.measure_limit_s = 20;
  return p;
}

inline harness::ProblemKey spmv_problem(const std::string& hash, ValueType type = ValueType::f64) {
  return {Operation::spmv, type, hash, "", "x"};
}

/// Three columns; `layout` is "row" or "col".
inline harness::ProblemKey spmm_problem(const std::string& hash, const std::string& layout,
                                        ValueType type = ValueType::f64) {
  return {Operation::spmm, type, hash, "", "x", "k=3,layout=" + layout};
}

/// What `text` names; throws UsageError with the catalogue's own words where it names nothing.
inline ResolvedConfiguration configuration(const std::string& text,
                                           Operation operation = Operation::spmv,
                                           Backend backend = Backend::cpu,
                                           const Catalogue& catalogue = shipped_catalogue()) {
  auto resolved = catalogue.parse(operation, backend, text);
  if (!resolved) throw UsageError(resolved.error());
  return resolved.value();
}

}  // namespace sptune::test
