// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/crew_plan.hpp"
#include "distributed/variants/axes.hpp"

namespace sptune::distributed::variants::broadcast {
namespace {

struct Config {
  Balance balance = Balance::products;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = free_space<Config>(axis(
    "balance", &Config::balance, {Balance::products, Balance::nnz, Balance::rows}, balance_doc));

Way way_of(const Config& c) {
  return {.scheme = Scheme::broadcast, .balance = c.balance};
}

}  // namespace

Variant variant(Crew& crew) {
  return variant_of(Scheme::broadcast, crew, config_space, way_of);
}

}  // namespace sptune::distributed::variants::broadcast
