// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/variant.hpp"

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

}  // namespace

Variant variant(Crew& crew) {
  return make_variant<DistributedSpgemmProblem>(
      {.name = "broadcast",
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::copied,
       .summary = "every rank gets all of B: no lists, most traffic and memory",
       .source =
           "all-gather of B, as in the row-wise algorithm of Buluc and Gilbert, SISC 34(4), 2012"},
      config_space,
      [&crew](const Config&, const DistributedSpgemmProblem& problem) {
        return fit_crew(crew, problem, bytes_of_b(problem));
      },
      [&crew](const Config& c, const DistributedSpgemmProblem& problem) {
        return plan_crew(crew, {.scheme = Scheme::broadcast, .balance = c.balance}, problem);
      });
}

}  // namespace sptune::distributed::variants::broadcast
