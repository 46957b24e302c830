// SPDX-License-Identifier: BSD-3-Clause
/* What every function of the C interface answers to arguments that it cannot use. */
#include "tests/capi/cases.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 2 -1  0
   0  3  0
   4  0  5 */
static int64_t offsets64[] = {0, 2, 3, 5};
static int32_t offsets32[] = {0, 2, 3, 5};
static int32_t columns[] = {0, 1, 1, 0, 2};
static double values[] = {2, -1, 3, 4, 5};
static float values32[] = {2, -1, 3, 4, 5};

static sptune_dispatcher* dispatcher(void) {
  sptune_dispatcher* made = NULL;
  OK(sptune_dispatcher_create(&made, NULL, 0, NULL, NULL));
  return made;
}

static sptune_matrix* three_by(int64_t cols) {
  sptune_matrix* made = NULL;
  OK(sptune_matrix_create_csr(&made, 3, cols, 5, offsets64, SPTUNE_I64, columns, values, SPTUNE_F64,
                              SPTUNE_HOST));
  return made;
}

static sptune_options* options(void) {
  sptune_options* made = NULL;
  OK(sptune_options_create(&made));
  return made;
}

static void version_is_the_headers(void) {
  char text[32];
  CHECK(sptune_version() == SPTUNE_VERSION);
  snprintf(text, sizeof text, "%d.%d.%d", SPTUNE_VERSION_MAJOR, SPTUNE_VERSION_MINOR,
           SPTUNE_VERSION_PATCH);
  CHECK(strcmp(sptune_version_string(), text) == 0);
}

static void statuses_have_names(void) {
  CHECK(strcmp(sptune_status_name(SPTUNE_OK), "SPTUNE_OK") == 0);
  CHECK(strcmp(sptune_status_name(SPTUNE_ERROR_HANDLE), "SPTUNE_ERROR_HANDLE") == 0);
  CHECK(strcmp(sptune_status_name((sptune_status)4711), "unknown status") == 0);
  CHECK(strcmp(sptune_status_name((sptune_status)-1), "unknown status") == 0);
}

