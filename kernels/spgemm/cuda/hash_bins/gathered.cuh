// SPDX-License-Identifier: BSD-3-Clause
// What a plan keeps of a pattern where re-runs gather the factors of each entry of C.
#pragma once

#include "kernels/cuda/scan_sort.hpp"
#include "kernels/spgemm/cuda/hash_bins/gather_plan.cuh"
#include "kernels/spgemm/cuda/pool.cuh"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace sptune::spgemm::cuda {

template <class V>
class FactorsKept {
 public:
  explicit FactorsKept(Pool& pool)
      : pool_(pool),
        tiled_memory_(pool),
        tile_codes_(pool),
        sliced_memory_(pool),
        slice_codes_(pool) {}

  /// What a plan leaves to the lists, in bytes.
  struct Room {
    int shared;           ///< memory of a block, at most
    std::int64_t l2;      ///< of the device
    std::int64_t memory;  ///< that may be taken
  };

  [[nodiscard]] bool ready() const noexcept { return ready_; }
  /// True until it has been tried on the present pattern.
  [[nodiscard]] bool may_learn() const noexcept { return !tried_; }
  void forget(cudaStream_t stream) {
    ready_ = tried_ = false;
    drop(stream);
  }

  /// Writes down the products of C, which has been filled, and finds out how to launch what reads
  /// them. Waits for the device. Keeps nothing when that takes more than `room.memory` bytes.
  /// fill_tiles may have all shared memory.
  void learn(const Product<V>& c, const AnyCsr& a, const AnyCsr& b, std::int64_t entries,
             std::int64_t products, const Room& room, SideStreams& streams, cudaStream_t stream) {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();  // named by 31 bits
    tried_ = true;
    if (a.nnz > most || b.nnz > most) return;
    Draft d{c, a.rows, a.nnz, entries, room.memory, stream};
    d.known.most_in_tile = std::min(products_64k, room.shared / static_cast<int>(sizeof(V)));
    while (std::int64_t{1} << d.b_bits < b.nnz) ++d.b_bits;
    // Small matrices want more blocks than tiles of full size would be.
    while (d.pack < 2048 && products > d.pack * blocks_wanted) d.pack *= 2;
    PoolBytes work(pool_);
    if (!d.take(work, 8 * (a.rows + 1) * 7 + 8 * (a.nnz + 1) * 2 + 8 * a.rows + 4 * entries + 64)) {
      return;
    }
    measure(d);
    ready_ = draw_tiles(d) && draw_slices(d);
    if (ready_) {
      // The values, and what else the application does between two re-runs, have the other half.
      const std::int64_t lists = tiled_memory_.bytes() + tile_codes_.bytes() +
                                 sliced_memory_.bytes() + slice_codes_.bytes();
      stays_ = lists <= room.l2 / 2;
      choose_launch(c, streams, stream);
    } else {
      drop(stream);
    }
  }

  void fill(const Product<V>& c, SideStreams& streams, cudaStream_t stream) const {
    const std::int64_t warps = sliced_.long_count + sliced_.slice_count;
    const auto bins = std::count_if(lists_.begin(), lists_.end(),
                                    [](const RowList& list) { return list.count > 0; });
    streams.fork(stream, static_cast<int>(bins) + (warps > 0 ? 1 : 0));
    if (warps > 0) {
      const auto kernel =
          launch_.many_slices
              ? (stays_ ? fill_slices<V, true, ManySlices> : fill_slices<V, false, ManySlices>)
              : (stays_ ? fill_slices<V, true, FewSlices> : fill_slices<V, false, FewSlices>);
      kernel<<<grid_for(32 * warps), gather_threads, 0, streams.next()>>>(sliced_, c.a_values,
                                                                          c.b_values, c.values);
      SPTUNE_CUDA(cudaGetLastError());
    }
    for (int bin = tile_bins - 1; bin >= 0; --bin) {
      const auto i = static_cast<std::size_t>(bin);
      if (lists_[i].count == 0) continue;
      cudaLaunchAttribute shared{};
      shared.id = cudaLaunchAttributePreferredSharedMemoryCarveout;
      shared.val.sharedMemCarveout = launch_.shared_percent;
      cudaLaunchConfig_t config{};
      config.gridDim = dim3(static_cast<unsigned>(lists_[i].count));
      config.blockDim = dim3(bin == tiles_32k ? launch_.threads : 2 * launch_.threads);
      config.dynamicSmemBytes = static_cast<std::size_t>(tile_products_[i]) * sizeof(V);
      config.stream = streams.next();
      config.attrs = &shared;
      config.numAttrs = 1;
      SPTUNE_CUDA(cudaLaunchKernelEx(&config, stays_ ? fill_tiles<V, true> : fill_tiles<V, false>,
                                     lists_[i], tiled_, c.a_values, c.b_values, c.values));
    }
    streams.join();
  }

