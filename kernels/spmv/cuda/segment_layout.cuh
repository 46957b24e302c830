// SPDX-License-Identifier: BSD-3-Clause
// Entries cut into tiles of equal size, one block each, wherever rows begin: which rows begin
// where. Made on the device from the row offsets. Source: Liu and Vinter, "CSR5", ICS'15 (bit
// flags).
#pragma once

#include "kernels/cuda/array_cursor.hpp"
#include "kernels/spmv/cuda/row_cutting.cuh"
#include "kernels/spmv/cuda/shared_rows.cuh"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace sptune::spmv::cuda {

/// What a block reads of its tile.
struct alignas(16) Tile {
  std::int32_t first_segment = -1;  ///< ordinal of the first row that begins here
  std::int32_t base = 0;            ///< first column; of 16-bit offsets
  std::int32_t wide = -1;           ///< which of the tiles that need 32 bits; -1: needs 16
  std::int32_t segments = 0;        ///< how many rows begin here
  SharedRow head;                   ///< the row that began before this tile and has entries in it
  SharedRow tail;                   ///< the row that begins here and goes on in the next tile
};

/// Rows with entries in order, then the others; nothing when all rows have entries.
struct RowLists {
  sptune::cuda::DeviceArray<Index> list;
  std::int64_t filled = 0;  ///< rows with entries
  /// Null: segments are rows.
  [[nodiscard]] const Index* of_segments() const { return list.data(); }
  [[nodiscard]] const Index* empty() const { return list.data() + (list.size() == 0 ? 0 : filled); }
  [[nodiscard]] std::int64_t empties() const {
    return list.size() == 0 ? 0 : static_cast<std::int64_t>(list.size()) - filled;
  }
};

/// Where tiles begin: as a list, or, where there is none, every `size` entries.
struct TileBorders {
  std::int64_t tiles;  ///< no more than so many; exactly, where `counted` is null
  std::int64_t size;
  std::int64_t nnz;
  const std::int64_t* firsts;   ///< of each tile, and the end; null: none
  const std::int64_t* counted;  ///< how many tiles there are, where the host does not know yet
  __device__ __forceinline__ std::int64_t number() const {
    return counted != nullptr ? *counted : tiles;
  }
  __device__ __forceinline__ std::int64_t first(std::int64_t t) const {
    return firsts != nullptr ? firsts[t] : min(t * size, nnz);
  }
  __device__ __forceinline__ bool padded(std::int64_t t) const {
    return first(t + 1) - first(t) < size;
  }
  __device__ __forceinline__ std::int64_t tile_of(std::int64_t entry) const {
    // No tile holds more than `size`, so that no tile before entry / size holds this entry.
    const std::int64_t low = entry / size;
    if (firsts == nullptr) return low;
    const std::int64_t all = number();
    return sptune::cuda::first_near(low, all, sptune::cuda::even_share(all, entry, nnz),
                                    [&](std::int64_t t) { return firsts[t + 1] > entry; });
  }
};

/// Tiles of items*block entries; the last, or any when padding is allowed, may hold fewer. Where it
/// is, arrays have room for as many tiles as there could have been.
struct SegmentLayout {
  std::int64_t count = 0;                           ///< tiles
  sptune::cuda::DeviceArray<unsigned char> memory;  ///< of the arrays here, a piece
  std::int64_t* firsts = nullptr;                   ///< as in TileBorders, where padding is allowed
  Tile* tiles = nullptr;
  /// Per thread. Low half: bit u says that a segment begins at its entry u, a row or, behind the
  /// last of them, the padding of a tile that is not full; high half: how many begin earlier in the
  /// tile.
  std::uint32_t* words = nullptr;
  /// Instead, where asked for, a bit per entry: a row begins there; and one behind the last entry,
  /// unless that ends a tile.
  std::uint32_t* flags = nullptr;
  RowLists rows;
  /// Memory of shared rows (SharedRowMemory), clear; nothing where there are none.
  sptune::cuda::DeviceArray<std::byte> shared;
  std::int32_t most_begun = 0;  ///< segments that begin in one tile, padding, too
  std::int64_t wide = 0;        ///< tiles that need 32-bit columns, where that was asked for
};

