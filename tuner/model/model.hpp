// SPDX-License-Identifier: BSD-3-Clause
// A trained model as it ships: a portfolio of configurations and a forest that predicts, for each,
// log(time / bound). A JSON file with its provenance; scoring is our own code and needs no library.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sptune/kernels/api/configuration.hpp"
#include "sptune/kernels/api/types.hpp"
#include "sptune/tuner/features/features.hpp"

namespace sptune::model {

struct Provenance {
  std::string uuid, created, library_version, git_sha, hardware, hardware_hash, environment_hash,
      policy_hash, training_query, training_hash;
  std::int64_t matrices = 0, trials = 0;
};

struct Candidate {
  Configuration configuration;
  /// One-off cost of prepare over one run of the default, fitted on the training trials:
  /// prepare_s ~= prepare_per_nnz * nnz + prepare_fixed.
  double prepare_fixed_s = 0;
  double prepare_per_nnz_s = 0;
};

struct Score {
  std::size_t candidate = 0;   ///< index into Model::candidates()
  double seconds = 0;          ///< predicted time of one run
  double low = 0, high = 0;    ///< interval at the model's stated coverage
  double prepare_s = 0;
};

/// One (operation, value type, backend). Immutable and thread-safe once loaded.
class Model {
 public:
  /// Never throws: a missing, damaged, newer or foreign file is a failure with one line.
  [[nodiscard]] static Result<std::shared_ptr<const Model>> load(const std::string& path);
  /// The same from text; this is what the fuzzer drives.
  [[nodiscard]] static Result<std::shared_ptr<const Model>> parse(std::string_view text);

  virtual ~Model() = default;
  [[nodiscard]] virtual Operation operation() const = 0;
  [[nodiscard]] virtual ValueType value_type() const = 0;
  [[nodiscard]] virtual Backend backend() const = 0;
  [[nodiscard]] virtual const std::vector<Candidate>& candidates() const = 0;
  /// Index of the candidate that stands for "do nothing special": no conversion, always fits.
  [[nodiscard]] virtual std::size_t default_candidate() const = 0;
  [[nodiscard]] virtual const Provenance& provenance() const = 0;
  [[nodiscard]] virtual double interval_coverage() const = 0;
  /// All candidates, fastest run first. Does not know which fit: the dispatcher asks the catalogue.
  [[nodiscard]] virtual std::vector<Score> score(const features::Features& features) const = 0;
  /// How much each feature moved the score of one candidate against the default candidate
  /// (path contributions), largest first: for --explain.
  [[nodiscard]] virtual std::vector<std::pair<std::string, double>> contributions(
      const features::Features& features, std::size_t candidate) const = 0;
};

}  // namespace sptune::model
