// SPDX-License-Identifier: BSD-3-Clause
// SELL-C-sigma: rows sorted by length within windows of sigma, cut into chunks of C rows that are
// stored column by column and padded to the longest row of the chunk, so that C rows advance
// together and no sum across lanes is needed. Two things are added to the published format: column
// indices of 16 bits relative to the chunk's first column where its span allows, and a cut: rows
// longer than it stay in the caller's CSR and are multiplied there, so that a few long rows do not
// fill the chunks of their neighbours.
#include "kernels/api/select.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/host/buffer.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/per_part.hpp"
#include "kernels/spmv/cpu/conversion.hpp"
#include "kernels/spmv/cpu/sell_layout.hpp"
#include "kernels/spmv/cpu/sell_pieces.hpp"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef SPTUNE_ISA
namespace sptune::spmv::sell {

constexpr int ahead = 4096;  ///< bytes between what is multiplied and what is prefetched

template <class V>
struct Arrays {
  std::int64_t rows = 0;  ///< in chunks
  const Chunk* chunks = nullptr;
  const V* values = nullptr;
  const std::uint16_t* indices = nullptr;  ///< an index of 32 bits takes two elements
  const Index* order = nullptr;            ///< row of each place, or null: places are rows
};

template <class V>
struct Loops {
  void (*chunks)(const Arrays<V>& a, const Piece& piece, V alpha, const V* x, V beta, V* y);
  V (*entries)(const V* values, const Index* columns, std::int64_t count, const V* x);
};

}  // namespace sptune::spmv::sell
#endif

#define SPTUNE_ISA_SOURCE "kernels/spmv/cpu/sell.cpp"
#include "kernels/host/foreach_isa.hpp"

