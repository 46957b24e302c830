// SPDX-License-Identifier: BSD-3-Clause
// Where pieces of a matrix end that prefer to end with a row. Where a piece ends depends on where
// it begins, so that the pieces form a chain, which is slow to follow. But every row of a window
// can be asked at the same time where a chain that comes by it goes on; then following takes a look
// per piece. Without CUDA, so that the host can ask, too.
#pragma once

#include "kernels/cuda/host_device.hpp"

#include <cstdint>
#include <type_traits>

namespace sptune::spmv::cuda {

/// Offsets of neighbouring rows, and of the row behind them.
template <class O>
struct OffsetsOfRows {
  /// What is reckoned in: a tile behind the last offset of 31 bits has 32, and 64 take twice the
  /// instructions.
  using Entry = std::conditional_t<sizeof(O) == 4, std::uint32_t, std::int64_t>;

  const O* offsets;
  int rows;
  bool last;               ///< no other rows follow that count
  float rows_per_entry{};  ///< at the mean; 0: none has entries

  SPTUNE_HOST_DEVICE OffsetsOfRows(const O* of, int count, bool is_last)
      : offsets(of), rows(count), last(is_last) {
    if (end() > at(0)) {
      rows_per_entry = static_cast<float>(rows) / static_cast<float>(end() - at(0));
    }
  }

  [[nodiscard]] SPTUNE_HOST_DEVICE Entry at(int row) const {
    return static_cast<Entry>(offsets[row]);
  }
  [[nodiscard]] SPTUNE_HOST_DEVICE Entry end() const { return at(rows); }
  /// The last border in [row, stop] with no more than `limit` entries before it; `row` is one. Near
  /// ones are found sooner.
  [[nodiscard]] SPTUNE_HOST_DEVICE int last_border(int row, int stop, Entry limit) const {
    constexpr int some = 3;
    for (int i = 0; i < some; ++i, ++row) {
      if (row == stop || at(row + 1) > limit) return row;
    }
    int step = 1;
    for (; step <= stop - row && at(row + step) <= limit; step *= 2) row += step;
    if (step <= stop - row) stop = row + step - 1;
    return last_between(row, stop, limit);
  }
  /// The same of all rows behind `row`; where rows are alike it is found in three looks.
  [[nodiscard]] SPTUNE_HOST_DEVICE int last_border_of_alike(int row, Entry limit) const {
    const auto away = static_cast<int>(static_cast<float>(limit - at(row)) * rows_per_entry);
    const int guess = away < rows - row ? row + away : rows;
    int stop = rows;
    if (at(guess) <= limit) return last_border(guess, stop, limit);
    stop = guess - 1;
    for (int step = 1; step < stop - row; step *= 2) {
      if (at(stop - step) <= limit) {
        row = stop - step;
        break;
      }
      stop -= step + 1;
    }
    return last_between(row, stop, limit);
  }
  /// As last_border, which is no row behind `stop`.
  [[nodiscard]] SPTUNE_HOST_DEVICE int last_between(int row, int stop, Entry limit) const {
    while (row < stop) {
      const int middle = (row + stop + 1) / 2;
      if (at(middle) <= limit) {
        row = middle;
      } else {
        stop = middle - 1;
      }
    }
    return row;
  }
};

/// Rows of later windows would have to be known.
constexpr int undecided = 0xffff;

/// Pieces of whole rows, at most so many and with at most so many entries, or one row that has
/// more.
struct PieceRule {
  int entries;
  int rows;

  /// The row behind the piece that begins with `row`. `reach`: what it was asked of a row before,
  /// or `row`; it becomes the last border within reach of this one.
  template <class O>
  [[nodiscard]] SPTUNE_HOST_DEVICE int next(const OffsetsOfRows<O>& w, int row, int& reach) const {
    const int stop = row + rows < w.rows ? row + rows : w.rows;
    reach = w.last_border(reach, stop,
                          w.at(row) + static_cast<typename OffsetsOfRows<O>::Entry>(entries));
    if (reach == row) return row + 1;
    return reach == w.rows && !w.last && reach - row < rows ? undecided : reach;
  }
};

/// Tiles of at most `size` entries. A tile ends with a row when at most `padding` of its slots stay
/// empty by that, else wherever it is full. So tiles come in runs from one such row to the next, of
/// which all tiles but the last are full.
struct TileRule {
  std::int64_t size;
  std::int64_t padding;

  /// Tiles of a run.
  [[nodiscard]] SPTUNE_HOST_DEVICE std::int64_t tiles(std::int64_t first, std::int64_t end) const {
    // Mostly one, and a division of 64 bits is a hundred instructions.
    return end > first && end - first <= size ? 1 : (end - first + size - 1) / size;
  }
  /// The row with which the run ends that begins at entry `begin`. `reach`: a row before which all
  /// borders are too near; it becomes the last one within reach of the run's first tile. `is_near`:
  /// that is some rows away.
  template <class O>
  [[nodiscard]] SPTUNE_HOST_DEVICE int run_end(const OffsetsOfRows<O>& w, std::int64_t begin,
                                               int& reach, bool is_near) const {
    using Entry = typename OffsetsOfRows<O>::Entry;
    auto first = static_cast<Entry>(begin);
    const auto slots = static_cast<Entry>(size);
    const Entry end = w.end();
    int row = reach;
    for (bool of_first = true; first < end; of_first = false) {
      if (first + slots >= end && !w.last) return undecided;
      const Entry limit = first + slots < end ? first + slots : end;
      if (w.at(row) <= limit) {
        row = is_near && of_first ? w.last_border(row, w.rows, limit)
                                  : w.last_border_of_alike(row, limit);
        if (of_first) reach = row;
        if (w.at(row) > first && limit - w.at(row) <= static_cast<Entry>(padding)) return row;
      }
      // On to the tile in which the next row ends; there is one, since rows end behind the limit.
      const Entry border = w.at(row) > limit ? w.at(row) : w.at(row + 1);
      first = limit + (border - limit - 1) / slots * slots;
    }
    return w.last ? w.rows : undecided;
  }
  template <class O>
  [[nodiscard]] SPTUNE_HOST_DEVICE int next(const OffsetsOfRows<O>& w, int row, int& reach) const {
    const bool asked_before = reach > row;  // of the row before
    if (!asked_before) reach = row;
    return run_end(w, w.at(row), reach, asked_before);
  }
};

/// Tiles of a run, or those of them that are known.
struct TileRun {
  std::int64_t first;  ///< entry
  std::int64_t tiles;
};

/// From one window to the next.
struct TileStep {
  TileRun head;     ///< of the run that began before the window's chain
  std::int64_t at;  ///< first entry of the next tile
  int rows;         ///< to the next window
};

/// Behind a window in which a tile begins at entry `at`, whose run ends with row `first`, and which
/// the chain leaves with row `end`: the first of which it does not know where it goes on.
template <class O>
[[nodiscard]] SPTUNE_HOST_DEVICE TileStep step(const OffsetsOfRows<O>& w, const TileRule& rule,
                                               std::int64_t at, int first, int end) {
  if (first <= w.rows && (end > 0 || at < w.at(0))) {
    return {{at, rule.tiles(at, w.at(first))}, w.at(end), end};
  }
  // The run ends behind this window, which has the tiles that are full before its own end.
  const std::int64_t full = w.end() > at ? (w.end() - at - 1) / rule.size : 0;
  return {{at, full}, at + full * rule.size, w.rows};
}

}  // namespace sptune::spmv::cuda
