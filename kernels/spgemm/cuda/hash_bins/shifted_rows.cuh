// SPDX-License-Identifier: BSD-3-Clause
// Rows equal up to a shift in a plan: a sample says whether to look for them, and what they share
// stays in the plan's memory until the pattern is analysed again.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/axes.cuh"
#include "kernels/spgemm/cuda/hash_bins/sample_shapes.cuh"
#include "kernels/spgemm/cuda/hash_bins/shared_places_build.cuh"
#include "kernels/spgemm/cuda/hash_bins/shared_row_lists.cuh"
#include "kernels/spgemm/cuda/pool.cuh"

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace sptune::spgemm::hash_bins {

class ShiftedRows {
 public:
  explicit ShiftedRows(Pool& pool) : memory_(pool) {}

  /// Nearly all must be alike: finding the shapes costs as much as counting a part of the rows.
  [[nodiscard]] bool sample_pays() const {
    const SharedSummary& s = *summary_.get();
    return s.sampled > 0 && 4 * std::int64_t{s.alike} >= 3 * std::int64_t{s.sampled};
  }
  /// Rows that share their places, 0 until find() and its stream are done.
  [[nodiscard]] std::int64_t rows() const { return summary_.get()->rows; }
  /// … and these are all that have products.
  [[nodiscard]] bool complete() const { return summary_.get()->rows == summary_.get()->filled; }
  [[nodiscard]] std::int64_t bytes() const { return memory_.bytes(); }
  [[nodiscard]] int launches() const {
    const int* const tasks = summary_.get()->tasks;
    return static_cast<int>(std::count_if(tasks, tasks + shared_bins, [](int n) { return n > 0; }));
  }
  /// The class of each row of A, negative for those in none. Valid as long as the memory.
  [[nodiscard]] const int* classes() const { return classes_; }

  void reset(cudaStream_t stream) {
    memory_.drop(stream);
    *summary_.get() = {};
  }

  void sample(const AnyCsr& a, const AnyCsr& b, Counters* counters, cudaStream_t stream) {
    constexpr std::int64_t warps = shape_threads / 32;
    launch(sample_shapes, blocks_for(std::min<std::int64_t>(a.rows, most_sampled_shapes), warps),
           shape_threads, 0, stream, a.rows, pattern_of(a), pattern_of(b), counters,
           summary_.get());
  }

  /// Enqueues the search for classes of at least `least` rows. False where it would take more than
  /// `limit` bytes. `row` is as the analysis has left it, with groups or without. Writes the
  /// entries of the rows that are in a class.
  template <class V>
  [[nodiscard]] bool find(const AnyCsr& a, const AnyCsr& b, std::int64_t products, int least,
                          const RowArrays& row, int most_shared, std::int64_t limit,
                          cudaStream_t stream) {
    const std::int64_t bytes = lay_out(a, b, products, least, nullptr);
    if (bytes > limit) return false;
    memory_.get(bytes, stream);
    (void)lay_out(a, b, products, least, memory_.data());
    SPTUNE_CUDA(cudaMemsetAsync(memory_.data(), 0, static_cast<std::size_t>(zeroed_), stream));
    const ProductsOfRows of_a{row.products, row.groups};
    find_all_shapes(a, b, of_a, most_shared, stream);
    launch(make_classes, 1, shape_threads, 0, stream, pattern_of(a).offsets, of_a, least, places_);
    constexpr std::int64_t most_builders = 1024;
    launch(build_places,
           static_cast<unsigned>(std::min<std::int64_t>(a.rows / least + 1, most_builders)),
           shape_threads, build_bytes(most_products_in(most_shared)), stream, pattern_of(a),
           pattern_of(b), static_cast<int>(sizeof(V)), most_shared, places_, summary_.get());
    launch(list_shared_rows, blocks_for(a.rows, listed_per_block), shape_threads, 0, stream, a.rows,
           places_, classes_, row.entries, row.groups);
    return true;
  }

  /// Calls f(bin, bytes of a block, tasks, how many) for each kernel that has any.
  template <class F>
  void for_tasks(F&& f) const {
    for (int bin = shared_bins - 1; bin >= 0; --bin) {
      const int tasks = summary_.get()->tasks[bin];
      if (tasks > 0) f(summary_.get()->need[bin], places_.tasks + bin * places_.most_tasks, tasks);
    }
  }
  [[nodiscard]] const SharedPlaces& places() const { return places_; }

 private:
  /// Of a row whose places can be made.
  [[nodiscard]] static int most_products_in(int most_shared) {
    int most_products = most_shared_products;
    while (build_bytes(most_products) > most_shared) most_products /= 2;
    return most_products;
  }
  void find_all_shapes(const AnyCsr& a, const AnyCsr& b, const ProductsOfRows& of_a,
                       int most_shared, cudaStream_t stream) {
    const auto find_in = [&](const AnyCsr& m, const ShapedRows& shaped, const ShapeTable& table,
                             int* shapes, int* counts) {
      if (m.rows == 0) return;
      const int lanes = lanes_for(m.nnz / m.rows / 4, 32);
      int rows = fewest_rows_of_shape_block;  // so that all multiprocessors have blocks
      while (rows < most_rows_of_shape_block && m.rows > std::int64_t{2048} * rows) rows *= 2;
      launch(find_shapes, blocks_for(m.rows, rows), shape_threads, 0, stream, m.rows, shaped, lanes,
             rows, std::max(1, summary_.get()->period), table, shapes, places_.state, counts);
    };
    const int most_products = most_products_in(most_shared);
    const bool square = same_pattern(a, b);
    find_in(b, {pattern_of(b), nullptr, {}, most_products, false}, of_b_, shapes_of_b_, nullptr);
    find_in(a, {pattern_of(a), shapes_of_b_, of_a, most_products, square}, of_a_, classes_,
            places_.counts);
  }
  /// Where all stands from `memory` on. Returns the bytes.
  std::int64_t lay_out(const AnyCsr& a, const AnyCsr& b, std::int64_t products, int least,
                       unsigned char* memory) {
    std::int64_t at = 0;
    const auto take = [&](auto& pointer, std::int64_t count) {
      pointer = reinterpret_cast<std::remove_reference_t<decltype(pointer)>>(
          reinterpret_cast<std::uintptr_t>(memory) + static_cast<std::uintptr_t>(at));
      at += align(count * static_cast<std::int64_t>(sizeof(*pointer)));
    };
    take(places_.state, 1);
    take(of_b_.words, shape_slots);
    take(of_a_.words, shape_slots);
    take(places_.counts, a.rows);
    zeroed_ = at;
    take(of_b_.rows, most_shapes);
    take(of_a_.rows, most_shapes);
    take(of_a_.numbers, a.rows);
    take(shapes_of_b_, b.rows);
    take(classes_, a.rows);
    take(places_.classes, most_shapes);
    take(places_.rows, a.rows);
    places_.most_tasks =
        a.rows / RowClass::rows_of_task(32) + std::min<std::int64_t>(a.rows, most_shapes);
    take(places_.tasks, shared_bins * places_.most_tasks);
    // RowClass::bound() of every class, if all have as few rows as a class may have.
    constexpr std::int64_t most_bytes = 16 << 20;
    places_.bytes =
        std::min(most_bytes, (9 * products + 12 * a.nnz) / least + 64 * (a.rows / least + 1));
    take(places_.memory, places_.bytes);
    if (memory == nullptr) return at;
    of_b_.count = places_.state->shapes;
    of_a_.count = places_.state->shapes + 1;
    of_b_.given_up = of_a_.given_up = &places_.state->given_up;
    of_b_.numbers = nullptr;
    places_.rows_by_number = of_a_.rows;
    places_.numbers = of_a_.numbers;
    return at;
  }

  PoolBytes memory_;
  sptune::cuda::LentPinned<SharedSummary> summary_;
  SharedPlaces places_{};
  ShapeTable of_b_{};
  ShapeTable of_a_{};
  int* shapes_of_b_ = nullptr;
  int* classes_ = nullptr;
  std::int64_t zeroed_ = 0;
};

}  // namespace sptune::spgemm::hash_bins
