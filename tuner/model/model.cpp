// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/model.hpp"

#include "tuner/model/expectations.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <limits>
#include <memory>
#include <numeric>
#include <system_error>
#include <utility>

namespace sptune::model {
namespace {

using Shared = std::shared_ptr<const Model>;
constexpr std::size_t max_file_bytes = std::size_t{64} << 20U;

/// The features that inputs name; empty, with `unknown` set, when one is not there.
std::vector<Feature> parse_features(const std::vector<std::string>& names, std::string& unknown) {
  std::vector<Feature> out;
  for (const std::string& name : names) {
    const auto feature = parse_feature(name);
    if (!feature) {
      unknown = name;
      return {};
    }
    out.push_back(*feature);
  }
  return out;
}

class ForestModel final : public Model {
 public:
  ForestModel(ModelData data, std::vector<Feature> inputs)
      : data_(std::move(data)), inputs_(std::move(inputs)) {
    for (const Candidate& c : data_.candidates) {
      encoded_.push_back(encode(c.configuration, data_.configuration_inputs));
    }
    std::vector<Configuration> configurations;
    for (const Candidate& c : data_.candidates) configurations.push_back(c.configuration);
    joint_ = count_expected(data_.configuration_inputs);
    expectations_ = Expectations(
        configurations, {data_.operation, data_.backend, data_.value_type, data_.machine.cores},
        data_.configuration_inputs);
    relative_ = CandidateForest(data_.relative, data_.feature_inputs.size(), encoded_, joint_);
  }

  [[nodiscard]] Operation operation() const override { return data_.operation; }
  [[nodiscard]] ValueType value_type() const override { return data_.value_type; }
  [[nodiscard]] Backend backend() const override { return data_.backend; }
  [[nodiscard]] const std::vector<Candidate>& candidates() const override {
    return data_.candidates;
  }
  [[nodiscard]] std::size_t default_candidate() const override { return data_.default_candidate; }
  [[nodiscard]] const Provenance& provenance() const override { return data_.provenance; }
  [[nodiscard]] double interval_coverage() const override { return data_.coverage; }
  [[nodiscard]] const ModelData& data() const override { return data_; }

  [[nodiscard]] std::vector<Score> score(const features::Features& features) const override {
    const std::vector<float> inputs = inputs_of(features);
    std::array<double, max_candidates> log_ratio{};
    const ExpectedTable expected = expectations_.of(features);
    relative_.score(inputs, expected.inputs, std::span(log_ratio).first(data_.candidates.size()));
    const double of_default = log_ratio[data_.default_candidate];
    for (double& value : log_ratio) value -= of_default;
    const double bound =
        std::max(1.0, features::bound_bytes(features, data_.operation, data_.value_type));
    const double seconds_default = std::exp(evaluate(data_.base, inputs)) * bound * 1e-9;
    const double uncertainty = data_.uncertainty.at(inputs);
    // By the predicted time, which is by the ratio; equal ones in the order of the file.
    std::array<std::size_t, max_candidates> order{};
    const auto fastest_first = std::span(order).first(data_.candidates.size());
    std::iota(fastest_first.begin(), fastest_first.end(), std::size_t{0});
    std::sort(fastest_first.begin(), fastest_first.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(log_ratio[a], a) < std::pair(log_ratio[b], b);
    });
    std::vector<Score> out;
    out.reserve(data_.candidates.size());
    for (const std::size_t c : fastest_first) {
      out.push_back(score_candidate(data_.candidates[c], c, log_ratio[c], seconds_default,
                                    data_.uncertainty.of(uncertainty, log_ratio[c]),
                                    prepare_work(features, expected.stored_bytes[c])));
    }
    return out;
  }

  void prefetch() const override {
    relative_.prefetch();
    model::prefetch(data_.base);
    model::prefetch(data_.uncertainty.forest);
  }

  [[nodiscard]] std::vector<std::pair<std::string, double>> contributions(
      const features::Features& features, std::size_t candidate) const override {
    const std::vector<float> inputs = inputs_of(features);
    std::vector<std::string> names = data_.feature_inputs;
    const bool of_default = candidate == data_.default_candidate;
    if (!of_default) {
      names.insert(names.end(), data_.configuration_inputs.begin(),
                   data_.configuration_inputs.end());
    }
    const auto moved = of_default ? path_contributions(data_.base, inputs)
                                  : path_contributions(data_.relative,
                                                       with_candidate(inputs, features, candidate));
    std::vector<std::pair<std::string, double>> out;
    for (std::size_t i = 0; i < moved.size(); ++i) {
      if (moved[i] != 0) out.emplace_back(names[i], moved[i]);
    }
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
      return std::abs(a.second) > std::abs(b.second);
    });
    return out;
  }

 private:
  [[nodiscard]] std::vector<float> inputs_of(const features::Features& features) const {
    std::vector<float> out;
    out.reserve(inputs_.size() + data_.configuration_inputs.size());
    for (const Feature input : inputs_) {
      out.push_back(to_input(features.at(input)));
    }
    return out;
  }

  /// The whole row of inputs of one candidate.
  [[nodiscard]] std::vector<float> with_candidate(std::vector<float> inputs,
                                                  const features::Features& features,
                                                  std::size_t candidate) const {
    const std::vector<float>& own = encoded_.at(candidate);
    inputs.insert(inputs.end(), own.begin(), own.end());
    const std::vector<float> joint = expectations_.of(features).inputs;
    for (std::size_t k = 0; k < joint_; ++k) {
      inputs[inputs.size() - joint_ + k] = joint[candidate * joint_ + k];
    }
    return inputs;
  }

  ModelData data_;
  std::vector<Feature> inputs_;
  std::vector<std::vector<float>> encoded_;
  CandidateForest relative_;
  Expectations expectations_;
  std::size_t joint_ = 0;  ///< inputs of matrix and candidate together, at the end of a row
};

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

