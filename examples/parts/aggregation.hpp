// SPDX-License-Identifier: BSD-3-Clause
// The host's part of a multigrid set-up: which unknowns become one on the next level (Vanek, Mandel
// and Brezina 1996). Every result is the same each time.
#pragma once

#include "examples/parts/array.hpp"

#include <vector>

namespace sptune::examples {

/// The aggregate of every row, numbered from 0: neighbours i and j are strong where
/// |a_ij| > theta * sqrt(m_i * m_j), m the largest of a row off the diagonal, so that rows of a
/// graph have strong neighbours however many they have.
[[nodiscard]] std::vector<Index> aggregate(const Matrix& a, double theta);

/// P0: row i has a 1 in the column of its aggregate.
[[nodiscard]] Matrix tentative(const std::vector<Index>& aggregates);

/// P = (I - omega*D^-1*A) * P0, of A*P0, whose pattern is that of P since A has a diagonal.
[[nodiscard]] Matrix smoothed(Matrix a_times_p0, const std::vector<Index>& aggregates,
                              const std::vector<double>& inverse_diagonal, double omega);

}  // namespace sptune::examples
