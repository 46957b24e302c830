// SPDX-License-Identifier: BSD-3-Clause
// cuSPARSE's descriptors and handles, as far as answering has to know them.
#pragma once

#include "dropin/calls.hpp"
#include "sptune/matrix.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>

namespace sptune::dropin {

/// Null, or why cuSPARSE has to answer: a line that stays.
using WhyNot = const char*;

/// A matrix as plans take it. Nothing in the memory of a device is read.
[[nodiscard]] WhyNot read_csr(const Calls& real, cusparseConstSpMatDescr_t matrix, AnyCsr& out);

/// Where a handle enqueues, and whether scalars are on the host.
struct Surroundings {
  cudaStream_t stream = nullptr;
  int device = 0;
};
[[nodiscard]] WhyNot read_handle(const Calls& real, cusparseHandle_t handle, Surroundings& out);

[[nodiscard]] ValueType value_type_of_data(cudaDataType type) noexcept;
[[nodiscard]] cudaDataType data_type_of(ValueType type) noexcept;

/// A scalar on the host, of the type of the values.
[[nodiscard]] double scalar(const void* value, ValueType type) noexcept;

/// Whether a stream is being captured, or cannot be asked.
[[nodiscard]] bool captured(cudaStream_t stream) noexcept;

/// "f64 CSR 1000 x 1000, 5000 entries"
[[nodiscard]] std::string words_of(const AnyCsr& a);

/// Makes a device current while it lives.
class OnDevice {
 public:
  explicit OnDevice(int device) noexcept;
  ~OnDevice();
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_ = -1;  ///< -1: it was current
};

}  // namespace sptune::dropin
