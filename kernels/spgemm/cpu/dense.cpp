// SPDX-License-Identifier: BSD-3-Clause
// Dense accumulator (SPA) per thread: structure through a bitmap, values through an array over the
// columns of C, over a window of them, or through ranks in the bitmap.
#include "kernels/api/variant.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/threads.hpp"
#include "kernels/spgemm/cpu/dense_space.hpp"
#include "kernels/spgemm/cpu/row_plan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#define SPTUNE_ISA_SOURCE "kernels/spgemm/cpu/dense.cpp"
#include "kernels/host/foreach_isa.hpp"
#include "kernels/spgemm/cpu/dense_rows.hpp"

namespace sptune::spgemm::dense {

namespace SPTUNE_ISA {

template <class V>
void symbolic(const Operands<V>& p, const Masks* masks, Bitmap& map, std::int64_t begin,
              std::int64_t end, const std::int64_t* products, Stage& stage, std::int64_t* counts) {
  spgemm::SPTUNE_ISA::bitmap_rows(p, masks, map, begin, end, products, stage, counts);
}

template <class V>
void by_values(const Operands<V>& p, V* sums, std::int64_t begin, std::int64_t end,
               const std::int64_t* offsets, const Index* cols, V* values) {
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int64_t at = offsets[row];
    spgemm::SPTUNE_ISA::values_row(p, sums, row, cols + at, offsets[row + 1] - at, values + at);
  }
}

template <class V>
void by_fours(const Operands<V>& p, V* sums, std::int64_t begin, std::int64_t end,
              const std::int64_t* offsets, const Index* cols, V* values) {
  spgemm::SPTUNE_ISA::values_by_fours(p, sums, begin, end, offsets, cols, values);
}

template <class V>
void by_spread(const Operands<V>& p, const SpreadRows<V>& spread, V* sums, std::int64_t begin,
               std::int64_t end, const std::int64_t* offsets, const Index* cols, V* values) {
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int64_t at = offsets[row];
    spgemm::SPTUNE_ISA::spread_row(p, spread, sums, row, cols + at, offsets[row + 1] - at,
                                   values + at);
  }
}

template <class V>
void by_windows(const Operands<V>& p, V* sums, std::int64_t window, std::int64_t* cursors,
                std::int64_t begin, std::int64_t end, const std::int64_t* offsets,
                const Index* cols, V* values) {
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int64_t at = offsets[row];
    spgemm::SPTUNE_ISA::windowed_row(p, sums, window, cursors, row, cols + at,
                                     offsets[row + 1] - at, values + at);
  }
}

template <class V>
void by_ranks(const Operands<V>& p, RankWord* words, std::int64_t begin, std::int64_t end,
              const std::int64_t* offsets, const Index* cols, V* values) {
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int64_t at = offsets[row];
    spgemm::SPTUNE_ISA::ranks_row(p, words, row, cols + at, offsets[row + 1] - at, values + at);
  }
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

enum class Accumulator : std::uint8_t { values, ranks, spread };
constexpr auto enum_names(Accumulator /*tag*/) {
  return std::array{std::pair{Accumulator::values, "values"},
                    std::pair{Accumulator::ranks, "ranks"},
                    std::pair{Accumulator::spread, "spread"}};
}

struct Config {
  Accumulator accumulator = Accumulator::values;
  int window = 0;
  int rows = 1;
  bool masks = false;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = space<Config>(
    [](const Config& c) {
      return (c.window == 0 && c.rows == 1) ||
             (c.accumulator == Accumulator::values && (c.window == 0 || c.rows == 1));
    },
    "window and rows above their defaults belong to accumulator=values, one of them at a time",
    axis("accumulator", &Config::accumulator,
         {Accumulator::values, Accumulator::ranks, Accumulator::spread},
         "sums in an array over C's columns, in C's row by the column's rank, or in an array with "
         "the dense rows of B spread out"),
    axis("window", &Config::window, {0, 32768}, "columns summed at a time; 0: all"),
    axis("rows", &Config::rows, {1, 4}, "rows of A with equal columns that are computed together"),
    axis("masks", &Config::masks, {false, true}, "symbolic phase on B packed to 64-column masks"),
    axis("threads", &Config::threads, {0, 1, 4, 16},
         "0: as many of those granted as the product is worth"));

namespace {

template <class V>
class Plan final : public RowPlan<V> {
 public:
  Plan(const SpgemmProblem& p, const Config& c)
      : RowPlan<V>(p, run_threads(c.threads, p)),
        config_(c),
        workspaces_(static_cast<std::size_t>(this->threads())) {}

 protected:
  void analyse() override {
    if (config_.masks) masks_.build(this->operands().b, this->threads());
    if (config_.accumulator == Accumulator::spread) spread_.plan(this->operands().b);
  }

