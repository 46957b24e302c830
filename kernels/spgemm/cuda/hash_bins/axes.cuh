// SPDX-License-Identifier: BSD-3-Clause
// The configuration of hash_bins: what a sweep may choose.
#pragma once

#include "kernels/api/variant.hpp"
#include "kernels/spgemm/cuda/hash_bins/accumulators.cuh"
#include "kernels/spgemm/cuda/hash_bins/policy.cuh"
#include "kernels/spgemm/cuda/pool.cuh"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>

namespace sptune::spgemm::hash_bins {

using cuda::Hash;
using cuda::MemorySource;

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
/// What numeric() does when only values have changed: `search`: as the first time; `places`: by the
/// position of every product (value replay); `gather`: by the factors of each entry of C (gather
/// replay). The second run makes what the last two need and keeps it. Places suit long rows,
/// factors short ones. `automatic`: search, and factors once values have changed often.
enum class Rerun : std::uint8_t { automatic, search, places, gather };
constexpr std::array<std::pair<Rerun, std::string_view>, 4> enum_names(Rerun) {
  return {{{Rerun::automatic, "auto"},
           {Rerun::search, "search"},
           {Rerun::places, "places"},
           {Rerun::gather, "gather"}}};
}
/// Whether rows of C are counted before they are filled, or filled where upper bounds of their
/// entries leave room and moved together; automatic: by a sample of rows. Bounds need memory
/// for as many entries beside C.
enum class Sizes : std::uint8_t { exact, bound, automatic };
constexpr std::array<std::pair<Sizes, std::string_view>, 3> enum_names(Sizes) {
  return {{{Sizes::exact, "exact"}, {Sizes::bound, "bound"}, {Sizes::automatic, "auto"}}};
}
/// Whether C is computed by a single launch, in memory for all products; automatic: where products
/// are few and nothing else is asked for.
enum class AtOnceChoice : std::uint8_t { automatic, never, always };
constexpr std::array<std::pair<AtOnceChoice, std::string_view>, 3> enum_names(AtOnceChoice) {
  return {{{AtOnceChoice::automatic, "auto"},
           {AtOnceChoice::never, "never"},
           {AtOnceChoice::always, "always"}}};
}
/// The accumulator that takes every row that it can; `policy`: none does.
enum class ForcedCount : std::int8_t { policy = -1 };
enum class ForcedFill : std::int8_t { policy = -1 };
/// All of a list, `policy` first.
template <class Forced, class List>
struct ForcedValues {
  using Names = std::array<std::pair<Forced, std::string_view>, List::count + 1>;
  static constexpr Names names = [] {
    Names out{};
    out[0] = {Forced::policy, "policy"};
    for (int i = 0; i < List::count; ++i) out[i + 1] = {static_cast<Forced>(i), List::names[i]};
    return out;
  }();
  Forced values[List::count + 1];
  constexpr ForcedValues() : values{} {
    for (int i = 0; i <= List::count; ++i) values[i] = names[i].first;
  }
};
using ForcedCounts = ForcedValues<ForcedCount, CountAccumulators>;
using ForcedFills = ForcedValues<ForcedFill, FillAccumulators>;
constexpr auto enum_names(ForcedCount) {
  return ForcedCounts::names;
}
constexpr auto enum_names(ForcedFill) {
  return ForcedFills::names;
}
/// `auto`, every policy that is built in, `file`.
struct PolicyChoices {
  static constexpr std::size_t count = builtin_policies.size() + 2;
  static constexpr auto names = [] {
    std::array<std::pair<PolicyChoice, std::string_view>, count> out{};
    out[0] = {PolicyChoice::automatic, "auto"};
    for (std::size_t i = 0; i < builtin_policies.size(); ++i) {
      out[i + 1] = {static_cast<PolicyChoice>(i), builtin_policies[i]};
    }
    out[count - 1] = {PolicyChoice::file, "file"};
    return out;
  }();
  PolicyChoice values[count];
  constexpr PolicyChoices() : values{} {
    for (std::size_t i = 0; i < count; ++i) values[i] = names[i].first;
  }
};
constexpr auto enum_names(PolicyChoice) {
  return PolicyChoices::names;
}
/// Whether rows of C that are equal up to a shift are found, and their products' places with them,
/// once for all of them; automatic: where a sample of rows says that nearly all are.
enum class Shifted : std::uint8_t { automatic, never, always };
constexpr std::array<std::pair<Shifted, std::string_view>, 3> enum_names(Shifted) {
  return {{{Shifted::automatic, "auto"}, {Shifted::never, "never"}, {Shifted::always, "always"}}};
}
/// Whether neighbouring rows with the same columns are counted once and filled together; automatic:
/// where these have a quarter of A's entries, and products enough to look for them.
enum class Grouped : std::uint8_t { automatic, never, always };
constexpr std::array<std::pair<Grouped, std::string_view>, 3> enum_names(Grouped) {
  return {{{Grouped::automatic, "auto"}, {Grouped::never, "never"}, {Grouped::always, "always"}}};
}
/// What each field means is said once, by its axis below, whose first value is the default.
struct Config {
  int lanes;
  int sort;
  ByWords words;
  int team_entries;
  int team_window;
  int block_window;
  int passes;
  int team_steps;
  int shared_kib;
  Counting counting;
  int bits;
  Adding adding;
  Hash hash;
  int streams;
  Sizes sizes;
  Shifted shifted;
  Grouped grouped;
  AtOnceChoice at_once;
  Rerun rerun;
  ForcedCount count;
  ForcedFill fill;
  PolicyChoice policy;
  int tile_threads;
  int tile_shared;
  int slice_depth;
  MemorySource memory;
};

/// What gather replay alone reads.
constexpr auto gather_space = free_space<Config>(
    axis("tile_threads", &Config::tile_threads, {192, 128, 160},
         "rerun=gather: threads for 4096 products of neighbouring rows of C"),
    axis("tile_shared", &Config::tile_shared, {75, 100},
         "rerun=gather: percent of a multiprocessor's memory that is shared memory, not cache"),
    axis("slice_depth", &Config::slice_depth, {0, 2, 4},
         "rerun=gather: products of an entry loaded at once where rows of C are long; 0: by how "
         "many "
         "such entries there are"));

/// Points near the default only (`away` counts the axes): the product of all is far too many.
constexpr bool allowed(const Config& c, std::size_t away) {
  // Rows filled by bounds come from lists that are gone when they would be summed in order.
  if (c.adding == Adding::stable && c.sizes != Sizes::exact) return false;
  // Rows that share places are counted with them, and those of a group once.
  if (c.shifted == Shifted::always && c.sizes == Sizes::bound) return false;
  if (c.grouped == Grouped::always && c.sizes == Sizes::bound) return false;
  const std::size_t gather_options = gather_space.distance(c);
  if (gather_options > 0 && c.rerun != Rerun::gather) return false;
  const std::size_t sharing =
      (c.shifted == Shifted::automatic ? 0 : 1) + (c.grouped == Grouped::automatic ? 0 : 1);
  if (c.rerun != Rerun::automatic) return away == 1 + gather_options + sharing;
  const bool forced = c.count != ForcedCount::policy || c.fill != ForcedFill::policy;
  if (forced && away > 1) return false;
  if (c.policy != PolicyChoice::automatic && away > 1) return false;
  if (c.at_once != AtOnceChoice::automatic && away > 1) return false;
  return c.memory == MemorySource::pool || away == 1;
}

constexpr auto config_space =
    space<Config>(
        allowed,
        "at most two axes away from their defaults; rerun (but for shifted, grouped and "
        "the axes of rerun=gather) and memory=raw alone; count, fill, policy and at_once alone; "
        "adding=stable with sizes=exact, shifted=always and grouped=always not with sizes=bound",
        axis("lanes", &Config::lanes, {0, 8, 16, 32}, "lanes per row of B; 0: by the mean row"),
        axis("sort", &Config::sort, {256, 0, 64},
             "most products of a row of C that are sorted in registers"),
        axis("words", &Config::words, {ByWords::automatic, ByWords::never, ByWords::always},
             "columns of B taken 32 at a time where they lie close together"),
        axis("team_entries", &Config::team_entries, {256, 64},
             "most entries of a row of C in a table of part of a warp"),
        axis("team_window", &Config::team_window, {1024, 0},
             "widest span of columns summed densely by a warp"),
        axis(
            "block_window", &Config::block_window, {8192, 0},
            "widest span summed densely by a block among others; 0: no windows where a table does"),
        axis("passes", &Config::passes, {3, 0}, "passes of dense windows preferred to a table"),
        axis("team_steps", &Config::team_steps, {0, 32, 1024},
             "most steps, one per row of B and one per 32 products, of a row that part of a block "
             "takes, or 128 threads of one; 0: by what all products take"),
        axis("shared_kib", &Config::shared_kib, {227, 100, 48}, "most shared memory of a block"),
        axis("counting", &Config::counting, {Counting::bits, Counting::tables},
             "entries of C counted by bitmaps where the span suits, or by tables"),
        axis("bits", &Config::bits, {64, 16, 0},
             "values summed by rank among bits where the span has at most so many columns per "
             "product"),
        axis(
            "adding", &Config::adding, {Adding::automatic, Adding::atomic, Adding::stable},
            "a warp's tables: one row of B at a time without atomics, or several; stable: the same "
            "bits on every run, other rows are summed once more in order"),
        axis("hash", &Config::hash, {Hash::multiply, Hash::low}, "hash function"),
        axis("streams", &Config::streams, {8, 1, 4}, "streams that the bins are spread over"),
        axis("sizes", &Config::sizes, {Sizes::exact, Sizes::bound, Sizes::automatic},
             "rows of C counted first, or filled by upper bounds and moved together, or as a "
             "sample of rows says"),
        axis("shifted", &Config::shifted, {Shifted::automatic, Shifted::never, Shifted::always},
             "rows equal up to a shift share the places of their products; auto: where a sample of "
             "rows is"),
        axis("grouped", &Config::grouped, {Grouped::automatic, Grouped::never, Grouped::always},
             "neighbouring rows with the same columns are counted once and filled together; auto: "
             "where they have a quarter of A's entries"),
        axis("at_once", &Config::at_once,
             {AtOnceChoice::automatic, AtOnceChoice::never, AtOnceChoice::always},
             "C by a single launch, in memory for all products; auto: where they are few and all "
             "other axes but policy, rerun=search and gather have their defaults"),
        axis(
            "rerun", &Config::rerun,
            {Rerun::automatic, Rerun::search, Rerun::places, Rerun::gather},
            "values alone changed: searched again, by the places of the products (two bytes each), "
            "or by the factors of each entry of C (5 to 12); the second run keeps them; auto: "
            "the factors, where enough runs are expected, or have been"),
        std::get<0>(gather_space.axes), std::get<1>(gather_space.axes),
        std::get<2>(gather_space.axes),
        axis("count", &Config::count, ForcedCounts().values,
             "how entries are counted wherever it can be done so; policy: as suits the row"),
        axis("fill", &Config::fill, ForcedFills().values,
             "how values are computed wherever it can be done so; policy: as suits the row"),
        axis("policy", &Config::policy, PolicyChoices().values,
             "who decides between accumulators: the policy of the device's architecture, one that "
             "is built in, or the file in SPTUNE_SPGEMM_POLICY"),
        axis("memory", &Config::memory, {MemorySource::pool, MemorySource::raw},
             "memory of a run kept in a pool, or from the driver each time"))
        .within(2);

}  // namespace sptune::spgemm::hash_bins
