// SPDX-License-Identifier: BSD-3-Clause
// Ranks that work for rank 0: it measures products as it measures any kernel, the others wait for
// its commands and compute their part. So an operation on several ranks is measured, verified and
// stored by what measures all others, and that need not know of ranks.
#pragma once

#include "sptune/matrix.hpp"

#include "distributed/partition.hpp"
#include "distributed/product.hpp"
#include "distributed/transport.hpp"
#include "distributed/workplace.hpp"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace sptune::distributed {

/// A way to multiply: what a configuration of the catalogue says.
struct Way {
  Scheme scheme = Scheme::needed_rows;
  Balance balance = Balance::products;  ///< of A; B, where it is another matrix, by entries
  RingOptions ring{};
  std::optional<Transport> transport{};  ///< between GPUs; nothing: the first that works
};

/// A product that all ranks hold their part of. Members but the getters are collective.
class Job {
 public:
  virtual ~Job() = default;
  /// The whole product; returns its entries, on all ranks, once all of them are done.
  virtual std::int64_t multiply() = 0;
  /// Its values again, on a pattern that is known from the second call on.
  virtual void recompute() = 0;
  /// On rank 0, valid until the next call; without arrays on the others.
  [[nodiscard]] virtual AnyCsr gather() = 0;
  /// Of the last run, on rank 0.
  [[nodiscard]] virtual std::vector<RankReport> reports() = 0;
  /// Bytes that this rank holds of A, B and C.
  [[nodiscard]] virtual std::int64_t bytes() const noexcept = 0;
  bool dropped = false;  ///< nobody asks for it again
};

class Crew {
 public:
  /// Collective. Both must outlive it. `threads`: of each rank.
  Crew(Communicator& ranks, Workplace& workplace, int threads);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Collective: `lead` runs on rank 0 and gives orders, the others follow them until it returns.
  /// What it throws is thrown on all ranks as AgreedError, unless MPI itself failed.
  void work(const std::function<void()>& lead);

  [[nodiscard]] int size() const noexcept { return ranks_.size(); }
  /// Bytes of its host that the rank with the least may take: those of a host share what is free
  /// when the crew is made.
  [[nodiscard]] std::int64_t memory_of_rank() const noexcept { return memory_; }

  // Orders, for `lead`. What goes wrong on any rank is thrown (AgreedError); the crew goes on.
  /// Shares out A and B, of one value type; `b` may be `a`. Returns the job's number.
  [[nodiscard]] std::int64_t prepare(const Way& way, const AnyCsr& a, const AnyCsr& b);
  std::int64_t multiply(std::int64_t job);
  void recompute(std::int64_t job);
  [[nodiscard]] AnyCsr gather(std::int64_t job);
  [[nodiscard]] std::vector<RankReport> reports(std::int64_t job);
  [[nodiscard]] std::int64_t bytes(std::int64_t job) const { return jobs_.at(job)->bytes(); }
  /// The others hear of it when the next job is prepared.
  void drop(std::int64_t job) noexcept;
  /// MPI failed: nothing more can be asked.
  [[nodiscard]] bool broken() const noexcept { return broken_; }

 private:
  struct Order;
  void follow();
  void show_life(const std::stop_token& over);
  void forget_dropped();
  /// Tells the others, and does this rank's part.
  template <class Do>
  auto order(const Order& given, const Do& part);
  void make(const Order& given, const AnyCsr& a, const AnyCsr& b);

  Communicator& ranks_;
  Workplace& workplace_;
  int threads_;
  std::int64_t memory_ = 0;
  std::map<std::int64_t, std::unique_ptr<Job>> jobs_;
  std::int64_t next_job_ = 0;
  bool broken_ = false;
  std::mutex mpi_;  ///< held by the thread of rank 0 that calls MPI
  std::condition_variable_any ended_;
};

}  // namespace sptune::distributed
