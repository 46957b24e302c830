// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/device/steps.hpp"

namespace sptune::distributed {

template <class V>
std::unique_ptr<DeviceSteps<V>> device_steps(DeviceWork<V>& work) {
  switch (work.options.scheme) {
    case Scheme::broadcast:
      return device_rows_first(work, /*all=*/true);
    case Scheme::needed_rows:
      return device_rows_first(work, /*all=*/false);
    case Scheme::ring:
      return device_ring(work);
  }
  return nullptr;  // no such scheme
}

template std::unique_ptr<DeviceSteps<double>> device_steps(DeviceWork<double>&);
template std::unique_ptr<DeviceSteps<float>> device_steps(DeviceWork<float>&);

}  // namespace sptune::distributed
