// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/distributed_spgemm/distributed_spgemm.hpp"

#include "sptune/configuration.hpp"

namespace sptune {

std::string DistributedSpgemmProblem::mismatch() const {
  if (ranks < 1) return "the product is shared by " + std::to_string(ranks) + " ranks: 1 at least";
  return SpgemmProblem(a, b, resources, products).mismatch();
}

namespace distributed_spgemm {

std::string parameters_of(std::int64_t ranks) {
  return "ranks=" + std::to_string(ranks);
}

Result<std::int64_t> parse_ranks(const std::string& parameters) {
  using Answer = Result<std::int64_t>;
  constexpr std::int64_t default_ranks = 2;
  const Result<Configuration> parsed = Configuration::parse("ranks{" + parameters + "}");
  if (!parsed) return Answer::failure(parsed.error());
  std::int64_t ranks = default_ranks;
  for (const auto& [name, value] : parsed.value().axes) {
    const auto* number = value.get_if<std::int64_t>();
    if (name != "ranks" || number == nullptr || *number < 1 || *number > most_ranks) {
      return Answer::failure("distributed_spgemm: parameters are ranks=1..." +
                             std::to_string(most_ranks) + ", for example ranks=4; found " + name +
                             "=" + value.text());
    }
    ranks = *number;
  }
  return ranks;
}

}  // namespace distributed_spgemm
}  // namespace sptune
