// SPDX-License-Identifier: BSD-3-Clause
// A trained model as it ships: a portfolio of configurations, one forest that predicts the default
// configuration's log(time / bound) from the matrix, and one that predicts, over features x
// configuration, how each candidate compares with it. A JSON file with its provenance
// (docs/model.md); scoring is our own code and needs no library.
#pragma once

#include "kernels/api/variant.hpp"
#include "sptune/configuration.hpp"
#include "sptune/types.hpp"
#include "tuner/features/features.hpp"
#include "tuner/model/asking.hpp"
#include "tuner/model/forest.hpp"
#include "tuner/model/machine.hpp"
#include "tuner/model/prepare_cost.hpp"
#include "tuner/model/rule.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::model {

/// Version of the file format. A reader takes this, those named below, and refuses any other. Laws
/// of size in files of formats 6 and 5 know no knee; 6 is of models for values alone
/// (`ModelData::repeat`), 5 of all others. Laws in files of format 4 know no columns. Files of
/// format 3 know no `Uncertainty`. Files of format 1 know a line of the entries for the cost of
/// preparing, and one number of runs from which to ask, and hold forests in decimal
/// (packed_forest.hpp); format 2 was never released.
inline constexpr int schema_version = 7;
inline constexpr int values_schema_version = 6;
inline constexpr int whole_schema_version = 5;
inline constexpr int narrow_schema_version = 4;
inline constexpr int plain_schema_version = 3;
inline constexpr int oldest_schema_version = 1;

struct Provenance {
  std::string uuid, created, library_version, git_sha, hardware, hardware_hash, environment_hash,
      policy_hash, training_query, training_hash;
  std::int64_t matrices = 0, trials = 0;

  friend bool operator==(const Provenance&, const Provenance&) = default;
};

struct Candidate {
  Configuration configuration;
  PrepareCost prepare;  ///< fitted on the training trials; the default has one like any other
  /// Quantiles of measured minus predicted log(time / default's time), in units of
  /// ModelData::uncertainty, and of log(time), over matrices of groups that the predicting forest
  /// had not seen (conformal intervals).
  double ratio_low = 0, ratio_high = 0;
  /// The upper one of the log ratio itself. The unit knows the matrix and not the candidate; what
  /// is fast on most matrices and terrible on a few shows here.
  double ratio_worst = 0;
  double time_low = 0, time_high = 0;

  friend bool operator==(const Candidate&, const Candidate&) = default;
};

/// How far predictions are off at one matrix, so that an interval is as wide as it must be there:
/// what is like the training problems is known well, and so is a candidate that takes about as long
/// as the default. Residuals are quoted in this unit: locally weighted conformal intervals (Lei,
/// G'Sell, Rinaldo, Tibshirani and Wasserman, J. Am. Stat. Assoc. 113, 2018).
struct Uncertainty {
  Forest forest;             ///< log of the unit, over the features; without trees it is 1
  double per_log_ratio = 0;  ///< added for each unit of |log(time / default's time)|

  /// The unit for the default's equals.
  [[nodiscard]] double at(std::span<const float> inputs) const;
  [[nodiscard]] double of(double at_matrix, double log_ratio) const;
  friend bool operator==(const Uncertainty&, const Uncertainty&) = default;
};

/// When to ask, and when to leave the default.
struct Deciding {
  Rule rule;
  Asking asking;  ///< what to do before features are asked
  /// The same behind a glance. None where operands are on a device, and in older files.
  std::optional<Glancing> glancing = {};

  /// Whether to glance at a matrix before anything is decided.
  [[nodiscard]] bool glances(const Header& header, double runs) const {
    return glancing && glancing->pays(asking, header, runs);
  }
  /// What to go by. This object must live as long as that.
  [[nodiscard]] SizedAsking asking_for(const Header& header) const {
    return (glancing && header.glance ? glancing->asking : asking).at(header);
  }

  friend bool operator==(const Deciding&, const Deciding&) = default;
};

