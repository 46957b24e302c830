// SPDX-License-Identifier: BSD-3-Clause
// Every block takes the same number of entries, wherever rows begin: a segmented sum by bit flags,
// in one launch, deterministic. Per thread one 32-bit word says where rows begin among its entries
// and how many began before it in the block; row offsets are not read at all. Sources: Liu and
// Vinter, "CSR5", ICS'15 (bit flags, tiles); Merrill and Garland, "Merge-based parallel sparse
// matrix-vector multiplication", SC'16 (equal work for any row lengths).
#include "sptune/kernels/spmv/cuda/device_ops.cuh"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace sptune::spmv::csr_segmented {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): the room's own vocabulary

struct Config {
  int items = 7;
  int block = 128;
  Load load = Load::streaming;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

// Odd numbers of items: threads then read neighbouring runs of shared memory without bank
// conflicts.
constexpr auto config_space = free_space<Config>(
    axis("items", &Config::items, {7, 3, 5, 11, 15}, "entries per thread"),
    axis("block", &Config::block, {128, 64, 256}, "threads per block"),
    axis("load", &Config::load, {Load::streaming, Load::cached}, "cache policy of the entries"));

/// A row that several chunks share: each adds its part, the last to arrive adds the parts in order.
struct Shared {
  std::int32_t row;    ///< -1: none
  std::int32_t first;  ///< where its parts stand in the scratch
  std::int32_t part;   ///< which of them is this chunk's
  std::int32_t parts;  ///< how many
};

struct Chunk {
  std::int32_t first_segment;  ///< ordinal of the first row that begins here
  Shared head;                 ///< the row that began before this chunk and has entries in it
  Shared tail;                 ///< the row that begins here and goes on in the next chunk
};

template <class V>
__device__ void contribute(const Shared& s, V sum, V* partials, unsigned* tickets, V alpha, V beta,
                           V* y) {
  partials[s.first + s.part] = sum;
  __threadfence();
  const auto last = static_cast<unsigned>(s.parts - 1);
  // A row's first part's slot numbers its counter; atomicInc wraps to 0, ready for the next run.
  if (atomicInc(tickets + s.first, last) != last) return;
  __threadfence();
  V total = 0;
  for (int part = 0; part < s.parts; ++part) {
    total += *const_cast<volatile V*>(partials + s.first + part);
  }
  store(y + s.row, total, alpha, beta);
}

/// A running sum with a flag "a row begins in here".
template <class V>
struct Segment {
  V sum;
  int begins;
};

template <class V>
__device__ __forceinline__ Segment<V> join(const Segment<V>& left, const Segment<V>& right) {
  return {right.begins != 0 ? right.sum : left.sum + right.sum, left.begins | right.begins};
}

template <class V>
__device__ __forceinline__ Segment<V> warp_scan(Segment<V> s, int lane) {
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const Segment<V> left{__shfl_up_sync(0xffffffffU, s.sum, step),
                          __shfl_up_sync(0xffffffffU, s.begins, step)};
    if (lane >= step) s = join(left, s);
  }
  return s;
}

