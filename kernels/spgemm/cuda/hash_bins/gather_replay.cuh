// SPDX-License-Identifier: BSD-3-Clause
// Gather replay in a plan: the layout in its memory, and how the kernels that read it are launched.
#pragma once

#include "kernels/cuda/scan_sort.hpp"
#include "kernels/spgemm/cuda/hash_bins/gather_layout.cuh"
#include "kernels/spgemm/cuda/pool.cuh"
#include "kernels/spgemm/cuda/streams.cuh"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace sptune::spgemm::hash_bins {

/// How the kernels of gather replay are launched: axes of the configuration (axes.cuh).
struct GatherOptions {
  int tile_threads;  ///< per tile of products_32k; twice as many for a larger one
  int tile_shared;   ///< percent of the memory that shared memory and cache divide
  int slice_depth;   ///< products of an entry loaded at once; 0: by the number of slices
  int sm_count;      ///< of the device
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
    ready_ = attempted_ = false;
    drop(stream);
  }

  /// Makes the layout for C, which has been filled. Waits for the device. Keeps nothing when that
  /// takes more than `available.memory` bytes. fill_tiles may have all shared memory.
  void build(const Product<V>& c, const AnyCsr& a, const AnyCsr& b, std::int64_t entries,
             std::int64_t products, const Resources& available, cudaStream_t stream) {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();  // named by 31 bits
    attempted_ = true;
    if (a.nnz > most || b.nnz > most) return;
    LayoutBuilder d{c, a.rows, a.nnz, entries, available.memory, stream};
    d.prefixes.most_in_tile =
        std::min(products_64k, available.shared / static_cast<int>(sizeof(V)));
    d.b_bits = bits_for(b.nnz, 1);
    // Small matrices want more blocks than tiles of full size would be.
    while (d.pack < 2048 && products > d.pack * blocks_wanted) d.pack *= 2;
    PoolBytes work(pool_);
    if (!d.take(work, 8 * (a.rows + 1) * 7 + 8 * (a.nnz + 1) * 2 + 8 * a.rows + 4 * entries + 64)) {
      return;
    }
    measure_pattern(d);
    ready_ = build_tiles(d) && build_slices(d);
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
    const bool slices = slice_layout_.long_count + slice_layout_.slice_count > 0;
    streams.fork(stream, static_cast<int>(bins) + (slices ? 1 : 0));
    if (slices) sum_slices(c, streams.next());
    for (const TileBin bin : {tiles_64k, tiles_32k}) {
      if (lists_[bin].count > 0) sum_tiles(c, bin, streams.next());
    }
    streams.join();
  }

 private:
  /// Small matrices: on 9 of them of 0.7 to 3.8 million products, 8192 took 1.02 to 1.28 times as
  /// long (docs/measurements/spgemm-gpu.md).
  static constexpr std::int64_t blocks_wanted = 1024;

  void sum_slices(const Product<V>& c, cudaStream_t stream) const {
    const std::int64_t warps = slice_layout_.long_count + slice_layout_.slice_count;
    const auto kernel =
        shallow()
            ? (cached_ ? fill_slices<V, true, ShallowPipeline>
                       : fill_slices<V, false, ShallowPipeline>)
            : (cached_ ? fill_slices<V, true, DeepPipeline> : fill_slices<V, false, DeepPipeline>);
    launch(kernel, grid_for(32 * warps), gather_threads, 0, stream, slice_layout_, c.a_values,
           c.b_values, c.values);
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

  /// A layout in the making, and where its arrays stand.
  struct LayoutBuilder {
    Product<V> c;
    std::int64_t rows;
    std::int64_t entries_of_a;
    std::int64_t entries;
    std::int64_t limit;
    cudaStream_t stream;
    int b_bits = 1;
    int pack = 256;
    unsigned char* at = nullptr;
    RowPrefixes prefixes{};
    int* terms = nullptr;
    std::int64_t shares = 0;
    std::int64_t tile_products = 0;
    std::int64_t tiles = 0;
    std::int64_t slices = 0;

    /// Memory that counts against the limit; false when that is too much.
    [[nodiscard]] bool take(PoolBytes& memory, std::int64_t bytes) {
      constexpr std::int64_t borders = 16 * 256;  // what aligning the arrays may cost
      limit -= bytes + borders;
      if (limit < 0) return false;
      memory.get(bytes + borders, stream);
      at = memory.data();
      return true;
    }
    template <class T>
    [[nodiscard]] T* array(std::int64_t size) {
      auto* const out = reinterpret_cast<T*>(at);
      at += align(size * static_cast<std::int64_t>(sizeof(T)));
      return out;
    }
    /// The scan works on another stream.
    [[nodiscard]] std::int64_t scan(const std::int64_t* in, std::int64_t* out,
                                    std::int64_t n) const {
      SPTUNE_CUDA(cudaGetLastError());
      SPTUNE_CUDA(cudaStreamSynchronize(stream));
      return n > 0 ? sptune::cuda::exclusive_scan(in, out, n) : 0;
    }
  };

  [[nodiscard]] static unsigned grid_for(std::int64_t threads) {
    return static_cast<unsigned>((threads - 1) / gather_threads + 1);
  }

  /// Everything about rows and entries of A, and the products of each entry of C.
  static void measure_pattern(LayoutBuilder& d) {
    auto* const shares = d.template array<std::int64_t>(d.rows + 1);
    auto* const products = d.template array<std::int64_t>(d.rows + 1);
    auto* const slices = d.template array<std::int64_t>(d.rows + 1);
    auto* const first_share = d.template array<std::int64_t>(d.rows + 1);
    auto* const first_product = d.template array<std::int64_t>(d.rows + 1);
    auto* const first_slice = d.template array<std::int64_t>(d.rows + 1);
    auto* const first_tile = d.template array<std::int64_t>(d.rows + 1);
    auto* const of_entry = d.template array<std::int64_t>(d.entries_of_a + 1);
    auto* const first_of_entry = d.template array<std::int64_t>(d.entries_of_a + 1);
    d.terms = d.template array<int>(d.entries);
    d.prefixes = {first_share, first_product,  first_slice,
                  first_tile,  first_of_entry, d.prefixes.most_in_tile};
    SPTUNE_CUDA(cudaMemsetAsync(d.terms, 0, static_cast<std::size_t>(4 * d.entries), d.stream));
    measure_rows<<<grid_for(d.rows), gather_threads, 0, d.stream>>>(
        d.rows, d.c.row, d.prefixes.most_in_tile, shares, products, slices);
    SPTUNE_CUDA(cudaGetLastError());
    measure_entries<<<grid_for(d.entries_of_a), gather_threads, 0, d.stream>>>(
        d.entries_of_a, d.c.a, d.c.b, of_entry);
    d.shares = d.scan(shares, first_share, d.rows);
    d.tile_products = d.scan(products, first_product, d.rows);
    d.slices = d.scan(slices, first_slice, d.rows);
    (void)d.scan(of_entry, first_of_entry, d.entries_of_a);
    begin_tiles<<<grid_for(d.rows), gather_threads, 0, d.stream>>>(
        d.rows, d.c.row.products, first_product, d.pack, d.prefixes.most_in_tile, shares);
    d.tiles = d.scan(shares, first_tile, d.rows);
    count_terms<V><<<grid_for(32 * d.shares), gather_threads, 0, d.stream>>>(d.c, d.rows,
                                                                             first_share, d.terms);
    SPTUNE_CUDA(cudaGetLastError());
  }

  /// False when it takes too much memory.
  [[nodiscard]] bool build_tiles(LayoutBuilder& d) {
    tile_layout_ = {};
    lists_ = {};
    if (d.tiles == 0) return true;
    if (!d.take(tile_memory_, (static_cast<std::int64_t>(sizeof(Tile)) + 4 * tile_bins) * d.tiles +
                                  2 * d.entries + 2 * d.tile_products)) {
      return false;
    }
    auto* const tiles = d.template array<Tile>(d.tiles);
    auto* const lists = d.template array<Index>(tile_bins * d.tiles);
    auto* const starts = d.template array<std::uint16_t>(d.entries);
    auto* const places = d.template array<std::uint16_t>(d.tile_products);
    PoolBytes work(pool_);
    if (!d.take(work, 8 * d.tiles + 16 * (d.tiles + 1) + 8 * tile_bins)) return false;
    auto* const begin_rows = d.template array<Index>(d.tiles);
    auto* const end_rows = d.template array<Index>(d.tiles);
    auto* const words = d.template array<std::int64_t>(d.tiles + 1);
    auto* const first_word = d.template array<std::int64_t>(d.tiles + 1);
    auto* const counts = d.template array<int>(2 * tile_bins);
    std::array<int, 2 * tile_bins> counted{};
    SPTUNE_CUDA(cudaMemsetAsync(counts, 0, sizeof(counted), d.stream));
    bound_tiles<<<grid_for(d.rows), gather_threads, 0, d.stream>>>(
        d.rows, d.c.row.products, d.prefixes.first_tile, d.prefixes.most_in_tile, begin_rows,
        end_rows);
    SPTUNE_CUDA(cudaGetLastError());
    measure_tiles<<<grid_for(d.tiles), gather_threads, 0, d.stream>>>(
        d.tiles, d.c.a.offsets, d.c.row.offsets, d.prefixes.first_product, begin_rows, end_rows,
        d.b_bits, tiles, words, lists, counts);
    SPTUNE_CUDA(cudaGetLastError());
    SPTUNE_CUDA(
        cudaMemcpyAsync(counted.data(), counts, sizeof(counted), cudaMemcpyDeviceToHost, d.stream));
    const std::int64_t all_words = d.scan(words, first_word, d.tiles);
    if (!d.take(tile_codes_, 4 * all_words)) return false;
    auto* const codes = reinterpret_cast<unsigned*>(tile_codes_.data());
    place_entries<<<static_cast<unsigned>(d.tiles), gather_threads, 0, d.stream>>>(
        tiles, first_word, d.terms, starts);
    SPTUNE_CUDA(cudaGetLastError());
    write_tile_codes<V><<<grid_for(32 * d.shares), gather_threads, 0, d.stream>>>(
        d.c, d.rows, d.prefixes, tiles, d.b_bits, starts, d.terms, codes, places);
    SPTUNE_CUDA(cudaGetLastError());
    SPTUNE_CUDA(cudaStreamSynchronize(d.stream));
    for (std::size_t bin = 0; bin < tile_bins; ++bin) {
      const int count = counted[bin];
      lists_[bin] = {count == d.tiles ? nullptr : lists + static_cast<std::int64_t>(bin) * d.tiles,
                     count, 1};
      tile_products_[bin] = counted[tile_bins + bin];
    }
    tile_layout_ = {tiles, codes, places, starts, d.b_bits};
    return true;
  }

  [[nodiscard]] bool build_slices(LayoutBuilder& d) {
    slice_layout_ = {};
    if (d.slices == 0) return true;
    if (!d.take(slice_memory_,
                (static_cast<std::int64_t>(sizeof(Slice)) + slice_size) * d.slices)) {
      return false;
    }
    auto* const slices = d.template array<Slice>(d.slices);
    auto* const lengths = d.template array<std::uint8_t>(slice_size * d.slices);
    PoolBytes work(pool_);
    if (!d.take(work, 32 * (d.slices + 1))) return false;
    auto* const words = d.template array<std::int64_t>(d.slices + 1);
    auto* const first_word = d.template array<std::int64_t>(d.slices + 1);
    auto* const long_counts = d.template array<std::int64_t>(d.slices + 1);
    auto* const first_long = d.template array<std::int64_t>(d.slices + 1);
    measure_slices<V><<<grid_for(32 * d.slices), gather_threads, 0, d.stream>>>(
        d.c, d.rows, d.prefixes.first_slice, d.terms, d.b_bits, slices, lengths, words,
        long_counts);
    const std::int64_t all_words = d.scan(words, first_word, d.slices);
    const std::int64_t all_longs = d.scan(long_counts, first_long, d.slices);
    if (all_longs > std::numeric_limits<std::int32_t>::max()) return false;  // `terms` names them
    if (!d.take(slice_codes_,
                4 * all_words + static_cast<std::int64_t>(sizeof(LongEntry)) * all_longs)) {
      return false;
    }
    auto* const longs = d.template array<LongEntry>(all_longs);
    auto* const codes = d.template array<unsigned>(all_words);
    place_slices<<<grid_for(32 * d.slices), gather_threads, 0, d.stream>>>(
        d.rows, d.prefixes.first_slice, d.c.row.offsets, first_word, first_long, lengths, slices,
        longs, d.terms);
    SPTUNE_CUDA(cudaGetLastError());
    write_slice_codes<V><<<grid_for(32 * d.shares), gather_threads, 0, d.stream>>>(
        d.c, d.rows, d.prefixes, slices, lengths, longs, d.b_bits, d.terms, codes);
    SPTUNE_CUDA(cudaGetLastError());
    SPTUNE_CUDA(cudaStreamSynchronize(d.stream));
    slice_layout_ = {slices, lengths, longs, codes, d.slices, all_longs, d.b_bits};
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
  TileLayout tile_layout_;
  SliceLayout slice_layout_;
  bool cached_ = false;  ///< see load_once
  std::array<RowList, tile_bins> lists_{};
  std::array<int, tile_bins> tile_products_{};  ///< of the largest
  bool ready_ = false;
  bool attempted_ = false;
};

}  // namespace sptune::spgemm::hash_bins
