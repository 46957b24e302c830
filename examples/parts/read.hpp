// SPDX-License-Identifier: BSD-3-Clause
// Where the examples' matrices come from.
#pragma once

#include "examples/parts/array.hpp"

#include <string>

namespace sptune::examples {

struct Input {
  std::string name;
  Matrix matrix;
};

/// A matrix file or a generator id. Where sptune is installed without its tools: a Matrix Market
/// file of coordinates, and no ids.
[[nodiscard]] Input read(const std::string& file_or_id);

/// What can be read by this program, for its help.
[[nodiscard]] const char* what_is_read() noexcept;

/// The graph of a square matrix: the pattern of A + transpose(A) without the diagonal, every value
/// 1, rows sorted. Throws InputError for a matrix that is not square.
[[nodiscard]] Matrix graph_of(const Matrix& a);

}  // namespace sptune::examples
