// SPDX-License-Identifier: BSD-3-Clause
// Every row by what suits it: copied, sorted in registers, or through a bitmap and an array over
// the columns, several rows of A at once where their columns are the same; hashed, where columns
// are too many for that. What is made of B as a whole (masks of 64 columns, dense rows spread out)
// is made where a sample of its rows says that it pays. Nothing to choose: what runs where nothing
// is known of a matrix.
#include "kernels/api/variant.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/threads.hpp"
#include "kernels/spgemm/cpu/dense_space.hpp"
#include "kernels/spgemm/cpu/hash_rows.hpp"
#include "kernels/spgemm/cpu/row_plan.hpp"
#include "kernels/spgemm/cpu/sort_space.hpp"
#include "kernels/spgemm/cpu/ways.hpp"

#include <algorithm>
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

#define SPTUNE_ISA_SOURCE "kernels/spgemm/cpu/adaptive.cpp"
#include "kernels/host/foreach_isa.hpp"
#include "kernels/spgemm/cpu/dense_rows.hpp"
#include "kernels/spgemm/cpu/sort_rows.hpp"

namespace sptune::spgemm::adaptive {

namespace SPTUNE_ISA {

namespace rows = spgemm::SPTUNE_ISA;

/// True where a row's products lie `apart` columns from one another in the mean, or farther. The
/// span is looked for only where all columns would be wide enough.
template <class V>
bool is_scattered(const Operands<V>& p, std::int64_t row, std::int64_t count, std::int64_t apart) {
  if (apart == 0) return true;
  const std::int64_t least = count * apart;
  if (p.b.cols <= least) return false;
  const auto [low, high] = rows::column_span(p, row);
  return std::int64_t{high} - low >= least;
}

/// Rows of at most `sort_to` products are sorted, others hashed where their products lie
/// `hash_from` columns apart. Returns how many rows repeat the one before and could be computed
/// with it.
template <class V>
std::int64_t symbolic(const Operands<V>& p, const Masks* masks, std::int64_t sort_to,
                      std::int64_t hash_from, Workspace<V>& own, const Chunk<V>& chunk,
                      const std::int64_t* products, Stage& stage, std::int64_t* counts) {
  std::uint8_t* positions = chunk.positions;
  const Index* previous = nullptr;
  std::int64_t repeats = 0;
  for (std::int64_t row = chunk.begin; row < chunk.end; ++row) {
    const std::int64_t count = products[row + 1] - products[row];
    const bool summed = count > 0 && p.a.row_offsets[row + 1] - p.a.row_offsets[row] > 1;
    Index* const out = stage.reserve(std::min(count, p.b.cols) + bitmap_slack);
    Way way = Way::copied;
    if (summed && previous != nullptr && rows::repeats_previous_row(p.a, row)) {
      way = following(chunk.ways[row - 1]);
      if (way != Way::hashed) ++repeats;
      counts[row] = counts[row - 1];
      std::memcpy(out, previous, static_cast<std::size_t>(counts[row]) * sizeof(Index));
    } else if (summed && count <= sort_to) {
      way = Way::sorted;
      counts[row] = rows::sorted_row(p, row, out, positions);
      positions += count;
    } else if (summed && is_scattered(p, row, count, hash_from)) {
      way = Way::hashed;
      counts[row] = hashed_row<Probing::quadratic, HashFunction::multiply>(p, own.hash, hash_load,
                                                                           row, count, out);
    } else {
      if (summed) {
        way = Way::dense;
        own.map.reserve(p.b.cols);
      }
      counts[row] = rows::bitmap_row(p, masks, own.map, row, count, out);
    }
    chunk.ways[row] = way;
    previous = out;
    stage.commit(row, counts[row]);
  }
  return repeats;
}

template <class V>
void copy_row(const Operands<V>& p, std::int64_t row, std::int64_t count, V* out) {
  if (count == 0) return;
  const std::int64_t i = p.a.row_offsets[row];
  const V factor = p.a.values[i];
  const V* const from = p.b.values + p.b.row_offsets[p.a.col_indices[i]];
  for (std::int64_t t = 0; t < count; ++t) out[t] = factor * from[t];
}

/// values_row where rows of B are of one length, so that the end of a loop over one is no surprise:
/// without copying them into a long one.
template <class V>
void regular_row(const Operands<V>& p, V* __restrict sums, std::int64_t row, const Index* cols,
                 std::int64_t count, V* __restrict out) {
  const auto& [a, b] = p;
  for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
    const Index k = a.col_indices[i];
    const V factor = a.values[i];
    const std::int64_t end = b.row_offsets[k + 1];
#pragma GCC unroll 4
    for (std::int64_t j = b.row_offsets[k]; j < end; ++j) {
      sums[b.col_indices[j]] += factor * b.values[j];
    }
  }
  for (std::int64_t t = 0; t < count; ++t) out[t] = sums[cols[t]];
  for (std::int64_t t = 0; t < count; ++t) sums[cols[t]] = 0;
}

/// Rows, up to four, whose columns are those of `row`, this one included.
template <class V>
std::int64_t rows_alike(const Chunk<V>& chunk, std::int64_t row) {
  const Way again = following(chunk.ways[row]);
  std::int64_t alike = 1;
  while (alike < 4 && row + alike < chunk.end && chunk.ways[row + alike] == again) ++alike;
  return alike;
}

/// One row through an array over the columns. `spread` may be null.
template <class V>
void dense_row(const Operands<V>& p, const SpreadRows<V>* spread, V* sums, std::int64_t row,
               const Index* cols, std::int64_t entries, V* out, bool regular) {
  if (spread != nullptr) {
    rows::spread_row(p, *spread, sums, row, cols, entries, out);
  } else if (regular) {
    regular_row(p, sums, row, cols, entries, out);
  } else {
    rows::values_row(p, sums, row, cols, entries, out);
  }
}

/// Arrays are made for the first row that needs them. `by_fours`: dense rows that repeat the one
/// before are computed with it, and so are sorted ones whose sums lie near one another.
template <class V>
void numeric(const Operands<V>& p, const SpreadRows<V>* spread, Workspace<V>& own,
             const Chunk<V>& chunk, const std::int64_t* products, const std::int64_t* offsets,
             const Index* all_cols, V* values, bool by_fours, bool regular) {
  const std::uint8_t* positions = chunk.positions;
  const std::uint8_t* places = positions;  // of the row sorted last
  for (std::int64_t row = chunk.begin; row < chunk.end;) {
    const std::int64_t entries = offsets[row + 1] - offsets[row];
    const Index* const cols = all_cols + offsets[row];
    V* const out = values + offsets[row];
    const Way way = chunk.ways[row];
    if (way == Way::sorted) {
      places = positions;
      positions += products[row + 1] - products[row];
    }
    if (by_fours && takes_fours(way, cols, entries)) {
      const std::int64_t alike = rows_alike(chunk, row);
      if (alike > 1) {
        own.sums_of_four.reserve_filled(4 * p.b.cols, 0);
        rows::values_four_rows(p, own.sums_of_four.data(), row, alike, cols, entries, out);
        row += alike;
        continue;
      }
    }
    switch (way) {
      case Way::copied:
        copy_row(p, row, entries, out);
        break;
      case Way::sorted:
      case Way::replayed:
        rows::replay_row(p, row, places, entries, out);
        break;
      case Way::hashed:
        hashed_values<Probing::quadratic, HashFunction::multiply>(p, own.hash, hash_load, row, cols,
                                                                  entries, out);
        break;
      case Way::dense:
      case Way::repeated:
        own.sums.reserve_filled(p.b.cols, 0);
        dense_row(p, spread, own.sums.data(), row, cols, entries, out, regular);
        break;
    }
    ++row;
  }
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

struct Config {
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space =
    free_space<Config>(axis("threads", &Config::threads, {0, 1, 4, 16},
                            "0: as many of those granted as the product is worth"));

namespace {

/// What a sample of A's entries says of the rows of B that they lead to.
struct SampledRows {
  double words_per_product = 1;  ///< aligned groups of 64 columns
  double dense_products = 0;     ///< share of products with rows of B that are well spread out
  double regular = 0;  ///< share of entries whose row of B is as long as that of the next entry
};

/// Entries of a row of B that are looked at, at most.
constexpr std::int64_t sampled_entries = 64;

template <class V>
SampledRows sample_rows_of_b(const Operands<V>& p) {
  const std::int64_t entries = p.a.row_offsets[p.a.rows];
  const std::int64_t wanted = std::clamp<std::int64_t>(entries / 256, 32, 512);
  const std::int64_t step = std::max<std::int64_t>(1, entries / wanted);
  double products = 0;
  double words = 0;
  double dense = 0;
  std::int64_t pairs = 0;
  std::int64_t alike = 0;
  for (std::int64_t i = step / 2; i < entries; i += step) {
    const Index k = p.a.col_indices[i];
    const std::int64_t begin = p.b.row_offsets[k];
    const std::int64_t length = p.b.row_offsets[k + 1] - begin;
    if (i + 1 < entries) {
      const Index next = p.a.col_indices[i + 1];
      ++pairs;
      alike += p.b.row_offsets[next + 1] - p.b.row_offsets[next] == length ? 1 : 0;
    }
    if (length == 0) continue;
    const std::int64_t looked = std::min(length, sampled_entries);
    const std::int64_t seen =
        words_touched(p.b.col_indices + begin + (length - looked) / 2, looked);
    const std::int64_t span = p.b.col_indices[begin + length - 1] - p.b.col_indices[begin] + 1;
    products += static_cast<double>(length);
    words += static_cast<double>(seen) * static_cast<double>(length) / static_cast<double>(looked);
    if (length >= 8 && span <= 2 * length) dense += static_cast<double>(length);
  }
  if (products == 0) return {};
  return {words / products, dense / products,
          static_cast<double>(alike) / static_cast<double>(std::max<std::int64_t>(pairs, 1))};
}

/// Share, of the products of sampled rows of C that could be sorted, of rows that lie so close
/// together that a bitmap of their columns is searched word by word.
template <class V>
double sample_close_rows(const Operands<V>& p, const std::int64_t* products) {
  const std::int64_t wanted = std::clamp<std::int64_t>(p.a.rows / 64, 32, 256);
  const std::int64_t step = std::max<std::int64_t>(1, p.a.rows / wanted);
  std::int64_t sampled = 0;
  std::int64_t close = 0;
  for (std::int64_t row = step / 2; row < p.a.rows; row += step) {
    const std::int64_t count = products[row + 1] - products[row];
    if (count > sort_most || p.a.row_offsets[row + 1] - p.a.row_offsets[row] < 2) continue;
    const auto [low, high] = spgemm::isa_baseline::column_span(p, row);
    sampled += count;
    if ((high - low) / 64 < 16 + count / 4) close += count;
  }
  return sampled == 0 ? 1 : static_cast<double>(close) / static_cast<double>(sampled);
}

/// Products of a row up to which it is sorted. Values of sorted rows always cost less, by a third
/// and more; finding their columns costs more than a bitmap does, unless its words or the sums
/// leave the nearest caches or rows are scattered. Borders are in columns, not in bytes of sums:
/// floats are half as large, and sorted the better for it (1 MiB of L2; 119 products of real
/// matrices in double: docs/decisions/049-spgemm-on-cpus-by-rows.md; 152 in float:
/// docs/measurements/model.md).
template <class V>
std::int64_t sort_to(const Operands<V>& p, const std::int64_t* products, bool arrays) {
  constexpr std::int64_t far_cols = 96 << 10;
  if (p.b.cols < near_cols || p.b.cols >= sort_columns_limit) return 0;
  if (p.b.cols >= far_cols || !arrays) return sort_most;
  return sample_close_rows(p, products) < 0.25 ? sort_most : 0;
}

template <class V>
class Plan final : public RowPlan<V> {
 public:
  Plan(const SpgemmProblem& p, const Config& c)
      : RowPlan<V>(p, run_threads(c.threads, p)),
        needs_(needs_of(p, this->threads())),
        room_(static_cast<double>(p.resources.memory_limit) - memory_needed(p, needs_.most()) +
              static_cast<double>(needs_.most() - needs_.least)),
        workspaces_(static_cast<std::size_t>(this->threads())) {}

 protected:
  void analyse() override {
    const auto& p = this->operands();
    const auto all = static_cast<double>(this->products()[p.a.rows]);
    const auto entries_of_a = static_cast<double>(p.a.row_offsets[p.a.rows]);
    const auto entries_of_b = static_cast<double>(p.b.row_offsets[p.b.rows]);
    // What packing B costs, in products of a bitmap; a word of a mask costs one and a half (119
    // products of real matrices, 0.99 of the better of both:
    // docs/decisions/049-spgemm-on-cpus-by-rows.md).
    const double packing = 3 * entries_of_b + 0.5 * entries_of_a;
    const SampledRows sample = sample_rows_of_b(p);
    regular_ = sample.regular > 0.8;
    arrays_ = arrays_pay(this->products()[p.a.rows], p.b.cols, this->threads());
    double room = room_;
    const auto take = [&](bool pays, std::int64_t bytes) {
      const bool taken = pays && static_cast<double>(bytes) <= room;
      if (taken) room -= static_cast<double>(bytes);
      return taken;
    };
    masked_ = take(arrays_ && all * (1 - 1.5 * sample.words_per_product) > packing, needs_.masks);
    spreads_ =
        take(arrays_ && sample.dense_products > 0.6 && all > 8 * entries_of_b, needs_.spread);
    fours_ = take(arrays_, needs_.fours);
    // A table takes a step per product, a bitmap one per word.
    hash_from_ = arrays_ ? static_cast<std::int64_t>(static_cast<double>(hashing_columns) /
                                                     std::max(sample.words_per_product, 0.25))
                         : 0;
    sort_to_ = sort_to(p, this->products(), arrays_);
    if (masked_) masks_.build(p.b, this->threads());
    if (spreads_) spread_.plan(p.b);
    ways_.reserve(p.a.rows);
    repeats_.assign(static_cast<std::size_t>(this->chunks()), 0);
    positions_.resize(static_cast<std::size_t>(this->chunks()));
  }

  void before_numeric() override {
    if (spreads_) spread_.fill(this->operands().b, this->threads());
  }

  void symbolic_rows(int thread, std::int64_t chunk, std::int64_t begin, std::int64_t end,
                     Stage& stage) override {
    auto& own = workspaces_[static_cast<std::size_t>(thread)];
    auto& positions = positions_[static_cast<std::size_t>(chunk)];
    const std::int64_t* const products = this->products();
    std::int64_t sorted = 0;
    for (std::int64_t row = begin; row < end; ++row) {
      const std::int64_t count = products[row + 1] - products[row];
      if (count <= sort_to_) sorted += count;
    }
    positions.reserve(sorted);
    repeats_[static_cast<std::size_t>(chunk)] = SPTUNE_ISA_SELECT(symbolic<V>)(
        this->operands(), masked_ ? &masks_ : nullptr, sort_to_, hash_from_, own,
        {begin, end, ways_.data(), positions.data()}, products, stage, this->counts());
  }

  void numeric_rows(int thread, std::int64_t chunk, std::int64_t begin, std::int64_t end) override {
    auto& own = workspaces_[static_cast<std::size_t>(thread)];
    // Four sums a column are four times the cache: for rows that come alike often alone.
    const std::int64_t repeats = repeats_[static_cast<std::size_t>(chunk)];
    const bool by_fours = fours_ && repeats > 0 && 8 * repeats >= end - begin;
    SPTUNE_ISA_SELECT(numeric<V>)
    (this->operands(), spreads_ ? &spread_ : nullptr, own,
     {begin, end, ways_.data(), positions_[static_cast<std::size_t>(chunk)].data()},
     this->products(), this->row_offsets(), this->col_indices(), this->values(), by_fours,
     regular_);
  }

  [[nodiscard]] std::int64_t workspace_bytes() const override {
    std::int64_t sum = masks_.memory() + spread_.memory() + ways_.bytes();
    for (const auto& w : workspaces_) sum += w.memory();
    for (const auto& p : positions_) sum += p.bytes();
    return sum;
  }

 private:
  Needs needs_;
  double room_;  ///< bytes of the limit beyond the least
  bool arrays_ = false;
  bool masked_ = false;
  bool spreads_ = false;
  bool fours_ = false;
  bool regular_ = false;
  std::int64_t sort_to_ = 0;
  std::int64_t hash_from_ = 0;
  Masks masks_;
  SpreadRows<V> spread_;
  Buffer<Way> ways_;
  std::vector<std::int64_t> repeats_;            ///< per chunk
  std::vector<Buffer<std::uint8_t>> positions_;  ///< per chunk, for the rows that are sorted
  std::vector<Workspace<V>> workspaces_;
};

Fit fit(const Config& c, const SpgemmProblem& p) {
  if (auto f = host::fit_threads(c.threads, p.resources); !f) return f;
  const int threads = run_threads(c.threads, p);
  if (!arrays_pay(p.products, p.b.cols, threads)) {
    if (auto f = fit_slots(std::min(p.products, p.b.cols), hash_load); !f) return f;
  }
  return fit_memory(p, needs_of(p, threads).least);
}

std::unique_ptr<SpgemmPlan> plan(const Config& c, const SpgemmProblem& p) {
  if (p.a.value_type == ValueType::f32) return std::make_unique<Plan<float>>(p, c);
  return std::make_unique<Plan<double>>(p, c);
}

}  // namespace

Variant cpu_variant() {
  return make_variant<SpgemmProblem>(
      {.name = "adaptive",
       .backend = Backend::cpu,
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::callers,
       .summary = "every row by what suits it, as samples of the operands say",
       .source = "accumulators of binned and dense; the choice between them is this project's own"},
      config_space, fit, plan);
}

#endif  // SPTUNE_ISA_LAST

}  // namespace sptune::spgemm::adaptive
