// SPDX-License-Identifier: BSD-3-Clause
// Plans: a configuration made ready for a problem. Constructing one is the one-off part: it
// converts formats and allocates workspace, and is timed apart. Running it only computes.
#pragma once

#include "sptune/matrix.hpp"

#include <cstdint>
#include <memory>

namespace sptune {

/// Order of execution on a device; a null handle is the default stream (and the CPU).
struct Stream {
  void* handle = nullptr;  ///< cudaStream_t, or null
};

/// The matrix's arrays must outlive the plan; Choice::copies_values says whether values that change
/// count. Destroying a plan of a device waits for the device, since its runs may not be over, and
/// must not happen while a stream is captured.
class Plan {
 public:
  virtual ~Plan() = default;
  /// Bytes the plan holds beyond the caller's matrix.
  [[nodiscard]] virtual std::int64_t memory_bytes() const = 0;
};

/// y = alpha*A*x + beta*y, or with several columns Y = alpha*A*X + beta*Y, ready to run. A plan of
/// the CPU is run by one thread at a time. One of a device runs on several streams at once, by
/// several threads, and may be captured into graphs; of graphs instantiated from one capture only
/// one may run at a time.
class DensePlan : public Plan {
 public:
  /// x has cols elements, y has rows (per column, in the layout and with the leading dimensions
  /// that the plan was made for), both of the matrix's value type and in its memory space. y is not
  /// read when beta is 0 (it may hold NaN). Only enqueues on a device.
  virtual void run(double alpha, const void* x, double beta, void* y, Stream stream) = 0;
  /// Bytes the format makes one run move, x and y counted once: the format's own lower bound.
  [[nodiscard]] virtual double bytes_per_run() const = 0;
};
using SpmvPlan = DensePlan;

/// C = A*B in phases that are timed apart. Running all three again must give the same C; running
/// `numeric` alone again recomputes the values for changed values of A and B on the same pattern.
/// A plan has one C: it is called by one thread at a time, and phases on different streams follow
/// each other in the order of the calls; who reads C on another stream orders that himself, as he
/// does a `numeric` that he captures into a graph.
class SparsePlan : public Plan {
 public:
  /// Finds the size of every row of C (and, where the algorithm must, C itself). Returns nnz(C).
  virtual std::int64_t symbolic(Stream stream) = 0;
  /// Gets the memory of C.
  virtual void allocate(Stream stream) = 0;
  /// Computes columns and values of C.
  virtual void numeric(Stream stream) = 0;
  /// C after `numeric`, owned by the plan; 64-bit row offsets, no duplicates, columns of a row
  /// sorted when `sorted()`.
  [[nodiscard]] virtual AnyCsr result() const = 0;
  /// Whether columns of a row of C are sorted.
  [[nodiscard]] virtual bool sorted() const { return true; }
};
using SpgemmPlan = SparsePlan;

}  // namespace sptune
