// SPDX-License-Identifier: BSD-3-Clause
// Which rows of a distributed matrix (or elements of a distributed vector) each rank needs of the
// others, and must give them: found once for a pattern.
#pragma once

#include "sptune/types.hpp"

#include "distributed/messages.hpp"
#include "distributed/partition.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sptune::distributed {

struct Needs {
  std::vector<Index> wanted;                   ///< global, increasing
  std::vector<std::int64_t> wanted_begins{0};  ///< those of rank r begin here; one more than ranks
  std::vector<Index> given;  ///< counted from this rank's first, by who wants them
  /// Those for rank r begin here; nothing: every rank wants all of `given`.
  std::vector<std::int64_t> given_begins{0};

  /// Where those that rank r gives stand among `wanted`, and how many they are.
  [[nodiscard]] std::int64_t from(int r) const { return wanted_begins[at(r)]; }
  [[nodiscard]] std::int64_t count_from(int r) const { return from(r + 1) - from(r); }
  /// What rank r wants of this one.
  [[nodiscard]] std::span<const Index> for_rank(int r) const {
    return given_to(r, std::span(given));
  }
  /// Of an array with an element for each of `wanted`: the part that rank r gives.
  template <class T>
  [[nodiscard]] std::span<T> wanted_of(int r, std::span<T> all) const {
    return part(wanted_begins, r, all);
  }
  /// Of an array with an element for each of `given`: the part that rank r gets.
  template <class T>
  [[nodiscard]] std::span<T> given_to(int r, std::span<T> all) const {
    return given_begins.empty() ? all : part(given_begins, r, all);
  }

 private:
  static std::size_t at(int r) noexcept { return static_cast<std::size_t>(r); }
  template <class T>
  static std::span<T> part(const std::vector<std::int64_t>& begins, int r, std::span<T> all) {
    const auto begin = static_cast<std::size_t>(begins[at(r)]);
    return all.subspan(begin, static_cast<std::size_t>(begins[at(r) + 1]) - begin);
  }
};

/// Begins to send an element for each of `needs.given` and to receive one for each of
/// `needs.wanted`.
template <class T>
void exchange(Messages& messages, const Needs& needs, std::span<const T> given,
              std::span<T> wanted) {
  const auto ranks = static_cast<int>(needs.wanted_begins.size()) - 1;
  for (int r = 0; r < ranks; ++r) {
    messages.receive(r, needs.wanted_of(r, wanted));
    messages.send(r, needs.given_to(r, given));
  }
}

/// Where a column stands among the wanted ones.
class Positions {
 public:
  /// `looked_up`: about how often it will be asked; a table of all columns is made where it pays.
  Positions(std::span<const Index> wanted, std::int64_t cols, std::int64_t looked_up);
  /// `column`: one of the wanted.
  [[nodiscard]] Index operator()(Index column) const;

 private:
  std::span<const Index> wanted_;
  std::vector<Index> table_;
};

/// The columns that stand in a pattern: increasing, each once.
[[nodiscard]] std::vector<Index> distinct(std::span<const Index> columns, std::int64_t cols);

/// Collective: tells the owners. `wanted`: increasing.
[[nodiscard]] Needs exchange_needs(Communicator& ranks, const Partition& owners,
                                   std::vector<Index> wanted);

/// Every rank needs all: known without a message.
[[nodiscard]] Needs need_all(const Communicator& ranks, const Partition& owners);

}  // namespace sptune::distributed
