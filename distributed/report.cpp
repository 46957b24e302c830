// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/report.hpp"

#include "distributed/messages.hpp"

#include <algorithm>
#include <span>

namespace sptune::distributed {

std::string_view to_string(Phase phase) noexcept {
  switch (phase) {
    case Phase::lists:
      return "lists";
    case Phase::exchange:
      return "exchange";
    case Phase::plan:
      return "plan";
    case Phase::multiply:
      return "multiply";
    case Phase::merge:
      return "merge";
  }
  return "";  // no such phase
}

std::vector<RankReport> collect(Communicator& ranks, const RankReport& mine) {
  std::vector<RankReport> all;
  if (ranks.rank() == 0) all.resize(static_cast<std::size_t>(ranks.size()));
  Messages messages(ranks);
  for (std::size_t r = 0; r < all.size(); ++r) {
    messages.receive(static_cast<int>(r), std::span(all).subspan(r, 1));
  }
  messages.send(0, std::span<const RankReport>(&mine, 1));
  messages.wait("reports of all ranks");
  return all;
}

double imbalance(const std::vector<RankReport>& reports) noexcept {
  std::int64_t most = 0;
  std::int64_t sum = 0;
  for (const RankReport& r : reports) {
    most = std::max(most, r.products);
    sum += r.products;
  }
  if (sum == 0) return 1;
  return static_cast<double>(most) * static_cast<double>(reports.size()) / static_cast<double>(sum);
}

}  // namespace sptune::distributed
