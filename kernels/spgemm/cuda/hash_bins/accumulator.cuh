// SPDX-License-Identifier: BSD-3-Clause
// Accumulators: ways to count or to fill a row of C. Each is one record in one file: its name, how
// many bins of rows it keeps apart, which rows it can take, and its launch. accumulators.cuh lists
// them; which of those that can take a row does so is up to the policy (policy.cuh).
#pragma once

#include "kernels/spgemm/cuda/hash_bins/product.cuh"
#include "kernels/spgemm/cuda/hash_table.cuh"
#include "kernels/spgemm/cuda/streams.cuh"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace sptune::spgemm::hash_bins {

/// A row before its entries are counted.
struct CountRow {
  RowFacts facts;
  std::int64_t entries_of_a;
  bool masked;  ///< B's columns are there by words
};
/// … and when they are.
struct FillRow {
  RowFacts facts;
  std::int64_t entries_of_a;
  bool masked;
  int entries;
  int group;  ///< rows with the same columns, which are filled together or each by itself
};

/// A bin, and what the kernel's shared memory must hold for the row: columns of a span, keys of a
/// table or bytes, as the accumulator has it.
struct BinChoice {
  int bin;
  int need;
  [[nodiscard]] __device__ __forceinline__ bool taken() const { return bin >= 0; }
};
constexpr BinChoice cannot{-1, 0};

/// A row that one team finishes before others would wait for it.
template <class Row>
[[nodiscard]] __device__ __forceinline__ bool suits_team(const Row& row, const Limits& l) {
  return row.facts.products <= l.team_products && row.entries_of_a <= l.team_rows_of_b &&
         row.entries_of_a + row.facts.products / 32 <= l.team_steps;
}

/// Whether the fewest threads of a block, 128, would be at a row for half as long again as a team
/// may be at one, since a launch more costs some µs. At a time they fetch 32 rows of B, which takes
/// as long as two steps of a team, and four products each.
template <class Row>
[[nodiscard]] __device__ __forceinline__ bool outlasts_few_threads(const Row& row,
                                                                   const Limits& l) {
  return 2 * (row.entries_of_a / 16 + row.facts.products / 512) > 3 * std::int64_t{l.team_steps};
}

/// Whether a bit per column of the row's span is not too much where values are computed.
[[nodiscard]] __device__ __forceinline__ bool suits_bits(const FillRow& row, const Limits& l) {
  return l.bits && row.facts.span <= std::int64_t{l.fill_bits_per_product} * row.facts.products;
}

/// Teams that need little are launched apart: all of a launch have what its largest row needs.
[[nodiscard]] __device__ __forceinline__ BinChoice team_of_bytes(int need, const Limits& l) {
  return need <= l.team_bytes ? BinChoice{need <= l.small_team_bytes ? 1 : 0, need} : cannot;
}

/// What launches go by: the device, and what the configuration says of all accumulators.
struct LaunchFacts {
  int sm_count;
  std::int64_t shared_per_sm;
  std::int64_t shared_per_block;  ///< with what kernels name themselves
  int most_shared;                ///< of a block, beside that
  int lanes;                      ///< per row of B, 0: by the row
  int default_lanes;              ///< the same, never 0
  Hash hash;
  bool always_ordered;  ///< teams take one row of B at a time
  bool never_ordered;
  std::int64_t columns;   ///< of B
  std::int64_t mean_row;  ///< entries of the row of B that an entry of A names
  bool uneven;            ///< rows of B differ so much that a block's warps divide them: EvenTeam

  /// Lanes of a team that needs `bytes`: a block must leave room for others.
  [[nodiscard]] int team_size_for(int bytes) const {
    int size = std::max(default_lanes, 8);
    while (size < 32 && team_threads / size * bytes > 48 * 1024) size *= 2;
    return size;
  }
  /// Whether a team of `size` lanes takes one row of B at a time.
  [[nodiscard]] bool ordered(int size) const {
    return always_ordered || (!never_ordered && size <= 2 * default_lanes);
  }
  /// Blocks that a multiprocessor's shared memory holds: each takes a kilobyte for the driver.
  [[nodiscard]] std::int64_t blocks_resident(std::int64_t bytes) const {
    return (shared_per_sm - 1024) / (bytes + 1024);
  }
  /// Threads of a block whose row takes long, as many as there may be, but few enough that each
  /// multiprocessor gets some rows one after the other.
  [[nodiscard]] int threads_for_long(std::int64_t rows) const {
    int threads = 1024;
    while (threads > 128 && rows * threads > std::int64_t{sm_count} * 8192) threads /= 2;
    return threads;
  }
  /// Threads of a block that needs `bytes`, so that the rows of its bin fill the device. A
  /// multiprocessor holds 1024 threads of such kernels: their registers say so.
  [[nodiscard]] int threads_for(std::int64_t bytes, std::int64_t rows) const {
    const std::int64_t resident = std::clamp<std::int64_t>(blocks_resident(bytes), 1, 16);
    const std::int64_t per_sm =
        std::clamp<std::int64_t>((rows + sm_count - 1) / sm_count, 1, resident);
    int threads = 128;
    while (threads < 1024 && threads * per_sm < 1024) threads *= 2;
    return threads;
  }
};