constexpr int layout_threads = 256;
constexpr int layout_warps = layout_threads / warp_size;
constexpr int most_tile_threads = 512;  ///< of a block that multiplies a tile

/// How a block of layout_threads looks at tiles: each by `team` of its warps.
struct TileTeams {
  int items;
  int block;  ///< words of a tile
  int team;   ///< a power of two, up to layout_warps

  /// `rows`: of a tile, at the mean.
  TileTeams(int of_items, int of_block, std::int64_t rows)
      : items(of_items), block(of_block), team(layout_warps) {
    // A lane has some six slots or rows, so that a tile is looked at in a round or two.
    constexpr int share_of_warp = 192;
    const auto most = std::max(rows, std::int64_t{items} * block);
    while (team > 1 && team * share_of_warp > most) team /= 2;
  }
  [[nodiscard]] SPTUNE_HOST_DEVICE int tiles() const { return layout_warps / team; }
  /// Of the launch, for so many tiles.
  [[nodiscard]] std::int64_t blocks(std::int64_t of_tiles) const {
    return ceil_div(of_tiles, tiles());
  }
};
/// Words of a block's tiles: four items and more, and less than twice 192 slots a warp.
constexpr int most_layout_words = 1024;

/// Bytes of words of look-backs, where kernels number so many tiles.
[[nodiscard]] constexpr std::int64_t layout_state_bytes(std::int64_t tiles) {
  return 8 * 2 * (tiles + 1);
}

/// Bytes that a layout of so many tiles takes at most while it is made, with room for the rows that
/// tiles share, of which each has parts of two at most.
[[nodiscard]] inline std::int64_t layout_bytes(std::int64_t tiles, int block, const AnyCsr& a) {
  const std::int64_t parts = shared_row_bytes(a.value_type, 2);
  constexpr std::int64_t between = 8 * sptune::cuda::align(1);  // arrays in one piece
  return between + tiles * (static_cast<std::int64_t>(sizeof(Tile)) + block * 4 + parts) +
         a.rows * 4 + layout_state_bytes(std::max(tiles, ceil_div(a.rows, layout_threads)));
}

/// Whose sums the host asks for.
enum : std::uint8_t { most_begun, part_total, filled_rows, wide_tiles };

/// What a layout is written to.
struct LayoutOut {
  Tile* tiles;
  std::uint32_t* words;        ///< null: not wanted
  std::uint32_t* flags;        ///< as SegmentLayout; null: not wanted
  unsigned long long* shared;  ///< words of SharedRowScratch
  int shared_words;            ///< of a tile, of two parts
};

/// What a block knows of a tile's rows.
struct TileRows {
  std::int64_t begin;     ///< the first row that begins at or behind the tile's first entry
  std::int64_t end;       ///< the same of the next tile; all rows for the last one
  std::int32_t tail;      ///< the one that begins here and goes on in the next tile; -1: none
  std::int32_t parts;     ///< the tiles which that has entries in
  std::int64_t tail_end;  ///< where its entries end
};

/// The tile of an entry of a row of several tiles; one piece of code, since few ask.
static __device__ __noinline__ std::int64_t tile_far_away(const TileBorders& borders,
                                                          std::int64_t entry) {
  return borders.tile_of(entry);
}

/// The last tile of a row that ends before entry `end`, behind tile `t`.
static __device__ __forceinline__ std::int64_t last_tile_of(const TileBorders& borders,
                                                            std::int64_t t, std::int64_t end) {
  return end <= borders.first(t + 2) ? t + 1 : tile_far_away(borders, end - 1);
}