  void before_numeric() override {
    if (config_.accumulator == Accumulator::spread) {
      spread_.fill(this->operands().b, this->threads());
    }
  }

  void symbolic_rows(int thread, std::int64_t /*chunk*/, std::int64_t begin, std::int64_t end,
                     Stage& stage) override {
    Workspace& own = workspaces_[static_cast<std::size_t>(thread)];
    own.map.reserve(this->operands().b.cols);
    SPTUNE_ISA_SELECT(symbolic<V>)
    (this->operands(), config_.masks ? &masks_ : nullptr, own.map, begin, end, this->products(),
     stage, this->counts());
  }

  void numeric_rows(int thread, std::int64_t /*chunk*/, std::int64_t begin,
                    std::int64_t end) override {
    Workspace& own = workspaces_[static_cast<std::size_t>(thread)];
    const auto& p = this->operands();
    if (config_.accumulator == Accumulator::ranks) {
      own.ranks.reserve(p.b.cols / 64 + 1);
      SPTUNE_ISA_SELECT(by_ranks<V>)
      (p, own.ranks.data(), begin, end, this->row_offsets(), this->col_indices(), this->values());
    } else if (config_.window > 0) {
      own.sums.reserve_filled(std::min<std::int64_t>(config_.window, p.b.cols), 0);
      std::int64_t longest = 0;
      for (std::int64_t row = begin; row < end; ++row) {
        longest = std::max(longest, p.a.row_offsets[row + 1] - p.a.row_offsets[row]);
      }
      own.cursors.reserve(longest);
      SPTUNE_ISA_SELECT(by_windows<V>)
      (p, own.sums.data(), config_.window, own.cursors.data(), begin, end, this->row_offsets(),
       this->col_indices(), this->values());
    } else {
      own.sums.reserve_filled(config_.rows * p.b.cols, 0);
      if (config_.accumulator == Accumulator::spread) {
        SPTUNE_ISA_SELECT(by_spread<V>)
        (p, spread_, own.sums.data(), begin, end, this->row_offsets(), this->col_indices(),
         this->values());
      } else {
        (config_.rows == 1 ? SPTUNE_ISA_SELECT(by_values<V>) : SPTUNE_ISA_SELECT(by_fours<V>))(
            p, own.sums.data(), begin, end, this->row_offsets(), this->col_indices(),
            this->values());
      }
    }
  }

  [[nodiscard]] std::int64_t workspace_bytes() const override {
    std::int64_t sum = masks_.memory() + spread_.memory();
    for (const auto& w : workspaces_) {
      sum += w.map.memory() + w.sums.bytes() + w.ranks.bytes() + w.cursors.bytes();
    }
    return sum;
  }

 private:
  struct Workspace {
    Bitmap map;
    Buffer<V> sums;
    Buffer<RankWord> ranks;
    Buffer<std::int64_t> cursors;
  };

  Config config_;
  Masks masks_;
  SpreadRows<V> spread_;
  std::vector<Workspace> workspaces_;
};

Fit fit(const Config& c, const SpgemmProblem& p) {
  if (auto f = host::fit_threads(c.threads, p.resources); !f) return f;
  if (c.window > 0 && c.window >= p.b.cols) {
    return Fit::no("window=" + std::to_string(c.window) + " holds all " + std::to_string(p.b.cols) +
                   " columns: use window=0");
  }
  const std::int64_t value = size_of(p.a.value_type);
  std::int64_t per_thread = p.b.cols / 8 + p.b.cols / 512;
  if (c.accumulator == Accumulator::ranks) {
    per_thread += p.b.cols / 4;
  } else {
    per_thread += value * (c.window > 0 ? c.window : c.rows * p.b.cols);
  }
  std::int64_t packed = c.masks ? 12 * p.b.nnz + 8 * p.b.rows : 0;
  if (c.accumulator == Accumulator::spread) packed += 4 * value * p.b.nnz + 8 * p.b.rows;
  const int threads = run_threads(c.threads, p);
  return fit_rows(p, threads, per_thread * threads + packed);
}

std::unique_ptr<SpgemmPlan> plan(const Config& c, const SpgemmProblem& p) {
  if (p.a.value_type == ValueType::f32) return std::make_unique<Plan<float>>(p, c);
  return std::make_unique<Plan<double>>(p, c);
}

}  // namespace

Variant cpu_variant() {
  return make_variant<SpgemmProblem>(
      {.name = "dense",
       .backend = Backend::cpu,
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::callers,
       .summary = "dense accumulator per thread, structure through a bitmap of the columns",
       .source = "Gilbert, Moler, Schreiber 1992, section 3.2.3 (SPA)"},
      config_space, fit, plan);
}

#endif  // SPTUNE_ISA_LAST

}  // namespace sptune::spgemm::dense
