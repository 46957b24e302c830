// SPDX-License-Identifier: BSD-3-Clause
// Plans on the GPU under measurement: device copies of a problem, events instead of the host's
// clock.
#pragma once

#include "harness/cuda/product.hpp"
#include "harness/cuda/verify.hpp"
#include "harness/engine/target.hpp"
#include "sptune/device.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace sptune::harness {

/// A problem's matrix, vectors and references on the device; made once per problem, when the first
/// trial there loads it.
struct DeviceData {
  explicit DeviceData(const ProblemData& data);
  cuda::DeviceCsr a;
  // spgemm
  std::optional<cuda::DeviceCsr> b;      ///< when it is not A itself
  std::optional<DeviceProduct> product;  ///< when there is room
  // spmv
  cuda::DeviceArray<std::byte> x;
  cuda::DeviceArray<std::byte> y0;
  DeviceReference plain;
  DeviceReference scaled;
  DeviceLongRows long_rows;
  Seal seal;  ///< of all that plans are given to read
  /// Memory that trials hand on to each other: y with its guard zones, and the y to compare with.
  mutable std::vector<cuda::DeviceArray<std::byte>> idle_y;
  mutable cuda::DeviceArray<std::byte> kept_y;
};

/// Copies the problem to the device where it is not there yet. Throws DeviceError without a GPU,
/// and LimitError where it does not fit there.
void put_on_device(const ProblemData& data);

/// The problem with its matrices on the device, and what a plan may use there; put there first.
[[nodiscard]] std::unique_ptr<Problem> cuda_problem(const ProblemData& data,
                                                    const Resources& resources);

[[nodiscard]] std::unique_ptr<Target> prepare_cuda_target(
    const ResolvedConfiguration& configuration, const ProblemData& data, const Problem& problem);
[[nodiscard]] std::unique_ptr<Target> empty_cuda_target();

}  // namespace sptune::harness
