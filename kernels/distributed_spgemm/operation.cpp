// SPDX-License-Identifier: BSD-3-Clause
// What is computed is what SpGEMM computes; its record answers what does not ask for ranks.
#include "kernels/distributed_spgemm/distributed_spgemm.hpp"

namespace sptune::distributed_spgemm {
namespace {

const OperationRecord& product() {
  return record_of(Operation::spgemm);
}

SparseReference reference_of(const Problem& p) {
  return spgemm::reference(p.a, *p.second());
}

std::vector<OperandChoice> choices(std::int64_t rows, std::int64_t cols) {
  std::vector<OperandChoice> out;
  for (const std::int64_t ranks : {2, 4, 8}) {
    out.push_back({product().choices(rows, cols).front().b_kind, parameters_of(ranks)});
  }
  return out;
}

Result<OperandChoice> complete(const OperandChoice& choice, std::int64_t rows, std::int64_t cols) {
  using Answer = Result<OperandChoice>;
  const Result<std::int64_t> ranks = parse_ranks(choice.parameters);
  if (!ranks) return Answer::failure(ranks.error());
  const Result<OperandChoice> operands = product().complete({choice.b_kind, ""}, rows, cols);
  if (!operands) return Answer::failure(operands.error());
  return {{operands.value().b_kind, parameters_of(ranks.value())}};
}

std::unique_ptr<Problem> problem(const AnyCsr& a, const AnyCsr* b, const OperandChoice& choice,
                                 const Resources& resources) {
  const Result<std::int64_t> ranks = parse_ranks(choice.parameters);
  if (!ranks) throw UsageError(ranks.error());
  return std::make_unique<DistributedSpgemmProblem>(
      spgemm::make_problem(a, b == nullptr ? a : *b, resources), ranks.value());
}

double expected_multiplications(std::int64_t rows, std::int64_t nnz, const OperandChoice& choice) {
  return product().expected_multiplications(rows, nnz, {choice.b_kind, ""});
}

double compulsory_bytes(const Problem& p, std::int64_t nnz_out) {
  return product().compulsory_bytes(p, nnz_out);
}

double bound_bytes(const FeatureLookup& feature, ValueType type) {
  return product().bound_bytes(feature, type);
}

}  // namespace

extern const OperationRecord operation;
const OperationRecord operation{
    .title = "distributed SpGEMM",
    .formula = "C = A*B, rows on several ranks",
    .result = SparseResult{reference_of},
    .choices = choices,
    .complete = complete,
    .problem = problem,
    .expected_multiplications = expected_multiplications,
    .compulsory_bytes = compulsory_bytes,
    .bound_bytes = bound_bytes,
};

}  // namespace sptune::distributed_spgemm