static void null_pointers_are_refused(void) {
  const sptune_status bad = SPTUNE_ERROR_ARGUMENT;
  const char* null = "is a null pointer";
  const char* one_null[] = {NULL};
  sptune_dispatcher* d = dispatcher();
  sptune_matrix* a = three_by(3);
  sptune_options* o = options();
  sptune_plan* plan = NULL;
  sptune_dispatcher* none = NULL;
  double x[3] = {1, 1, 1}, y[3] = {0, 0, 0};

  EXPECT(bad, null, sptune_device_name(NULL));
  EXPECT(bad, null, sptune_dispatcher_create(NULL, NULL, 0, NULL, NULL));
  EXPECT(bad, "paths is a null pointer", sptune_dispatcher_create(&none, NULL, 1, NULL, NULL));
  EXPECT(bad, "a path is a null pointer", sptune_dispatcher_create(&none, one_null, 1, NULL, NULL));
  CHECK(none == NULL);
  EXPECT(bad, null, sptune_dispatcher_models(d, NULL));
  EXPECT(bad, null, sptune_dispatcher_models(NULL, NULL));
  EXPECT(bad, null,
         sptune_matrix_create_csr(NULL, 0, 0, 0, NULL, SPTUNE_I64, NULL, NULL, SPTUNE_F64,
                                  SPTUNE_HOST));
  EXPECT(bad, null, sptune_matrix_set_order(NULL, SPTUNE_ORDER_ANY));
  EXPECT(bad, null, sptune_matrix_set_values(NULL, values));
  EXPECT(bad, null,
         sptune_matrix_get_csr(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
  EXPECT(bad, null, sptune_options_create(NULL));
  EXPECT(bad, null, sptune_options_set_expected_runs(NULL, 1));
  EXPECT(bad, null, sptune_options_set_repeat(NULL, SPTUNE_REPEAT_VALUES));
  EXPECT(bad, null, sptune_options_set_threads(NULL, 1));
  EXPECT(bad, null, sptune_options_set_memory_limit(NULL, 1));
  EXPECT(bad, null, sptune_options_set_force(NULL, "csr"));
  EXPECT(bad, null, sptune_options_set_explain(NULL, 1));
  EXPECT(bad, null, sptune_options_set_constant_values(NULL, 1));
  EXPECT(bad, null, sptune_options_set_validate(NULL, SPTUNE_VALIDATE_FULL));
  EXPECT(bad, null, sptune_options_set_stream(NULL, NULL));
  EXPECT(bad, null, sptune_options_set_pattern_id(NULL, 1));
  EXPECT(bad, null, sptune_options_set_probe(NULL, SPTUNE_PROBE_NONE));
  EXPECT(bad, null, sptune_options_set_settled(NULL, NULL, NULL));
  EXPECT(bad, null, sptune_plan_spmv(NULL, d, a, o));
  EXPECT(bad, "dispatcher is", sptune_plan_spmv(&plan, NULL, a, o));
  EXPECT(bad, "a is a null pointer", sptune_plan_spmv(&plan, d, NULL, o));
  EXPECT(bad, null, sptune_plan_spmm(NULL, d, a, 1, SPTUNE_ROW_MAJOR, 0, 0, o));
  EXPECT(bad, null, sptune_plan_spmm(&plan, NULL, a, 1, SPTUNE_ROW_MAJOR, 0, 0, o));
  EXPECT(bad, null, sptune_plan_spmm(&plan, d, NULL, 1, SPTUNE_ROW_MAJOR, 0, 0, o));
  EXPECT(bad, null, sptune_plan_spgemm(NULL, d, a, a, o));
  EXPECT(bad, null, sptune_plan_spgemm(&plan, NULL, a, a, o));
  EXPECT(bad, null, sptune_plan_spgemm(&plan, d, NULL, a, o));
  EXPECT(bad, "b is a null pointer", sptune_plan_spgemm(&plan, d, a, NULL, o));
  EXPECT(bad, null, sptune_plan_run(NULL, 1, x, 0, y, NULL));
  EXPECT(bad, null, sptune_plan_multiply(NULL, NULL, NULL));
  EXPECT(bad, null, sptune_plan_recompute(NULL, NULL, NULL));
  EXPECT(bad, null, sptune_plan_update_values(NULL, a, NULL, NULL));
  EXPECT(bad, null, sptune_plan_get_text(NULL, SPTUNE_TEXT_REASON, NULL));
  EXPECT(bad, null, sptune_plan_get_number(NULL, SPTUNE_NUMBER_MEMORY_BYTES, NULL));
  CHECK(plan == NULL);

  OK(sptune_plan_spmv(&plan, d, a, NULL));
  EXPECT(bad, "x is a null pointer", sptune_plan_run(plan, 1, NULL, 0, y, NULL));
  EXPECT(bad, "y is a null pointer", sptune_plan_run(plan, 1, x, 0, NULL, NULL));
  EXPECT(bad, "a is a null pointer", sptune_plan_update_values(plan, NULL, NULL, NULL));
  EXPECT(bad, null, sptune_plan_get_text(plan, SPTUNE_TEXT_REASON, NULL));
  EXPECT(bad, null, sptune_plan_get_number(plan, SPTUNE_NUMBER_MEMORY_BYTES, NULL));

  /* Nothing to destroy. */
  OK(sptune_plan_destroy(NULL));
  OK(sptune_matrix_destroy(NULL));
  OK(sptune_options_destroy(NULL));
  OK(sptune_dispatcher_destroy(NULL));
  OK(sptune_plan_destroy(plan));
  OK(sptune_matrix_destroy(a));
  OK(sptune_options_destroy(o));
  OK(sptune_dispatcher_destroy(d));
}

static void numbers_that_mean_nothing_are_refused(void) {
  const sptune_status bad = SPTUNE_ERROR_ARGUMENT;
  sptune_dispatcher* d = dispatcher();
  sptune_matrix* a = three_by(3);
  sptune_matrix* none = NULL;
  sptune_options* o = options();
  sptune_plan* plan = NULL;
  const char* text = NULL;
  double number = 0;
  static const int numbers[] = {-1, 3, 4711, -2147483647 - 1, 2147483647};
  OK(sptune_plan_spmv(&plan, d, a, NULL));
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
    const int n = numbers[i];
    const int more = n == 3 ? 99 : n;
    EXPECT(bad, "order is", sptune_matrix_set_order(a, (sptune_order)n));
    EXPECT(bad, "validate is", sptune_options_set_validate(o, (sptune_validate)n));
    EXPECT(bad, "probe is", sptune_options_set_probe(o, (sptune_probe)n));
    EXPECT(bad, "repeat is", sptune_options_set_repeat(o, (sptune_repeat)n));
    EXPECT(bad, "offset_type is",
           sptune_matrix_create_csr(&none, 3, 3, 5, offsets64, (sptune_offset_type)n, columns,
                                    values, SPTUNE_F64, SPTUNE_HOST));
    EXPECT(bad, "value_type is",
           sptune_matrix_create_csr(&none, 3, 3, 5, offsets64, SPTUNE_I64, columns, values,
                                    (sptune_value_type)n, SPTUNE_HOST));
    EXPECT(bad, "space is",
           sptune_matrix_create_csr(&none, 3, 3, 5, offsets64, SPTUNE_I64, columns, values,
                                    SPTUNE_F64, (sptune_space)n));
    EXPECT(bad, "layout is", sptune_plan_spmm(&plan, d, a, 2, (sptune_layout)n, 0, 0, o));
    EXPECT(bad, "which is", sptune_plan_get_text(plan, (sptune_text)more, &text));
    EXPECT(bad, "which is", sptune_plan_get_number(plan, (sptune_number)more, &number));
  }
  EXPECT(bad, "expected_runs is", sptune_options_set_expected_runs(o, -1));
  EXPECT(bad, "threads is", sptune_options_set_threads(o, -1));
  EXPECT(bad, "memory_limit is", sptune_options_set_memory_limit(o, -1));
  EXPECT(bad, "expected_runs is", sptune_options_set_expected_runs(o, strtod("nan", NULL)));
  CHECK(none == NULL && text == NULL);
  OK(sptune_plan_destroy(plan));
  OK(sptune_options_destroy(o));
  OK(sptune_matrix_destroy(a));
  OK(sptune_dispatcher_destroy(d));
}

/* A matrix that no plan is made of. */
static void broken(const char* words, int64_t rows, int64_t cols, int64_t nnz, const void* offsets,
                   sptune_offset_type type, const int32_t* where, const void* numbers) {
  sptune_dispatcher* d = dispatcher();
  sptune_options* o = options();
  sptune_matrix* a = NULL;
  sptune_plan* plan = NULL;
  OK(sptune_options_set_validate(o, SPTUNE_VALIDATE_FULL));
  OK(sptune_matrix_create_csr(&a, rows, cols, nnz, offsets, type, where, numbers, SPTUNE_F64,
                              SPTUNE_HOST));
  EXPECT(SPTUNE_ERROR_ARGUMENT, words, sptune_plan_spmv(&plan, d, a, o));
  EXPECT(SPTUNE_ERROR_ARGUMENT, words, sptune_plan_spmm(&plan, d, a, 2, SPTUNE_ROW_MAJOR, 0, 0, o));
  EXPECT(SPTUNE_ERROR_ARGUMENT, words, sptune_plan_spgemm(&plan, d, a, a, o));
  CHECK(plan == NULL);
  OK(sptune_matrix_destroy(a));
  OK(sptune_options_destroy(o));
  OK(sptune_dispatcher_destroy(d));
}

static void arrays_that_are_no_matrix_are_refused(void) {
  static const int64_t decreasing[] = {0, 4, 3, 5}, late[] = {1, 2, 3, 5};
  static const int32_t outside[] = {0, 1, 3, 0, 2}, negative[] = {0, 1, -1, 0, 2};
  broken("sizes are 0 to", -1, 3, 5, offsets64, SPTUNE_I64, columns, values);
  broken("sizes are 0 to", 3, -3, 5, offsets64, SPTUNE_I64, columns, values);
  broken("sizes are 0 to", 3, 3, -5, offsets64, SPTUNE_I64, columns, values);
  broken("sizes are 0 to", INT64_MAX, 3, 5, offsets64, SPTUNE_I64, columns, values);
  broken("no row offsets", 3, 3, 5, NULL, SPTUNE_I64, columns, values);
  broken("a null pointer", 3, 3, 5, offsets64, SPTUNE_I64, NULL, values);
  broken("a null pointer", 3, 3, 5, offsets64, SPTUNE_I64, columns, NULL);
  broken("no rows, but", 0, 3, 5, offsets64, SPTUNE_I64, columns, values);
  broken("no columns, but", 3, 0, 5, offsets64, SPTUNE_I64, columns, values);
  broken("for 4 entries", 3, 3, 4, offsets64, SPTUNE_I64, columns, values);
  broken("row offsets from 1", 3, 3, 5, late, SPTUNE_I64, columns, values);
  broken("must not decrease", 3, 3, 5, decreasing, SPTUNE_I64, columns, values);
  broken("32-bit row offsets", 3, 3, INT64_C(1) << 40, offsets32, SPTUNE_I32, columns, values);
  broken("in column 3", 3, 3, 5, offsets64, SPTUNE_I64, outside, values);
  broken("in column -1", 3, 3, 5, offsets64, SPTUNE_I64, negative, values);
}

static void operands_that_do_not_go_together_are_refused(void) {
  const sptune_status bad = SPTUNE_ERROR_ARGUMENT;
  sptune_dispatcher* d = dispatcher();
  sptune_matrix *a = three_by(3), *wide = three_by(4), *single = NULL;
  sptune_plan* plan = NULL;
  OK(sptune_matrix_create_csr(&single, 3, 3, 5, offsets32, SPTUNE_I32, columns, values32,
                              SPTUNE_F32, SPTUNE_HOST));
  EXPECT(bad, "", sptune_plan_spgemm(&plan, d, wide, a, NULL));
  EXPECT(bad, "A holds f64 and B holds f32", sptune_plan_spgemm(&plan, d, a, single, NULL));
  EXPECT(bad, "", sptune_plan_spmm(&plan, d, a, -1, SPTUNE_ROW_MAJOR, 0, 0, NULL));
  EXPECT(bad, "", sptune_plan_spmm(&plan, d, a, 4, SPTUNE_ROW_MAJOR, 3, 4, NULL));
  EXPECT(bad, "", sptune_plan_spmm(&plan, d, a, 4, SPTUNE_COL_MAJOR, 3, 2, NULL));
  CHECK(plan == NULL);

  OK(sptune_plan_spmv(&plan, d, a, NULL));
  EXPECT(bad, "f32", sptune_plan_update_values(plan, single, NULL, NULL));
  EXPECT(bad, "one matrix alone", sptune_plan_update_values(plan, a, a, NULL));
  EXPECT(bad, "sptune_plan_run runs it", sptune_plan_multiply(plan, NULL, NULL));
  EXPECT(bad, "sptune_plan_run runs it", sptune_plan_recompute(plan, NULL, NULL));
  OK(sptune_matrix_set_values(wide, NULL));
  EXPECT(bad, "", sptune_plan_update_values(plan, wide, NULL, NULL));
  OK(sptune_plan_destroy(plan));

  OK(sptune_plan_spgemm(&plan, d, a, a, NULL));
  EXPECT(bad, "sptune_plan_multiply comes first", sptune_plan_recompute(plan, NULL, NULL));
  EXPECT(bad, "sptune_plan_multiply runs it", sptune_plan_run(plan, 1, values, 0, values, NULL));
  EXPECT(bad, "b is a null pointer", sptune_plan_update_values(plan, a, NULL, NULL));
  OK(sptune_plan_destroy(plan));
  OK(sptune_matrix_destroy(a));
  OK(sptune_matrix_destroy(wide));
  OK(sptune_matrix_destroy(single));
  OK(sptune_dispatcher_destroy(d));
}

static void destroyed_handles_are_told(void) {
  const sptune_status gone = SPTUNE_ERROR_HANDLE;
  sptune_dispatcher* d = dispatcher();
  sptune_matrix* a = three_by(3);
  sptune_options* o = options();
  sptune_plan *plan = NULL, *other = NULL;
  const sptune_matrix* c = NULL;
  double x[3] = {1, 1, 1}, y[3] = {0, 0, 0};
  size_t models = 0;
  OK(sptune_plan_spgemm(&plan, d, a, a, o));
  OK(sptune_plan_multiply(plan, NULL, &c));
  EXPECT(SPTUNE_ERROR_ARGUMENT, "result of a plan", sptune_matrix_destroy((sptune_matrix*)c));
  EXPECT(SPTUNE_ERROR_ARGUMENT, "result of a plan",
         sptune_matrix_set_values((sptune_matrix*)c, values));
  OK(sptune_plan_destroy(plan));
  EXPECT(gone, "a is no handle", sptune_plan_spmv(&other, d, c, o));
  EXPECT(gone, "plan is no handle of its kind, or was destroyed", sptune_plan_destroy(plan));
  EXPECT(gone, "plan", sptune_plan_multiply(plan, NULL, NULL));
  EXPECT(gone, "plan", sptune_plan_run(plan, 1, x, 0, y, NULL));
  OK(sptune_options_destroy(o));
  EXPECT(gone, "options", sptune_options_set_threads(o, 1));
  EXPECT(gone, "options", sptune_plan_spmv(&other, d, a, o));
  EXPECT(gone, "options", sptune_options_destroy(o));
  OK(sptune_matrix_destroy(a));
  EXPECT(gone, "a is", sptune_plan_spmv(&other, d, a, NULL));
  EXPECT(gone, "matrix", sptune_matrix_destroy(a));
  OK(sptune_dispatcher_destroy(d));
  EXPECT(gone, "dispatcher", sptune_dispatcher_models(d, &models));
  EXPECT(gone, "dispatcher", sptune_dispatcher_destroy(d));
  CHECK(other == NULL);
}

static void what_is_no_handle_is_told(void) {
  const sptune_status none = SPTUNE_ERROR_HANDLE;
  sptune_dispatcher* d = dispatcher();
  sptune_matrix* a = three_by(3);
  sptune_plan* plan = NULL;
  double memory[64];
  memset(memory, 0x5a, sizeof memory);
  EXPECT(none, "a is no handle", sptune_plan_spmv(&plan, d, (sptune_matrix*)d, NULL));
  EXPECT(none, "dispatcher", sptune_plan_spmv(&plan, (sptune_dispatcher*)a, a, NULL));
  EXPECT(none, "options", sptune_plan_spmv(&plan, d, a, (sptune_options*)a));
  EXPECT(none, "a is no handle", sptune_plan_spmv(&plan, d, (sptune_matrix*)memory, NULL));
  EXPECT(none, "a is no handle",
         sptune_plan_spmv(&plan, d, (sptune_matrix*)(void*)((char*)memory + 1), NULL));
  EXPECT(none, "plan", sptune_plan_destroy((sptune_plan*)memory));
  EXPECT(none, "matrix", sptune_matrix_destroy((sptune_matrix*)d));
  CHECK(plan == NULL);
  OK(sptune_matrix_destroy(a));
  OK(sptune_dispatcher_destroy(d));
}

static void handles_are_told_long_after(void) {
  sptune_options* first = options();
  OK(sptune_options_destroy(first));
  for (int i = 0; i < 60; ++i) {
    sptune_options* other = options();
    CHECK(other != first);
    OK(sptune_options_destroy(other));
    EXPECT(SPTUNE_ERROR_HANDLE, "options", sptune_options_set_threads(first, 1));
  }
}

/* The line of a warning, if it is the first. */
static void keep_line(const char* line, void* user) {
  char* kept = user;
  if (kept[0] == '\0') snprintf(kept, 256, "%s", line);
}

static void models_that_cannot_be_used_are_errors(void) {
  static const test_file bad[] = {CUT_MODEL, FOREIGN_JSON, BINARY_FILE, NO_FILE, GPU_FOLDER};
  sptune_dispatcher* d = NULL;
  size_t models = 0;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
    const char* paths[] = {test_path(GOOD_MODEL), test_path(bad[i])};
    EXPECT(SPTUNE_ERROR_INPUT, paths[1], sptune_dispatcher_create(&d, paths, 2, NULL, NULL));
    CHECK(d == NULL);
  }
  const char* good[] = {test_path(GOOD_MODEL)};
  OK(sptune_dispatcher_create(&d, good, 1, NULL, NULL));
  OK(sptune_dispatcher_models(d, &models));
  CHECK(models == 1);
  OK(sptune_dispatcher_destroy(d));
}

