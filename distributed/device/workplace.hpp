// SPDX-License-Identifier: BSD-3-Clause
// Products on ranks' GPUs as a Workplace, and which transports there are to choose from.
#pragma once

#include "kernels/distributed_spgemm/distributed_spgemm.hpp"

#include "distributed/crew_plan.hpp"
#include "distributed/device/ranks.hpp"
#include "distributed/workplace.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace sptune::distributed {

/// What ranks on GPUs can be asked for: known before anything is.
struct GpuOffer {
  /// Why not, in the order of all_transports; empty: it works.
  std::array<std::string, all_transports.size()> refusals;
  int gpus = 1;             ///< that the ranks have, those that several share counted once
  std::int64_t memory = 0;  ///< bytes that the rank with the least has, where GPUs are shared

  /// Nothing, the first that works, is never refused.
  [[nodiscard]] std::string refusal_of(std::optional<Transport> transport) const;
};

/// Each transport that works, ready to carry: one of them takes no other's place.
class GpuTransports {
 public:
  /// Collective, as of(). Throws AgreedError where a rank has no GPU.
  explicit GpuTransports(Communicator& ranks);
  GpuTransports(const GpuTransports&) = delete;
  GpuTransports& operator=(const GpuTransports&) = delete;

  [[nodiscard]] const GpuOffer& offer() const noexcept { return offer_; }
  /// Throws AgreedError for one that is refused.
  [[nodiscard]] DeviceRanks& of(std::optional<Transport> transport);

 private:
  std::array<std::unique_ptr<DeviceRanks>, all_transports.size()> made_;
  GpuOffer offer_;
};

/// Over the transport of these ranks, whatever is asked for. All must outlive it and what it makes.
[[nodiscard]] std::unique_ptr<Workplace> on_gpus(DeviceRanks& ranks, const Dispatcher& dispatcher);
/// Over what is asked for.
[[nodiscard]] std::unique_ptr<Workplace> on_gpus(GpuTransports& transports,
                                                 const Dispatcher& dispatcher);

/// Refuses a number of ranks that the crew does not have, transports that do not work here, and
/// more of B beside a rank's own rows than its GPU has room for.
[[nodiscard]] Fit fit_gpus(const Crew& crew, const GpuOffer& offer, const Way& way,
                           const DistributedSpgemmProblem& problem);

/// A scheme's variant for a crew on GPUs. Its operands are the host's, from where the crew shares
/// them out, and so are the rules that make_variant keeps for them.
template <class Space, class WayOf>
[[nodiscard]] Variant variant_of_gpus(Scheme scheme, Crew& crew, const GpuOffer& offer,
                                      const Space& space, WayOf way_of) {
  Variant out = variant_of(scheme, crew, space, way_of,
                           [&](const Way& way, const DistributedSpgemmProblem& problem) {
                             return fit_gpus(crew, offer, way, problem);
                           });
  out.facts.backend = Backend::cuda;
  out.facts.deterministic = false;  // as local products
  return out;
}

}  // namespace sptune::distributed
