// SPDX-License-Identifier: BSD-3-Clause
/* The matrices of the contract through the C interface: every operation, value and offset type,
 * rows sorted, unsorted and with duplicates, on the CPU and on a GPU. Values are small integers, so
 * that every sum is exact.
 */
#include "tests/capi/cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum rows_are { SORTED, UNSORTED, WITH_DUPLICATES } rows_are;

/* A matrix in all types. */
typedef struct matrix {
  int64_t rows, cols, nnz;
  int64_t* offsets64;
  int32_t* offsets32;
  int32_t* columns;
  double* values64;
  float* values32;
} matrix;

static void* some(int64_t count, size_t size) {
  void* memory = calloc(count > 0 ? (size_t)count : 1, size);
  if (memory == NULL) abort();
  return memory;
}

/* Where products are computed, and what was copied there for the one under test. */
static sptune_space where = SPTUNE_HOST;
static void* copies[64];
static size_t copy_count = 0;

/* The array itself, or its copy on the device. */
static void* there(void* host, int64_t count, size_t size) {
  if (where == SPTUNE_HOST) return host;
  if (copy_count == sizeof copies / sizeof *copies) abort();
  copies[copy_count] = test_device_copy(host, (size_t)count * size);
  return copies[copy_count++];
}

/* An array of a plan's, in memory that the caller frees. */
static void* fetched(const void* array, int64_t count, size_t size) {
  void* host = some(count, size);
  if (where == SPTUNE_DEVICE) {
    test_device_read(host, array, (size_t)count * size);
  } else if (count > 0) {
    memcpy(host, array, (size_t)count * size);
  }
  return host;
}

static void free_copies(void) {
  while (copy_count > 0) test_device_free(copies[--copy_count]);
}

static matrix empty_matrix(int64_t rows, int64_t cols, int64_t most) {
  matrix m;
  m.rows = rows;
  m.cols = cols;
  m.nnz = 0;
  m.offsets64 = some(rows + 1, sizeof(int64_t));
  m.offsets32 = some(rows + 1, sizeof(int32_t));
  m.columns = some(most, sizeof(int32_t));
  m.values64 = some(most, sizeof(double));
  m.values32 = some(most, sizeof(float));
  return m;
}

static void free_matrix(matrix* m) {
  free(m->offsets64);
  free(m->offsets32);
  free(m->columns);
  free(m->values64);
  free(m->values32);
}

static void add_entry(matrix* m, int32_t column, double value) {
  m->columns[m->nnz] = column;
  m->values64[m->nnz] = value;
  m->values32[m->nnz] = (float)value;
  m->nnz++;
}

static void end_row(matrix* m, int64_t row) {
  m->offsets64[row + 1] = m->nnz;
  m->offsets32[row + 1] = (int32_t)m->nnz;
}

/* The i-th matrix of the contract; WITH_DUPLICATES: unsorted and each entry in two parts. */
static matrix contract_matrix(size_t i, rows_are how) {
  const test_matrix source = test_matrix_at(i);
  matrix m = empty_matrix(source.rows, source.cols, 2 * source.nnz);
  for (int64_t row = 0; row < m.rows; ++row) {
    const int64_t begin = source.offsets[row];
    const int64_t end = source.offsets[row + 1];
    for (int64_t k = begin; k < end; ++k) {
      const int64_t from = how == SORTED ? k : end - 1 - (k - begin);
      const int32_t column = source.columns[from];
      const double value = (double)(int)(source.values[from] * 4);
      if (how == WITH_DUPLICATES) add_entry(&m, column, 1);
      add_entry(&m, column, how == WITH_DUPLICATES ? value - 1 : value);
    }
    end_row(&m, row);
  }
  return m;
}