template <class V, int Items, int Block, Load Policy>
__global__ void __launch_bounds__(Block)
    multiply(std::int64_t nnz, const Chunk* __restrict__ chunks,
             const std::uint32_t* __restrict__ words, const Index* __restrict__ rows_of_segments,
             const Index* __restrict__ col_indices, const V* __restrict__ values,
             std::int64_t empty_rows, const Index* __restrict__ empty, V* partials,
             unsigned* tickets, V alpha, const V* __restrict__ x, V beta, V* __restrict__ y) {
  constexpr int chunk_size = Items * Block;
  __shared__ V products[chunk_size];
  __shared__ Segment<V> warp_totals[Block / 32];
  const int thread = static_cast<int>(threadIdx.x);
  const int lane = thread & 31;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * Block + thread; i < empty_rows;
       i += static_cast<std::int64_t>(gridDim.x) * Block) {
    store(y + empty[i], V(0), alpha, beta);
  }
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * chunk_size;
  const int count = static_cast<int>(min(static_cast<std::int64_t>(chunk_size), nnz - first));
  Index col[Items];
  V a[Items];
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    const int i = thread + u * Block;
    col[u] = i < count ? load<Policy>(col_indices + first + i) : 0;
    a[u] = i < count ? load<Policy>(values + first + i) : V(0);
  }
  const std::uint32_t word =
      load<Policy>(words + static_cast<std::int64_t>(blockIdx.x) * Block + thread);
  const Chunk chunk = chunks[blockIdx.x];
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    products[thread + u * Block] = u * Block + thread < count ? a[u] * __ldg(x + col[u]) : V(0);
  }
  __syncthreads();

  const std::uint32_t flags = word & 0xffffU;
  const auto row_of = [&](std::int64_t segment) -> std::int64_t {
    return rows_of_segments != nullptr ? rows_of_segments[segment] : segment;
  };
  std::int64_t segment = chunk.first_segment + static_cast<std::int64_t>(word >> 16);
  V head = 0;  // of the row that began before this thread
  V sum = 0;
  bool begun = false;
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    if (((flags >> u) & 1U) != 0) {
      if (begun) {
        store(y + row_of(segment), sum, alpha, beta);
        ++segment;
      } else {
        head = sum;
        begun = true;
      }
      sum = 0;
    }
    sum += products[thread * Items + u];
  }
  // `segment` now names the row that this thread's last entries belong to, if it began here.
  Segment<V> mine{sum, begun ? 1 : 0};
  Segment<V> scanned = warp_scan(mine, lane);
  if (lane == 31) warp_totals[thread / 32] = scanned;
  __syncthreads();
  Segment<V> before{__shfl_up_sync(0xffffffffU, scanned.sum, 1),
                    __shfl_up_sync(0xffffffffU, scanned.begins, 1)};
  if (lane == 0) before = {V(0), 0};
  Segment<V> warps_before{V(0), 0};
  for (int w = 0; w < thread / 32; ++w) warps_before = join(warps_before, warp_totals[w]);
  before = join(warps_before, before);
  // The row that was open when this thread began ends here: its sum is complete, unless it began in
  // an earlier chunk.
  if (begun) {
    const V closed = before.sum + head;
    if (before.begins != 0) {
      const std::int64_t closed_segment =
          chunk.first_segment + static_cast<std::int64_t>(word >> 16) - 1;
      store(y + row_of(closed_segment), closed, alpha, beta);
    } else if (chunk.head.row >= 0) {
      contribute(chunk.head, closed, partials, tickets, alpha, beta, y);
    }
  }
  if (thread == Block - 1) {
    const Segment<V> whole = join(before, mine);
    if (whole.begins == 0) {
      contribute(chunk.head, whole.sum, partials, tickets, alpha, beta, y);
    } else if (chunk.tail.row >= 0) {
      contribute(chunk.tail, whole.sum, partials, tickets, alpha, beta, y);
    } else {
      const std::int64_t last =
          begun ? segment : chunk.first_segment + static_cast<std::int64_t>(word >> 16) - 1;
      store(y + row_of(last), whole.sum, alpha, beta);
    }
  }
}

// --- preparation, on the host: one pass over the row offsets ------------------------------------

struct Layout {
  std::vector<Chunk> chunks;
  std::vector<std::uint32_t> words;
  std::vector<Index> segments;  ///< rows that have entries
  std::vector<Index> empty;
  std::int32_t partials = 0;
};

