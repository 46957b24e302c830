// SPDX-License-Identifier: BSD-3-Clause
// What the schemes behind DeviceProduct work with: as Work and Steps of product.hpp, arrays on the
// device.
#pragma once

#include "sptune/dispatcher.hpp"

#include "distributed/device/matrix.hpp"
#include "distributed/product.hpp"
#include "distributed/report.hpp"

#include <memory>

namespace sptune::distributed {

template <class V>
struct DeviceWork {
  DeviceRanks& ranks;
  const Dispatcher& dispatcher;
  const DeviceDistributedCsr<V>& a;
  const DeviceDistributedCsr<V>& b;
  ProductOptions options;
  RankReport report{};
  AnyCsr c{};  ///< this rank's rows, of what the scheme keeps
};

template <class V>
class DeviceSteps {
 public:
  virtual ~DeviceSteps() = default;
  /// Collective. Values of this rank's rows, on the device.
  virtual void recompute(const AnyValues& a_values, const AnyValues& b_values) = 0;
};

/// Of the scheme that is asked for. Collective, as those below: leaves the first result in
/// DeviceWork::c. Throws AgreedError.
template <class V>
[[nodiscard]] std::unique_ptr<DeviceSteps<V>> device_steps(DeviceWork<V>& work);

/// `broadcast` (all) and `needed_rows`.
template <class V>
[[nodiscard]] std::unique_ptr<DeviceSteps<V>> device_rows_first(DeviceWork<V>& work, bool all);

template <class V>
[[nodiscard]] std::unique_ptr<DeviceSteps<V>> device_ring(DeviceWork<V>& work);

}  // namespace sptune::distributed
