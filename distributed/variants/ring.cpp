// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/crew_plan.hpp"
#include "distributed/variants/axes.hpp"

namespace sptune::distributed::variants::ring {
namespace {

struct Config {
  Balance balance = Balance::products;
  bool overlap = true;
  int blocks = 1;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = free_space<Config>(
    axis("balance", &Config::balance, {Balance::products, Balance::nnz, Balance::rows},
         balance_doc),
    axis("overlap", &Config::overlap, {true, false},
         "a block comes while one is multiplied; false: before"),
    axis("blocks", &Config::blocks, {1, 2, 4}, "that each rank's rows of B are sent in"));

Way way_of(const Config& c) {
  return {.scheme = Scheme::ring, .balance = c.balance, .ring = {c.overlap, c.blocks}};
}

}  // namespace

Variant variant(Crew& crew) {
  return variant_of(Scheme::ring, crew, config_space, way_of);
}

}  // namespace sptune::distributed::variants::ring
