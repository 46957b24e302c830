// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/spmm/spmm.hpp"
#include "sptune/configuration.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

namespace sptune::spmm {
namespace {

constexpr std::int64_t default_columns = 32;
/// More than fit into any memory beside a matrix of size, and few enough to be counted.
constexpr std::int64_t most_columns = std::numeric_limits<Index>::max();

/// The parameters of a choice: "k=32,layout=row".
struct Parameters {
  std::int64_t columns = default_columns;
  Layout layout = Layout::row_major;

  [[nodiscard]] std::string text() const {
    return "k=" + std::to_string(columns) +
           ",layout=" + (layout == Layout::row_major ? "row" : "col");
  }
};

std::optional<Layout> parse_layout(const Value& value) {
  const auto* name = value.get_if<std::string>();
  if (name == nullptr) return {};
  if (*name == "row") return Layout::row_major;
  if (*name == "col") return Layout::col_major;
  return {};
}

Result<Parameters> parse(const std::string& text) {
  const auto failure = [&](const std::string& what) {
    return Result<Parameters>::failure("parameters of spmm '" + text + "': " + what +
                                       "; allowed: k=1..." + std::to_string(most_columns) +
                                       " and layout=row or layout=col, such as " +
                                       Parameters{}.text());
  };
  const Result<Configuration> parsed = Configuration::parse("spmm{" + text + "}");
  if (!parsed) return failure(parsed.error());
  Parameters out;
  for (const auto& [name, value] : parsed.value().axes) {
    if (name == "k") {
      const auto* columns = value.get_if<std::int64_t>();
      if (columns == nullptr || *columns < 1 || *columns > most_columns) {
        return failure("found k=" + value.text());
      }
      out.columns = *columns;
    } else if (name == "layout") {
      const std::optional<Layout> layout = parse_layout(value);
      if (!layout) return failure("found layout=" + value.text());
      out.layout = *layout;
    } else {
      return failure("found '" + name + "'");
    }
  }
  return out;
}

DenseReference reference_of(const Problem& p, double alpha, const void* x, double beta,
                            const void* y) {
  return reference(dynamic_cast<const SpmmProblem&>(p), alpha, x, beta, y);
}

std::vector<OperandChoice> choices(std::int64_t /*rows*/, std::int64_t /*cols*/) {
  std::vector<OperandChoice> all;
  for (const std::int64_t columns : {8, 32, 128}) {
    all.push_back({"x", Parameters{columns, Layout::row_major}.text()});
  }
  return all;
}

Result<OperandChoice> complete(const OperandChoice& choice, std::int64_t /*rows*/,
                               std::int64_t /*cols*/) {
  if (!choice.b_kind.empty() && choice.b_kind != "x") {
    return Result<OperandChoice>::failure("spmm multiplies a dense matrix (b_kind x), not '" +
                                          choice.b_kind + "'");
  }
  const Result<Parameters> parameters = parse(choice.parameters);
  if (!parameters) return Result<OperandChoice>::failure(parameters.error());
  return {{"x", parameters.value().text()}};
}

std::unique_ptr<Problem> problem(const AnyCsr& a, const AnyCsr* /*b*/, const OperandChoice& choice,
                                 const Resources& resources) {
  const Result<Parameters> parameters = parse(choice.parameters);
  if (!parameters) throw UsageError(parameters.error());
  return std::make_unique<SpmmProblem>(a, parameters.value().columns, parameters.value().layout,
                                       resources);
}

double expected_multiplications(std::int64_t /*rows*/, std::int64_t nnz,
                                const OperandChoice& choice) {
  const Result<Parameters> parameters = parse(choice.parameters);
  if (!parameters) throw UsageError(parameters.error());
  return static_cast<double>(nnz) * static_cast<double>(parameters.value().columns);
}

double bytes(const Problem& p, std::int64_t /*nnz_out*/) {
  return compulsory_bytes(dynamic_cast<const SpmmProblem&>(p));
}

double bound_bytes(const FeatureLookup& feature, ValueType type) {
  const auto value = static_cast<double>(size_of(type));
  const double nnz = feature(Feature::nnz);
  const double rows = feature(Feature::rows);
  const double dense_rows = std::min(feature(Feature::cols), nnz) + rows;
  return nnz * (value + sizeof(Index)) + (rows + 1) * feature(Feature::offset_bytes) +
         dense_rows * feature(Feature::x_cols) * value;
}

}  // namespace

extern const OperationRecord operation;
const OperationRecord operation{
    .title = "SpMM",
    .formula = "Y = alpha*A*X + beta*Y",
    .result = DenseResult{reference_of},
    .choices = choices,
    .complete = complete,
    .problem = problem,
    .expected_multiplications = expected_multiplications,
    .compulsory_bytes = bytes,
    .bound_bytes = bound_bytes,
};

}  // namespace sptune::spmm
