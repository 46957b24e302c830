// SPDX-License-Identifier: BSD-3-Clause
// Where the arrays of an operand really are, as the driver of a device tells.
// Defined in kernels/convert/operands.cpp, beside what else is asked of operands.
#pragma once

#include "sptune/matrix.hpp"

#include <string>

namespace sptune {

/// Empty when every array of the matrix is where AnyCsr::space says, or nobody can tell (a build
/// without CUDA, no device); else one line. Half a microsecond each. For a matrix in host memory
/// the question makes a context on the device, where the program has none.
[[nodiscard]] std::string find_misplaced(const AnyCsr& matrix);

/// Whether two matrices have one pattern because they have its arrays; values are not looked at.
[[nodiscard]] bool same_arrays(const AnyCsr& a, const AnyCsr& b) noexcept;

}  // namespace sptune
