// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/run_times.hpp"

#include "kernels/api/clock.hpp"

#include <utility>

namespace sptune::dispatch {
namespace {

/// By the one clock.
class HostRunTimes final : public RunTimes {
 public:
  [[nodiscard]] bool possible(Stream /*stream*/) override { return true; }
  [[nodiscard]] bool may_prepare() override { return true; }
  void time(int tag, Stream /*stream*/, const std::function<void()>& run) override {
    const double begin = now_s();
    run();
    known_.push_back({tag, now_s() - begin});
  }
  [[nodiscard]] std::vector<RunTime> take() override { return std::exchange(known_, {}); }

 private:
  std::vector<RunTime> known_;
};

}  // namespace

std::unique_ptr<RunTimes> make_run_times(MemorySpace space) {
  if (space == MemorySpace::device) return make_device_run_times();
  return std::make_unique<HostRunTimes>();
}

}  // namespace sptune::dispatch
