// SPDX-License-Identifier: BSD-3-Clause
// One launch in which blocks of threads have different work: a block of sampled columns each, the
// sampled rows, the parts and the fingerprint, a share of all rows. Each counts in shared memory,
// adds to the sums of all, and whoever comes last hands them to the host and leaves zeros behind.
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/warp.cuh"
#include "sptune/device.hpp"
#include "tuner/features/device_columns.cuh"
#include "tuner/features/device_desk.cuh"
#include "tuner/features/device_sample.hpp"

#include <cuda_runtime.h>

#include <type_traits>

namespace sptune::features {
namespace {

using device::all_lanes;
using device::Counts;
using device::threads;
using device::Word;
using device::Workspace;

static_assert(std::is_trivially_copyable_v<Tally> && sizeof(Tally) % sizeof(std::int32_t) == 0);
static_assert(sizeof(Counts) % sizeof(Word) == 0 && offsetof(Counts, maxima) == sizeof(Sums));

constexpr int sums = static_cast<int>(sizeof(Sums) / sizeof(Word));
constexpr int counts = static_cast<int>(sizeof(Counts) / sizeof(Word));
constexpr int row_blocks_per_block = threads / static_cast<int>(rows_per_row_block);

/// In host memory.
struct Answers {
  Tally tally;
  Fingerprint print;
  std::uint32_t tally_number;  ///< of the question that `tally` answers
  std::uint32_t print_number;  ///< of that which `print` answers
};

/// How the blocks of a launch share the work.
struct Shares {
  RowBlocks rows;
  ColumnBlocks columns;
  int column_blocks;
  int sample_blocks;
  std::int64_t parts;

