// SPDX-License-Identifier: BSD-3-Clause
// What somebody who asked about a matrix has to be told of how it was read.
#pragma once

#include "suites/io/matrix.hpp"

#include <string>

namespace sptune::suites {

/// A warning in one line without the matrix's name, or nothing: the values of a complex matrix lost
/// their imaginary part, entries outside the matrix were dropped, repeated ones summed. Every verb
/// that uses a matrix's values or times passes it on.
[[nodiscard]] std::string warning_of(const MatrixInfo& info);

}  // namespace sptune::suites
