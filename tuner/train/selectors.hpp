// SPDX-License-Identifier: BSD-3-Clause
// Rules of thumb that the learned choice is compared with.
#pragma once

#include "sptune/tuner/train/dataset.hpp"

#include <cstddef>

namespace sptune::train {

/// The nnz/rows rule of S9 (seeds.md 5). There, on a GPU, the threads that share a row are the
/// largest power of two not above nnz/rows. Here the same quantity bounds the work per row that
/// runs in parallel within a core: of the default variant's configurations that differ from its
/// default in one integer axis of parallel work per row (`lanes`, `width`, `vector` or `unroll`,
/// the first that exists), the one with the largest value not above nnz/rows, or else the smallest
/// value.
[[nodiscard]] std::size_t nnz_per_row_rule(const Dataset& data, const Problem& problem);

}  // namespace sptune::train