namespace sptune::spmv::sell {

namespace SPTUNE_ISA {

#include "kernels/host/lanes.hpp"
#include "kernels/spmv/cpu/row_loops.hpp"
#include "kernels/spmv/cpu/rows_in_chunks.hpp"

template <int C, bool Narrow, int Ahead, class V>
void multiply_chunks(const Arrays<V>& arrays, const Piece& piece, V alpha, const V* x, V beta,
                     V* y) {
  const V* a = arrays.values + piece.value;
  const std::uint16_t* j = arrays.indices + piece.index;
  for (std::int64_t c = piece.chunk; c < piece.chunk_end; ++c) {
    const Chunk chunk = arrays.chunks[c];
    Sums<V, C> sums;
    if (Narrow && chunk.width < 0) {
      const std::int64_t width = -std::int64_t{chunk.width};
      sums = multiply_chunk<C, Ahead>(a, j, width, x + chunk.base);
      a += width * C;
      j += width * C;
    } else {
      const std::int64_t width = chunk.width;
      // The buffer starts on a cache line and 16-bit chunks take an even number of elements.
      sums = multiply_chunk<C, Ahead>(a, reinterpret_cast<const Index*>(j), width, x);
      a += width * C;
      j += width * C * 2;
    }
    put_chunk<C>(sums, arrays.order, c * C, arrays.rows, alpha, beta, y);
  }
}

template <int Ahead, class V>
V multiply_entries(const V* values, const Index* columns, std::int64_t count, const V* x) {
  return dot<8, false, Ahead>(values, columns, count, x);
}

template <int C, int Ahead, class V>
Loops<V> loops_of(bool narrow) {
  return {narrow ? multiply_chunks<C, true, Ahead, V> : multiply_chunks<C, false, Ahead, V>,
          multiply_entries<Ahead, V>};
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

struct Config {
  int c = 8;
  int sigma = 1024;
  int index_bits = 32;
  int cut = 0;
  bool prefetch = false;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

// Values that no matrix of 57 real ones wanted by more than 2 % were left out (2 threads, Zen 5,
// 2026-11-21): c = 4 and 16, sigma = 64 and all rows, cut = 16 and 32.
constexpr auto config_space = space<Config>(
    [](const Config& c) {
      return c.threads != 1 || (c.sigma <= 1024 && c.cut == 0 && !c.prefetch);
    },
    "threads=1 is for small matrices: sigma=1 or 1024, cut=0 and prefetch=false only",
    axis("c", &Config::c, {8, 32}, "rows of a chunk"),
    axis("sigma", &Config::sigma, {1024, 1, 16384},
         "rows are sorted by length within windows of so many"),
    axis("index_bits", &Config::index_bits, {32, 16},
         "16: relative to the chunk's first column where its span allows"),
    axis("cut", &Config::cut, {0, 64}, "rows longer than this stay in CSR; 0: none do"),
    axis("prefetch", &Config::prefetch, {false, true},
         "ask for entries 4096 bytes ahead: for matrices that do not stay in a cache"),
    axis("threads", &Config::threads, {0, 1, 4, 16},
         "0: as many of those granted as the matrix is worth"));

namespace {

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const Config& c, const SpmvProblem& p)
      : a_(a),
        c_(c.c),
        placed_(placed(a, c, p)),
        values_(placed_->end.value),
        indices_(placed_->end.index) {
    select<config_space, &Config::c, &Config::prefetch>(c, [&](auto rows, auto prefetch) {
      loops_ = SPTUNE_ISA_SELECT(template loops_of < rows(), prefetch() ? ahead : 0,
                                 V >)(c.index_bits == 16);
    });
    fill(c, p.resources.threads);
    share_out(run_threads(c.threads, p.resources, a.rows + a.nnz()));
  }

  [[nodiscard]] double bytes_per_run() const override {
    const double long_bytes =
        static_cast<double>(layout().long_entries()) * (sizeof(V) + sizeof(Index)) +
        static_cast<double>(layout().long_rows.size()) * (sizeof(Index) + sizeof(O));
    return static_cast<double>(values_.bytes() + indices_.bytes() + chunks().bytes()) +
           static_cast<double>(layout().order.size() * sizeof(Index)) + long_bytes +
           vector_bytes(a_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return values_.bytes() + indices_.bytes() + chunks().bytes() + layout().memory_bytes() +
           static_cast<std::int64_t>(pieces_.size() * sizeof(Piece));
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream /*stream*/) override {
    const Arrays<V> arrays{layout().rows, chunks().data(), values_.data(), indices_.data(),
                           layout().order.empty() ? nullptr : layout().order.data()};
    const int parts = static_cast<int>(pieces_.size());
    if (layout().long_rows.empty()) {
      host::for_parts(parts, [&](int part) {
        loops_.chunks(arrays, pieces_[static_cast<std::size_t>(part)], alpha, x, beta, y);
      });
      return;
    }
    host::PerPart<Carry> carries;
    host::for_parts(parts, [&](int part) {
      const Piece& piece = pieces_[static_cast<std::size_t>(part)];
      loops_.chunks(arrays, piece, alpha, x, beta, y);
      carries[part] = multiply_long(piece, alpha, x, beta, y);
    });
    for (int part = 0; part < parts; ++part) {
      if (carries[part].row >= 0) y[carries[part].row] += alpha * carries[part].sum;
    }
  }

 private:
  /// As fit has left it, or made now.
  static std::shared_ptr<const Placed> placed(CsrView<V, O> a, const Config& c,
                                              const SpmvProblem& p) {
    const auto* const found = found_by_fit<std::shared_ptr<const Placed>>(p);
    if (found != nullptr) return *found;
    return std::make_shared<const Placed>(
        place(a, {c.c, c.sigma, c.cut}, c.index_bits == 16, p.resources.threads));
  }

  [[nodiscard]] const Layout& layout() const { return placed_->layout; }
  [[nodiscard]] const host::Buffer<Chunk>& chunks() const { return placed_->chunks; }

  /// What a part has of a row whose end is another's.
  struct Carry {
    std::int64_t row = -1;
    V sum = 0;
  };

  /// Long rows are read where the caller has them; padding keeps its 0.
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
    host::for_parts(static_cast<int>(pieces_.size()), [&](int part) {
      const Piece& piece = pieces_[static_cast<std::size_t>(part)];
      V* values = values_.data() + piece.value;
      for (std::int64_t k = piece.chunk; k < piece.chunk_end; ++k) {
        scatter_chunk(a_, layout(), k, c_, values);
        values += std::abs(std::int64_t{chunks()[k].width}) * c_;
      }
    });
  }

  void fill(const Config& c, int threads) {
    const Layout& places = layout();
    const Chunk* const chunk_at = chunks().data();
    for_ranges(threads, chunks().size(), [&](std::int64_t begin, std::int64_t end) {
      Start at;  // counted again by each part: of every chunk they would be memory
      for (std::int64_t k = 0; k < begin; ++k) at.pass(chunk_at[k], c_);
      for (std::int64_t k = begin; k < end; at.pass(chunk_at[k++], c_)) {
        const Chunk chunk = chunk_at[k];
        V* const values = values_.data() + at.value;
        std::uint16_t* const indices = indices_.data() + at.index;
        if (chunk.width < 0) {
          fill_chunk(places, k, c.c, -chunk.width, chunk.base, values, indices);
        } else {
          fill_chunk(places, k, c.c, chunk.width, 0, values, reinterpret_cast<Index*>(indices));
        }
      }
    });
  }

  /// Padding has the value 0 and repeats the row's last column, which is in cache; in a row without
  /// entries the matrix's or, with 16 bits, the chunk's first, because 0 times an infinite x that
  /// no row asks for would be NaN.
  template <class I>
  void fill_chunk(const Layout& places, std::int64_t k, int c, std::int64_t width, Index base,
                  V* values, I* indices) {
    for (int l = 0; l < c; ++l) {
      const std::int64_t place = k * c + l;
      std::int64_t n = 0;
      I last = std::is_same_v<I, Index> && a_.nnz() > 0 ? static_cast<I>(a_.col_indices[0]) : I{0};
      if (place < places.rows) {
        const auto begin = static_cast<std::int64_t>(a_.row_offsets[places.row(place)]);
        n = row_length(a_.row_offsets, places.row(place));
        for (std::int64_t i = 0; i < n; ++i) {
          values[i * c + l] = a_.values[begin + i];
          last = static_cast<I>(a_.col_indices[begin + i] - base);
          indices[i * c + l] = last;
        }
      }
      for (std::int64_t i = n; i < width; ++i) {
        values[i * c + l] = 0;
        indices[i * c + l] = last;
      }
    }
  }

  /// Chunks first, then the long rows, as one sequence cut into equal costs; a long row may be cut.
  void share_out(int threads) {
    const std::int64_t count = chunks().size();
    const std::int64_t all_chunks = values_.size() + 2 * row_cost * count;
    const std::int64_t total = all_chunks + layout().long_entries();
    const int most = layout().long_rows.empty() ? threads : host::PerPart<Carry>::most_parts;
    const int parts = useful_parts(std::min(threads, most), total / 64);
    pieces_.resize(static_cast<std::size_t>(parts));
    std::int64_t chunk = 0;
    std::int64_t entry = 0;
    Start at;
    const auto cost_with_next = [&] {
      return at.value + std::abs(std::int64_t{chunks()[chunk].width}) * c_ +
             2 * row_cost * (chunk + 1);
    };
    for (int p = 0; p < parts; ++p) {
      const std::int64_t wanted = p + 1 == parts ? total : total / parts * (p + 1);
      Piece& piece = pieces_[static_cast<std::size_t>(p)];
      piece = {chunk, chunk, at.value, at.index, entry, entry};
      while (chunk < count && (p + 1 == parts || cost_with_next() <= wanted)) {
        at.pass(chunks()[chunk++], c_);
      }
      if (chunk == count) {
        entry = std::clamp(wanted - all_chunks, entry, layout().long_entries());
      }
      piece.chunk_end = chunk;
      piece.long_end = entry;
    }
  }

  /// Entries [long_begin, long_end) of the long rows. Who ends a row writes it; what comes before
  /// the end in other parts is carried.
  Carry multiply_long(const Piece& piece, V alpha, const V* x, V beta, V* y) {
    Carry carried;
    if (piece.long_begin == piece.long_end) return carried;
    const auto& starts = layout().long_starts;
    std::int64_t entry = piece.long_begin;
    auto r = static_cast<std::size_t>(std::upper_bound(starts.begin(), starts.end(), entry) -
                                      starts.begin() - 1);
    while (entry < piece.long_end) {
      const std::int64_t row = layout().long_rows[r];
      const std::int64_t end = std::min(piece.long_end, starts[r + 1]);
      const std::int64_t at = static_cast<std::int64_t>(a_.row_offsets[row]) + (entry - starts[r]);
      const V sum = loops_.entries(a_.values + at, a_.col_indices + at, end - entry, x);
      if (end == starts[r + 1]) {
        y[row] = beta == 0 ? alpha * sum : alpha * sum + beta * y[row];
      } else {
        carried = {row, sum};
      }
      entry = end;
      ++r;
    }
    return carried;
  }

  CsrView<V, O> a_;
  std::int64_t c_;
  std::shared_ptr<const Placed> placed_;
  Loops<V> loops_;
  host::Buffer<V> values_;
  host::Buffer<std::uint16_t> indices_;
  std::vector<Piece> pieces_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  if (Fit threads = fit_threads(c.threads, p.resources); !threads) return threads;
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> Fit {
    if (c.cut > 0 && longest_row(p) <= c.cut) {
      return Fit::no("no row is longer than " + std::to_string(c.cut) + ": the same as cut=0");
    }
    if (c.sigma > 1 && a.rows <= c.c) {
      return Fit::no("sorting " + std::to_string(a.rows) +
                     " rows within one chunk changes nothing");
    }
    if (c.sigma > 1024 && a.rows <= 1024) {
      return Fit::no("there are " + std::to_string(a.rows) + " rows: the same as sigma=1024");
    }
    const Shape shape{c.c, c.sigma, c.cut};
    /// `narrow`: those of the stored entries whose indices take 16 bits.
    const auto judge = [&](std::int64_t stored, std::int64_t narrow, std::int64_t chunks,
                           std::int64_t rest) {
      const double indices = static_cast<double>(narrow) * sizeof(std::uint16_t) +
                             static_cast<double>(stored - narrow) * sizeof(Index);
      const double bytes = static_cast<double>(stored) * sizeof(V) + indices +
                           static_cast<double>(chunks) * sizeof(Chunk) + static_cast<double>(rest);
      return fit_bytes(bytes, p,
                       "padding to the longest row of each chunk stores " + std::to_string(stored) +
                           " entries for " + std::to_string(p.a.nnz));
    };
    // A dispatcher waits for this answer: mostly a bound is enough, and rows need not be sorted.
    if (c.index_bits != 16 || a.cols <= Span::narrow_columns) {
      const std::int64_t chunks = a.rows / c.c + 1;
      constexpr auto bytes_per_row =
          static_cast<std::int64_t>(2 * sizeof(Index) + sizeof(std::int64_t));
      const std::int64_t rest = (a.rows + 1) * bytes_per_row;
      const std::int64_t stored = stored_at_most(a, shape, p.resources.threads);
      if (judge(stored, c.index_bits == 16 ? stored : 0, chunks, rest)) return Fit::yes();
    }
    auto placed =
        std::make_shared<const Placed>(place(a, shape, c.index_bits == 16, p.resources.threads));
    const std::int64_t stored = placed->end.value;
    const std::int64_t narrow = placed->narrow;
    if (c.index_bits == 16 && 4 * narrow < stored) {
      return Fit::no("only " + std::to_string(narrow) + " of " + std::to_string(stored) +
                     " entries are in chunks that span at most 65536 columns");
    }
    // As planning holds them for a while: the widths besides.
    const std::int64_t chunks = placed->chunks.size();
    Fit out = judge(
        stored, narrow, chunks,
        placed->layout.memory_bytes() + chunks * static_cast<std::int64_t>(sizeof(std::int32_t)));
    if (out) out.found = std::move(placed);
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
      {.name = "sell",
       .backend = Backend::cpu,
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::copied,
       .summary = "sliced ELLPACK, rows sorted by length within windows",
       .source = "SELL-C-sigma: Kreutzer et al., SIAM J. Sci. Comput. 36(5), 2014"},
      config_space, fit, plan, [](const Config& c, ValueType type, const FeatureLookup& feature) {
        return expect::sell(
            type, c.c, c.sigma, c.cut,
            c.index_bits == 16 ? expect::mixed_index_bytes(feature) : expect::index32, feature);
      });
}

#endif  // SPTUNE_ISA_LAST

}  // namespace sptune::spmv::sell
