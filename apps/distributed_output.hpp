// SPDX-License-Identifier: BSD-3-Clause
// What `sptune-distributed` prints, as text for people and as JSON for programs.
#pragma once

#include "distributed/mpi_facts.hpp"
#include "distributed/partition.hpp"
#include "distributed/product.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sptune::apps {

/// A product on all ranks, as rank 0 knows it.
struct DistributedRun {
  std::string a, b;
  distributed::Scheme scheme = distributed::Scheme::needed_rows;
  distributed::Balance balance = distributed::Balance::products;
  ValueType value_type = ValueType::f64;
  int threads = 1;
  Backend backend = Backend::cpu;
  int gpus = 0;     ///< that the ranks have; 0: they compute on CPUs, and what follows is empty
  std::string gpu;  ///< rank 0's
  std::string transport;
  std::string why_transport;                 ///< why none that is preferred, or was asked for
  std::int64_t rows = 0, cols = 0, nnz = 0;  ///< of C
  double scatter_s = 0;                      ///< A and B from rank 0
  double product_s = 0;                      ///< until the slowest rank has its rows of C
  std::vector<double> again_s{};             ///< each product with other values on the same pattern
  double gather_s = 0;                       ///< 0: not gathered
  std::vector<distributed::RankReport> ranks{};
  std::vector<distributed::RankReport> first{};  ///< without those with other values
};

[[nodiscard]] std::string text_of(const DistributedRun& run);
[[nodiscard]] std::string json_of(const DistributedRun& run);
[[nodiscard]] std::string text_of(const distributed::MpiFacts& facts);
[[nodiscard]] std::string json_of(const distributed::MpiFacts& facts);

}  // namespace sptune::apps