/// All that a file holds.
struct ModelData {
  int feature_version = features::version;
  Operation operation{};
  ValueType value_type = ValueType::f64;
  Backend backend = Backend::cpu;
  std::string cache = "hot";  ///< policy of the trials: hot | cold
  Repeat repeat =
      Repeat::whole;  ///< what a run is; with `values`, preparing has the product before
  Provenance provenance;
  Machine machine;                                ///< where the trials were measured
  std::vector<std::string> feature_inputs;        ///< names in kernels/api/features.def
  std::vector<std::string> configuration_inputs;  ///< names as encode() understands them
  std::vector<Candidate> candidates;
  std::size_t default_candidate = 0;
  Forest base;  ///< log(nanoseconds of the default / bound bytes), over the features
  /// log(time / fastest time) up to a constant of the matrix, over features, configuration and, at
  /// the end, what is expected of the configuration's format. Differences between candidates count.
  Forest relative;
  Uncertainty uncertainty;
  Deciding deciding;
  /// For applications that promise nothing of their values: what keeps a copy of them is not for
  /// them, so that there is less to gain by asking. Empty where no candidate keeps one, and in
  /// older files.
  std::optional<Deciding> changing;
  double coverage = 0.9;                                ///< of the intervals
  std::vector<std::pair<std::string, double>> metrics;  ///< of the cross-validation

  /// `constant_values`: as Options promise.
  [[nodiscard]] const Deciding& deciding_for(bool constant_values) const {
    return changing && !constant_values ? *changing : deciding;
  }

  friend bool operator==(const ModelData&, const ModelData&) = default;
};

/// What a text about a model, or runs without one, says of such runs: nothing of whole products.
[[nodiscard]] constexpr std::string_view remark(Repeat repeat) noexcept {
  return repeat == Repeat::whole ? "" : ", values alone";
}

/// The file's text.
[[nodiscard]] std::string to_json(const ModelData& data);
/// Never throws; sizes, indices and numbers are checked, so that what comes out can be walked.
[[nodiscard]] Result<ModelData> data_from_json(std::string_view text);

/// Inputs that tell `configurations` apart: `variant=<name>`, then the flattened axes.
[[nodiscard]] std::vector<std::string> configuration_inputs(
    const std::vector<Configuration>& configurations);
/// Values of those inputs: a name that is not taken is 0, a number that is not there is NaN, and so
/// are inputs that depend on the matrix, too (expectations.hpp).
[[nodiscard]] std::vector<float> encode(const Configuration& configuration,
                                        const std::vector<std::string>& inputs);
/// What a forest sees of a number: NaN unless it is finite as a float.
[[nodiscard]] float to_input(double value) noexcept;

/// Scales predictions to times, adds the candidate's intervals and its cost of preparing.
/// `seconds_default`: predicted time of one run of the default. `spread`: Uncertainty::of.
/// `work`: prepare_work of the candidate.
[[nodiscard]] Score score_candidate(const Candidate& candidate, std::size_t index, double log_ratio,
                                    double seconds_default, double spread,
                                    const std::array<double, PrepareCost::terms>& work);

/// One question (operation, value type, backend, repeat). Immutable and thread-safe once loaded.
class Model {
 public:
  /// Never throws: a missing, damaged, newer or foreign file is a failure with one line.
  [[nodiscard]] static Result<std::shared_ptr<const Model>> load(const std::string& path);
  /// The same from text; this is what the fuzzer drives.
  [[nodiscard]] static Result<std::shared_ptr<const Model>> parse(std::string_view text);
  /// From data; fails where a file with this content would.
  [[nodiscard]] static Result<std::shared_ptr<const Model>> make(ModelData data);

  virtual ~Model() = default;
  [[nodiscard]] virtual Operation operation() const = 0;
  [[nodiscard]] virtual ValueType value_type() const = 0;
  [[nodiscard]] virtual Backend backend() const = 0;
  [[nodiscard]] virtual const std::vector<Candidate>& candidates() const = 0;
  /// Index of the candidate that stands for "do nothing special": no conversion, always fits.
  [[nodiscard]] virtual std::size_t default_candidate() const = 0;
  [[nodiscard]] virtual const Provenance& provenance() const = 0;
  [[nodiscard]] virtual double interval_coverage() const = 0;
  [[nodiscard]] virtual const ModelData& data() const = 0;
  /// All candidates, fastest run first. Does not know which fit: the dispatcher asks the catalogue.
  [[nodiscard]] virtual std::vector<Score> score(const features::Features& features) const = 0;
  /// Begins to bring what score() reads into the caches; for while the host waits for something.
  virtual void prefetch() const = 0;
  /// How much each input moved the log of one candidate's time over the fastest (path
  /// contributions; for the default itself: of its time over the bound), largest first: for
  /// --explain.
  [[nodiscard]] virtual std::vector<std::pair<std::string, double>> contributions(
      const features::Features& features, std::size_t candidate) const = 0;
};

}  // namespace sptune::model
