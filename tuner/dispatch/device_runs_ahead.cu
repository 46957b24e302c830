// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/clock.hpp"
#include "tuner/dispatch/device_events.hpp"
#include "tuner/dispatch/device_thread.hpp"
#include "tuner/dispatch/runs_ahead.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>

namespace sptune::dispatch {
namespace {

/// Four runs cover what the host needs to see that one is over and to enqueue another (some 15 us)
/// from runs of 4 us on, about the least there is.
constexpr std::size_t fewest_ahead = 4;
/// Of short runs more: looking after each would take the host as long as a run.
constexpr std::size_t most_ahead = 24;
constexpr double ahead_s = 60e-6;
/// Events between the host and the run that it waits for.
constexpr std::size_t events_ahead = 4;

/// `run_s`: an upper end of what a run takes, of which a third is usual; a launch takes the rest.
std::size_t runs_between_events(double run_s) {
  constexpr double launch_s = 2e-6;
  const auto ahead = static_cast<std::size_t>(ahead_s / (launch_s + run_s / 3));
  return std::clamp(ahead, fewest_ahead, most_ahead) / events_ahead;
}

class DeviceRunsAhead final : public RunsAhead {
 public:
  DeviceRunsAhead(double run_s, double patience_s)
      : stride_(runs_between_events(run_s)), patience_s_(patience_s) {
    const cuda::RelaxedCapture relaxed;  // of other streams
    for (cuda::OwnedEvent& event : events_) {
      event = cuda::make_event(cudaEventDisableTiming);
    }
  }

  void follow(Stream stream, const std::function<bool()>& over) noexcept override {
    if (given_up_) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;  // a thread that has come is waited for by itself
    if (enqueued_++ % stride_ != 0) return;
    try {
      if (current_device() != device_ || captured(cuda::native(stream))) return;
      const cuda::OwnedEvent& last_but_few = events_[noted_ % events_ahead];
      if (noted_ >= events_ahead) wait_for(last_but_few, over);
      SPTUNE_CUDA(cudaEventRecord(last_but_few.get(), cuda::native(stream)));
      ++noted_;
    } catch (const std::exception&) {
      given_up_ = true;  // what is broken, the next run meets
    }
  }

 private:
  /// Between two looks it leaves the driver, which the plan's own thread needs, alone.
  void wait_for(const cuda::OwnedEvent& event, const std::function<bool()>& over) {
    constexpr double between_looks_s = 2e-6;
    const double until = now_s() + patience_s_;
    while (!reached(event) && !over()) {
      const double looked = now_s();
      if (looked > until) {
        given_up_ = true;
        return;
      }
      do {
        std::this_thread::yield();
      } while (now_s() < looked + between_looks_s);
    }
  }

  const std::size_t stride_;
  const double patience_s_;
  const int device_ = current_device();
  std::atomic<bool> given_up_{false};
  std::mutex mutex_;
  std::array<cuda::OwnedEvent, events_ahead> events_;
  std::size_t enqueued_ = 0;
  std::size_t noted_ = 0;
};

}  // namespace

std::unique_ptr<RunsAhead> make_runs_ahead(double run_s) {
  // What comes between the runs: features and, of a conversion, up to fifty runs' worth.
  constexpr double features_s = 2e-3;
  constexpr double runs = 60;
  return std::make_unique<DeviceRunsAhead>(run_s, features_s + runs * run_s);
}

}  // namespace sptune::dispatch
