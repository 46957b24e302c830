// SPDX-License-Identifier: BSD-3-Clause
// What an operation is to the rest of the program. Harness, store, search, features, dispatcher,
// verbs and reports ask the record; none of them knows an operation by name. Adding one:
// docs/adding-an-operation.md.
#pragma once

#include "kernels/api/feature.hpp"
#include "kernels/api/problem.hpp"
#include "sptune/error.hpp"
#include "sptune/matrix.hpp"
#include "sptune/plan.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sptune {

/// Which problem on a matrix: the second operand, and what else the operation asks for.
struct OperandChoice {
  /// `x`: dense; `a`: A itself, `at`: its transpose, `other`: a matrix of its own.
  std::string b_kind;
  /// Canonical text such as "k=32,layout=row"; empty where the operation has no parameters.
  std::string parameters;
  friend bool operator==(const OperandChoice&, const OperandChoice&) = default;
};

/// y or Y in double, and per element the sum of magnitudes that its error bound is made of. In the
/// layout of the problem, without gaps.
struct DenseReference {
  std::vector<double> y;
  std::vector<double> magnitude;
};

/// C in double, rows sorted; per entry the sum of magnitudes and the number of products added.
/// Entries that cancel to zero are kept: the structure is symbolic.
struct SparseReference {
  Csr<double> c;
  std::vector<double> magnitude;
  std::vector<std::int32_t> terms;
};

/// The result stands in the caller's memory: y = alpha*A*x + beta*y, or the same with several
/// columns. Plans are DensePlan. An element is within its bound by gamma_n * magnitude, n = entries
/// of the row + 4 (harness/engine/verify.hpp).
struct DenseResult {
  DenseReference (*reference)(const Problem& problem, double alpha, const void* x, double beta,
                              const void* y);
};

/// The result is a sparse matrix that the plan owns, made in phases. Plans are SparsePlan.
struct SparseResult {
  SparseReference (*reference)(const Problem& problem);
};

/// One operation. Every member is filled in; a test looks.
struct OperationRecord {
  std::string_view title;    ///< for people
  std::string_view formula;  ///< for people
  std::variant<DenseResult, SparseResult> result;

  /// Every choice that a sweep measures by default on a matrix of this shape.
  std::vector<OperandChoice> (*choices)(std::int64_t rows, std::int64_t cols);
  /// Fills in what is left out and checks the rest; the failure says what is allowed.
  Result<OperandChoice> (*complete)(const OperandChoice& choice, std::int64_t rows,
                                    std::int64_t cols);
  /// The problem. `b`: the second matrix, where `b_kind` names one; `choice` is complete. Throws
  /// UsageError for operands with a flaw.
  std::unique_ptr<Problem> (*problem)(const AnyCsr& a, const AnyCsr* b, const OperandChoice& choice,
                                      const Resources& resources);
  /// Multiplications that a problem on a matrix of this size will take, as far as sizes tell: for
  /// time estimates before a matrix is read.
  double (*expected_multiplications)(std::int64_t rows, std::int64_t nnz,
                                     const OperandChoice& choice);
  /// Bytes that any algorithm must move for one run, each operand counted once. `nnz_out`: entries
  /// of a sparse result.
  double (*compulsory_bytes)(const Problem& problem, std::int64_t nnz_out);
  /// Lower bound on the traffic that decides the time, from features alone: the scale of a model's
  /// target.
  double (*bound_bytes)(const FeatureLookup& feature, ValueType type);
  /// The variable of the environment that names a file by which kernels decide
  /// (kernels/row_policy); null: they heed none.
  const char* policy_variable = nullptr;
};

[[nodiscard]] const OperationRecord& record_of(Operation operation) noexcept;
/// All of them, in the order of the registry.
[[nodiscard]] std::span<const Operation> all_operations() noexcept;
/// Those that a sweep measures unless told otherwise: without parameters, whose values somebody
/// would have to choose.
[[nodiscard]] std::vector<Operation> default_operations();

/// Columns of the dense operand that a complete choice asks for; 0: it has none.
[[nodiscard]] std::int64_t dense_columns(Operation operation, const OperandChoice& choice);

[[nodiscard]] inline bool has_sparse_result(Operation operation) noexcept {
  return std::holds_alternative<SparseResult>(record_of(operation).result);
}

}  // namespace sptune