static matrix transposed(const matrix* a) {
  matrix t = empty_matrix(a->cols, a->rows, a->nnz);
  int64_t* next = some(a->cols + 1, sizeof(int64_t));
  for (int64_t k = 0; k < a->nnz; ++k) next[a->columns[k] + 1]++;
  for (int64_t c = 0; c < a->cols; ++c) next[c + 1] += next[c];
  for (int64_t c = 0; c < a->cols; ++c) {
    t.nnz = next[c + 1];
    end_row(&t, c);
  }
  for (int64_t row = 0; row < a->rows; ++row) {
    for (int64_t k = a->offsets64[row]; k < a->offsets64[row + 1]; ++k) {
      const int64_t at = next[a->columns[k]]++;
      t.columns[at] = (int32_t)row;
      t.values64[at] = a->values64[k];
      t.values32[at] = a->values32[k];
    }
  }
  free(next);
  return t;
}

static void* values_of(const matrix* m, sptune_value_type type) {
  return type == SPTUNE_F32 ? there(m->values32, m->nnz, sizeof(float))
                            : there(m->values64, m->nnz, sizeof(double));
}

static sptune_matrix* view_of(const matrix* m, sptune_offset_type offsets,
                              sptune_value_type values) {
  sptune_matrix* view = NULL;
  void* ends = offsets == SPTUNE_I32 ? there(m->offsets32, m->rows + 1, sizeof(int32_t))
                                     : there(m->offsets64, m->rows + 1, sizeof(int64_t));
  OK(sptune_matrix_create_csr(&view, m->rows, m->cols, m->nnz, ends, offsets,
                              there(m->columns, m->nnz, sizeof(int32_t)), values_of(m, values),
                              values, where));
  return view;
}

static double element(const void* array, int64_t i, sptune_value_type type) {
  return type == SPTUNE_F32 ? (double)((const float*)array)[i] : ((const double*)array)[i];
}

static void set_element(void* array, int64_t i, sptune_value_type type, double value) {
  if (type == SPTUNE_F32) {
    ((float*)array)[i] = (float)value;
  } else {
    ((double*)array)[i] = value;
  }
}

static double small_number(int64_t i, int64_t column) {
  return (double)((i * 7 + column * 3) % 9 - 4);
}

/* Where element (i, j) of a dense matrix stands. */
static int64_t place(sptune_layout layout, int64_t leading, int64_t i, int64_t j) {
  return layout == SPTUNE_ROW_MAJOR ? i * leading + j : i + j * leading;
}

/* Y = 2*A*X + beta*Y against a sum by rows; `columns` 0: y = 2*A*x + beta*y by SpMV. */
typedef struct dense_case {
  const char* name;
  int64_t columns;
  sptune_layout layout;
  int64_t gap;
  double beta;
} dense_case;

static void check_dense(const matrix* a, const dense_case* c, sptune_plan* plan,
                        sptune_value_type type) {
  const int64_t columns = c->columns > 0 ? c->columns : 1;
  const int64_t across = c->layout == SPTUNE_ROW_MAJOR ? columns : 0;
  const int64_t ldx = (across > 0 ? across : a->cols) + c->gap;
  const int64_t ldy = (across > 0 ? across : a->rows) + c->gap;
  const int64_t x_size = ldx * (across > 0 ? a->cols : columns);
  const int64_t y_size = ldy * (across > 0 ? a->rows : columns);
  void* x = some(x_size, sizeof(double));
  void* y = some(y_size, sizeof(double));
  for (int64_t j = 0; j < columns; ++j) {
    for (int64_t i = 0; i < a->cols; ++i) {
      set_element(x, place(c->layout, ldx, i, j), type, small_number(i, j));
    }
    for (int64_t i = 0; i < a->rows; ++i) set_element(y, place(c->layout, ldy, i, j), type, 3);
  }
  const size_t size = type == SPTUNE_F32 ? sizeof(float) : sizeof(double);
  void* result = there(y, y_size, size);
  OK(sptune_plan_run(plan, 2, there(x, x_size, size), c->beta, result, NULL));
  if (where == SPTUNE_DEVICE) test_device_read(y, result, (size_t)y_size * size);
  int64_t wrong = 0;
  for (int64_t j = 0; j < columns; ++j) {
    for (int64_t row = 0; row < a->rows; ++row) {
      double sum = c->beta * 3;
      for (int64_t k = a->offsets64[row]; k < a->offsets64[row + 1]; ++k) {
        sum += 2 * a->values64[k] * small_number(a->columns[k], j);
      }
      wrong += element(y, place(c->layout, ldy, row, j), type) != sum;
    }
  }
  if (wrong > 0) test_failed(__FILE__, __LINE__, "%s: %d elements", c->name, (int)wrong);
  free(x);
  free(y);
}

