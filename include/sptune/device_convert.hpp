// SPDX-License-Identifier: BSD-3-Clause
// Conversions on the GPU: arrays in device memory in, arrays in device memory out. They give what
// the host conversions of convert.hpp give, bit for bit. All but DenseToCsr are finished on return,
// and all but that and expand_rows allocate. No CUDA header is needed to include this; only a build
// with CUDA has it.
#pragma once

#include "sptune/device.hpp"
#include "sptune/matrix.hpp"
#include "sptune/plan.hpp"

#include <cstdint>
#include <memory>

namespace sptune::convert {

/// Non-owning coordinate list on the device, any order, duplicates allowed.
template <class V>
struct CooView {
  std::int64_t rows = 0;               ///< number of rows
  std::int64_t cols = 0;               ///< number of columns
  std::int64_t nnz = 0;                ///< number of stored entries
  const Index* row_indices = nullptr;  ///< row of each entry
  const Index* col_indices = nullptr;  ///< column of each entry
  const V* values = nullptr;           ///< value of each entry
};

/// Non-owning dense matrix by rows on the device: element (i, j) is values[i*stride + j].
template <class V>
struct DenseView {
  std::int64_t rows = 0;      ///< number of rows
  std::int64_t cols = 0;      ///< number of columns
  std::int64_t stride = 0;    ///< cols or more, below 2^31
  const V* values = nullptr;  ///< value of each entry
};

/// Owning compressed sparse rows on the device. The entry arrays may be longer than nnz.
template <class V, class O>
struct CsrOnDevice {
  std::int64_t rows = 0;                 ///< number of rows
  std::int64_t cols = 0;                 ///< number of columns
  std::int64_t nnz = 0;                  ///< number of stored entries
  cuda::DeviceArray<O> row_offsets;      ///< where each row begins; rows+1 of them
  cuda::DeviceArray<Index> col_indices;  ///< column of each entry
  cuda::DeviceArray<V> values;           ///< value of each entry
};

/// Owning coordinate list on the device.
template <class V>
struct CooOnDevice {
  std::int64_t rows = 0;                 ///< number of rows
  std::int64_t cols = 0;                 ///< number of columns
  std::int64_t nnz = 0;                  ///< number of stored entries
  cuda::DeviceArray<Index> row_indices;  ///< row of each entry
  cuda::DeviceArray<Index> col_indices;  ///< column of each entry
  cuda::DeviceArray<V> values;           ///< value of each entry
};

/// Owning compressed sparse columns on the device.
template <class V, class O>
struct CscOnDevice {
  std::int64_t rows = 0;                 ///< number of rows
  std::int64_t cols = 0;                 ///< number of columns
  std::int64_t nnz = 0;                  ///< number of stored entries
  cuda::DeviceArray<O> col_offsets;      ///< where each column begins; cols+1 of them
  cuda::DeviceArray<Index> row_indices;  ///< row of each entry
  cuda::DeviceArray<V> values;           ///< value of each entry
};

/// Sorted CSR of a coordinate list; duplicates are summed in the order of the list. A list that is
/// sorted already is not sorted again. Throws UsageError when an index lies outside the matrix, and
/// for 2^31 entries and more.
template <class V, class O>
[[nodiscard]] CsrOnDevice<V, O> coo_to_csr(const CooView<V>& a);

/// Row of every entry, `nnz` of them, into `row_indices`; reads the offsets alone.
template <class O>
void expand_rows(std::int64_t rows, std::int64_t nnz, const O* row_offsets, Index* row_indices);

/// In these three the matrix, whose arrays are on the device, comes with its number of entries.
template <class V, class O>
[[nodiscard]] CooOnDevice<V> csr_to_coo(CsrView<V, O> a, std::int64_t nnz);

/// Columns with sorted row indices. Throws UsageError for 2^31 entries and more.
template <class V, class O>
[[nodiscard]] CscOnDevice<V, O> csr_to_csc(CsrView<V, O> a, std::int64_t nnz);

/// Rows with sorted column indices: the arrays are those of a CSC with `cols` columns.
template <class V, class O>
[[nodiscard]] CsrOnDevice<V, O> csc_to_csr(std::int64_t rows, std::int64_t cols, std::int64_t nnz,
                                           const O* col_offsets, const Index* row_indices,
                                           const V* values);

/// Dense matrices of one shape to CSR; elements that compare equal to 0 are left out, columns come
/// out sorted. Holds the workspace, so that converting only enqueues; one object works on one
/// stream at a time, replays of graphs that a conversion was captured into included. Every element
/// is read once, so somebody must know how many entries to make room for: dense_to_csr guesses, and
/// `convert` with a capacity of 0 counts.
template <class V, class O>
class DenseToCsr {
 public:
  /// Throws UsageError when the stride is below `cols` or not below 2^31. `most_shared`: bytes of
  /// shared memory that a block may have, if the device gives as many; with less than 193 KiB tiles
  /// are smaller, which takes longer.
  DenseToCsr(std::int64_t rows, std::int64_t cols, std::int64_t stride,
             std::int64_t most_shared = std::int64_t{1} << 30);
  ~DenseToCsr();
  DenseToCsr(const DenseToCsr&) = delete;
  DenseToCsr& operator=(const DenseToCsr&) = delete;

  /// Both arrays hold `capacity` entries; row_offsets holds rows+1. Only enqueues. When there are
  /// more entries than that, which converted() tells, the row offsets are right all the same.
  void convert(const V* dense, std::int64_t capacity, O* row_offsets, Index* col_indices, V* values,
               Stream stream);
  /// Waits for `stream`; how many entries the last `convert` there found.
  [[nodiscard]] std::int64_t converted(Stream stream) const;

  /// Bytes of device memory that it holds beside operands and results.
  [[nodiscard]] std::int64_t workspace_bytes() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// One conversion with all its memory. Makes room by the density of a sample of rows and converts
/// in one pass; where the sample deceived, once more with the number that is known then. Throws
/// UsageError when the entries exceed the offset type.
template <class V, class O>
[[nodiscard]] CsrOnDevice<V, O> dense_to_csr(const DenseView<V>& a);

}  // namespace sptune::convert