static void models_that_are_named_twice_are_one(void) {
  const char* paths[] = {test_path(GOOD_MODEL), test_path(GOOD_MODEL)};
  sptune_dispatcher* d = NULL;
  size_t models = 0;
  OK(sptune_dispatcher_create(&d, paths, 2, NULL, NULL));
  OK(sptune_dispatcher_models(d, &models));
  CHECK(models == 1);
  OK(sptune_dispatcher_destroy(d));
}

static void models_of_one_question_are_an_error(void) {
  const char* paths[] = {test_path(GOOD_MODEL), test_path(RIVAL_MODEL)};
  const char* words[] = {paths[0], paths[1], "both choose for spmv f64 on cpu (hot)"};
  sptune_dispatcher* d = NULL;
  for (int i = 0; i < 3; ++i) {
    EXPECT(SPTUNE_ERROR_ARGUMENT, words[i], sptune_dispatcher_create(&d, paths, 2, NULL, NULL));
  }
}

static void models_of_the_environment_are_warnings(void) {
  char first[256] = "";
  sptune_dispatcher* d = NULL;
  size_t models = 1;
  setenv("SPTUNE_MODEL", test_path(CUT_MODEL), 1);
  OK(sptune_dispatcher_create(&d, NULL, 0, keep_line, first));
  setenv("SPTUNE_MODEL", "none", 1); /* as in all tests */
  OK(sptune_dispatcher_models(d, &models));
  CHECK(models == 0 && strstr(first, test_path(CUT_MODEL)) != NULL);
  OK(sptune_dispatcher_destroy(d));
}