/// The bins of a phase, of which an accumulator launches its own: those from `first` on.
struct LaunchBins {
  const int* all_rows;
  const int* all_needs;
  Index* lists;
  std::int64_t rows_of_a;
  int first = 0;

  [[nodiscard]] int rows(int bin) const { return all_rows[first + bin]; }
  [[nodiscard]] int need(int bin) const { return all_needs[first + bin]; }
  [[nodiscard]] RowList list(int bin) const {
    return RowList::of(lists, first + bin, rows(bin), rows_of_a);
  }
};

/// What an accumulator is launched with. V = void: to count.
template <class V>
struct Launch {
  const LaunchFacts& facts;
  const Limits& limits;
  const Product<V>& c;
  SideStreams& streams;
  LaunchBins bins;
  unsigned* queues;         ///< a counter per bin, zero
  OversizedRows oversized;  ///< for whoever fills them
  unsigned* scattered;      ///< memory for ScatteredLaunch
};
using CountLaunch = Launch<void>;

/// A block for each row of A's bins, with the shared memory that a bin's rows need, in bytes.
template <class A, class V, class K, class... Rest>
void launch_by_blocks(const Launch<V>& at, K kernel, const Rest&... rest) {
  for (int bin = 0; bin < A::bins; ++bin) {
    const int rows = at.bins.rows(bin);
    if (rows == 0) continue;
    const int need = at.bins.need(bin);
    const int threads =
        bin == A::long_bin ? at.facts.threads_for_long(rows) : at.facts.threads_for(need, rows);
    launch(kernel, static_cast<unsigned>(rows), threads, need, at.streams.next(), at.bins.list(bin),
           at.c, at.facts.lanes, rest...);
  }
}

/// Records as a list: a phase's accumulators, in the order of their launches. The bins of all
/// follow one another.
template <class... As>
struct Accumulators {
  static constexpr int count = sizeof...(As);
  static constexpr int bins = (As::bins + ...);
  static constexpr std::array<std::string_view, sizeof...(As)> names{As::name...};

  /// The sum of of(type_identity<B>) over all B that stand before A.
  template <class A, class F>
  [[nodiscard]] static constexpr int sum_before(F&& of) {
    int sum = 0;
    bool found = false;
    ((found = found || std::is_same_v<A, As>, sum += found ? 0 : of(std::type_identity<As>{})),
     ...);
    return sum;
  }
  /// The place of A in the list, and its first bin.
  template <class A>
  static constexpr int number = sum_before<A>([]<class B>(std::type_identity<B>) { return 1; });
  template <class A>
  static constexpr int first_bin = sum_before<A>([]<class B>(std::type_identity<B>) {
    return B::bins;
  });

  /// Where accumulator `n` puts the row, if it can take it.
  template <class Row>
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(int n, const Row& row,
                                                                  const Limits& l) {
    return place_of<0, count>(n, row, l);
  }

  /// Calls f(type_identity<A>) for each.
  template <class F>
  static void for_each(F&& f) {
    (f(std::type_identity<As>{}), ...);
  }
  /// How many rows the bins of A have.
  template <class A>
  [[nodiscard]] static int rows_of(const int* rows) {
    int sum = 0;
    for (int bin = 0; bin < A::bins; ++bin) sum += rows[first_bin<A> + bin];
    return sum;
  }
  /// Whether `bin` is one of an accumulator for which `Is<A>::value` holds.
  template <template <class> class Is>
  [[nodiscard]] static __device__ __forceinline__ bool is(int bin) {
    bool found = false;
    const auto ask = [&]<class A>(std::type_identity<A>) {
      constexpr int first = first_bin<A>;
      if constexpr (Is<A>::value) found = found || (bin >= first && bin < first + A::bins);
    };
    (ask(std::type_identity<As>{}), ...);
    return found;
  }

 private:
  /// By halves: a row asks few accumulators, and should not walk past all of them.
  template <int From, int To, class Row>
  [[nodiscard]] static __device__ __forceinline__ BinChoice place_of(int n, const Row& row,
                                                                     const Limits& l) {
    if constexpr (To - From == 1) {
      using A = std::tuple_element_t<From, std::tuple<As...>>;
      constexpr int first = first_bin<A>;
      // Hidden from the compiler, which otherwise works out what every accumulator would say before
      // one is asked: a third of the instructions of `offsets_and_bins`.
      Row own = row;
      asm volatile("" : "+r"(own.facts.products), "+r"(own.facts.span));
      BinChoice out = A::place(own, l);
      if (out.taken()) out.bin += first;
      return out;
    } else {
      constexpr int middle = (From + To) / 2;
      return n < middle ? place_of<From, middle>(n, row, l) : place_of<middle, To>(n, row, l);
    }
  }
};

}  // namespace sptune::spgemm::hash_bins