 private:
  /// Of tiles: more threads ask for more at once, and find less room for it in what their products
  /// leave of the cache; which is better goes by how near to each other the entries of B are.
  struct Launch {
    unsigned threads;         ///< per tile of products_32k; twice as many for a larger one
    unsigned shared_percent;  ///< of the memory that shared memory and cache divide
    bool many_slices;         ///< see Pace
  };
  /// Of those tried on 41 matrices, with 128 to 256 threads, the four that together lose least:
  /// 0.4 % in the mean, 4 % at most (docs/measurements/2026-11-22-gpu-reruns.md).
  static constexpr std::array<Launch, 4> tile_launches{
      {{192, 75, true}, {128, 75, true}, {160, 75, true}, {192, 100, true}}};
  /// Small matrices: on 9 of them of 0.7 to 3.8 million products, 8192 took 1.02 to 1.28 times as
  /// long (docs/measurements/2026-11-22-gpu-reruns.md).
  static constexpr std::int64_t blocks_wanted = 1024;

  /// The launch that fills C fastest. Waits for the device.
  [[nodiscard]] Launch fastest(std::span<const Launch> launches, const Product<V>& c,
                               SideStreams& streams, cudaStream_t stream) {
    constexpr int most_rounds = 4;
    constexpr double enough_ms = 2;  // of one launch
    const StreamTimer timer;
    std::vector<double> least(launches.size(), std::numeric_limits<double>::max());
    double spent = 0;
    for (int round = 0; round < most_rounds && spent < enough_ms; ++round) {
      for (std::size_t i = 0; i < launches.size(); ++i) {
        launch_ = launches[i];
        least[i] = std::min(least[i], timer.ms(stream, [&] { fill(c, streams, stream); }));
      }
      spent += *std::min_element(least.begin(), least.end());
    }
    return launches[static_cast<std::size_t>(std::min_element(least.begin(), least.end()) -
                                             least.begin())];
  }

  void choose_launch(const Product<V>& c, SideStreams& streams, cudaStream_t stream) {
    launch_ = tile_launches.front();
    if (tiled_.tiles != nullptr) launch_ = fastest(tile_launches, c, streams, stream);
    if (sliced_.slice_count > 0) {
      std::array<Launch, 2> both{launch_, launch_};
      both[1].many_slices = false;
      launch_ = fastest(both, c, streams, stream);
    }
  }

  /// Arrays of a plan in the making.
  struct Draft {
    Product<V> c;
    std::int64_t rows;
    std::int64_t entries_of_a;
    std::int64_t entries;
    std::int64_t limit;
    cudaStream_t stream;
    int b_bits = 1;
    int pack = 256;
    unsigned char* at = nullptr;
    Drawing known{};
    int* terms = nullptr;
    std::int64_t walks = 0;
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
  static void measure(Draft& d) {
    auto* const walks = d.template array<std::int64_t>(d.rows + 1);
    auto* const products = d.template array<std::int64_t>(d.rows + 1);
    auto* const slices = d.template array<std::int64_t>(d.rows + 1);
    auto* const first_walk = d.template array<std::int64_t>(d.rows + 1);
    auto* const first_product = d.template array<std::int64_t>(d.rows + 1);
    auto* const first_slice = d.template array<std::int64_t>(d.rows + 1);
    auto* const first_tile = d.template array<std::int64_t>(d.rows + 1);
    auto* const of_entry = d.template array<std::int64_t>(d.entries_of_a + 1);
    auto* const first_of_entry = d.template array<std::int64_t>(d.entries_of_a + 1);
    d.terms = d.template array<int>(d.entries);
    d.known = {first_walk, first_product,  first_slice,
               first_tile, first_of_entry, d.known.most_in_tile};
    SPTUNE_CUDA(cudaMemsetAsync(d.terms, 0, static_cast<std::size_t>(4 * d.entries), d.stream));
    measure_rows<<<grid_for(d.rows), gather_threads, 0, d.stream>>>(
        d.rows, d.c.row, d.known.most_in_tile, walks, products, slices);
    SPTUNE_CUDA(cudaGetLastError());
    measure_entries<<<grid_for(d.entries_of_a), gather_threads, 0, d.stream>>>(
        d.entries_of_a, d.c.a, d.c.b, of_entry);
    d.walks = d.scan(walks, first_walk, d.rows);
    d.tile_products = d.scan(products, first_product, d.rows);
    d.slices = d.scan(slices, first_slice, d.rows);
    (void)d.scan(of_entry, first_of_entry, d.entries_of_a);
    begin_tiles<<<grid_for(d.rows), gather_threads, 0, d.stream>>>(
        d.rows, d.c.row.products, first_product, d.pack, d.known.most_in_tile, walks);
    d.tiles = d.scan(walks, first_tile, d.rows);
    count_terms<V>
        <<<grid_for(32 * d.walks), gather_threads, 0, d.stream>>>(d.c, d.rows, first_walk, d.terms);
    SPTUNE_CUDA(cudaGetLastError());
  }

