// SPDX-License-Identifier: BSD-3-Clause
// CSR on the CPU as it comes: no conversion, three ways to share the rows among threads.
#include "kernels/api/select.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/parallel.hpp"
#include "kernels/host/per_part.hpp"
#include "kernels/spmv/cpu/conversion.hpp"
#include "kernels/spmv/cpu/partition.hpp"
#include "kernels/spmv/expected.hpp"
#include "kernels/spmv/spmv.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef SPTUNE_ISA
namespace sptune::spmv::csr {

constexpr int ahead = 4096;  ///< bytes between what is multiplied and what is prefetched

// Rows as they come have few entries, mostly. Up to 11 a plain loop takes less time than a masked
// step; it ends where nobody foresaw, though, where lengths differ and are too many for the
// processor to learn. There four rows side by side have one end between them.
// docs/measurements/cpu.md has how these were found.
constexpr std::int64_t short_row = 12;      ///< fewest entries that are taken 4 together
constexpr std::int64_t long_row = 64;       ///< of floats: fewest that are taken 8 together
constexpr std::int64_t beside_most = 16;    ///< entries of the longest row of four side by side
constexpr std::int64_t many_rows = 15'000;  ///< of a part: more than are learnt
constexpr double often = 0.1;               ///< rows that are not as long as the one before

template <class V, class O>
struct Loops {
  /// Rows [begin, end), written to y.
  void (*rows)(CsrView<V, O> a, std::int64_t begin, std::int64_t end, V alpha, const V* x, V beta,
               V* y);
  /// Entries [begin, end) of one row.
  V (*entries)(CsrView<V, O> a, std::int64_t begin, std::int64_t end, const V* x);
};

}  // namespace sptune::spmv::csr
#endif

#define SPTUNE_ISA_SOURCE "kernels/spmv/cpu/csr.cpp"
#include "kernels/host/foreach_isa.hpp"

