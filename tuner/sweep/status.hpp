// SPDX-License-Identifier: BSD-3-Clause
// How far the sweeps in a database have come, read without disturbing a writer.
#pragma once

#include "db/store.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sptune::sweep {

struct RunStatus {
  db::RunInfo run;
  struct Count {
    std::string operation, value_type, cache, outcome;
    bool reaped = false;  ///< counts for nothing: its point stays pending
    bool disturbed =
        false;  ///< for this reason; else ended from outside, or it could not be loaded
    std::int64_t trials = 0;
    std::int64_t matrices = 0;
    double wall_s = 0;
  };
  std::vector<Count> counts;
  std::int64_t trials = 0;
  double wall_s = 0;
  std::string last_trial_at;         ///< UTC, empty without trials
  std::vector<std::string> devices;  ///< that measured some of them, by name; sorted
  /// Matrices of its plan that the suite has no more; none once it is finished.
  std::vector<std::string> gone;
};

/// The newest run and those that its plan began before it (one per cache policy), or the run that
/// is named. A run is `running` in the file until its process says otherwise, which one that was
/// killed cannot: without a writer (`written_now`) it is interrupted. Throws DatabaseError when
/// there is none.
[[nodiscard]] std::vector<RunStatus> status(const db::Store& store, const std::string& uuid,
                                            bool written_now);

}  // namespace sptune::sweep