  /// False when it takes too much memory.
  [[nodiscard]] bool draw_tiles(Draft& d) {
    tiled_ = {};
    lists_ = {};
    if (d.tiles == 0) return true;
    if (!d.take(tiled_memory_, (static_cast<std::int64_t>(sizeof(Tile)) + 4 * tile_bins) * d.tiles +
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
        d.rows, d.c.row.products, d.known.first_tile, d.known.most_in_tile, begin_rows, end_rows);
    SPTUNE_CUDA(cudaGetLastError());
    measure_tiles<<<grid_for(d.tiles), gather_threads, 0, d.stream>>>(
        d.tiles, d.c.a.offsets, d.c.row.offsets, d.known.first_product, begin_rows, end_rows,
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
    write_tile_codes<V><<<grid_for(32 * d.walks), gather_threads, 0, d.stream>>>(
        d.c, d.rows, d.known, tiles, d.b_bits, starts, d.terms, codes, places);
    SPTUNE_CUDA(cudaGetLastError());
    SPTUNE_CUDA(cudaStreamSynchronize(d.stream));
    for (std::size_t bin = 0; bin < tile_bins; ++bin) {
      const int count = counted[bin];
      lists_[bin] = {count == d.tiles ? nullptr : lists + static_cast<std::int64_t>(bin) * d.tiles,
                     count, 1};
      tile_products_[bin] = counted[tile_bins + bin];
    }
    tiled_ = {tiles, codes, places, starts, d.b_bits};
    return true;
  }

  [[nodiscard]] bool draw_slices(Draft& d) {
    sliced_ = {};
    if (d.slices == 0) return true;
    if (!d.take(sliced_memory_,
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
        d.c, d.rows, d.known.first_slice, d.terms, d.b_bits, slices, lengths, words, long_counts);
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
        d.rows, d.known.first_slice, d.c.row.offsets, first_word, first_long, lengths, slices,
        longs, d.terms);
    SPTUNE_CUDA(cudaGetLastError());
    write_slice_codes<V><<<grid_for(32 * d.walks), gather_threads, 0, d.stream>>>(
        d.c, d.rows, d.known, slices, lengths, longs, d.b_bits, d.terms, codes);
    SPTUNE_CUDA(cudaGetLastError());
    SPTUNE_CUDA(cudaStreamSynchronize(d.stream));
    sliced_ = {slices, lengths, longs, codes, d.slices, all_longs, d.b_bits};
    return true;
  }

  void drop(cudaStream_t stream) {
    for (PoolBytes* kept : {&tiled_memory_, &tile_codes_, &sliced_memory_, &slice_codes_}) {
      kept->drop(stream);
    }
  }

  Pool& pool_;
  PoolBytes tiled_memory_;
  PoolBytes tile_codes_;
  PoolBytes sliced_memory_;
  PoolBytes slice_codes_;
  Tiled tiled_;
  Sliced sliced_;
  bool stays_ = false;  ///< see load_once
  Launch launch_ = tile_launches.front();
  std::array<RowList, tile_bins> lists_{};
  std::array<int, tile_bins> tile_products_{};  ///< of the largest
  bool ready_ = false;
  bool tried_ = false;
};

}  // namespace sptune::spgemm::cuda