/* One matrix in one pair of types through SpMV or SpMM. */
static void dense_product(const matrix* a, const dense_case* c, const sptune_dispatcher* dispatcher,
                          const sptune_options* options, sptune_offset_type offsets,
                          sptune_value_type values) {
  sptune_matrix* view = view_of(a, offsets, values);
  sptune_plan* plan = NULL;
  if (c->columns == 0) {
    OK(sptune_plan_spmv(&plan, dispatcher, view, options));
  } else {
    const int64_t across = c->layout == SPTUNE_ROW_MAJOR ? c->columns : 0;
    const int64_t ldx = c->gap == 0 ? 0 : (across > 0 ? across : a->cols) + c->gap;
    const int64_t ldy = c->gap == 0 ? 0 : (across > 0 ? across : a->rows) + c->gap;
    OK(sptune_plan_spmm(&plan, dispatcher, view, c->columns, c->layout, ldx, ldy, options));
  }
  OK(sptune_matrix_destroy(view)); /* the plan does not need it */
  if (plan != NULL) check_dense(a, c, plan, values);
  OK(sptune_plan_destroy(plan));
  free_copies();
}

static sptune_dispatcher* new_dispatcher(void) {
  sptune_dispatcher* dispatcher = NULL;
  const char* paths[] = {test_path(GOOD_MODEL)};
  OK(sptune_dispatcher_create(&dispatcher, paths, 1, NULL, NULL));
  return dispatcher;
}

static sptune_options* new_options(void) {
  sptune_options* options = NULL;
  OK(sptune_options_create(&options));
  OK(sptune_options_set_threads(options, 2));
  OK(sptune_options_set_expected_runs(options, 1e9));
  OK(sptune_options_set_repeat(options, SPTUNE_REPEAT_VALUES)); /* of SpGEMM */
  OK(sptune_options_set_constant_values(options, 1));
  OK(sptune_options_set_validate(options, SPTUNE_VALIDATE_FULL));
  return options;
}

static void all_dense(const dense_case* c) {
  sptune_dispatcher* dispatcher = new_dispatcher();
  sptune_options* options = new_options();
  for (size_t i = 0; i < test_matrix_count(); ++i) {
    for (int how = SORTED; how <= WITH_DUPLICATES; ++how) {
      matrix a = contract_matrix(i, (rows_are)how);
      dense_case named = *c;
      named.name = test_matrix_at(i).name;
      for (int types = 0; types < 4; ++types) {
        dense_product(&a, &named, dispatcher, options, (sptune_offset_type)(types & 1),
                      (sptune_value_type)(types >> 1));
      }
      free_matrix(&a);
    }
  }
  OK(sptune_options_destroy(options));
  OK(sptune_dispatcher_destroy(dispatcher));
}

static void spmv(void) {
  const dense_case c = {NULL, 0, SPTUNE_COL_MAJOR, 0, 0.5};
  all_dense(&c);
}

static void spmm_by_rows(void) {
  const dense_case c = {NULL, 3, SPTUNE_ROW_MAJOR, 2, 0};
  all_dense(&c);
}

static void spmm_by_columns(void) {
  const dense_case c = {NULL, 3, SPTUNE_COL_MAJOR, 0, 0.5};
  all_dense(&c);
}

/* One that does not fit a matrix is a warning, and the default runs. */
static void count_line(const char* line, void* user) {
  (void)line;
  ++*(int*)user;
}

