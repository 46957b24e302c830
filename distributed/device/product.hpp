// SPDX-License-Identifier: BSD-3-Clause
// C = A*B on GPUs: A, B and C by rows in the GPUs' memory, where every rank multiplies by the tuned
// dispatcher. Schemes needed_rows and broadcast.
#pragma once

#include "sptune/dispatcher.hpp"

#include "distributed/device/fetched_rows.hpp"
#include "distributed/device/matrix.hpp"
#include "distributed/product.hpp"
#include "distributed/report.hpp"

#include <optional>

namespace sptune::distributed {

/// All members but the getters are collective, and throw AgreedError for what is wrong on any rank;
/// what a GPU or a transport refuses in the middle of a message is a DeviceError of one rank, after
/// which all are ended.
template <class V>
class DeviceProduct {
 public:
  /// Computes C. A and B, the dispatcher and the ranks must outlive it. A UsageError for the scheme
  /// ring, which adds up partial results on the host.
  DeviceProduct(DeviceRanks& ranks, const Dispatcher& dispatcher, const DeviceDistributedCsr<V>& a,
                const DeviceDistributedCsr<V>& b, const ProductOptions& options = {});
  DeviceProduct(const DeviceProduct&) = delete;  // plans refer to its arrays
  DeviceProduct& operator=(const DeviceProduct&) = delete;

  /// C again, of other values of this rank's rows, as many and in the same order, on the device:
  /// nothing leaves the GPUs but values that others need. Both arrays must stay until the next
  /// recompute. Needs ProductOptions::keep.
  const AnyCsr& recompute(const AnyValues& a_values, const AnyValues& b_values);

  /// This rank's rows of C, on the device, columns of the whole; no column twice in a row, and
  /// sorted where AnyCsr::columns says it. Valid until the next recompute.
  [[nodiscard]] const AnyCsr& c() const noexcept { return c_; }
  /// As those of A.
  [[nodiscard]] const Partition& rows() const noexcept { return a_.rows; }
  /// Of this rank, all products so far.
  [[nodiscard]] const RankReport& report() const noexcept { return report_; }

 private:
  void require_operands() const;
  void find_columns();
  void plan();
  void count();
  template <class Multiply>
  void take(const Multiply& multiply);

  DeviceRanks& ranks_;
  const Dispatcher& dispatcher_;
  const DeviceDistributedCsr<V>& a_;
  const DeviceDistributedCsr<V>& b_;
  ProductOptions options_;
  RankReport report_;
  device::Columns columns_;  ///< of A
  std::optional<DeviceFetchedRows<V>> fetched_;
  cuda::DeviceArray<Index> a_columns_;  ///< renumbered, where the fetched rows are not all
  std::optional<Spgemm> product_;
  AnyCsr c_;
};

}  // namespace sptune::distributed
