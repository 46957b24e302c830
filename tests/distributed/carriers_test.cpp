// SPDX-License-Identifier: BSD-3-Clause
// How bytes travel between GPUs, with arrays and stages in the host's memory.
#include "tests/distributed/world.hpp"

#include "distributed/device/carrier.hpp"
#include "distributed/device/nccl.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <utility>

namespace sptune::distributed::test {
namespace {

/// Copies when it is asked the third time whether it is done: what comes early is seen to be wrong.
class LateStage final : public Stage {
 public:
  explicit LateStage(std::size_t bytes) : memory_(bytes) {}
  [[nodiscard]] std::byte* data() noexcept override { return memory_.data(); }
  void from_device(const std::byte* device, std::size_t bytes) override {
    begin(memory_.data(), device, bytes);
  }
  void to_device(std::byte* device, std::size_t bytes) override {
    begin(device, memory_.data(), bytes);
  }
  [[nodiscard]] bool done() override {
    if (asked_ < 3 && ++asked_ == 3) std::memcpy(to_, from_, bytes_);
    return asked_ == 3;
  }

 private:
  void begin(std::byte* to, const std::byte* from, std::size_t bytes) {
    EXPECT_LE(bytes, memory_.size());
    to_ = to;
    from_ = from;
    bytes_ = bytes;
    asked_ = 0;
  }

  std::vector<std::byte> memory_;
  std::byte* to_ = nullptr;
  const std::byte* from_ = nullptr;
  std::size_t bytes_ = 0;
  int asked_ = 3;
};

constexpr std::int64_t part = 1000;

/// Of parcel `number` from one rank to another: nothing, little, a part and many.
std::int64_t size_of(int from, int to, int number) {
  return std::array<std::int64_t, 6>{0, 1, part, part + 1, 17 * part + 7, 90'000}.at(
      static_cast<std::size_t>((from * 5 + to * 3 + number) % 6));
}

std::byte byte_at(int from, int to, int number, std::size_t i) {
  return static_cast<std::byte>((static_cast<std::size_t>(from * 31 + to * 17 + number * 7) + i) %
                                251);
}

constexpr int numbers = 3;
using Arrays = std::map<std::pair<int, int>, std::vector<std::byte>>;  ///< by peer and number

std::vector<Parcel> parcels_of(Arrays& arrays, bool peers_down) {
  std::vector<Parcel> out;
  for (auto& [key, bytes] : arrays) {
    out.push_back({key.first, bytes.data(), static_cast<std::int64_t>(bytes.size())});
  }
  if (peers_down) {  // between two ranks the order stays
    std::stable_sort(out.begin(), out.end(),
                     [](const Parcel& x, const Parcel& y) { return x.peer > y.peer; });
  }
  return out;
}

void expect_all_arrive(Carrier& carrier) {
  const int me = world().rank();
  const Traffic before = world().traffic();
  std::int64_t received = 0;
  Arrays out;
  Arrays in;
  for (int peer = 0; peer < world().size(); ++peer) {
    if (peer == me) continue;
    for (int number = 0; number < numbers; ++number) {
      auto& bytes = out[{peer, number}];
      bytes.resize(static_cast<std::size_t>(size_of(me, peer, number)));
      for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = byte_at(me, peer, number, i);
      in[{peer, number}].resize(static_cast<std::size_t>(size_of(peer, me, number)));
      received += size_of(peer, me, number);
    }
  }
  carrier.begin(parcels_of(out, me % 2 == 1), parcels_of(in, me % 2 == 0));
  carrier.finish("a test");
  for (const auto& [key, bytes] : in) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      ASSERT_EQ(bytes[i], byte_at(key.first, me, key.second, i))
          << "byte " << i << " of parcel " << key.second << " from rank " << key.first;
    }
  }
  EXPECT_EQ((world().traffic() - before).received, received);
}

TEST(Carriers, bring_all_parcels) {
  const auto late = [](std::size_t bytes) { return std::make_unique<LateStage>(bytes); };
  const auto staged = staged_carrier(world(), late, part);
  const auto direct = direct_carrier(world());
  for (int again = 0; again < 2; ++again) {
    expect_all_arrive(*staged);
    expect_all_arrive(*direct);
  }
}

TEST(Nccl, versions_of_either_code_are_read) {
  EXPECT_EQ(nccl_version_text(2804), "2.8.4");
  EXPECT_EQ(nccl_version_text(2408), "2.4.8");
  EXPECT_EQ(nccl_version_text(20906), "2.9.6");
  EXPECT_EQ(nccl_version_text(22703), "2.27.3");
}

}  // namespace
}  // namespace sptune::distributed::test
