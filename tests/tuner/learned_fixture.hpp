// SPDX-License-Identifier: BSD-3-Clause
// A record by hand, for the tests of logs and of what reads them.
#pragma once

#include "kernels/api/catalogue.hpp"
#include "tuner/learned/record.hpp"

#include <cmath>
#include <string>

namespace sptune::testing {

/// csr against ell, both of this build; ell won.
inline learned::Record some_record() {
  learned::Record r;
  r.at = "2026-11-22T21:00:00Z";
  r.library_version = "0.1.0";
  r.machine = model::this_machine();
  r.rows = 300;
  r.cols = 300;
  r.nnz = 3600;
  r.threads = 1;
  r.sizes = 0x0123456789abcdefU;
  r.pattern = {7, 0xfedcba9876543210U};
  r.expected_runs = 1000;
  r.features.values.assign(feature_count, std::nan(""));
  r.features.values[index(Feature::rows)] = 300;
  r.features.values[index(Feature::cols)] = 300;
  r.features.values[index(Feature::nnz)] = 3600;
  r.features.values[index(Feature::mean_row)] = 12;
  r.features.pattern = r.pattern;
  r.features.seconds_per_tier = {0, 1e-6, 2e-6, 0};
  for (const char* name : {"csr", "ell"}) {
    const auto resolved = shipped_catalogue().parse(Operation::spmv, Backend::cpu, name).value();
    r.measured.push_back({resolved.configuration(),
                          resolved.variant().code_hash,
                          1e-5,
                          {5.25F, 5.5F, 5.75F, 6, 6.25F}});
  }
  r.measured[1].us = {2.25F, 2.5F, 2.75F, 3, 3.25F};
  r.winner = 1;
  return r;
}

}  // namespace sptune::testing
