// SPDX-License-Identifier: BSD-3-Clause
// Diagonals: no column indices, and x is read in order. Every block of rows has its own list of the
// diagonals that it crosses, so that a matrix whose diagonals come and go is not padded over its
// whole length, and a block's diagonals lie together: one stream. Places of a diagonal without an
// entry are multiplied as zeros: an x that is infinite or NaN there makes their rows NaN.
#include "kernels/api/select.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/host/buffer.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/spmv/cpu/block_lists.hpp"
#include "kernels/spmv/cpu/conversion.hpp"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef SPTUNE_ISA
namespace sptune::spmv::dia {

template <class V>
struct Arrays {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  const std::int64_t* starts = nullptr;  ///< of each block, into offsets
  const Index* offsets = nullptr;        ///< column minus row, plus rows-1
  const V* values = nullptr;             ///< one per row of the block for each offset
};

}  // namespace sptune::spmv::dia
#endif

#define SPTUNE_ISA_SOURCE "kernels/spmv/cpu/dia.cpp"
#include "kernels/host/foreach_isa.hpp"

namespace sptune::spmv::dia {

namespace SPTUNE_ISA {

#include "kernels/host/lanes.hpp"
#include "kernels/spmv/cpu/row_loops.hpp"
#include "kernels/spmv/cpu/rows_in_chunks.hpp"

/// x[column] … x[column+B-1] where they exist, 0 elsewhere.
template <int B, class V>
[[gnu::noinline]] void copy_inside(const V* x, std::int64_t column, std::int64_t cols, V* out) {
  for (int l = 0; l < B; ++l) {
    out[l] = column + l >= 0 && column + l < cols ? x[column + l] : V{0};
  }
}

template <int B, class V>
void multiply_blocks(const Arrays<V>& a, std::int64_t begin, std::int64_t end, V alpha, const V* x,
                     V beta, V* y) {
  for (std::int64_t block = begin; block < end; ++block) {
    Sums<V, B> sums;
    const std::int64_t row = block * B;
    const std::int64_t first_column = row - (a.rows - 1);
    const std::int64_t last = a.starts[block + 1];
    for (std::int64_t d = a.starts[block]; d < last; ++d) {
      const std::int64_t column = first_column + a.offsets[d];
      if (column >= 0 && column + B <= a.cols) {
        sums.add_in_order(a.values + d * B, x + column);
      } else {
        V inside[B];
        copy_inside<B>(x, column, a.cols, inside);
        sums.add_in_order(a.values + d * B, inside);
      }
    }
    put_chunk<B>(sums, nullptr, row, a.rows, alpha, beta, y);
  }
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

struct Config {
  int block = 32;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = free_space<Config>(
    axis("block", &Config::block, {32, 64}, "rows that share a list of diagonals"),
    axis("threads", &Config::threads, {0, 1, 4, 16},
         "0: as many of those granted as the matrix is worth"));

namespace {

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const Config& c, const SpmvProblem& p)
      : a_(a),
        lists_(lists_for_plan(p,
                              [&] {
                                return list_block_keys(a, c.block, a.rows + a.cols, p.resources,
                                                       DiagonalOf{a.rows});
                              })),
        block_rows_(c.block),
        values_(static_cast<std::int64_t>(lists_->keys.size()) * c.block) {
    select<config_space, &Config::block>(
        c, [&](auto rows) { multiply_ = SPTUNE_ISA_SELECT(template multiply_blocks<rows(), V>); });
    const auto blocks = static_cast<std::int64_t>(lists_->starts.size()) - 1;
    for_ranges(p.resources.threads, blocks, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t block = begin; block < end; ++block) fill(block);
    });
    const int parts = useful_parts(run_threads(c.threads, p.resources, a.rows + a.nnz()), blocks);
    borders_ = balanced_borders(blocks, parts, [&](std::int64_t block) {
      return 2 * block + lists_->starts[static_cast<std::size_t>(block)];
    });
  }

