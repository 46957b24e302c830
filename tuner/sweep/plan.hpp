// SPDX-License-Identifier: BSD-3-Clause
// The plan of a sweep. It is stored with the run, so that `resume` needs only the database.
#pragma once

#include "harness/records/trial.hpp"
#include "kernels/api/operation.hpp"
#include "sptune/types.hpp"
#include "tuner/search/search.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::sweep {

enum class Grid : std::uint8_t { smoke, full };

struct Limits {
  std::int64_t max_nnz = 0;  ///< matrices with more entries are left out; 0: none is
  std::int64_t max_products =
      200'000'000;                ///< of sparse results; problems above are left out; 0: none is
  std::int64_t max_matrices = 0;  ///< the first of the order only; 0: all
  double budget_s = 0;            ///< wall time of one invocation; 0: no limit
};

struct Plan {
  std::string suite = "quick";
  Backend backend = Backend::cpu;
  std::vector<Operation> operations = default_operations();
  /// Of operations that take some, for example "k=32,layout=row"; empty: what the operation says.
  std::vector<std::string> parameters;
  std::vector<ValueType> value_types{ValueType::f64};
  std::vector<harness::CachePolicy> caches{harness::CachePolicy::hot};
  std::vector<std::string> variants;  ///< names; empty: all
  /// Partial configurations, for example "csr{threads=0}": when there are any, only configurations
  /// that agree with one of them in the axes it names; "=csr{threads=2}": in all of them, those
  /// that it does not name being at their defaults.
  std::vector<std::string> only;
  bool baselines = true;  ///< other libraries too
  Grid grid = Grid::full;
  /// Which of the points are measured. One whose answers decide what comes next searches the
  /// kernels that may be dispatched; baselines are then measured whole beside it. Its seed is also
  /// that of the order of matrices.
  search::Settings search;
  bool finalists = true;  ///< measure again, interleaved, what may be the fastest:
  /// the points whose fastest sample is within this ratio of the best median. Wide ratios make
  /// the times of slower points as sound as those of the best, which a model wants.
  double finalists_within = 1.03;
  /// Repetitions of the collection. Finalists are measured in each, minutes or hours apart, and
  /// their trials keep the samples of all: a disturbance of minutes (a virtual core that moves,
  /// other load) then affects one repetition, not all times of the matrix.
  int repetitions = 1;
  /// Believe trials that something else on the machine disturbed, instead of measuring them again.
  bool keep_disturbed = false;
  harness::Protocol protocol;  ///< its `cache` is set from `caches`
  /// Most samples of a cold trial; 0: as many as of a hot one. Each waits for a flush, which takes
  /// longer than many kernels do.
  int cold_samples = 0;
  Limits limits;
  /// Another occasion of a plan that was measured before: only trials of its own runs count as
  /// stored, and searches know nothing of the others either.
  bool again = false;
  /// Names of the suite's matrices when the sweep began, so that a resume misses those that are
  /// gone; set by the sweep. Older plans have none.
  std::vector<std::string> matrices;
  /// Uuids of the runs that this plan has begun, one per cache policy before the last; set by the
  /// sweep.
  std::vector<std::string> earlier_runs;
};

[[nodiscard]] std::string to_json(const Plan& plan);
/// Throws DatabaseError on a text that is not a plan; unknown members are ignored, absent ones
/// default.
[[nodiscard]] Plan plan_from_json(std::string_view json);

/// Is this the plan of a run of `sptune evaluate --measure` (tuner/holdout)? Stored as "retime".
[[nodiscard]] bool is_holdout_timing(std::string_view json);
/// Is this what stands in the place of a plan where `sptune db import-log` brought in what
/// applications measured? Stored as "imported". False of a text that is no JSON, which
/// plan_from_json refuses.
[[nodiscard]] bool is_imported(std::string_view json);

/// Seconds of "500ms", "90s", "30m", "8h", "2d", "1h30m" or "1.5h". Throws UsageError.
[[nodiscard]] double parse_duration(std::string_view text);
/// The same of `--budget`, where 0 would mean none. Throws UsageError for that, too.
[[nodiscard]] double budget_of(std::string_view text);
/// The same of `--trial-budget`.
[[nodiscard]] double trial_budget_of(std::string_view text);
/// The other way, to two units: "1h05m", "42s".
[[nodiscard]] std::string format_duration(double seconds);

}  // namespace sptune::sweep