static void a_device_that_is_not_there_is_said(void) {
  const char* name = NULL;
  sptune_dispatcher* d = dispatcher();
  sptune_matrix* a = NULL;
  sptune_plan* plan = NULL;
  if (sptune_device_name(&name) == SPTUNE_OK) {
    test_skipped("there is a CUDA device");
  } else {
    EXPECT(SPTUNE_ERROR_DEVICE, "", sptune_device_name(&name));
    OK(sptune_matrix_create_csr(&a, 3, 3, 5, offsets64, SPTUNE_I64, columns, values, SPTUNE_F64,
                                SPTUNE_DEVICE));
    EXPECT(SPTUNE_ERROR_DEVICE, "", sptune_plan_spmv(&plan, d, a, NULL));
    EXPECT(SPTUNE_ERROR_DEVICE, "", sptune_plan_spmm(&plan, d, a, 2, SPTUNE_ROW_MAJOR, 0, 0, NULL));
    EXPECT(SPTUNE_ERROR_DEVICE, "", sptune_plan_spgemm(&plan, d, a, a, NULL));
    CHECK(plan == NULL && name == NULL);
    OK(sptune_matrix_destroy(a));
  }
  OK(sptune_dispatcher_destroy(d));
}

static void forced_configurations_are_taken_or_refused(void) {
  sptune_dispatcher* d = dispatcher();
  sptune_matrix* a = three_by(3);
  sptune_options* o = options();
  sptune_plan* plan = NULL;
  const char* text = NULL;
  OK(sptune_options_set_constant_values(o, 1));
  OK(sptune_options_set_force(o, "no_such_kernel{}"));
  EXPECT(SPTUNE_ERROR_ARGUMENT, "no_such_kernel", sptune_plan_spmv(&plan, d, a, o));
  OK(sptune_options_set_force(o, "csr{width=4}"));
  OK(sptune_plan_spmv(&plan, d, a, o));
  OK(sptune_plan_get_text(plan, SPTUNE_TEXT_CONFIGURATION, &text));
  CHECK(strstr(text, "width=4") != NULL);
  OK(sptune_plan_get_text(plan, SPTUNE_TEXT_MATCH, &text));
  CHECK(strcmp(text, "forced") == 0);
  OK(sptune_plan_destroy(plan));
  OK(sptune_options_set_force(o, NULL));
  OK(sptune_plan_spmv(&plan, d, a, o));
  OK(sptune_plan_get_text(plan, SPTUNE_TEXT_MATCH, &text));
  CHECK(strcmp(text, "no_model") == 0);
  OK(sptune_plan_destroy(plan));
  OK(sptune_options_destroy(o));
  OK(sptune_matrix_destroy(a));
  OK(sptune_dispatcher_destroy(d));
}