Result<std::string> read_file(const std::string& path) {
  const auto fail = [&](const std::string& why) {
    return Result<std::string>::failure(path + ": " + why);
  };
  const std::string expected = "expected a model file that `sptune train` wrote";
  if (path.empty()) {
    return Result<std::string>::failure("the path of a model is empty; " + expected);
  }
  // A pipe would be waited for until somebody writes into it.
  std::error_code none;
  const auto status = std::filesystem::status(path, none);
  if (exists(status) && !is_regular_file(status)) return fail("is no plain file; " + expected);
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) return fail("cannot be opened; " + expected);
  std::string text;
  std::array<char, 1U << 16U> buffer;
  for (;;) {
    const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), file.get());
    text.append(buffer.data(), n);
    if (text.size() > max_file_bytes) return fail("larger than 64 MiB: not a model file");
    if (n < buffer.size()) break;
  }
  if (std::ferror(file.get()) != 0) return fail("cannot be read");
  return {std::move(text)};
}

}  // namespace

double Uncertainty::at(std::span<const float> inputs) const {
  return forest.roots.empty() ? 1 : std::exp(evaluate(forest, inputs));
}

double Uncertainty::of(double at_matrix, double log_ratio) const {
  constexpr double most = 10;  // a model may hold any number
  return std::min(most, at_matrix + per_log_ratio * std::abs(log_ratio));
}

Score score_candidate(const Candidate& candidate, std::size_t index, double log_ratio,
                      double seconds_default, double spread,
                      const std::array<double, PrepareCost::terms>& work) {
  Score s;
  s.candidate = index;
  s.ratio = std::exp(log_ratio);
  s.spread = spread;
  s.ratio_low = s.ratio * std::exp(candidate.ratio_low * spread);
  s.ratio_high = s.ratio * std::exp(candidate.ratio_high * spread);
  s.ratio_worst = s.ratio * std::exp(candidate.ratio_worst);
  s.seconds = seconds_default * s.ratio;
  s.low = s.seconds * std::exp(candidate.time_low);
  s.high = s.seconds * std::exp(candidate.time_high);
  s.prepare_s = candidate.prepare.seconds(work);
  return s;
}

Result<Shared> Model::make(ModelData data) {
  if (data.feature_version != features::version) {
    return Result<Shared>::failure("model was trained with features of version " +
                                   std::to_string(data.feature_version) + ", this library has " +
                                   std::to_string(features::version) + ": train it again");
  }
  std::string unknown;
  std::vector<Feature> inputs = parse_features(data.feature_inputs, unknown);
  if (!unknown.empty()) {
    return Result<Shared>::failure("model asks for a feature '" + unknown +
                                   "' that this library does not have: train it again");
  }
  unknown = unknown_expected(data.configuration_inputs);
  if (!unknown.empty()) {
    return Result<Shared>::failure("model asks for '" + unknown +
                                   "' that this library does not work out: train it again");
  }
  return {Shared(std::make_shared<ForestModel>(std::move(data), std::move(inputs)))};
}

Result<Shared> Model::parse(std::string_view text) {
  try {
    if (text.size() > max_file_bytes) {
      return Result<Shared>::failure("larger than 64 MiB: not a model file");
    }
    auto data = data_from_json(text);
    if (!data) return Result<Shared>::failure(data.error());
    return make(std::move(data.value()));
  } catch (const std::exception& e) {
    return Result<Shared>::failure(std::string("model cannot be read: ") + e.what());
  }
}

Result<Shared> Model::load(const std::string& path) {
  try {
    auto text = read_file(path);
    if (!text) return Result<Shared>::failure(text.error());
    auto model = parse(text.value());
    if (!model) return Result<Shared>::failure(path + ": " + model.error());
    return model;
  } catch (const std::exception& e) {
    return Result<Shared>::failure(path + ": " + e.what());
  }
}

}  // namespace sptune::model
