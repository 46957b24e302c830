// SPDX-License-Identifier: BSD-3-Clause
// CSR cut into chunks of about equal entries, one block each, in one launch for any row lengths.
// A chunk of whole rows is staged: products go to shared memory coalesced, then groups of threads
// add up rows; what would keep a small group busy for long is left to whole warps. A row longer
// than a chunk is split over blocks (shared_rows.cuh). Column indices may be re-coded as 16-bit
// offsets from the chunk's first column. Source: Greathouse and Daga, "Efficient sparse
// matrix-vector multiplication on GPUs using the CSR storage format", SC'14 (CSR-Stream,
// CSR-Adaptive).
#include "kernels/cuda/look_back.cuh"
#include "kernels/cuda/tally.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/row_cutting.cuh"
#include "kernels/spmv/cuda/shared_rows.cuh"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

namespace sptune::spmv::csr_adaptive {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

struct Config {
  int chunk;
  int block;
  IndexWidth index;
  Load load;
};

// The default is what a matrix got of which nothing was known, before csr_auto: on 51 real matrices
// (H200, double, hot, 21 November 2026) it has 0.87 of the best own point in the geometric mean,
// and takes 1.57 times its time at worst (docs/measurements/spmv-gpu.md).
constexpr auto config_space = space<Config>(
    [](const Config& c) { return c.chunk / c.block >= 4 && c.chunk / c.block <= 16; },
    "4 <= chunk/block <= 16",
    axis("chunk", &Config::chunk, {1024, 512, 2048}, "entries staged by a block"),
    axis("block", &Config::block, {256, 64, 128, 512}, "threads per block"),
    axis("index", &Config::index, {IndexWidth::mixed16, IndexWidth::i32},
         "mixed16: 16-bit columns in chunks that span fewer than 65536"),
    axis("load", &Config::load, {Load::streaming, Load::cached}, "cache policy of the entries"));

/// One block's work: a chunk of whole rows, or one part of a long row.
struct Chunk {
  std::int64_t first;    ///< first entry
  std::int64_t indices;  ///< first index in the re-coded array, in units of 16 bits; -1: CSR's own
  std::int32_t row;      ///< first row
  std::int32_t rows;     ///< rows; 0 for a part of a long row
  std::int32_t count;    ///< entries
  std::int32_t base;     ///< first column, of 16-bit offsets
  SharedRow shared;      ///< the long row
};

template <Load Policy, class V, int ChunkSize, int Block, class F>
__device__ __forceinline__ void for_products(const Chunk& c, const Index* col_indices,
                                             const std::uint16_t* narrow, const V* values,
                                             const V* x, F&& f) {
  constexpr int per_thread = ChunkSize / Block;
  V a[per_thread];
  unsigned col[per_thread];
  const V* v = values + c.first;
  const bool is_narrow = c.indices >= 0;
  const V* x0 = is_narrow ? x + c.base : x;
  const Index* wide = col_indices + c.first;
  const std::uint16_t* offsets = narrow + c.indices;
  const auto place = [](int u) { return static_cast<int>(threadIdx.x) + u * Block; };
#pragma unroll
  for (int u = 0; u < per_thread; ++u) {
    a[u] = load_if<Policy>(place(u) < c.count, v + place(u));
  }
  if (is_narrow) {
#pragma unroll
    for (int u = 0; u < per_thread; ++u) {
      col[u] = load_if<Policy>(place(u) < c.count, offsets + place(u));
    }
  } else {
#pragma unroll
    for (int u = 0; u < per_thread; ++u) {
      col[u] = static_cast<unsigned>(load_if<Policy>(place(u) < c.count, wide + place(u)));
    }
  }
  V gathered[per_thread];
#pragma unroll
  for (int u = 0; u < per_thread; ++u) {
    gathered[u] = load_if<Load::cached>(place(u) < c.count, x0 + col[u]);
  }
#pragma unroll
  for (int u = 0; u < per_thread; ++u) {
    if (place(u) < c.count) f(place(u), a[u] * gathered[u]);
  }
}

/// Sum over the block, in every lane of the first warp; `scratch` is shared and not in use.
template <class V, int Block>
__device__ V block_sum(V v, V* scratch) {
  v = group_sum<32>(v);
  if ((threadIdx.x & 31) == 0) scratch[threadIdx.x / 32] = v;
  __syncthreads();
  V sum = 0;
  if (threadIdx.x < 32) {
#pragma unroll
    for (int w = 0; w < Block / 32; ++w) sum += scratch[w];
  }
  return sum;
}

/// A group of threads adds up rows of at most this many steps; longer ones wait for a whole warp.
constexpr int most_steps = 16;

template <class V, class O, int ChunkSize, int Block, Load Policy>
__global__ void __launch_bounds__(Block)
    multiply(const Chunk* __restrict__ chunks, const O* __restrict__ row_offsets,
             const Index* __restrict__ col_indices, const std::uint16_t* __restrict__ narrow,
             const V* __restrict__ values, SharedRowScratch<V> scratch, V alpha,
             const V* __restrict__ x, V beta, V* __restrict__ y) {
  __shared__ V products[ChunkSize];
  __shared__ std::int16_t long_rows[ChunkSize / most_steps];
  __shared__ int long_count;
  const Chunk c = chunks[blockIdx.x];
  const int thread = static_cast<int>(threadIdx.x);
  if (c.rows == 0) {
    V sum = 0;
    for_products<Policy, V, ChunkSize, Block>(c, col_indices, narrow, values, x,
                                              [&](int, V p) { sum += p; });
    sum = block_sum<V, Block>(sum, products);
    if (thread < 32) {
      SharedRow mine = c.shared;
      if (thread != 0) mine.row = -1;
      finish_shared_rows(mine, sum, scratch, alpha, beta, y);
    }
    return;
  }
  // Threads per row: the largest power of two that leaves every row its group in one sweep.
  int group = 1;
  while (group < 32 && c.rows * group * 2 <= Block) group *= 2;
  const int lane = thread & (group - 1);
  // The borders of the first sweep's rows are asked for before the products, which take as long.
  int r = thread / group;
  const auto border = [&](int row) { return static_cast<int>(row_offsets[c.row + row] - c.first); };
  int begin = r < c.rows ? border(r) : 0;
  int end = r < c.rows ? border(r + 1) : 0;
  if (thread == 0) long_count = 0;
  for_products<Policy, V, ChunkSize, Block>(c, col_indices, narrow, values, x,
                                            [&](int i, V p) { products[i] = p; });
  __syncthreads();
  for (int first = 0; first < c.rows; first += Block / group) {
    V sum = 0;
    const bool wait = group < 32 && end - begin > most_steps * group;
    if (wait && lane == 0) long_rows[atomicAdd(&long_count, 1)] = static_cast<std::int16_t>(r);
    if (!wait) {
      for (int i = begin + lane; i < end; i += group) sum += products[i];
    }
    for (int step = group / 2; step > 0; step /= 2) {
      sum += __shfl_xor_sync(0xffffffffU, sum, step);
    }
    if (r < c.rows && lane == 0 && !wait) store(y + c.row + r, sum, alpha, beta);
    r += Block / group;
    begin = r < c.rows ? border(r) : 0;
    end = r < c.rows ? border(r + 1) : 0;
  }
  __syncthreads();
  for (int q = thread / 32; q < long_count; q += Block / 32) {
    const int row = long_rows[q];
    const int row_end = border(row + 1);
    V sum = 0;
    for (int i = border(row) + (thread & 31); i < row_end; i += 32) sum += products[i];
    sum = group_sum<32>(sum);
    if ((thread & 31) == 0) store(y + c.row + row, sum, alpha, beta);
  }
}

// --- preparing: two kernels, one wait ------------------------------------------------------------

/// Whose sums the host asks for.
enum : std::uint8_t { encoded_entries, chunk_count, part_count };

[[nodiscard]] int most_rows(const Config& c) {
  return 4 * c.block;
}

/// Sections of about equal work: see row_cutting.cuh.
[[nodiscard]] std::int64_t section_count(const AnyCsr& a, const Config& c) {
  return sections_for(a.nnz / c.chunk + a.rows / most_rows(c));
}

/// No matrix of this size has more chunks. One that ends because the next row is too long for it
/// has, with that row, more than `chunk` entries, which count twice at most; a row of several
/// chunks adds one that is not full; the others have all the rows allowed or end a section.
[[nodiscard]] std::int64_t most_chunks(const AnyCsr& a, const Config& c) {
  return 3 * (a.nnz / c.chunk + 1) + a.rows / most_rows(c) + section_count(a, c);
}

/// No matrix has more parts of rows: each of these rows has more than `chunk` entries.
[[nodiscard]] std::int64_t most_parts(const AnyCsr& a, const Config& c) {
  return 2 * a.nnz / c.chunk;
}

/// Chunks that a piece becomes, and those among them that are parts of a row.
struct ChunksOfPiece {
  std::int64_t first;  ///< entry
  std::int64_t entries;
  std::int32_t row;
  std::int32_t rows;

