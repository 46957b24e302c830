// SPDX-License-Identifier: BSD-3-Clause
// Who fails in a process that others used before may be their victim.
#pragma once

#include "harness/engine/runner.hpp"

#include <memory>

namespace sptune::harness {

/// A runner whose trials share a process that can be replaced.
class ProcessRunner : public Runner {
 public:
  /// Whether the next trial would be the first one of its process.
  [[nodiscard]] virtual bool fresh() const = 0;
  /// Ends the process: the next trial starts another.
  virtual void retire() = 0;
};

/// `inner`, but a wrong result, crash, error or failed allocation is believed of a trial in a fresh
/// process alone: otherwise it is tried anew in one, and that verdict counts. (A timeout is
/// believed at once, for it costs its limit.) Whoever fails among other finalists is tried alone;
/// where that acquits somebody, the repetitions are begun again without the guilty, once. Who fails
/// in these as well, and not alone, is `from_outside`: a trial alone is none among others. Whose
/// memory does not reach for all of them at once, and does for one, are measured in smaller sets.
[[nodiscard]] std::unique_ptr<Runner> with_fresh_verdicts(std::unique_ptr<ProcessRunner> inner);

}  // namespace sptune::harness
