// SPDX-License-Identifier: BSD-3-Clause
// What kernels count for the host while a plan is prepared: reading it back is one wait, without a
// copy, and there is nothing to clear before. Only a build with CUDA has it; the kernels' side is
// tally.cuh.
#pragma once

#include "kernels/cuda/lent.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace sptune::cuda {

constexpr int tally_size = 8;

/// Where kernels count.
struct TallyWords {
  unsigned long long* sums;   ///< on the device, tally_size of them, 0 before each use
  unsigned* arrived;          ///< blocks that are done, 0 before each use
  unsigned long long* host;   ///< in host memory that the device writes, tally_size of them
  unsigned long long* said;   ///< there as well: the number of what was published last
  unsigned long long number;  ///< of this use
};

/// Lent from a store that the process keeps for each device: a first one costs what allocating
/// takes, later ones nothing.
class Tally {
 public:
  Tally();
  ~Tally();
  Tally(const Tally&) = delete;
  Tally& operator=(const Tally&) = delete;

  /// For kernels of the default stream. What is counted counts once: read() comes before the next.
  [[nodiscard]] TallyWords words();
  /// On the device, so many zeros, which kernels leave as zeros (leave_clear): nothing to clear
  /// before a look-back. A later call may give others.
  [[nodiscard]] unsigned long long* zeros(std::size_t size);
  /// Waits for the default stream, so that other streams may use what it has prepared, too. What
  /// the last block of a kernel published, or a kernel wrote into `host` itself; the others are
  /// what they were. Throws DeviceError.
  std::array<std::int64_t, tally_size> read();
  /// The same of a kernel that publishes or says so, as soon as it has: nothing else that is
  /// enqueued need be done. What such a plan keeps is ready when it has waited for the default
  /// stream, as by read(). Throws DeviceError.
  std::array<std::int64_t, tally_size> look();

 private:
  struct Slot;
  [[nodiscard]] std::array<std::int64_t, tally_size> found();
  std::unique_ptr<Lent<Slot>> slot_;
  bool clean_ = true;  ///< sums and arrived are 0
};

}  // namespace sptune::cuda
