// SPDX-License-Identifier: BSD-3-Clause
// What is known of each row, and the lists of rows by bin.
#pragma once

#include "kernels/cuda/lent.hpp"
#include "kernels/spgemm/cuda/hash_bins/rows.cuh"

#include <atomic>
#include <chrono>

namespace sptune::spgemm::hash_bins {

/// Bins of one phase: lists of rows that one launch takes each. More of them cost some kilobytes.
constexpr int most_bins = 64;

/// Rows whose windows of columns, and parts of their entries of A, go to blocks of their own.
struct OversizedRows {
  Index* rows = nullptr;     ///< those of most products first
  int* begins = nullptr;     ///< of each of a row's windows, from the row's first entry on
  unsigned* bits = nullptr;  ///< of its columns, or null where a block has all of a window
  int count = 0;
  int windows = 0;  ///< of a row, at most
  int parts = 1;
  int columns = 0;  ///< of a window: a multiple of 128
  [[nodiscard]] __host__ __device__ __forceinline__ int tasks() const {
    return count * windows * parts;
  }
  /// Of `begins` and `bits`, which are zero before blocks share rows.
  [[nodiscard]] std::int64_t shared_bytes() const {
    return std::int64_t{count} * windows * (parts > 1 ? 1 + columns / 32 : 1) * 4;
  }
  [[nodiscard]] std::int64_t bytes() const { return std::int64_t{count} * 4 + shared_bytes(); }
};
/// Part `nth` of them: of window `window` of a row.
struct OversizedTask {
  int row;  ///< a place of a list
  int window;
  int part;
  [[nodiscard]] static __device__ __forceinline__ OversizedTask of(const OversizedRows& all,
                                                                   int nth) {
    const int window = nth / all.parts;
    return {window / all.windows, window % all.windows, nth % all.parts};
  }
};

/// Per-row arrays of a plan.
struct RowArrays {
  int* products;
  Index* low;
  int* span;
  int* entries;  ///< of C, or as many as a row may have where `lengths` is set
  int* lengths;  ///< of C, written by the kernels that fill; null where they are known
  int* bounds;   ///< as many entries as a row may have, or null
  std::int64_t* bound_offsets;  ///< their sums, rows + 1
  int* words;                   ///< of B, where B has words
  int* blocks;                  ///< of 32 columns that the row of C has, likewise, by some bins
  std::int64_t* offsets;        ///< of C, rows + 1
  Index* lists;                 ///< of `rows` rows: two bins share one, from both ends
  Index* oversized;             ///< a list of its own: both phases read it
  const int* classes;           ///< of rows that share places, negative for others; null: none do
  const std::uint8_t* groups;   ///< of rows of A, or null
  [[nodiscard]] __device__ __forceinline__ RowGroup group(std::int64_t r) const {
    return RowGroup::of(groups, r);
  }
  [[nodiscard]] __device__ __forceinline__ bool shares_places(std::int64_t r) const {
    return classes != nullptr && __ldg(classes + r) >= 0;
  }
};

/// Says how many entries a row got where that was not known. One thread of the row calls this.
__device__ __forceinline__ void record_length(const RowArrays& row, std::int64_t r, int entries) {
  if (row.lengths != nullptr) row.lengths[r] = entries;
}

/// Puts a row at a place of its bin's list.
__device__ __forceinline__ void append_row(const RowArrays& out, std::int64_t rows, int bin, int at,
                                           std::int64_t row) {
  Index* const list = out.lists + bin / 2 * rows;
  list[bin % 2 == 0 ? at : rows - 1 - at] = static_cast<Index>(row);
}

/// Whether rows of C are rather filled at once than counted first: counting looks at
/// products, moving the rows together at entries, 24 bytes each, which costs as much. So products
/// must be well above the bounds of the rows, as they are where their columns lie close together,
/// and the bounds hardly above the entries. Of 43 products a band was 1.4 times as fast then; where
/// rows had to be moved counting was as fast or faster on all but seven, up to 2.4 times (H200, 21
/// November 2026, docs/measurements/spgemm-gpu/bounds.csv).
struct Sample {
  unsigned long long all_bounds;  ///< entries of all rows at most
  unsigned long long bounds;      ///< of the rows of a sample
  unsigned long long entries;     ///< that these were seen to have
  [[nodiscard]] static __host__ __device__ __forceinline__ bool may_pay(
      unsigned long long all_bounds, std::int64_t products) {
    return 2 * static_cast<unsigned long long>(products) >= 3 * all_bounds;
  }
  [[nodiscard]] __host__ __device__ __forceinline__ bool bounds_pay() const {
    return entries > 0 && 32 * bounds <= 33 * entries;
  }
};

constexpr int most_period = 16;  ///< rows from one to the next that may be equal to it

/// Counters in device memory, zero before each run.
struct Counters {
  int rows[2][most_bins];  ///< rows per bin: of counting, of filling
  int need[2][most_bins];
  unsigned queue[2][most_bins];  ///< next row of a bin, for blocks that come back for more
  unsigned tickets[5];
  // What follows stays when rows are analysed once more.
  unsigned sampled_shapes;
  unsigned alike_shapes[most_period];  ///< by how far the next row is that is equal
  unsigned long long words;            ///< of B
  unsigned long long followers;        ///< entries of A's rows that follow another of their group
  Sample sample;
};

/// Whether rows with the same columns are taken together. They are found before all kernels that
/// ask.
__device__ __forceinline__ bool uses_groups(const Limits& l, const Counters& counters) {
  return counters.followers >= l.fewest_followers;
}
/// Whether B has few enough words. They are counted before all kernels that ask.
__device__ __forceinline__ bool uses_masks(const Limits& l, const Counters& counters) {
  return l.most_words > 0 && counters.words <= static_cast<unsigned long long>(l.most_words);
}

/// The counters as the host reads them, in pinned memory, after analysing (0) and after counting
/// (1).
struct Summary {
  int rows[2][most_bins];
  int need[2][most_bins];
  std::int64_t entries;
  unsigned long long words;  ///< of B
  unsigned long long followers;
  Sample sample;
  int reported;  ///< not 0 once all else is there
};

/// Host memory that the device writes.
using PinnedSummary = sptune::cuda::LentPinned<Summary>;

/// Appends rows to the lists of their bins: positions within the block by shared counters, places
/// in the lists by one addition per bin and block: clear(), claim() for all rows, reserve().
struct BinWriter {
  int count[most_bins];
  int need[most_bins];
  int base[most_bins];

