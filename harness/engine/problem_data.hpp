// SPDX-License-Identifier: BSD-3-Clause
// Everything about a problem that its configurations share: typed matrices, vectors, and the
// reference. Made once per problem and kept, because the reference costs more than most trials.
#pragma once

#include "harness/engine/dense_shape.hpp"
#include "harness/engine/seal.hpp"
#include "harness/records/trial.hpp"
#include "kernels/api/operation.hpp"
#include "kernels/api/problem.hpp"
#include "sptune/device.hpp"
#include "sptune/matrix.hpp"
#include "suites/io/matrix.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sptune::harness {

/// Matrix by content hash; throws InputError when there is none.
using MatrixSource = std::function<suites::Matrix(const std::string& content_hash)>;

/// Owning CSR of the element types that a problem asks for: offsets are 32-bit where they suffice.
class TypedCsr {
 public:
  /// Values too large for f32 become infinite.
  TypedCsr(suites::Matrix matrix, ValueType type);
  [[nodiscard]] TypedCsr transposed() const;
  [[nodiscard]] AnyCsr view() const;
  [[nodiscard]] std::int64_t bytes() const;

 private:
  using Storage = std::variant<Csr<float, std::int32_t>, Csr<float, std::int64_t>,
                               Csr<double, std::int32_t>, Csr<double, std::int64_t>>;
  explicit TypedCsr(Storage storage) : storage_(std::move(storage)) {}
  Storage storage_;
};

/// A problem in host memory with the matrices that it views.
struct HostProblem {
  std::shared_ptr<const TypedCsr> a;
  std::shared_ptr<const TypedCsr> b;  ///< where there is a second matrix; the same object for A*A
  std::unique_ptr<Problem> problem;
};

/// The problem on `a` that `operand` describes; what it leaves open is filled in. `other`: the
/// second matrix where b_kind is "other". Throws UsageError for what the operation does not take.
[[nodiscard]] HostProblem host_problem(Operation operation, std::shared_ptr<const TypedCsr> a,
                                       const OperandChoice& operand, const Resources& resources,
                                       std::shared_ptr<const TypedCsr> other = nullptr);

/// The same problem with its matrices on the GPU, copied there. Throws DeviceError without one.
struct DeviceProblem {
  /// `there`: a copy of A that is there already; null: none.
  explicit DeviceProblem(const HostProblem& host,
                         std::shared_ptr<const cuda::DeviceCsr> there = nullptr);
  std::shared_ptr<const cuda::DeviceCsr> a;
  std::optional<cuda::DeviceCsr> b;  ///< where there is a second matrix that is not A
  std::unique_ptr<Problem> problem;
};

/// A vector of f32 or f64 between two guard zones, 64-byte aligned.
class GuardedVector {
 public:
  GuardedVector(std::int64_t size, ValueType type);
  [[nodiscard]] void* data() noexcept { return memory_.get() + guard_bytes; }
  [[nodiscard]] const void* data() const noexcept { return memory_.get() + guard_bytes; }
  [[nodiscard]] std::int64_t bytes() const noexcept { return bytes_; }
  void fill_nan() noexcept;
  void copy_from(const GuardedVector& other) noexcept;
  [[nodiscard]] bool same_bits(const GuardedVector& other) const noexcept;
  [[nodiscard]] double at(std::int64_t i) const noexcept;
  /// False when something wrote outside the vector.
  [[nodiscard]] bool guards_intact() const noexcept;

  static constexpr std::int64_t guard_bytes = 512;
  static constexpr auto guard_byte = static_cast<std::byte>(0xA5);

 private:
  struct Free {
    void operator()(std::byte* p) const noexcept { ::operator delete[](p, std::align_val_t{64}); }
  };
  std::int64_t bytes_;
  ValueType type_;
  std::unique_ptr<std::byte[], Free> memory_;
};

/// Factors of the verification with beta != 0; exact in f32.
inline constexpr double verify_alpha = 1.5;
inline constexpr double verify_beta = -0.5;

/// Rows that are checked more sharply (long_rows.hpp). Part 0 is the product with x; where there
/// are several classes of columns, part c is the product with class c - 1 of x alone.
struct LongRows {
  std::vector<std::int64_t> rows;
  DenseShape x;  ///< the first column of each is looked at
  DenseShape y;
  int classes = 1;
  std::vector<double> expected;  ///< part by part
  std::vector<double> bound;
  [[nodiscard]] int parts() const noexcept { return classes == 1 ? 1 : classes + 1; }
};

struct DeviceData;

/// Of a result that stands in the caller's memory.
struct DenseOperands {
  DenseOperands(const Problem& problem, const DenseResult& result);
  DenseShape x_shape;
  DenseShape y_shape;
  /// Seeded entries of magnitude [0.5, 1.5) and random sign: no cancellation to exactly 0, no value
  /// that a kernel can get right by ignoring it.
  GuardedVector x;
  GuardedVector y0;
  DenseReference plain;   ///< alpha = 1, beta = 0: what is timed
  DenseReference scaled;  ///< verify_alpha, verify_beta, y0
  LongRows long_rows;     ///< of `plain`
};

struct ProblemData {
  ProblemKey key;
  std::shared_ptr<const TypedCsr> a;
  std::shared_ptr<const TypedCsr> b;  ///< where there is a second matrix; the same object for A*A
  /// On the host, with no resources yet: what a trial asks about is a clone of it.
  std::unique_ptr<Problem> problem;
  std::int64_t flops = 0;
  double compulsory_bytes = 0;

  std::unique_ptr<DenseOperands> dense;  ///< where the result is dense
  SparseReference product;               ///< where it is sparse

  /// Why no result can be told right from wrong; empty: it can.
  std::string unverifiable;
  /// Of all that plans on the CPU are given to read.
  Seal seal;

  /// Copies on the GPU, made when the first trial there loads the problem
  /// (harness/cuda/target.hpp).
  mutable std::shared_ptr<const DeviceData> device;

  /// The problem with what a plan may use, for the CPU.
  [[nodiscard]] std::unique_ptr<Problem> with(const Resources& resources) const;
  /// Bytes held here, for what is left to a plan.
  [[nodiscard]] std::int64_t bytes() const;
};

/// Makes problem data and keeps the last one, and its matrices for the next problem that shares
/// them.
class ProblemCache {
 public:
  explicit ProblemCache(MatrixSource source) : source_(std::move(source)) {}
  const ProblemData& get(const ProblemKey& key);
  /// What `get` gave last, for whoever needs it longer than until the next call.
  [[nodiscard]] std::shared_ptr<const ProblemData> last() const noexcept { return data_; }
  /// Drops all, so that the next call loads anew: something may have written there.
  void forget();

 private:
  std::shared_ptr<const TypedCsr> matrix(const std::string& hash, ValueType type);

  struct Loaded {
    std::string hash;
    ValueType type;
    std::shared_ptr<const TypedCsr> csr;
  };
  MatrixSource source_;
  std::vector<Loaded> loaded_;
  std::shared_ptr<const ProblemData> data_;
  std::string hash_;
};

}  // namespace sptune::harness
