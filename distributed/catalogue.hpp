// SPDX-License-Identifier: BSD-3-Clause
// The variants of distributed_spgemm: those of variants.def.
#pragma once

#include "kernels/api/catalogue.hpp"
#include "kernels/distributed_spgemm/distributed_spgemm.hpp"

#include <string>

namespace sptune::distributed {

class Crew;

inline constexpr Operation operation_of_schemes = Operation::distributed_spgemm;
/// Its parameters: "ranks=4".
[[nodiscard]] inline std::string parameters_on(int ranks) {
  return distributed_spgemm::parameters_of(ranks);
}

/// Their plans run on the crew, which must outlive it.
[[nodiscard]] Catalogue distributed_catalogue(Crew& crew);

}  // namespace sptune::distributed
