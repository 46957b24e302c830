// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/clock.hpp"
#include "tuner/dispatch/device_events.hpp"
#include "tuner/dispatch/device_thread.hpp"
#include "tuner/dispatch/runs_ahead.hpp"

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
constexpr std::size_t most_ahead = 4;

class DeviceRunsAhead final : public RunsAhead {
 public:
  explicit DeviceRunsAhead(double patience_s) : patience_s_(patience_s) {
    const cuda::RelaxedCapture relaxed;  // of other streams
    for (cuda::OwnedEvent& event : events_) {
      event = cuda::make_event(cudaEventDisableTiming);
    }
  }

  void follow(Stream stream, const std::function<bool()>& over) noexcept override {
    if (given_up_) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;  // a thread that has come is waited for by itself
    try {
      if (current_device() != device_ || captured(cuda::native(stream))) return;
      const cuda::OwnedEvent& last_but_few = events_[enqueued_ % most_ahead];
      if (enqueued_ >= most_ahead) wait_for(last_but_few, over);
      SPTUNE_CUDA(cudaEventRecord(last_but_few.get(), cuda::native(stream)));
      ++enqueued_;
    } catch (const std::exception&) {
      given_up_ = true;  // what is broken, the next run meets
    }
  }

 private:
  void wait_for(const cuda::OwnedEvent& event, const std::function<bool()>& over) {
    const double until = now_s() + patience_s_;
    while (!reached(event) && !over()) {
      if (now_s() > until) {
        given_up_ = true;
        return;
      }
      std::this_thread::yield();
    }
  }

  const double patience_s_;
  const int device_ = current_device();
  std::atomic<bool> given_up_{false};
  std::mutex mutex_;
  std::array<cuda::OwnedEvent, most_ahead> events_;
  std::size_t enqueued_ = 0;
};

}  // namespace

std::unique_ptr<RunsAhead> make_runs_ahead(double run_s) {
  // What comes between the runs: features and, of a conversion, up to fifty runs' worth.
  constexpr double features_s = 2e-3;
  constexpr double runs = 60;
  return std::make_unique<DeviceRunsAhead>(features_s + runs * run_s);
}

}  // namespace sptune::dispatch
