// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/subject.hpp"

#include "harness/engine/engine.hpp"
#include "harness/engine/problem_data.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "tuner/features/features.hpp"
#include "tuner/sweep/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace sptune::sweep {
namespace {

Resources resources_for(const harness::Protocol& protocol, std::int64_t held) {
  const std::int64_t left = harness::resolve_memory_limit(protocol) - held;
  return {harness::resolve_threads(protocol), std::max<std::int64_t>(left, 0)};
}

/// Asks the variant. One on the GPU is asked by the worker, where the matrix is; one that throws is
/// left to the worker, whose trial becomes an `error` row.
Fit ask(const Variant& variant, const Configuration& c, const SpmvProblem* spmv,
        const SpgemmProblem* spgemm) {
  if (variant.facts.backend == Backend::cuda) return Fit::yes();
  try {
    return spmv != nullptr ? variant.fit_spmv(c, *spmv) : variant.fit_spgemm(c, *spgemm);
  } catch (const std::exception&) {
    return Fit::yes();
  }
}

void sort_by_fit(PlannedProblem& p, const Plan& plan, const Catalogue& catalogue,
                 const SpmvProblem* spmv, const SpgemmProblem* spgemm) {
  for (Configuration& c : select_configurations(plan, p.problem.operation, catalogue)) {
    const Variant* variant = catalogue.find(p.problem.operation, plan.backend, c.variant);
    Fit fit = ask(*variant, c, spmv, spgemm);
    if (fit) {
      p.fitting.push_back(std::move(c));
    } else {
      p.refused.push_back({std::move(c), std::move(fit.reason)});
    }
  }
}

class Planner {
 public:
  Planner(const suites::Matrix& matrix, const Plan& plan, const Catalogue& catalogue)
      : matrix_(matrix), plan_(plan), catalogue_(catalogue) {}

  PlannedMatrix run() {
    for (const ValueType type : plan_.value_types) {
      const harness::TypedCsr a(matrix_, type);
      for (const Operation operation : plan_.operations) {
        if (operation == Operation::spmv) {
          add_spmv(a, type);
        } else {
          add_spgemm(a, type);
        }
      }
    }
    return std::move(out_);
  }

 private:
  PlannedProblem begin(Operation operation, ValueType type, const char* b_kind) const {
    const suites::MatrixInfo& info = matrix_.info;
    PlannedProblem p;
    p.problem = {operation, type, info.content_hash,
                 operation == Operation::spgemm ? info.content_hash : "", b_kind};
    p.size = {operation, type, info.rows, info.nnz, 0};
    return p;
  }

  void add_spmv(const harness::TypedCsr& a, ValueType type) {
    PlannedProblem p = begin(Operation::spmv, type, "x");
    const SpmvProblem problem{a.view(), resources_for(plan_.protocol, a.bytes())};
    sort_by_fit(p, plan_, catalogue_, &problem, nullptr);
    out_.problems.push_back(std::move(p));
  }

  void add_spgemm(const harness::TypedCsr& a, ValueType type) {
    const bool square = matrix_.info.rows == matrix_.info.cols;
    PlannedProblem p = begin(Operation::spgemm, type, square ? "a" : "at");
    std::optional<harness::TypedCsr> transposed;
    if (!square) transposed = a.transposed();
    const harness::TypedCsr& b = square ? a : *transposed;
    const SpgemmProblem problem = spgemm::make_problem(
        a.view(), b.view(), resources_for(plan_.protocol, a.bytes() + (square ? 0 : b.bytes())));
    p.size.products = static_cast<double>(problem.products);
    const std::int64_t most = plan_.limits.max_products;
    if (most > 0 && problem.products > most) {
      out_.excluded.push_back(
          {matrix_.info.name,
           fmt::format("{} {}: {} products, the limit is {} (--max-products)",
                       to_string(Operation::spgemm), to_string(type), problem.products, most)});
      return;
    }
    sort_by_fit(p, plan_, catalogue_, nullptr, &problem);
    out_.problems.push_back(std::move(p));
  }

  const suites::Matrix& matrix_;
  const Plan& plan_;
  const Catalogue& catalogue_;
  PlannedMatrix out_;
};

/// What the features of a matrix that is on the GPU already cost: the least of some extractions. No
/// tier of products there.
std::array<double, 4> seconds_on_device(const AnyCsr& host) {
  const cuda::DeviceCsr device(host);
  std::array<double, 4> least{};
  least.fill(std::numeric_limits<double>::infinity());
  for (int repeat = 0; repeat < 4; ++repeat) {  // the first brings the kernels along
    const features::Features f = features::extract(SpmvProblem{device.view(), {}});
    for (std::size_t tier = 0; tier < 3; ++tier) {
      least[tier] = std::min(least[tier], f.seconds_per_tier[tier]);
    }
  }
  return least;
}

}  // namespace

PlannedMatrix plan_matrix(const suites::Matrix& matrix, const Plan& plan,
                          const Catalogue& catalogue) {
  return Planner(matrix, plan, catalogue).run();
}

StoredFeatures store_features(const suites::Matrix& matrix, const Plan& plan) {
  const harness::TypedCsr a(matrix, ValueType::f64);
  const bool square = matrix.info.rows == matrix.info.cols;
  std::optional<harness::TypedCsr> transposed;
  if (!square) transposed = a.transposed();
  const SpgemmProblem problem = spgemm::make_problem(
      a.view(), square ? a.view() : transposed->view(), resources_for(plan.protocol, 0));
  features::Features best = features::extract(problem);
  const int repeats = plan.backend == Backend::cuda ? 0 : 2;  // that cost is the host's
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const features::Features again = features::extract(problem);
    for (std::size_t tier = 0; tier < best.seconds_per_tier.size(); ++tier) {
      best.seconds_per_tier[tier] =
          std::min(best.seconds_per_tier[tier], again.seconds_per_tier[tier]);
    }
  }
  if (plan.backend == Backend::cuda) best.seconds_per_tier = seconds_on_device(a.view());
  StoredFeatures out;
  out.seconds_per_tier.assign(best.seconds_per_tier.begin(), best.seconds_per_tier.end());
  const auto table = features::table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    out.rows.push_back({std::string(table[i].name), features::version, table[i].tier,
                        std::string(table[i].unit), best.values[i]});
  }
  return out;
}

}  // namespace sptune::sweep