static void spmv_in_every_format(void) {
  static const char* const formats[] = {"csr", "ell", "sell", "dia", "coo", "hyb", "bsr", "vbl"};
  const dense_case c = {"forced", 0, SPTUNE_COL_MAJOR, 0, 0};
  int warnings = 0;
  sptune_dispatcher* dispatcher = NULL;
  OK(sptune_dispatcher_create(&dispatcher, NULL, 0, count_line, &warnings));
  sptune_options* options = new_options();
  for (size_t i = 0; i < test_matrix_count(); ++i) {
    matrix a = contract_matrix(i, SORTED);
    for (size_t f = 0; f < sizeof formats / sizeof *formats; ++f) {
      OK(sptune_options_set_force(options, formats[f]));
      dense_product(&a, &c, dispatcher, options, SPTUNE_I64, SPTUNE_F64);
    }
    free_matrix(&a);
  }
  OK(sptune_options_destroy(options));
  OK(sptune_dispatcher_destroy(dispatcher));
}

/* C = A*B against rows summed in a dense array. */
static void check_sparse(const matrix* a, const matrix* b, const sptune_matrix* c,
                         const char* name) {
  int64_t rows = -1, cols = -1, nnz = -1;
  const void *offsets = NULL, *their_values = NULL;
  const int32_t* their_columns = NULL;
  sptune_offset_type offset_type = SPTUNE_I32;
  sptune_value_type type = SPTUNE_F32;
  sptune_space space = SPTUNE_HOST;
  sptune_order order = SPTUNE_ORDER_UNKNOWN;
  OK(sptune_matrix_get_csr(c, &rows, &cols, &nnz, &offsets, &offset_type, &their_columns,
                           &their_values, &type, &space, &order));
  CHECK(rows == a->rows && cols == b->cols && nnz >= 0);
  CHECK(offset_type == SPTUNE_I64 && space == where && order != SPTUNE_ORDER_UNKNOWN);
  double* sum = some(b->cols, sizeof(double));
  int64_t* ends = fetched(offsets, rows + 1, sizeof(int64_t));
  int32_t* columns = fetched(their_columns, nnz, sizeof(int32_t));
  void* values = fetched(their_values, nnz, type == SPTUNE_F32 ? sizeof(float) : sizeof(double));
  int64_t wrong = 0;
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t k = a->offsets64[row]; k < a->offsets64[row + 1]; ++k) {
      const int32_t inner = a->columns[k];
      for (int64_t l = b->offsets64[inner]; l < b->offsets64[inner + 1]; ++l) {
        sum[b->columns[l]] += a->values64[k] * b->values64[l];
      }
    }
    for (int64_t k = ends[row]; k < ends[row + 1]; ++k) {
      wrong += sum[columns[k]] != element(values, k, type);
      sum[columns[k]] = 0; /* a second entry of this place would be wrong, too */
      wrong += order == SPTUNE_ORDER_SORTED && k > ends[row] && columns[k] <= columns[k - 1];
    }
    for (int64_t k = a->offsets64[row]; k < a->offsets64[row + 1]; ++k) {
      const int32_t inner = a->columns[k];
      for (int64_t l = b->offsets64[inner]; l < b->offsets64[inner + 1]; ++l) {
        wrong += sum[b->columns[l]] != 0; /* an entry that C lacks */
        sum[b->columns[l]] = 0;
      }
    }
  }
  if (wrong > 0) test_failed(__FILE__, __LINE__, "%s: %d entries of C", name, (int)wrong);
  free(ends);
  free(columns);
  free(values);
  free(sum);
}

static void sparse_product(matrix* a, matrix* b, const sptune_dispatcher* dispatcher,
                           const sptune_options* options, int types, const char* name) {
  const sptune_value_type values = (sptune_value_type)(types >> 1);
  sptune_matrix* left = view_of(a, (sptune_offset_type)(types & 1), values);
  sptune_matrix* right = view_of(b, (sptune_offset_type)(types & 1), values);
  sptune_plan* plan = NULL;
  OK(sptune_plan_spgemm(&plan, dispatcher, left, right, options));
  const sptune_matrix* c = NULL;
  OK(sptune_plan_multiply(plan, NULL, &c));
  check_sparse(a, b, c, name);
  /* Other values on the same pattern, of A alone: on the host in place. */
  for (int64_t k = 0; k < a->nnz; ++k) {
    a->values64[k] = -a->values64[k];
    a->values32[k] = -a->values32[k];
  }
  OK(sptune_matrix_set_values(left, values_of(a, values)));
  OK(sptune_plan_update_values(plan, left, right, NULL));
  OK(sptune_plan_recompute(plan, NULL, &c));
  check_sparse(a, b, c, name);
  OK(sptune_plan_destroy(plan));
  OK(sptune_matrix_destroy(left));
  OK(sptune_matrix_destroy(right));
  free_copies();
}

