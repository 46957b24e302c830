// SPDX-License-Identifier: BSD-3-Clause
// Texts between rank 0 and every other rank, for work that is done in other threads: MPI itself is
// called by the main thread alone, so that MPI_THREAD_FUNNELED is enough. It sleeps between looks,
// since on its core something may be measured. A rank that is lost is told of, and the rest go on;
// where it comes back, it learns that it was given up, and is silent.
#pragma once

#include "distributed/communicator.hpp"
#include <mpi.h>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace sptune::distributed {

class Post {
 public:
  /// `lost_after_s`: a rank of which nothing was heard for so long is lost. Ranks greet each other
  /// several times in that time while `work` runs. Time that this rank itself stood still (stopped,
  /// or its machine) is nobody's silence.
  Post(Communicator& ranks, double lost_after_s);
  ~Post() = default;
  Post(const Post&) = delete;
  Post& operator=(const Post&) = delete;

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }

  /// Runs `job` in a thread of its own and moves messages until it has returned and what it sent
  /// has left. Called by the thread that initialized MPI. Throws what the job threw.
  void work(const std::function<void()>& job);

  // By any thread, while `work` runs. Rank 0 writes to all others, and they to rank 0.

  /// Waits while much is under way to that rank. Nothing is sent to a lost one.
  void send(int to, std::string text);
  /// The next text; none in `within_s`, or from a lost rank.
  [[nodiscard]] std::optional<std::string> receive(int from, double within_s);
  /// Is there one?
  [[nodiscard]] bool waiting(int from) const;
  [[nodiscard]] bool lost(int rank) const;
  /// Rank 0 has lost this rank, and is alive: it reads nothing more of it and writes nothing.
  [[nodiscard]] bool given_up() const;
  /// On rank 0: messages may be looked for more often.
  void measure_nothing_here();
  [[nodiscard]] double lost_after_s() const noexcept { return lost_after_s_; }

  /// A rank is lost: MPI_Finalize would wait for it, and what is under way to it is never over, so
  /// that the process has to end (_exit) while this lives.
  [[nodiscard]] bool torn() const;

 private:
  struct Parcel {
    int peer = 0;
    std::string text;
    MPI_Request request = MPI_REQUEST_NULL;
    double begun_s = 0;
    bool farewell = false;  ///< to one that is lost
  };
  struct Peer {
    bool mine = false;  ///< one that this rank writes to
    bool lost = false;
    bool farewell = false;  ///< it has lost this rank
    double heard_s = 0;
    double greeted_s = 0;
    std::size_t under_way = 0;  ///< bytes
    std::deque<std::string> inbox;
    std::condition_variable changed;  ///< for who waits for it
  };

  void move_messages();
  [[nodiscard]] double pause_s() const;
  /// One look; true when there was something to do.
  bool step();
  void begin_sending();
  void begin_receiving();
  void end_sending();
  void end_receiving();
  void greet_and_miss();
  [[nodiscard]] bool farewell_under_way(int peer) const;
  void lose(int peer);
  [[nodiscard]] bool all_left() const;

  Communicator& ranks_;
  int rank_;
  int size_;
  double lost_after_s_;
  std::list<Parcel> sending_, receiving_;  ///< of the main thread alone
  double looked_s_ = 0;                    ///< so is this

  mutable std::mutex mutex_;      ///< of all that follows
  std::condition_variable wake_;  ///< of the main thread
  std::vector<Parcel> outgoing_;
  std::vector<Peer> peers_;  ///< by rank
  bool idle_ = false;
  int receivers_ = 0;  ///< threads that wait for a text
  bool done_ = false;
};

}  // namespace sptune::distributed
