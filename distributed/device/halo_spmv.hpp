// SPDX-License-Identifier: BSD-3-Clause
// y = alpha*A*x + beta*y on GPUs: A, x and y by rows in the GPUs' memory. Elements of x that others
// have come while the rows are multiplied with those that this rank has.
#pragma once

#include "sptune/dispatcher.hpp"

#include "distributed/device/fetched_rows.hpp"
#include "distributed/device/matrix.hpp"
#include "distributed/report.hpp"

#include <optional>

namespace sptune::distributed {

template <class V>
class DeviceHaloSpmv {
 public:
  /// Collective, as HaloSpmv. A is copied. Throws AgreedError.
  DeviceHaloSpmv(DeviceRanks& ranks, const Dispatcher& dispatcher, const DeviceDistributedCsr<V>& a,
                 const Partition& x, const Options& options = {});
  DeviceHaloSpmv(const DeviceHaloSpmv&) = delete;
  DeviceHaloSpmv& operator=(const DeviceHaloSpmv&) = delete;

  /// Collective. `x`: this rank's elements; `y`: one for each of its rows, not read when beta is 0;
  /// both on the device, written by what is on the default stream. y is there on return.
  void run(V alpha, const V* x, V beta, V* y);
  /// Other values of this rank's rows, as many and in the same order, on the device. Not
  /// collective.
  void update_values(const AnyValues& values);

  /// Elements of x that come from other ranks for each run.
  [[nodiscard]] std::int64_t halo() const noexcept { return halo_.size(); }
  /// Of this rank, all runs so far.
  [[nodiscard]] const RankReport& report() const noexcept { return report_; }

 private:
  /// A part of A with values of its own.
  struct Piece {
    device::PieceOfRows pattern;
    cuda::DeviceArray<V> values;
    std::optional<Spmv<V>> spmv;
  };
  void plan(const Dispatcher& dispatcher, const DeviceDistributedCsr<V>& a, Options options);
  void plan(const Dispatcher& dispatcher, Piece& piece, std::int64_t rows, std::int64_t cols,
            const Options& options);

  DeviceRanks& ranks_;
  RankReport report_;
  device::ColumnRange own_;  ///< elements of x that this rank has
  device::Columns columns_;  ///< that others have
  DeviceNeeds needs_;
  Piece near_;
  Piece far_;  ///< without a plan where no column is far
  SendableArray<V> given_;
  SendableArray<V> halo_;
};

}  // namespace sptune::distributed
