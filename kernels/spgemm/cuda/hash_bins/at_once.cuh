// SPDX-License-Identifier: BSD-3-Clause
// Small products in one launch. A product of few products takes what its launches and the host's
// waits take, so here one kernel does all: its blocks share the rows, compute each as soon as they
// know it and keep it in shared memory, wait for one another once or twice, and put their rows
// where the sums of all entries say. C has memory for all products by then. (AC-SpGEMM, PPoPP 2019,
// sorts chunks of products likewise and moves them together afterwards.)
#pragma once

#include "kernels/cuda/tally.cuh"
#include "kernels/spgemm/cuda/hash_bins/at_once_room.hpp"
#include "kernels/spgemm/cuda/hash_bins/rows_at_once.cuh"
#include "kernels/spgemm/cuda/hash_bins/shared_limit.cuh"
#include "kernels/spgemm/cuda/pool.cuh"
#include "kernels/spgemm/spgemm.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace sptune::spgemm::hash_bins {

/// All of C = A*B; `Lanes` sort a row, or a warp where it is too long for them. A cooperative
/// launch.
template <class V, int Lanes>
__global__ void __launch_bounds__(at_once_threads, at_once_blocks)
    multiply_at_once(const __grid_constant__ Product<V> c,
                     const __grid_constant__ AtOnceTask<V> task) {
  __shared__ AtOnceBlock block;
  unsigned char* const work = shared_memory();
  auto* const values = reinterpret_cast<V*>(work + task.work_bytes);
  const RowsAtOnce<V> mine{
      block, c, task, work, {reinterpret_cast<Index*>(values + task.kept), values}};
  if (threadIdx.x == 0) {
    block.warp_rows = block.block_rows = block.block_time = 0;
    block.next = block.others = block.kept = 0;
  }
  __syncthreads();
  mine.template compute<Lanes>();
  mine.publish_chunks();
  const bool done = mine.meet_helping();
  if (done && block.any_shared) {
    mine.collect_others();
    mine.publish_chunks();
    mine.meet_again();
  }
  mine.leave_clear();
  if (!done) {
    mine.report(-1);
    return;
  }
  mine.report(mine.sum_chunks());
  mine.template copy<Lanes>(mine.find_offsets());
}

constexpr std::int64_t endless_row = std::numeric_limits<std::int64_t>::max() / 2;

/// Most products of a row, by teams of so many lanes. A row of more entries than a block takes has
/// no end.
__global__ void __launch_bounds__(at_once_threads)
    find_longest_row(std::int64_t rows, Pattern a, Pattern b, int lanes,
                     sptune::cuda::TallyWords tally) {
  const Team team = team_of_lane(lanes);
  const std::int64_t teams = std::int64_t{gridDim.x} * (at_once_threads / lanes);
  unsigned long long longest = 0;
  for (std::int64_t r = sptune::cuda::thread_id() / lanes; r < rows; r += teams) {
    const std::int64_t begin = a.offsets[r];
    const std::int64_t end = a.offsets[r + 1];
    if (end - begin > most_rows_of_b) {
      longest = static_cast<unsigned long long>(endless_row);
      continue;
    }
    unsigned long long products = 0;
#pragma unroll 4
    for (std::int64_t i = begin + team.rank; i < end; i += lanes) {
      const Index k = __ldg(a.columns + i);
      products += static_cast<unsigned long long>(b.offsets[k + 1] - b.offsets[k]);
    }
    longest = max(longest, team_sum(team, products));
  }
  if (team.rank == 0) atomicMax(tally.sums, longest);
  sptune::cuda::publish<1>(tally);
}

constexpr int most_products_of_row = 16384;  ///< so many keep a block long

