// SPDX-License-Identifier: BSD-3-Clause
// y = alpha*A*x + beta*y with A, x and y by rows on all ranks. Elements of x that other ranks have
// come while the rows are multiplied with those that this rank has.
#pragma once

#include "sptune/dispatcher.hpp"

#include "distributed/matrix.hpp"
#include "distributed/messages.hpp"
#include "distributed/needs.hpp"
#include "distributed/pieces.hpp"
#include "distributed/report.hpp"

#include <optional>
#include <span>
#include <vector>

namespace sptune::distributed {

template <class V>
class HaloSpmv {
 public:
  /// Collective: finds what is exchanged, and plans. `x`: which rank has which elements of x; for a
  /// square matrix mostly the partition of A. A is copied. Throws AgreedError.
  HaloSpmv(Communicator& ranks, const Dispatcher& dispatcher, const DistributedCsr<V>& a,
           const Partition& x, const Options& options = {});
  HaloSpmv(const HaloSpmv&) = delete;
  HaloSpmv& operator=(const HaloSpmv&) = delete;

  /// Collective. `x`: this rank's elements; `y`: one for each of its rows, not read when beta is 0.
  void run(V alpha, const V* x, V beta, V* y);
  /// Other values of this rank's rows, as many and in the same order. Not collective.
  void update_values(std::span<const V> values);

  /// Elements of x that come from other ranks for each run.
  [[nodiscard]] std::int64_t halo() const noexcept {
    return static_cast<std::int64_t>(halo_.size());
  }
  /// Of this rank, all runs so far.
  [[nodiscard]] const RankReport& report() const noexcept { return report_; }

 private:
  void plan(const Dispatcher& dispatcher, const DistributedCsr<V>& a, const Partition& x,
            Options options);

  Communicator& ranks_;
  RankReport report_;
  Needs needs_;
  std::vector<Piece<V>> pieces_;  ///< columns that this rank has of x, and the others
  std::optional<Spmv<V>> own_;
  std::optional<Spmv<V>> far_;  ///< nothing where no column is far
  std::vector<V> given_;
  std::vector<V> halo_;
};

}  // namespace sptune::distributed
