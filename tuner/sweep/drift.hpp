// SPDX-License-Identifier: BSD-3-Clause
// A reference kernel, timed again and again during a sweep: what the machine itself does. Private
// to the module.
#pragma once

#include "tuner/sweep/session.hpp"
#include "tuner/sweep/sweep.hpp"
#include "tuner/sweep/turns.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace sptune::sweep {

class DriftReference {
 public:
  /// Times the default of the first kernel of ours on Context::drift_matrix and stores it, unless
  /// that was done on the device within the last half minute. `context`: of the device's thread.
  /// Where the matrix cannot be had there is a warning, and no further try: it is no part of the
  /// plan.
  [[nodiscard]] std::optional<std::string> time(const Session& session, const Context& context,
                                                const std::string& device, Turn& turn);

 private:
  bool given_up_ = false;
  std::set<std::string> deaf_;             ///< devices that cannot have the matrix
  std::map<std::string, double> timed_s_;  ///< by device: when
};

}  // namespace sptune::sweep
