// SPDX-License-Identifier: BSD-3-Clause
// cuSPARSE as the machine has it: opened when the first of its variants is asked for, so that
// programs built with CUDA start where CUDA is not installed. Only for sources built with CUDA.
//
// In this namespace a function of cuSPARSE is a pointer of the same name into the open library; one
// that is not listed here does not link.
#pragma once

#include "sptune/error.hpp"

#include <cusparse.h>

#include <string>

namespace sptune::baselines {

/// Opens the library at the first call. Its version, such as "12.6.3", or why it cannot be used:
/// then every function below throws that as a DeviceError.
[[nodiscard]] const Result<std::string>& cusparse_version();

#define SPTUNE_CUSPARSE_FUNCTIONS(X)    \
  X(cusparseCreate)                     \
  X(cusparseCreateConstBsr)             \
  X(cusparseCreateConstCoo)             \
  X(cusparseCreateConstCsr)             \
  X(cusparseCreateConstSlicedEll)       \
  X(cusparseCreateCsr)                  \
  X(cusparseCreateDnMat)                \
  X(cusparseCreateDnVec)                \
  X(cusparseCsrSetPointers)             \
  X(cusparseDestroy)                    \
  X(cusparseDestroyDnMat)               \
  X(cusparseDestroyDnVec)               \
  X(cusparseDestroySpMat)               \
  X(cusparseDnMatSetValues)             \
  X(cusparseDnVecSetValues)             \
  X(cusparseGetErrorString)             \
  X(cusparseGetProperty)                \
  X(cusparseSetStream)                  \
  X(cusparseSpGEMM_compute)             \
  X(cusparseSpGEMM_copy)                \
  X(cusparseSpGEMM_createDescr)         \
  X(cusparseSpGEMM_destroyDescr)        \
  X(cusparseSpGEMM_estimateMemory)      \
  X(cusparseSpGEMM_workEstimation)      \
  X(cusparseSpGEMMreuse_compute)        \
  X(cusparseSpGEMMreuse_copy)           \
  X(cusparseSpGEMMreuse_nnz)            \
  X(cusparseSpGEMMreuse_workEstimation) \
  X(cusparseSpMM)                       \
  X(cusparseSpMM_bufferSize)            \
  X(cusparseSpMM_preprocess)            \
  X(cusparseSpMV)                       \
  X(cusparseSpMV_bufferSize)            \
  X(cusparseSpMV_preprocess)            \
  X(cusparseSpMatGetSize)

// NOLINTNEXTLINE(bugprone-macro-parentheses): a name that is declared
#define SPTUNE_DECLARE(function) extern decltype(&::function) function;
SPTUNE_CUSPARSE_FUNCTIONS(SPTUNE_DECLARE)
#undef SPTUNE_DECLARE

}  // namespace sptune::baselines
