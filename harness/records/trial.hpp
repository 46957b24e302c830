// SPDX-License-Identifier: BSD-3-Clause
// What is measured and what comes of it. A trial that fails is data: every outcome is a value here
// and a row in the database.
#pragma once

#include "harness/records/load.hpp"
#include "kernels/api/operation.hpp"
#include "kernels/api/rank_share.hpp"
#include "kernels/api/variant.hpp"
#include "sptune/configuration.hpp"
#include "sptune/types.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sptune::harness {

enum class Outcome : std::uint8_t {
  ok,             ///< verified and measured
  dominated,      ///< verified; pilot samples more than `dominated_ratio` x the best known, stopped
  refused,        ///< the variant said that it does not fit, with its reason
  wrong_result,   ///< ran, and differed from the reference
  out_of_memory,  ///< hit the memory limit
  timeout,        ///< a stage ran past its limit and the worker was killed
  crashed,        ///< the worker died by a signal
  error,          ///< an exception or a device error, with its message
  skipped,        ///< killed its worker too often on this problem
};
[[nodiscard]] std::string_view to_string(Outcome outcome) noexcept;
[[nodiscard]] std::optional<Outcome> parse_outcome(std::string_view text) noexcept;

enum class CachePolicy : std::uint8_t { hot, cold };
[[nodiscard]] std::string_view to_string(CachePolicy policy) noexcept;
[[nodiscard]] std::optional<CachePolicy> parse_cache_policy(std::string_view text) noexcept;

/// How runs are launched on a device: one by one from the host, or together by a graph.
enum class Launch : std::uint8_t { stream, graph };
[[nodiscard]] std::string_view to_string(Launch launch) noexcept;
[[nodiscard]] std::optional<Launch> parse_launch(std::string_view text) noexcept;

/// How one configuration is measured. Every field but the limits is part of the policy's key.
struct Protocol {
  CachePolicy cache = CachePolicy::hot;
  Launch launch = Launch::stream;
  Repeat repeat = Repeat::whole;
  int threads = 0;  ///< CPU threads granted; 0: all cores this process may use
  int warmup_runs = 2;
  int pilot_samples = 3;
  double dominated_ratio = 3.0;  ///< pilot min above ratio x best known: dominated; 0: never
  int min_samples = 10;
  int max_samples = 200;
  double confidence_width = 0.005;  ///< stop when the CI of the median is narrower, relative
  double sample_min_s =
      50e-6;                   ///< hot: runs per sample are chosen so that a sample lasts this long
  double time_budget_s = 0.1;  ///< of sampling, per trial
  // Limits of the stages; not part of the key.
  double load_limit_s = 600;  ///< reading the matrix and computing the reference, once per problem
  double prepare_limit_s = 60;
  double run_limit_s = 60;  ///< first run, and verification
  double measure_limit_s = 60;
  std::int64_t memory_limit = 0;  ///< bytes of the worker; 0: 80 % of the machine's
  /// Seconds of each stage of a trial, above 0; loading, which is the problem's, keeps its own.
  void limit_stages(double seconds) { prepare_limit_s = run_limit_s = measure_limit_s = seconds; }
};

/// One problem: matrices by the hash of their binary cache file.
struct ProblemKey {
  Operation operation{};
  ValueType value_type = ValueType::f64;
  std::string a_hash;
  std::string b_hash;  ///< of a second matrix; equal to a_hash for A*A and A*A^T
  /// See OperandChoice, both of them.
  std::string b_kind;
  std::string parameters{};
  [[nodiscard]] OperandChoice operand() const { return {b_kind, parameters}; }
  /// Stable key: hash of the fields above.
  [[nodiscard]] std::string hash() const;
};

/// All that decides a time beside the machine: what is run (operation, backend and axes are the
/// configuration's), on which problem, measured how. Made where text comes in (the command line, a
/// worker's pipe, the database) and handed on whole.
struct TrialKey {
  ResolvedConfiguration configuration;
  ProblemKey problem;
  Protocol protocol;
  [[nodiscard]] Backend backend() const { return configuration.variant().facts.backend; }
};

