// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/tally.hpp"
#include "sptune/device.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace sptune::cuda {

struct Tally::Slot {
  using Words = std::array<unsigned long long, tally_size>;
  struct Counters {
    Words sums;
    unsigned arrived;
  };

  int device = 0;
  Pinned<Words> host;
  DeviceArray<std::byte> counters = DeviceArray<std::byte>::zeroed(sizeof(Counters));
  DeviceArray<unsigned long long> zeros;

  /// Those of one device that nobody uses, to the end of the process.
  struct Store {
    std::mutex busy;
    std::map<int, std::vector<std::unique_ptr<Slot>>> idle;
  };
  static Store& store() {
    static auto* const all = new Store;
    return *all;
  }

  static std::unique_ptr<Slot> take() {
    int current = 0;
    SPTUNE_CUDA(cudaGetDevice(&current));
    {
      const std::lock_guard lock(store().busy);
      auto& idle = store().idle[current];
      if (!idle.empty()) {
        std::unique_ptr<Slot> slot = std::move(idle.back());
        idle.pop_back();
        return slot;
      }
    }
    auto slot = std::make_unique<Slot>();
    slot->device = current;
    return slot;
  }
  static void give_back(std::unique_ptr<Slot> slot) {
    const std::lock_guard lock(store().busy);
    auto& idle = store().idle[slot->device];
    idle.push_back(std::move(slot));
  }
};

Tally::Tally() : slot_(Slot::take()) {}

Tally::~Tally() {
  // After a failure kernels may still count: such a slot is not lent again, and releasing its
  // memory waits for them.
  if (clean_) Slot::give_back(std::move(slot_));
}

TallyWords Tally::words() {
  clean_ = false;
  auto* const counters = reinterpret_cast<Slot::Counters*>(slot_->counters.data());
  return {counters->sums.data(), &counters->arrived, slot_->host.get()->data()};
}

unsigned long long* Tally::zeros(std::size_t size) {
  constexpr std::size_t least = 1024;
  auto& zeros = slot_->zeros;
  if (zeros.size() < size) {
    zeros = DeviceArray<unsigned long long>::zeroed(std::max({size, 2 * zeros.size(), least}));
  }
  clean_ = false;
  return zeros.data();
}

std::array<std::int64_t, tally_size> Tally::read() {
  SPTUNE_CUDA(cudaStreamSynchronize(nullptr));
  clean_ = true;
  std::array<std::int64_t, tally_size> out{};
  const volatile unsigned long long* const host = slot_->host.get()->data();
  for (int i = 0; i < tally_size; ++i)
    out[static_cast<std::size_t>(i)] = static_cast<std::int64_t>(host[i]);
  return out;
}

}  // namespace sptune::cuda
