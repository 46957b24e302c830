// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/device/carrier.hpp"

#include "distributed/messages.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>

namespace sptune::distributed {
namespace {

class Direct final : public Carrier {
 public:
  explicit Direct(Communicator& ranks) : ranks_(ranks) {}

  void begin(std::vector<Parcel> out, std::vector<Parcel> in) override {
    messages_.emplace(ranks_);
    for (const Parcel& p : in) {
      messages_->receive(p.peer, std::span(p.data, static_cast<std::size_t>(p.bytes)));
    }
    for (const Parcel& p : out) {
      messages_->send(p.peer,
                      std::span<const std::byte>(p.data, static_cast<std::size_t>(p.bytes)));
    }
  }
  void finish(const char* what) override {
    messages_->wait(what);
    messages_.reset();
  }

 private:
  Communicator& ranks_;
  std::optional<Messages> messages_;
};

constexpr int tag = 20;
constexpr std::size_t slots_each_way = 4;

/// Part of a parcel: one message.
struct Part {
  int peer = 0;
  std::byte* data = nullptr;
  int bytes = 0;
};

/// In the order of `turn(peer)`, and as they stand for each.
template <class Turn>
std::vector<Part> parts_of(std::vector<Parcel> parcels, std::int64_t most, const Turn& turn) {
  std::stable_sort(parcels.begin(), parcels.end(),
                   [&](const Parcel& x, const Parcel& y) { return turn(x.peer) < turn(y.peer); });
  std::vector<Part> out;
  for (const Parcel& p : parcels) {
    for (std::int64_t at = 0; at < p.bytes; at += most) {
      out.push_back({p.peer, p.data + at, static_cast<int>(std::min(most, p.bytes - at))});
    }
  }
  return out;
}

/// Parts on their way in one direction. Slots are taken in turn, so that messages of a pair of
/// ranks are posted in their order.
class Line {
 public:
  void start(std::vector<Part> parts) {
    parts_ = std::move(parts);
    begun_ = posted_ = ended_ = 0;
  }
  [[nodiscard]] bool over() const { return ended_ == parts_.size(); }

 protected:
  struct Slot {
    std::unique_ptr<Stage> stage;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  [[nodiscard]] bool may_begin() const {
    return begun_ < parts_.size() && begun_ - ended_ < slots_.size();
  }
  [[nodiscard]] const Part& part(std::size_t number) const { return parts_[number]; }
  [[nodiscard]] Slot& slot(std::size_t number) { return slots_[number % slots_.size()]; }

  void give_stages(const StageMaker& make, std::int64_t bytes) {
    for (Slot& slot : slots_) {
      slot.stage = make(static_cast<std::size_t>(bytes));
    }
  }

  std::size_t begun_ = 0;   ///< parts that have a slot
  std::size_t posted_ = 0;  ///< of sending: given to MPI; of receiving: arrived
  std::size_t ended_ = 0;   ///< whose slot is free again

 private:
  std::vector<Part> parts_;
  std::array<Slot, slots_each_way> slots_;
};

bool arrived(const Communicator& ranks, MPI_Request& request) {
  int over = 0;
  ranks.check(MPI_Test(&request, &over, MPI_STATUS_IGNORE), "MPI_Test");
  return over != 0;
}

class Sending : public Line {
 public:
  using Line::give_stages;

  void step(Communicator& ranks) {
    while (may_begin()) {
      slot(begun_).stage->from_device(part(begun_).data,
                                      static_cast<std::size_t>(part(begun_).bytes));
      ++begun_;
    }
    for (; posted_ < begun_ && slot(posted_).stage->done(); ++posted_) {
      const Part& p = part(posted_);
      ranks.check(MPI_Isend(slot(posted_).stage->data(), p.bytes, MPI_BYTE, p.peer, tag,
                            ranks.handle(), &slot(posted_).request),
                  "MPI_Isend");
      ranks.count_sent(p.bytes, 1);
    }
    while (ended_ < posted_ && arrived(ranks, slot(ended_).request)) ++ended_;
  }
};

class Receiving : public Line {
 public:
  using Line::give_stages;

  void step(Communicator& ranks) {
    for (; may_begin(); ++begun_) {
      const Part& p = part(begun_);
      ranks.check(MPI_Irecv(slot(begun_).stage->data(), p.bytes, MPI_BYTE, p.peer, tag,
                            ranks.handle(), &slot(begun_).request),
                  "MPI_Irecv");
    }
    for (; posted_ < begun_ && arrived(ranks, slot(posted_).request); ++posted_) {
      const Part& p = part(posted_);
      slot(posted_).stage->to_device(p.data, static_cast<std::size_t>(p.bytes));
      ranks.count_received(p.bytes);
    }
    while (ended_ < posted_ && slot(ended_).stage->done()) ++ended_;
  }
};

/// Rank i sends first to i-1, then to i-2, …, and receives from i+1, i+2, …: of all parts under way
/// the one of the earliest turn has its slot at both ends, so that the ranks never wait in a circle
/// however few the slots are.
class Staged final : public Carrier {
 public:
  Staged(Communicator& ranks, const StageMaker& make, std::int64_t part_bytes)
      : ranks_(ranks), part_bytes_(std::min(part_bytes, ranks.chunk_bytes())) {
    if (ranks.size() == 1) return;  // nothing will travel
    sending_.give_stages(make, part_bytes_);
    receiving_.give_stages(make, part_bytes_);
  }

  void begin(std::vector<Parcel> out, std::vector<Parcel> in) override {
    const int me = ranks_.rank();
    const int size = ranks_.size();
    sending_.start(
        parts_of(std::move(out), part_bytes_, [&](int peer) { return (me - peer + size) % size; }));
    receiving_.start(
        parts_of(std::move(in), part_bytes_, [&](int peer) { return (peer - me + size) % size; }));
    step();
  }
  void finish(const char* what) override {
    const auto waiting = ranks_.watch(what);
    while (!sending_.over() || !receiving_.over()) step();
  }

 private:
  void step() {
    receiving_.step(ranks_);
    sending_.step(ranks_);
  }

  Communicator& ranks_;
  std::int64_t part_bytes_;
  Sending sending_;
  Receiving receiving_;
};

}  // namespace

std::unique_ptr<Carrier> direct_carrier(Communicator& ranks) {
  return std::make_unique<Direct>(ranks);
}

std::unique_ptr<Carrier> staged_carrier(Communicator& ranks, const StageMaker& make,
                                        std::int64_t part_bytes) {
  return std::make_unique<Staged>(ranks, make, part_bytes);
}

}  // namespace sptune::distributed
