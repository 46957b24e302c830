// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/crew_plan.hpp"
#include "distributed/device/variants/axes.hpp"
#include "distributed/device/workplace.hpp"
#include "distributed/variants/axes.hpp"

namespace sptune::distributed::gpu_variants::broadcast {
namespace {

struct Config {
  Balance balance = Balance::products;
  Carried transport = Carried::by_any;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space =
    free_space<Config>(axis("balance", &Config::balance,
                            {Balance::products, Balance::nnz, Balance::rows}, balance_doc),
                       transport_axis<Config>());

Way way_of(const Config& c) {
  return {
      .scheme = Scheme::broadcast, .balance = c.balance, .transport = transport_of(c.transport)};
}

}  // namespace

Variant variant(Crew& crew, const GpuOffer& offer) {
  return variant_of_gpus(Scheme::broadcast, crew, offer, config_space, way_of);
}

}  // namespace sptune::distributed::gpu_variants::broadcast
