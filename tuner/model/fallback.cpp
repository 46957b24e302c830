// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/fallback.hpp"

namespace sptune::model {

const Variant* default_variant(const Catalogue& catalogue, Operation operation, Backend backend,
                               double runs) noexcept {
  for (const Variant& v : catalogue.variants()) {
    if (v.operation == operation && v.facts.backend == backend && !v.facts.baseline &&
        v.default_from_runs <= runs) {
      return &v;
    }
  }
  return nullptr;
}

}  // namespace sptune::model
