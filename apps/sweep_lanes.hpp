// SPDX-License-Identifier: BSD-3-Clause
// Where a sweep measures, and with what: this machine, its `--devices`, or other ranks.
#pragma once

#include "harness/engine/runner.hpp"
#include "harness/records/environment.hpp"
#include "tuner/sweep/sweep.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sptune::apps {

/// Devices that are open, each with a runner.
class SweepLanes {
 public:
  virtual ~SweepLanes() = default;
  /// Of all of them.
  [[nodiscard]] virtual const harness::Hardware& hardware() const = 0;
  [[nodiscard]] virtual const harness::Environment& environment() const = 0;
  [[nodiscard]] virtual harness::Runner& runner() const = 0;
  /// They refer to this object.
  [[nodiscard]] virtual std::vector<sweep::Lane> lanes() const = 0;
  /// See sweep::Context.
  [[nodiscard]] virtual std::size_t lanes_per_host() const { return 0; }
  [[nodiscard]] virtual std::int64_t memory_per_lane() const { return 0; }
};

struct LanesWanted {
  Backend backend{};
  std::string devices;  ///< of --devices (harness::measuring_devices); empty: the whole machine
  bool in_process = false;
  bool keep_disturbed = false;
  int threads = 0;  ///< granted to a CPU kernel; 0: as many as there are cores
  harness::MatrixLocator locate;
};

/// Devices of this machine. Others come from elsewhere.
class LaneSource {
 public:
  virtual ~LaneSource() = default;
  /// Of `sweep run` and `sweep resume`.
  virtual void add_options(CLI::App&) {}
  /// Of these, what a resume has to repeat: a blank in front of each.
  [[nodiscard]] virtual std::string repeated() const { return ""; }
  /// Throws DeviceError, before anything is begun.
  virtual void require(Backend backend) const;
  /// Throws UsageError, DeviceError.
  [[nodiscard]] virtual std::unique_ptr<SweepLanes> open(const LanesWanted& wanted) const;
};

/// Reads the file whole, if there is one, by which kernels of the backend decide, before anything
/// is measured by it; what is measured in this process is measured by what stands there now. Throws
/// UsageError with what is wrong, also where it is for another architecture.
void require_policy_file(Backend backend, const std::string& architecture);

/// The verb `sweep`, measuring there.
void add_sweep(CLI::App& app, const std::shared_ptr<LaneSource>& source);

}  // namespace sptune::apps
