// SPDX-License-Identifier: BSD-3-Clause
// The scheme `ring`: a local product with each block of B, and their sum.
#pragma once

#include "distributed/product.hpp"

#include <memory>

namespace sptune::distributed {

template <class V>
[[nodiscard]] std::unique_ptr<Steps<V>> ring(Work<V>& work);

}  // namespace sptune::distributed
