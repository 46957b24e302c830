// SPDX-License-Identifier: BSD-3-Clause
// Ranks that compute on GPUs: each has one, and arrays travel between their memories.
#pragma once

#include "distributed/communicator.hpp"
#include "distributed/device/carrier.hpp"
#include "distributed/device/memory.hpp"
#include "distributed/transport.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sptune::distributed {

/// What becomes of a transport that was asked for and does not work: `pinned` takes its place, or
/// an AgreedError says why.
enum class Unless : std::uint8_t { replaced, refused };

class DeviceRanks {
 public:
  /// Collective: makes each rank's GPU current on the calling thread (enter_device), and agrees on
  /// a transport. `wanted`: nothing takes the first that works; one that does not work is replaced
  /// by `pinned`, and why() says so. Throws AgreedError where a rank has no GPU.
  explicit DeviceRanks(Communicator& ranks, std::optional<Transport> wanted = std::nullopt,
                       Unless unless = Unless::replaced);
  DeviceRanks(const DeviceRanks&) = delete;
  DeviceRanks& operator=(const DeviceRanks&) = delete;

  [[nodiscard]] Communicator& ranks() const noexcept { return ranks_; }
  [[nodiscard]] int rank() const noexcept { return ranks_.rank(); }
  [[nodiscard]] int size() const noexcept { return ranks_.size(); }
  [[nodiscard]] const RankDevice& device() const noexcept { return device_; }
  /// GPUs that the ranks have, those that several share counted once.
  [[nodiscard]] int gpus() const noexcept { return gpus_; }
  /// Ranks that share this one's, itself among them.
  [[nodiscard]] int sharing() const noexcept { return sharing_; }
  [[nodiscard]] Transport transport() const noexcept { return transport_; }
  /// Why not one that is preferred, or was asked for; empty: nothing was refused.
  [[nodiscard]] const std::string& why() const noexcept { return why_; }
  [[nodiscard]] Carrier& carrier() noexcept { return *carrier_; }

 private:
  [[nodiscard]] std::string refusal_of_nccl(const std::vector<std::int64_t>& identities);
  [[nodiscard]] std::string refusal_of_direct();
  [[nodiscard]] bool try_transport(Transport which, const std::vector<std::int64_t>& identities);

  Communicator& ranks_;
  RankDevice device_;
  int gpus_ = 1;
  int sharing_ = 1;
  Transport transport_ = Transport::pinned;
  std::string why_;
  std::unique_ptr<Carrier> carrier_;
};

}  // namespace sptune::distributed