/* n rows of 12 entries, for which the model of the tests takes sell. */
static sptune_matrix* band(int32_t n, int32_t** ends, int32_t** where, double** numbers) {
  sptune_matrix* made = NULL;
  *ends = malloc(sizeof(int32_t) * ((size_t)n + 1));
  *where = malloc(sizeof(int32_t) * 12 * (size_t)n);
  *numbers = malloc(sizeof(double) * 12 * (size_t)n);
  if (*ends == NULL || *where == NULL || *numbers == NULL) abort();
  for (int32_t i = 0; i <= n; ++i) (*ends)[i] = 12 * i;
  for (int32_t k = 0; k < 12 * n; ++k) {
    const int32_t first = k / 12 < n - 12 ? k / 12 : n - 12;
    (*where)[k] = first + k % 12;
    (*numbers)[k] = 1;
  }
  OK(sptune_matrix_create_csr(&made, n, n, 12 * (int64_t)n, *ends, SPTUNE_I32, *where, *numbers,
                              SPTUNE_F64, SPTUNE_HOST));
  OK(sptune_matrix_set_order(made, SPTUNE_ORDER_SORTED));
  return made;
}

static double number_of(const sptune_plan* plan, sptune_number which) {
  double number = -1;
  OK(sptune_plan_get_number(plan, which, &number));
  return number;
}

