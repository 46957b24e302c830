// SPDX-License-Identifier: BSD-3-Clause
// C = A*B on GPUs: A, B and C by rows in the GPUs' memory, where every rank multiplies by the tuned
// dispatcher.
#pragma once

#include "sptune/dispatcher.hpp"

#include "distributed/device/matrix.hpp"
#include "distributed/device/steps.hpp"
#include "distributed/product.hpp"
#include "distributed/report.hpp"

#include <memory>

namespace sptune::distributed {

/// All members but the getters are collective, and throw AgreedError for what is wrong on any rank;
/// what a GPU or a transport refuses in the middle of a message is a DeviceError of one rank, after
/// which all are ended.
template <class V>
class DeviceProduct {
 public:
  /// Computes C. A and B, the dispatcher and the ranks must outlive it.
  DeviceProduct(DeviceRanks& ranks, const Dispatcher& dispatcher, const DeviceDistributedCsr<V>& a,
                const DeviceDistributedCsr<V>& b, const ProductOptions& options = {});
  DeviceProduct(const DeviceProduct&) = delete;  // what the scheme keeps refers to it
  DeviceProduct& operator=(const DeviceProduct&) = delete;

  /// C again, of other values of this rank's rows, as many and in the same order, on the device:
  /// nothing leaves the GPUs but values that others need. Both arrays must stay until the next
  /// recompute. Needs ProductOptions::keep.
  const AnyCsr& recompute(const AnyValues& a_values, const AnyValues& b_values);

  /// This rank's rows of C, on the device, columns of the whole; no column twice in a row, and
  /// sorted where AnyCsr::columns says it. Valid until the next recompute.
  [[nodiscard]] const AnyCsr& c() const noexcept { return work_.c; }
  /// As those of A.
  [[nodiscard]] const Partition& rows() const noexcept { return work_.a.rows; }
  /// Of this rank, all products so far.
  [[nodiscard]] const RankReport& report() const noexcept { return work_.report; }

 private:
  void finish(const Traffic& before);

  DeviceWork<V> work_;
  std::unique_ptr<DeviceSteps<V>> steps_;
};

}  // namespace sptune::distributed
