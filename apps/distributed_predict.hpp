// SPDX-License-Identifier: BSD-3-Clause
// `sptune-distributed predict`: what each scheme would move and take on any number of ranks.
#pragma once

#include "apps/distributed_operands.hpp"
#include "apps/distributed_workplace.hpp"

#include "distributed/cost.hpp"
#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace sptune::apps {

/// Rates of a network and a rank; 0: measured here.
struct RateOptions {
  double latency_us = 0, gbytes_per_s = 0, mega_products_per_s = 0, mega_merged_per_s = 0,
         local_product_us = 0;
};

struct PredictOptions {
  OperandOptions operands;
  std::vector<int> ranks{8, 64, 1024};
  std::string balance{to_string(distributed::all_balances.front())}, type = "f64";
  distributed::RingOptions ring;
  RateOptions rates;
  BackendOptions backend;
  std::vector<std::string> models;
  int threads = 0;
  bool json = false;
};

/// Adds the verb; what is parsed stands in `options`.
CLI::App& add_predict(CLI::App& app, PredictOptions& options);

/// Collective. Matrices are read on rank 0, where the text that it returns is.
[[nodiscard]] std::string predict(distributed::Communicator& ranks, const PredictOptions& options);

}  // namespace sptune::apps
