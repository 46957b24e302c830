// SPDX-License-Identifier: BSD-3-Clause
// How arrays in GPUs' memories travel between ranks; what carries them is in device/.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sptune::distributed {

enum class Transport : std::uint8_t { nccl, direct, pinned };

struct TransportFacts {
  Transport transport;
  std::string_view name;
  std::string_view summary;
};
/// All of them, in the order in which they are preferred.
inline constexpr std::array all_transports{
    TransportFacts{Transport::nccl, "nccl", "NCCL, between ranks of one host that have a GPU each"},
    TransportFacts{Transport::direct, "direct",
                   "MPI takes the GPU's memory: one that is CUDA-aware"},
    TransportFacts{Transport::pinned, "pinned",
                   "through pinned memory of the host, copied in parts: always works"}};
/// What asks for the first that works.
inline constexpr std::string_view any_transport = "auto";

[[nodiscard]] std::string_view to_string(Transport transport) noexcept;
/// Nothing: no such transport, `any_transport` among them.
[[nodiscard]] std::optional<Transport> parse_transport(std::string_view text) noexcept;

}  // namespace sptune::distributed