  [[nodiscard]] __device__ __forceinline__ std::int32_t chunks(int chunk) const {
    return entries > chunk ? static_cast<std::int32_t>((entries + chunk - 1) / chunk) : 1;
  }
  [[nodiscard]] __device__ __forceinline__ std::int32_t parts(int chunk) const {
    return entries > chunk ? chunks(chunk) : 0;
  }
};

/// Such a piece, and where its chunks stand.
struct PlacedPiece {
  ChunksOfPiece piece;
  std::int64_t at;      ///< the first of them, among all
  std::int32_t shared;  ///< the first of its parts, among all
  std::int32_t all;     ///< chunks

  [[nodiscard]] __device__ __forceinline__ Chunk chunk_of(std::int64_t k, int chunk) const {
    const bool whole = all == 1;
    const std::int64_t begin = k * chunk;
    const std::int64_t entries =
        whole ? piece.entries : min(std::int64_t{chunk}, piece.entries - begin);
    return {piece.first + begin,
            -1,
            piece.row,
            whole ? piece.rows : 0,
            static_cast<std::int32_t>(entries),
            0,
            whole ? SharedRow{} : SharedRow{piece.row, shared, static_cast<std::int32_t>(k), all}};
  }
};

/// Chunks of whole rows, and parts of rows that are longer than a chunk, in the order of the rows.
/// A block takes a section: it counts the chunks and the parts among them, learns how many the
/// sections before have, and writes its own. `states`: two words per section and one more, of the
/// tally's zeros. Their number stays in the tally where `encode_chunks` comes next. `part_words`,
/// those of shared rows, are cleared.
template <class O>
__global__ void __launch_bounds__(walk_threads, walk_blocks)
    cut_rows(std::int64_t rows, std::int64_t nnz, const O* __restrict__ row_offsets, int chunk,
             int max_rows, unsigned long long* states, sptune::cuda::TallyWords tally, bool encodes,
             Chunk* chunks, unsigned long long* part_words, std::int64_t word_count) {
  __shared__ RowWindow<O> window;
  __shared__ FoundItems<ChunksOfPiece> found;
  __shared__ std::int64_t borders[2];
  __shared__ long long before[2];
  const std::int64_t sections = gridDim.x;
  const int thread = static_cast<int>(threadIdx.x);
  const PieceRule rule{chunk, max_rows};
  for (std::int64_t i = thread_id(); i < word_count; i += sections * walk_threads) {
    part_words[i] = 0;
  }
  const unsigned s = sptune::cuda::take_tile(states + 2 * sections);
  find_section(rows, nnz, row_offsets, s, sections, borders);
  const auto piece = [&](int i) {
    const int row = window.chain[i];
    const int behind = window.row_behind(i);
    const auto first = static_cast<std::int64_t>(window.offsets[row]);
    return ChunksOfPiece{first, window.offsets[behind] - first,
                         static_cast<std::int32_t>(window.base + row), behind - row};
  };
  long long own_chunks = 0;
  long long own_parts = 0;
  int pieces = 0;
  walk_pieces(row_offsets, borders[0], borders[1], rule, window, [&] {
    for (int i = thread; i < window.count; i += walk_threads) {
      const ChunksOfPiece mine = piece(i);
      own_chunks += mine.chunks(chunk);
      own_parts += mine.parts(chunk);
      found.keep(pieces + i, mine);
    }
    pieces += window.count;
  });
  const long long count = sptune::cuda::sum_in_block<walk_threads, 0>(own_chunks).total;
  const long long parts = sptune::cuda::sum_in_block<walk_threads, 1>(own_parts).total;
  if (thread < warp_size) {
    const long long chunks_before = sptune::cuda::scan_tile(states, s, count);
    const long long parts_before = sptune::cuda::scan_tile(states + sections, s, parts);
    if (thread == 0) {
      before[0] = chunks_before;
      before[1] = parts_before;
      if (s == sections - 1) {
        const auto all = static_cast<unsigned long long>(chunks_before + count);
        tally.host[chunk_count] = all;
        if (encodes) tally.sums[chunk_count] = all;
        tally.host[part_count] = static_cast<unsigned long long>(parts_before + parts);
      }
    }
  }
  __syncthreads();
  std::int64_t at = before[0];
  std::int64_t shared = before[1];
  const auto write = [&](int pieces_here, auto piece_at) {
    for (int from = 0; from < pieces_here; from += walk_threads) {
      PlacedPiece mine{};
      if (from + thread < pieces_here) {
        mine.piece = piece_at(from + thread);
        mine.all = mine.piece.chunks(chunk);
      }
      const std::int32_t own_shared = mine.all > 0 ? mine.piece.parts(chunk) : 0;
      const auto chunk_sums = sptune::cuda::sum_in_block<walk_threads, 2>(mine.all);
      const auto part_sums = sptune::cuda::sum_in_block<walk_threads, 3>(own_shared);
      mine.at = at + chunk_sums.before;
      mine.shared = static_cast<std::int32_t>(shared + part_sums.before);
      share_runs(mine, mine.all, [&](const PlacedPiece& p, std::int64_t k) {
        chunks[p.at + k] = p.chunk_of(k, chunk);
      });
      at += chunk_sums.total;
      shared += part_sums.total;
      __syncthreads();  // what the sums are made of is written again
    }
  };
  if (found.holds(pieces)) {
    write(pieces, [&](int i) { return found.items[i]; });
  } else {
    walk_pieces(row_offsets, borders[0], borders[1], rule, window,
                [&] { write(window.count, piece); });
  }
  sptune::cuda::leave_clear(tally, states, 2 * sections + 1);
}

constexpr int encode_threads = 128;

/// Finds the first column of every chunk and, where 16 bits hold the offsets from it, writes them:
/// to the places that the entries have in the matrix, so that nothing need be counted before.
__global__ void __launch_bounds__(encode_threads)
    encode_chunks(Chunk* chunks, const Index* __restrict__ col_indices, std::uint16_t* narrow,
                  sptune::cuda::TallyWords tally) {
  constexpr int warps = encode_threads / warp_size;
  __shared__ Index lows[warps];
  __shared__ Index highs[warps];
  const auto count = static_cast<std::int64_t>(tally.sums[chunk_count]);
  const int thread = static_cast<int>(threadIdx.x);
  unsigned long long encoded = 0;
  for (std::int64_t n = blockIdx.x; n < count; n += gridDim.x) {
    Chunk& c = chunks[n];
    const std::int64_t first = c.first;
    const std::int32_t entries = c.count;
    Index low = 0x7fffffff;
    Index high = 0;
#pragma unroll 4
    for (int i = thread; i < entries; i += encode_threads) {
      const Index column = __ldg(col_indices + first + i);
      low = min(low, column);
      high = max(high, column);
    }
    low = sptune::cuda::warp_min(low);
    high = sptune::cuda::warp_max(high);
    if (thread % warp_size == 0) {
      lows[thread / warp_size] = low;
      highs[thread / warp_size] = high;
    }
    __syncthreads();
#pragma unroll
    for (int w = 0; w < warps; ++w) {
      low = min(low, lows[w]);
      high = max(high, highs[w]);
    }
    const bool fits = entries > 0 && high - low < 65536;
    if (fits) {
#pragma unroll 4
      for (int i = thread; i < entries; i += encode_threads) {
        narrow[first + i] = static_cast<std::uint16_t>(__ldg(col_indices + first + i) - low);
      }
    }
    if (thread == 0) {
      c.base = entries > 0 ? low : 0;
      if (fits) {
        c.indices = first;
        encoded += static_cast<unsigned long long>(entries);
      }
    }
    __syncthreads();  // lows and highs are written again
  }
  if (thread == 0 && encoded > 0) atomicAdd(tally.sums + encoded_entries, encoded);
  static_assert(encoded_entries == 0 && chunk_count == 1);
  sptune::cuda::publish<2>(tally);
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c) : a_(a), any_(any), config_(c) {
    if (a.rows > 0) prepare();
  }