namespace sptune::spmv::csr {

namespace SPTUNE_ISA {

#include "kernels/host/lanes.hpp"
#include "kernels/spmv/cpu/row_loops.hpp"

/// All rows W entries at a time.
template <int W, int Ahead>
struct Together {
  /// Of one row; `Over` as for dot.
  template <bool Over, class V>
  SPTUNE_INLINE static V sum(const V* a, const Index* j, std::int64_t n, const V* x) {
    return dot<W, Over, Ahead>(a, j, n, x);
  }
};

/// Short rows by a plain loop, others 4 at a time; long ones of floats 8, which take one register.
struct ByLength {
  template <bool Over, class V>
  SPTUNE_INLINE static V sum(const V* a, const Index* j, std::int64_t n, const V* x) {
    constexpr bool is_float = sizeof(V) == sizeof(float);
    // The plain loop's jumps are many: it stands first, the others out of its way.
    if (is_float && n >= long_row) [[unlikely]]
      return dot<8, Over>(a, j, n, x);
    if (n >= short_row) [[unlikely]]
      return dot<4, Over>(a, j, n, x);
    V total = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      total += a[i] * x[j[i]];
      if constexpr (is_float) keep_scalar(total);
    }
    return total;
  }
};

template <class Rows, class V, class O>
void multiply_rows(CsrView<V, O> a, std::int64_t begin, std::int64_t end, V alpha, const V* x,
                   V beta, V* y) {
  const std::int64_t safe = first_row_at_the_end(a.row_offsets, begin, end, a.nnz());
  std::int64_t first = begin < end ? static_cast<std::int64_t>(a.row_offsets[begin]) : 0;
  for (std::int64_t row = begin; row < safe; ++row) {
    const auto last = static_cast<std::int64_t>(a.row_offsets[row + 1]);
    put(y + row, Rows::template sum<true>(a.values + first, a.col_indices + first, last - first, x),
        alpha, beta);
    first = last;
  }
  for (std::int64_t row = safe; row < end; ++row) {
    const auto last = static_cast<std::int64_t>(a.row_offsets[row + 1]);
    put(y + row,
        Rows::template sum<false>(a.values + first, a.col_indices + first, last - first, x), alpha,
        beta);
    first = last;
  }
}

/// Four rows that begin at `first`, the longest of `longest` entries: a lane each. What is read
/// behind the shorter ones must be entries.
template <class V>
SPTUNE_INLINE Vec<V, 4> dot_beside(const V* a, const Index* j, const std::int64_t* first,
                                   std::int64_t longest, const V* x) {
  const Vec<MaskInt<V>, 4> count = {
      static_cast<MaskInt<V>>(first[1] - first[0]), static_cast<MaskInt<V>>(first[2] - first[1]),
      static_cast<MaskInt<V>>(first[3] - first[2]), static_cast<MaskInt<V>>(first[4] - first[3])};
  const V* const a0 = a + first[0];
  const V* const a1 = a + first[1];
  const V* const a2 = a + first[2];
  const V* const a3 = a + first[3];
  const Index* const j0 = j + first[0];
  const Index* const j1 = j + first[1];
  const Index* const j2 = j + first[2];
  const Index* const j3 = j + first[3];
  Vec<V, 4> sums = {};
  for (std::int64_t i = 0; i < longest; ++i) {
    const Vec<V, 4> products =
        Vec<V, 4>{a0[i], a1[i], a2[i], a3[i]} * Vec<V, 4>{x[j0[i]], x[j1[i]], x[j2[i]], x[j3[i]]};
    sums += static_cast<MaskInt<V>>(i) < count ? products : Vec<V, 4>{};
  }
  return sums;
}

template <class V, class O>
void multiply_beside(CsrView<V, O> a, std::int64_t begin, std::int64_t end, V alpha, const V* x,
                     V beta, V* y) {
  const std::int64_t safe =
      first_row_at_the_end(a.row_offsets, begin, end, a.nnz(), beside_most + 8);
  std::int64_t row = begin;
  for (; row + 4 <= safe; row += 4) {
    std::int64_t first[5];
    for (int r = 0; r < 5; ++r) first[r] = static_cast<std::int64_t>(a.row_offsets[row + r]);
    std::int64_t longest = 0;
    for (int r = 0; r < 4; ++r) longest = std::max(longest, first[r + 1] - first[r]);
    if (longest <= beside_most) {
      const Vec<V, 4> sums = alpha * dot_beside(a.values, a.col_indices, first, longest, x);
      store<V, 4>(y + row, beta == 0 ? sums : sums + beta * load<V, 4>(y + row));
      continue;
    }
    for (int r = 0; r < 4; ++r) {
      put(y + row + r,
          dot<4, true>(a.values + first[r], a.col_indices + first[r], first[r + 1] - first[r], x),
          alpha, beta);
    }
  }
  multiply_rows<ByLength>(a, row, end, alpha, x, beta, y);
}

template <class Rows, class V, class O>
V multiply_entries(CsrView<V, O> a, std::int64_t begin, std::int64_t end, const V* x) {
  return Rows::template sum<false>(a.values + begin, a.col_indices + begin, end - begin, x);
}

template <int W, int Ahead, class V, class O>
Loops<V, O> loops_together() {
  return {multiply_rows<Together<W, Ahead>, V, O>, multiply_entries<Together<W, Ahead>, V, O>};
}

template <class V, class O>
Loops<V, O> loops_by_length() {
  return {multiply_rows<ByLength, V, O>, multiply_entries<ByLength, V, O>};
}

/// SSE2 has no comparison of 64-bit lanes: rows stay one after the other there.
template <class V, class O>
Loops<V, O> loops_beside() {
  if constexpr (SPTUNE_VECTOR_BYTES > 16) {
    return {multiply_beside<V, O>, multiply_entries<ByLength, V, O>};
  } else {
    return loops_by_length<V, O>();
  }
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

enum class Schedule : std::uint8_t { nnz, rows, merge };

constexpr auto enum_names(Schedule /*which*/) {
  return std::array<std::pair<Schedule, const char*>, 3>{
      {{Schedule::nnz, "nnz"}, {Schedule::rows, "rows"}, {Schedule::merge, "merge"}}};
}

struct Config {
  Schedule schedule = Schedule::nnz;
  int width = 0;
  bool prefetch = false;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = space<Config>(
    [](const Config& c) {
      if (c.prefetch && (c.width <= 1 || c.schedule != Schedule::nnz)) return false;
      return c.threads != 1 || (c.schedule == Schedule::nnz && !c.prefetch);
    },
    "prefetch=true goes with schedule=nnz and width=4 or 8; threads=1 has nothing to share out: "
    "schedule=nnz and prefetch=false only",
    axis("schedule", &Config::schedule, {Schedule::nnz, Schedule::rows, Schedule::merge},
         "equal entries, equal rows, or equal pieces of the merge path, which may cut a row"),
    axis("width", &Config::width, {0, 8, 4, 1},
         "entries of a row taken together; 1: the plain loop; 0: by its length, or four rows "
         "side by side where lengths differ often"),
    axis("prefetch", &Config::prefetch, {false, true},
         "ask for entries 4096 bytes ahead: for matrices that do not stay in a cache"),
    axis("threads", &Config::threads, {0, 1, 4, 16},
         "0: as many of those granted as the matrix is worth"));

namespace {

/// Whether many of `many_rows` and more are not as long as the one before, by 32 pieces of 32 rows.
template <class O>
[[nodiscard]] bool lengths_differ_often(const O* row_offsets, std::int64_t rows) {
  constexpr std::int64_t pieces = 32;
  constexpr std::int64_t piece = 32;
  static_assert(many_rows > pieces * piece);
  std::int64_t differ = 0;
  for (std::int64_t p = 0; p < pieces; ++p) {
    const std::int64_t before = (rows - piece - 1) / (pieces - 1) * p;
    for (std::int64_t row = before + 1; row <= before + piece; ++row) {
      differ += row_length(row_offsets, row) == row_length(row_offsets, row - 1) ? 0 : 1;
    }
  }
  return static_cast<double>(differ) > often * static_cast<double>(pieces * piece);
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const Config& c, int threads) : a_(a) {
    if (c.schedule == Schedule::merge) {
      parts_ = useful_parts(std::min(threads, host::PerPart<V>::most_parts), a.rows + a.nnz());
      path_ = merge_path(a.row_offsets, a.rows, parts_);
    } else {
      parts_ = useful_parts(threads, a.rows);
      borders_ = c.schedule == Schedule::rows ? even_borders(a.rows, parts_)
                                              : balanced_rows(a.row_offsets, a.rows, parts_);
    }
    take_loops(c);
  }

  [[nodiscard]] double bytes_per_run() const override { return compulsory_bytes(a_); }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return static_cast<std::int64_t>(borders_.size() * sizeof(std::int64_t) +
                                     path_.size() * sizeof(PathPoint));
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream /*stream*/) override {
    if (path_.empty()) {
      host::for_parts(parts_, [&](int part) {
        const auto p = static_cast<std::size_t>(part);
        loops_.rows(a_, borders_[p], borders_[p + 1], alpha, x, beta, y);
      });
    } else {
      host::PerPart<V> carries;
      host::for_parts(parts_,
                      [&](int part) { carries[part] = follow_path(part, alpha, x, beta, y); });
      for (int part = 0; part + 1 < parts_; ++part) {
        const std::int64_t row = path_[static_cast<std::size_t>(part) + 1].row;
        if (row < a_.rows) y[row] += alpha * carries[part];
      }
    }
  }

 private:
  void take_loops(const Config& c) {
    if (c.width == 0) {
      const bool beside = a_.rows > many_rows * parts_ && a_.nnz() <= beside_most * a_.rows &&
                          lengths_differ_often(a_.row_offsets, a_.rows);
      loops_ = beside ? SPTUNE_ISA_SELECT(template loops_beside<V, O>)()
                      : SPTUNE_ISA_SELECT(template loops_by_length<V, O>)();
      return;
    }
    select<config_space, &Config::width, &Config::prefetch>(c, [&](auto width, auto prefetch) {
      if constexpr (width() > 1 || (width() == 1 && !prefetch())) {
        loops_ =
            SPTUNE_ISA_SELECT(template loops_together < width(), prefetch() ? ahead : 0, V, O >)();
      }
    });
  }

  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
  }

  /// One piece of the path: the rows that end in it are written, what it holds of the row after
  /// them is returned, to be added at the end of the run.
  V follow_path(int part, V alpha, const V* x, V beta, V* y) {
    const auto p = static_cast<std::size_t>(part);
    const auto [first_row, first_entry] = path_[p];
    const auto [last_row, last_entry] = path_[p + 1];
    if (first_row == last_row) {
      return loops_.entries(a_, first_entry, last_entry, x);
    }
    const V begun = loops_.entries(a_, first_entry,
                                   static_cast<std::int64_t>(a_.row_offsets[first_row + 1]), x);
    y[first_row] = beta == 0 ? alpha * begun : alpha * begun + beta * y[first_row];
    loops_.rows(a_, first_row + 1, last_row, alpha, x, beta, y);
    const auto begin = static_cast<std::int64_t>(a_.row_offsets[last_row]);
    return begin < last_entry ? loops_.entries(a_, begin, last_entry, x) : V{0};
  }

  CsrView<V, O> a_;
  Loops<V, O> loops_;
  int parts_ = 1;
  std::vector<std::int64_t> borders_;
  std::vector<PathPoint> path_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  return fit_threads(c.threads, p.resources);
}

std::unique_ptr<SpmvPlan> plan(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
    return std::make_unique<Plan<V, O>>(a, c,
                                        run_threads(c.threads, p.resources, a.rows + a.nnz()));
  });
}

}  // namespace

Variant cpu_variant() {
  return make_variant<SpmvProblem>({.name = "csr",
                                    .backend = Backend::cpu,
                                    .takes = ColumnOrder::any,
                                    .values = ValuesRead::callers,
                                    .summary = "compressed sparse rows as they come, no conversion",
                                    .source = "merge path: Merrill and Garland, SC'16"},
                                   config_space, fit, plan,
                                   [](const Config&, ValueType type, const FeatureLookup& feature) {
                                     return expect::csr(type, expect::index32, 4, feature);
                                   });
}

#endif  // SPTUNE_ISA_LAST

}  // namespace sptune::spmv::csr
