// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/variant.hpp"

#include "distributed/crew_plan.hpp"
#include "distributed/variants/axes.hpp"

namespace sptune::distributed::variants::needed_rows {
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
      {.name = "needed_rows",
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::copied,
       .summary = "lists of rows of B go to their owners, those rows come back: least traffic",
       .source = "Ballard, Druinsky, Knight, Schwartz, ACM TOPC 3(3), 2016: row-wise SpGEMM"},
      config_space,
      [&crew](const Config&, const DistributedSpgemmProblem& problem) {
        return fit_crew(crew, problem, 0);
      },
      [&crew](const Config& c, const DistributedSpgemmProblem& problem) {
        return plan_crew(crew, {.scheme = Scheme::needed_rows, .balance = c.balance}, problem);
      });
}

}  // namespace sptune::distributed::variants::needed_rows