  [[nodiscard]] double bytes_per_run() const override {
    const auto records = static_cast<double>(count_) * sizeof(Chunk);
    return compulsory_bytes(any_) - static_cast<double>(encoded_) * 2.0 + records;
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return chunks_.bytes() + narrow_.bytes() + shared_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (a_.rows == 0) return;
    const auto grid = static_cast<unsigned>(count_);
    const auto shared = shared_.on(stream);
    select<config_space, &Config::chunk, &Config::block, &Config::load>(
        config_, [&](auto chunk, auto block, auto policy) {
          if constexpr (config_space.valid(
                            {.chunk = chunk(), .block = block(), .index = {}, .load = policy()})) {
            launch(multiply<V, O, chunk(), block(), policy()>, grid, block(), 0, native(stream),
                   chunks_.data(), a_.row_offsets, a_.col_indices, narrow_.data(), a_.values,
                   shared.scratch(), alpha, x, beta, y);
          } else {
            outside_the_space();
          }
        });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
  }

  /// Everything is as large as it can become, so that nothing waits for a number.
  void prepare() {
    using sptune::cuda::DeviceArray;
    const std::int64_t sections = section_count(any_, config_);
    const std::int64_t most = most_chunks(any_, config_);
    const bool encodes = config_.index == IndexWidth::mixed16 && any_.nnz > 0;
    sptune::cuda::Tally tally;
    chunks_ = DeviceArray<Chunk>::ordered(static_cast<std::size_t>(most));
    if (encodes) narrow_ = DeviceArray<std::uint16_t>::ordered(static_cast<std::size_t>(any_.nnz));
    const std::int64_t parts = most_parts(any_, config_);
    auto shared = DeviceArray<std::byte>::ordered(SharedRowMemory<V>::bytes_for(parts));
    launch(cut_rows<O>, static_cast<unsigned>(sections), walk_threads, 0, nullptr, a_.rows,
           any_.nnz, a_.row_offsets, config_.chunk, most_rows(config_),
           tally.zeros(static_cast<std::size_t>(2 * sections + 1)), tally.words(), encodes,
           chunks_.data(), reinterpret_cast<unsigned long long*>(shared.data()),
           parts * words_per_part<V>);
    if (encodes) {
      launch(encode_chunks, blocks_up_to(most), encode_threads, 0, nullptr, chunks_.data(),
             a_.col_indices, narrow_.data(), tally.words());
    }
    const auto found = tally.read();
    count_ = found[chunk_count];
    encoded_ = encodes ? found[encoded_entries] : 0;
    if (encoded_ == 0) narrow_.drop();
    if (found[part_count] == 0) {
      shared.drop();
    } else {
      shared_ = SharedRowMemory<V>(std::move(shared));
    }
  }

