// SPDX-License-Identifier: BSD-3-Clause
/* Between the tests, which are C, and the program that runs them as GoogleTest cases, driver.cpp.
 */
#ifndef SPTUNE_TESTS_CAPI_CASES_H
#define SPTUNE_TESTS_CAPI_CASES_H

#include "sptune/sptune.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(readability-identifier-naming): names as C has them */

typedef struct test_case {
  const char* suite;
  const char* name;
  void (*run)(void);
} test_case;

/* Each source of tests has one such list, which ends with a null name. */
extern const test_case status_cases[];
extern const test_case battery_cases[];

/* A failure of the case that runs; `printf`'s format. */
void test_failed(const char* file, int line, const char* format, ...);
/* The case has nothing to show here, and goes back to its caller. */
void test_skipped(const char* why);

/* Matrices of the contract, tests/kernels/spmv_battery.hpp. */
typedef struct test_matrix {
  const char* name;
  int64_t rows, cols, nnz;
  const int64_t* offsets;
  const int32_t* columns;
  const double* values;
} test_matrix;
size_t test_matrix_count(void);
test_matrix test_matrix_at(size_t i);

/* The memory of the current device, by a CUDA runtime of the test's own, as an application has it.
 */
void* test_device_copy(const void* host, size_t bytes);
void test_device_read(void* host, const void* device, size_t bytes);
void test_device_free(void* device);

/* Model files, until the program ends, and a folder that has one for GPUs alone. */
typedef enum test_file {
  GOOD_MODEL,
  CUT_MODEL,
  FOREIGN_JSON,
  BINARY_FILE,
  RIVAL_MODEL, /* of GOOD_MODEL's question and machine */
  NO_FILE,
  GPU_FOLDER
} test_file;
const char* test_path(test_file file);

#define CHECK(condition)                                                 \
  do {                                                                   \
    if (!(condition)) test_failed(__FILE__, __LINE__, "%s", #condition); \
  } while (0)

/* That a call ends with a status, and for an error that its message holds `words`. */
void test_status(const char* file, int line, const char* call, sptune_status found,
                 sptune_status expected, const char* words);
#define EXPECT(status, words, call) test_status(__FILE__, __LINE__, #call, call, status, words)
#define OK(call) test_status(__FILE__, __LINE__, #call, call, SPTUNE_OK, "")

/* NOLINTEND(readability-identifier-naming) */

#ifdef __cplusplus
}
#endif
#endif
