// SPDX-License-Identifier: BSD-3-Clause
// CSR with column indices of 16 bits: 10 bytes per entry instead of 12 (f64), 6 instead of 8 (f32).
// Up to 65536 columns the index is the column. Beyond, each row has a window of 65536 columns,
// placed where it holds the most of its entries, and the entries outside go to a remainder with
// 32-bit columns that lists only the rows it has.
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
namespace sptune::spmv::csr16 {

template <class V, class O>
struct Arrays {
  const O* offsets = nullptr;
  const std::uint16_t* indices = nullptr;
  const V* values = nullptr;
  const Index* bases = nullptr;  ///< first column of each row's window, or null: all 0
  std::int64_t entries = 0;
  const Index* rest_rows = nullptr;
  const O* rest_offsets = nullptr;
  const Index* rest_columns = nullptr;
  const V* rest_values = nullptr;
};

/// Rows [row, row_end) with the rows [rest, rest_end) of the remainder that are among them.
struct Piece {
  std::int64_t row = 0;
  std::int64_t row_end = 0;
  std::int64_t rest = 0;
  std::int64_t rest_end = 0;
};

}  // namespace sptune::spmv::csr16
#endif

#define SPTUNE_ISA_SOURCE "kernels/spmv/cpu/csr16.cpp"
#include "kernels/host/foreach_isa.hpp"

