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
    const float share = static_cast<float>(entry) / static_cast<float>(nnz);
    const auto guess = static_cast<std::int64_t>(static_cast<float>(all) * share);
    return sptune::cuda::first_near(low, all, guess,
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
constexpr int most_tile_threads = 512;  ///< of a block that multiplies a tile

/// Words of scratch for the look-backs that number what a layout has.
struct LayoutStates {
  std::int64_t placing;  ///< rows
  std::int64_t linking;  ///< tiles
  std::int64_t more;     ///< what the caller counts by tiles

  LayoutStates(std::int64_t rows, std::int64_t tiles)
      : placing(ceil_div(rows, layout_threads) + 1),
        linking(2 * ceil_div(tiles * warp_size, layout_threads) + 1),
        more(tiles + 1) {}
  [[nodiscard]] std::int64_t all() const { return placing + linking + more; }
};

/// Bytes that a layout of so many tiles takes at most while it is made, with room for the rows that
/// tiles share, of which each has parts of two at most.
[[nodiscard]] inline std::int64_t layout_bytes(std::int64_t tiles, int block, const AnyCsr& a) {
  const std::int64_t parts = shared_row_bytes(a.value_type, 2);
  constexpr std::int64_t between = 8 * sptune::cuda::align(1);  // arrays in one piece
  return between + tiles * (static_cast<std::int64_t>(sizeof(Tile)) + block * 4 + parts) +
         a.rows * 4 + 8 * LayoutStates(a.rows, tiles).all();
}

/// What is to be clear before rows are placed.
struct Unset {
  Tile* tiles;
  std::int64_t tile_count;
  std::uint32_t* words;
  std::int64_t word_count;
  std::uint32_t* flags;
  std::int64_t flag_count;
  unsigned long long* shared;  ///< words of SharedRowScratch
  std::int64_t shared_count;
  unsigned long long* states;
  std::int64_t state_count;
};

/// One launch instead of one for each.
static __global__ void __launch_bounds__(layout_threads) clear_layout(Unset u) {
  const std::int64_t all = static_cast<std::int64_t>(gridDim.x) * layout_threads;
  const std::int64_t thread = thread_id();
  for (std::int64_t i = thread; i < u.tile_count; i += all) u.tiles[i] = Tile{};
  for (std::int64_t i = thread; i < u.word_count; i += all) u.words[i] = 0;
  for (std::int64_t i = thread; i < u.flag_count; i += all) u.flags[i] = 0;
  for (std::int64_t i = thread; i < u.shared_count; i += all) u.shared[i] = 0;
  for (std::int64_t i = thread; i < u.state_count; i += all) u.states[i] = 0;
}

/// Whose sums the host asks for.
enum : std::uint8_t { most_begun, part_total, filled_rows, wide_tiles };

/// Where rows are to be noted.
struct RowPlaces {
  std::uint32_t* words;
  Index* rows;  ///< those with entries from the front on, the others from the back
  Tile* tile;
  std::uint32_t* flags;  ///< a bit per entry that says that a row begins there; null: none
};

/// Rows are numbered by a look-back: a word of `states` per block and one more, zeros. How many
/// have entries is left to link_tiles to publish.
template <class O>
__global__ void __launch_bounds__(layout_threads)
    place_rows(std::int64_t rows, const O* __restrict__ row_offsets, int items, int block,
               TileBorders borders, unsigned long long* states, sptune::cuda::TallyWords tally,
               RowPlaces p) {
  __shared__ long long before;
  const unsigned number = sptune::cuda::take_tile(states + gridDim.x);
  const std::int64_t row = static_cast<std::int64_t>(number) * layout_threads + threadIdx.x;
  const std::int64_t begin = row < rows ? row_offsets[row] : O(0);
  const std::int64_t end = row < rows ? row_offsets[row + 1] : O(0);
  const auto filled = sptune::cuda::sum_in_block<layout_threads>(begin < end ? 1 : 0);
  sptune::cuda::scan_tiles(states, number, filled.total, before);
  __syncthreads();
  const std::int64_t ordinal = before + filled.before;
  if (row >= rows) return;
  const auto flag = [&](std::int64_t entry) {
    if (p.flags != nullptr) atomicOr(p.flags + entry / warp_size, 1U << (entry % warp_size));
  };
  if (row == rows - 1) {
    if (end % borders.size != 0) flag(end);  // behind the last entry
    tally.sums[filled_rows] = static_cast<unsigned long long>(ordinal + (begin < end ? 1 : 0));
  }
  if (begin == end) {
    p.rows[rows - 1 - (row - ordinal)] = static_cast<Index>(row);
    return;
  }
  p.rows[ordinal] = static_cast<Index>(row);
  flag(begin);
  const auto begins_at = [&](std::int64_t tile, std::int64_t place) {
    atomicOr(p.words + tile * block + place / items, 1U << (place % items));
  };
  const std::int64_t t = borders.tile_of(begin);
  begins_at(t, begin - borders.first(t));
  const std::int64_t last = end <= borders.first(t + 1) ? t : borders.tile_of(end - 1);
  // Padding is a segment of its own, which no kernel writes: nothing of it, as 0 times an infinite
  // x, gets into a row.
  if (end == borders.first(last + 1) && borders.padded(last)) {
    begins_at(last, end - borders.first(last));
  }
  if (last == t) return;
  p.tile[t].tail = {static_cast<std::int32_t>(row), 0, 0, static_cast<std::int32_t>(last - t + 1)};
}

/// How many segments begin in a tile, by a warp, which notes before each thread's entries how many
/// began in the tile. All words are on their way before the first is looked at.
static __device__ __forceinline__ std::uint32_t count_begun(int block, std::uint32_t* words) {
  constexpr int most = most_tile_threads / warp_size;
  const int lane = sptune::cuda::lane_id();
  std::uint32_t word[most];
#pragma unroll
  for (int k = 0; k < most; ++k) {
    if (k * warp_size < block) word[k] = words[k * warp_size + lane];
  }
  std::uint32_t begun = 0;
#pragma unroll
  for (int k = 0; k < most; ++k) {
    if (k * warp_size >= block) break;
    const auto here = static_cast<std::uint32_t>(__popc(word[k]));
    const std::uint32_t up_to_here = sptune::cuda::warp_inclusive_sum(here);
    words[k * warp_size + lane] = word[k] | (begun + up_to_here - here) << 16;
    begun += __shfl_sync(all_lanes, up_to_here, warp_size - 1);
  }
  return begun;
}

/// Completes the tiles, a warp each: what begins there, and where the parts of rows stand that
/// several tiles share. `states`: two words per block and one more, zeros.
static __global__ void __launch_bounds__(layout_threads)
    link_tiles(TileBorders borders, int block, unsigned long long* states,
               sptune::cuda::TallyWords tally, std::uint32_t* words, Tile* tiles) {
  __shared__ long long before[2];
  __shared__ unsigned most_here;
  const std::int64_t blocks = gridDim.x;
  const unsigned number = sptune::cuda::take_tile(states + 2 * blocks);
  const int thread = static_cast<int>(threadIdx.x);
  const int lane = thread % warp_size;
  if (thread == 0) most_here = 0;  // there are barriers before it is raised
  const std::int64_t t = (static_cast<std::int64_t>(number) * layout_threads + thread) / warp_size;
  const bool inside = t < borders.number();
  const std::uint32_t begun = inside ? count_begun(block, words + t * block) : 0;
  const std::uint32_t segments = begun - (inside && borders.padded(t) ? 1 : 0);
  const SharedRow tail = inside ? tiles[t].tail : SharedRow{};
  const auto rows = sptune::cuda::sum_in_block<layout_threads, 0>(lane == 0 ? segments : 0);
  const auto parts =
      sptune::cuda::sum_in_block<layout_threads, 1>(lane == 0 && tail.row >= 0 ? tail.parts : 0);
  if (lane == 0) atomicMax(&most_here, begun);
  if (const int which = thread / warp_size; which < 2) {  // a warp looks back for each
    const long long own = which == 0 ? rows.total : parts.total;
    const long long sum = sptune::cuda::scan_tile(states + which * blocks, number, own);
    if (lane == 0) before[which] = sum;
  }
  __syncthreads();
  if (thread == 0) {
    atomicMax(tally.sums + most_begun, static_cast<unsigned long long>(most_here));
    if (number == blocks - 1) {
      tally.sums[part_total] = static_cast<unsigned long long>(before[1] + parts.total);
    }
  }
  if (inside && lane == 0) {
    tiles[t].segments = static_cast<std::int32_t>(segments);
    if (segments > 0) tiles[t].first_segment = static_cast<std::int32_t>(before[0] + rows.before);
  }
  // The sums before of the warp's other lanes count its own tile in.
  const long long before_tail = __shfl_sync(all_lanes, parts.before, 0);
  if (inside && tail.row >= 0) {
    const auto first = static_cast<std::int32_t>(before[1] + before_tail);
    if (lane == 0) tiles[t].tail.first = first;
    for (std::int32_t part = 1 + lane; part < tail.parts; part += warp_size) {
      tiles[t + part].head = {tail.row, first, part, tail.parts};
    }
  }
  static_assert(most_begun == 0 && part_total == 1 && filled_rows == 2);
  sptune::cuda::publish<3>(tally);
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
           row_offsets, rule_, tally_->zeros(static_cast<std::size_t>(sections) + 1),
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
  unsigned long long* states;  ///< for a look-back by tiles: one word each and one more, zeros
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

/// Memory that stays, for so many tiles and so many words of borders.
inline void take_kept(const Tiling& tiling, std::int64_t tiles, std::int64_t border_words,
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

/// The rest, of which `passing` goes when the layout is there; what is to be cleared of all.
template <class V>
[[nodiscard]] Unset take_others(const Tiling& tiling, std::int64_t rows, std::int64_t tiles,
                                SegmentLayout& out, sptune::cuda::Scratch<unsigned char>& passing) {
  using sptune::cuda::DeviceArray;
  const std::int64_t words = tiles * tiling.block;
  const LayoutStates numbering(rows, tiles);
  unsigned long long* states = nullptr;
  const auto arrays = [&](sptune::cuda::ArrayCursor memory) {
    states = memory.array<unsigned long long>(numbering.all());
    if (!tiling.keeps_words) out.words = memory.array<std::uint32_t>(words);
    return memory.bytes;
  };
  passing = sptune::cuda::in_one_piece<sptune::cuda::Scratch<unsigned char>>(arrays);
  out.rows.list = DeviceArray<Index>::ordered(static_cast<std::size_t>(rows));
  const std::int64_t parts = 2 * tiles;  // no more: a tile's first row and its last one
  out.shared = DeviceArray<std::byte>::ordered(SharedRowMemory<V>::bytes_for(parts));
  return {out.tiles,
          tiles,
          out.words,
          words,
          out.flags,
          tiling.flag_words(tiles),
          reinterpret_cast<unsigned long long*>(out.shared.data()),
          parts * words_per_part<V>,
          states,
          numbering.all()};
}

/// The matrix has entries. `more` may count what else is to be known, as wide_tiles. The host takes
/// memory and enqueues while the device cuts tiles and places rows: it waits for their number
/// alone, which `more` is told, and at the end.
template <class V, class O, class More>
[[nodiscard]] SegmentLayout lay_out(std::int64_t rows, const O* row_offsets, std::int64_t nnz,
                                    const Tiling& tiling, More&& more) {
  const std::int64_t size = tiling.size();
  TileCut cut(rows, nnz, {size, tiling.most_padding > 0 ? size / tiling.most_padding : 0});
  const std::int64_t most = cut.borders().tiles;
  SegmentLayout out;
  take_kept(tiling, most, cut.words(), out);
  cut.enqueue(row_offsets, out.firsts);
  sptune::cuda::Scratch<unsigned char> passing;
  const Unset unset = take_others<V>(tiling, rows, most, out, passing);
  const TileBorders& borders = cut.borders();
  const LayoutStates numbering(rows, most);
  sptune::cuda::Tally tally;
  const sptune::cuda::TallyWords found_there = tally.words();
  launch(clear_layout, blocks_up_to(ceil_div(unset.word_count, layout_threads)), layout_threads, 0,
         nullptr, unset);
  launch(place_rows<O>, blocks_for(rows, layout_threads), layout_threads, 0, nullptr, rows,
         row_offsets, tiling.items, tiling.block, borders, unset.states, found_there,
         RowPlaces{out.words, out.rows.list.data(), out.tiles, out.flags});
  unsigned long long* const linking = unset.states + numbering.placing;
  launch(link_tiles, blocks_for(most * warp_size, layout_threads), layout_threads, 0, nullptr,
         borders, tiling.block, linking, found_there, out.words, out.tiles);
  const TileBorders counted = cut.counted();
  out.count = counted.tiles;
  more(LayoutToBe{counted, out.tiles, linking + numbering.linking, found_there});
  passing.drop();
  // What is not needed is given back while the device goes on.
  const auto found = tally.look();
  out.most_begun = static_cast<std::int32_t>(found[most_begun]);
  if (found[part_total] == 0) out.shared.drop();
  out.rows.filled = found[filled_rows];
  if (out.rows.filled == rows) out.rows.list.drop();
  out.wide = tally.read()[wide_tiles];
  return out;
}

template <class V, class O>
[[nodiscard]] SegmentLayout lay_out(std::int64_t rows, const O* row_offsets, std::int64_t nnz,
                                    const Tiling& tiling) {
  return lay_out<V>(rows, row_offsets, nnz, tiling, [](const LayoutToBe&) {});
}

}  // namespace sptune::spmv::cuda
