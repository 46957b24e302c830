// SPDX-License-Identifier: BSD-3-Clause
// Everything a report shows, as plain values: read from a database through the named queries
// report_* (reports/queries), so that every number can be asked for again by hand.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace sptune {
class Catalogue;
}

namespace sptune::reports {

/// Numbers are compared within one scope only.
struct Scope {
  std::int64_t context = 0;  ///< hardware, environment and policy
  std::string operation, value_type, backend, cache;
  /// SpMV before SpGEMM, as everywhere else.
  friend bool operator<(const Scope& a, const Scope& b) {
    return std::tie(a.context, b.operation, a.value_type, a.backend, a.cache) <
           std::tie(b.context, a.operation, b.value_type, b.backend, b.cache);
  }
};

struct Context {
  std::int64_t id = 0;
  std::vector<std::pair<std::string, std::string>> facts;  ///< what it is, in words
  std::string machine;
  std::int64_t trials = 0;
  double wall_s = 0;
};

struct Run {
  std::string uuid, suite, state, started_at, ended_at, commit;
  std::int64_t context = 0;
  std::int64_t trials = 0;
};

struct Coverage {
  Scope scope;
  std::string variant;
  bool baseline = false;
  std::int64_t problems = 0, configurations = 0, verified = 0, ok = 0, dominated = 0, refused = 0,
               failed = 0;
  double wall_s = 0;  ///< of the attempts that the results stand on

  [[nodiscard]] std::string operation_and_variant() const {
    return scope.operation + " " + scope.backend + " " + variant;
  }
};

struct Best {
  Scope scope;
  std::int64_t problem = 0, trial = 0, nnz = 0, candidates = 0, ties = 0;
  std::string matrix, configuration, baseline;
  std::string
      operand;  ///< what the matrix is multiplied by, where that is a choice: " · k=8,layout=row"
  double median_us = 0, gflops = 0, gbytes_per_s = 0, prepare_s = 0, floor_ratio = 0;
  double baseline_us = std::numeric_limits<double>::quiet_NaN();
};

/// A verified configuration on a problem.
struct Measured {
  Scope scope;
  std::int64_t problem = 0;
  std::string matrix, variant, configuration;
  bool baseline = false, is_default = false;  ///< default of its variant
  double median_us = 0, oracle_us = 0;
};

/// On how many problems that have a usable result a configuration was tried, whatever came of it.
struct Tried {
  Scope scope;
  std::string configuration;
  std::int64_t problems = 0;
};

/// A configuration that failed on a problem that has a usable result.
struct Failed {
  Scope scope;
  std::string configuration;
  std::int64_t problem = 0;
};

struct Failure {
  std::string outcome, operation, backend, variant, stage, matrix, configuration, message;
  std::int64_t trials = 0, matrices = 0, trial = 0;
};

struct Refusal {
  std::string operation, value_type, backend, variant, matrix, reason;
  std::int64_t trials = 0, matrices = 0, trial = 0;
};

/// One way to choose, evaluated on held-out groups.
struct Selector {
  std::string name;
  std::int64_t problems = 0;
  std::int64_t slower_switches = -1;  ///< left the default and was slower than it; -1: not known
  double share_of_oracle = std::numeric_limits<double>::quiet_NaN();  ///< geometric mean
  double p95 = std::numeric_limits<double>::quiet_NaN();              ///< of time / oracle
  double p99 = std::numeric_limits<double>::quiet_NaN();
  double worst = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> losses;  ///< time / oracle per problem
};

struct Evaluation {
  std::string title;   ///< "spmv f64 cpu"
  std::string source;  ///< where the figures come from
  std::vector<Selector> selectors;
  std::string file{};           ///< of `sptune evaluate --json`; empty: the database's predictions
  std::string training_hash{};  ///< as there
  /// Over which deciding and preparing are paid; infinite: not paid, or not said.
  double runs = std::numeric_limits<double>::infinity();
  std::string command{};  ///< that printed the file; empty where it does not say
  std::string doubt{};    ///< why the figures may not be of this database, for the page
};

struct Data {
  std::string database;  ///< its file name, without folder
  std::vector<Context> contexts;
  std::vector<Run> runs;
  std::vector<Coverage> coverage;
  std::vector<Best> best;
  std::vector<Measured> measured;
  std::vector<Tried> tried;
  std::vector<Failed> failed;
  std::vector<Failure> failures;
  std::vector<Refusal> refusals;
  std::vector<Evaluation> evaluations;
  /// Of each operation and backend of `measured` the variant that runs by default, by the
  /// catalogue of this program; absent where it has none.
  std::map<std::pair<std::string, std::string>, std::string> default_variants;
  std::map<std::string, std::string> sql;  ///< text of each named query that was used
};

/// Reads a database; `catalogue` says what runs by default. Throws DatabaseError.
[[nodiscard]] Data collect(const std::filesystem::path& database, const Catalogue& catalogue);

/// All attempts of the runs.
[[nodiscard]] std::int64_t trial_count(const Data& data);
/// Trials that coverage counts: the newest of each key, of the newest code.
[[nodiscard]] std::int64_t result_count(const Data& data);

/// A selector's figures from its losses.
[[nodiscard]] Selector evaluated(std::string name, std::vector<double> losses);

/// Adds the figures that `sptune evaluate --json` printed. Throws InputError, with `name` for the
/// file, when the text is something else.
void add_evaluation(Data& data, std::string_view json, const std::string& name);

}  // namespace sptune::reports