  __device__ void clear() {
    if (threadIdx.x < most_bins) {
      count[threadIdx.x] = 0;
      need[threadIdx.x] = 0;
    }
  }
  /// The row's position among the block's rows of this bin; of no concern where it has none. All
  /// lanes of a warp call this: rows of one bin are claimed together, since atomic operations on
  /// one word wait for each other.
  __device__ __forceinline__ int claim(int bin, int row_need) {
    // Mostly one bin: finding the lanes of each takes a round for each.
    const bool one_bin = __all_sync(0xffffffffU, bin == __shfl_sync(0xffffffffU, bin, 0));
    const unsigned same = one_bin ? 0xffffffffU : __match_any_sync(0xffffffffU, bin);
    const int most = __reduce_max_sync(same, row_need);
    const int leader = __ffs(static_cast<int>(same)) - 1;
    const auto lane = static_cast<int>(threadIdx.x & 31U);
    int first = 0;
    if (lane == leader && bin >= 0) {
      atomicMax(&need[bin], most);
      first = atomicAdd(&count[bin], __popc(same));
    }
    first = __shfl_sync(same, first, leader);
    return first + __popc(same & ((1U << static_cast<unsigned>(lane)) - 1U));
  }
  /// After a barrier; a barrier must follow.
  __device__ void reserve(int phase, Counters* counters) {
    if (threadIdx.x < most_bins && count[threadIdx.x] > 0) {
      base[threadIdx.x] = atomicAdd(&counters->rows[phase][threadIdx.x], count[threadIdx.x]);
      atomicMax(&counters->need[phase][threadIdx.x], need[threadIdx.x]);
    }
  }
};

/// The rows of a bin: all of them in order when there is no list.
struct RowList {
  const Index* rows;
  int count;
  int step;  ///< 1 or -1: from which end
  /// Bin `bin` of `count` rows, of lists that append_row() fills with rows of a matrix of `all`
  /// rows.
  [[nodiscard]] static RowList of(Index* lists, int bin, int count, std::int64_t all) {
    if (count == all) return {nullptr, count, 1};
    Index* const begin = lists + bin / 2 * all;
    return bin % 2 == 0 ? RowList{begin, count, 1} : RowList{begin + all - 1, count, -1};
  }
  __device__ __forceinline__ std::int64_t operator[](int i) const {
    return rows == nullptr ? i : __ldg(rows + static_cast<std::int64_t>(i) * step);
  }
};

/// True in the last block of the grid to arrive: it sees what the others wrote. One thread releases
/// what its block wrote before the barrier: a fence by each took a sixth of the time of `analyse`
/// and of `offsets_and_bins` (ncu, H200, 25 November 2026), and emptied the L1 cache for the blocks
/// beside it.
__device__ __forceinline__ bool is_last_block(unsigned* ticket) {
  __shared__ bool last;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(ticket, 1U) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) __threadfence();
  return last;
}

__device__ __forceinline__ void report_to_host(int phase, const Counters* counters,
                                               Summary* summary) {
  if (threadIdx.x < most_bins) {
    summary->rows[phase][threadIdx.x] =
        *static_cast<const volatile int*>(&counters->rows[phase][threadIdx.x]);
    summary->need[phase][threadIdx.x] =
        *static_cast<const volatile int*>(&counters->need[phase][threadIdx.x]);
  }
  if (threadIdx.x == 0) {
    summary->words = counters->words;
    summary->followers = counters->followers;
  }
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) *static_cast<volatile int*>(&summary->reported) = 1;
}

/// Waits until what is enqueued on the stream has reported. Looking for the report is some
/// microseconds faster than waiting for the stream, which is what ends the wait after a kernel that
/// failed, or a long one.
inline void wait_for_report(const Summary* summary, cudaStream_t stream) {
  constexpr std::chrono::microseconds patience(200);
  const auto* const reported = static_cast<const volatile int*>(&summary->reported);
  const auto until = std::chrono::steady_clock::now() + patience;
  do {
    for (int i = 0; i < 64; ++i) {
      if (*reported == 0) continue;
      std::atomic_thread_fence(std::memory_order_acquire);
      return;
    }
  } while (std::chrono::steady_clock::now() < until);
  sptune::cuda::wait_for(stream);
}

}  // namespace sptune::spgemm::hash_bins
