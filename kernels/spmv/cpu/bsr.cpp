// SPDX-License-Identifier: BSD-3-Clause
// Block sparse rows: dense R x R blocks on a grid of R, one column index per block. For matrices
// with several unknowns per node. A block is stored by columns, so that R rows advance together and
// x is broadcast. Places of a block without an entry are multiplied as zeros: an x that is infinite
// or NaN there makes their rows NaN.
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
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef SPTUNE_ISA
namespace sptune::spmv::bsr {

template <class V>
struct Arrays {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  const std::int64_t* starts = nullptr;  ///< of each block row, into columns
  const Index* columns = nullptr;        ///< block columns
  const V* values = nullptr;             ///< R*R per block, by columns
};

}  // namespace sptune::spmv::bsr
#endif

#define SPTUNE_ISA_SOURCE "kernels/spmv/cpu/bsr.cpp"
#include "kernels/host/foreach_isa.hpp"

namespace sptune::spmv::bsr {

namespace SPTUNE_ISA {

#include "kernels/host/lanes.hpp"
#include "kernels/spmv/cpu/row_loops.hpp"
#include "kernels/spmv/cpu/rows_in_chunks.hpp"

/// R rows in a register of P lanes, the next power of two: with R = 3 the last lane multiplies what
/// stands behind the column and is never looked at.
template <int R, class V>
void multiply_block_rows(const Arrays<V>& a, std::int64_t begin, std::int64_t end, V alpha,
                         const V* x, V beta, V* y) {
  constexpr int p = static_cast<int>(std::bit_ceil(static_cast<unsigned>(R)));
  constexpr int chains = std::min(R, 4);  // independent sums, to hide the latency of an addition
  // The last block column may reach behind x.
  V x_end[R] = {};
  const std::int64_t whole = a.cols / R;
  for (std::int64_t c = whole * R; c < a.cols; ++c) x_end[c - whole * R] = x[c];
  for (std::int64_t block_row = begin; block_row < end; ++block_row) {
    Sums<V, p> sums[chains];
    const std::int64_t last = a.starts[block_row + 1];
    for (std::int64_t b = a.starts[block_row]; b < last; ++b) {
      const std::int64_t column = a.columns[b];
      const V* const x_block = column < whole ? x + column * R : x_end;
      const V* const block = a.values + b * R * R;
      for (int c = 0; c < R; ++c) sums[c % chains].add_scaled(block + c * R, x_block[c]);
    }
    for (int c = 1; c < chains; ++c) sums[0].add(sums[c]);
    if constexpr (p == R) {
      put_chunk<R>(sums[0], nullptr, block_row * R, a.rows, alpha, beta, y);
    } else {
      V lane[p];
      std::memcpy(lane, sums[0].part, sizeof lane);
      for (int r = 0; r < R && block_row * R + r < a.rows; ++r) {
        put(y + block_row * R + r, lane[r], alpha, beta);
      }
    }
  }
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

struct Config {
  int r = 3;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space =
    free_space<Config>(axis("r", &Config::r, {3, 2, 4, 8}, "rows and columns of a block"),
                       axis("threads", &Config::threads, {0, 1, 4, 16},
                            "0: as many of those granted as the matrix is worth"));

namespace {

constexpr std::int64_t read_over = 8;  ///< elements that the last block's loads may touch behind it

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const Config& c, const SpmvProblem& p)
      : a_(a),
        lists_(lists_for_plan(p, [&] { return lists(a, c, p.resources); })),
        r_(c.r),
        values_(static_cast<std::int64_t>(lists_->keys.size()) * c.r * c.r + read_over) {
    select<config_space, &Config::r>(c, [&](auto r) {
      multiply_ = SPTUNE_ISA_SELECT(template multiply_block_rows<r(), V>);
      scatter_ = &Plan::scatter<r()>;
    });
    std::fill(values_.data() + values_.size() - read_over, values_.data() + values_.size(), V{0});
    const auto block_rows = static_cast<std::int64_t>(lists_->starts.size()) - 1;
    for_ranges(p.resources.threads, block_rows, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) {
        clear(row);
        (this->*scatter_)(row);
      }
    });
    const int parts =
        useful_parts(run_threads(c.threads, p.resources, a.rows + a.nnz()), block_rows);
    borders_ = balanced_borders(block_rows, parts, [&](std::int64_t row) {
      return row_cost * row + c.r * c.r * lists_->starts[static_cast<std::size_t>(row)];
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
  static std::shared_ptr<const BlockLists> lists(CsrView<V, O> a, const Config& c,
                                                 const Resources& resources) {
    std::shared_ptr<const BlockLists> out;
    select<config_space, &Config::r>(c, [&](auto r) {
      out = list_block_keys(a, c.r, a.cols / c.r + 1, resources, BlockColumnOf<r()>{});
    });
    return out;
  }

  /// Places without an entry keep the 0 that they have.
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
    host::for_parts(static_cast<int>(borders_.size()) - 1, [&](int part) {
      const auto p = static_cast<std::size_t>(part);
      for (std::int64_t row = borders_[p]; row < borders_[p + 1]; ++row) (this->*scatter_)(row);
    });
  }

  void clear(std::int64_t block_row) {
    const std::int64_t first = lists_->starts[static_cast<std::size_t>(block_row)];
    const std::int64_t last = lists_->starts[static_cast<std::size_t>(block_row) + 1];
    std::fill(values_.data() + first * r_ * r_, values_.data() + last * r_ * r_, V{0});
  }

  /// The columns of a row are sorted, so its blocks are met in the order of the list. Divided by a
  /// number that the compiler does not know, new values took 1.8 times as long as planning, by one
  /// that it knows 0.45 times (update_cost_test, an EPYC).
  template <int R>
  void scatter(std::int64_t block_row) {
    const Index* const keys = lists_->keys.data();
    const std::int64_t first = lists_->starts[static_cast<std::size_t>(block_row)];
    const std::int64_t end = std::min(a_.rows, (block_row + 1) * R);
    for (std::int64_t row = block_row * R; row < end; ++row) {
      std::int64_t b = first;
      for (O i = a_.row_offsets[row]; i < a_.row_offsets[row + 1]; ++i) {
        const Index column = a_.col_indices[i];
        while (keys[b] != column / R) ++b;
        values_[(b * R + column % R) * R + row - block_row * R] = a_.values[i];
      }
    }
  }

  CsrView<V, O> a_;
  std::shared_ptr<const BlockLists> lists_;
  int r_;
  host::Buffer<V> values_;
  decltype(SPTUNE_ISA_SELECT(multiply_block_rows<2, V>)) multiply_ = nullptr;
  void (Plan::*scatter_)(std::int64_t) = nullptr;
  std::vector<std::int64_t> borders_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  if (Fit threads = fit_threads(c.threads, p.resources); !threads) return threads;
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> Fit {
    const std::int64_t block_rows = a.rows / c.r + 1;
    const auto listing = [&](std::int64_t blocks) {
      return fit_listing(a.cols / c.r + 1, block_rows, blocks, p.resources);
    };
    if (Fit memory = listing(0); !memory) return memory;  // counting takes as much
    const double per_block = static_cast<double>(c.r) * c.r * sizeof(V) + sizeof(Index);
    const auto judge = [&](std::int64_t blocks) {
      if (Fit memory = listing(blocks); !memory) return memory;
      const double bytes = static_cast<double>(blocks) * per_block +
                           static_cast<double>(block_rows) * sizeof(std::int64_t);
      return fit_bytes(bytes, p,
                       "at least " + std::to_string(blocks) + " blocks of " + std::to_string(c.r) +
                           "x" + std::to_string(c.r) + " for " + std::to_string(p.a.nnz) +
                           " entries");
    };
    // Small blocks are few enough if each entry has one of its own.
    if (judge(p.a.nnz)) return Fit::yes();
    const double most = (most_bytes_over_csr * csr_bytes(p.a) + 4096) / per_block;
    const std::int64_t kept = most_listed(a.cols / c.r + 1, block_rows, p.resources);
    std::optional<BlockKeys> found;
    select<config_space, &Config::r>(c, [&](auto r) {
      found.emplace(a, c.r, a.cols / c.r + 1, static_cast<std::int64_t>(most) + 1, kept,
                    p.resources, BlockColumnOf<r()>{});
    });
    Fit out = judge(found->count());
    if (out) leave_lists(*found, out);
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
  return make_variant<SpmvProblem>(
      {.name = "bsr",
       .backend = Backend::cpu,
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::copied,
       .summary = "dense blocks on a grid, one index per block",
       .source = "Im, Yelick and Vuduc, Sparsity, Int. J. High Perf. Comput. Appl. 18(1), 2004"},
      config_space, fit, plan, [](const Config& c, ValueType type, const FeatureLookup& feature) {
        return expect::bsr(type, c.r, feature);
      });
}

#endif  // SPTUNE_ISA_LAST

}  // namespace sptune::spmv::bsr
