// SPDX-License-Identifier: BSD-3-Clause
// Gather replay in a plan: the layout in its memory, and how the kernels that read it are launched.
#pragma once

#include "kernels/cuda/lent.hpp"
#include "kernels/spgemm/cuda/hash_bins/gather_layout.cuh"
#include "kernels/spgemm/cuda/pool.cuh"
#include "kernels/spgemm/cuda/streams.cuh"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>

namespace sptune::spgemm::hash_bins {

/// How the kernels of gather replay are launched: axes of the configuration (axes.cuh).
struct GatherOptions {
  int tile_threads;  ///< per tile of products_32k; twice as many for a larger one
  int tile_shared;   ///< percent of the memory that shared memory and cache divide
  int slice_depth;   ///< products of an entry loaded at once; 0: by the number of slices
  int sm_count;      ///< of the device
};

/// Of slices of so many products in all. The fewer they are, the sooner it is one lane that
/// everybody waits for: on an H200 all take 11 ns per 1000 products, a lane 225 ns per product, and
/// it shall not take longer than half of that. But where there are so many entries that warps of
/// their own, which take 3 µs for each, would take longer than lanes do then, lanes go on
/// (docs/measurements/spgemm-gpu.md).
[[nodiscard]] inline SliceShape slice_shape(std::int64_t products, std::int64_t slices,
                                            int sm_count) {
  constexpr std::int64_t products_of_all = 300;   // of a multiprocessor, for one of a lane
  constexpr std::int64_t products_of_warps = 13;  // of a lane, for a slice of a multiprocessor
  constexpr std::int64_t most = 128;
  std::int64_t length = std::clamp<std::int64_t>(products / (products_of_all * sm_count), 32, most);
  if (slices * products_of_warps > (most - length) * sm_count) length = most;
  const auto found = static_cast<int>(length);
  return {found, std::min(found / 2, 48)};
}

/// A layout in the making, and what it is made with.
struct LayoutBuilder {
  LayoutBuilder(Pool& pool, const LayoutPattern& pattern, std::int64_t all_products,
                std::int64_t entries_of_c, std::int64_t memory, cudaStream_t s)
      : p(pattern),
        entries(entries_of_c),
        products(all_products),
        // A tile begins after `pack` products, or at a row of more of them, or behind one.
        most_tiles(std::min(p.rows, 3 * (products / p.pack) + 2)),
        limit(memory),
        stream(s),
        work(pool),
        terms(pool) {}

  /// Memory that counts against the limit; false when that is too much.
  [[nodiscard]] bool take(PoolBytes& memory, std::int64_t bytes) {
    limit -= bytes;
    if (limit < 0) return false;
    memory.get(bytes, stream);
    return true;
  }

  /// The arrays of `work`; their bytes.
  [[nodiscard]] std::int64_t lay_out(ArrayCursor memory) {
    sums = {memory.array<std::int64_t>(p.entries_of_a + 1), memory.array<std::int64_t>(p.rows + 1),
            memory.array<std::int64_t>(p.rows + 1), memory.array<std::int64_t>(p.rows + 1)};
    begin_rows = memory.array<Index>(most_tiles);
    end_rows = memory.array<Index>(most_tiles);
    tile_count = memory.array<std::int64_t>(1);
    const std::int64_t before = memory.bytes;
    zeros = memory.array<unsigned char>(0);
    const auto scan = [&](int of, std::int64_t blocks) {
      return LayoutScan::at(memory.array<unsigned char>(LayoutScan::bytes(of, blocks)), blocks);
    };
    of_entries = scan(1, measuring_blocks(p.entries_of_a));
    of_rows = scan(3, measuring_blocks(p.rows));
    of_borders = scan(1, measuring_blocks(p.rows));
    of_tiles = scan(1, blocks_for(most_tiles, gather_threads));
    tiles_in = memory.array<int>(2 * tile_bins);
    zero_bytes = memory.bytes - before;
    return memory.bytes;
  }

  LayoutPattern p;
  std::int64_t entries;     ///< of C
  std::int64_t products;    ///< in all
  std::int64_t most_tiles;  ///< that there can be
  std::int64_t limit;
  cudaStream_t stream;
  PoolBytes work;
  PoolBytes terms;
  LayoutPrefixes sums{};
  Index* begin_rows = nullptr;
  Index* end_rows = nullptr;
  Tile* tiles = nullptr;
  std::int64_t* tile_count = nullptr;
  unsigned char* zeros = nullptr;  ///< all from here on is 0 before
  std::int64_t zero_bytes = 0;
  LayoutScan of_entries{};
  LayoutScan of_rows{};
  LayoutScan of_borders{};
  LayoutScan of_tiles{};
  int* tiles_in = nullptr;  ///< and the most products, of each bin
};

template <class V>
class GatherReplay {
 public:
  GatherReplay(Pool& pool, const GatherOptions& options)
      : pool_(pool),
        options_(options),
        tile_memory_(pool),
        tile_codes_(pool),
        slice_memory_(pool),
        slice_codes_(pool) {}

