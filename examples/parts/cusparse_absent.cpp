// SPDX-License-Identifier: BSD-3-Clause
#include "examples/parts/products.hpp"

namespace sptune::examples {
namespace {

[[noreturn]] void absent() {
  throw DeviceError("no cuSPARSE: this program was built without CUDA; leave it out of --ways");
}

}  // namespace

std::unique_ptr<Spmv> cusparse_spmv(const AnyCsr& /*a*/) {
  absent();
}
std::unique_ptr<Spgemm> cusparse_spgemm(const AnyCsr& /*a*/, const AnyCsr& /*b*/, bool /*once*/) {
  absent();
}

}  // namespace sptune::examples