/// Called by one thread. The row that began before tile `t`, of which `first_row` is the first that
/// did not; `parts_before`: of rows that begin in tiles before this one.
template <class O>
__device__ __forceinline__ SharedRow head_of_tile(const O* row_offsets, std::int64_t first_row,
                                                  const TileBorders& borders, std::int64_t t,
                                                  long long parts_before) {
  if (first_row == 0) return {};
  const auto end = static_cast<std::int64_t>(row_offsets[first_row]);
  if (end == borders.first(t)) return {};
  const auto begin = static_cast<std::int64_t>(row_offsets[first_row - 1]);
  const std::int64_t from = begin >= borders.first(t - 1) ? t - 1 : tile_far_away(borders, begin);
  const std::int64_t to = end <= borders.first(t + 1) ? t : last_tile_of(borders, t, end);
  const auto parts = static_cast<std::int32_t>(to - from + 1);
  // Between the two no row begins, and so none that goes on.
  return {static_cast<std::int32_t>(first_row - 1), static_cast<std::int32_t>(parts_before - parts),
          static_cast<std::int32_t>(t - from), parts};
}

/// Rows and parts in one sum of a look-back: there are fewer than 2^31 of either.
struct RowsAndParts {
  static constexpr int bits = 31;
  long long packed;
  [[nodiscard]] __device__ __forceinline__ static RowsAndParts of(unsigned rows, int parts) {
    return {static_cast<long long>(parts) << bits | rows};
  }
  [[nodiscard]] __device__ __forceinline__ long long rows() const {
    return packed & ((1LL << bits) - 1);
  }
  [[nodiscard]] __device__ __forceinline__ long long parts() const { return packed >> bits; }
};

/// Called by a whole block: which of a tile's entries begin a row, into `words`, which are zeros.
/// `lane` of `lanes` threads look at the tile.
template <class O>
__device__ __forceinline__ void mark_rows(const O* row_offsets, const TileBorders& borders,
                                          std::int64_t t, int items, int lane, int lanes,
                                          std::uint32_t* words, TileRows& rows) {
  const std::int64_t first = borders.first(t);
  const std::int64_t stop = borders.first(t + 1);
  if (lane == 0 && borders.padded(t)) {
    // Padding is a segment of its own, which no kernel writes: nothing of it, as 0 times an
    // infinite x, gets into a row.
    const auto place = static_cast<int>(stop - first);
    atomicOr(words + place / items, 1U << (place % items));
  }
  const auto mark = [&](std::int64_t row, std::int64_t begin, std::int64_t end) {
    const auto place = static_cast<int>(begin - first);
    atomicOr(words + place / items, 1U << (place % items));
    if (end <= stop) return;
    rows.tail = static_cast<std::int32_t>(row);
    rows.tail_end = end;
  };
  constexpr int gap = 32;  // rows a slot
  if (rows.end - rows.begin > gap * borders.size) {
    // Nearly all rows are empty: entries are asked for theirs instead, a dozen looks one after
    // another, where a lane looks at four rows at once.
    for (std::int64_t entry = first + lane; entry < stop; entry += lanes) {
      const std::int64_t behind =
          first_where(rows.begin, rows.end, [&](std::int64_t r) { return row_offsets[r] > entry; });
      if (behind == rows.begin) continue;  // of a row that began before
      const auto begin = static_cast<std::int64_t>(row_offsets[behind - 1]);
      if (begin == entry) mark(behind - 1, begin, row_offsets[behind]);
    }
    return;
  }
  constexpr int at_once = 4;
  for (std::int64_t from = rows.begin + lane; from < rows.end; from += at_once * lanes) {
    O begins[at_once];
    O ends[at_once];
#pragma unroll
    for (int u = 0; u < at_once; ++u) {
      const std::int64_t row = from + u * lanes;
      begins[u] = row < rows.end ? row_offsets[row] : O(0);
      ends[u] = row < rows.end ? row_offsets[row + 1] : O(0);
    }
#pragma unroll
    for (int u = 0; u < at_once; ++u) {
      if (begins[u] < ends[u]) mark(from + u * lanes, begins[u], ends[u]);
    }
  }
}