static const char* text_of(const sptune_plan* plan, sptune_text which) {
  const char* text = "";
  OK(sptune_plan_get_text(plan, which, &text));
  return text;
}

static void a_plan_says_what_was_chosen_and_why(void) {
  const char* paths[] = {test_path(GOOD_MODEL)};
  int32_t *ends, *where;
  double* numbers;
  sptune_matrix* a = band(3000, &ends, &where, &numbers);
  sptune_dispatcher* d = NULL;
  sptune_options* o = options();
  sptune_plan* plan = NULL;
  OK(sptune_dispatcher_create(&d, paths, 1, NULL, NULL));
  OK(sptune_options_set_expected_runs(o, 1e9));
  OK(sptune_options_set_constant_values(o, 1));
  OK(sptune_options_set_explain(o, 1));
  OK(sptune_plan_spmv(&plan, d, a, o));
  CHECK(strcmp(text_of(plan, SPTUNE_TEXT_MATCH), "predicted") == 0);
  CHECK(strncmp(text_of(plan, SPTUNE_TEXT_CONFIGURATION), "sell{", 5) == 0);
  CHECK(strstr(text_of(plan, SPTUNE_TEXT_EXPLANATION), text_of(plan, SPTUNE_TEXT_REASON)) != NULL);
  CHECK(strchr(text_of(plan, SPTUNE_TEXT_CONSIDERED), '\n') != NULL);
  CHECK(number_of(plan, SPTUNE_NUMBER_EXPECTED_GAIN) > 1.5);
  CHECK(number_of(plan, SPTUNE_NUMBER_GAIN_LOW) < number_of(plan, SPTUNE_NUMBER_GAIN_HIGH));
  CHECK(number_of(plan, SPTUNE_NUMBER_PREDICTED_SECONDS) > 0);
  CHECK(number_of(plan, SPTUNE_NUMBER_PREPARE_SECONDS) > 0);
  CHECK(number_of(plan, SPTUNE_NUMBER_BREAK_EVEN_RUNS) > 0);
  CHECK(number_of(plan, SPTUNE_NUMBER_DECIDE_SECONDS) > 0);
  CHECK(number_of(plan, SPTUNE_NUMBER_COPIES_VALUES) == 1);
  CHECK(number_of(plan, SPTUNE_NUMBER_REMEMBERED) == 0);
  CHECK(number_of(plan, SPTUNE_NUMBER_MEMORY_BYTES) > 8 * 12 * 3000.0);
  OK(sptune_plan_destroy(plan));
  /* Asked again, with what the caller calls the pattern; and where sell's copy is too large. */
  OK(sptune_options_set_pattern_id(o, 17));
  OK(sptune_plan_spmv(&plan, d, a, o));
  OK(sptune_plan_destroy(plan));
  OK(sptune_plan_spmv(&plan, d, a, o));
  CHECK(number_of(plan, SPTUNE_NUMBER_REMEMBERED) == 1);
  OK(sptune_plan_destroy(plan));
  OK(sptune_options_set_memory_limit(o, 100000));
  OK(sptune_plan_spmv(&plan, d, a, o));
  CHECK(strncmp(text_of(plan, SPTUNE_TEXT_CONFIGURATION), "csr{", 4) == 0);
  OK(sptune_plan_destroy(plan));
  OK(sptune_options_destroy(o));
  OK(sptune_matrix_destroy(a));
  OK(sptune_dispatcher_destroy(d));
  free(ends);
  free(where);
  free(numbers);
}

