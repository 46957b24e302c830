// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/watchdog.hpp"

#include "kernels/api/clock.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace sptune::distributed {
namespace {

std::int64_t now_ns() {
  return static_cast<std::int64_t>(now_s() * 1e9);
}

}  // namespace

Watchdog::Watchdog(double limit_s, std::string who, Bark bark)
    : limit_s_(limit_s), who_(std::move(who)), bark_(std::move(bark)) {
  if (limit_s_ > 0) thread_ = std::thread([this] { look(); });
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  over_.notify_one();
  if (thread_.joinable()) thread_.join();
}

Watchdog::Watch::Watch(Watchdog& dog, const char* what) noexcept : dog_(dog) {
  if (dog.limit_s_ <= 0) return;
  dog.what_.store(what, std::memory_order_relaxed);
  dog.since_ns_.store(now_ns(), std::memory_order_release);
}

void Watchdog::look() {
  std::unique_lock lock(mutex_);
  const auto pause = std::chrono::duration<double>(limit_s_ / 4);
  while (!over_.wait_for(lock, pause, [&] { return ending_; })) {
    const std::int64_t since = since_ns_.load(std::memory_order_acquire);
    if (since == 0 || static_cast<double>(now_ns() - since) < limit_s_ * 1e9) continue;
    bark_(who_ + " has waited " + fmt::format("{:.1f}", limit_s_) + " s for other ranks (" +
          what_.load(std::memory_order_relaxed) +
          "): one of them is stuck, gone, or computes for longer; SPTUNE_MPI_TIMEOUT=SECONDS sets "
          "the limit, 0 lifts it");
    since_ns_.store(0, std::memory_order_release);  // where that returned: once for each wait
  }
}

}  // namespace sptune::distributed
