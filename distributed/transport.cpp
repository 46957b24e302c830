// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/transport.hpp"

namespace sptune::distributed {

std::string_view to_string(Transport transport) noexcept {
  for (const TransportFacts& facts : all_transports) {
    if (facts.transport == transport) return facts.name;
  }
  return "";  // no such transport
}

std::optional<Transport> parse_transport(std::string_view text) noexcept {
  for (const TransportFacts& facts : all_transports) {
    if (facts.name == text) return facts.transport;
  }
  return std::nullopt;
}

}  // namespace sptune::distributed
