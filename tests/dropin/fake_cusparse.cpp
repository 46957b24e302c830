// SPDX-License-Identifier: BSD-3-Clause
// A libcusparse.so.12 without a GPU: every function says that it was called, and answers what
// FAKE_STATUS asks for. Its descriptors keep what they are given, as cuSPARSE's do, so that what
// the drop-in looks for in them is there (with FAKE_HIDDEN_SIZE it is not). With FAKE_VERSION=11 it
// says that it is older.
#include "dropin/calls.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

struct cusparseContext {
  cudaStream_t stream = nullptr;
  cusparsePointerMode_t mode = CUSPARSE_POINTER_MODE_HOST;
};
struct cusparseSpMatDescr {
  std::int64_t padding[5] = {};
  std::int64_t rows = 0, cols = 0, nnz = 0;
  void *offsets = nullptr, *columns = nullptr, *values = nullptr;
  cusparseIndexType_t offset_type{}, column_type{};
  cusparseIndexBase_t base{};
  cudaDataType type{};
};
struct cusparseSpGEMMDescr {
  int nothing = 0;
};

namespace {

cusparseStatus_t called(const char* name) {
  std::printf("%s\n", name);
  const char* const status = std::getenv("FAKE_STATUS");
  return static_cast<cusparseStatus_t>(status == nullptr ? 0 : std::atoi(status));
}

bool hides_size() {
  return std::getenv("FAKE_HIDDEN_SIZE") != nullptr;
}

/// What a function that only answers says: nothing, since the drop-in may ask as often as it likes.
constexpr cusparseStatus_t fine = CUSPARSE_STATUS_SUCCESS;

}  // namespace

extern "C" {

cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) {
  *handle = new cusparseContext;
  return fine;
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
  delete handle;
  return fine;
}
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int* value) {
  const char* const version = std::getenv("FAKE_VERSION");
  *value = type == MAJOR_VERSION ? (version == nullptr ? 12 : std::atoi(version)) : 0;
  return fine;
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t* stream) {
  *stream = handle->stream;
  return fine;
}
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  handle->stream = stream;
  return fine;
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t* mode) {
  *mode = handle->mode;
  return fine;
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  handle->mode = mode;
  return fine;
}

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                   int64_t nnz, void* offsets, void* columns, void* values,
                                   cusparseIndexType_t offset_type, cusparseIndexType_t column_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
  *matrix = new cusparseSpMatDescr{{},          rows,    cols,   hides_size() ? ~nnz : nnz,
                                   offsets,     columns, values, offset_type,
                                   column_type, base,    type};
  return fine;
}
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t, cusparseFormat_t* format) {
  *format = CUSPARSE_FORMAT_CSR;
  return fine;
}
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t m, int64_t* rows, int64_t* cols,
                                      int64_t* nnz) {
  *rows = m->rows;
  *cols = m->cols;
  *nnz = hides_size() ? ~m->nnz : m->nnz;
  return fine;
}
cusparseStatus_t cusparseConstCsrGet(cusparseConstSpMatDescr_t m, int64_t* rows, int64_t* cols,
                                     int64_t* nnz, const void** offsets, const void** columns,
                                     const void** values, cusparseIndexType_t* offset_type,
                                     cusparseIndexType_t* column_type, cusparseIndexBase_t* base,
                                     cudaDataType* type) {
  *offsets = m->offsets;
  *columns = m->columns;
  *values = m->values;
  *offset_type = m->offset_type;
  *column_type = m->column_type;
  *base = m->base;
  *type = m->type;
  return cusparseSpMatGetSize(m, rows, cols, nnz);
}
cusparseStatus_t cusparseCsrGet(cusparseSpMatDescr_t m, int64_t* rows, int64_t* cols, int64_t* nnz,
                                void** offsets, void** columns, void** values,
                                cusparseIndexType_t* offset_type, cusparseIndexType_t* column_type,
                                cusparseIndexBase_t* base, cudaDataType* type) {
  *offsets = m->offsets;
  *columns = m->columns;
  *values = m->values;
  *offset_type = m->offset_type;
  *column_type = m->column_type;
  *base = m->base;
  *type = m->type;
  return cusparseSpMatGetSize(m, rows, cols, nnz);
}
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t, int64_t*, void**, cudaDataType*) {
  return CUSPARSE_STATUS_NOT_SUPPORTED;
}
cusparseStatus_t cusparseConstDnVecGet(cusparseConstDnVecDescr_t, int64_t*, const void**,
                                       cudaDataType*) {
  return CUSPARSE_STATUS_NOT_SUPPORTED;
}

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         const void*, cusparseDnVecDescr_t, cudaDataType,
                                         cusparseSpMVAlg_t, size_t* bytes) {
  *bytes = 8;
  return fine;
}
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix) {
  delete matrix;
  return called("DestroySpMat");
}
cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t* descriptor) {
  *descriptor = new cusparseSpGEMMDescr;
  return fine;
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descriptor) {
  delete descriptor;
  return called("SpGEMM_destroyDescr");
}

