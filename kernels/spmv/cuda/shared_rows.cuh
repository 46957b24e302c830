// SPDX-License-Identifier: BSD-3-Clause
// Rows that several blocks share. Two blocks, as most rows that cross a border have, meet at a
// word: who comes second adds both parts, and nobody waits. Of more than two every block leaves its
// part of the sum, the block that has the last part waits for the others and adds them, always in
// the same order. Either way results are the same bits on every run.
#pragma once

#include "kernels/cuda/left_parts.cuh"
#include "kernels/cuda/stream_workspaces.hpp"
#include "kernels/spmv/cuda/device_ops.cuh"

#include <cstdint>
#include <utility>

namespace sptune::spmv::cuda {

/// One block's part in a shared row.
struct SharedRow {
  std::int32_t row = -1;   ///< -1: none
  std::int32_t first = 0;  ///< where the row's parts stand in the scratch
  std::int32_t part = 0;   ///< which of them is this block's
  std::int32_t parts = 0;  ///< how many
};

/// Bits of a NaN that no arithmetic makes.
constexpr unsigned long long rare_nan = 0x7ff8'7370'7475'6e65ULL;

using sptune::cuda::add_left_parts;
using sptune::cuda::leave_part;
using sptune::cuda::words_per_part;

/// Scratch of a run with shared rows: `words_per_part` words for each part, 0 between runs.
template <class V>
struct SharedRowScratch {
  unsigned long long* words;
};

/// A part as a word that is not 0, and back. A NaN may become another one.
template <class V>
[[nodiscard]] __device__ __forceinline__ unsigned long long word_of_part(V part) {
  if constexpr (words_per_part<V> == 1) {
    return static_cast<unsigned long long>(__float_as_uint(part)) << 32 | 1U;
  } else {
    const auto word = static_cast<unsigned long long>(__double_as_longlong(part)) ^ rare_nan;
    return word != 0 ? word : 1;
  }
}
template <class V>
[[nodiscard]] __device__ __forceinline__ V part_of_word(unsigned long long word) {
  if constexpr (words_per_part<V> == 1) {
    return __uint_as_float(static_cast<unsigned>(word >> 32));
  } else {
    return __longlong_as_double(static_cast<long long>(word ^ rare_nan));
  }
}

/// Called by all lanes of one warp; each lane may bring one part (`mine.row` >= 0).
template <class V>
__device__ __forceinline__ void finish_shared_rows(const SharedRow& mine, V sum,
                                                   SharedRowScratch<V> scratch, V alpha, V beta,
                                                   V* y) {
  const int lane = sptune::cuda::lane_id();
  const auto words = [&](std::int32_t part) {
    return scratch.words + static_cast<std::int64_t>(part) * words_per_part<V>;
  };
  if (mine.row >= 0 && mine.parts == 2) {
    unsigned long long* const meeting = words(mine.first);
    const unsigned long long met = atomicExch(meeting, word_of_part(sum));
    if (met != 0) {
      *meeting = 0;
      store(y + mine.row, sum + part_of_word<V>(met), alpha, beta);
    }
  }
  const bool of_many = mine.row >= 0 && mine.parts != 2;
  if (!__any_sync(all_lanes, of_many)) return;
  const bool last = of_many && mine.part == mine.parts - 1;
  if (of_many && !last) leave_part(words(mine.first + mine.part), sum);
  for (unsigned open = __ballot_sync(all_lanes, last); open != 0; open &= open - 1) {
    const int owner = __ffs(static_cast<int>(open)) - 1;
    const std::int32_t first = __shfl_sync(all_lanes, mine.first, owner);
    const std::int32_t others = __shfl_sync(all_lanes, mine.part, owner);
    const V total = add_left_parts<V>(words(first), others);
    if (lane == owner) store(y + mine.row, total + sum, alpha, beta);
  }
}

/// Bytes of the words of so many parts.
[[nodiscard]] inline std::int64_t shared_row_bytes(ValueType type, std::int64_t parts) {
  return parts * 2 * size_of(type);
}

/// Scratch for `parts` parts, apart for every stream that a plan runs on.
template <class V>
class SharedRowMemory {
 public:
  SharedRowMemory() = default;
  /// `first`: of bytes_for(parts), all 0.
  explicit SharedRowMemory(sptune::cuda::DeviceArray<std::byte> first)
      : memory_(std::move(first)) {}
  /// With nothing allocated before a stream asks.
  [[nodiscard]] static SharedRowMemory on_demand(std::int64_t parts) {
    SharedRowMemory out;
    out.memory_ = sptune::cuda::StreamWorkspaces::on_demand(bytes_for(parts));
    return out;
  }
  /// Of one stream.
  [[nodiscard]] static std::size_t bytes_for(std::int64_t parts) {
    return static_cast<std::size_t>(parts) * words_per_part<V> * sizeof(unsigned long long);
  }

  /// To be held until the kernel that uses the scratch is enqueued.
  class Use {
   public:
    explicit Use(sptune::cuda::StreamWorkspaces::Use memory) : memory_(std::move(memory)) {}
    [[nodiscard]] SharedRowScratch<V> scratch() const {
      return {reinterpret_cast<unsigned long long*>(memory_.data())};
    }

   private:
    sptune::cuda::StreamWorkspaces::Use memory_;
  };
  [[nodiscard]] Use on(Stream stream) { return Use(memory_.on(stream)); }
  [[nodiscard]] std::int64_t bytes() const { return memory_.bytes(); }

 private:
  sptune::cuda::StreamWorkspaces memory_;
};

}  // namespace sptune::spmv::cuda
