// SPDX-License-Identifier: BSD-3-Clause
// What each process did in a run that several share: a plan of such an operation can tell. And what
// such an operation's problem says of its operands.
#pragma once

#include <cstdint>
#include <vector>

namespace sptune {

/// One rank's part of one run.
struct RankShare {
  std::int64_t rows = 0;                  ///< of A, and of the result
  std::int64_t a_entries = 0;             ///< of its rows of A
  std::int64_t b_entries = 0;             ///< of its rows of B
  std::int64_t c_entries = 0;             ///< of its rows of the result
  std::int64_t products = 0;              ///< multiplications
  std::int64_t bytes_sent = 0;            ///< to other ranks
  std::int64_t bytes_received = 0;        ///< from other ranks
  std::int64_t bytes_received_least = 0;  ///< what no scheme that splits A by rows goes below
  std::int64_t messages_sent = 0;
  // Seconds of the phases.
  double lists_s = 0;     ///< who needs what
  double exchange_s = 0;  ///< messages, as far as nothing hides them
  double plan_s = 0;      ///< choosing and preparing the local product
  double multiply_s = 0;  ///< local products
  double merge_s = 0;     ///< putting partial results together and in order
};

/// Beside its Plan, a class that can tell is one of these.
class SharedAmongRanks {
 public:
  virtual ~SharedAmongRanks() = default;
  /// Of the last run, rank by rank. May wait for them.
  [[nodiscard]] virtual std::vector<RankShare> shares() const = 0;

 protected:
  SharedAmongRanks() = default;
  SharedAmongRanks(const SharedAmongRanks&) = default;
  SharedAmongRanks& operator=(const SharedAmongRanks&) = default;
};

/// Beside its Problem, a class whose operands and results are in the host's memory whatever its
/// variants compute on: plans bring them there and back, and a run is over when it returns.
class CalledFromHost {};

}  // namespace sptune