/// Called by a whole warp: how many segments begin in a tile, whose words it completes and writes.
static __device__ __forceinline__ std::uint32_t finish_words(const TileTeams& shape, std::int64_t t,
                                                             const std::uint32_t* words,
                                                             const LayoutOut& out) {
  const int lane = sptune::cuda::lane_id();
  std::uint32_t begun = 0;
  for (int k = 0; k < shape.block; k += warp_size) {
    const std::uint32_t word = k + lane < shape.block ? words[k + lane] : 0;
    const auto here = static_cast<std::uint32_t>(__popc(word));
    const std::uint32_t up_to_here = sptune::cuda::warp_inclusive_sum(here);
    if (out.words != nullptr && k + lane < shape.block) {
      out.words[t * shape.block + k + lane] = word | (begun + up_to_here - here) << 16;
    }
    begun += __shfl_sync(all_lanes, up_to_here, warp_size - 1);
  }
  if (out.flags != nullptr) {
    const int flag_words = shape.items * shape.block / warp_size;
    for (int k = 0; k < flag_words; ++k) {
      const int place = k * warp_size + lane;
      const bool begins = ((words[place / shape.items] >> (place % shape.items)) & 1U) != 0;
      const unsigned flags = __ballot_sync(all_lanes, begins);
      if (lane == 0) out.flags[t * flag_words + k] = flags;
    }
  }
  return begun;
}

/// Called by a team's warps: the rows of its tile. Its first warp looks for the first row, the last
/// for the one behind the last.
template <class O>
__device__ __forceinline__ void find_rows(std::int64_t rows, const O* row_offsets,
                                          const TileBorders& borders, std::int64_t t, bool is_first,
                                          bool is_last, TileRows& own) {
  const auto row_at = [&](std::int64_t entry) {
    const std::int64_t guess = sptune::cuda::even_share(rows, entry, borders.nnz);
    return sptune::cuda::warp_first_near(std::int64_t{0}, rows, guess,
                                         [&](std::int64_t r) { return row_offsets[r] >= entry; });
  };
  const int lane = sptune::cuda::lane_id();
  if (is_first) {
    const std::int64_t row = row_at(borders.first(t));
    if (lane == 0) {
      own.begin = row;
      own.tail = -1;
    }
  }
  if (is_last) {
    const std::int64_t row = t + 1 == borders.number() ? rows : row_at(borders.first(t + 1));
    if (lane == 0) own.end = row;
  }
}

/// Called by a whole warp, when a tile's words say where rows begin: completes and writes them, and
/// enters the tile into its own sum and the most of its block. How many rows begin, in all lanes.
static __device__ __forceinline__ std::uint32_t count_tile(
    const TileTeams& shape, const TileBorders& borders, std::int64_t t, const std::uint32_t* words,
    const LayoutOut& out, TileRows& own, unsigned& most_here, RowsAndParts& sum) {
  const std::uint32_t begun = finish_words(shape, t, words, out);
  const std::uint32_t segments = begun - (borders.padded(t) ? 1 : 0);
  if (sptune::cuda::lane_id() == 0) {
    own.parts = own.tail < 0
                    ? 0
                    : static_cast<std::int32_t>(last_tile_of(borders, t, own.tail_end) - t + 1);
    atomicMax(&most_here, begun);
    sum = RowsAndParts::of(segments, own.parts);
  }
  return segments;
}

/// Called by a block's first warp: its tiles' sums become those of all tiles before them. Whether,
/// in the first lane, all other blocks are done.
static __device__ __forceinline__ bool number_tiles(int tiles, unsigned number,
                                                    unsigned long long* states,
                                                    const sptune::cuda::TallyWords& tally,
                                                    unsigned most_here, RowsAndParts* sums) {
  const int lane = sptune::cuda::lane_id();
  const long long mine = lane < tiles ? sums[lane].packed : 0;
  const long long up_to_here = sptune::cuda::warp_inclusive_sum(mine);
  const long long total = __shfl_sync(all_lanes, up_to_here, warp_size - 1);
  const long long others = sptune::cuda::scan_tile(states, number, total);
  if (lane < tiles) sums[lane].packed = others + up_to_here - mine;
  if (lane != 0) return false;
  atomicMax(tally.sums + most_begun, static_cast<unsigned long long>(most_here));
  if (number == gridDim.x - 1) {
    const RowsAndParts found{others + total};
    tally.sums[part_total] = static_cast<unsigned long long>(found.parts());
    tally.sums[filled_rows] = static_cast<unsigned long long>(found.rows());
  }
  return sptune::cuda::arrive(tally);  // while others write
}

