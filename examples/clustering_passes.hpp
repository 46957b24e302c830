// SPDX-License-Identifier: BSD-3-Clause
// What Markov clustering does to the rows of a product: inflation and pruning. Rows are where the
// paper has columns: the matrix is the transposed one.
#pragma once

#include "examples/parts/pass.hpp"

namespace sptune::examples {

/// Every value is squared (inflation 2) and divided by the row's sum; what is below `prune` then
/// goes, but for the largest. Fills how many stay in each row, from which square on, and the sum of
/// those that stay.
template <class O>
struct KeepRow : Pass<0, 0> {
  static constexpr bool by_teams = true;
  CsrView<double, O> product;
  double prune;
  std::int32_t* kept;
  double *from, *sum;
  SPTUNE_BOTH void operator()(std::int64_t row, double /*scale*/, Team team,
                              double* /*left*/) const {
    const O begin = product.row_offsets[row] + team.lane;
    const O end = product.row_offsets[row + 1];
    double all = 0;
    double largest = 0;
    for (O k = begin; k < end; k += team.size) {
      const double square = product.values[k] * product.values[k];
      all += square;
      largest = largest > square ? largest : square;
    }
    all = team.sum(all);
    largest = team.largest(largest);
    const double enough = prune * all < largest ? prune * all : largest;
    double staying = 0;
    double number = 0;
    for (O k = begin; k < end; k += team.size) {
      const double square = product.values[k] * product.values[k];
      if (square < enough) continue;
      staying += square;
      number += 1;
    }
    staying = team.sum(staying);
    number = team.sum(number);
    if (team.lane != 0) return;
    kept[row] = static_cast<std::int32_t>(number);
    from[row] = enough;
    sum[row] = staying;
  }
};

/// Writes what stays, the sum of each row 1. Leaves the largest of max(row) - sum(row^2), which is
/// 0 when nothing changes any more (van Dongen's chaos).
template <class O>
struct FillRow : LargestPass<0, 1> {
  static constexpr bool by_teams = true;
  CsrView<double, O> product;
  const std::int32_t* offsets;
  const double *from, *sum;
  Index* columns;
  double* values;
  SPTUNE_BOTH void operator()(std::int64_t row, double /*scale*/, Team team, double* left) const {
    const O end = product.row_offsets[row + 1];
    std::int32_t at = offsets[row];
    double largest = 0;
    double squares = 0;
    for (O first = product.row_offsets[row]; first < end; first += team.size) {
      const O k = first + team.lane;
      const double square = k < end ? product.values[k] * product.values[k] : 0;
      const bool stays = k < end && square >= from[row];
      const Team::Votes votes = team.count(stays);
      if (stays) {
        const double value = square / sum[row];
        columns[at + votes.before] = product.col_indices[k];
        values[at + votes.before] = value;
        largest = largest > value ? largest : value;
        squares += value * value;
      }
      at += votes.all;
    }
    largest = team.largest(largest);
    squares = team.sum(squares);
    if (team.lane == 0) left[0] = join(left[0], largest - squares);
  }
};

}  // namespace sptune::examples