static void spgemm(void) {
  sptune_dispatcher* dispatcher = new_dispatcher();
  sptune_options* options = new_options();
  for (size_t i = 0; i < test_matrix_count(); ++i) {
    for (int how = SORTED; how <= WITH_DUPLICATES; ++how) {
      matrix a = contract_matrix(i, (rows_are)how);
      matrix b = transposed(&a);
      for (int types = 0; types < 4; ++types) {
        sparse_product(&a, &b, dispatcher, options, types, test_matrix_at(i).name);
      }
      free_matrix(&b);
      free_matrix(&a);
    }
  }
  OK(sptune_options_destroy(options));
  OK(sptune_dispatcher_destroy(dispatcher));
}

/* What somebody is told, and the plan's bytes then. */
typedef struct told {
  sptune_plan* plan;
  char winner[256];
  double bytes;
} told;

static void ask_the_plan(const char* winner, void* user) {
  told* t = user;
  const char* text = "";
  snprintf(t->winner, sizeof t->winner, "%s", winner);
  OK(sptune_plan_get_number(t->plan, SPTUNE_NUMBER_MEMORY_BYTES, &t->bytes));
  OK(sptune_plan_get_text(t->plan, SPTUNE_TEXT_REASON, &text));
  CHECK(strstr(text, "probed") != NULL);
}

static void who_is_told_what_won_may_ask_the_plan(void) {
  matrix a = empty_matrix(3000, 3000, 12 * 3000);
  for (int32_t row = 0; row < 3000; ++row) {
    for (int32_t k = 0; k < 12; ++k) add_entry(&a, (row < 2988 ? row : 2988) + k, 1);
    end_row(&a, row);
  }
  double* x = some(6000, sizeof(double));
  told t = {NULL, "", -1};
  sptune_dispatcher* dispatcher = new_dispatcher();
  sptune_options* options = new_options();
  sptune_matrix* view = view_of(&a, SPTUNE_I32, SPTUNE_F64);
  OK(sptune_matrix_set_order(view, SPTUNE_ORDER_SORTED));
  OK(sptune_options_set_threads(options, 1));
  OK(sptune_options_set_probe(options, SPTUNE_PROBE_AS_PAID));
  OK(sptune_options_set_settled(options, ask_the_plan, &t));
  OK(sptune_plan_spmv(&t.plan, dispatcher, view, options));
  for (int i = 0; i < 200000 && t.winner[0] == '\0'; ++i) {
    if (sptune_plan_run(t.plan, 1, x, 0, x + 3000, NULL) != SPTUNE_OK) break;
  }
  CHECK(t.winner[0] != '\0');
  CHECK(t.bytes >= 0);
  OK(sptune_plan_destroy(t.plan));
  OK(sptune_options_destroy(options));
  OK(sptune_matrix_destroy(view));
  OK(sptune_dispatcher_destroy(dispatcher));
  free_matrix(&a);
  free(x);
}

/* A case on a device, where there is one. */
static void on_device(void (*test)(void)) {
  const char* name = NULL;
  if (sptune_device_name(&name) != SPTUNE_OK) {
    test_skipped(sptune_last_error());
    return;
  }
  where = SPTUNE_DEVICE;
  test();
  where = SPTUNE_HOST;
}

static void spmv_there(void) {
  on_device(spmv);
}
static void spmm_by_rows_there(void) {
  on_device(spmm_by_rows);
}
static void spmm_by_columns_there(void) {
  on_device(spmm_by_columns);
}
static void spgemm_there(void) {
  on_device(spgemm);
}

