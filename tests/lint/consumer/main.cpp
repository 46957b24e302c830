// SPDX-License-Identifier: BSD-3-Clause
// Multiplies a small tridiagonal matrix through an installed sptune and checks the result by hand.
// Says what it knows of a GPU, which depends on the component that was linked.
#include "sptune/device.hpp"
#include "sptune/sptune.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

int main() {
  const std::int64_t n = 1000;
  sptune::Csr<double, std::int32_t> a{n, n, {0}, {}, {}};
  for (std::int32_t i = 0; i < n; ++i) {
    for (const std::int32_t j : {i - 1, i, i + 1}) {
      if (j < 0 || j >= n) continue;
      a.col_indices.push_back(j);
      a.values.push_back(i == j ? 2.0 : -1.0);
    }
    a.row_offsets.push_back(static_cast<std::int32_t>(a.col_indices.size()));
  }
  const std::vector<double> x(n, 1.0);
  std::vector<double> y(n, std::nan(""));

  int warnings = 0;
  const sptune::Dispatcher dispatcher({"no-such-model.json"},
                                      [&](std::string_view) { ++warnings; });
  auto spmv = dispatcher.spmv(a.view(), {.expected_runs = 10, .threads = 1, .force = {}});
  spmv.run(1.0, x.data(), 0.0, y.data());

  bool ok = y.front() == 1.0 && y.back() == 1.0 && warnings == 1;
  for (std::int64_t i = 1; i + 1 < n; ++i) ok = ok && y[static_cast<std::size_t>(i)] == 0.0;
  std::printf("%s: chose %s (%d warning)\n", ok ? "ok" : "wrong",
              spmv.choice().configuration.text().c_str(), warnings);
  std::printf("models that ship: %zu\n", sptune::Dispatcher().models());
  const auto& device = sptune::cuda::device_info();
  std::printf("device: %s\n", (device ? device.value().name : device.error()).c_str());
  if (!device) {
    sptune::AnyCsr elsewhere = a.view();
    elsewhere.space = sptune::MemorySpace::device;
    try {
      (void)dispatcher.spmv<double>(elsewhere);
      ok = false;
    } catch (const sptune::DeviceError& e) {
      std::printf("matrix on a device: %s\n", e.what());
    }
  }
  return ok ? 0 : 1;
}