  /// What a plan leaves to the layout, in bytes.
  struct Resources {
    int shared;           ///< memory of a block, at most
    std::int64_t l2;      ///< of the device
    std::int64_t memory;  ///< that may be taken
  };

  [[nodiscard]] bool ready() const noexcept { return ready_; }
  /// True until it has been tried on the present pattern.
  [[nodiscard]] bool may_build() const noexcept { return !attempted_; }
  void reset(cudaStream_t stream) {
    give_up(stream);
    attempted_ = false;
  }
  /// Keeps nothing, and is not to be tried again on the present pattern.
  void give_up(cudaStream_t stream) {
    attempted_ = true;
    ready_ = false;
    drop(stream);
  }

  /// Makes the layout for C, whose columns are there. Waits for the device. Keeps nothing when that
  /// takes more than `available.memory` bytes; whoever catches what it throws where there are fewer
  /// gives it up. fill_tiles may have all shared memory.
  void build(const Product<V>& c, const AnyCsr& a, const AnyCsr& b, std::int64_t entries,
             std::int64_t products, const Resources& available, cudaStream_t stream) {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();  // named by 31 bits
    attempted_ = true;
    if (a.nnz > most || b.nnz > most) return;
    LayoutPattern p{a.rows,
                    a.nnz,
                    c.a,
                    c.b,
                    c.row.offsets,
                    c.columns,
                    std::min(products_64k, available.shared / static_cast<int>(sizeof(V))),
                    fewest_together,
                    bits_for(b.nnz, 1)};
    // Small matrices want more blocks than tiles of full size would be.
    while (p.pack < 2048 && products > p.pack * blocks_wanted) p.pack *= 2;
    LayoutBuilder d{pool_, p, products, entries, available.memory, stream};
    ready_ = measure(d) && fill_tile_layout(d) && fill_slice_layout(d);
    d.work.drop(stream);
    d.terms.drop(stream);
    if (!ready_) {
      drop(stream);
      return;
    }
    // The values, and what else the application does between two runs, have the other half.
    const std::int64_t lists =
        tile_memory_.bytes() + tile_codes_.bytes() + slice_memory_.bytes() + slice_codes_.bytes();
    cached_ = lists <= available.l2 / 2;
  }

  void fill(const Product<V>& c, SideStreams& streams, cudaStream_t stream) const {
    const auto bins = std::count_if(lists_.begin(), lists_.end(),
                                    [](const RowList& list) { return list.count > 0; });
    const bool slices = slice_layout_.slice_count > 0;
    const auto forked = streams.fork(stream, static_cast<int>(bins) + (slices ? 1 : 0));
    if (slices) sum_slices(c, streams.next());
    for (const TileBin bin : {tiles_64k, tiles_32k}) {
      if (lists_[bin].count > 0) sum_tiles(c, bin, streams.next());
    }
    streams.join();
  }

 private:
  /// Small matrices: with 8192 Ill_Stokes took 18.8 instead of 14.7 µs
  /// (docs/measurements/spgemm-gpu.md, "How lists are read").
  static constexpr std::int64_t blocks_wanted = 1024;
  static constexpr int fewest_together = 256;  ///< products of a tile of small rows, at least half

  void sum_slices(const Product<V>& c, cudaStream_t stream) const {
    const std::int64_t warps = slice_layout_.part_count + slice_layout_.slice_count;
    const auto kernel =
        shallow()
            ? (cached_ ? fill_slices<V, true, ShallowPipeline>
                       : fill_slices<V, false, ShallowPipeline>)
            : (cached_ ? fill_slices<V, true, DeepPipeline> : fill_slices<V, false, DeepPipeline>);
    launch(kernel, blocks_for(32 * warps, gather_threads), gather_threads, 0, stream, slice_layout_,
           c.a_values, c.b_values, c.values);
  }
  [[nodiscard]] bool shallow() const {
    if (options_.slice_depth != 0) {
      return options_.slice_depth == static_cast<int>(ShallowPipeline::products_at_once);
    }
    constexpr std::int64_t warps_per_sm = 64;
    return slice_layout_.slice_count >= many_waves * warps_per_sm * options_.sm_count;
  }

