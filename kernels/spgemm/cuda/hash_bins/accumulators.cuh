// SPDX-License-Identifier: BSD-3-Clause
// The accumulators that there are: a line each, and a file each.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/count_block.cuh"
#include "kernels/spgemm/cuda/hash_bins/count_merge.cuh"
#include "kernels/spgemm/cuda/hash_bins/count_team.cuh"
#include "kernels/spgemm/cuda/hash_bins/expand_sort.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_block.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_block_group.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_copy.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_masks.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_merge.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_strips.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_team_bits.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_team_table.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_team_window.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_windows.cuh"

namespace sptune::spgemm::hash_bins {

/// Launched in this order: the larger rows first, so that none of them is the last to end. It is
/// also the order in which those are asked that a policy's order leaves out.
using CountAccumulators = Accumulators<  //
    CountWideBits,                       //
    CountBlockBits,                      //
    CountBlockTable,                     //
    CountTeamWords,                      //
    CountTeamBits,                       //
    CountTeamTable,                      //
    CountSort<32>,                       //
    CountSort<16>,                       //
    CountMerge>;

using FillAccumulators = Accumulators<  //
    FillWideWindow,                     //
    FillBlockGroup,                     //
    FillBlockStrips,                    //
    FillBlockWindow,                    //
    FillBlockBits,                      //
    FillBlockWords,                     //
    FillBlockTable,                     //
    FillTeamWindow,                     //
    FillTeamWords,                      //
    FillTeamRanks,                      //
    FillTeamBits,                       //
    FillTeamTable,                      //
    FillSort<32>,                       //
    FillSort<16>,                       //
    FillSort<8>,                        //
    FillMerge,                          //
    FillCopy>;

/// The bin of rows that blocks share, by windows of columns and parts of their entries of A.
constexpr int oversized_bin = CountAccumulators::bins;
/// No bin: its need are the most entries of A that one of these rows has.
constexpr int longest_row_bin = oversized_bin + 1;
static_assert(longest_row_bin < most_bins && FillAccumulators::bins < most_bins);

/// Lists of rows: two bins share one, from both ends, since no row is in two bins.
constexpr int list_pairs = (std::max(CountAccumulators::bins, FillAccumulators::bins) + 1) / 2;

template <class A>
struct IsReplayed : std::bool_constant<A::replayed> {};
template <class A>
    struct FillsGroups : std::bool_constant < requires {
  A::by_groups;
} > {};

}  // namespace sptune::spgemm::hash_bins