/// Called by one thread: what is known of tile `t`.
template <class O>
__device__ __forceinline__ Tile tile_of_rows(const O* row_offsets, const TileBorders& borders,
                                             std::int64_t t, std::uint32_t segments,
                                             const TileRows& own, const RowsAndParts& before) {
  Tile tile;
  if (segments > 0) tile.first_segment = static_cast<std::int32_t>(before.rows());
  tile.segments = static_cast<std::int32_t>(segments);
  if (own.tail >= 0) {
    tile.tail = {own.tail, static_cast<std::int32_t>(before.parts()), 0, own.parts};
  }
  tile.head = head_of_tile(row_offsets, own.begin, borders, t, before.parts());
  return tile;
}

/// What begins in each tile, and where the parts of rows stand that several tiles share. Tiles are
/// numbered as blocks begin; `states`: a word per block and one more, zeros before and after.
template <class O>
__global__ void __launch_bounds__(layout_threads)
    lay_tiles(std::int64_t rows, const O* __restrict__ row_offsets, TileTeams shape,
              TileBorders borders, unsigned long long* states, sptune::cuda::TallyWords tally,
              LayoutOut out) {
  __shared__ std::uint32_t words[most_layout_words];
  __shared__ TileRows tile_rows[layout_warps];
  __shared__ RowsAndParts sums[layout_warps];
  __shared__ unsigned most_here;
  const int thread = static_cast<int>(threadIdx.x);
  const int warp = thread / warp_size;
  const int which = warp / shape.team;
  const int warp_of_team = warp % shape.team;
  const int lane = warp_of_team * warp_size + thread % warp_size;  // of the team
  for (int i = thread; i < shape.tiles() * shape.block; i += layout_threads) words[i] = 0;
  if (thread < layout_warps) sums[thread] = {};
  if (thread == 0) most_here = 0;
  sptune::cuda::let_next_begin();
  sptune::cuda::wait_for_earlier();
  const unsigned number = sptune::cuda::take_tile(states + gridDim.x);
  const std::int64_t all = borders.number();
  const std::int64_t t = static_cast<std::int64_t>(number) * shape.tiles() + which;
  const bool inside = t < all;
  std::uint32_t* const own_words = words + which * shape.block;
  TileRows& own = tile_rows[which];
  if (inside) {
    find_rows(rows, row_offsets, borders, t, warp_of_team == 0, warp_of_team == shape.team - 1,
              own);
  }
  __syncthreads();
  if (inside) {
    mark_rows(row_offsets, borders, t, shape.items, lane, shape.team * warp_size, own_words, own);
  }
  __syncthreads();
  std::uint32_t segments = 0;
  if (inside && warp_of_team == 0) {
    segments = count_tile(shape, borders, t, own_words, out, own, most_here, sums[which]);
  }
  const std::int64_t shared_here = static_cast<std::int64_t>(shape.tiles()) * out.shared_words;
  for (std::int64_t i = number * shared_here + thread;
       i < min((number + 1) * shared_here, all * out.shared_words); i += layout_threads) {
    out.shared[i] = 0;
  }
  __syncthreads();
  const bool last =
      warp == 0 && number_tiles(shape.tiles(), number, states, tally, most_here, sums);
  __syncthreads();
  if (inside && lane == 0) {
    out.tiles[t] = tile_of_rows(row_offsets, borders, t, segments, own, sums[which]);
  }
  static_assert(most_begun == 0 && part_total == 1 && filled_rows == 2);
  if (__syncthreads_or(last ? 1 : 0) == 0) return;
  if (last) sptune::cuda::hand_over<3>(tally);
  sptune::cuda::clear(states, std::int64_t{gridDim.x} + 1);
}

