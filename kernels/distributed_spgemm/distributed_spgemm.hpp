// SPDX-License-Identifier: BSD-3-Clause
// C = A*B with rows of A, B and C on several ranks (processes): the problem, whose number of ranks
// is a parameter. What it costs beside the product of one process is messages. Its variants are in
// distributed/, where MPI is; everybody else reads their trials.
#pragma once

#include "kernels/api/problem.hpp"
#include "kernels/api/rank_share.hpp"
#include "kernels/spgemm/spgemm.hpp"

#include <cstdint>
#include <string>

namespace sptune {

struct DistributedSpgemmProblem final
    : ProblemOf<DistributedSpgemmProblem, Operation::distributed_spgemm>,
      CalledFromHost {
  AnyCsr b;
  std::int64_t products = 0;  ///< as of SpgemmProblem
  std::int64_t ranks = 1;     ///< that share the rows; 1 or more

  DistributedSpgemmProblem() = default;
  DistributedSpgemmProblem(const SpgemmProblem& product, std::int64_t sharing)
      : ProblemOf(product.a, product.resources),
        b(product.b),
        products(product.products),
        ranks(sharing) {}
  using Problem::second;
  [[nodiscard]] AnyCsr* second() noexcept override { return &b; }
  [[nodiscard]] std::int64_t multiplications() const noexcept override { return products; }
  [[nodiscard]] bool fit_reads_arrays() const noexcept override { return false; }
  [[nodiscard]] std::string mismatch() const override;
};

namespace distributed_spgemm {

inline constexpr std::int64_t most_ranks = 1 << 20;

/// "ranks=4": the parameters of the problem.
[[nodiscard]] std::string parameters_of(std::int64_t ranks);
/// The other way; the failure says what is allowed. Left out: 2.
[[nodiscard]] Result<std::int64_t> parse_ranks(const std::string& parameters);

}  // namespace distributed_spgemm
}  // namespace sptune