namespace sptune::spmv::csr16 {

namespace SPTUNE_ISA {

#include "kernels/host/lanes.hpp"
#include "kernels/spmv/cpu/row_loops.hpp"

template <int W, bool Over, class V, class O>
void multiply_rows(const Arrays<V, O>& a, std::int64_t begin, std::int64_t end, V alpha, const V* x,
                   V beta, V* y) {
  std::int64_t first = begin < end ? static_cast<std::int64_t>(a.offsets[begin]) : 0;
  for (std::int64_t row = begin; row < end; ++row) {
    const auto last = static_cast<std::int64_t>(a.offsets[row + 1]);
    const V* const window = a.bases == nullptr ? x : x + a.bases[row];
    put(y + row, dot<W, Over>(a.values + first, a.indices + first, last - first, window), alpha,
        beta);
    first = last;
  }
}

template <int W, class V, class O>
void multiply(const Arrays<V, O>& a, const Piece& piece, V alpha, const V* x, V beta, V* y) {
  const std::int64_t safe = first_row_at_the_end(a.offsets, piece.row, piece.row_end, a.entries);
  multiply_rows<W, true>(a, piece.row, safe, alpha, x, beta, y);
  multiply_rows<W, false>(a, safe, piece.row_end, alpha, x, beta, y);
  for (std::int64_t r = piece.rest; r < piece.rest_end; ++r) {
    const auto first = static_cast<std::int64_t>(a.rest_offsets[r]);
    const auto last = static_cast<std::int64_t>(a.rest_offsets[r + 1]);
    y[a.rest_rows[r]] +=
        alpha * dot<W, false>(a.rest_values + first, a.rest_columns + first, last - first, x);
  }
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

struct Config {
  int width = 8;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space =
    free_space<Config>(axis("width", &Config::width, {8, 4}, "entries of a row taken together"),
                       axis("threads", &Config::threads, {0, 1, 4, 16},
                            "0: as many of those granted as the matrix is worth"));

namespace {

constexpr std::int64_t window_columns = 65536;

/// Entries [begin, end) of a row that one window holds, as many as can be.
struct Held {
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

template <class V, class O>
Held best_window(CsrView<V, O> a, std::int64_t row) {
  const auto first = static_cast<std::int64_t>(a.row_offsets[row]);
  const auto last = static_cast<std::int64_t>(a.row_offsets[row + 1]);
  if (first < last && a.col_indices[last - 1] - a.col_indices[first] < window_columns) {
    return {first, last};
  }
  Held best{first, first};
  std::int64_t end = first;
  for (std::int64_t begin = first; begin < last && last - begin > best.end - best.begin; ++begin) {
    while (end < last && a.col_indices[end] - a.col_indices[begin] < window_columns) ++end;
    if (end - begin > best.end - best.begin) best = {begin, end};
  }
  return best;
}

/// What the windows of all rows hold.
template <class O>
struct Windows {
  std::vector<O> offsets;      ///< of each row, in what is held; empty: nobody was to keep them
  std::vector<Index> bases;    ///< column that the indices of each row count from
  std::int64_t outside = 0;    ///< entries that are not held
  std::int64_t rest_rows = 0;  ///< rows that have some
};

template <class V, class O>
Windows<O> find_windows(CsrView<V, O> a, bool kept, int threads) {
  Windows<O> out;
  if (kept) {
    out.offsets.resize(static_cast<std::size_t>(a.rows) + 1);
    out.bases.resize(static_cast<std::size_t>(a.rows));
  }
  std::atomic<std::int64_t> outside = 0;
  std::atomic<std::int64_t> rest_rows = 0;
  for_ranges(threads, a.rows, [&](std::int64_t begin, std::int64_t end) {
    std::int64_t outside_here = 0;
    std::int64_t rest_here = 0;
    for (std::int64_t row = begin; row < end; ++row) {
      const Held h = best_window(a, row);
      const std::int64_t left = row_length(a.row_offsets, row) - (h.end - h.begin);
      outside_here += left;
      rest_here += left > 0 ? 1 : 0;
      if (!kept) continue;
      out.offsets[static_cast<std::size_t>(row) + 1] = static_cast<O>(h.end - h.begin);
      // Every index of 16 bits, also one of the next row, must stay inside x: see row_loops.hpp.
      const std::int64_t base = h.begin < h.end ? a.col_indices[h.begin] : 0;
      out.bases[static_cast<std::size_t>(row)] =
          static_cast<Index>(std::min(base, a.cols - window_columns));
    }
    outside += outside_here;
    rest_rows += rest_here;
  });
  for (std::size_t r = 1; r < out.offsets.size(); ++r) out.offsets[r] += out.offsets[r - 1];
  out.outside = outside;
  out.rest_rows = rest_rows;
  return out;
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const Config& c, const SpmvProblem& problem)
      : a_(a), windows_(a.cols <= window_columns ? nullptr : windows(a, problem)) {
    const Resources& resources = problem.resources;
    select<config_space, &Config::width>(
        c, [&](auto width) { multiply_ = SPTUNE_ISA_SELECT(template multiply<width(), V, O>); });
    if (windows_ == nullptr) {
      narrow(resources.threads);
    } else {
      split(resources.threads);
    }
    const int parts = useful_parts(run_threads(c.threads, resources, a.rows + a.nnz()), a.rows);
    const auto borders = balanced_rows(a.row_offsets, a.rows, parts);
    for (std::size_t p = 0; p + 1 < borders.size(); ++p) {
      const auto rest_at = [&](std::int64_t row) {
        return std::lower_bound(rest_rows_.begin(), rest_rows_.end(), row) - rest_rows_.begin();
      };
      pieces_.push_back({borders[p], borders[p + 1], rest_at(borders[p]), rest_at(borders[p + 1])});
    }
  }

  [[nodiscard]] double bytes_per_run() const override {
    const double in_place = values_.size() == 0 && a_.nnz() > 0
                                ? static_cast<double>(a_.nnz()) * sizeof(V) +
                                      static_cast<double>(a_.rows + 1) * sizeof(O)
                                : 0.0;
    return static_cast<double>(memory_bytes()) + in_place + vector_bytes(a_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    const std::size_t rows = windows_ == nullptr ? 0 : windows_->bases.size();
    const std::size_t offsets = windows_ == nullptr ? 0 : windows_->offsets.size();
    return indices_.bytes() + values_.bytes() +
           static_cast<std::int64_t>(
               (rows + rest_rows_.size() + rest_columns_.size()) * sizeof(Index) +
               (offsets + rest_offsets_.size()) * sizeof(O) + rest_values_.size() * sizeof(V));
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream /*stream*/) override {
    Arrays<V, O> arrays;
    arrays.indices = indices_.data();
    if (windows_ == nullptr) {
      arrays.offsets = a_.row_offsets;
      arrays.values = a_.values;
    } else {
      arrays.offsets = windows_->offsets.data();
      arrays.values = values_.data();
      arrays.bases = windows_->bases.data();
      arrays.rest_rows = rest_rows_.data();
      arrays.rest_offsets = rest_offsets_.data();
      arrays.rest_columns = rest_columns_.data();
      arrays.rest_values = rest_values_.data();
    }
    arrays.entries = indices_.size();
    host::for_parts(static_cast<int>(pieces_.size()), [&](int part) {
      multiply_(arrays, pieces_[static_cast<std::size_t>(part)], alpha, x, beta, y);
    });
  }

 private:
  /// As fit has left them, or found now.
  static std::shared_ptr<const Windows<O>> windows(CsrView<V, O> a, const SpmvProblem& p) {
    const auto* const found = found_by_fit<std::shared_ptr<const Windows<O>>>(p);
    if (found != nullptr) return *found;
    return std::make_shared<const Windows<O>>(find_windows(a, true, p.resources.threads));
  }

  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
    if (windows_ == nullptr) return;
    host::for_parts(static_cast<int>(pieces_.size()),
                    [&](int part) { scatter(pieces_[static_cast<std::size_t>(part)]); });
  }

  /// A row that is not in the remainder is held whole.
  void scatter(const Piece& piece) {
    std::int64_t rest = piece.rest;
    for (std::int64_t row = piece.row; row < piece.row_end; ++row) {
      const auto r = static_cast<std::size_t>(row);
      const auto at = static_cast<std::int64_t>(windows_->offsets[r]);
      const std::int64_t held = static_cast<std::int64_t>(windows_->offsets[r + 1]) - at;
      const auto first = static_cast<std::int64_t>(a_.row_offsets[row]);
      const auto last = static_cast<std::int64_t>(a_.row_offsets[row + 1]);
      if (rest == piece.rest_end || rest_rows_[static_cast<std::size_t>(rest)] != row) {
        std::copy(a_.values + first, a_.values + last, values_.data() + at);
        continue;
      }
      const std::int64_t begin = first_held(row);
      std::copy(a_.values + begin, a_.values + begin + held, values_.data() + at);
      const auto outside =
          rest_values_.begin() +
          static_cast<std::ptrdiff_t>(rest_offsets_[static_cast<std::size_t>(rest)]);
      std::copy(a_.values + begin + held, a_.values + last,
                std::copy(a_.values + first, a_.values + begin, outside));
      ++rest;
    }
  }

  /// All columns fit: offsets and values stay the caller's.
  void narrow(int threads) {
    indices_ = host::Buffer<std::uint16_t>(a_.nnz());
    for_ranges(threads, a_.nnz(), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        indices_[i] = static_cast<std::uint16_t>(a_.col_indices[i]);
      }
    });
  }

  void split(int threads) {
    indices_ = host::Buffer<std::uint16_t>(static_cast<std::int64_t>(windows_->offsets.back()));
    values_ = host::Buffer<V>(indices_.size());
    rest_rows_.resize(static_cast<std::size_t>(windows_->rest_rows));
    rest_offsets_.resize(static_cast<std::size_t>(windows_->rest_rows) + 1);
    rest_columns_.resize(static_cast<std::size_t>(windows_->outside));
    rest_values_.resize(static_cast<std::size_t>(windows_->outside));
    for_ranges(threads, a_.rows, [&](std::int64_t begin, std::int64_t end) {
      if (begin == end) return;
      // Of the rows before, counted by each part; outside is what is not held.
      std::int64_t rest = 0;
      for (std::int64_t row = 0; row < begin && windows_->rest_rows > 0; ++row) {
        rest += whole(row) ? 0 : 1;
      }
      std::int64_t outside =
          static_cast<std::int64_t>(a_.row_offsets[begin]) -
          static_cast<std::int64_t>(windows_->offsets[static_cast<std::size_t>(begin)]);
      for (std::int64_t row = begin; row < end; ++row) fill(row, rest, outside);
    });
  }

  /// Whether its window holds all of a row.
  [[nodiscard]] bool whole(std::int64_t row) const {
    const auto r = static_cast<std::size_t>(row);
    return row_length(a_.row_offsets, row) ==
           static_cast<std::int64_t>(windows_->offsets[r + 1] - windows_->offsets[r]);
  }

  /// The first entry of a row that is held: no entry before it is in the row's window, or the
  /// window would hold that, too.
  [[nodiscard]] std::int64_t first_held(std::int64_t row) const {
    return std::lower_bound(a_.col_indices + a_.row_offsets[row],
                            a_.col_indices + a_.row_offsets[row + 1],
                            windows_->bases[static_cast<std::size_t>(row)]) -
           a_.col_indices;
  }

  /// `rest`, `outside`: rows and entries of the remainder before it, then behind it.
  void fill(std::int64_t row, std::int64_t& rest, std::int64_t& outside) {
    const auto r = static_cast<std::size_t>(row);
    auto at = static_cast<std::int64_t>(windows_->offsets[r]);
    const std::int64_t held = static_cast<std::int64_t>(windows_->offsets[r + 1]) - at;
    const Index base = windows_->bases[r];
    const std::int64_t begin =
        whole(row) ? static_cast<std::int64_t>(a_.row_offsets[row]) : first_held(row);
    for (std::int64_t i = begin; i < begin + held; ++i, ++at) {
      indices_[at] = static_cast<std::uint16_t>(a_.col_indices[i] - base);
      values_[at] = a_.values[i];
    }
    if (whole(row)) return;
    rest_rows_[static_cast<std::size_t>(rest)] = static_cast<Index>(row);
    for (std::int64_t i = a_.row_offsets[row]; i < a_.row_offsets[row + 1]; ++i) {
      if (i >= begin && i < begin + held) continue;
      rest_columns_[static_cast<std::size_t>(outside)] = a_.col_indices[i];
      rest_values_[static_cast<std::size_t>(outside++)] = a_.values[i];
    }
    rest_offsets_[static_cast<std::size_t>(++rest)] = static_cast<O>(outside);
  }

  CsrView<V, O> a_;
  void (*multiply_)(const Arrays<V, O>&, const Piece&, V, const V*, V, V*) = nullptr;
  host::Buffer<std::uint16_t> indices_;
  /// Null when the caller's offsets and values are used.
  std::shared_ptr<const Windows<O>> windows_;
  host::Buffer<V> values_;
  std::vector<Index> rest_rows_;
  std::vector<O> rest_offsets_;
  std::vector<Index> rest_columns_;
  std::vector<V> rest_values_;
  std::vector<Piece> pieces_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  if (Fit threads = fit_threads(c.threads, p.resources); !threads) return threads;
  if (p.a.cols <= window_columns) {
    return fit_bytes(static_cast<double>(p.a.nnz) * sizeof(std::uint16_t), p, "16-bit columns");
  }
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> Fit {
    // Where the memory limit leaves no room for what the plan needs of them it will not fit.
    const std::int64_t kept_bytes = (a.rows + 1) * std::int64_t{sizeof(O) + sizeof(Index)};
    const bool kept = kept_bytes <= p.resources.memory_limit;
    auto windows = std::make_shared<const Windows<O>>(find_windows(a, kept, p.resources.threads));
    const std::int64_t outside = windows->outside;
    const std::int64_t rest_rows = windows->rest_rows;
    const double bytes = static_cast<double>(a.nnz()) * (sizeof(V) + sizeof(std::uint16_t)) +
                         static_cast<double>(outside) * (sizeof(Index) - sizeof(std::uint16_t)) +
                         static_cast<double>(a.rows + rest_rows) * (sizeof(O) + sizeof(Index));
    const std::string why = std::to_string(outside) + " of " + std::to_string(a.nnz()) +
                            " entries lie outside their row's window of 65536 columns";
    if (bytes >= csr_bytes(p.a)) {
      return Fit::no(why + ": " + std::to_string(static_cast<std::int64_t>(bytes)) +
                     " bytes, not fewer than the " +
                     std::to_string(static_cast<std::int64_t>(csr_bytes(p.a))) + " of CSR");
    }
    Fit out = fit_bytes(bytes, p, why);
    if (kept) out.found = std::move(windows);
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
      {.name = "csr16",
       .backend = Backend::cpu,
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::copied,
       .summary = "CSR with 16-bit columns relative to a window of each row",
       .source = "cf. Kourtis, Goumas and Koziris, Computing Frontiers 2008"},
      config_space, fit, plan,
      [](const Config&, ValueType type, const FeatureLookup& feature) {
        return expect::csr(type, 2, 8, feature);
      },
      [](const SpmvProblem& p) { return p.a.cols <= window_columns; });
}

#endif  // SPTUNE_ISA_LAST

}  // namespace sptune::spmv::csr16