/// Of a product that is planned; waits for the default stream.
[[nodiscard]] inline std::int64_t longest_row(const SpgemmProblem& p, int sm_count) {
  const int lanes = p.a.nnz > 32 * p.a.rows ? 32 : 8;
  const std::int64_t rows_per_block = at_once_threads / lanes;
  constexpr std::int64_t blocks_per_sm = 8;
  sptune::cuda::Tally tally;
  launch(find_longest_row,
         static_cast<unsigned>(std::clamp<std::int64_t>(ceil_div(p.a.rows, rows_per_block), 1,
                                                        blocks_per_sm * sm_count)),
         at_once_threads, 0, nullptr, p.a.rows, pattern_of(p.a), pattern_of(p.b), lanes,
         tally.words());
  return tally.read()[0];
}

/// Launches of one plan.
template <class V>
class AtOnce {
 public:
  explicit AtOnce(Pool& pool) : memory_(pool) {}

  /// Blocks of a multiprocessor that have room for their rows at the same time.
  [[nodiscard]] int blocks_of_sm(const SpgemmProblem& p, const LaunchFacts& facts) {
    if (kernel_ == nullptr) choose_kernel(p, facts);
    return room_.blocks;
  }
  /// Whether a block has room for its rows; takes no memory yet.
  [[nodiscard]] bool set_up(const SpgemmProblem& p, const LaunchFacts& facts) {
    if (blocks_of_sm(p, facts) == 0) return false;
    const std::int64_t rows = rows_;
    const std::int64_t products_of_row = p.products / rows;
    const std::int64_t per_block = at_once_threads / lanes_;
    int resident = 0;
    SPTUNE_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &resident, kernel_, at_once_threads, static_cast<std::size_t>(room_.bytes)));
    const std::int64_t wanted =
        products_of_row > most_sorted
            ? rows
            : std::max(ceil_div(rows, per_block), std::min<std::int64_t>(rows, facts.sm_count));
    blocks_ = std::min(wanted, std::int64_t{resident} * facts.sm_count);
    if (blocks_ == 0) return false;
    const std::int64_t rows_of_block = ceil_div(rows, blocks_);
    chunks_ = static_cast<int>(std::min<std::int64_t>(at_once_warps, rows_of_block));
    chunk_ = static_cast<int>(ceil_div(rows_of_block, chunks_));
    return rows_of_block <= most_rows_at_once && chunk_ <= most_chunk_rows;
  }
  /// Device memory beside C, whose `bound` entries a run may have.
  [[nodiscard]] std::int64_t bytes(std::int64_t bound) const {
    return zero_bytes() + align(4 * chunks_ * blocks_) + beyond_bytes(bound);
  }
  /// Enqueues C = A*B. The summary, if there is one, will have the entries of C, or -1 where a row
  /// is too long. False: the blocks cannot all be resident, as where a process has been granted a
  /// part of the multiprocessors.
  [[nodiscard]] bool run(const Product<V>& c, std::int64_t rows, std::int64_t cols,
                         std::int64_t bound, const LaunchFacts& facts, int warp_steps,
                         Summary* summary, cudaStream_t stream) {
    if (memory_.data() == nullptr) {
      memory_.get(bytes(bound), stream);
      SPTUNE_CUDA(
          cudaMemsetAsync(memory_.data(), 0, static_cast<std::size_t>(zero_bytes()), stream));
    }
    unsigned char* at = memory_.data();
    auto* const state = reinterpret_cast<AtOnceState*>(at);
    auto* const shared_rows = reinterpret_cast<int*>(at + align(sizeof(AtOnceState)));
    at += zero_bytes();
    auto* const chunk_entries = reinterpret_cast<int*>(at);
    at += align(4 * chunks_ * blocks_);
    auto* const values = reinterpret_cast<V*>(at);
    const RowOfC<V> beyond{reinterpret_cast<Index*>(values + bound), values};
    // Room for a bit for each column, if a block can have it beside the sorting networks'.
    const std::int64_t bits = ceil_div(cols + 31, 128) * 24;
    const int work = static_cast<int>(
        std::clamp<std::int64_t>((bits + 15) / 16 * 16, least_work, room_.most_work()));
    AtOnceTask<V> task{rows,
                       chunk_,
                       (1 << 16) / chunk_ + 1,
                       chunks_,
                       work,
                       (room_.bytes - work) / static_cast<int>(sizeof(Index) + sizeof(V)),
                       rows >= fewest_by_warp * facts.sm_count ? warp_steps : 0,
                       most_products_of_row,
                       facts.lanes,
                       chunk_entries,
                       state,
                       shared_rows,
                       beyond,
                       summary};
    Product<V> product = c;
    void* arguments[] = {&product, &task};
    const cudaError_t launched = cudaLaunchCooperativeKernel(
        reinterpret_cast<const void*>(kernel_), dim3(static_cast<unsigned>(blocks_)),
        dim3(at_once_threads), arguments, static_cast<std::size_t>(room_.bytes), stream);
    if (launched == cudaErrorCooperativeLaunchTooLarge) {
      (void)cudaGetLastError();
      return false;
    }
    SPTUNE_CUDA(launched);
    return true;
  }
  void drop(cudaStream_t stream) { memory_.drop(stream); }

 private:
  /// Rows per multiprocessor from which longer ones are left to a warp. With fewer, warps would be
  /// without one: 256 rows of 683 products (DLMC) took 60 instead of 34 µs (25 November 2026, as
  /// below; H100s served then as well as an H200, and no record was kept).
  static constexpr std::int64_t fewest_by_warp = 6;
  static constexpr std::int64_t most_sorted = 32 * most_sorted_by_lane<32>;
  static constexpr std::int64_t least_work =
      std::int64_t{at_once_warps} * RowsAtOnce<V>::warp_bytes;
  /// That sort a row, by the mean one: rows of 9 products (t60k) take 37, 59 and 99 µs by 8, 16 and
  /// 32 lanes, those of 23 and up to 49 (sherman3) 36, 23 and 30: too many are left to warps by 8.
  /// Those of 58 (fe_body) take 78 by 16 and 87 by 32, of 106 (rgg_n_2_15) 106 and 84.
  [[nodiscard]] static int lanes_of(std::int64_t products, std::int64_t entries) {
    return products <= 20 && entries <= 5 ? 8 : products <= 80 && entries <= 10 ? 16 : 32;
  }
  void choose_kernel(const SpgemmProblem& p, const LaunchFacts& facts) {
    rows_ = std::max<std::int64_t>(1, p.a.rows);
    lanes_ = lanes_of(p.products / rows_, p.a.nnz / rows_);
    const std::int64_t own = lanes_ == 8 ? choose<8>() : lanes_ == 16 ? choose<16>() : choose<32>();
    room_ = room_at_once(facts.shared_per_sm, facts.shared_per_block, own, least_work);
  }
  /// Returns what the kernel names itself of a block's shared memory.
  template <int Lanes>
  [[nodiscard]] std::int64_t choose() {
    static auto* const allowed = new sptune::cuda::PerDevice<std::int64_t>;  // to the end
    kernel_ = multiply_at_once<V, Lanes>;
    return sptune::cuda::this_device().shared_per_block_bytes -
           allowed->get([](int) { return allow_shared(multiply_at_once<V, Lanes>); });
  }
  [[nodiscard]] static std::int64_t beyond_bytes(std::int64_t bound) {
    return align(bound * static_cast<std::int64_t>(sizeof(Index) + sizeof(V)));
  }

  /// What is zero between runs: the state, and rows that anyone takes.
  [[nodiscard]] std::int64_t zero_bytes() const {
    return align(sizeof(AtOnceState)) + align(2 * rows_ * static_cast<std::int64_t>(sizeof(int)));
  }

  PoolBytes memory_;
  void (*kernel_)(const Product<V>, const AtOnceTask<V>) = nullptr;
  int lanes_ = 0;    ///< that sort a row
  AtOnceRoom room_;  ///< of its blocks
  std::int64_t rows_ = 0;
  std::int64_t blocks_ = 0;
  int chunks_ = 0;
  int chunk_ = 0;
};

}  // namespace sptune::spgemm::hash_bins