  Shares(const AnyCsr& a, std::int64_t equal_parts)
      : rows(row_blocks(a.rows)),
        columns(a.rows, a.nnz),
        column_blocks(a.nnz > 0 ? static_cast<int>(columns.blocks.count) : 0),
        sample_blocks(static_cast<int>(cuda::ceil_div(rows.count, row_blocks_per_block))),
        parts(equal_parts) {}
};

/// All rows, by `blocks` blocks of which this is number `block`.
template <class O>
__device__ void count_rows(const Pattern<O>& a, int block, int blocks, Counts& to) {
  const std::int64_t all = static_cast<std::int64_t>(blocks) * threads;
  Word empty = 0;
  Word one = 0;
  Word short_rows = 0;
  Word changes = 0;
  Word squares = 0;
  long long longest = 0;
#pragma unroll 4
  for (std::int64_t row = static_cast<std::int64_t>(block) * threads + threadIdx.x; row < a.rows;
       row += all) {
    const std::int64_t begin = a.begin(row);
    const std::int64_t length = a.end(row) - begin;
    const std::int64_t before = row % stretch == 0 ? length : begin - a.begin(row - 1);
    longest = max(longest, static_cast<long long>(length));
    empty += length == 0 ? 1 : 0;
    one += length == 1 ? 1 : 0;
    short_rows += length > 0 && length < 5 ? 1 : 0;
    changes += length != before ? 1 : 0;
    squares += static_cast<Word>(length) * static_cast<Word>(length);
  }
  device::add(to.sums.empty, empty);
  device::add(to.sums.one, one);
  device::add(to.sums.short_rows, short_rows);
  device::add(to.sums.changes, changes);
  device::add(to.sums.squares, squares);
  device::raise(to.maxima.longest, longest);
}

/// Sampled rows: a warp has 32 neighbours, which share a block of rows.
template <class O>
__device__ void count_sample(const Pattern<O>& a, const RowBlocks& blocks, int block, Counts& to,
                             Tally& all) {
  constexpr int rows = static_cast<int>(rows_per_row_block);
  const int thread = static_cast<int>(threadIdx.x);
  const std::int64_t b = static_cast<std::int64_t>(block) * row_blocks_per_block + thread / rows;
  if (b >= blocks.count) return;  // whole warps
  const std::int64_t row = blocks.first(b) + thread % rows;
  const bool mine = row < blocks.last(b);
  const std::int64_t length = mine ? a.length(row) : 0;
  std::int64_t longest = length;
  for (int step = 4; step > 0; step /= 2) {
    longest = max(longest, __shfl_xor_sync(all_lanes, longest, step));
  }
  const bool leads8 = thread % 8 == 0;
  device::add(to.sums.sell8, leads8 ? static_cast<Word>(8 * longest) : Word{0});
  for (int step = 16; step > 4; step /= 2) {
    longest = max(longest, __shfl_xor_sync(all_lanes, longest, step));
  }
  const bool leads32 = thread % 32 == 0;
  device::add(to.sums.sell32, leads32 ? static_cast<Word>(32 * longest) : Word{0});
  device::add(to.sums.sampled_rows, mine ? Word{1} : Word{0});
  device::add(to.sums.sampled_entries, static_cast<Word>(length));
  const int bin = mine ? static_cast<int>(LengthBins::of(length)) : -1;
  const unsigned same = __match_any_sync(all_lanes, bin);
  if (mine && (same & ((1U << (thread % 32)) - 1)) == 0) {
    atomicAdd(&all.lengths.data()[bin], __popc(same));
  }
}

template <class O>
__device__ void count_parts(const Pattern<O>& a, std::int64_t parts, Counts& to) {
  long long fullest = 0;
  for (std::int64_t t = threadIdx.x; t < parts; t += threads) {
    const std::int64_t begin = a.begin(a.rows * t / parts);
    fullest = max(fullest, static_cast<long long>(a.begin(a.rows * (t + 1) / parts) - begin));
  }
  device::raise(to.maxima.fullest, fullest);
}

template <class O>
__device__ void sample_print(const Pattern<O>& a, Fingerprint& to) {
  Fingerprint mine;
  for (int i = static_cast<int>(threadIdx.x); i < print_elements; i += threads) {
    add_element(mine, a, i);
  }
  device::add(to.low, static_cast<Word>(mine.low));
  device::add(to.high, static_cast<Word>(mine.high));
}

__device__ void hand_over(Workspace& w, Answers& answers, std::uint32_t number) {
  constexpr int words = static_cast<int>(sizeof(Tally) / sizeof(std::int32_t));
  auto* const from = reinterpret_cast<std::int32_t*>(&w.tally);
  auto* const to = reinterpret_cast<std::int32_t*>(&answers.tally);
  for (int i = static_cast<int>(threadIdx.x); i < words; i += threads) {
    to[i] = __ldcg(from + i);
    from[i] = 0;
  }
  if (threadIdx.x == 0) w.tickets = 0;
  device::announce(answers.tally_number, number);
}

template <class O>
__global__ void __launch_bounds__(threads)
    count_pattern(Pattern<O> a, Shares shares, Workspace* workspace, Answers* answers,
                  std::uint32_t number) {
  __shared__ Word mine[counts];
  for (int i = static_cast<int>(threadIdx.x); i < counts; i += threads) mine[i] = 0;
  __syncthreads();
  Workspace& w = *workspace;
  Counts& to = *reinterpret_cast<Counts*>(mine);
  const int block = static_cast<int>(blockIdx.x);
  const int rest = block - shares.column_blocks - shares.sample_blocks;
  if (block < shares.column_blocks) {
    device::count_columns(a, shares.columns, block, number, to, w);
  } else if (rest < 0) {
    count_sample(a, shares.rows, block - shares.column_blocks, to, w.tally);
  } else if (rest == 0) {
    count_parts(a, shares.parts, to);
    sample_print(a, to.sums.print);
  } else {
    const int blocks =
        static_cast<int>(gridDim.x) - shares.column_blocks - shares.sample_blocks - 1;
    count_rows(a, rest - 1, blocks, to);
  }
  __syncthreads();
  auto* const all_sums = reinterpret_cast<Word*>(&w.tally.sums);
  auto* const all_maxima = reinterpret_cast<long long*>(&w.tally.maxima);
  const int i = static_cast<int>(threadIdx.x);
  if (i < counts && mine[i] != 0) {
    if (i < sums) {
      atomicAdd(all_sums + i, mine[i]);
    } else {
      atomicMax(all_maxima + (i - sums), static_cast<long long>(mine[i]));
    }
  }
  if (device::comes_last(w.tickets)) hand_over(w, *answers, number);
}

template <class O>
__global__ void __launch_bounds__(threads)
    print_pattern(Pattern<O> a, Answers* answers, std::uint32_t number) {
  __shared__ Word words[sizeof(Fingerprint) / sizeof(Word)];
  if (threadIdx.x == 0) words[0] = words[1] = 0;
  __syncthreads();
  Fingerprint& sum = *reinterpret_cast<Fingerprint*>(words);
  sample_print(a, sum);
  __syncthreads();
  if (threadIdx.x == 0) answers->print = sum;
  device::announce(answers->print_number, number);
}

using Desk = device::Desk<Answers, Workspace>;

/// Diagonals carry the number of their question: those of 2^32 questions ago must go.
std::uint32_t next_number(Desk& desk, cudaStream_t stream) {
  if (++desk.number == 0) {
    SPTUNE_CUDA(cudaMemsetAsync(desk.workspace.data()->diagonals, 0,
                                sizeof(desk.workspace.data()->diagonals), stream));
    desk.number = 1;
  }
  return desk.number;
}

}  // namespace

const Tally& count_on_device(const AnyCsr& any, std::int64_t parts, Stream stream,
                             const std::function<void()>& meanwhile) {
  constexpr std::int64_t rows_per_thread = 8;
  constexpr std::int64_t blocks_per_sm = 4;
  Desk& d = device::own_desk<Answers, Workspace>();
  Answers& answers = *d.answers.get();
  if (any.rows == 0) return answers.tally = {};
  const cudaStream_t native = device::usable(stream);
  const std::uint32_t number = next_number(d, native);
  const Shares shares(any, parts);
  const std::int64_t rest =
      std::clamp<std::int64_t>(cuda::ceil_div(any.rows, threads * rows_per_thread), 1,
                               blocks_per_sm * cuda::this_device().sm_count);
  const auto blocks = static_cast<unsigned>(shares.column_blocks + shares.sample_blocks + 1 + rest);
  visit_pattern(any, [&]<class O>(const Pattern<O>& a) {
    cuda::launch(count_pattern<O>, blocks, threads, 0, native, a, shares, d.workspace.data(),
                 &answers, number);
  });
  try {
    if (meanwhile) meanwhile();
  } catch (...) {
    // The desk is the next question's, on whatever stream: no kernel may be left that writes to it.
    cuda::wait_for_answer(answers.tally_number, number, native);
    throw;
  }
  cuda::wait_for_answer(answers.tally_number, number, native);
  return answers.tally;
}

Fingerprint sample_on_device(const AnyCsr& any, Stream stream) {
  if (any.rows == 0) return {};
  Desk& d = device::own_desk<Answers, Workspace>();
  Answers& answers = *d.answers.get();
  const cudaStream_t native = device::usable(stream);
  const std::uint32_t number = next_number(d, native);
  visit_pattern(any, [&]<class O>(const Pattern<O>& a) {
    cuda::launch(print_pattern<O>, 1, threads, 0, native, a, &answers, number);
  });
  cuda::wait_for_answer(answers.print_number, number, native);
  return answers.print;
}

}  // namespace sptune::features
