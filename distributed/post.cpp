// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/post.hpp"

#include "kernels/api/clock.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

namespace sptune::distributed {
namespace {

constexpr int post_tag = 19;
constexpr int farewell_tag = 20;
// Between two looks, each of some 20 microseconds: where something is measured at times (rank 0,
// whose threads wait for others meanwhile), or now, and where nothing is.
constexpr double look_s = 5e-3;
constexpr double look_seldom_s = 20e-3;
constexpr double look_idle_s = 1e-3;
constexpr double look_often_s = 1e-4;    ///< while a long message is under way
constexpr double often_for_s = 0.2;      ///< at most: its other end may be lost
constexpr std::size_t much = 32U << 20;  ///< bytes under way to a rank
constexpr double farewell_s = 2;         ///< for what was sent last

std::chrono::duration<double> seconds(double s) {
  return std::chrono::duration<double>(s);
}

}  // namespace

Post::Post(Communicator& ranks, double lost_after_s)
    : ranks_(ranks),
      rank_(ranks.rank()),
      size_(ranks.size()),
      lost_after_s_(lost_after_s),
      peers_(static_cast<std::size_t>(size_)) {
  for (int peer = 0; peer < size_; ++peer) {
    peers_[static_cast<std::size_t>(peer)].mine = peer != rank_ && (peer == 0 || rank_ == 0);
  }
}

void Post::work(const std::function<void()>& job) {
  {
    const std::scoped_lock lock(mutex_);
    done_ = false;
    looked_s_ = now_s();
    for (Peer& peer : peers_) peer.heard_s = looked_s_;
  }
  std::exception_ptr trouble;
  std::exception_ptr mpi_trouble;
  {
    const std::jthread worker([&] {
      try {
        job();
      } catch (...) {
        trouble = std::current_exception();
      }
      const std::scoped_lock lock(mutex_);
      done_ = true;
      wake_.notify_one();
    });
    try {
      move_messages();
    } catch (...) {
      mpi_trouble = std::current_exception();
      for (int peer = 0; peer < size_; ++peer) lose(peer);  // on which the job ends
    }
  }
  if (mpi_trouble) std::rethrow_exception(mpi_trouble);
  if (trouble) std::rethrow_exception(trouble);
}

void Post::move_messages() {
  double done_s = 0;
  for (;;) {
    const bool busy = step();
    std::unique_lock lock(mutex_);
    if (done_ && done_s == 0) done_s = now_s();
    if (done_ && (all_left() || now_s() > done_s + farewell_s)) break;
    if (!outgoing_.empty()) continue;
    wake_.wait_for(lock, seconds(busy ? look_often_s : pause_s()));
  }
}

double Post::pause_s() const {
  if (rank_ == 0) return idle_ ? look_idle_s : look_s;
  return receivers_ > 0 ? look_idle_s : look_seldom_s;
}

void Post::measure_nothing_here() {
  const std::scoped_lock lock(mutex_);
  idle_ = true;
}

void Post::send(int to, std::string text) {
  std::unique_lock lock(mutex_);
  Peer& peer = peers_.at(static_cast<std::size_t>(to));
  peer.changed.wait(lock, [&] { return peer.lost || peer.farewell || peer.under_way < much; });
  if (peer.lost || peer.farewell) return;
  peer.under_way += text.size();
  outgoing_.push_back({to, std::move(text)});
  wake_.notify_one();
}

std::optional<std::string> Post::receive(int from, double within_s) {
  std::unique_lock lock(mutex_);
  Peer& peer = peers_.at(static_cast<std::size_t>(from));
  ++receivers_;
  if (rank_ != 0) wake_.notify_one();  // to look more often
  peer.changed.wait_for(lock, seconds(within_s), [&] { return peer.lost || !peer.inbox.empty(); });
  --receivers_;
  if (peer.inbox.empty() || peer.lost) return std::nullopt;
  std::string text = std::move(peer.inbox.front());
  peer.inbox.pop_front();
  return text;
}

bool Post::waiting(int from) const {
  const std::scoped_lock lock(mutex_);
  return !peers_.at(static_cast<std::size_t>(from)).inbox.empty();
}

bool Post::lost(int rank) const {
  const std::scoped_lock lock(mutex_);
  return peers_.at(static_cast<std::size_t>(rank)).lost;
}

bool Post::given_up() const {
  const std::scoped_lock lock(mutex_);
  return peers_.front().farewell;
}

bool Post::torn() const {
  const std::scoped_lock lock(mutex_);
  return std::any_of(peers_.begin(), peers_.end(), [](const Peer& peer) { return peer.lost; });
}

bool Post::step() {
  begin_sending();
  begin_receiving();
  end_receiving();
  end_sending();
  greet_and_miss();
  const double now = now_s();
  const auto young = [&](const Parcel& parcel) { return now < parcel.begun_s + often_for_s; };
  return std::any_of(sending_.begin(), sending_.end(), young) ||
         std::any_of(receiving_.begin(), receiving_.end(), young);
}

void Post::begin_sending() {
  std::vector<Parcel> batch;
  {
    const std::scoped_lock lock(mutex_);
    batch.swap(outgoing_);
  }
  for (Parcel& parcel : batch) {
    if (lost(parcel.peer) && !parcel.farewell) continue;
    parcel.begun_s = now_s();
    Parcel& sent = sending_.emplace_back(std::move(parcel));
    const int status =
        MPI_Isend(sent.text.data(), static_cast<int>(sent.text.size()), MPI_BYTE, sent.peer,
                  sent.farewell ? farewell_tag : post_tag, ranks_.handle(), &sent.request);
    if (status != MPI_SUCCESS) lose(sent.peer);
  }
}

void Post::begin_receiving() {
  // Open MPI looks first and then takes in what has come: the second look finds that.
  for (int looks = 0; looks < 2;) {
    int found = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    ranks_.check(
        MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, ranks_.handle(), &found, &message, &status),
        "MPI_Improbe");
    if (found == 0) {
      ++looks;
      continue;
    }
    int bytes = 0;
    ranks_.check(MPI_Get_count(&status, MPI_BYTE, &bytes), "MPI_Get_count");
    Parcel& parcel = receiving_.emplace_back(
        Parcel{status.MPI_SOURCE, std::string(static_cast<std::size_t>(bytes), '\0'),
               MPI_REQUEST_NULL, now_s(), status.MPI_TAG == farewell_tag});
    ranks_.check(MPI_Imrecv(parcel.text.data(), bytes, MPI_BYTE, &message, &parcel.request),
                 "MPI_Imrecv");
  }
}

