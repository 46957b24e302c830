// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/matrix.hpp"

#include "capi/objects.hpp"
#include "sptune/error.hpp"

namespace sptune::capi {
namespace {

static_assert(static_cast<int>(ValueType::f32) == SPTUNE_F32);
static_assert(static_cast<int>(ValueType::f64) == SPTUNE_F64);
static_assert(static_cast<int>(OffsetType::i32) == SPTUNE_I32);
static_assert(static_cast<int>(OffsetType::i64) == SPTUNE_I64);
static_assert(static_cast<int>(MemorySpace::host) == SPTUNE_HOST);
static_assert(static_cast<int>(MemorySpace::device) == SPTUNE_DEVICE);
static_assert(static_cast<int>(ColumnOrder::any) == SPTUNE_ORDER_ANY);
static_assert(static_cast<int>(ColumnOrder::sorted) == SPTUNE_ORDER_SORTED);

/// A matrix of the caller's: a plan's result is not his to change.
Matrix& own(sptune_matrix* matrix) {
  Matrix& own = object_of(matrix, "matrix");
  if (own.of_plan) throw UsageError("matrix is the result of a plan, which alone changes it");
  return own;
}

template <class T, class U>
void tell(T* out, U value) {
  if (out != nullptr) *out = static_cast<T>(value);
}

}  // namespace
}  // namespace sptune::capi

using namespace sptune::capi;

sptune_status sptune_matrix_create_csr(sptune_matrix** matrix, int64_t rows, int64_t cols,
                                       int64_t nnz, const void* row_offsets,
                                       sptune_offset_type offset_type, const int32_t* col_indices,
                                       const void* values, sptune_value_type value_type,
                                       sptune_space space) {
  return guarded([&] {
    sptune_matrix*& out = required(matrix, "matrix");
    sptune::AnyCsr view;
    view.rows = rows;
    view.cols = cols;
    view.nnz = nnz;
    view.value_type = enumerator(value_type, sptune::ValueType::f64, "value_type");
    view.offset_type = enumerator(offset_type, sptune::OffsetType::i64, "offset_type");
    view.space = enumerator(space, sptune::MemorySpace::device, "space");
    view.row_offsets = row_offsets;
    view.col_indices = col_indices;
    view.values = values;
    out = make_handle<sptune_matrix>({view});
  });
}

sptune_status sptune_matrix_set_order(sptune_matrix* matrix, sptune_order order) {
  return guarded(
      [&] { own(matrix).view.columns = enumerator(order, sptune::ColumnOrder::sorted, "order"); });
}

sptune_status sptune_matrix_set_values(sptune_matrix* matrix, const void* values) {
  return guarded([&] { own(matrix).view.values = values; });
}

sptune_status sptune_matrix_get_csr(const sptune_matrix* matrix, int64_t* rows, int64_t* cols,
                                    int64_t* nnz, const void** row_offsets,
                                    sptune_offset_type* offset_type, const int32_t** col_indices,
                                    const void** values, sptune_value_type* value_type,
                                    sptune_space* space, sptune_order* order) {
  return guarded([&] {
    const sptune::AnyCsr& view = object_of(matrix, "matrix").view;
    tell(rows, view.rows);
    tell(cols, view.cols);
    tell(nnz, view.nnz);
    tell(row_offsets, view.row_offsets);
    tell(offset_type, view.offset_type);
    tell(col_indices, view.col_indices);
    tell(values, view.values);
    tell(value_type, view.value_type);
    tell(space, view.space);
    tell(order, view.columns);
  });
}

sptune_status sptune_matrix_destroy(sptune_matrix* matrix) {
  return guarded([&] {
    if (matrix == nullptr) return;
    (void)own(matrix);
    destroy_handle(matrix, "matrix");
  });
}
