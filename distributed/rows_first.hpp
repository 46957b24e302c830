// SPDX-License-Identifier: BSD-3-Clause
// The schemes `broadcast` (all) and `needed_rows`: rows of B come, then one local product.
#pragma once

#include "distributed/product.hpp"

#include <memory>

namespace sptune::distributed {

template <class V>
[[nodiscard]] std::unique_ptr<Steps<V>> rows_first(Work<V>& work, bool all);

}  // namespace sptune::distributed