template <class O>
Layout lay_out(std::int64_t rows, const std::vector<O>& offsets, int items, int block) {
  const std::int64_t nnz = offsets[static_cast<std::size_t>(rows)];
  const std::int64_t chunk_size = std::int64_t{items} * block;
  const std::int64_t chunks = ceil_div(nnz, chunk_size);
  Layout out;
  constexpr Shared none{-1, 0, 0, 0};
  out.chunks.assign(static_cast<std::size_t>(chunks), Chunk{-1, none, none});
  out.words.assign(static_cast<std::size_t>(chunks * block), 0);
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t begin = offsets[static_cast<std::size_t>(row)];
    const std::int64_t end = offsets[static_cast<std::size_t>(row) + 1];
    if (begin == end) {
      out.empty.push_back(static_cast<Index>(row));
      continue;
    }
    const auto segment = static_cast<std::int32_t>(out.segments.size());
    out.segments.push_back(static_cast<Index>(row));
    out.words[static_cast<std::size_t>(begin / items)] |= 1U << (begin % items);
    const std::int64_t first_chunk = begin / chunk_size;
    const std::int64_t last_chunk = (end - 1) / chunk_size;
    Chunk& opener = out.chunks[static_cast<std::size_t>(first_chunk)];
    if (opener.first_segment < 0) opener.first_segment = segment;
    if (last_chunk == first_chunk) continue;
    const auto parts = static_cast<std::int32_t>(last_chunk - first_chunk + 1);
    const Shared shared{static_cast<std::int32_t>(row), out.partials, 0, parts};
    opener.tail = shared;
    for (std::int32_t part = 1; part < parts; ++part) {
      Shared& head = out.chunks[static_cast<std::size_t>(first_chunk + part)].head;
      head = shared;
      head.part = part;
    }
    out.partials += parts;
  }
  // Upper half of each word: rows begun earlier in the chunk.
  for (std::int64_t c = 0; c < chunks; ++c) {
    std::uint32_t begun = 0;
    for (int t = 0; t < block; ++t) {
      std::uint32_t& word = out.words[static_cast<std::size_t>(c * block + t)];
      const auto here = static_cast<std::uint32_t>(__builtin_popcount(word));
      word |= begun << 16;
      begun += here;
    }
  }
  return out;
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c) : a_(a), any_(any), config_(c) {
    std::vector<O> offsets(static_cast<std::size_t>(a.rows) + 1);
    sptune::cuda::copy_to_host(offsets.data(), a.row_offsets, offsets.size() * sizeof(O));
    const Layout l = lay_out(a.rows, offsets, c.items, c.block);
    chunks_ = {l.chunks.data(), l.chunks.size()};
    words_ = {l.words.data(), l.words.size()};
    if (!l.empty.empty()) {
      segments_ = {l.segments.data(), l.segments.size()};
      empty_ = {l.empty.data(), l.empty.size()};
    }
    const auto partials = static_cast<std::size_t>(l.partials);
    partials_ = sptune::cuda::DeviceArray<V>(partials);
    tickets_ = sptune::cuda::DeviceArray<unsigned>(partials);
    if (partials > 0) sptune::cuda::fill_bytes(tickets_.data(), 0, partials * sizeof(unsigned));
    sptune::cuda::synchronize();
  }

  [[nodiscard]] double bytes_per_run() const override {
    const auto entries = static_cast<double>(any_.nnz) * (sizeof(V) + sizeof(Index));
    return entries + vector_bytes<V>(any_) +
           static_cast<double>(chunks_.bytes() + words_.bytes() + segments_.bytes() +
                               empty_.bytes());
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return chunks_.bytes() + words_.bytes() + segments_.bytes() + empty_.bytes() +
           partials_.bytes() + tickets_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (a_.rows == 0) return;
    // A matrix without entries still has rows to write: one block does it.
    const auto grid = static_cast<unsigned>(std::max<std::size_t>(chunks_.size(), 1));
    if (any_.nnz == 0) return write_empty(alpha, beta, y, stream);
    select_int<3, 5, 7, 11, 15>(config_.items, [&](auto items) {
      select_int<64, 128, 256>(config_.block, [&](auto block) {
        select_load(config_.load, [&](auto policy) {
          multiply<V, decltype(items)::value, decltype(block)::value, decltype(policy)::value>
              <<<grid, decltype(block)::value, 0, native(stream)>>>(
                  any_.nnz, chunks_.data(), words_.data(), segments_.data(), a_.col_indices,
                  a_.values, static_cast<std::int64_t>(empty_.size()), empty_.data(),
                  partials_.data(), tickets_.data(), alpha, x, beta, y);
        });
      });
    });
    SPTUNE_CUDA(cudaGetLastError());
  }

 private:
  void write_empty(V alpha, V beta, V* y, Stream stream);

  CsrView<V, O> a_;
  AnyCsr any_;
  Config config_;
  sptune::cuda::DeviceArray<Chunk> chunks_;
  sptune::cuda::DeviceArray<std::uint32_t> words_;
  sptune::cuda::DeviceArray<Index> segments_;
  sptune::cuda::DeviceArray<Index> empty_;
  sptune::cuda::DeviceArray<V> partials_;
  sptune::cuda::DeviceArray<unsigned> tickets_;
};

template <class V>
__global__ void write_rows(std::int64_t rows, const Index* empty, V alpha, V beta, V* y) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < rows) store(y + empty[i], V(0), alpha, beta);
}

template <class V, class O>
void Plan<V, O>::write_empty(V alpha, V beta, V* y, Stream stream) {
  write_rows<<<blocks_for(a_.rows, 256), 256, 0, native(stream)>>>(a_.rows, empty_.data(), alpha,
                                                                   beta, y);
  SPTUNE_CUDA(cudaGetLastError());
}

Fit fit(const Config& c, const SpmvProblem& p) {
  return fit_memory(p.a.nnz / c.items * 4, p.resources);
}

std::unique_ptr<SpmvPlan> plan(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
    return std::make_unique<Plan<V, O>>(a, p.a, c);
  });
}

}  // namespace

Variant cuda_variant() {
  return make_spmv_variant(
      {.name = "csr_segmented",
       .backend = Backend::cuda,
       .summary = "equal entries per thread, rows found by bit flags; for rows of any length",
       .source = "Liu and Vinter, ICS'15; Merrill and Garland, SC'16"},
      config_space, fit, plan);
}

}  // namespace sptune::spmv::csr_segmented
