// SPDX-License-Identifier: BSD-3-Clause
// Bisection by a whole warp: 32 positions are asked at once, so that a million take four round
// trips to memory where one thread makes twenty. The steps are apart from the warp that makes them,
// so that the host can make them, too.
#pragma once

#include "kernels/cuda/host_device.hpp"

#include <cstdint>

namespace sptune::cuda {

/// The positions from `low` up to `high` among which the first one that is wanted stands; `high`
/// itself when none before it is.
struct WarpSearch {
  static constexpr int lanes = 32;
  std::int64_t low;
  std::int64_t high;

  [[nodiscard]] SPTUNE_HOST_DEVICE constexpr bool open() const { return low < high; }
  /// What a lane asks; at or beyond `high` the answer is yes without asking.
  [[nodiscard]] SPTUNE_HOST_DEVICE constexpr std::int64_t probe(int lane) const {
    const std::int64_t size = high - low;
    return size <= lanes ? low + lane : low + size / (lanes + 1) * (lane + 1);
  }
  /// `unwanted`: how many lanes found no. They are the first ones.
  SPTUNE_HOST_DEVICE constexpr void narrow(int unwanted) {
    const WarpSearch before = *this;
    const bool last = high - low <= lanes;
    if (unwanted > 0) low = before.probe(unwanted - 1) + 1;
    if (unwanted < lanes) high = last ? low : before.probe(unwanted);
  }
};

}  // namespace sptune::cuda
