// SPDX-License-Identifier: BSD-3-Clause
// The axis that all schemes have on GPUs.
#pragma once

#include "kernels/api/space.hpp"

#include "distributed/transport.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace sptune::distributed {

/// A transport, or the first that works.
enum class Carried : std::uint8_t { by_any, by_nccl, by_direct, by_pinned };

inline constexpr std::string_view transport_doc =
    "how rows travel between GPUs; auto: the first of the others that works";

constexpr auto enum_names(Carried /*which*/) {
  return std::array{std::pair{Carried::by_any, any_transport},
                    std::pair{Carried::by_nccl, std::string_view("nccl")},
                    std::pair{Carried::by_direct, std::string_view("direct")},
                    std::pair{Carried::by_pinned, std::string_view("pinned")}};
}

[[nodiscard]] constexpr std::optional<Transport> transport_of(Carried carried) {
  switch (carried) {
    case Carried::by_any:
      break;
    case Carried::by_nccl:
      return Transport::nccl;
    case Carried::by_direct:
      return Transport::direct;
    case Carried::by_pinned:
      return Transport::pinned;
  }
  return std::nullopt;
}

template <class Config>
[[nodiscard]] constexpr auto transport_axis() {
  return axis("transport", &Config::transport,
              {Carried::by_any, Carried::by_nccl, Carried::by_direct, Carried::by_pinned},
              transport_doc);
}

}  // namespace sptune::distributed
