// SPDX-License-Identifier: BSD-3-Clause
// Which of a few plans is the fastest, from the times of real runs that follow each other. Rounds
// in which each runs a few times in turn, so that what disturbs the machine for a while disturbs
// all, and what is clearly behind after a round is out. Source: successive rejects, Audibert and
// Bubeck, "Best arm identification in multi-armed bandits", COLT 2010, with a fixed distance.
#pragma once

#include <cstddef>
#include <vector>

namespace sptune::model {

/// 0 without any.
[[nodiscard]] double median(std::vector<double> values);

struct RaceSettings {
  int rounds = 3;
  int warm = 1;         ///< runs of a turn that do not count: the caches hold another's data
  int timed = 4;        ///< runs of a turn that count
  double behind = 1.1;  ///< out after a round: this many times the best median
  double same = 0.01;   ///< the first entrant stays where nobody is faster by this share
};

class Race {
 public:
  /// Two or more entrants, by numbers of the caller's; the first is the one to stay with.
  explicit Race(std::vector<int> entrants, RaceSettings settings = {});

  struct Turn {
    int entrant;
    bool timed;
  };
  /// Who runs now. While times of a round are still awaited, the best so far, untimed.
  [[nodiscard]] Turn next();
  /// The timed turn that `next` gave last was not run: it is the next one again.
  void give_back() noexcept;
  /// All turns of the round are taken, and times of it still awaited.
  [[nodiscard]] bool awaits() const noexcept { return !over_ && next_ == turns_.size(); }
  /// A timed turn took so long. Times may come late, and in any order.
  void add(int entrant, double seconds);
  /// It cannot run, or not any more: it is out at once, and what is awaited of it is not. Of the
  /// last two the other one has won.
  void remove(int entrant);

  [[nodiscard]] bool over() const noexcept { return over_; }
  /// The best so far; the last word once it is over.
  [[nodiscard]] int leader() const noexcept { return leader_; }
  /// Median of an entrant's times, 0 without any.
  [[nodiscard]] double median_of(int entrant) const;

 private:
  struct Entrant {
    int number;
    std::vector<double> seconds;
  };
  void begin_round();
  void end_round();

  RaceSettings settings_;
  std::vector<Entrant> entrants_;  ///< those that are not out, the first one first while it is in
  std::vector<Turn> turns_;        ///< of this round
  std::size_t next_ = 0;
  std::size_t awaited_ = 0;  ///< times of this round
  int round_ = 0;
  int first_;
  int leader_;
  bool over_ = false;
};

}  // namespace sptune::model
