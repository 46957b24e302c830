// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cuda/handles.hpp"
#include "tuner/dispatch/run_times.hpp"

#include <deque>
#include <utility>

namespace sptune::dispatch {
namespace {

/// A pair of events around each run; asked for, never waited for.
class DeviceRunTimes final : public RunTimes {
 public:
  [[nodiscard]] bool possible(Stream stream) override {
    return cuda::capture_of(cuda::native(stream)) == 0;
  }

  void time(int tag, Stream stream, const std::function<void()>& run) override {
    Pair pair = unused();
    pair.tag = tag;
    SPTUNE_CUDA(cudaEventRecord(pair.begin.get(), cuda::native(stream)));
    run();
    SPTUNE_CUDA(cudaEventRecord(pair.end.get(), cuda::native(stream)));
    running_.push_back(std::move(pair));
  }

  [[nodiscard]] std::vector<RunTime> take() override {
    constexpr double seconds_per_ms = 1e-3;
    std::vector<RunTime> known;
    while (!running_.empty()) {
      Pair& oldest = running_.front();
      const cudaError_t state = cudaEventQuery(oldest.end.get());
      if (state == cudaErrorNotReady) break;
      SPTUNE_CUDA(state);
      float ms = 0;
      SPTUNE_CUDA(cudaEventElapsedTime(&ms, oldest.begin.get(), oldest.end.get()));
      known.push_back({oldest.tag, ms * seconds_per_ms});
      unused_.push_back(std::move(oldest));
      running_.pop_front();
    }
    return known;
  }

 private:
  struct Pair {
    int tag = 0;
    cuda::OwnedEvent begin;
    cuda::OwnedEvent end;
  };

  Pair unused() {
    if (unused_.empty()) return {0, cuda::make_event(), cuda::make_event()};
    Pair pair = std::move(unused_.back());
    unused_.pop_back();
    return pair;
  }

  std::deque<Pair> running_;
  std::vector<Pair> unused_;
};

}  // namespace

std::unique_ptr<RunTimes> make_device_run_times() {
  return std::make_unique<DeviceRunTimes>();
}

}  // namespace sptune::dispatch