/// Rows with entries from the front on, the others from the back, in order. `states`: a word per
/// block and one more, zeros before and after.
template <class O>
__global__ void __launch_bounds__(layout_threads)
    list_rows(std::int64_t rows, const O* __restrict__ row_offsets, unsigned long long* states,
              sptune::cuda::TallyWords tally, Index* list) {
  __shared__ long long before;
  const unsigned number = sptune::cuda::take_tile(states + gridDim.x);
  const std::int64_t row = static_cast<std::int64_t>(number) * layout_threads + threadIdx.x;
  const bool filled = row < rows && row_offsets[row] < row_offsets[row + 1];
  const auto sums = sptune::cuda::sum_in_block<layout_threads>(filled ? 1 : 0);
  sptune::cuda::scan_tiles(states, number, sums.total, before);
  sptune::cuda::leave_clear(tally, states, std::int64_t{gridDim.x} + 1);
  const std::int64_t ordinal = before + sums.before;
  if (row < rows) list[filled ? ordinal : rows - 1 - (row - ordinal)] = static_cast<Index>(row);
}

/// Finds the borders, see cut_tiles; without padding there is nothing to find. Enqueued: kernels
/// behind it know them, and the host when it asks.
class TileCut {
 public:
  TileCut(std::int64_t rows, std::int64_t nnz, const TileRule& rule)
      : rows_(rows),
        rule_(rule),
        borders_{rule.padding == 0 ? ceil_div(nnz, rule.size) : most_tiles(rows, nnz, rule),
                 rule.size, nnz, nullptr, nullptr} {}
  /// As many tiles as there can be, until they are counted.
  [[nodiscard]] const TileBorders& borders() const { return borders_; }
  /// Of memory for the borders, each of 8 bytes: one a tile, the end, and how many there are.
  [[nodiscard]] std::int64_t words() const {
    return rule_.padding == 0 ? 0 : borders_.tiles + border_words;
  }
  static constexpr std::int64_t border_words = 2;

  template <class O>
  void enqueue(const O* row_offsets, std::int64_t* memory) {
    if (rule_.padding == 0) return;
    const std::int64_t sections = tile_sections(rows_, borders_.nnz, rule_);
    std::int64_t* const count = memory + borders_.tiles + 1;
    tally_.emplace();
    launch(cut_tiles<O>, static_cast<unsigned>(sections), walk_threads, 0, nullptr, rows_,
           borders_.nnz, row_offsets, rule_, tally_->zeros(static_cast<std::size_t>(sections) + 1),
           tally_->words(), memory, count);
    borders_.firsts = memory;
    borders_.counted = count;
  }
  /// Waits until their number is known.
  [[nodiscard]] TileBorders counted() {
    TileBorders out = borders_;
    if (std::exchange(out.counted, nullptr) != nullptr) out.tiles = tally_->look()[0];
    return out;
  }

 private:
  std::int64_t rows_;
  TileRule rule_;
  TileBorders borders_;
  std::optional<sptune::cuda::Tally> tally_;
};

/// What else is to be enqueued before the one wait after which everything is ready.
struct LayoutToBe {
  TileBorders borders;
  Tile* tiles;
  /// For a look-back by tiles: one word each and one more, zeros before and after.
  unsigned long long* states;
  sptune::cuda::TallyWords tally;
};

/// How tiles are cut.
struct Tiling {
  int items;
  int block;
  std::int64_t most_padding = 0;  ///< a tile may leave size / most_padding slots empty; 0: none
  bool entry_flags = false;       ///< SegmentLayout::flags are wanted
  bool keeps_words = true;        ///< SegmentLayout::words are

  [[nodiscard]] std::int64_t size() const { return std::int64_t{items} * block; }
  [[nodiscard]] std::int64_t flag_words(std::int64_t tiles) const {
    return entry_flags ? ceil_div(tiles * size(), warp_size) : 0;
  }
};

/// Memory for so many tiles and so many words of borders.
inline void take_memory(const Tiling& tiling, std::int64_t tiles, std::int64_t border_words,
                        SegmentLayout& out) {
  const auto arrays = [&](sptune::cuda::ArrayCursor memory) {
    out.firsts = memory.array<std::int64_t>(border_words);
    out.tiles = memory.array<Tile>(tiles);
    if (tiling.entry_flags) out.flags = memory.array<std::uint32_t>(tiling.flag_words(tiles));
    if (tiling.keeps_words) out.words = memory.array<std::uint32_t>(tiles * tiling.block);
    return memory.bytes;
  };
  out.memory = sptune::cuda::in_one_piece<sptune::cuda::DeviceArray<unsigned char>>(arrays);
}

