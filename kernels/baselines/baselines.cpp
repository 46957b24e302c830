// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/baselines/baselines.hpp"

namespace sptune {

const Catalogue& full_catalogue() {
  static const Catalogue catalogue = [] {
    Catalogue all = shipped_catalogue();
    all.append(baseline_catalogue());
    return all;
  }();
  return catalogue;
}

}  // namespace sptune
