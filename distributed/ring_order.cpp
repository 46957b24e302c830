// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/ring_order.hpp"

#include <algorithm>

namespace sptune::distributed {

void RingOrder::share_sizes(Communicator& ranks, const std::vector<std::int64_t>& own) {
  for (const std::int64_t entries : own) sizes_.push_back(ranks.all_gather(entries));
}

std::vector<std::int64_t> RingOrder::most(const std::function<std::int64_t(int step)>& size) const {
  std::vector<std::int64_t> out(at(places()), 0);
  for (int step = blocks_; step < steps(); ++step) {
    std::int64_t& most = out[at(place_of(step))];
    most = std::max(most, size(step));
  }
  return out;
}

}  // namespace sptune::distributed
