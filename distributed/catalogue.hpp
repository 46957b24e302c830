// SPDX-License-Identifier: BSD-3-Clause
// The variants of distributed_spgemm: those of variants.def.
#pragma once

#include "kernels/api/catalogue.hpp"

#include "distributed/crew.hpp"

namespace sptune::distributed {

/// Their plans run on the crew, which must outlive it.
[[nodiscard]] Catalogue distributed_catalogue(Crew& crew);

}  // namespace sptune::distributed