/// Zeros for look-backs: a tally's, which kernels leave as zeros, unless there are many, which it
/// would keep for as long as the process lives.
class LookBackWords {
 public:
  LookBackWords(sptune::cuda::Tally& tally, std::int64_t size) {
    constexpr std::int64_t most_lent = std::int64_t{1} << 17;
    if (size <= most_lent) {
      words_ = tally.zeros(static_cast<std::size_t>(size));
    } else {
      own_ = sptune::cuda::zeroed_scratch<unsigned long long>(static_cast<std::size_t>(size));
      words_ = own_.data();
    }
  }
  [[nodiscard]] unsigned long long* data() const { return words_; }

 private:
  sptune::cuda::Scratch<unsigned long long> own_;
  unsigned long long* words_ = nullptr;
};

/// The matrix has entries. `more` may count what else is to be known, as wide_tiles. The host takes
/// memory and enqueues while the device cuts tiles and looks at them: it waits for their number
/// alone, which `more` is told, and at the end.
template <class V, class O, class More>
[[nodiscard]] SegmentLayout lay_out(std::int64_t rows, const O* row_offsets, std::int64_t nnz,
                                    const Tiling& tiling, More&& more) {
  const std::int64_t size = tiling.size();
  TileCut cut(rows, nnz, {size, tiling.most_padding > 0 ? size / tiling.most_padding : 0});
  const std::int64_t most = cut.borders().tiles;
  SegmentLayout out;
  take_memory(tiling, most, cut.words(), out);
  cut.enqueue(row_offsets, out.firsts);
  const TileTeams shape(tiling.items, tiling.block, rows / ceil_div(nnz, size));
  const auto blocks = static_cast<unsigned>(shape.blocks(most));
  sptune::cuda::Tally tally;
  const sptune::cuda::TallyWords found_there = tally.words();
  const LookBackWords states(
      tally, std::max<std::int64_t>(blocks + 1 + most + 1, blocks_for(rows, layout_threads) + 1));
  out.shared = sptune::cuda::DeviceArray<std::byte>::ordered(
      SharedRowMemory<V>::bytes_for(2 * most));  // no more: a tile's first row and its last one
  launch_ahead(
      lay_tiles<O>, blocks, layout_threads, 0, nullptr, rows, row_offsets, shape, cut.borders(),
      states.data(), found_there,
      LayoutOut{out.tiles, out.words, out.flags,
                reinterpret_cast<unsigned long long*>(out.shared.data()), 2 * words_per_part<V>});
  const auto list = [&] {
    out.rows.list = sptune::cuda::DeviceArray<Index>::ordered(static_cast<std::size_t>(rows));
    launch(list_rows<O>, blocks_for(rows, layout_threads), layout_threads, 0, nullptr, rows,
           row_offsets, states.data(), found_there, out.rows.list.data());
  };
  const bool surely_empty = nnz < rows;  // some rows: nobody need wait to know
  if (surely_empty) list();
  const TileBorders counted = cut.counted();
  out.count = counted.tiles;
  more(LayoutToBe{counted, out.tiles, states.data() + blocks + 1, found_there});
  // What is not needed is given back while the device goes on.
  const auto found = tally.look();
  out.most_begun = static_cast<std::int32_t>(found[most_begun]);
  if (found[part_total] == 0) out.shared.drop();
  out.rows.filled = found[filled_rows];
  if (out.rows.filled < rows && !surely_empty) list();
  out.wide = tally.read()[wide_tiles];
  return out;
}

template <class V, class O>
[[nodiscard]] SegmentLayout lay_out(std::int64_t rows, const O* row_offsets, std::int64_t nnz,
                                    const Tiling& tiling) {
  return lay_out<V>(rows, row_offsets, nnz, tiling, [](const LayoutToBe&) {});
}

}  // namespace sptune::spmv::cuda