cusparseStatus_t cusparseSpMV(cusparseHandle_t, cusparseOperation_t, const void*,
                              cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, const void*,
                              cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, void*) {
  return called("SpMV");
}
#ifndef FAKE_WITHOUT_PREPROCESS
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         const void*, cusparseDnVecDescr_t, cudaDataType,
                                         cusparseSpMVAlg_t, void*) {
  return called("SpMV_preprocess");
}
#endif
cusparseStatus_t cusparseSpGEMM_workEstimation(cusparseHandle_t, cusparseOperation_t,
                                               cusparseOperation_t, const void*,
                                               cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t,
                                               const void*, cusparseSpMatDescr_t, cudaDataType,
                                               cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t,
                                               size_t* bytes, void*) {
  if (bytes != nullptr) *bytes = 1024;
  return called("SpGEMM_workEstimation");
}
cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t, int64_t*) {
  return called("SpGEMM_getNumProducts");
}
cusparseStatus_t cusparseSpGEMM_estimateMemory(cusparseHandle_t, cusparseOperation_t,
                                               cusparseOperation_t, const void*,
                                               cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t,
                                               const void*, cusparseSpMatDescr_t, cudaDataType,
                                               cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t, float,
                                               size_t*, void*, size_t*) {
  return called("SpGEMM_estimateMemory");
}
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                                        const void*, cusparseConstSpMatDescr_t,
                                        cusparseConstSpMatDescr_t, const void*,
                                        cusparseSpMatDescr_t, cudaDataType, cusparseSpGEMMAlg_t,
                                        cusparseSpGEMMDescr_t, size_t*, void*) {
  return called("SpGEMM_compute");
}
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                                     const void*, cusparseConstSpMatDescr_t,
                                     cusparseConstSpMatDescr_t, const void*, cusparseSpMatDescr_t,
                                     cudaDataType, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t) {
  return called("SpGEMM_copy");
}
cusparseStatus_t cusparseSpGEMMreuse_workEstimation(cusparseHandle_t, cusparseOperation_t,
                                                    cusparseOperation_t, cusparseConstSpMatDescr_t,
                                                    cusparseConstSpMatDescr_t, cusparseSpMatDescr_t,
                                                    cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t,
                                                    size_t*, void*) {
  return called("SpGEMMreuse_workEstimation");
}
cusparseStatus_t cusparseSpGEMMreuse_nnz(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                                         cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t,
                                         cusparseSpMatDescr_t, cusparseSpGEMMAlg_t,
                                         cusparseSpGEMMDescr_t, size_t*, void*, size_t*, void*,
                                         size_t*, void*) {
  return called("SpGEMMreuse_nnz");
}
cusparseStatus_t cusparseSpGEMMreuse_copy(cusparseHandle_t, cusparseOperation_t,
                                          cusparseOperation_t, cusparseConstSpMatDescr_t,
                                          cusparseConstSpMatDescr_t, cusparseSpMatDescr_t,
                                          cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t, size_t*,
                                          void*) {
  return called("SpGEMMreuse_copy");
}
cusparseStatus_t cusparseSpGEMMreuse_compute(cusparseHandle_t, cusparseOperation_t,
                                             cusparseOperation_t, const void*,
                                             cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t,
                                             const void*, cusparseSpMatDescr_t, cudaDataType,
                                             cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t) {
  return called("SpGEMMreuse_compute");
}

}  // extern "C"
