// SPDX-License-Identifier: BSD-3-Clause
// Arrays, matrices and handles of a program that never heard of sptune.
#pragma once

#include "tests/dropin/host_csr.hpp"

#define DISABLE_CUSPARSE_DEPRECATED
#include <cuda_runtime_api.h>
#include <cusparse.h>

namespace sptune::dropin::test {

inline constexpr cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;

template <class V>
constexpr cudaDataType cuda_type = sizeof(V) == 4 ? CUDA_R_32F : CUDA_R_64F;

#define ASSERT_CUDA(call) ASSERT_EQ(call, cudaSuccess)
#define ASSERT_CUSPARSE(call) ASSERT_EQ(call, CUSPARSE_STATUS_SUCCESS)

/// An array on the device.
template <class T>
class Array {
 public:
  explicit Array(std::size_t size) : size_(size) {
    EXPECT_EQ(cudaMalloc(&data_, std::max<std::size_t>(16, size * sizeof(T))), cudaSuccess);
  }
  explicit Array(const std::vector<T>& host) : Array(host.size()) { put(host); }
  ~Array() { (void)cudaFree(data_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  [[nodiscard]] T* get() const { return static_cast<T*>(data_); }
  void put(const std::vector<T>& host) {
    EXPECT_EQ(cudaMemcpy(data_, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice),
              cudaSuccess);
  }
  [[nodiscard]] std::vector<T> host() const {
    std::vector<T> out(size_);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(out.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost),
              cudaSuccess);
    return out;
  }

 private:
  void* data_ = nullptr;
  std::size_t size_;
};

/// A matrix on the device, and its descriptor.
template <class V>
struct Device {
  explicit Device(const Host<V>& m)
      : rows(m.rows),
        cols(m.cols),
        nnz(m.nnz()),
        offsets(m.offsets),
        columns(m.columns),
        values(m.values) {
    EXPECT_EQ(cusparseCreateCsr(&descriptor, rows, cols, nnz, offsets.get(), columns.get(),
                                values.get(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_BASE_ZERO, cuda_type<V>),
              CUSPARSE_STATUS_SUCCESS);
  }
  ~Device() { (void)cusparseDestroySpMat(descriptor); }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  /// Another matrix of the same sizes, in place.
  void put(const Host<V>& m) {
    offsets.put(m.offsets);
    columns.put(m.columns);
    values.put(m.values);
  }

  std::int64_t rows, cols, nnz;
  Array<int> offsets, columns;
  Array<V> values;
  cusparseSpMatDescr_t descriptor = nullptr;
};

/// A program's handle.
struct Handle {
  Handle() { EXPECT_EQ(cusparseCreate(&value), CUSPARSE_STATUS_SUCCESS); }
  ~Handle() { (void)cusparseDestroy(value); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  cusparseHandle_t value = nullptr;
};

}  // namespace sptune::dropin::test
