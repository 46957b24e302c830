// SPDX-License-Identifier: BSD-3-Clause
// What the row-wise SpGEMM variants share: the phases, the split of rows into chunks of equal work,
// and the memory of C. The symbolic phase finds the sorted columns of every row, not only their
// number, so that the numeric phase (and every later run of it alone) neither sorts nor inserts.
#pragma once

#include "kernels/host/one_user.hpp"
#include "kernels/host/run_threads.hpp"
#include "kernels/host/team.hpp"
#include "kernels/spgemm/cpu/buffer.hpp"
#include "kernels/spgemm/cpu/stage.hpp"
#include "kernels/spgemm/spgemm.hpp"

#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <vector>

namespace sptune::spgemm {

/// The operands with 64-bit offsets, whatever the caller's are.
template <class V>
struct Operands {
  CsrView<V, std::int64_t> a;
  CsrView<V, std::int64_t> b;
};

/// Threads of a product, whose phases begin and end together.
[[nodiscard]] inline int run_threads(int axis_value, const SpgemmProblem& p) {
  return host::run_threads(axis_value, p.resources, p.a.rows + p.a.nnz + p.products);
}

/// Of all threads, as they begin.
[[nodiscard]] inline std::int64_t stage_bytes(const SpgemmProblem& p, int threads) {
  return threads * Stage::first_slab(p.products, threads) *
         static_cast<std::int64_t>(sizeof(Index));
}

/// Refuses as fit_memory does, of a plan that has a stage for each thread besides.
[[nodiscard]] inline Fit fit_rows(const SpgemmProblem& p, int threads,
                                  std::int64_t workspace_bytes) {
  return fit_memory(p, workspace_bytes + stage_bytes(p, threads));
}

/// Calls `f(thread, chunk)` for every chunk; the first exception of a thread reaches the caller.
template <class F>
void for_each_chunk(int threads, std::int64_t chunks, F&& f) {
  const int team = host::team_size(threads);
  if (team == 1 || chunks == 1) {
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk) f(0, chunk);
    return;
  }
  std::exception_ptr error;
#pragma omp parallel for schedule(dynamic, 1) num_threads(team)
  for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
    try {
      f(omp_get_thread_num(), chunk);
    } catch (...) {
#pragma omp critical(sptune_spgemm_error)
      if (!error) error = std::current_exception();
    }
  }
  if (error) std::rethrow_exception(error);
}

template <class V>
class RowPlan : public SpgemmPlan {
 public:
  RowPlan(const SpgemmProblem& p, int threads)
      : threads_(threads), stages_(static_cast<std::size_t>(threads)) {
    operands_.a = wide(p.a, a_offsets_);
    operands_.b = wide(p.b, b_offsets_);
  }

  std::int64_t symbolic(Stream /*stream*/) final {
    const auto hold = user_.hold();
    count_row_products();
    split_rows();
    analyse();
    const std::int64_t slab = Stage::first_slab(products_[operands_.a.rows], threads_);
    for (auto& stage : stages_) stage.clear(slab);
    row_offsets_.reserve(operands_.a.rows + 1);
    row_offsets_[0] = 0;
    for_each_chunk(threads_, chunks(), [this](int thread, std::int64_t chunk) {
      symbolic_rows(thread, chunk, chunk_begin_[static_cast<std::size_t>(chunk)],
                    chunk_begin_[static_cast<std::size_t>(chunk) + 1],
                    stages_[static_cast<std::size_t>(thread)]);
    });
    for (std::int64_t row = 0; row < operands_.a.rows; ++row) {
      row_offsets_[row + 1] += row_offsets_[row];
    }
    return row_offsets_[operands_.a.rows];
  }

  /// Gets the memory and moves the columns that `symbolic` found to their place.
  void allocate(Stream /*stream*/) final {
    const auto hold = user_.hold();
    const std::int64_t nnz = row_offsets_[operands_.a.rows];
    col_indices_.reserve(nnz);
    values_.reserve(nnz);
    for_each_chunk(threads_, threads_, [this](int, std::int64_t chunk) {
      for (const auto& s : stages_[static_cast<std::size_t>(chunk)].segments()) {
        if (s.count == 0) continue;
        std::memcpy(col_indices_.data() + row_offsets_[s.begin], s.data,
                    static_cast<std::size_t>(s.count) * sizeof(Index));
      }
    });
  }

  void numeric(Stream /*stream*/) final {
    const auto hold = user_.hold();
    before_numeric();
    for_each_chunk(threads_, chunks(), [this](int thread, std::int64_t chunk) {
      numeric_rows(thread, chunk, chunk_begin_[static_cast<std::size_t>(chunk)],
                   chunk_begin_[static_cast<std::size_t>(chunk) + 1]);
    });
  }

  [[nodiscard]] AnyCsr result() const final {
    return CsrView<V, std::int64_t>{operands_.a.rows, operands_.b.cols, row_offsets_.data(),
                                    col_indices_.data(), values_.data()};
  }

