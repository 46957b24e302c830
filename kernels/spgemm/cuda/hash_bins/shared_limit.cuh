// SPDX-License-Identifier: BSD-3-Clause
// How much shared memory a row of C may have: what all those kernels leave that may ask for all.
#pragma once

#include "kernels/cuda/per_device.hpp"
#include "kernels/row_policy/policy.hpp"
#include "kernels/spgemm/cuda/hash_bins/axes.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_shared_places.cuh"
#include "kernels/spgemm/cuda/hash_bins/ordered_sums.cuh"
#include "kernels/spgemm/cuda/hash_bins/shared_places_build.cuh"
#include "kernels/spgemm/cuda/hash_bins/value_replay.cuh"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace sptune::spgemm::hash_bins {

/// Lets a kernel have all shared memory, and expects it to, whatever that leaves of the cache.
/// Returns how much that is.
template <class K>
std::int64_t allow_shared(K kernel) {
  const std::int64_t most = allow_most_shared(kernel);
  SPTUNE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                   cudaSharedmemCarveoutMaxShared));
  return most;
}

/// For all kernels that keep rows in dynamic shared memory, of which there are a hundred. Returns
/// what each of those has that may ask for all; what others ask for is some tens of KiB.
template <class V>
[[nodiscard]] std::int64_t allow_shared_to_all() {
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const auto all = [&](auto kernel) { most = std::min(most, allow_shared(kernel)); };
  const auto some = [](auto... kernels) { (allow_shared(kernels), ...); };
  CountAccumulators::for_each([&]<class A>(std::type_identity<A>) {
    if constexpr (ByTeams<A>) {
      with_team_kernels<typename A::Body, void>(some);
    } else {
      A::with_kernels(all);
    }
  });
  FillAccumulators::for_each([&]<class A>(std::type_identity<A>) {
    if constexpr (ByTeams<A>) {
      with_team_kernels<typename A::Body, V>(some);
    } else {
      A::template with_kernels<V>(all);
    }
  });
  some(count_windows, scattered_rows<void, false>, scattered_rows<void, true>,
       scattered_rows<V, false>, scattered_rows<V, true>);
  // Rows of B come from the cache.
  return std::min({most, allow_most_shared(build_places), allow_most_shared(fill_shared_rows<V>)});
}

/// Most dynamic shared memory that every kernel of a configuration may have on this device.
template <class V>
[[nodiscard]] std::int64_t dynamic_shared_of_all(const Config& c) {
  struct OfDevices {
    sptune::cuda::PerDevice<std::int64_t> always;
    sptune::cuda::PerDevice<std::int64_t> with_places;
    sptune::cuda::OncePerDevice with_order;
  };
  static auto* const own = new OfDevices;  // to the end
  std::int64_t most = own->always.get([](int) { return allow_shared_to_all<V>(); });
  if (c.rerun == Rerun::places) {
    most = std::min(most, own->with_places.get([](int) {
      allow_shared(replay_by_team<V, true>);
      allow_shared(replay_by_team<V, false>);
      return allow_shared(replay_by_block<V>);
    }));
  }
  if (c.adding == Adding::stable) own->with_order([] { allow_shared(sum_in_order<V>); });
  return most;
}

/// Shared memory of a block, with what its kernel names itself.
[[nodiscard]] inline std::int64_t shared_of_block(const Config& c) {
  return std::min<std::int64_t>(sptune::cuda::this_device().shared_per_block_bytes,
                                std::int64_t{c.shared_kib} * 1024);
}
/// … that rows may have: but for a kilobyte that kernels name themselves, or what they do where
/// that is more. How much it is, is up to the compiler: with --Ofast-compile=max four of them.
[[nodiscard]] inline std::int64_t shared_of_rows(const Config& c, ValueType type) {
  const std::int64_t left =
      type == ValueType::f32 ? dynamic_shared_of_all<float>(c) : dynamic_shared_of_all<double>(c);
  return std::min(shared_of_block(c) - row_policy::static_shared_bytes, left);
}

}  // namespace sptune::spgemm::hash_bins
