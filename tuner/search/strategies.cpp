// SPDX-License-Identifier: BSD-3-Clause
// Strategies that need no model.
#include "kernels/api/mix64.hpp"
#include "tuner/search/search.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace sptune::search {
namespace {

using Points = std::vector<std::size_t>;

/// SplitMix64: the same numbers with every standard library, which std::shuffle does not promise.
class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}
  /// Uniform below `bound`, which is far below 2^32: the bias of the remainder is below 2^-32.
  std::size_t below(std::size_t bound) {
    state_ += golden_gamma;
    return static_cast<std::size_t>(scramble(state_) % bound);
  }

 private:
  std::uint64_t state_;
};

/// All points, the defaults of the variants ahead, the others shuffled.
Points shuffled(const Space& space, std::uint64_t seed) {
  Points out = space.defaults();
  const std::set<std::size_t> leading(out.begin(), out.end());
  Points rest;
  for (std::size_t p = 0; p < space.size(); ++p) {
    if (!leading.contains(p)) rest.push_back(p);
  }
  SplitMix random(seed);
  for (std::size_t i = rest.size(); i > 1; --i) std::swap(rest[i - 1], rest[random.below(i)]);
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

/// So many of them, all defaults at least.
Points some_of(const Space& space, std::size_t points, std::uint64_t seed) {
  Points out = shuffled(space, seed);
  out.resize(points_with_defaults(space, points));
  return out;
}

/// Of successive halving.
constexpr std::size_t halving_factor = 3;  ///< one of so many goes on
constexpr std::size_t last_rung = 8;       ///< so many are measured to the end

class InOrder final : public Strategy {
 public:
  explicit InOrder(Points points) : points_(std::move(points)) {}
  [[nodiscard]] std::optional<Question> ask() override {
    if (next_ == points_.size()) return std::nullopt;
    return Question{points_[next_]};
  }
  void tell(const Answer& /*answer*/) override { ++next_; }

 private:
  Points points_;
  std::size_t next_ = 0;
};

class Halving final : public Strategy {
 public:
  explicit Halving(Points points) : rung_(std::move(points)) { begin_rung(); }

  [[nodiscard]] std::optional<Question> ask() override {
    if (next_ == rung_.size()) return std::nullopt;
    return Question{rung_[next_], last_ ? 0 : samples_, rungs_};
  }

  void tell(const Answer& answer) override {
    if (answer.timed()) times_.emplace_back(answer.median_us, answer.point);
    if (++next_ < rung_.size() || last_) return;
    std::stable_sort(times_.begin(), times_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    rung_.clear();
    for (const auto& [us, point] : times_) rung_.push_back(point);
    rung_.resize(after_rung(rung_.size()));
    samples_ *= halving_factor;
    ++rungs_;
    begin_rung();
  }

 private:
  void begin_rung() {
    next_ = 0;
    times_.clear();
    last_ = is_last_rung(rung_.size());
  }

  Points rung_;
  int samples_ = 3;
  std::size_t rungs_ = 0;  ///< done
  bool last_ = false;
  std::size_t next_ = 0;
  std::vector<std::pair<double, std::size_t>> times_;  ///< of this rung
};

class Local final : public Strategy {
 public:
  Local(const Space& space, const Experience& experience, std::size_t most, std::uint64_t seed)
      : space_(space), most_(std::min(most, space.size())), known_(space.size()) {
    for (const std::size_t p : space.defaults()) queue_.push_back(p);
    for (const Profile& profile : experience) {
      const auto best =
          std::min_element(profile.log_us.begin(), profile.log_us.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
      if (best != profile.log_us.end()) starts_.push_back(best->first);
    }
    const Points random = shuffled(space, seed);
    starts_.insert(starts_.end(), random.begin(), random.end());
  }

  [[nodiscard]] std::optional<Question> ask() override {
    while (asked_ < most_) {
      while (next_ < queue_.size() && known_[queue_[next_]]) ++next_;
      if (next_ < queue_.size()) return Question{queue_[next_]};
      if (!move()) return std::nullopt;
    }
    return std::nullopt;
  }

  void tell(const Answer& answer) override {
    known_[answer.point] = answer;
    ++asked_;
  }

 private:
  /// Everything in the queue is known: goes to the best of it, or on with another start.
  bool move() {
    std::optional<std::size_t> best = at_;
    for (const std::size_t p : queue_) {
      if (known_[p]->timed() && (!best || known_[p]->median_us < known_[*best]->median_us))
        best = p;
    }
    if (best != at_) {
      climb_from(*best);
      return true;
    }
    while (start_ < starts_.size()) {
      const std::size_t p = starts_[start_++];
      if (known_[p]) continue;
      at_.reset();
      queue_ = {p};
      next_ = 0;
      return true;
    }
    return false;
  }

  void climb_from(std::size_t point) {
    at_ = point;
    queue_ = space_.neighbours(point);
    next_ = 0;
  }

  const Space& space_;
  std::size_t most_;
  std::size_t asked_ = 0;
  std::vector<std::optional<Answer>> known_;  ///< per point
  Points starts_;                             ///< where to go on
  std::size_t start_ = 0;
  std::optional<std::size_t> at_;  ///< where the climb is
  Points queue_;                   ///< its neighbours, or where the climb begins
  std::size_t next_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> exhaustive(const Space& space) {
  Points all(space.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return std::make_unique<InOrder>(std::move(all));
}

std::unique_ptr<Strategy> random_search(const Space& space, std::size_t points,
                                        std::uint64_t seed) {
  return std::make_unique<InOrder>(some_of(space, points, seed));
}

std::unique_ptr<Strategy> halving(const Space& space, std::size_t points, std::uint64_t seed) {
  return std::make_unique<Halving>(some_of(space, points, seed));
}

bool is_last_rung(std::size_t points) noexcept {
  return points <= last_rung;
}

std::size_t after_rung(std::size_t points) noexcept {
  return (points + halving_factor - 1) / halving_factor;
}

std::size_t points_with_defaults(const Space& space, std::size_t points) {
  return std::min(std::max(points, space.defaults().size()), space.size());
}

std::unique_ptr<Strategy> local_search(const Space& space, const Experience& experience,
                                       std::size_t points, std::uint64_t seed) {
  return std::make_unique<Local>(space, experience, points, seed);
}

}  // namespace sptune::search
