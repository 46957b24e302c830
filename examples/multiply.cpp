// SPDX-License-Identifier: BSD-3-Clause
// The smallest application: a matrix, a dispatcher, a product. Usage: example-multiply [MODEL]
#include "sptune/sptune.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  if (argc > 2 || (argc > 1 && argv[1][0] == '-')) {
    const bool asked = argc == 2 && std::string(argv[1]) == "--help";
    std::fputs("usage: example-multiply [MODEL]\n", asked ? stdout : stderr);
    return asked ? 0 : 2;
  }
  // The second difference on a line of n points.
  const std::int32_t n = 200000;
  sptune::Csr<double, std::int32_t> a{n, n, {0}, {}, {}};
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t j = i > 0 ? i - 1 : 0; j <= i + 1 && j < n; ++j) {
      a.col_indices.push_back(j);
      a.values.push_back(i == j ? 2.0 : -1.0);
    }
    a.row_offsets.push_back(static_cast<std::int32_t>(a.col_indices.size()));
  }
  std::vector<std::string> models;
  if (argc > 1) models.emplace_back(argv[1]);

  const sptune::Dispatcher dispatcher(models);
  auto spmv = dispatcher.spmv(a.view(), {.expected_runs = 500, .constant_values = true});
  const std::vector<double> x(n, 1.0);
  std::vector<double> y(n);
  spmv.run(1.0, x.data(), 0.0, y.data());

  std::puts(spmv.choice().explain().c_str());
  double sum = 0;
  for (const double v : y) sum += std::abs(v);
  std::printf("sum of |A*1| = %g, expected 2\n", sum);
  return sum == 2 ? 0 : 1;
}
