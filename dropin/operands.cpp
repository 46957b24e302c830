// SPDX-License-Identifier: BSD-3-Clause
#include "dropin/operands.hpp"

#include <limits>

namespace sptune::dropin {

ValueType value_type_of_data(cudaDataType type) noexcept {
  return type == CUDA_R_32F ? ValueType::f32 : ValueType::f64;
}

cudaDataType data_type_of(ValueType type) noexcept {
  return type == ValueType::f32 ? CUDA_R_32F : CUDA_R_64F;
}

WhyNot read_csr(const Calls& real, cusparseConstSpMatDescr_t matrix, AnyCsr& out) {
  cusparseFormat_t format{};
  if (matrix == nullptr || real.SpMatGetFormat(matrix, &format) != CUSPARSE_STATUS_SUCCESS) {
    return "no matrix that cuSPARSE knows";
  }
  if (format != CUSPARSE_FORMAT_CSR) return "not CSR";
  const void* columns = nullptr;
  cusparseIndexType_t offset_type{};
  cusparseIndexType_t column_type{};
  cusparseIndexBase_t base{};
  cudaDataType type{};
  out = AnyCsr();
  if (real.ConstCsrGet(matrix, &out.rows, &out.cols, &out.nnz, &out.row_offsets, &columns,
                       &out.values, &offset_type, &column_type, &base,
                       &type) != CUSPARSE_STATUS_SUCCESS) {
    return "no matrix that cuSPARSE knows";
  }
  constexpr std::int64_t most = std::numeric_limits<Index>::max();
  if (type != CUDA_R_32F && type != CUDA_R_64F) return "values other than f32 and f64";
  if (column_type != CUSPARSE_INDEX_32I) return "columns of other than 32 bits";
  if (offset_type != CUSPARSE_INDEX_32I && offset_type != CUSPARSE_INDEX_64I) {
    return "offsets of other than 32 and 64 bits";
  }
  if (base != CUSPARSE_INDEX_BASE_ZERO) return "indices that count from 1";
  if (out.rows <= 0 || out.cols <= 0 || out.nnz <= 0) return "an empty matrix";
  if (out.rows > most || out.cols > most) return "more than 2^31-1 rows or columns";
  if (out.row_offsets == nullptr || columns == nullptr || out.values == nullptr) {
    return "a matrix without arrays";
  }
  out.value_type = value_type_of_data(type);
  out.offset_type = offset_type == CUSPARSE_INDEX_32I ? OffsetType::i32 : OffsetType::i64;
  out.space = MemorySpace::device;
  out.col_indices = static_cast<const Index*>(columns);
  return nullptr;
}

WhyNot read_handle(const Calls& real, cusparseHandle_t handle, Surroundings& out) {
  cusparsePointerMode_t mode{};
  if (handle == nullptr || real.GetPointerMode(handle, &mode) != CUSPARSE_STATUS_SUCCESS ||
      real.GetStream(handle, &out.stream) != CUSPARSE_STATUS_SUCCESS) {
    return "no handle that cuSPARSE knows";
  }
  // They are there when the kernel runs, and nobody may wait for that.
  if (mode != CUSPARSE_POINTER_MODE_HOST) return "scalars in the memory of the device";
  if (cudaGetDevice(&out.device) != cudaSuccess) {
    (void)cudaGetLastError();
    return "no device";
  }
  if (captured(out.stream)) return "a stream that is being captured";
  return nullptr;
}

double scalar(const void* value, ValueType type) noexcept {
  return type == ValueType::f32 ? static_cast<double>(*static_cast<const float*>(value))
                                : *static_cast<const double*>(value);
}

bool captured(cudaStream_t stream) noexcept {
  cudaStreamCaptureStatus status{};
  if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) {
    (void)cudaGetLastError();  // of the runtime in this library, which is not the program's
    return true;
  }
  return status != cudaStreamCaptureStatusNone;
}

std::string words_of(const AnyCsr& a) {
  return std::string(to_string(a.value_type)) + " CSR " + std::to_string(a.rows) + " x " +
         std::to_string(a.cols) + ", " + std::to_string(a.nnz) + " entries";
}

OnDevice::OnDevice(int device) noexcept {
  int now = device;
  if (cudaGetDevice(&now) == cudaSuccess && now != device && cudaSetDevice(device) == cudaSuccess) {
    before_ = now;
  }
}

OnDevice::~OnDevice() {
  if (before_ >= 0) (void)cudaSetDevice(before_);
}

}  // namespace sptune::dropin