  [[nodiscard]] std::int64_t memory_bytes() const final {
    std::int64_t sum = a_offsets_.bytes() + b_offsets_.bytes() + products_.bytes() +
                       row_offsets_.bytes() + col_indices_.bytes() + values_.bytes();
    for (const auto& stage : stages_) sum += stage.bytes();
    return sum + workspace_bytes();
  }

 protected:
  /// Looks at the pattern as a whole, after the rows were split; part of the symbolic phase.
  virtual void analyse() {}
  /// Takes what it needs of the values as a whole; part of the numeric phase.
  virtual void before_numeric() {}
  /// Puts the sorted columns of rows [begin, end) on the stage, their numbers in counts()[row].
  virtual void symbolic_rows(int thread, std::int64_t chunk, std::int64_t begin, std::int64_t end,
                             Stage& stage) = 0;
  /// Computes the values of rows [begin, end), whose columns are in place. Chunks are the same.
  virtual void numeric_rows(int thread, std::int64_t chunk, std::int64_t begin,
                            std::int64_t end) = 0;
  [[nodiscard]] virtual std::int64_t workspace_bytes() const = 0;

  [[nodiscard]] int threads() const { return threads_; }
  [[nodiscard]] const Operands<V>& operands() const { return operands_; }
  [[nodiscard]] std::int64_t chunks() const {
    return static_cast<std::int64_t>(chunk_begin_.size()) - 1;
  }
  /// Products of all rows before `row`; rows+1 entries.
  [[nodiscard]] const std::int64_t* products() const { return products_.data(); }
  [[nodiscard]] std::int64_t* counts() { return row_offsets_.data() + 1; }
  [[nodiscard]] const std::int64_t* row_offsets() const { return row_offsets_.data(); }
  [[nodiscard]] const Index* col_indices() const { return col_indices_.data(); }
  [[nodiscard]] V* values() { return values_.data(); }

 private:
  /// What is kept of the symbolic phase are positions: the numeric phase reads the values anew.
  void take_values(const void* a, const void* b, Stream /*stream*/) final {
    const auto hold = user_.hold();
    operands_.a.values = static_cast<const V*>(a);
    operands_.b.values = static_cast<const V*>(b);
  }

  static CsrView<V, std::int64_t> wide(const AnyCsr& m, Buffer<std::int64_t>& own) {
    const auto* offsets = static_cast<const std::int64_t*>(m.row_offsets);
    if (m.offset_type == OffsetType::i32) {
      own.reserve(m.rows + 1);
      const auto* narrow = static_cast<const std::int32_t*>(m.row_offsets);
      std::copy(narrow, narrow + m.rows + 1, own.data());
      offsets = own.data();
    }
    return {m.rows, m.cols, offsets, m.col_indices, static_cast<const V*>(m.values)};
  }

  void count_row_products() {
    const auto a = operands_.a;
    const auto b = operands_.b;
    products_.reserve(a.rows + 1);
    auto* const products = products_.data();
    products[0] = 0;
    const std::int64_t rows = a.rows;
    const int team = host::team_size(threads_);
#pragma omp parallel for schedule(static) num_threads(team)
    for (std::int64_t row = 0; row < rows; ++row) {
      std::int64_t sum = 0;
      for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
        const Index k = a.col_indices[i];
        sum += b.row_offsets[k + 1] - b.row_offsets[k];
      }
      products[row + 1] = sum;
    }
    for (std::int64_t row = 0; row < rows; ++row) products[row + 1] += products[row];
  }

  /// Enough chunks to even out what the products do not tell, few enough to cost nothing.
  void split_rows() {
    const std::int64_t rows = operands_.a.rows;
    const auto weight = [this](std::int64_t row) {
      return products_[row] + 2 * operands_.a.row_offsets[row] + 4 * row;
    };
    const std::int64_t total = weight(rows);
    const std::int64_t count =
        threads_ == 1 ? 1 : std::clamp<std::int64_t>(total / 4096, 1, std::int64_t{16} * threads_);
    chunk_begin_.assign(1, 0);
    for (std::int64_t c = 1; c < count; ++c) {
      std::int64_t low = chunk_begin_.back();
      std::int64_t high = rows;
      while (low < high) {
        const std::int64_t middle = (low + high) / 2;
        if (weight(middle) < total / count * c) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      if (low > chunk_begin_.back() && low < rows) chunk_begin_.push_back(low);
    }
    chunk_begin_.push_back(rows);
  }

  host::OneUser user_;
  int threads_;
  Operands<V> operands_;
  Buffer<std::int64_t> a_offsets_;
  Buffer<std::int64_t> b_offsets_;
  Buffer<std::int64_t> products_;
  std::vector<std::int64_t> chunk_begin_{0};
  std::vector<Stage> stages_;
  Buffer<std::int64_t> row_offsets_;
  Buffer<Index> col_indices_;
  Buffer<V> values_;
};

}  // namespace sptune::spgemm
