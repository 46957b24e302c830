// SPDX-License-Identifier: BSD-3-Clause
#include "tests/distributed/battery.hpp"

namespace sptune::distributed::test {

std::vector<ProductOptions> all_ways() {
  std::vector<ProductOptions> out;
  for (const SchemeFacts& facts : all_schemes) {
    out.push_back({facts.scheme, true, one_thread()});
  }
  out.push_back({Scheme::ring, true, one_thread(), {true, 3}});
  out.push_back({Scheme::ring, true, one_thread(), {false, 2}});
  return out;
}

std::string text_of(const ProductOptions& way) {
  return std::string(facts_of(way.scheme).name) + ", " + std::to_string(way.ring.blocks) +
         " blocks" + (way.ring.overlap ? ", overlapped" : "");
}

}  // namespace sptune::distributed::test
