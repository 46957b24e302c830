// SPDX-License-Identifier: BSD-3-Clause
// `--devices`: where a sweep measures, and with what.
#pragma once

#include "harness/engine/runner.hpp"
#include "harness/environment/devices.hpp"
#include "harness/records/environment.hpp"
#include "tuner/sweep/sweep.hpp"

#include <memory>
#include <string>
#include <vector>

namespace sptune::apps {

/// A runner per device that `text` names (harness::measuring_devices); empty: one, for the whole
/// machine. Throws UsageError, DeviceError.
class SweepLanes {
 public:
  SweepLanes(Backend backend, const std::string& text, bool in_process,
             const harness::MatrixLocator& locate);

  [[nodiscard]] const harness::Hardware& hardware() const { return hardware_; }
  [[nodiscard]] const harness::Environment& environment() const { return environment_; }
  [[nodiscard]] harness::Runner& runner() const { return *runners_.front(); }
  /// They refer to this object.
  [[nodiscard]] std::vector<sweep::Lane> lanes() const;

 private:
  std::vector<harness::MeasuringDevice> devices_;
  std::vector<std::unique_ptr<harness::Runner>> runners_;
  harness::Hardware hardware_;
  harness::Environment environment_;
};

}  // namespace sptune::apps
