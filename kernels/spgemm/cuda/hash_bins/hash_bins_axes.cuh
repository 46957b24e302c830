// SPDX-License-Identifier: BSD-3-Clause
// What hash_bins lets a sweep choose.
#pragma once

#include "kernels/api/variant.hpp"
#include "kernels/spgemm/cuda/pool.cuh"
#include "kernels/spgemm/cuda/tables.cuh"

namespace sptune::spgemm::hash_bins {

using cuda::Hash;
using cuda::Source;

/// Whether lanes of a team may work on several rows of B at once, adding by atomics; stable: they
/// never do, and what blocks have added by atomics is summed again in the order of A's entries.
enum class Adding : std::uint8_t { automatic, atomic, stable };
constexpr std::array<std::pair<Adding, std::string_view>, 3> enum_names(Adding) {
  return {{{Adding::automatic, "auto"}, {Adding::atomic, "atomic"}, {Adding::stable, "stable"}}};
}
enum class Counting : std::uint8_t { bits, tables };
constexpr std::array<std::pair<Counting, std::string_view>, 2> enum_names(Counting) {
  return {{{Counting::bits, "bits"}, {Counting::tables, "tables"}}};
}
/// Whether columns of B are taken 32 at a time; automatic: where its entries are used often and
/// lie close together.
enum class ByWords : std::uint8_t { automatic, never, always };
constexpr std::array<std::pair<ByWords, std::string_view>, 3> enum_names(ByWords) {
  return {{{ByWords::automatic, "auto"}, {ByWords::never, "never"}, {ByWords::always, "always"}}};
}
/// What numeric() does when only values have changed: search as the first time, go by the places of
/// all products, or gather the factors of each entry of C. The second run looks these up and keeps
/// them. Places suit long rows, factors short ones.
enum class Rerun : std::uint8_t { search, places, gather };
constexpr std::array<std::pair<Rerun, std::string_view>, 3> enum_names(Rerun) {
  return {{{Rerun::search, "search"}, {Rerun::places, "places"}, {Rerun::gather, "gather"}}};
}
/// Whether rows of C are counted before they are filled, or filled where upper bounds of their
/// entries leave room and moved together; automatic: as a sample of rows says. Bounds need memory
/// for as many entries beside C.
enum class Sizes : std::uint8_t { exact, bound, automatic };
constexpr std::array<std::pair<Sizes, std::string_view>, 3> enum_names(Sizes) {
  return {{{Sizes::exact, "exact"}, {Sizes::bound, "bound"}, {Sizes::automatic, "auto"}}};
}
struct Config {
  int lanes = 0;
  int sort = 256;
  ByWords words = ByWords::automatic;
  int team_entries = 256;
  int team_window = 1024;
  int block_window = 8192;
  int passes = 3;
  int shared_kib = 227;
  Counting counting = Counting::bits;
  int bits = 64;
  Adding adding = Adding::automatic;
  Hash hash = Hash::multiply;
  int streams = 4;
  Sizes sizes = Sizes::exact;
  Rerun rerun = Rerun::search;
  Source memory = Source::pool;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

/// The product of all axes is far too many points: those near the default, and of these all.
constexpr bool near_default(const Config& c) {
  const Config d;
  const int away =
      (c.lanes != d.lanes ? 1 : 0) + (c.sort != d.sort ? 1 : 0) + (c.words != d.words ? 1 : 0) +
      (c.team_entries != d.team_entries ? 1 : 0) + (c.team_window != d.team_window ? 1 : 0) +
      (c.block_window != d.block_window ? 1 : 0) + (c.passes != d.passes ? 1 : 0) +
      (c.shared_kib != d.shared_kib ? 1 : 0) + (c.counting != d.counting ? 1 : 0) +
      (c.bits != d.bits ? 1 : 0) + (c.adding != d.adding ? 1 : 0) + (c.hash != d.hash ? 1 : 0) +
      (c.streams != d.streams ? 1 : 0) + (c.sizes != d.sizes ? 1 : 0);
  // Rows filled by bounds come from lists that are gone when they would be summed in order.
  if (c.adding == Adding::stable && c.sizes != Sizes::exact) return false;
  return away + (c.rerun != d.rerun ? 2 : 0) + (c.memory != d.memory ? 2 : 0) <= 2;
}

constexpr auto config_space = space<Config>(
    near_default,
    "at most two axes away from their defaults; rerun and memory=raw alone; adding=stable with "
    "sizes=exact",
    axis("lanes", &Config::lanes, {0, 8, 16, 32}, "lanes per row of B; 0: by the mean row"),
    axis("sort", &Config::sort, {256, 0, 64},
         "most products of a row of C that are sorted in registers"),
    axis("words", &Config::words, {ByWords::automatic, ByWords::never, ByWords::always},
         "columns of B taken 32 at a time where they lie close together"),
    axis("team_entries", &Config::team_entries, {256, 64},
         "most entries of a row of C in a table of part of a warp"),
    axis("team_window", &Config::team_window, {1024, 0},
         "widest span of columns summed densely by a warp"),
    axis("block_window", &Config::block_window, {8192, 0},
         "widest span summed densely by a block among others; 0: no windows where a table does"),
    axis("passes", &Config::passes, {3, 0}, "passes of dense windows preferred to a table"),
    axis("shared_kib", &Config::shared_kib, {227, 100, 48}, "most shared memory of a block"),
    axis("counting", &Config::counting, {Counting::bits, Counting::tables},
         "entries of C counted by bitmaps where the span suits, or by tables"),
    axis("bits", &Config::bits, {64, 16, 0},
         "values summed by rank among bits where the span has at most so many columns per product"),
    axis("adding", &Config::adding, {Adding::automatic, Adding::atomic, Adding::stable},
         "a warp's tables: one row of B at a time without atomics, or several; stable: the same "
         "bits on every run, other rows are summed once more in order"),
    axis("hash", &Config::hash, {Hash::multiply, Hash::low}, "hash function"),
    axis("streams", &Config::streams, {4, 1}, "streams that the bins are spread over"),
    axis("sizes", &Config::sizes, {Sizes::exact, Sizes::bound, Sizes::automatic},
         "rows of C counted first, or filled by upper bounds and moved together, or as a sample "
         "says"),
    axis("rerun", &Config::rerun, {Rerun::search, Rerun::places, Rerun::gather},
         "values alone changed: searched again, by the places of the products (two bytes each), or "
         "by the factors of each entry of C (six to ten); the second such run keeps them"),
    axis("memory", &Config::memory, {Source::pool, Source::raw},
         "memory of a run kept in a pool, or from the driver each time"));

}  // namespace sptune::spgemm::hash_bins