/* What is in the other memory than it is said to be is told, where all is looked at. */
static void look_where_arrays_are(void) {
  sptune_dispatcher* dispatcher = new_dispatcher();
  sptune_options* options = new_options();
  matrix a = contract_matrix(0, SORTED);
  sptune_plan *plan = NULL, *none = NULL;
  sptune_matrix* wrong = NULL;
  double* x = some(a.cols, sizeof(double));
  double* y = some(a.rows, sizeof(double));
  void* far_x = there(x, a.cols, sizeof(double));
  sptune_matrix* far = view_of(&a, SPTUNE_I64, SPTUNE_F64);
  where = SPTUNE_HOST;
  sptune_matrix* near = view_of(&a, SPTUNE_I64, SPTUNE_F64);
  OK(sptune_plan_spmv(&plan, dispatcher, near, options));
  EXPECT(SPTUNE_ERROR_ARGUMENT, "x is not where", sptune_plan_run(plan, 1, far_x, 0, y, NULL));
  EXPECT(SPTUNE_ERROR_ARGUMENT, "y is not where", sptune_plan_run(plan, 1, x, 0, far_x, NULL));
  OK(sptune_plan_destroy(plan));
  OK(sptune_plan_spmv(&plan, dispatcher, far, options));
  EXPECT(SPTUNE_ERROR_ARGUMENT, "x is not where", sptune_plan_run(plan, 1, x, 0, far_x, NULL));
  EXPECT(SPTUNE_ERROR_ARGUMENT, "y is not where", sptune_plan_run(plan, 1, far_x, 0, y, NULL));
  EXPECT(SPTUNE_ERROR_ARGUMENT, "in host memory",
         sptune_plan_update_values(plan, near, NULL, NULL));
  OK(sptune_matrix_create_csr(&wrong, a.rows, a.cols, a.nnz, a.offsets64, SPTUNE_I64, a.columns,
                              a.values64, SPTUNE_F64, SPTUNE_DEVICE));
  EXPECT(SPTUNE_ERROR_ARGUMENT, "in host memory",
         sptune_plan_spmv(&none, dispatcher, wrong, options));
  EXPECT(SPTUNE_ERROR_ARGUMENT, "in the memory of a device",
         sptune_plan_spgemm(&none, dispatcher, near, far, options));
  CHECK(none == NULL);
  OK(sptune_plan_destroy(plan));
  OK(sptune_matrix_destroy(wrong));
  OK(sptune_matrix_destroy(far));
  OK(sptune_matrix_destroy(near));
  OK(sptune_options_destroy(options));
  OK(sptune_dispatcher_destroy(dispatcher));
  free_copies();
  free_matrix(&a);
  free(x);
  free(y);
}
static void wrong_memory(void) {
  on_device(look_where_arrays_are);
}

