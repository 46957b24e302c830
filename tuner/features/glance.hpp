// SPDX-License-Identifier: BSD-3-Clause
// What a glance at a few rows shows, whatever the size of the matrix: of how unlike lengths they
// are, and whether neighbours share columns, diagonals or blocks. It takes about as long as a
// fingerprint, so that it pays where features and scoring would not (docs/decisions/053).
#pragma once

#include "sptune/matrix.hpp"
#include "tuner/features/features.hpp"

#include <optional>

namespace sptune::features {

struct Glance {
  double row_cv = 0;      ///< deviation of the row length over its mean
  double sell8_fill = 1;  ///< stored over needed entries where 8 rows are as long as their longest
  double run = 0;         ///< mean length of runs of neighbouring columns
  double dia_fill = 1;    ///< stored over needed entries where 12 rows list their own diagonals
  double bsr3_fill = 1;   ///< stored over needed entries of 3x3 blocks
};

/// Looks at the lengths of at most 256 rows, and at the first entries of at most 120, always the
/// same ones. All finite, whatever the offsets: no column outside [0, nnz) is read. None of a
/// matrix on a device, where looking takes longer than it is worth.
[[nodiscard]] std::optional<Glance> glance(const AnyCsr& a);

/// The glance that features hold; none where any of it is missing.
[[nodiscard]] std::optional<Glance> glance_of(const Features& features);

}  // namespace sptune::features
