// SPDX-License-Identifier: BSD-3-Clause
// A Gaussian process over log times. What two configurations have in common is known twice: from
// their axes, and from how they fared together on other matrices.
#include "tuner/search/gaussian.hpp"
#include "tuner/search/search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace sptune::search {
namespace {

// Standard deviations of log times and how they fall with the distance, chosen on stored grids
// (docs/decisions/029): halving or doubling any one of them moves the result by less than the
// choice of matrices does.
constexpr double offset_sd = 3;         ///< of the whole matrix: nothing is known of its size
constexpr double variant_sd = 0.35;     ///< of a variant as a whole
constexpr double axes_sd = 0.2;         ///< of the values of single axes, together
constexpr double point_sd = 0.4;        ///< of a point beside its neighbours
constexpr double point_fall = 0.9;      ///< correlation per axis that differs
constexpr double others_weight = 2;     ///< of the covariance over other matrices
constexpr double noise_sd = 0.015;      ///< of a measurement
constexpr double cap = 1.5;             ///< e^1.5: slower than that is just slow
constexpr double unseen_step = 0.1;     ///< a point that no matrix knows, per axis to the nearest
constexpr double unseen_variant = 0.7;  ///< the same where the variant is unknown

/// What other matrices say of all points: log ratios to the best of each.
struct Others {
  std::vector<double> mean;
  std::vector<std::vector<float>> deviation;  ///< per matrix and point; 0 where it was not measured
};

double mean_of_nearest(const Space& space, std::size_t point, const std::vector<double>& mean,
                       const std::vector<int>& count) {
  std::size_t least = std::numeric_limits<std::size_t>::max();
  double sum = 0;
  int many = 0;
  for (std::size_t other = 0; other < space.size(); ++other) {
    const auto d = count[other] > 0 ? space.distance(point, other) : std::nullopt;
    if (!d || *d > least) continue;
    if (*d < least) {
      least = *d;
      sum = 0;
      many = 0;
    }
    sum += mean[other];
    ++many;
  }
  return many == 0 ? unseen_variant : sum / many + unseen_step * static_cast<double>(least);
}

Others learn(const Space& space, const Experience& experience) {
  const std::size_t n = space.size();
  constexpr float none = std::numeric_limits<float>::quiet_NaN();
  Others out;
  out.mean.assign(n, 0);
  std::vector<int> count(n, 0);
  for (const Profile& profile : experience) {
    if (profile.log_us.empty()) continue;
    double best = std::numeric_limits<double>::infinity();
    for (const auto& [point, log_us] : profile.log_us) best = std::min(best, log_us);
    std::vector<float>& ratio = out.deviation.emplace_back(n, none);
    for (const auto& [point, log_us] : profile.log_us) {
      const double r = std::min(log_us - best, cap);
      ratio[point] = static_cast<float>(r);
      out.mean[point] += r;
      ++count[point];
    }
  }
  if (out.deviation.empty()) return out;
  for (std::size_t p = 0; p < n; ++p) {
    if (count[p] > 0) out.mean[p] /= count[p];
  }
  for (std::size_t p = 0; p < n; ++p) {
    if (count[p] == 0) out.mean[p] = mean_of_nearest(space, p, out.mean, count);
  }
  for (std::vector<float>& ratio : out.deviation) {
    for (std::size_t p = 0; p < n; ++p) {
      ratio[p] = std::isnan(ratio[p]) ? 0.0F : ratio[p] - static_cast<float>(out.mean[p]);
    }
  }
  return out;
}

double covariance_of_axes(const Space& space, std::size_t a, std::size_t b) {
  const auto d = space.distance(a, b);
  if (!d) return 0;
  const auto axes = static_cast<double>(std::max<std::size_t>(space.axes(a), 1));
  const auto apart = static_cast<double>(*d);
  return variant_sd * variant_sd + axes_sd * axes_sd * (axes - apart) / axes +
         point_sd * point_sd * std::pow(point_fall, apart);
}

Gaussian prior(const Space& space, const Experience& experience) {
  const std::size_t n = space.size();
  const Others others = learn(space, experience);
  const double weight =
      others.deviation.empty() ? 0 : others_weight / static_cast<double>(others.deviation.size());
  std::vector<float> covariance(n * n);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      double together = 0;
      for (const auto& d : others.deviation) together += d[a] * d[b];
      // The mean itself may be stretched: a matrix on which everything matters more, or less.
      const double c = offset_sd * offset_sd + others.mean[a] * others.mean[b] + weight * together +
                       covariance_of_axes(space, a, b);
      covariance[a * n + b] = covariance[b * n + a] = static_cast<float>(c);
    }
  }
  return {others.mean, std::move(covariance)};
}

