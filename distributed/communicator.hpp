// SPDX-License-Identifier: BSD-3-Clause
// The ranks that compute together. Own duplicate of the caller's communicator, so that no message
// of ours meets one of his; errors are returned by MPI and thrown by us; counts are 64-bit.
//
// All ranks call the same functions in the same order, as with MPI itself. What one rank finds
// wrong is found by all: `together` and `require_equal` throw the same AgreedError on every rank,
// after which the ranks are still in step. Any other exception leaves them apart: whoever catches
// it ends all ranks (MPI_Abort; run_program of program.hpp does).
#pragma once

#include "sptune/error.hpp"

#include "distributed/watchdog.hpp"
#include <mpi.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::distributed {

/// What MPI refused, on this rank.
class MpiError : public Error {
 public:
  explicit MpiError(const std::string& message) : Error(ExitCode::internal, message) {}
};

/// The same error on every rank of a communicator, with the words of the rank that met it.
class AgreedError : public Error {
 public:
  /// `speaks`: on the one rank that is to say it, where all are alike.
  AgreedError(ExitCode code, const std::string& message, bool speaks)
      : Error(code, message), speaks_(speaks) {}
  [[nodiscard]] bool speaks() const noexcept { return speaks_; }

 private:
  bool speaks_;
};

/// MPI's library in its own words, of one line or several.
[[nodiscard]] std::string mpi_library();

struct CommunicatorOptions {
  /// Seconds that a rank waits for others before the watchdog ends it; 0: for ever. Negative:
  /// SPTUNE_MPI_TIMEOUT, or else 600.
  double timeout_s = -1;
  /// Bytes of the largest message: longer ones go in parts, since MPI counts in int.
  std::int64_t chunk_bytes = std::int64_t{1} << 30;
  /// What the ranks must have in common beside MPI's own library: the program's version, say.
  std::string version;
  /// Where the watchdog's line goes; default: standard error, and the process ends with exit code
  /// 1, on which `mpirun` ends the others.
  Watchdog::Bark stuck;
};

/// What crossed between ranks: payload of this rank's own messages, not what MPI adds. A rank's
/// part of MPI's own collectives counts as what it gives to and takes from each other rank.
struct Traffic {
  std::int64_t sent = 0;      ///< bytes
  std::int64_t received = 0;  ///< bytes
  std::int64_t messages = 0;  ///< sent

  friend Traffic operator+(const Traffic& x, const Traffic& y) noexcept {
    return {x.sent + y.sent, x.received + y.received, x.messages + y.messages};
  }
  friend Traffic operator-(const Traffic& x, const Traffic& y) noexcept {
    return {x.sent - y.sent, x.received - y.received, x.messages - y.messages};
  }
};

