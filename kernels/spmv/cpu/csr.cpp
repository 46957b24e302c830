// SPDX-License-Identifier: BSD-3-Clause
// CSR on the CPU as it comes: no conversion, three ways to share the rows among threads.
#include "kernels/api/select.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/parallel.hpp"
#include "kernels/host/per_part.hpp"
#include "kernels/spmv/cpu/partition.hpp"
#include "kernels/spmv/expected.hpp"
#include "kernels/spmv/spmv.hpp"

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

template <int W, int Ahead, class V, class O>
void multiply_rows(CsrView<V, O> a, std::int64_t begin, std::int64_t end, V alpha, const V* x,
                   V beta, V* y) {
  const std::int64_t safe = first_row_at_the_end(a.row_offsets, begin, end, a.nnz());
  std::int64_t first = begin < end ? static_cast<std::int64_t>(a.row_offsets[begin]) : 0;
  for (std::int64_t row = begin; row < safe; ++row) {
    const auto last = static_cast<std::int64_t>(a.row_offsets[row + 1]);
    put(y + row, dot<W, true, Ahead>(a.values + first, a.col_indices + first, last - first, x),
        alpha, beta);
    first = last;
  }
  for (std::int64_t row = safe; row < end; ++row) {
    const auto last = static_cast<std::int64_t>(a.row_offsets[row + 1]);
    put(y + row, dot<W, false, Ahead>(a.values + first, a.col_indices + first, last - first, x),
        alpha, beta);
    first = last;
  }
}

template <int W, int Ahead, class V, class O>
V multiply_entries(CsrView<V, O> a, std::int64_t begin, std::int64_t end, const V* x) {
  return dot<W, false, Ahead>(a.values + begin, a.col_indices + begin, end - begin, x);
}

template <int W, int Ahead, class V, class O>
Loops<V, O> loops_of() {
  return {multiply_rows<W, Ahead, V, O>, multiply_entries<W, Ahead, V, O>};
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
  int width = 8;
  bool prefetch = false;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = space<Config>(
    [](const Config& c) {
      if (c.prefetch && (c.width == 1 || c.schedule != Schedule::nnz)) return false;
      return c.threads != 1 || (c.schedule == Schedule::nnz && !c.prefetch);
    },
    "prefetch=true goes with schedule=nnz and width=4 or 8; threads=1 has nothing to share out: "
    "schedule=nnz and prefetch=false only",
    axis("schedule", &Config::schedule, {Schedule::nnz, Schedule::rows, Schedule::merge},
         "equal entries, equal rows, or equal pieces of the merge path, which may cut a row"),
    axis("width", &Config::width, {8, 4, 1}, "entries of a row taken together; 1: the plain loop"),
    axis("prefetch", &Config::prefetch, {false, true},
         "ask for entries 4096 bytes ahead: for matrices that do not stay in a cache"),
    axis("threads", &Config::threads, {0, 1, 4, 16}, "0: all that are granted"));

namespace {

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const Config& c, int threads) : a_(a) {
    select<config_space, &Config::width, &Config::prefetch>(c, [&](auto width, auto prefetch) {
      if constexpr (width() > 1 || !prefetch()) {
        loops_ = SPTUNE_ISA_SELECT(template loops_of < width(), prefetch() ? ahead : 0, V, O >)();
      }
    });
    if (c.schedule == Schedule::merge) {
      parts_ = useful_parts(threads, a.rows + a.nnz());
      path_ = merge_path(a.row_offsets, a.rows, parts_);
    } else {
      parts_ = useful_parts(threads, a.rows);
      borders_ = c.schedule == Schedule::rows ? even_borders(a.rows, parts_)
                                              : balanced_rows(a.row_offsets, a.rows, parts_);
    }
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
      host::PerPart<V> carries(parts_);
      host::for_parts(parts_,
                      [&](int part) { carries[part] = follow_path(part, alpha, x, beta, y); });
      for (int part = 0; part + 1 < parts_; ++part) {
        const std::int64_t row = path_[static_cast<std::size_t>(part) + 1].row;
        if (row < a_.rows) y[row] += alpha * carries[part];
      }
    }
  }

 private:
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
    return std::make_unique<Plan<V, O>>(a, c, resolve_threads(c.threads, p.resources));
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
