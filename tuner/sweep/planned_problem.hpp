// SPDX-License-Identifier: BSD-3-Clause
// One matrix in memory: which problems it gives, which configurations fit them, and its features.
// Done in the parent, once per matrix, so that a configuration that cannot run costs no worker.
#pragma once

#include "db/store.hpp"
#include "kernels/api/catalogue.hpp"
#include "suites/io/matrix.hpp"
#include "tuner/sweep/forecast.hpp"
#include "tuner/sweep/plan.hpp"

#include <string>
#include <vector>

namespace sptune::sweep {

struct Refusal {
  ResolvedConfiguration configuration;
  std::string reason;
};

/// One problem with what the plan wants tried on it.
struct PlannedProblem {
  harness::ProblemKey problem;
  ProblemSize size;
  std::vector<ResolvedConfiguration> fitting;
  std::vector<Refusal> refused;
};

/// A matrix or problem that the plan's limits leave out: no row is stored, so that a later sweep
/// with wider limits measures it.
struct Excluded {
  std::string matrix;
  std::string reason;
};

struct PlannedMatrix {
  std::vector<PlannedProblem> problems;
  std::vector<Excluded> excluded;
};

/// Operations in the order of the plan within value types in the order of the plan; of each the
/// problems that it has on a matrix (OperationRecord::choices), with the plan's parameters where it
/// takes any. `threads` are granted where it is measured, which need not be here.
[[nodiscard]] PlannedMatrix plan_matrix(const suites::Matrix& matrix, const Plan& plan,
                                        const Catalogue& catalogue, int threads);

struct StoredFeatures {
  std::vector<db::FeatureRow> rows;
  std::vector<double> seconds_per_tier;  ///< fastest of three extractions; not finite: not known
};

/// Features as they are stored: of the matrix in double (see features::adapted), with the
/// product's tier of C = A*A or A*A^T; `threads` as of plan_matrix. What they cost on a GPU is
/// timed on the calling thread's where that is the sweep's (`own_device`), and not known elsewhere,
/// nor where the matrix does not fit there.
[[nodiscard]] StoredFeatures store_features(const suites::Matrix& matrix, const Plan& plan,
                                            int threads, bool own_device = true);

}  // namespace sptune::sweep