  [[nodiscard]] double bytes_per_run() const override {
    return static_cast<double>(memory_bytes()) + vector_bytes(a_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return values_.bytes() +
           static_cast<std::int64_t>(lists_->keys.size() * sizeof(Index) +
                                     lists_->starts.size() * sizeof(std::int64_t));
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream /*stream*/) override {
    const Arrays<V> arrays{a_.rows, a_.cols, lists_->starts.data(), lists_->keys.data(),
                           values_.data()};
    host::for_parts(static_cast<int>(borders_.size()) - 1, [&](int part) {
      const auto p = static_cast<std::size_t>(part);
      multiply_(arrays, borders_[p], borders_[p + 1], alpha, x, beta, y);
    });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
    host::for_parts(static_cast<int>(borders_.size()) - 1, [&](int part) {
      const auto p = static_cast<std::size_t>(part);
      for (std::int64_t block = borders_[p]; block < borders_[p + 1]; ++block) fill(block);
    });
  }

  /// Zeros come first where they are in place, too: in one stream, after which the values find the
  /// block in the cache. The columns of a row are sorted, so its diagonals are met in the order of
  /// the list.
  void fill(std::int64_t block) {
    const Index* const keys = lists_->keys.data();
    const std::int64_t first = lists_->starts[static_cast<std::size_t>(block)];
    const std::int64_t last = lists_->starts[static_cast<std::size_t>(block) + 1];
    std::fill(values_.data() + first * block_rows_, values_.data() + last * block_rows_, V{0});
    const std::int64_t end = std::min(a_.rows, (block + 1) * block_rows_);
    for (std::int64_t row = block * block_rows_; row < end; ++row) {
      std::int64_t d = first;
      for (O i = a_.row_offsets[row]; i < a_.row_offsets[row + 1]; ++i) {
        const std::int64_t key = a_.col_indices[i] - row + a_.rows - 1;
        while (keys[d] != key) ++d;
        values_[d * block_rows_ + row - block * block_rows_] = a_.values[i];
      }
    }
  }

  CsrView<V, O> a_;
  std::shared_ptr<const BlockLists> lists_;
  std::int64_t block_rows_;
  host::Buffer<V> values_;
  decltype(SPTUNE_ISA_SELECT(multiply_blocks<32, V>)) multiply_ = nullptr;
  std::vector<std::int64_t> borders_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  if (Fit threads = fit_threads(c.threads, p.resources); !threads) return threads;
  if (p.a.rows + p.a.cols > std::numeric_limits<Index>::max()) {
    return Fit::no("diagonals are counted in 32 bits; rows and columns are " +
                   std::to_string(p.a.rows + p.a.cols) + " together");
  }
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> Fit {
    const std::int64_t blocks = a.rows / c.block + 1;
    const auto listing = [&](std::int64_t diagonals) {
      return fit_listing(a.rows + a.cols, blocks, diagonals, p.resources);
    };
    if (Fit memory = listing(0); !memory) return memory;  // counting takes as much
    const double per_diagonal = static_cast<double>(c.block) * sizeof(V) + sizeof(Index);
    const double most = (most_bytes_over_csr * csr_bytes(p.a) + 4096) / per_diagonal;
    BlockKeys found(a, c.block, a.rows + a.cols, static_cast<std::int64_t>(most) + 1,
                    most_listed(a.rows + a.cols, blocks, p.resources), p.resources,
                    DiagonalOf{a.rows});
    const std::int64_t diagonals = found.count();
    if (Fit memory = listing(diagonals); !memory) return memory;
    const double bytes = static_cast<double>(diagonals) * per_diagonal +
                         static_cast<double>(blocks) * sizeof(std::int64_t);
    Fit out = fit_bytes(bytes, p,
                        "at least " + std::to_string(diagonals) + " pieces of diagonals of " +
                            std::to_string(c.block) + " rows for " + std::to_string(p.a.nnz) +
                            " entries");
    if (out) leave_lists(found, out);
    return out;
  });
}

std::unique_ptr<SpmvPlan> plan(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
    return std::make_unique<Plan<V, O>>(a, c, p);
  });
}

}  // namespace

Variant cpu_variant() {
  return make_variant<SpmvProblem>({.name = "dia",
                                    .backend = Backend::cpu,
                                    .takes = ColumnOrder::sorted,
                                    .values = ValuesRead::copied,
                                    .summary = "diagonals, listed per block of rows",
                                    .source = "Bell and Garland, NVR-2008-004"},
                                   config_space, fit, plan,
                                   [](const Config&, ValueType type, const FeatureLookup& feature) {
                                     return expect::dia(type, Feature::dia_block_fill, feature);
                                   });
}

#endif  // SPTUNE_ISA_LAST

}  // namespace sptune::spmv::dia