  void sum_tiles(const Product<V>& c, TileBin bin, cudaStream_t stream) const {
    cudaLaunchAttribute shared{};
    shared.id = cudaLaunchAttributePreferredSharedMemoryCarveout;
    shared.val.sharedMemCarveout = static_cast<unsigned>(options_.tile_shared);
    const int threads = bin == tiles_32k ? options_.tile_threads : 2 * options_.tile_threads;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>(lists_[bin].count));
    config.blockDim = dim3(static_cast<unsigned>(threads));
    config.dynamicSmemBytes = static_cast<std::size_t>(tile_products_[bin]) * sizeof(V);
    config.stream = stream;
    config.attrs = &shared;
    config.numAttrs = 1;
    SPTUNE_CUDA(cudaLaunchKernelEx(&config, cached_ ? fill_tiles<V, true> : fill_tiles<V, false>,
                                   lists_[bin], tile_layout_, c.a_values, c.b_values, c.values));
  }

  /// What the layout will take; waits for the device. False when that is too much memory already.
  [[nodiscard]] bool measure(LayoutBuilder& d) {
    if (!d.take(d.work, d.lay_out({}))) return false;
    (void)d.lay_out({d.work.data()});
    TileLists lists{nullptr, d.tiles_in, d.tiles_in + tile_bins, d.most_tiles};
    const auto lay_out = [&](ArrayCursor memory) {
      d.tiles = memory.array<Tile>(d.most_tiles);
      lists.lists = memory.array<Index>(tile_bins * d.most_tiles);
      return memory.bytes;
    };
    if (!d.take(tile_memory_, lay_out({}))) return false;
    (void)lay_out({tile_memory_.data()});
    SPTUNE_CUDA(cudaMemsetAsync(d.zeros, 0, static_cast<std::size_t>(d.zero_bytes), d.stream));
    if (!totals_) totals_.emplace();
    LayoutTotals* const totals = totals_->get();
    launch(measure_entries, static_cast<unsigned>(d.of_entries.count), gather_threads, 0, d.stream,
           d.p, d.of_entries, d.sums);
    launch(measure_rows, static_cast<unsigned>(d.of_rows.count), gather_threads, 0, d.stream, d.p,
           d.of_rows, d.sums, totals);
    launch(bound_tiles, static_cast<unsigned>(d.of_borders.count), gather_threads, 0, d.stream,
           TileBorders{d.p, d.sums}, d.of_borders, d.begin_rows, d.end_rows, d.tile_count);
    launch(measure_tiles, static_cast<unsigned>(d.of_tiles.count), gather_threads, 0, d.stream, d.p,
           d.sums, d.of_tiles, d.begin_rows, d.end_rows, d.tile_count, d.tiles, lists, totals);
    sptune::cuda::wait_for(d.stream);
    for (std::size_t bin = 0; bin < tile_bins; ++bin) {
      const int count = totals->tiles_in[bin];
      Index* const list = lists.lists + static_cast<std::int64_t>(bin) * d.most_tiles;
      lists_[bin] = {count == totals->tiles ? nullptr : list, count, 1};
      tile_products_[bin] = totals->most_products_in[bin];
    }
    tile_layout_ = {d.tiles, nullptr, nullptr, nullptr, d.p.b_bits};
    return true;
  }

  /// False when it takes too much memory.
  [[nodiscard]] bool fill_tile_layout(LayoutBuilder& d) {
    const LayoutTotals& totals = *totals_->get();
    if (totals.tiles == 0) return true;
    unsigned* codes = nullptr;
    std::uint16_t* starts = nullptr;
    std::uint16_t* places = nullptr;
    const auto lay_out = [&](ArrayCursor memory) {
      codes = memory.array<unsigned>(totals.tile_words);
      starts = memory.array<std::uint16_t>(d.entries);
      places = memory.array<std::uint16_t>(totals.tile_products);
      return memory.bytes;
    };
    if (!d.take(tile_codes_, lay_out({}))) return false;
    (void)lay_out({tile_codes_.data()});
    for (std::size_t bin = 0; bin < tile_bins; ++bin) {
      if (lists_[bin].count == 0) continue;
      launch(fill_tile_lists, static_cast<unsigned>(lists_[bin].count), gather_threads,
             tile_list_bytes(tile_products_[bin]), d.stream, d.p, d.sums.first_of_entry,
             lists_[bin], d.tiles, d.begin_rows, d.end_rows, starts, codes, places);
    }
    tile_layout_.codes = codes;
    tile_layout_.places = places;
    tile_layout_.starts = starts;
    return true;
  }