static void probing_ends_by_a_call(void) {
  const char* paths[] = {test_path(GOOD_MODEL)};
  char winner[256] = "";
  int32_t *ends, *where;
  double* numbers;
  sptune_matrix* a = band(3000, &ends, &where, &numbers);
  double* x = calloc(6000, sizeof(double));
  sptune_dispatcher* d = NULL;
  sptune_options* o = options();
  sptune_plan* plan = NULL;
  if (x == NULL) abort();
  OK(sptune_dispatcher_create(&d, paths, 1, NULL, NULL));
  OK(sptune_options_set_expected_runs(o, 1e9));
  OK(sptune_options_set_threads(o, 1));
  OK(sptune_options_set_constant_values(o, 1));
  OK(sptune_options_set_probe(o, SPTUNE_PROBE_AS_PAID));
  OK(sptune_options_set_settled(o, keep_line, winner));
  OK(sptune_plan_spmv(&plan, d, a, o));
  for (int i = 0; i < 200000 && winner[0] == '\0'; ++i) {
    if (sptune_plan_run(plan, 1, x, 0, x + 3000, NULL) != SPTUNE_OK) break;
  }
  CHECK(strncmp(winner, "csr{", 4) == 0 || strncmp(winner, "sell{", 5) == 0);
  OK(sptune_options_set_settled(o, NULL, NULL));
  OK(sptune_plan_destroy(plan));
  OK(sptune_options_destroy(o));
  OK(sptune_matrix_destroy(a));
  OK(sptune_dispatcher_destroy(d));
  free(x);
  free(ends);
  free(where);
  free(numbers);
}

