// SPDX-License-Identifier: BSD-3-Clause
// What a plugin that is linked with sptune does, for host.cpp.
#include "sptune/sptune.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

/// Models that it finds; 0, too, where a product is wrong.
extern "C" std::size_t plugin_models() {
  const std::vector<std::int32_t> offsets{0, 1, 2};
  const std::vector<std::int32_t> columns{1, 0};
  const std::vector<double> values{2, 3};
  const std::vector<double> x{5, 7};
  std::vector<double> y(2);
  const sptune::Dispatcher dispatcher;
  const sptune::CsrView<double, std::int32_t> a{2, 2, offsets.data(), columns.data(),
                                                values.data()};
  dispatcher.spmv(a, {.threads = 1, .force = {}}).run(1, x.data(), 0, y.data());
  return y == std::vector<double>{14, 15} ? dispatcher.models() : 0;
}

/// Throws what the library does.
extern "C" void plugin_fails() {
  const sptune::CsrView<double, std::int32_t> a{-1, 2};
  (void)sptune::Dispatcher().spmv(a);
}