/// E max(best - y, 0) for y ~ N(mean, variance).
double expected_improvement(double best, double mean, double variance) {
  const double sd = std::sqrt(std::max(variance, 1e-12));
  const double z = (best - mean) / sd;
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
  return sd * (z * std::erfc(-z / std::numbers::sqrt2) / 2 + density);
}

class Guided final : public Strategy {
 public:
  Guided(const Space& space, const Experience& experience, std::size_t most, double gain)
      : space_(space),
        most_(std::min(most, space.size())),
        gain_(gain),
        process_(prior(space, experience)),
        least_(space.size() <= guided_whole ? space.size() : guided_floor),
        asked_(space.size(), false) {}

  /// Of the most promising point: the sum over all says more of how many there are.
  [[nodiscard]] std::optional<double> expected_gain() const override {
    if (!std::isfinite(best_)) return std::nullopt;
    double most = 0;
    for (std::size_t p = 0; p < space_.size(); ++p) {
      if (asked_[p]) continue;
      most = std::max(most, expected_improvement(best_, process_.mean(p), process_.variance(p)));
    }
    return most;
  }

  [[nodiscard]] std::optional<Question> ask() override {
    if (count_ >= most_) return std::nullopt;
    // The default of every variant, which models and reports compare with.
    if (count_ < space_.defaults().size()) return Question{space_.defaults()[count_]};
    std::optional<std::size_t> best;
    double most = -std::numeric_limits<double>::infinity();
    double together = 0;
    const bool measured = std::isfinite(best_);
    for (std::size_t p = 0; p < space_.size(); ++p) {
      if (asked_[p]) continue;
      // While nothing could be measured: the point with the best mean.
      const double gain = measured
                              ? expected_improvement(best_, process_.mean(p), process_.variance(p))
                              : -process_.mean(p);
      together += gain;
      if (gain <= most) continue;
      most = gain;
      best = p;
    }
    if (!best) return std::nullopt;
    if (!measured || count_ < least_ || together >= gain_) return Question{*best};
    return neighbour_of_best();
  }

  void tell(const Answer& answer) override {
    asked_[answer.point] = true;
    ++count_;
    if (!answer.timed()) return;
    // How slow a slow point is says nothing about the fast ones.
    const double y = std::min(std::log(answer.median_us), best_ + cap);
    process_.add(answer.point, y, noise_sd);
    if (answer.outcome != harness::Outcome::ok || y >= best_) return;
    best_ = y;
    best_point_ = answer.point;
  }

 private:
  /// The process is sure of itself; it may be wrong. Nothing one axis away is left unmeasured.
  [[nodiscard]] std::optional<Question> neighbour_of_best() const {
    for (const std::size_t p : space_.neighbours(best_point_)) {
      if (!asked_[p]) return Question{p};
    }
    return std::nullopt;
  }

  const Space& space_;
  std::size_t most_;
  double gain_;
  Gaussian process_;
  std::size_t least_;
  std::vector<bool> asked_;
  std::size_t count_ = 0;
  double best_ = std::numeric_limits<double>::infinity();  ///< log
  std::size_t best_point_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> guided(const Space& space, const Experience& experience,
                                 std::size_t points, double gain) {
  return std::make_unique<Guided>(space, experience, points, gain);
}

}  // namespace sptune::search