/// Samples of one phase, microseconds per run. SpMV has "total" only, and so has SpGEMM's
/// Repeat::values; whole products have "symbolic", "allocate", "numeric" and "total". What several
/// ranks share has "lists", "exchange", "plan", "multiply", "merge", each of its slowest rank, and
/// "total".
using PhaseSamples = std::map<std::string, std::vector<float>>;
void append(PhaseSamples& all, const PhaseSamples& more);

/// Trial::stop_reason of what was measured in interleaved repetitions, to the last of them.
inline constexpr const char* in_repetitions = "repetitions";
/// Of a short measurement that a search asked for and did not go on with: outcome `dominated`.
inline constexpr const char* cut_short = "short";
/// Of what an application measured in its own runs (`sptune db import-log`): not verified.
inline constexpr const char* in_application = "application";

/// Comparison with the reference.
struct Verification {
  bool done = false;
  bool ok = false;
  double max_bound_ratio = 0;     ///< largest |error| / bound; ok when <= 1
  double max_relative = 0;        ///< largest |error| / magnitude of its row
  std::int64_t nnz_mismatch = 0;  ///< spgemm: entries missing or extra
  bool sorted = true;
  bool repeatable = true;  ///< two runs gave the same bits
  std::string first_bad;   ///< "row 17: expected 1.25, found 0"
};

/// Everything about one configuration on one problem under one protocol.
struct Trial {
  Backend backend = Backend::cpu;
  Configuration configuration;
  ProblemKey problem;
  CachePolicy cache = CachePolicy::hot;
  Outcome outcome = Outcome::error;
  std::string stage;          ///< where it ended: load, fit, prepare, first_run, verify, measure,
                              ///< recheck
  std::string message;        ///< reason, error or signal, one line
  int signal = 0;             ///< of a crashed worker
  bool from_outside = false;  ///< it was sent by somebody else, not raised by what the worker did
  double limit_s = 0;         ///< of a timeout
  std::string
      stop_reason;  ///< confidence | stable | budget | max_samples | dominated | repetitions
  PhaseSamples samples;
  /// Samples of "total" in each pass, in order, where the plan was prepared anew; empty: one pass.
  std::vector<std::int64_t> pass_samples;
  int runs_per_sample = 1;
  double prepare_s = 0;           ///< conversion and analysis, one-off
  double bytes_per_run = 0;       ///< of the format
  double compulsory_bytes = 0;    ///< of the problem
  std::int64_t flops = 0;         ///< 2*nnz or 2*products
  std::int64_t nnz_out = 0;       ///< spgemm
  std::int64_t memory_bytes = 0;  ///< held by the plan
  double floor_us = 0;            ///< least time of an empty trial in the same worker
  double mhz_mean = 0;            ///< of the CPU while sampling, 0 when unknown, and for a GPU
  Load load;                      ///< what else went on while it was sampled
  std::string disturbed;          ///< why its samples are not to be believed, else empty
  Verification verification;
  std::vector<RankShare> ranks;           ///< of a run that several processes share
  double wall_s = 0;                      ///< whole trial, for ETAs
  std::map<std::string, double> stage_s;  ///< what each stage took; told, not stored
};

/// The trial of a key, before anything is known of it.
[[nodiscard]] Trial blank_trial(const TrialKey& key);

/// Says nothing of the configuration: its worker was ended from outside, it was disturbed while it
/// was sampled, or the problem could not even be loaded. Such a trial is kept, but its point stays
/// pending (docs/decisions/007).
[[nodiscard]] bool inconclusive(const Trial& trial);

/// Seconds that were spent in the runs that the samples are of.
[[nodiscard]] double measured_s(const Trial& trial);

/// Order statistics of one phase, microseconds. NaN where there are no samples.
/// The interval is distribution-free: the pair of order statistics that covers the median with at
/// least 95 % (binomial counting; David and Nagaraja, Order Statistics, section 7.1). Fewer than
/// six samples cannot reach 95 %, then it is the whole range.
struct Summary {
  std::int64_t n = 0;
  double min = 0, q1 = 0, median = 0, q3 = 0, mean = 0, sd = 0;
  double ci_low = 0, ci_high = 0;  ///< 95 % of the median, by order statistics
};
/// So many samples reach 95 %.
inline constexpr std::int64_t least_for_interval = 6;
[[nodiscard]] Summary summarise(const std::vector<float>& samples);

}  // namespace sptune::harness
