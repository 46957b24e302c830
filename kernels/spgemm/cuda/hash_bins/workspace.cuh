// SPDX-License-Identifier: BSD-3-Clause
// Where the arrays of a plan lie in its workspace.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/offsets.cuh"
#include "kernels/spgemm/cuda/pool.cuh"

namespace sptune::spgemm::hash_bins {

/// The arrays of a plan in one allocation.
struct Layout {
  /// `bounds`: with room for upper bounds of the rows' entries; `groups`: for those of rows of A
  /// and of B.
  Layout(std::int64_t rows, std::int64_t rows_of_b, std::int64_t words, bool bounds, bool groups,
         bool strips)
      : tiles(std::max<std::int64_t>(1, (rows + rows_per_tile(rows) - 1) / rows_per_tile(rows))),
        state_bytes(align(sizeof(Counters)) + align(8 * tiles)),
        scans(bounds ? 2 : 1),
        list_bytes(align(4 * rows)),
        row_bytes((scans + 1) * state_bytes + scans * align(8 * (rows + 1)) +
                  (4 + scans + list_pairs) * list_bytes),
        masked_bytes(words > 0 ? 2 * list_bytes : 0),
        policy_bytes(align(PolicyImage::most_bytes)),
        rows_of_b_bytes(words > 0 ? align(static_cast<std::int64_t>(sizeof(RowOfB)) * rows_of_b)
                                  : 0),
        words_bytes(align(static_cast<std::int64_t>(sizeof(uint2)) * words)),
        group_bytes(groups ? align(rows) : 0),
        strip_bytes(strips ? align(strip_steps) + align(4 * (strip_count + 1)) +
                                 align(4 * rows_of_b * (strip_count + 1))
                           : 0),
        strips_at(row_bytes + masked_bytes + policy_bytes + rows_of_b_bytes + words_bytes +
                  group_bytes + (groups ? align(rows_of_b) : 0)),
        bytes(strips_at + strip_bytes) {}

  [[nodiscard]] RowArrays rows_at(unsigned char* memory, std::int64_t rows) const {
    RowArrays out{};
    unsigned char* at = memory + (scans + 1) * state_bytes;
    const auto take = [&](auto& pointer, std::int64_t size) {
      pointer = reinterpret_cast<std::remove_reference_t<decltype(pointer)>>(at);
      at += size;
    };
    take(out.products, list_bytes);
    take(out.low, list_bytes);
    take(out.span, list_bytes);
    take(out.entries, list_bytes);
    take(out.oversized, list_bytes);
    take(out.offsets, align(8 * (rows + 1)));
    take(out.lists, list_pairs * list_bytes);
    if (scans == 2) {
      take(out.bounds, list_bytes);
      take(out.bound_offsets, align(8 * (rows + 1)));
    }
    if (masked_bytes > 0) {
      take(out.words, list_bytes);
      take(out.blocks, list_bytes);
    }
    return out;
  }
  [[nodiscard]] unsigned char* policy_at(unsigned char* memory) const {
    return memory + row_bytes + masked_bytes;
  }
  [[nodiscard]] RowOfB* rows_of_b_at(unsigned char* memory) const {
    return reinterpret_cast<RowOfB*>(memory + row_bytes + masked_bytes + policy_bytes);
  }
  [[nodiscard]] uint2* words_at(unsigned char* memory) const {
    return reinterpret_cast<uint2*>(memory + row_bytes + masked_bytes + policy_bytes +
                                    rows_of_b_bytes);
  }
  /// Of rows of A.
  [[nodiscard]] std::uint8_t* groups_at(unsigned char* memory) const {
    return memory + row_bytes + masked_bytes + policy_bytes + rows_of_b_bytes + words_bytes;
  }
  [[nodiscard]] std::uint8_t* groups_of_b_at(unsigned char* memory) const {
    return groups_at(memory) + group_bytes;
  }

  [[nodiscard]] Strips strips_in(unsigned char* memory) const {
    unsigned char* const columns = memory + strips_at + align(strip_steps);
    return {reinterpret_cast<const int*>(columns),
            reinterpret_cast<const unsigned*>(columns + align(4 * (strip_count + 1)))};
  }

  std::int64_t tiles;
  std::int64_t state_bytes;  ///< of one scan over the rows, a multiple of 16
  /// A second where the sums of bounds are wanted too. There is one state more than that: the first
  /// two serve in turns, so that one is zero when a run begins.
  std::int64_t scans;
  std::int64_t list_bytes;
  std::int64_t row_bytes;
  std::int64_t masked_bytes;
  std::int64_t policy_bytes;
  std::int64_t rows_of_b_bytes;
  std::int64_t words_bytes;
  std::int64_t group_bytes;  ///< of rows of A
  std::int64_t strip_bytes;
  std::int64_t strips_at;
  std::int64_t bytes;
};

}  // namespace sptune::spgemm::hash_bins
