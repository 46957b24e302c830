// SPDX-License-Identifier: BSD-3-Clause
// Variable block length: neighbouring columns of a row are one run, stored as its first column and
// its length, so that 5 bytes stand for up to 256 column indices, x is read in order, and nothing
// is padded. Values and row offsets stay the caller's. For rows made of dense pieces: finite
// elements with several unknowns per node, bands, dense blocks off any grid.
#include "kernels/api/select.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/host/buffer.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/spmv/cpu/conversion.hpp"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef SPTUNE_ISA
namespace sptune::spmv::vbl {

template <class V, class O>
struct Arrays {
  std::int64_t cols = 0;
  std::int64_t entries = 0;
  const O* row_offsets = nullptr;
  const V* values = nullptr;
  const O* starts = nullptr;              ///< of each row, into columns and lengths
  const Index* columns = nullptr;         ///< first of each run
  const std::uint8_t* lengths = nullptr;  ///< entries of each run, less one
};

}  // namespace sptune::spmv::vbl
#endif

#define SPTUNE_ISA_SOURCE "kernels/spmv/cpu/vbl.cpp"
#include "kernels/host/foreach_isa.hpp"

namespace sptune::spmv::vbl {

namespace SPTUNE_ISA {

#include "kernels/host/lanes.hpp"
#include "kernels/spmv/cpu/row_loops.hpp"

/// Adds the products of the first n lanes; all W of a and x are read.
template <int W, class V>
SPTUNE_INLINE void add_first_in_order(Sums<V, W>& sums, const V* a, const V* x, std::int64_t n) {
  using S = Sums<V, W>;
  for (int r = 0; r < S::count; ++r) {
    const auto products = load<V, S::width>(a + r * S::width) * load<V, S::width>(x + r * S::width);
    sums.part[r] += first_lanes<V, S::width>(products, n - r * S::width);
  }
}

/// With `Over` the values behind the last run of a row are there to be read.
template <int W, bool Over, class V, class O>
void multiply_rows(const Arrays<V, O>& arrays, std::int64_t begin, std::int64_t end, V alpha,
                   const V* x, V beta, V* y) {
  if (begin == end) return;
  const V* a = arrays.values + arrays.row_offsets[begin];
  auto run = static_cast<std::int64_t>(arrays.starts[begin]);
  for (std::int64_t row = begin; row < end; ++row) {
    const auto last = static_cast<std::int64_t>(arrays.starts[row + 1]);
    Sums<V, W> sums;
    V rest = 0;
    for (; run < last; ++run) {
      const std::int64_t column = arrays.columns[run];
      const std::int64_t n = std::int64_t{arrays.lengths[run]} + 1;
      const V* const in_order = x + column;
      std::int64_t i = 0;
      for (; i + W <= n; i += W) sums.add_in_order(a + i, in_order + i);
      // SSE2 has no comparison of 64-bit lanes; there the scalar end is faster.
      if (Over && SPTUNE_VECTOR_BYTES > 16 && column + i + W <= arrays.cols) {
        if (i < n) add_first_in_order<W>(sums, a + i, in_order + i, n - i);
      } else {
        for (; i < n; ++i) rest += a[i] * in_order[i];
      }
      a += n;
    }
    put(y + row, sums.total() + rest, alpha, beta);
  }
}

template <int W, class V, class O>
void multiply(const Arrays<V, O>& arrays, std::int64_t begin, std::int64_t end, V alpha, const V* x,
              V beta, V* y) {
  const std::int64_t safe = first_row_at_the_end(arrays.row_offsets, begin, end, arrays.entries);
  multiply_rows<W, true>(arrays, begin, safe, alpha, x, beta, y);
  multiply_rows<W, false>(arrays, safe, end, alpha, x, beta, y);
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

struct Config {
  int width = 4;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space =
    free_space<Config>(axis("width", &Config::width, {4, 8}, "entries of a run taken together"),
                       axis("threads", &Config::threads, {0, 1, 4, 16},
                            "0: as many of those granted as the matrix is worth"));

namespace {

constexpr std::int64_t longest_run = 256;

/// Calls body(first entry, entries) for the runs of a row, in order.
template <class V, class O, class Body>
void for_runs(CsrView<V, O> a, std::int64_t row, Body&& body) {
  const auto last = static_cast<std::int64_t>(a.row_offsets[row + 1]);
  for (auto first = static_cast<std::int64_t>(a.row_offsets[row]); first < last;) {
    std::int64_t end = first + 1;
    while (end < last && end - first < longest_run &&
           a.col_indices[end] == a.col_indices[end - 1] + 1) {
      ++end;
    }
    body(first, end - first);
    first = end;
  }
}

/// What tells the number of runs, but for those that are cut at the length of the longest.
struct Beginnings {
  /// Entries that begin a row or whose column is not the next one of the entry before.
  std::int64_t count = 0;
  /// Some of them stand so far apart that a run may be cut. If not, they are the runs.
  bool far_apart = false;
  [[nodiscard]] std::int64_t runs_at_most(std::int64_t entries) const {
    return count + entries / longest_run;
  }
};

/// Without a branch per entry: a dispatcher waits for it.
template <class V, class O>
Beginnings beginnings(CsrView<V, O> a, int threads) {
  constexpr std::int64_t together = 8;  // looked at in the time of a row
  // Of more than longest_run entries that follow one another at least one whole piece does.
  constexpr std::int64_t piece = longest_run / 2;
  std::atomic<std::int64_t> runs = 0;
  std::atomic<bool> far_apart = false;
  // Apart from rows, of which few may have many.
  const std::int64_t groups = a.nnz() / together;
  for_ranges(threads, groups, [&](std::int64_t begin, std::int64_t end) {
    const std::int64_t last = end == groups ? a.nnz() : end * together;
    std::int64_t count = 0;
    bool none = false;
    for (std::int64_t from = begin * together; from < last;) {
      const std::int64_t to = std::min(last, (from / piece + 1) * piece);
      std::int32_t here = 0;
      for (std::int64_t i = std::max<std::int64_t>(from, 1); i < to; ++i) {
        here += a.col_indices[i] != a.col_indices[i - 1] + 1 ? 1 : 0;
      }
      count += here;
      // Also a part of a piece that threads share, but no piece that is not whole at the end.
      none = none || (here == 0 && (to < a.nnz() || to % piece == 0));
      from = to;
    }
    runs += count;
    if (none) far_apart = true;
  });
  for_ranges(threads, a.rows, [&](std::int64_t begin_row, std::int64_t end_row) {
    std::int64_t count = 0;
    for (std::int64_t row = begin_row; row < end_row; ++row) {
      const auto begin = static_cast<std::int64_t>(a.row_offsets[row]);
      if (begin == static_cast<std::int64_t>(a.row_offsets[row + 1])) continue;
      count += begin == 0 || a.col_indices[begin] == a.col_indices[begin - 1] + 1 ? 1 : 0;
    }
    runs += count;
  });
  return {runs, far_apart};
}

/// All of them, cut ones too.
template <class V, class O>
std::int64_t count_runs(CsrView<V, O> a, int threads) {
  std::atomic<std::int64_t> runs = 0;
  for_ranges(threads, a.rows, [&](std::int64_t begin, std::int64_t end) {
    std::int64_t count = 0;
    for (std::int64_t row = begin; row < end; ++row) {
      for_runs(a, row, [&](std::int64_t, std::int64_t) { ++count; });
    }
    runs += count;
  });
  return runs;
}

/// What is stored beside the caller's arrays.
template <class V, class O>
std::int64_t stored_bytes(CsrView<V, O> a, std::int64_t runs) {
  return runs * std::int64_t{sizeof(Index) + sizeof(std::uint8_t)} +
         (a.rows + 1) * std::int64_t{sizeof(O)};
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const Config& c, const Resources& resources) : a_(a), starts_(a.rows + 1) {
    select<config_space, &Config::width>(
        c, [&](auto width) { multiply_ = SPTUNE_ISA_SELECT(template multiply<width(), V, O>); });
    starts_[0] = 0;
    for_ranges(resources.threads, a.rows, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) {
        O runs = 0;
        for_runs(a, row, [&](std::int64_t, std::int64_t) { ++runs; });
        starts_[row + 1] = runs;
      }
    });
    for (std::int64_t row = 0; row < a.rows; ++row) starts_[row + 1] += starts_[row];
    columns_ = host::Buffer<Index>(static_cast<std::int64_t>(starts_[a.rows]));
    lengths_ = host::Buffer<std::uint8_t>(columns_.size());
    for_ranges(resources.threads, a.rows, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) {
        auto run = static_cast<std::int64_t>(starts_[row]);
        for_runs(a, row, [&](std::int64_t first, std::int64_t entries) {
          columns_[run] = a.col_indices[first];
          lengths_[run++] = static_cast<std::uint8_t>(entries - 1);
        });
      }
    });
    const int parts = useful_parts(run_threads(c.threads, resources, a.rows + a.nnz()), a.rows);
    borders_ = balanced_borders(a.rows, parts, [&](std::int64_t row) {  // a run starts like a row
      return static_cast<std::int64_t>(a.row_offsets[row]) +
             row_cost * (row + static_cast<std::int64_t>(starts_[row]));
    });
  }

