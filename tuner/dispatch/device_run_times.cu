// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/device_events.hpp"
#include "tuner/dispatch/device_thread.hpp"
#include "tuner/dispatch/run_times.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace sptune::dispatch {
namespace {

/// A pair of events around each run; asked for, never waited for. Events outlive their streams.
class DeviceRunTimes final : public RunTimes {
 public:
  [[nodiscard]] bool possible(Stream stream) override {
    return current_device() == device_ && !captured(cuda::native(stream));
  }

  [[nodiscard]] bool may_prepare() override { return !captured(nullptr); }

  void time(int tag, Stream stream, const std::function<void()>& run) override {
    Pair pair = unused();
    pair.tag = tag;
    pair.stream = cuda::native(stream);
    SPTUNE_CUDA(cudaEventRecord(pair.begin.get(), pair.stream));
    run();
    SPTUNE_CUDA(cudaEventRecord(pair.end.get(), pair.stream));
    running_.push_back(std::move(pair));
  }

  [[nodiscard]] std::vector<RunTime> take() override {
    std::vector<RunTime> known;
    if (running_.empty()) return known;
    const cuda::RelaxedCapture relaxed;  // of other streams
    std::vector<cudaStream_t> behind;    // whose oldest is not over: later ones are not asked for
    std::vector<Pair> still;
    for (Pair& pair : running_) {
      const bool waits = std::find(behind.begin(), behind.end(), pair.stream) != behind.end();
      if (!waits && reached(pair.end)) {
        known.push_back({pair.tag, seconds_of(pair)});
        unused_.push_back(std::move(pair));
        continue;
      }
      if (!waits) behind.push_back(pair.stream);
      still.push_back(std::move(pair));
    }
    running_ = std::move(still);
    return known;
  }

 private:
  struct Pair {
    int tag = 0;
    cudaStream_t stream = nullptr;  ///< a name: it may be gone by now
    cuda::OwnedEvent begin;
    cuda::OwnedEvent end;
  };

  static double seconds_of(const Pair& pair) {
    constexpr double seconds_per_ms = 1e-3;
    float ms = 0;
    SPTUNE_CUDA(cudaEventElapsedTime(&ms, pair.begin.get(), pair.end.get()));
    return ms * seconds_per_ms;
  }

  Pair unused() {
    if (unused_.empty()) {
      const cuda::RelaxedCapture relaxed;
      return {0, nullptr, cuda::make_event(), cuda::make_event()};
    }
    Pair pair = std::move(unused_.back());
    unused_.pop_back();
    return pair;
  }

  int device_ = current_device();
  std::vector<Pair> running_;  ///< in the order of their streams
  std::vector<Pair> unused_;
};

}  // namespace

std::unique_ptr<RunTimes> make_device_run_times() {
  return std::make_unique<DeviceRunTimes>();
}

}  // namespace sptune::dispatch
