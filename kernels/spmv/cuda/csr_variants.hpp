// SPDX-License-Identifier: BSD-3-Clause
// Variants that another one chooses among (csr_auto).
#pragma once

#include "kernels/api/variant.hpp"

namespace sptune::spmv {

namespace csr_vector {
Variant cuda_variant();
}
namespace csr_adaptive {
Variant cuda_variant();
}
namespace csr_segmented {
Variant cuda_variant();
}
namespace csr_balanced {
Variant cuda_variant();
}

}  // namespace sptune::spmv
