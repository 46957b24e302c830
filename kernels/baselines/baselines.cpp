// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/baselines/baselines.hpp"

#ifdef SPTUNE_HAVE_CUSPARSE
#include "kernels/baselines/cusparse.hpp"
#endif

namespace sptune {

const Catalogue& full_catalogue() {
  static const Catalogue catalogue = [] {
    Catalogue all = shipped_catalogue();
    all.append(baseline_catalogue());
    return all;
  }();
  return catalogue;
}

std::string cusparse_in_use([[maybe_unused]] Backend backend) {
#ifdef SPTUNE_HAVE_CUSPARSE
  if (backend == Backend::cuda && baselines::cusparse_version()) {
    return baselines::cusparse_version().value();
  }
#endif
  return {};
}

}  // namespace sptune
