// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/spgemm/policy_variable.hpp"
#include "kernels/spgemm/spgemm.hpp"

#include <algorithm>

namespace sptune::spgemm {
namespace {

SparseReference reference_of(const Problem& p) {
  return reference(p.a, *p.second());
}

/// A*A, or A*A^T where A is not square.
std::vector<OperandChoice> choices(std::int64_t rows, std::int64_t cols) {
  return {{rows == cols ? "a" : "at", ""}};
}

Result<OperandChoice> complete(const OperandChoice& choice, std::int64_t rows, std::int64_t cols) {
  using Answer = Result<OperandChoice>;
  if (!choice.parameters.empty()) {
    return Answer::failure("spgemm has no parameters, found '" + choice.parameters + "'");
  }
  if (choice.b_kind.empty()) return {choices(rows, cols).front()};
  if (choice.b_kind == "a" && rows != cols) {
    return Answer::failure("A*A needs a square matrix, this one is " + std::to_string(rows) +
                           " x " + std::to_string(cols) + ": use b_kind at for A*A^T");
  }
  if (choice.b_kind != "a" && choice.b_kind != "at" && choice.b_kind != "other") {
    return Answer::failure("spgemm: b_kind is '" + choice.b_kind + "', expected a, at or other");
  }
  return {choice};
}

std::unique_ptr<Problem> problem(const AnyCsr& a, const AnyCsr* b, const OperandChoice& /*choice*/,
                                 const Resources& resources) {
  return std::make_unique<SpgemmProblem>(make_problem(a, b == nullptr ? a : *b, resources));
}

/// Rows of B are used in proportion to their length: about twice the mean in many collections.
double expected_multiplications(std::int64_t rows, std::int64_t nnz,
                                const OperandChoice& /*choice*/) {
  const auto entries = static_cast<double>(nnz);
  return 2 * entries * entries / static_cast<double>(std::max<std::int64_t>(rows, 1));
}

/// A and B read once, C written once, each with its row offsets.
double compulsory_bytes(const Problem& p, std::int64_t nnz_out) {
  const AnyCsr& a = p.a;
  const AnyCsr& b = *p.second();
  const auto entry = static_cast<double>(size_of(a.value_type)) + sizeof(Index);
  const auto entries = static_cast<double>(a.nnz + b.nnz + nnz_out);
  const auto offsets = static_cast<double>((a.rows + 1) * size_of(a.offset_type) +
                                           (b.rows + 1) * size_of(b.offset_type) +
                                           (a.rows + 1) * size_of(OffsetType::i64));
  return entry * entries + offsets;
}

/// An entry of A, of B, and of B again per product.
double bound_bytes(const FeatureLookup& feature, ValueType type) {
  const double entry = static_cast<double>(size_of(type)) + sizeof(Index);
  return std::max(
      entry * (feature(Feature::nnz) + feature(Feature::b_nnz) + feature(Feature::products)), 1.0);
}

}  // namespace

extern const OperationRecord operation;
const OperationRecord operation{
    .title = "SpGEMM",
    .formula = "C = A*B",
    .result = SparseResult{reference_of},
    .choices = choices,
    .complete = complete,
    .problem = problem,
    .expected_multiplications = expected_multiplications,
    .compulsory_bytes = compulsory_bytes,
    .bound_bytes = bound_bytes,
    .policy_variable = policy_variable,
};

}  // namespace sptune::spgemm