  /// Waits for the device once more where there are slices. False when they take too much memory.
  [[nodiscard]] bool fill_slice_layout(LayoutBuilder& d) {
    slice_layout_ = {};
    LayoutTotals* const totals = totals_->get();
    const std::int64_t count = totals->slices;
    if (count == 0) return true;
    const std::int64_t blocks = blocks_for(32 * count, gather_threads);
    int* terms = nullptr;
    std::int64_t* first_part = nullptr;
    unsigned char* scan = nullptr;
    const auto lay_out_work = [&](ArrayCursor memory) {
      scan = memory.array<unsigned char>(LayoutScan::bytes(2, blocks));
      terms = memory.array<int>(slice_size * count);
      first_part = memory.array<std::int64_t>(count);
      return memory.bytes;
    };
    if (!d.take(d.terms, lay_out_work({}))) return false;
    (void)lay_out_work({d.terms.data()});
    Slice* slices = nullptr;
    std::uint8_t* lengths = nullptr;
    const auto lay_out = [&](ArrayCursor memory) {
      slices = memory.array<Slice>(count);
      lengths = memory.array<std::uint8_t>(slice_size * count);
      return memory.bytes;
    };
    if (!d.take(slice_memory_, lay_out({}))) return false;
    (void)lay_out({slice_memory_.data()});
    SPTUNE_CUDA(cudaMemsetAsync(
        scan, 0, static_cast<std::size_t>(reinterpret_cast<unsigned char*>(first_part) - scan),
        d.stream));
    launch(count_terms, static_cast<unsigned>(totals->shares), gather_threads, 0, d.stream, d.p,
           d.sums, terms);
    launch(measure_slices, static_cast<unsigned>(blocks), gather_threads, 0, d.stream, d.p,
           d.sums.first_slice, LayoutScan::at(scan, blocks), terms, slices, lengths, first_part,
           totals, slice_shape(d.products - totals->tile_products, count, options_.sm_count));
    sptune::cuda::wait_for(d.stream);
    if (totals->parts > std::numeric_limits<std::int32_t>::max()) return false;  // see `terms`
    LongPart* parts = nullptr;
    unsigned long long* words = nullptr;
    const std::int64_t words_of_parts = totals->parts * sptune::cuda::words_per_part<V>;
    unsigned* codes = nullptr;
    const auto lay_out_codes = [&](ArrayCursor memory) {
      parts = memory.array<LongPart>(totals->parts);
      words = memory.array<unsigned long long>(words_of_parts);
      codes = memory.array<unsigned>(totals->slice_words);
      return memory.bytes;
    };
    if (!d.take(slice_codes_, lay_out_codes({}))) return false;
    (void)lay_out_codes({slice_codes_.data()});
    SPTUNE_CUDA(cudaMemsetAsync(words, 0, static_cast<std::size_t>(8 * words_of_parts), d.stream));
    launch(place_parts, static_cast<unsigned>(blocks), gather_threads, 0, d.stream, d.p,
           d.sums.first_slice, first_part, lengths, slices, parts, terms);
    launch(write_slice_codes, static_cast<unsigned>(totals->shares), gather_threads, 0, d.stream,
           d.p, d.sums, slices, lengths, parts, terms, codes);
    slice_layout_ = {slices, lengths, parts, words, codes, count, totals->parts, d.p.b_bits};
    return true;
  }

  void drop(cudaStream_t stream) {
    for (PoolBytes* kept : {&tile_memory_, &tile_codes_, &slice_memory_, &slice_codes_}) {
      kept->drop(stream);
    }
  }

  Pool& pool_;
  GatherOptions options_;
  PoolBytes tile_memory_;
  PoolBytes tile_codes_;
  PoolBytes slice_memory_;
  PoolBytes slice_codes_;
  std::optional<sptune::cuda::LentPinned<LayoutTotals>> totals_;
  TileLayout tile_layout_;
  SliceLayout slice_layout_;
  bool cached_ = false;  ///< see load_once
  std::array<RowList, tile_bins> lists_{};
  std::array<int, tile_bins> tile_products_{};  ///< of the largest
  bool ready_ = false;
  bool attempted_ = false;
};

}  // namespace sptune::spgemm::hash_bins
