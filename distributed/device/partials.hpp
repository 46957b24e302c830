// SPDX-License-Identifier: BSD-3-Clause
// Partial results of C, added up as they come. Two sums of equally many are added to one, as
// carries of a binary number: an entry is added some log2 times, and few sums are held at once.
#pragma once

#include "sptune/dispatcher.hpp"

#include "distributed/device/sum.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace sptune::distributed {

template <class V>
class Partials {
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
    if (c.columns != ColumnOrder::sorted) part = replaced(part, device::sorted_copy<V>(c));
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
    if (!sum) sum = owning(device::sorted_copy<V>(none_));
    sum_ = std::move(*sum);
    return sum_.c;
  }

  /// After finish: the sum with arrays of its own, for values that are added to it again.
  device::SortedRows<V>& own() {
    if (sum_.own.row_offsets.size() == 0) sum_ = replaced(sum_, device::sorted_copy<V>(sum_.c));
    return sum_.own;
  }

  /// Gives back what is used no more. Waits for the device, and so for messages that are under way.
  void release() { retired_.clear(); }

 private:
  struct Part {
    AnyCsr c;
    std::optional<Spgemm> plan;   ///< whose it is, or
    device::SortedRows<V> own{};  ///< where it is
  };

  void retire(Part part) { retired_.push_back(std::move(part)); }
  static Part owning(device::SortedRows<V> rows) {
    const AnyCsr c = rows.view();
    return {c, std::nullopt, std::move(rows)};
  }
  Part replaced(Part& before, device::SortedRows<V> rows) {
    retire(std::move(before));
    return owning(std::move(rows));
  }
  Part added(Part earlier, Part later) {
    Part out = owning(device::sum_of<V>(earlier.c, later.c));
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