/* Y of a product may stand between the lines of X, and not in them. */
static void x_and_y_in_one_memory(void) {
  sptune_dispatcher* dispatcher = new_dispatcher();
  sptune_options* options = new_options();
  matrix a = empty_matrix(4, 4, 4);
  for (int32_t row = 0; row < 4; ++row) {
    add_entry(&a, 3 - row, 2);
    end_row(&a, row);
  }
  sptune_matrix* view = view_of(&a, SPTUNE_I32, SPTUNE_F64);
  sptune_plan *vector = NULL, *matrices = NULL, *between = NULL;
  double x[28] = {1, 2, 3, 4};
  const char* apart = "y is in the memory of x";
  OK(sptune_plan_spmv(&vector, dispatcher, view, options));
  EXPECT(SPTUNE_ERROR_ARGUMENT, apart, sptune_plan_run(vector, 1, x, 0, x, NULL));
  EXPECT(SPTUNE_ERROR_ARGUMENT, apart, sptune_plan_run(vector, 1, x, 0, x + 3, NULL));
  EXPECT(SPTUNE_ERROR_ARGUMENT, apart, sptune_plan_run(vector, 1, x + 3, 0, x, NULL));
  OK(sptune_plan_run(vector, 1, x, 0, x + 4, NULL));
  CHECK(x[0] == 1 && x[4] == 8 && x[7] == 2);
  OK(sptune_plan_spmm(&matrices, dispatcher, view, 2, SPTUNE_COL_MAJOR, 0, 0, options));
  EXPECT(SPTUNE_ERROR_ARGUMENT, apart, sptune_plan_run(matrices, 1, x, 0, x + 7, NULL));
  OK(sptune_plan_run(matrices, 1, x, 0, x + 8, NULL));
  CHECK(x[8] == 8 && x[15] == 16);
  OK(sptune_plan_spmm(&between, dispatcher, view, 2, SPTUNE_ROW_MAJOR, 4, 4, options));
  EXPECT(SPTUNE_ERROR_ARGUMENT, apart, sptune_plan_run(between, 1, x, 0, x + 1, NULL));
  /* In lines further on, and a half element beside the gap. */
  EXPECT(SPTUNE_ERROR_ARGUMENT, apart, sptune_plan_run(between, 1, x, 0, x + 4, NULL));
  EXPECT(SPTUNE_ERROR_ARGUMENT, apart, sptune_plan_run(between, 1, x + 12, 0, x, NULL));
  EXPECT(SPTUNE_ERROR_ARGUMENT, apart, sptune_plan_run(between, 1, x, 0, (char*)x + 20, NULL));
  OK(sptune_plan_run(between, 1, x, 0, x + 2, NULL));
  CHECK(x[0] == 1 && x[2] == 2 * x[12]);
  OK(sptune_plan_destroy(between));
  /* Lines of Y that follow each other otherwise: some meet one of X, or none. */
  OK(sptune_plan_spmm(&between, dispatcher, view, 2, SPTUNE_ROW_MAJOR, 4, 8, options));
  EXPECT(SPTUNE_ERROR_ARGUMENT, apart, sptune_plan_run(between, 1, x, 0, x + 11, NULL));
  OK(sptune_plan_run(between, 1, x, 0, x + 2, NULL));
  CHECK(x[0] == 1 && x[2] == 2 * x[12] && x[26] == 2);
  OK(sptune_plan_destroy(between));
  OK(sptune_plan_destroy(matrices));
  OK(sptune_plan_destroy(vector));
  OK(sptune_matrix_destroy(view));
  OK(sptune_options_destroy(options));
  OK(sptune_dispatcher_destroy(dispatcher));
  free_copies();
  free_matrix(&a);
}

static void without_a_model_those_that_ship_are_used(void) {
  sptune_dispatcher* dispatcher = NULL;
  size_t models = 0;
  unsetenv("SPTUNE_MODEL");
  OK(sptune_dispatcher_create(&dispatcher, NULL, 0, NULL, NULL));
  setenv("SPTUNE_MODEL", "none", 1); /* as in all tests */
  OK(sptune_dispatcher_models(dispatcher, &models));
  CHECK(models > 0);
  OK(sptune_dispatcher_destroy(dispatcher));
  OK(sptune_dispatcher_create(&dispatcher, NULL, 0, NULL, NULL));
  OK(sptune_dispatcher_models(dispatcher, &models));
  CHECK(models == 0);
  OK(sptune_dispatcher_destroy(dispatcher));
}

const test_case battery_cases[] = {
    {"CBattery", "spmv", spmv},
    {"CBattery", "spmv_in_every_format", spmv_in_every_format},
    {"CBattery", "spmm_by_rows", spmm_by_rows},
    {"CBattery", "spmm_by_columns", spmm_by_columns},
    {"CBattery", "spgemm", spgemm},
    {"CBattery", "who_is_told_what_won_may_ask_the_plan", who_is_told_what_won_may_ask_the_plan},
    {"CBattery", "x_and_y_in_one_memory", x_and_y_in_one_memory},
    {"CBattery", "without_a_model_those_that_ship_are_used",
     without_a_model_those_that_ship_are_used},
    {"CBatteryCuda", "spmv", spmv_there},
    {"CBatteryCuda", "spmm_by_rows", spmm_by_rows_there},
    {"CBatteryCuda", "spmm_by_columns", spmm_by_columns_there},
    {"CBatteryCuda", "spgemm", spgemm_there},
    {"CBatteryCuda", "wrong_memory", wrong_memory},
    {NULL, NULL, NULL}};