  CsrView<V, O> a_;
  AnyCsr any_;
  Config config_;
  sptune::cuda::DeviceArray<Chunk> chunks_;  ///< count_ of them count
  sptune::cuda::DeviceArray<std::uint16_t> narrow_;
  std::int64_t count_ = 0;
  std::int64_t encoded_ = 0;  ///< entries with 16-bit columns
  SharedRowMemory<V> shared_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  const std::int64_t columns = c.index == IndexWidth::mixed16 ? p.a.nnz * 2 : 0;
  const std::int64_t records = most_chunks(p.a, c) * static_cast<std::int64_t>(sizeof(Chunk));
  const std::int64_t states = section_count(p.a, c) * 16;
  const std::int64_t parts = shared_row_bytes(p.a.value_type, most_parts(p.a, c));
  return fit_memory(columns + records + states + parts, p.resources);
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  Expected e = expect::csr(
      type, c.index == IndexWidth::mixed16 ? expect::mixed_index_bytes(feature) : expect::index32,
      4, feature);
  const double mean = feature(Feature::mean_row);
  const double rows = feature(Feature::rows);
  // A chunk ends with a row: half a row is missing at its end.
  const double filled = std::clamp(1 - mean / 2 / c.chunk, 0.5, 1.0) * c.chunk;
  const double chunks =
      std::max(expect::blocks(feature(Feature::nnz), filled), expect::blocks(rows, 4.0 * c.block));
  const double rows_of_chunk = std::max(1e-9, rows / chunks);
  const double group = std::clamp(std::exp2(std::floor(std::log2(c.block / rows_of_chunk))), 1.0,
                                  32.0);  // threads per row, as the kernel takes them
  const double sweeps = std::ceil(rows_of_chunk * group / c.block);
  const double per_thread = static_cast<double>(c.chunk) / c.block;
  e.launch.blocks = chunks;
  e.launch.threads = c.block;
  e.launch.shared_bytes = c.chunk * static_cast<double>(size_of(type));
  e.launch.registers = expect::registers(per_thread);
  e.launch.in_flight = per_thread;
  e.launch.steps = 4 + sweeps * (1 + std::ceil(mean / group));
  const double longest = feature(Feature::row_max);
  if (longest > c.chunk) {
    // Blocks add up their chunks of it by all their threads, the last one what the others left.
    e.launch.longest = e.launch.steps + 2 + longest / c.chunk / warp_size;
    e.launch.shared_rows = std::max(1.0, expect::entries_beyond(c.chunk, feature) / c.chunk);
  } else {
    const bool by_warps = longest > most_steps * group;
    e.launch.longest = e.launch.steps + std::min<double>(longest / group, most_steps) +
                       (by_warps ? 2 + longest / warp_size : 0);
  }
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "csr_adaptive",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::callers,
       .summary = "CSR in chunks of equal entries, staged in shared memory; long rows split",
       .source = "Greathouse and Daga, SC'14"},
      config_space, fit, make_plan<Plan, Config>, expected);
}

}  // namespace sptune::spmv::csr_adaptive
