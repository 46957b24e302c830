// SPDX-License-Identifier: BSD-3-Clause
// The position of a search is found from the history alone, so that a resumed sweep goes on exactly
// where it stopped.
#include "tuner/search/search.hpp"

#include "kernels/api/mix64.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace sptune::search {
namespace {

/// Takes the first candidate that the history does not hold.
class InOrder final : public Searcher {
 public:
  explicit InOrder(std::vector<ResolvedConfiguration> candidates)
      : candidates_(std::move(candidates)) {
    texts_.reserve(candidates_.size());
    for (const ResolvedConfiguration& c : candidates_) texts_.push_back(c.text());
  }

  [[nodiscard]] std::optional<ResolvedConfiguration> propose(
      const std::vector<Observation>& history) override {
    if (!goes_on(history)) {
      seen_.clear();
      read_ = 0;
      next_ = 0;
    }
    for (; read_ < history.size(); ++read_) {
      last_ = history[read_].configuration.text();
      seen_.insert(last_);
    }
    while (next_ < candidates_.size() && seen_.contains(texts_[next_])) ++next_;
    if (next_ == candidates_.size()) return std::nullopt;
    return candidates_[next_];
  }
  [[nodiscard]] std::size_t at_most() const override { return candidates_.size(); }

 private:
  /// Does it begin with what was read already?
  [[nodiscard]] bool goes_on(const std::vector<Observation>& history) const {
    if (history.size() < read_) return false;
    return read_ == 0 || history[read_ - 1].configuration.text() == last_;
  }

  std::vector<ResolvedConfiguration> candidates_;
  std::vector<std::string> texts_;
  // Of the history, which only grows: reading all of it for every proposal took as long as a trial
  // of some microseconds.
  std::size_t read_ = 0;
  std::string last_;
  std::set<std::string, std::less<>> seen_;
  std::size_t next_ = 0;  ///< all before it are in the history
};

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers with every standard library, which
/// std::shuffle does not promise.
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

std::vector<ResolvedConfiguration> unique(std::vector<ResolvedConfiguration> candidates) {
  std::set<std::string> seen;
  std::vector<ResolvedConfiguration> out;
  for (ResolvedConfiguration& c : candidates) {
    if (seen.insert(c.text()).second) out.push_back(std::move(c));
  }
  return out;
}

}  // namespace

std::unique_ptr<Searcher> exhaustive(std::vector<ResolvedConfiguration> candidates) {
  return std::make_unique<InOrder>(unique(std::move(candidates)));
}

std::unique_ptr<Searcher> random_search(std::vector<ResolvedConfiguration> candidates,
                                        std::size_t budget, std::uint64_t seed) {
  // Candidates come variant by variant with the default first: the first of each variant leads.
  std::vector<ResolvedConfiguration> leading;
  std::vector<ResolvedConfiguration> rest;
  std::set<std::string, std::less<>> variants;
  for (ResolvedConfiguration& c : unique(std::move(candidates))) {
    const bool first = variants.insert(c.variant().facts.name).second;
    (first ? leading : rest).push_back(std::move(c));
  }
  SplitMix random(seed);
  for (std::size_t i = rest.size(); i > 1; --i) std::swap(rest[i - 1], rest[random.below(i)]);
  for (ResolvedConfiguration& c : rest) leading.push_back(std::move(c));
  const std::size_t most = std::max(budget, variants.size());
  if (leading.size() > most) {
    leading.erase(leading.begin() + static_cast<std::ptrdiff_t>(most), leading.end());
  }
  return std::make_unique<InOrder>(std::move(leading));
}

}  // namespace sptune::search
