// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/spmv/spmv.hpp"

#include <algorithm>

namespace sptune::spmv {
namespace {

DenseReference reference_of(const Problem& p, double alpha, const void* x, double beta,
                            const void* y) {
  return reference(p.a, alpha, x, beta, y);
}

std::vector<OperandChoice> choices(std::int64_t /*rows*/, std::int64_t /*cols*/) {
  return {{"x", ""}};
}

Result<OperandChoice> complete(const OperandChoice& choice, std::int64_t /*rows*/,
                               std::int64_t /*cols*/) {
  if (!choice.b_kind.empty() && choice.b_kind != "x") {
    return Result<OperandChoice>::failure("spmv multiplies a vector (b_kind x), not '" +
                                          choice.b_kind + "'");
  }
  if (!choice.parameters.empty()) {
    return Result<OperandChoice>::failure("spmv has no parameters, found '" + choice.parameters +
                                          "'");
  }
  return {{"x", ""}};
}

std::unique_ptr<Problem> problem(const AnyCsr& a, const AnyCsr* /*b*/,
                                 const OperandChoice& /*choice*/, const Resources& resources) {
  return std::make_unique<SpmvProblem>(a, resources);
}

double expected_multiplications(std::int64_t /*rows*/, std::int64_t nnz,
                                const OperandChoice& /*choice*/) {
  return static_cast<double>(nnz);
}

double bytes(const Problem& p, std::int64_t /*nnz_out*/) {
  return compulsory_bytes(p.a);
}

double bound_bytes(const FeatureLookup& feature, ValueType type) {
  const auto value = static_cast<double>(size_of(type));
  const double nnz = feature(Feature::nnz);
  const double rows = feature(Feature::rows);
  return nnz * (value + sizeof(Index)) + (rows + 1) * feature(Feature::offset_bytes) +
         std::min(feature(Feature::cols), nnz) * value + rows * value;
}

}  // namespace

extern const OperationRecord operation;
const OperationRecord operation{
    .title = "SpMV",
    .formula = "y = alpha*A*x + beta*y",
    .result = DenseResult{reference_of},
    .choices = choices,
    .complete = complete,
    .problem = problem,
    .expected_multiplications = expected_multiplications,
    .compulsory_bytes = bytes,
    .bound_bytes = bound_bytes,
};

}  // namespace sptune::spmv
