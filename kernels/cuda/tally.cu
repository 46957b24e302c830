// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cuda/answer.hpp"
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/tally.hpp"
#include "sptune/device.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace sptune::cuda {

struct Tally::Slot {
  using Words = std::array<unsigned long long, tally_size>;
  struct Counters {
    Words sums;
    unsigned arrived;
  };

  struct Answer {
    Words words;
    unsigned long long said;
  };

  Slot() { *host.get() = {}; }

  Pinned<Answer> host;
  unsigned long long number = 0;  ///< of the last use
  DeviceArray<std::byte> counters = DeviceArray<std::byte>::zeroed(sizeof(Counters));
  DeviceArray<unsigned long long> zeros;
};

Tally::Tally() : slot_(std::make_unique<Lent<Slot>>()) {}

Tally::~Tally() {
  // After a failure kernels may still count: such a slot is not lent again, and releasing its
  // memory waits for them.
  slot_->comes_back(clean_);
}

TallyWords Tally::words() {
  clean_ = false;
  auto* const counters = reinterpret_cast<Slot::Counters*>((*slot_)->counters.data());
  Slot::Answer* const answer = (*slot_)->host.get();
  return {counters->sums.data(), &counters->arrived, answer->words.data(), &answer->said,
          ++(*slot_)->number};
}

unsigned long long* Tally::zeros(std::size_t size) {
  constexpr std::size_t least = 1024;
  auto& zeros = (*slot_)->zeros;
  if (zeros.size() < size) {
    auto more = DeviceArray<unsigned long long>::zeroed(std::max({size, 2 * zeros.size(), least}));
    zeros.drop();  // kernels of the default stream alone have used them
    zeros = std::move(more);
  }
  clean_ = false;
  return zeros.data();
}

std::array<std::int64_t, tally_size> Tally::read() {
  wait_for(nullptr);
  return found();
}

std::array<std::int64_t, tally_size> Tally::look() {
  wait_for_answer((*slot_)->host.get()->said, (*slot_)->number, nullptr);
  return found();
}

std::array<std::int64_t, tally_size> Tally::found() {
  clean_ = true;
  std::array<std::int64_t, tally_size> out{};
  const volatile unsigned long long* const words = (*slot_)->host.get()->words.data();
  for (int i = 0; i < tally_size; ++i)
    out[static_cast<std::size_t>(i)] = static_cast<std::int64_t>(words[i]);
  return out;
}

}  // namespace sptune::cuda
