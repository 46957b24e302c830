// SPDX-License-Identifier: BSD-3-Clause
// Partial results of C, added up as they come. Two sums of equally many are added to one, as
// carries of a binary number: an entry is added some log2 times, and few sums are held at once.
#pragma once

#include "sptune/dispatcher.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace sptune::distributed {

/// `Place`: where they are. Its Rows own the arrays of a matrix, which sorted_copy(AnyCsr) and
/// sum_of(AnyCsr, AnyCsr) make and view(Rows) shows; its rows are sorted. Place::freeing_waits: as
/// for messages that are under way, so that it is left to release().
template <class Place>
class Partials {
  using Rows = typename Place::Rows;

 public:
  Partials(std::int64_t rows, std::int64_t cols) {
    none_.rows = rows;
    none_.cols = cols;
  }

  /// C of the next step, which is the plan's; nothing: of a plan that somebody else keeps.
  void add(const AnyCsr& c, std::optional<Spgemm> plan) {
    Part part{c, std::move(plan), {}};
    if (c.nnz == 0) {
      retire(std::move(part));
      return;
    }
    if (c.columns != ColumnOrder::sorted) part = replaced(part, Place::sorted_copy(c));
    std::size_t level = 0;
    for (; level < sums_.size() && sums_[level]; ++level) {
      part = added(*std::exchange(sums_[level], std::nullopt), std::move(part));
    }
    if (level == sums_.size()) sums_.emplace_back();
    sums_[level] = std::move(part);
  }

  /// Of all: rows sorted. Valid while this is there, and while the plans of others keep theirs.
  const AnyCsr& finish() {
    std::optional<Part> sum;
    for (std::optional<Part>& one : sums_) {
      if (!one) continue;
      sum = sum ? added(std::move(*one), std::move(*sum)) : std::move(*one);
    }
    sums_.clear();
    if (!sum) sum = owning(Place::sorted_copy(none_));
    sum_ = std::move(*sum);
    return sum_.c;
  }

  /// After finish: the sum with arrays of its own, for values that are added to it again.
  Rows& own() {
    if (sum_.own.row_offsets.size() == 0) sum_ = replaced(sum_, Place::sorted_copy(sum_.c));
    return sum_.own;
  }

  /// Gives back what is used no more.
  void release() { retired_.clear(); }

 private:
  struct Part {
    AnyCsr c;
    std::optional<Spgemm> plan;  ///< whose it is, or
    Rows own{};                  ///< where it is
  };

  void retire(Part part) {
    if constexpr (Place::freeing_waits) retired_.push_back(std::move(part));
  }
  static Part owning(Rows rows) {
    const AnyCsr c = Place::view(rows);
    return {c, std::nullopt, std::move(rows)};
  }
  Part replaced(Part& before, Rows rows) {
    retire(std::move(before));
    return owning(std::move(rows));
  }
  Part added(Part earlier, Part later) {
    Part out = owning(Place::sum_of(earlier.c, later.c));
    retire(std::move(earlier));
    retire(std::move(later));
    return out;
  }

  AnyCsr none_;
  std::vector<std::optional<Part>> sums_;  ///< of 1, 2, 4, … steps
  Part sum_;
  std::vector<Part> retired_;
};

}  // namespace sptune::distributed
