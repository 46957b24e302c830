// SPDX-License-Identifier: BSD-3-Clause
// What both examples read: a matrix file or a generator id, a model, a number of runs.
#pragma once

#include "sptune/matrix.hpp"

#include <string>
#include <vector>

namespace sptune::examples {

struct Arguments {
  std::string matrix;               ///< file, or a generator id such as stencil2d{points=5,n=300}
  std::vector<std::string> models;  ///< empty: those of $SPTUNE_MODEL
  double expected_runs = 1000;
  bool async = false;  ///< a third column, of plans that are chosen beside the runs
  bool probe = false;  ///< tuned plans spend their first runs on what the model cannot tell apart
};

/// [--async] [--probe] MATRIX [MODEL [RUNS]]; prints the usage and exits with 2 otherwise.
[[nodiscard]] Arguments parse_arguments(int argc, char** argv, const char* what);

struct Input {
  std::string name;
  Csr<double> matrix;
};

/// Where sptune is installed without its tools: a Matrix Market file of coordinates, and no ids.
[[nodiscard]] Input read(const std::string& file_or_id);

/// A with the pattern of A + transpose(A), no diagonal, every value 1: the graph of a square
/// matrix.
[[nodiscard]] Csr<double> graph_of(const Csr<double>& a);

}  // namespace sptune::examples
