// SPDX-License-Identifier: BSD-3-Clause
// Rules of thumb that the learned choice is compared with.
#pragma once

#include "tuner/train/dataset.hpp"

#include <cstddef>

namespace sptune::train {

/// The nnz/rows rule (docs/model.md): on a GPU, the threads that share a row are the largest
/// power of two not above nnz/rows. So where a variant has the axis `threads_per_row`, of its
/// configurations that differ from its default in that axis alone, the one with the largest value
/// not above nnz/rows, or else the smallest value. Elsewhere the same quantity bounds the work per
/// row that runs in parallel within a core: the same choice among the default variant's
/// configurations, along `lanes`, `width`, `vector` or `unroll`, the first that exists.
[[nodiscard]] std::size_t nnz_per_row_rule(const Dataset& data, const Problem& problem);

}  // namespace sptune::train
