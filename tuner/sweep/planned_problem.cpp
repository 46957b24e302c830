// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/planned_problem.hpp"

#include "harness/engine/engine.hpp"
#include "harness/engine/problem_data.hpp"
#include "kernels/api/rank_share.hpp"
#include "sptune/device.hpp"
#include "tuner/features/features.hpp"
#include "tuner/sweep/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <utility>

namespace sptune::sweep {
namespace {

Resources resources_for(const harness::Protocol& protocol, int threads, std::int64_t held) {
  const std::int64_t left = harness::resolve_memory_limit(protocol) - held;
  return {threads, std::max<std::int64_t>(left, 0)};
}

/// Asks the variant. One whose operands are on the GPU is asked by the worker, where the matrix is;
/// one that throws is left to the worker, whose trial becomes an `error` row.
Fit ask(const ResolvedConfiguration& c, const Problem& problem) {
  const bool here = dynamic_cast<const CalledFromHost*>(&problem) != nullptr;
  if (c.variant().facts.backend == Backend::cuda && !here) return Fit::yes();
  try {
    return c.fit(problem);
  } catch (const std::exception&) {
    return Fit::yes();
  }
}

void sort_by_fit(PlannedProblem& p, const Problem& problem, const Plan& plan,
                 const Catalogue& catalogue) {
  for (ResolvedConfiguration& c : select_configurations(plan, p.problem.operation, catalogue)) {
    Fit fit = ask(c, problem);
    if (fit) {
      p.fitting.push_back(std::move(c));
    } else {
      p.refused.push_back({std::move(c), std::move(fit.reason)});
    }
  }
}

class Planner {
 public:
  Planner(const suites::Matrix& matrix, const Plan& plan, const Catalogue& catalogue, int threads)
      : matrix_(matrix), plan_(plan), catalogue_(catalogue), threads_(threads) {}

  PlannedMatrix run() {
    const suites::MatrixInfo& info = matrix_.info;
    for (const ValueType type : plan_.value_types) {
      const auto a = std::make_shared<const harness::TypedCsr>(matrix_, type);
      for (const Operation operation : plan_.operations) {
        for (const OperandChoice& choice :
             operand_choices(plan_, operation, info.rows, info.cols)) {
          add(a, operation, type, choice);
        }
      }
    }
    return std::move(out_);
  }

 private:
  void add(const std::shared_ptr<const harness::TypedCsr>& a, Operation operation, ValueType type,
           const OperandChoice& choice) {
    const suites::MatrixInfo& info = matrix_.info;
    harness::HostProblem host = harness::host_problem(operation, a, choice, {});
    const bool has_b = host.b != nullptr;
    const std::int64_t held = a->bytes() + (has_b && host.b != a ? host.b->bytes() : 0);
    Problem* const problem = host.problem.get();
    problem->resources = resources_for(plan_.protocol, threads_, held);
    PlannedProblem p;
    p.problem = {operation,         type,
                 info.content_hash, has_b ? info.content_hash : "",
                 choice.b_kind,     choice.parameters};
    p.size = {operation, type, info.rows, info.nnz,
              static_cast<double>(problem->multiplications())};
    const std::int64_t most = plan_.limits.max_products;
    if (has_sparse_result(operation) && most > 0 && problem->multiplications() > most) {
      out_.excluded.push_back({info.name, fmt::format("{} {}: {} products, the limit is {} "
                                                      "(--max-products)",
                                                      to_string(operation), to_string(type),
                                                      problem->multiplications(), most)});
      return;
    }
    sort_by_fit(p, *problem, plan_, catalogue_);
    out_.problems.push_back(std::move(p));
  }

  const suites::Matrix& matrix_;
  const Plan& plan_;
  const Catalogue& catalogue_;
  int threads_;
  PlannedMatrix out_;
};

/// Takes what `best` lacks and the least of the costs.
void merge(features::Features& best, const features::Features& more) {
  for (std::size_t i = 0; i < best.values.size(); ++i) {
    if (std::isnan(best.values[i])) best.values[i] = more.values[i];
  }
  for (std::size_t tier = 0; tier < best.seconds_per_tier.size(); ++tier) {
    double& least = best.seconds_per_tier[tier];
    const double again = more.seconds_per_tier[tier];
    if (again == 0) continue;  // a tier that this problem lacks
    least = least == 0 ? again : std::min(least, again);
  }
}

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// What the features cost of operands that are on the GPU already: the least of some extractions.
/// Throws std::bad_alloc where there is no room for them.
std::array<double, 4> time_on_device(const std::shared_ptr<const harness::TypedCsr>& a) {
  features::Features best;
  const AnyCsr view = a->view();
  const auto copy = std::make_shared<const cuda::DeviceCsr>(view);
  for (const Operation operation : all_operations()) {
    const OperandChoice choice = record_of(operation).choices(view.rows, view.cols).front();
    const harness::DeviceProblem there(harness::host_problem(operation, a, choice, {}), copy);
    for (int repeat = 0; repeat < 4; ++repeat) {  // the first brings the kernels along
      merge(best, features::extract(*there.problem));
    }
  }
  return best.seconds_per_tier;
}

/// A matrix too large for the GPU is one whose trials end for want of memory, in the worker.
std::array<double, 4> seconds_on_device(const std::shared_ptr<const harness::TypedCsr>& a,
                                        bool own_device) {
  std::array<double, 4> none{};
  none.fill(unknown);
  if (!own_device) return none;
  try {
    return time_on_device(a);
  } catch (const std::bad_alloc&) {
    return none;
  }
}

}  // namespace

PlannedMatrix plan_matrix(const suites::Matrix& matrix, const Plan& plan,
                          const Catalogue& catalogue, int threads) {
  return Planner(matrix, plan, catalogue, threads).run();
}

StoredFeatures store_features(const suites::Matrix& matrix, const Plan& plan, int threads,
                              bool own_device) {
  const auto a = std::make_shared<const harness::TypedCsr>(matrix, ValueType::f64);
  features::Features best;
  best.values.assign(feature_count, unknown);
  const int repeats = plan.backend == Backend::cuda ? 1 : 3;  // that cost is the host's
  const auto missing = [](double value) { return std::isnan(value); };
  for (const Operation operation : all_operations()) {
    if (std::none_of(best.values.begin(), best.values.end(), missing)) break;
    const harness::HostProblem host =
        harness::host_problem(operation, a, {}, resources_for(plan.protocol, threads, 0));
    for (int repeat = 0; repeat < repeats; ++repeat) {
      merge(best, features::extract(*host.problem));
    }
  }
  if (plan.backend == Backend::cuda) best.seconds_per_tier = seconds_on_device(a, own_device);
  StoredFeatures out;
  out.seconds_per_tier.assign(best.seconds_per_tier.begin(), best.seconds_per_tier.end());
  const auto table = feature_table();
  for (std::size_t i = 0; i < table.size(); ++i) {
    out.rows.push_back({std::string(table[i].name), features::version, table[i].tier,
                        std::string(table[i].unit), best.values[i]});
  }
  return out;
}

}  // namespace sptune::sweep
