// SPDX-License-Identifier: BSD-3-Clause
/* The C interface: the coarse matrix R*A*P of a multigrid method, by two products whose plans are
 * kept, and again after the values of A have changed. Usage: example-galerkin [MODEL] */
#include <sptune/sptune.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program by what a call has to say. */
static void must(sptune_status status) {
  if (status == SPTUNE_OK) return;
  fprintf(stderr, "%s: %s\n", sptune_status_name(status), sptune_last_error());
  exit(1);
}

enum { fine = 200000, coarse = fine / 2 };

/* The second difference on a line of points, `scale` times. */
static int64_t a_offsets[fine + 1];
static int32_t a_columns[3 * fine];
static double a_values[3 * fine];

static void fill_a(double scale) {
  int64_t n = 0;
  for (int32_t i = 0; i < fine; ++i) {
    for (int32_t j = i > 0 ? i - 1 : 0; j <= i + 1 && j < fine; ++j) {
      a_columns[n] = j;
      a_values[n++] = scale * (i == j ? 2 : -1);
    }
    a_offsets[i + 1] = n;
  }
}

/* Two points become one: P has a one in each row, R is its transpose. */
static int64_t p_offsets[fine + 1], r_offsets[coarse + 1];
static int32_t p_columns[fine], r_columns[fine];
static double ones[fine];

static void fill_p_and_r(void) {
  for (int32_t i = 0; i < fine; ++i) {
    p_offsets[i + 1] = i + 1;
    p_columns[i] = i / 2;
    r_columns[i] = i;
    ones[i] = 1;
  }
  for (int32_t i = 0; i < coarse; ++i) r_offsets[i + 1] = 2 * (i + 1);
}

static sptune_matrix* view(int64_t rows, int64_t cols, const int64_t* offsets,
                           const int32_t* columns, const double* values) {
  sptune_matrix* made = NULL;
  must(sptune_matrix_create_csr(&made, rows, cols, offsets[rows], offsets, SPTUNE_I64, columns,
                                values, SPTUNE_F64, SPTUNE_HOST));
  must(sptune_matrix_set_order(made, SPTUNE_ORDER_SORTED));
  return made;
}

/* A sum that only a right coarse matrix has: of (row + 1) * value. */
static double checksum(const sptune_matrix* c) {
  int64_t rows = 0;
  const void *offsets = NULL, *values = NULL;
  double sum = 0;
  must(
      sptune_matrix_get_csr(c, &rows, NULL, NULL, &offsets, NULL, NULL, &values, NULL, NULL, NULL));
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t k = ((const int64_t*)offsets)[row]; k < ((const int64_t*)offsets)[row + 1]; ++k) {
      sum += (double)(row + 1) * ((const double*)values)[k];
    }
  }
  return sum;
}

int main(int argc, char** argv) {
  sptune_dispatcher* dispatcher = NULL;
  const char* models[] = {argc > 1 ? argv[1] : NULL};
  must(sptune_dispatcher_create(&dispatcher, models, argc > 1 ? 1 : 0, NULL, NULL));

  fill_a(1);
  fill_p_and_r();
  sptune_matrix* a = view(fine, fine, a_offsets, a_columns, a_values);
  sptune_matrix* p = view(fine, coarse, p_offsets, p_columns, ones);
  sptune_matrix* r = view(coarse, fine, r_offsets, r_columns, ones);

  /* A*P belongs to its plan and is the second operand of the next. */
  sptune_plan *first = NULL, *second = NULL;
  const sptune_matrix *ap = NULL, *rap = NULL;
  const char* text = NULL;
  must(sptune_plan_spgemm(&first, dispatcher, a, p, NULL));
  must(sptune_plan_multiply(first, NULL, &ap));
  must(sptune_plan_spgemm(&second, dispatcher, r, ap, NULL));
  must(sptune_plan_multiply(second, NULL, &rap));
  const double before = checksum(rap);
  must(sptune_plan_get_text(second, SPTUNE_TEXT_EXPLANATION, &text));
  puts(text);

  /* A time step later: other values on the same pattern. */
  fill_a(10);
  must(sptune_plan_recompute(first, NULL, &ap));
  must(sptune_plan_update_values(second, r, ap, NULL));
  must(sptune_plan_recompute(second, NULL, &rap));
  const double after = checksum(rap);
  printf("checksums %g and %g, expected %d and %d\n", before, after, coarse + 1, 10 * (coarse + 1));

  must(sptune_plan_destroy(second));
  must(sptune_plan_destroy(first));
  must(sptune_matrix_destroy(r));
  must(sptune_matrix_destroy(p));
  must(sptune_matrix_destroy(a));
  must(sptune_dispatcher_destroy(dispatcher));
  return before == coarse + 1 && after == 10 * before ? 0 : 1;
}
