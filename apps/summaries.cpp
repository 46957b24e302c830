// SPDX-License-Identifier: BSD-3-Clause
#include "apps/summaries.hpp"

#include "apps/output.hpp"

#include <fmt/format.h>

namespace sptune::apps {

void print_summaries(const std::vector<train::Summary>& rows) {
  print_out("  {:<18} {:>8} {:>8} {:>7} {:>7} {:>8} {:>6} {:>16}\n", "", "matrices", "share", "p95",
            "p99", "worst", "ties", "slower switches");
  for (const train::Summary& s : rows) {
    if (s.problems == 0) continue;
    print_out("  {:<18} {:>8} {:>8.4f} {:>7.3f} {:>7.3f} {:>8.3f} {:>6} {:>16}\n", s.selector,
              s.problems, s.share_of_oracle, s.p95, s.p99, s.worst, s.ties, s.slower_switches);
  }
}

nlohmann::ordered_json summaries_json(const std::vector<train::Summary>& rows) {
  auto out = nlohmann::ordered_json::array();
  for (const train::Summary& s : rows) {
    out.push_back({{"selector", s.selector},
                   {"matrices", s.problems},
                   {"share_of_oracle", s.share_of_oracle},
                   {"p95", s.p95},
                   {"p99", s.p99},
                   {"worst", s.worst},
                   {"ties", s.ties},
                   {"slower_switches", s.slower_switches}});
  }
  return out;
}

}  // namespace sptune::apps
