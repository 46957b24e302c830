// SPDX-License-Identifier: BSD-3-Clause
// A program that knows nothing of sptune: calls each function that the drop-in defines once, in the
// order of their use, and prints the statuses. `caller NAME` exits with the status of one call. It
// goes to the folder CALLER_FOLDER before.
#define DISABLE_CUSPARSE_DEPRECATED
#include <cusparse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int exit_with = 0;

static void told(const char* name, cusparseStatus_t status, const char* wanted) {
  printf("  %s: %d\n", name, (int)status);
  if (wanted != NULL && strcmp(name, wanted) == 0) exit_with = (int)status;
}
#define CALL(name, ...) told(#name, cusparse##name(__VA_ARGS__), wanted)

int main(int count, char** words) {
  const char* wanted = count > 1 ? words[1] : NULL;
  const char* folder = getenv("CALLER_FOLDER");
  const cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const cudaDataType type = CUDA_R_64F;
  double one = 1, array[4];
  size_t bytes = 4096;
  int64_t products = 0;
  cusparseHandle_t handle = NULL;
  cusparseSpMatDescr_t a = NULL;
  cusparseSpGEMMDescr_t d = NULL;
  if (folder != NULL && chdir(folder) != 0) return 98;
  if (cusparseCreate(&handle) != CUSPARSE_STATUS_SUCCESS) return 99;
  cusparseCreateCsr(&a, 4, 4, 4, array, array, array, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, type);
  cusparseSpGEMM_createDescr(&d);
  CALL(SpMV, handle, op, &one, a, NULL, &one, NULL, type, CUSPARSE_SPMV_ALG_DEFAULT, array);
  CALL(SpMV, NULL, op, NULL, NULL, NULL, NULL, NULL, type, CUSPARSE_SPMV_ALG_DEFAULT, NULL);
#ifndef WITHOUT_PREPROCESS
  CALL(SpMV_preprocess, handle, op, &one, a, NULL, &one, NULL, type, CUSPARSE_SPMV_ALG_DEFAULT,
       array);
#endif
  CALL(SpGEMM_workEstimation, handle, op, op, &one, a, a, &one, a, type, CUSPARSE_SPGEMM_DEFAULT, d,
       &bytes, NULL);
  CALL(SpGEMM_workEstimation, handle, op, op, &one, a, a, &one, a, type, CUSPARSE_SPGEMM_DEFAULT, d,
       &bytes, array);
  CALL(SpGEMM_workEstimation, handle, op, op, NULL, NULL, NULL, NULL, NULL, type,
       CUSPARSE_SPGEMM_DEFAULT, NULL, NULL, NULL);
  CALL(SpGEMM_getNumProducts, d, &products);
  CALL(SpGEMM_estimateMemory, handle, op, op, &one, a, a, &one, a, type, CUSPARSE_SPGEMM_ALG2, d,
       0.5f, &bytes, array, &bytes);
  CALL(SpGEMM_compute, handle, op, op, &one, a, a, &one, a, type, CUSPARSE_SPGEMM_DEFAULT, d,
       &bytes, array);
  CALL(SpGEMM_copy, handle, op, op, &one, a, a, &one, a, type, CUSPARSE_SPGEMM_DEFAULT, d);
  CALL(SpGEMMreuse_workEstimation, handle, op, op, a, a, a, CUSPARSE_SPGEMM_DEFAULT, d, &bytes,
       array);
  CALL(SpGEMMreuse_nnz, handle, op, op, a, a, a, CUSPARSE_SPGEMM_DEFAULT, d, &bytes, array, &bytes,
       array, &bytes, array);
  CALL(SpGEMMreuse_copy, handle, op, op, a, a, a, CUSPARSE_SPGEMM_DEFAULT, d, &bytes, array);
  CALL(SpGEMMreuse_compute, handle, op, op, &one, a, a, &one, a, type, CUSPARSE_SPGEMM_DEFAULT, d);
  CALL(SpGEMM_destroyDescr, d);
  CALL(DestroySpMat, a);
  cusparseDestroy(handle);
  return exit_with;
}
