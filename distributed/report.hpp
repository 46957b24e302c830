// SPDX-License-Identifier: BSD-3-Clause
// What a distributed product cost, rank by rank.
#pragma once

#include "kernels/api/clock.hpp"

#include "distributed/communicator.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sptune::distributed {

enum class Phase : std::uint8_t {
  lists,     ///< who needs what
  exchange,  ///< packing, sending, and waiting for what nothing hides
  plan,      ///< choosing and preparing
  multiply,  ///< local products
  merge      ///< putting partial results together and in order
};
inline constexpr std::array all_phases{Phase::lists, Phase::exchange, Phase::plan, Phase::multiply,
                                       Phase::merge};
[[nodiscard]] std::string_view to_string(Phase phase) noexcept;

/// What a rank has to do for a product, whatever the scheme and however often.
struct RankTask {
  std::int64_t products = 0;  ///< multiplications
  /// Of others' rows of B that this rank's columns of A name, each row once.
  std::int64_t least_entries = 0;
};

struct RankReport {
  std::int64_t rows = 0;  ///< of A
  std::int64_t a_entries = 0;
  std::int64_t b_entries = 0;  ///< of the rows of B that this rank has
  std::int64_t c_entries = 0;  ///< of the result, 0 for a vector
  std::int64_t products = 0;   ///< multiplications
  Traffic traffic;             ///< all that this rank sent and received
  /// Bytes of others' rows of B that this rank's columns of A name, each fetched once, or of their
  /// values where those alone are new: what no scheme that splits A by rows can go below.
  std::int64_t least_received = 0;
  std::array<double, all_phases.size()> seconds{};  ///< by Phase

  void add(Phase phase, double s) noexcept { seconds[static_cast<std::size_t>(phase)] += s; }
  /// `entry_bytes`: what has to come of an entry of B.
  void add(const RankTask& task, std::size_t entry_bytes) noexcept {
    products += task.products;
    least_received += task.least_entries * static_cast<std::int64_t>(entry_bytes);
  }
};

/// Adds the time until the end of its scope to a phase.
class Timed {
 public:
  Timed(RankReport& report, Phase phase) : report_(report), phase_(phase) {}
  ~Timed() { report_.add(phase_, now_s() - begun_); }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  RankReport& report_;
  Phase phase_;
  double begun_ = now_s();
};

/// Collective: what a job takes until all ranks are done with it.
template <class Job>
[[nodiscard]] double seconds_of_all(Communicator& ranks, const Job& job) {
  ranks.barrier();
  const double begun = now_s();
  job();
  ranks.barrier();
  return now_s() - begun;
}

/// Collective: all ranks' reports on rank 0, nothing on the others. Its own messages are in none.
[[nodiscard]] std::vector<RankReport> collect(Communicator& ranks, const RankReport& mine);

/// The most products of a rank over the mean; 1 where there are none.
[[nodiscard]] double imbalance(const std::vector<RankReport>& reports) noexcept;

}  // namespace sptune::distributed