  [[nodiscard]] double bytes_per_run() const override {
    return static_cast<double>(memory_bytes()) + static_cast<double>(a_.nnz()) * sizeof(V) +
           vector_bytes(a_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return starts_.bytes() + columns_.bytes() + lengths_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream /*stream*/) override {
    const Arrays<V, O> arrays{a_.cols,        a_.nnz(),        a_.row_offsets, a_.values,
                              starts_.data(), columns_.data(), lengths_.data()};
    host::for_parts(static_cast<int>(borders_.size()) - 1, [&](int part) {
      const auto p = static_cast<std::size_t>(part);
      multiply_(arrays, borders_[p], borders_[p + 1], alpha, x, beta, y);
    });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
  }

  CsrView<V, O> a_;
  host::Buffer<O> starts_;
  host::Buffer<Index> columns_;
  host::Buffer<std::uint8_t> lengths_;
  void (*multiply_)(const Arrays<V, O>&, std::int64_t, std::int64_t, V, const V*, V, V*) = nullptr;
  std::vector<std::int64_t> borders_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  if (Fit threads = fit_threads(c.threads, p.resources); !threads) return threads;
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> Fit {
    const auto judge = [&](std::int64_t runs) {
      const std::string why = std::to_string(runs) + " runs of neighbouring columns for " +
                              std::to_string(a.nnz()) + " entries";
      const std::int64_t stored = stored_bytes(a, runs);
      const double bytes = static_cast<double>(stored) + static_cast<double>(a.nnz()) * sizeof(V);
      if (bytes >= csr_bytes(p.a)) {
        return Fit::no(why + ": " + std::to_string(static_cast<std::int64_t>(bytes)) +
                       " bytes, not fewer than the " +
                       std::to_string(static_cast<std::int64_t>(csr_bytes(p.a))) + " of CSR");
      }
      return fit_bytes(static_cast<double>(stored), p, why);
    };
    const Beginnings found = beginnings(a, p.resources.threads);
    if (judge(found.runs_at_most(a.nnz()))) return Fit::yes();
    return judge(found.far_apart ? count_runs(a, p.resources.threads) : found.count);
  });
}

std::unique_ptr<SpmvPlan> plan(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
    return std::make_unique<Plan<V, O>>(a, c, p.resources);
  });
}

}  // namespace

Variant cpu_variant() {
  return make_variant<SpmvProblem>({.name = "vbl",
                                    .backend = Backend::cpu,
                                    .takes = ColumnOrder::any,
                                    .values = ValuesRead::callers,
                                    .summary = "runs of neighbouring columns, one index per run",
                                    .source = "1D-VBL: Pinar and Heath, SC 1999"},
                                   config_space, fit, plan,
                                   [](const Config&, ValueType type, const FeatureLookup& feature) {
                                     return expect::runs(type, feature);
                                   });
}

#endif  // SPTUNE_ISA_LAST

}  // namespace sptune::spmv::vbl