static void values_change_in_place_and_by_update(void) {
  double numbers[] = {2, -1, 3, 4, 5}, later[] = {1, 1, 1, 1, 1};
  double x[3] = {1, 1, 1}, y[3] = {7, 7, 7};
  sptune_dispatcher* d = dispatcher();
  sptune_matrix* a = three_by(3);
  sptune_plan* plan = NULL;
  OK(sptune_matrix_set_values(a, numbers));
  OK(sptune_plan_spmv(&plan, d, a, NULL));
  OK(sptune_plan_run(plan, 1, x, 0, y, NULL));
  CHECK(y[0] == 1 && y[1] == 3 && y[2] == 9);
  numbers[0] = 10;
  OK(sptune_plan_run(plan, 1, x, 1, y, NULL));
  CHECK(y[0] == 10 && y[1] == 6 && y[2] == 18);
  OK(sptune_matrix_set_values(a, later));
  OK(sptune_plan_update_values(plan, a, NULL, NULL));
  OK(sptune_matrix_destroy(a));
  OK(sptune_dispatcher_destroy(d));
  OK(sptune_plan_run(plan, 1, x, 0, y, NULL));
  CHECK(y[0] == 2 && y[1] == 1 && y[2] == 2);
  OK(sptune_plan_destroy(plan));
}

/* What eight threads share. */
typedef struct shared {
  sptune_dispatcher* dispatcher;
  sptune_matrix* matrix;
  sptune_plan* plan;
} shared;

static void* on_a_thread(void* argument) {
  const shared* all = argument;
  intptr_t wrong = sptune_last_error()[0] != '\0'; /* of this thread, which has none */
  for (int i = 0; i < 50; ++i) {
    double x[3] = {1, 1, 1}, y[3] = {0, 0, 0};
    sptune_plan* own = NULL;
    wrong += sptune_plan_run(all->plan, 1, x, 0, y, NULL) != SPTUNE_OK;
    wrong += y[0] != 1 || y[1] != 3 || y[2] != 9;
    wrong += sptune_plan_spmv(&own, all->dispatcher, all->matrix, NULL) != SPTUNE_OK;
    wrong += sptune_plan_run(own, 2, x, 0, y, NULL) != SPTUNE_OK || y[2] != 18;
    wrong += sptune_plan_run(own, 2, NULL, 0, y, NULL) != SPTUNE_ERROR_ARGUMENT;
    wrong += strcmp(sptune_last_error(), "x is a null pointer") != 0;
    wrong += sptune_plan_destroy(own) != SPTUNE_OK;
  }
  return (void*)wrong;
}

static void eight_threads_share_a_dispatcher_and_a_plan(void) {
  pthread_t threads[8];
  shared all;
  all.dispatcher = dispatcher();
  all.matrix = three_by(3);
  OK(sptune_plan_spmv(&all.plan, all.dispatcher, all.matrix, NULL));
  EXPECT(SPTUNE_ERROR_ARGUMENT, "y is", sptune_plan_run(all.plan, 1, values, 0, NULL, NULL));
  for (int i = 0; i < 8; ++i) CHECK(pthread_create(&threads[i], NULL, on_a_thread, &all) == 0);
  for (int i = 0; i < 8; ++i) {
    void* wrong = NULL;
    CHECK(pthread_join(threads[i], &wrong) == 0 && wrong == NULL);
  }
  CHECK(strcmp(sptune_last_error(), "y is a null pointer") == 0); /* still this thread's */
  OK(sptune_plan_destroy(all.plan));
  OK(sptune_matrix_destroy(all.matrix));
  OK(sptune_dispatcher_destroy(all.dispatcher));
}

#define CASE(name) \
  { "CInterface", #name, name }
const test_case status_cases[] = {CASE(version_is_the_headers),
                                  CASE(statuses_have_names),
                                  CASE(null_pointers_are_refused),
                                  CASE(numbers_that_mean_nothing_are_refused),
                                  CASE(arrays_that_are_no_matrix_are_refused),
                                  CASE(operands_that_do_not_go_together_are_refused),
                                  CASE(destroyed_handles_are_told),
                                  CASE(what_is_no_handle_is_told),
                                  CASE(handles_are_told_long_after),
                                  CASE(models_that_cannot_be_used_are_errors),
                                  CASE(models_that_are_named_twice_are_one),
                                  CASE(models_of_one_question_are_an_error),
                                  CASE(models_of_the_environment_are_warnings),
                                  CASE(a_device_that_is_not_there_is_said),
                                  CASE(forced_configurations_are_taken_or_refused),
                                  CASE(a_plan_says_what_was_chosen_and_why),
                                  CASE(probing_ends_by_a_call),
                                  CASE(values_change_in_place_and_by_update),
                                  CASE(eight_threads_share_a_dispatcher_and_a_plan),
                                  {NULL, NULL, NULL}};