void Post::end_sending() {
  for (auto parcel = sending_.begin(); parcel != sending_.end();) {
    int over = 0;
    // What is under way to a lost rank may never be over: its text stays where it is.
    if ((!lost(parcel->peer) || parcel->farewell) &&
        MPI_Test(&parcel->request, &over, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
      lose(parcel->peer);
    }
    if (over == 0) {
      ++parcel;
      continue;
    }
    const std::scoped_lock lock(mutex_);
    Peer& to = peers_[static_cast<std::size_t>(parcel->peer)];
    to.under_way -= parcel->text.size();
    to.changed.notify_all();
    parcel = sending_.erase(parcel);
  }
}

void Post::end_receiving() {
  std::vector<bool> behind(peers_.size());  // an earlier one of that rank is under way
  for (auto parcel = receiving_.begin(); parcel != receiving_.end();) {
    const auto from = static_cast<std::size_t>(parcel->peer);
    int over = 0;
    if (!behind[from] && !lost(parcel->peer) &&
        MPI_Test(&parcel->request, &over, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
      lose(parcel->peer);
    }
    if (over == 0) {
      behind[from] = true;
      ++parcel;
      continue;
    }
    const std::scoped_lock lock(mutex_);
    Peer& peer = peers_[from];
    peer.heard_s = now_s();
    peer.farewell |= parcel->farewell;
    if (!parcel->text.empty()) peer.inbox.push_back(std::move(parcel->text));
    if (peer.farewell) peer.inbox.clear();  // nobody waits for answers to that
    peer.changed.notify_all();
    parcel = receiving_.erase(parcel);
  }
}

void Post::greet_and_miss() {
  const double now = now_s();
  const double every = std::min(1.0, lost_after_s_ / 5);
  const double away_s = now - std::exchange(looked_s_, now);
  const std::scoped_lock lock(mutex_);
  for (int i = 0; i < size_; ++i) {
    Peer& peer = peers_[static_cast<std::size_t>(i)];
    if (!peer.mine) continue;
    if (away_s > lost_after_s_ / 2) peer.heard_s = std::min(peer.heard_s + away_s, now);
    if (!peer.lost && now > peer.heard_s + lost_after_s_) {
      peer.lost = true;
      peer.changed.notify_all();
    }
    if (now <= peer.greeted_s + every || peer.farewell) continue;
    // Rank 0 goes on telling a lost one, which may come back, that it is there itself.
    if (peer.lost && (rank_ != 0 || farewell_under_way(i))) continue;
    peer.greeted_s = now;
    outgoing_.push_back({i, {}, MPI_REQUEST_NULL, 0, peer.lost});
  }
}

bool Post::farewell_under_way(int peer) const {
  return std::any_of(sending_.begin(), sending_.end(),
                     [&](const Parcel& parcel) { return parcel.farewell && parcel.peer == peer; });
}

void Post::lose(int peer) {
  const std::scoped_lock lock(mutex_);
  Peer& gone = peers_[static_cast<std::size_t>(peer)];
  gone.lost = true;
  gone.mine = false;  // MPI refuses to write to it
  gone.changed.notify_all();
}

bool Post::all_left() const {
  return outgoing_.empty() &&
         std::all_of(sending_.begin(), sending_.end(), [&](const Parcel& parcel) {
           return peers_[static_cast<std::size_t>(parcel.peer)].lost;
         });
}

}  // namespace sptune::distributed
