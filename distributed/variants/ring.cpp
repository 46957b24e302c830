// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/variant.hpp"

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

}  // namespace

Variant variant(Crew& crew) {
  return make_variant<DistributedSpgemmProblem>(
      {.name = "ring",
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::copied,
       .summary = "blocks of B go round, partial results are added up: most traffic, least memory "
                  "for B",
       .source = "ring all-gather of B in the row-wise algorithm of Buluc and Gilbert, SISC 34(4), "
                 "2012"},
      config_space,
      [&crew](const Config& c, const DistributedSpgemmProblem& problem) {
        const double held = 1 + 1.0 / c.blocks;  // of a rank's share of B
        return fit_crew(crew, problem,
                        held * bytes_of_b(problem) / static_cast<double>(problem.ranks));
      },
      [&crew](const Config& c, const DistributedSpgemmProblem& problem) {
        return plan_crew(
            crew, {.scheme = Scheme::ring, .balance = c.balance, .ring = {c.overlap, c.blocks}},
            problem);
      });
}

}  // namespace sptune::distributed::variants::ring
