// SPDX-License-Identifier: BSD-3-Clause
// CSR on the CPU as it comes: an entry is multiplied with as many neighbouring columns of X as a
// few registers hold. An X that stands by columns is first copied by rows, once per run, or where
// there is no memory for that multiplied column by column.
#include "kernels/api/select.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/host/buffer.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/parallel.hpp"
#include "kernels/spmm/spmm.hpp"
#include "kernels/spmv/cpu/partition.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef SPTUNE_ISA
namespace sptune::spmm::csr {

/// The dense side of a run. X stands by rows; element (i, j) of Y at i*y_row + j*y_column.
template <class V>
struct Dense {
  V alpha;
  const V* x;
  std::int64_t ldx;
  V beta;
  V* y;
  std::int64_t y_row;
  std::int64_t y_column;
};

/// Rows [begin, end) of A times columns [first, last) of X.
template <class V, class O>
using Multiply = void (*)(CsrView<V, O> a, std::int64_t begin, std::int64_t end, std::int64_t first,
                          std::int64_t last, const Dense<V>& dense);

}  // namespace sptune::spmm::csr
#endif

#define SPTUNE_ISA_SOURCE "kernels/spmm/cpu/csr.cpp"
#include "kernels/host/foreach_isa.hpp"

namespace sptune::spmm::csr {

namespace SPTUNE_ISA {

#include "kernels/host/lanes.hpp"

/// Elements of a whole register; nothing is gathered here, see `lanes`.
template <class V>
inline constexpr int register_lanes = SPTUNE_VECTOR_BYTES / int{sizeof(V)};

template <class V>
SPTUNE_INLINE void put(const V* sums, std::int64_t count, const Dense<V>& d, V* y) {
  for (std::int64_t j = 0; j < count; ++j, y += d.y_column) {
    *y = d.beta == 0 ? d.alpha * sums[j] : d.alpha * sums[j] + d.beta * *y;
  }
}

/// `Tile` columns from `column` on of one row of Y.
template <int Tile, class V, class O>
SPTUNE_INLINE void multiply_tile(CsrView<V, O> a, O begin, O end, std::int64_t column,
                                 const Dense<V>& d, V* y) {
  constexpr int width = register_lanes<V> < Tile ? register_lanes<V> : Tile;
  constexpr int count = Tile / width;
  Vec<V, width> sums[count] = {};
  for (O i = begin; i < end; ++i) {
    const V value = a.values[i];
    const V* const row = d.x + (column + a.col_indices[i] * d.ldx);
    for (int r = 0; r < count; ++r) sums[r] += load<V, width>(row + r * width) * value;
  }
  if (d.y_column == 1) {
    for (int r = 0; r < count; ++r) {
      V* const out = y + r * width;
      const auto scaled = sums[r] * d.alpha;
      store<V, width>(out, d.beta == 0 ? scaled : scaled + load<V, width>(out) * d.beta);
    }
  } else {
    V lane[Tile];
    std::memcpy(lane, sums, sizeof lane);
    put(lane, Tile, d, y);
  }
}

/// The last columns, fewer than the smallest tile: a number that the compiler knows, or the sums
/// would be kept in memory (3 columns took 2.3 times as long as 4; 30 November 2026, no record).
template <int Count, class V, class O>
SPTUNE_INLINE void multiply_rest(CsrView<V, O> a, O begin, O end, std::int64_t column,
                                 const Dense<V>& d, V* y) {
  V sums[Count] = {};
  for (O i = begin; i < end; ++i) {
    const V* const row = d.x + (column + a.col_indices[i] * d.ldx);
    for (int j = 0; j < Count; ++j) sums[j] += a.values[i] * row[j];
  }
  put(sums, Count, d, y);
}

inline constexpr int least_tile = 4;

/// Columns [column, last): whole tiles, then one of half the width, and so on.
template <int Tile, class V, class O>
SPTUNE_INLINE void multiply_row(CsrView<V, O> a, O begin, O end, std::int64_t column,
                                std::int64_t last, const Dense<V>& d, V* y) {
  for (; column + Tile <= last; column += Tile, y += Tile * d.y_column) {
    multiply_tile<Tile>(a, begin, end, column, d, y);
  }
  if (column == last) return;
  if constexpr (Tile > least_tile) {
    multiply_row<Tile / 2>(a, begin, end, column, last, d, y);
  } else {
    static_assert(Tile == 4);
    switch (last - column) {
      case 1:
        return multiply_rest<1>(a, begin, end, column, d, y);
      case 2:
        return multiply_rest<2>(a, begin, end, column, d, y);
      default:
        return multiply_rest<3>(a, begin, end, column, d, y);
    }
  }
}

template <int Tile, class V, class O>
void multiply(CsrView<V, O> a, std::int64_t begin, std::int64_t end, std::int64_t first,
              std::int64_t last, const Dense<V>& dense) {
  for (std::int64_t row = begin; row < end; ++row) {
    multiply_row<Tile>(a, a.row_offsets[row], a.row_offsets[row + 1], first, last, dense,
                       dense.y + row * dense.y_row + first * dense.y_column);
  }
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

enum class Schedule : std::uint8_t { nnz, rows };
constexpr auto enum_names(Schedule /*which*/) {
  return std::array<std::pair<Schedule, const char*>, 2>{
      {{Schedule::nnz, "nnz"}, {Schedule::rows, "rows"}}};
}

enum class Outer : std::uint8_t { rows, columns };
constexpr auto enum_names(Outer /*which*/) {
  return std::array<std::pair<Outer, const char*>, 2>{
      {{Outer::rows, "rows"}, {Outer::columns, "columns"}}};
}

struct Config {
  int tile = 32;
  Outer outer = Outer::rows;
  Schedule schedule = Schedule::nnz;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

namespace {

constexpr auto config_space = space<Config>(
    [](const Config& c) { return c.threads != 1 || c.schedule == Schedule::nnz; },
    "threads=1 has nothing to share out: schedule=nnz only",
    axis("tile", &Config::tile, {32, 8, 16, 64}, "columns of X that an entry is multiplied with"),
    axis("outer", &Config::outer, {Outer::rows, Outer::columns},
         "all columns of a row before the next row, or all rows of a tile before the next tile"),
    axis("schedule", &Config::schedule, {Schedule::nnz, Schedule::rows},
         "equal entries or equal rows per thread"),
    axis("threads", &Config::threads, {0, 1, 4, 16},
         "0: as many of those granted as the matrix is worth"));

/// Elements of a copy of X by rows; 0: none is needed.
std::int64_t elements_to_copy(const SpmmProblem& p) {
  return p.layout == Layout::col_major && p.columns > 1 ? p.a.cols * p.columns : 0;
}

/// Whether a plan may hold the copy.
bool has_room_for_copy(const SpmmProblem& p) {
  return elements_to_copy(p) <= p.resources.memory_limit / size_of(p.a.value_type);
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const SpmmProblem& p, const Config& c, int threads)
      : a_(a), problem_(p), config_(c), parts_(spmv::useful_parts(threads, a.rows)) {
    borders_ = c.schedule == Schedule::rows ? spmv::even_borders(a.rows, parts_)
                                            : spmv::balanced_rows(a.row_offsets, a.rows, parts_);
    select<config_space, &Config::tile>(
        c, [&](auto tile) { multiply_ = SPTUNE_ISA_SELECT(template multiply<tile(), V, O>); });
    if (has_room_for_copy(p)) by_rows_ = host::Buffer<V>(elements_to_copy(p));
  }

  [[nodiscard]] double bytes_per_run() const override {
    const double matrix = static_cast<double>(a_.nnz()) * (sizeof(V) + sizeof(Index)) +
                          static_cast<double>(a_.rows + 1) * sizeof(O);
    const double again = by_columns() ? static_cast<double>(problem_.columns - 1) * matrix : 0;
    return compulsory_bytes(problem_) + again + 2 * static_cast<double>(by_rows_.bytes());
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return static_cast<std::int64_t>(borders_.size() * sizeof(std::int64_t)) + by_rows_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream /*stream*/) override {
    const std::int64_t k = problem_.columns;
    const std::int64_t ldy = problem_.leading_y();
    Dense<V> dense{alpha, x, problem_.leading_x(), beta, y, ldy, 1};
    if (problem_.layout == Layout::col_major) {
      dense.y_row = 1;
      dense.y_column = ldy;
      dense.ldx = by_columns() ? 1 : k;
    }
    // The plan's own copy of X is one run's at a time; a run beside it takes memory of its own.
    std::unique_lock<std::mutex> own;
    host::Buffer<V> another;
    if (by_rows_.size() > 0) {
      own = std::unique_lock(by_rows_in_use_, std::try_to_lock);
      if (!own) another = host::Buffer<V>(by_rows_.size());
      V* const by_rows = own ? by_rows_.data() : another.data();
      copy_by_rows(x, by_rows);
      dense.x = by_rows;
    }
    const std::int64_t step = config_.outer == Outer::columns ? config_.tile : k;
    host::for_parts(parts_, [&](int part) {
      const auto p = static_cast<std::size_t>(part);
      if (by_columns()) {
        for (std::int64_t j = 0; j < k; ++j) {
          Dense<V> column = dense;
          column.x += j * problem_.leading_x();
          column.y += j * ldy;
          multiply_(a_, borders_[p], borders_[p + 1], 0, 1, column);
        }
        return;
      }
      for (std::int64_t j = 0; j < k; j += step) {
        multiply_(a_, borders_[p], borders_[p + 1], j, std::min(j + step, k), dense);
      }
    });
  }

 private:
  /// Each column of X by itself, which stands by rows as much as by columns.
  [[nodiscard]] bool by_columns() const {
    return problem_.layout == Layout::col_major && by_rows_.size() == 0;
  }

  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
  }

  void copy_by_rows(const V* x, V* by_rows) const {
    constexpr std::int64_t block = 32;  // rows whose lines stay in the cache
    const std::int64_t k = problem_.columns;
    const std::int64_t ldx = problem_.leading_x();
    host::for_parts(parts_, [&](int part) {
      const std::int64_t end = a_.cols * (part + 1) / parts_;
      for (std::int64_t from = a_.cols * part / parts_; from < end; from += block) {
        const std::int64_t to = std::min(from + block, end);
        for (std::int64_t j = 0; j < k; ++j) {
          for (std::int64_t i = from; i < to; ++i) by_rows[i * k + j] = x[i + j * ldx];
        }
      }
    });
  }

  CsrView<V, O> a_;
  SpmmProblem problem_;
  Config config_;
  int parts_;
  Multiply<V, O> multiply_ = nullptr;
  std::vector<std::int64_t> borders_;
  host::Buffer<V> by_rows_;
  std::mutex by_rows_in_use_;
};

Fit fit(const Config& c, const SpmmProblem& p) {
  const Config by_columns{.schedule = c.schedule, .threads = c.threads};
  if (!has_room_for_copy(p) && c != by_columns) {
    return Fit::no("the copy of X by rows takes " +
                   std::to_string(elements_to_copy(p) * size_of(p.a.value_type)) +
                   " bytes, the limit is " + std::to_string(p.resources.memory_limit) +
                   ": column by column with tile=" + std::to_string(by_columns.tile) +
                   ", outer=rows");
  }
  if (c.outer == Outer::columns && p.columns <= c.tile) {
    return Fit::no("outer=columns: the " + std::to_string(p.columns) +
                   " columns of X are one tile; use outer=rows");
  }
  return fit_threads(c.threads, p.resources);
}

std::unique_ptr<SpmmPlan> plan(const Config& c, const SpmmProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmmPlan> {
    return std::make_unique<Plan<V, O>>(
        a, p, c, spmv::run_threads(c.threads, p.resources, p.columns * (a.rows + a.nnz())));
  });
}

}  // namespace

Variant cpu_variant() {
  return make_variant<SpmmProblem>(
      {.name = "csr",
       .backend = Backend::cpu,
       .takes = ColumnOrder::any,
       .values = ValuesRead::callers,
       .summary = "compressed sparse rows as they come, a tile of X in registers",
       .source = "Yang, Buluc and Owens, Design Principles for Sparse Matrix Multiplication on the "
                 "GPU, Euro-Par 2018 (row splitting)"},
      config_space, fit, plan);
}

#endif  // SPTUNE_ISA_LAST

}  // namespace sptune::spmm::csr
