// SPDX-License-Identifier: BSD-3-Clause
// Which matrix is measured next, where several devices take them. Private to the module.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace sptune::sweep {

/// Of a matrix, where a deadline decides how much of it there will be.
enum class Stage : std::uint8_t {
  whole,      ///< the search, as far as it is not done, and finalists
  floor,      ///< the first points of the search alone
  finalists,  ///< of what was searched
};

/// What a device has in hand. No matrix is in two hands at once.
struct Task {
  std::size_t matrix = 0;
  int repetition = 0;      ///< of the collection
  bool postponed = false;  ///< what was left for the end, in all repetitions
  Stage stage = Stage::whole;
};

/// What the floor of a matrix lets expect.
struct Prospect {
  double gain = 0;         ///< of the rest of its search: share of the best time
  double rest_s = 0;       ///< of a device, for that and the finalists
  double finalists_s = 0;  ///< for the finalists alone
};

class Handout {
 public:
  Handout() = default;
  /// `expected_s` of each matrix, in any unit.
  Handout(std::vector<double> expected_s, int repetitions, std::size_t lanes)
      : expected_s_(std::move(expected_s)), states_(expected_s_.size()), repetitions_(repetitions) {
    for (std::size_t lane = 0; lane < lanes; ++lane) lanes_.insert(lane);
  }

  /// Before a deadline: every matrix gets its floor first, then those the rest of their search
  /// that promise most for their time, and all the others their finalists while there is time.
  void floors_first() { floors_ = true; }

  /// The next task: all matrices once in their order, then their repetitions, then what was
  /// postponed. Nothing when all that is left is in hand (or waits for what is), or over, or when
  /// `left_s` until the deadline are too few for it. Nothing that this lane has refused, as long as
  /// others may do it.
  [[nodiscard]] std::optional<Task> take(double left_s = std::numeric_limits<double>::infinity(),
                                         std::size_t lane = 0);
  /// It is done; `postponed`: with points to try again at the end.
  void done(const Task& task, bool postponed);
  /// Its floor is.
  void floor_done(const Task& task, const Prospect& prospect);
  /// `look_again` at what is expected of each that waits for the rest of its search.
  template <class Look>
  void reconsider(Look look_again) {
    for (std::size_t i = 0; i < states_.size(); ++i) {
      State& s = states_[i];
      if (s.floor && s.done == 0 && !s.in_hand) look_again(i, *s.floor);
    }
  }
  /// Whoever had it cannot go on: others may.
  void give_back(const Task& task) { states_[task.matrix].in_hand = false; }
  /// It cannot have that matrix, for as long as the sweep lasts: others may.
  void refuse(const Task& task, std::size_t lane) {
    give_back(task);
    states_[task.matrix].refused_by.insert(lane);
  }
  /// Is there another lane that has not refused this matrix?
  [[nodiscard]] bool elsewhere(std::size_t matrix, std::size_t lane) const;
  /// Is there anything left that this lane has refused and others may do?
  [[nodiscard]] bool left_to_others(std::size_t lane) const;
  /// There is a device less to take the rest.
  void lose_lane(std::size_t lane) { lanes_.erase(lane); }
  [[nodiscard]] bool over() const;
  /// Has any matrix come to no more than its finalists?
  [[nodiscard]] bool cut() const { return cut_; }
  /// Is nothing in hand?
  [[nodiscard]] bool idle() const;

  /// Matrices that are done in this repetition.
  [[nodiscard]] std::size_t matrices_done(int repetition) const;
  /// Are there matrices that wait for their floor?
  [[nodiscard]] bool on_floors() const;
  /// Matrices that are done in the pass at hand: with their floor, or with the first repetition
  /// that is not done.
  [[nodiscard]] std::size_t matrices_passed() const;
  /// The first repetition that is not done, or the last one.
  [[nodiscard]] int repetition() const;

 private:
  struct State {
    int done = 0;  ///< repetitions
    bool in_hand = false;
    bool postponed = false;
    std::optional<Prospect> floor;
    std::set<std::size_t> refused_by;  ///< lanes
  };
  [[nodiscard]] bool unfinished(const State& s) const {
    return s.done < repetitions_ || s.postponed || s.in_hand;
  }
  /// Nobody has it in hand, and it is one for the lane that is asking.
  [[nodiscard]] bool free(std::size_t matrix) const;
  [[nodiscard]] Task hand_out(Task task);
  [[nodiscard]] std::optional<Task> take_before(double left_s);
  [[nodiscard]] std::optional<std::size_t> most_promising(double within_s) const;
  [[nodiscard]] std::optional<std::size_t> first_of(int repetition) const;
  [[nodiscard]] std::size_t rather_than(std::size_t first) const;
  [[nodiscard]] std::size_t with_floor() const;

  std::vector<double> expected_s_;
  std::vector<State> states_;
  int repetitions_ = 1;
  std::set<std::size_t> lanes_;  ///< that are there still
  std::size_t asking_ = 0;       ///< the lane that takes
  bool floors_ = false;
  bool cut_ = false;
};

}  // namespace sptune::sweep