class Communicator {
 public:
  /// Collective over `parent`. Throws UsageError when MPI is not initialized, or not for programs
  /// with threads (MPI_THREAD_FUNNELED), AgreedError when the ranks' libraries or options differ.
  explicit Communicator(MPI_Comm parent, CommunicatorOptions options = {});
  ~Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return size_; }
  [[nodiscard]] MPI_Comm handle() const noexcept { return own_.handle; }
  [[nodiscard]] std::int64_t chunk_bytes() const noexcept { return options_.chunk_bytes; }
  [[nodiscard]] const Traffic& traffic() const noexcept { return traffic_; }
  /// "rank 3 of 8".
  [[nodiscard]] std::string name() const;
  /// OMP_NUM_THREADS, or else this rank's share of the cores that it may run on (threads_of_rank).
  [[nodiscard]] int threads_per_rank() const noexcept { return threads_per_rank_; }
  /// Its number among the ranks of its host, from 0. Those of the program: of MPI_COMM_WORLD once
  /// the process has made a Communicator of all of it, else of this communicator alone.
  [[nodiscard]] int rank_on_host() const noexcept { return rank_on_host_; }
  [[nodiscard]] int ranks_on_host() const noexcept { return ranks_on_host_; }
  /// Whether all of this communicator are on one host.
  [[nodiscard]] bool on_one_host() const noexcept { return on_one_host_; }

  /// One number of each rank, on all of them.
  [[nodiscard]] std::vector<std::int64_t> all_gather(std::int64_t mine);
  /// A hash of a text of each rank, on all of them: equal where the texts are.
  [[nodiscard]] std::vector<std::int64_t> all_gather_hashes(std::string_view text);
  /// The text of rank `root`, on all of them.
  [[nodiscard]] std::string text_of(int root, std::string text);
  /// Number r goes to rank r; number r of what returns comes from it.
  [[nodiscard]] std::vector<std::int64_t> all_to_all(const std::vector<std::int64_t>& mine);
  /// Sums over the ranks, in place.
  void sum(std::span<double> values);
  void barrier();
  /// Bytes of the root, on all ranks; as many everywhere.
  void broadcast(void* data, std::int64_t bytes, int root);
  template <class T>
  void broadcast(std::span<T> data, int root) {
    broadcast(data.data(), static_cast<std::int64_t>(data.size_bytes()), root);
  }

  /// Bytes of the root, for ranks that may have to wait for them as long as they like: after some
  /// time without any no core is kept busy. Where `gives_signs` the watchdog counts from the last
  /// sign of life of the root.
  void await(void* data, std::int64_t bytes, int root);
  /// Whether another thread than the one that works may call MPI in turn with it, on all ranks
  /// (MPI_THREAD_SERIALIZED): a rank that works alone then shows that it is there.
  [[nodiscard]] bool gives_signs() const noexcept { return gives_signs_; }
  /// Seconds between two signs: several in the time that the least patient rank waits.
  [[nodiscard]] double between_signs_s() const noexcept { return between_signs_s_; }
  /// On the root, while no other thread calls MPI: returns at once.
  void give_sign();
  /// Collective, after the last `await`: no sign is under way any more.
  void end_signs(int root);

  /// Runs `local`, which calls no MPI, and throws on every rank when it threw on any.
  void together(const std::function<void()>& local);
  /// Throws on every rank when the text is not the same on all.
  void require_equal(std::string_view what, const std::string& text);

  /// Throws MpiError when `status` is not MPI_SUCCESS.
  void check(int status, const char* call) const;
  /// For calls of MPI that wait.
  [[nodiscard]] Watchdog::Watch watch(const char* what) noexcept { return {watchdog_, what}; }
  void count_sent(std::int64_t bytes, std::int64_t messages) noexcept;
  void count_received(std::int64_t bytes) noexcept { traffic_.received += bytes; }

 private:
  struct Own {
    MPI_Comm handle = MPI_COMM_NULL;
    Own() = default;
    ~Own();
    Own(const Own&) = delete;
    Own& operator=(const Own&) = delete;
  };
  /// A rank among those that it shares its host with.
  struct Place {
    int rank = 0;
    std::vector<std::vector<int>> processors;  ///< that each of them may run on
  };
  void find_threads(MPI_Comm parent);
  [[nodiscard]] Place place_of_program(MPI_Comm parent, Place here) const;
  [[nodiscard]] std::vector<std::vector<int>> processors_of_ranks(MPI_Comm host);
  void find_signs(double limit_s);
  [[nodiscard]] bool sign_of(int root);
  void take_sign(int root);
  [[noreturn]] void throw_of(int failed, ExitCode code, std::string text);

  CommunicatorOptions options_;
  Own own_;
  int rank_ = 0;
  int size_ = 1;
  int threads_per_rank_ = 1;
  int rank_on_host_ = 0;
  int ranks_on_host_ = 1;
  bool on_one_host_ = true;
  bool gives_signs_ = false;
  double between_signs_s_ = 0;
  bool signs_over_ = false;         ///< the last one has come
  std::vector<MPI_Request> signs_;  ///< under way, by rank
  Traffic traffic_;
  Watchdog watchdog_;
};

}  // namespace sptune::distributed
