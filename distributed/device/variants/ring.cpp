// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/crew_plan.hpp"
#include "distributed/device/variants/axes.hpp"
#include "distributed/device/workplace.hpp"
#include "distributed/variants/axes.hpp"

namespace sptune::distributed::gpu_variants::ring {
namespace {

struct Config {
  Balance balance = Balance::products;
  bool overlap = true;
  int blocks = 1;
  Carried transport = Carried::by_any;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = free_space<Config>(
    axis("balance", &Config::balance, {Balance::products, Balance::nnz, Balance::rows},
         balance_doc),
    axis("overlap", &Config::overlap, {true, false},
         "a block comes while one is multiplied; false: before"),
    axis("blocks", &Config::blocks, {1, 2, 4}, "that each rank's rows of B are sent in"),
    transport_axis<Config>());

Way way_of(const Config& c) {
  return {.scheme = Scheme::ring,
          .balance = c.balance,
          .ring = {c.overlap, c.blocks},
          .transport = transport_of(c.transport)};
}

}  // namespace

Variant variant(Crew& crew, const GpuOffer& offer) {
  return variant_of_gpus(Scheme::ring, crew, offer, config_space, way_of);
}

}  // namespace sptune::distributed::gpu_variants::ring
