// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/threads_of_rank.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sptune::distributed {
namespace {

bool meet(const std::vector<int>& a, const std::vector<int>& b) {
  if (a.empty() || b.empty()) return true;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) return true;
    ++(*i < *j ? i : j);
  }
  return false;
}

}  // namespace

int threads_of_rank(int granted, const std::vector<std::vector<int>>& processors, int rank,
                    double quota) {
  const std::vector<int>& own = processors[static_cast<std::size_t>(rank)];
  const auto sharing = std::count_if(processors.begin(), processors.end(),
                                     [&](const auto& other) { return meet(own, other); });
  const int of_cores = granted / static_cast<int>(sharing);
  // Rounded up as a whole, as for one process.
  const double of_quota = std::ceil(quota) / static_cast<double>(processors.size());
  return of_quota < of_cores ? std::max(1, static_cast<int>(of_quota)) : std::max(1, of_cores);
}

}  // namespace sptune::distributed
