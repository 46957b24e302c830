// SPDX-License-Identifier: BSD-3-Clause
// Who has which block of B when: every rank multiplies with its own blocks, then with those of rank
// (its own + 1), (+ 2), …. A block comes from the rank after it, one round before it is needed, and
// goes on to the rank before it as soon as it is used.
#pragma once

#include "distributed/communicator.hpp"
#include "distributed/partition.hpp"
#include "distributed/volume.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace sptune::distributed {

class RingOrder {
 public:
  /// `keep`: blocks stay where they came to. The partition must outlive it.
  RingOrder(const Communicator& ranks, const Partition& b_rows, int blocks, bool keep)
      : b_rows_(b_rows), rank_(ranks.rank()), ranks_(ranks.size()), blocks_(blocks), keep_(keep) {}

  /// Collective: tells all how many entries this rank's blocks have, in their order.
  void share_sizes(Communicator& ranks, const std::vector<std::int64_t>& own);

  [[nodiscard]] int blocks() const noexcept { return blocks_; }  ///< of each rank
  [[nodiscard]] int steps() const noexcept { return ranks_ * blocks_; }
  [[nodiscard]] int to() const noexcept { return (rank_ + ranks_ - 1) % ranks_; }
  [[nodiscard]] int from() const noexcept { return (rank_ + 1) % ranks_; }
  /// Blocks of a step go on to the rank that has them a round later.
  [[nodiscard]] bool goes_on(int step) const noexcept { return step + blocks_ < steps(); }
  [[nodiscard]] bool is_own(int step) const noexcept { return step < blocks_; }
  [[nodiscard]] BlockRows rows_at(int step) const {
    return block_of(b_rows_, owner(step), step % blocks_, blocks_);
  }
  [[nodiscard]] std::int64_t rows_of(int step) const {
    const BlockRows rows = rows_at(step);
    return rows.end - rows.begin;
  }
  [[nodiscard]] std::int64_t entries_of(int step) const {
    return sizes_[at(step % blocks_)][at(owner(step))];
  }
  /// First row of an own block, counted from this rank's first.
  [[nodiscard]] std::int64_t first_row(int step) const {
    return rows_at(step).begin - b_rows_.begin(rank_);
  }

  /// Places for blocks that come: where nothing is kept one for each of a round, and one more, are
  /// enough.
  [[nodiscard]] int places() const noexcept {
    const int foreign = steps() - blocks_;
    return keep_ || foreign < blocks_ + 1 ? foreign : blocks_ + 1;
  }
  [[nodiscard]] int place_of(int step) const noexcept {
    const int number = step - blocks_;
    return keep_ ? number : number % (blocks_ + 1);
  }
  /// The most of `size(step)` among the steps of one place.
  [[nodiscard]] std::vector<std::int64_t> most(
      const std::function<std::int64_t(int step)>& size) const;

 private:
  [[nodiscard]] static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
  [[nodiscard]] int owner(int step) const noexcept { return (rank_ + step / blocks_) % ranks_; }

  const Partition& b_rows_;
  int rank_;
  int ranks_;
  int blocks_;
  bool keep_;
  std::vector<std::vector<std::int64_t>> sizes_;  ///< entries, by block and rank
};

}  // namespace sptune::distributed
