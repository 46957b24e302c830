// SPDX-License-Identifier: BSD-3-Clause
// Plans: a configuration made ready for a problem. Constructing one is the one-off part: it
// converts formats and allocates workspace, and is timed apart. Running it only computes, but that
// on a device the first run on a stream, and one that is captured, may allocate workspace of its
// own.
#pragma once

#include "sptune/matrix.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sptune {

/// Order of execution on a device; a null handle is the default stream (and the CPU).
struct Stream {
  void* handle = nullptr;  ///< cudaStream_t, or null
};

/// Values of a matrix without its pattern, one per entry in the order of col_indices: what
/// update_values of a plan takes. Non-owning.
struct AnyValues {
  const void* data = nullptr;             ///< the first of them
  std::int64_t count = 0;                 ///< how many there are
  ValueType type = ValueType::f64;        ///< of each
  MemorySpace space = MemorySpace::host;  ///< where they are

  AnyValues() = default;
  /// Those of a matrix.
  explicit AnyValues(const AnyCsr& a)
      : data(a.values), count(a.nnz), type(a.value_type), space(a.space) {}
  /// Values in host memory.
  ///@{
  template <class V>
  AnyValues(const V* v, std::int64_t n)
      : AnyValues(std::span<const V>(v, static_cast<std::size_t>(n))) {}
  template <class V>
  AnyValues(std::span<const V> v)  // NOLINT(google-explicit-constructor): a view is a view
      : AnyValues(v, MemorySpace::host) {}
  template <class V>
  AnyValues(const std::vector<V>& v)  // NOLINT(google-explicit-constructor)
      : AnyValues(std::span<const V>(v)) {}
  ///@}
  /// Values in the memory of a device.
  template <class V>
  [[nodiscard]] static AnyValues on_device(const V* data, std::int64_t count) {
    return AnyValues(std::span<const V>(data, static_cast<std::size_t>(count)),
                     MemorySpace::device);
  }

 private:
  template <class V>
  AnyValues(std::span<const V> v, MemorySpace where)
      : data(v.data()),
        count(static_cast<std::int64_t>(v.size())),
        type(value_type_of<V>),
        space(where) {}
};

/// The matrix's arrays must outlive the plan and its runs. Values that are changed in place count
/// from the next run on where the plan reads the caller's array, and from update_values on where it
/// keeps a copy (Choice::copies_values). Destroying a plan of a device waits for the device where
/// it holds memory there, which runs may still use, and must not happen while a stream is captured.
/// One that holds none does not wait: runs may still use the caller's arrays when it is gone.
///
/// update_values gives the same pattern other values, at the price of the values alone: no position
/// is looked for again that the format itself knows, and no memory is taken. The array that is
/// given takes the place of the former one: the plan may read it as long as it lives, and reads the
/// former no more. It may be the former one, with its elements changed. The values may be anything;
/// an entry that becomes 0 stays an entry. No run may overlap with it: on the CPU it has finished
/// on return, on a device it is enqueued on `stream`, and runs on other streams are ordered by the
/// caller. Runs that were captured into a graph before are captured again.
/// Throws UsageError when the values are not of the plan's type, not as many as the pattern has
/// entries, or not in the plan's memory space, and when the plan cannot take other values: plan
/// anew then. It goes on with the values that it had then.
class Plan {
 public:
  virtual ~Plan() = default;
  /// Bytes the plan holds beyond the caller's matrix.
  [[nodiscard]] virtual std::int64_t memory_bytes() const = 0;

  /// Notes what was planned for; `b`: of the second operand. The library calls it.
  void made_for(const AnyValues& a, const AnyValues& b);

 protected:
  /// Looks at what update_values was given and hands it to take_values. `b`: null where there is no
  /// second operand.
  void replace_values(const AnyValues& a, const AnyValues* b, Stream stream);

 private:
  /// `a` and, where there is a second operand (else null), `b` take the place of the values; they
  /// are of the right type, number and memory space. The default refuses.
  virtual void take_values(const void* a, const void* b, Stream stream);

  AnyValues made_for_a_;
  AnyValues made_for_b_;
};

/// y = alpha*A*x + beta*y, or with several columns Y = alpha*A*X + beta*Y, ready to run. Any number
/// of threads may run it at once (on a CPU, of X by columns, each beside the first takes memory for
/// X and throws std::bad_alloc where there is none), on a device on several streams, too, where it
/// may also be captured into graphs; of graphs instantiated from one capture only one may run at a
/// time. Where a run fails on a device it throws DeviceError, or std::bad_alloc for workspace that
/// there is no memory for.
class DensePlan : public Plan {
 public:
  /// x has cols elements, y has rows (per column, in the layout and with the leading dimensions
  /// that the plan was made for), both of the matrix's value type and in its memory space. y is not
  /// read when beta is 0 (it may hold NaN); A and x are read whatever alpha is. They share no
  /// memory. Only enqueues on a device.
  virtual void run(double alpha, const void* x, double beta, void* y, Stream stream) = 0;
  /// Bytes the format makes one run move, x and y counted once: the format's own lower bound.
  [[nodiscard]] virtual double bytes_per_run() const = 0;
  /// Other values on the same pattern; see Plan.
  void update_values(const AnyValues& a, Stream stream) { replace_values(a, nullptr, stream); }
};
using SpmvPlan = DensePlan;

/// C = A*B in phases that are timed apart. Running all three again must give the same C; running
/// `numeric` alone again recomputes the values for changed values of A and B on the same pattern.
/// Values count as they are when `numeric` is called, also where they were changed after
/// `symbolic`; whoever has changed none since then calls `complete` instead, which is faster where
/// a plan finds the size of C by computing it. A plan of a dispatcher refuses a phase before those
/// that it needs by a UsageError. A plan has one C: it is called by one thread at a time (on the
/// CPU a second one is refused by a UsageError), and phases on different streams follow each other
/// in the order of the calls; who reads C on another stream orders that himself, as he does a
/// `numeric` that he captures into a graph: two at once may wait for each other for ever.
class SparsePlan : public Plan {
 public:
  /// Finds the size of every row of C (and, where the algorithm must, C itself). Returns nnz(C).
  virtual std::int64_t symbolic(Stream stream) = 0;
  /// Gets the memory of C.
  virtual void allocate(Stream stream) = 0;
  /// Computes columns and values of C.
  virtual void numeric(Stream stream) = 0;
  /// `numeric` of a whole product: no value of A or B has changed since `symbolic`, so that what
  /// this has computed of C may stay.
  virtual void complete(Stream stream) { numeric(stream); }
  /// C after `numeric` or `complete`, owned by the plan; 64-bit row offsets, no duplicates, columns
  /// of a row sorted when `sorted()`.
  [[nodiscard]] virtual AnyCsr result() const = 0;
  /// Whether columns of a row of C are sorted.
  [[nodiscard]] virtual bool sorted() const { return true; }
  /// Other values of both operands on the same patterns, for the next `numeric`; see Plan.
  void update_values(const AnyValues& a, const AnyValues& b, Stream stream) {
    replace_values(a, &b, stream);
  }
};
using SpgemmPlan = SparsePlan;

}  // namespace sptune
