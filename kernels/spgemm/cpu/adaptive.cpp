// SPDX-License-Identifier: BSD-3-Clause
// Every row by what suits it: copied, sorted in registers, or through a bitmap and an array over
// the columns, several rows of A at once where their columns are the same. What is made of B as a
// whole (masks of 64 columns, dense rows spread out) is made where a sample of its rows says that
// it pays. Nothing to choose: what runs where nothing is known of a matrix.
#include "kernels/api/variant.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/threads.hpp"
#include "kernels/spgemm/cpu/dense_space.hpp"
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

/// Rows of at most `sort_to` products are sorted. Returns how many rows repeat the one before.
template <class V>
std::int64_t symbolic(const Operands<V>& p, const Masks* masks, std::int64_t sort_to, Bitmap& map,
                      const Chunk<V>& chunk, const std::int64_t* products, Stage& stage,
                      std::int64_t* counts) {
  std::uint8_t* positions = chunk.positions;
  const Index* previous = nullptr;
  std::int64_t repeats = 0;
  for (std::int64_t row = chunk.begin; row < chunk.end; ++row) {
    const std::int64_t count = products[row + 1] - products[row];
    const std::int64_t entries = p.a.row_offsets[row + 1] - p.a.row_offsets[row];
    Index* const out = stage.reserve(std::min(count, p.b.cols) + bitmap_slack);
    Way way = Way::copied;
    if (entries > 1 && previous != nullptr && rows::repeats_previous_row(p.a, row)) {
      way = Way::repeated;
      ++repeats;
      counts[row] = counts[row - 1];
      std::memcpy(out, previous, static_cast<std::size_t>(counts[row]) * sizeof(Index));
    } else if (entries > 1 && count <= sort_to) {
      way = Way::sorted;
      counts[row] = rows::sorted_row(p, row, out, positions);
      positions += count;
    } else {
      if (entries > 1) way = Way::dense;
      counts[row] = rows::bitmap_row(p, masks, map, row, count, out);
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

/// `spread` may be null; `own.sums_of_four` may be empty: rows that repeat are then computed one by
/// one.
template <class V>
void numeric(const Operands<V>& p, const SpreadRows<V>* spread, Workspace<V>& own,
             const Chunk<V>& chunk, const std::int64_t* products, const std::int64_t* offsets,
             const Index* all_cols, V* values, bool by_fours, bool regular) {
  const std::uint8_t* positions = chunk.positions;
  for (std::int64_t row = chunk.begin; row < chunk.end;) {
    const std::int64_t count = products[row + 1] - products[row];
    const std::int64_t entries = offsets[row + 1] - offsets[row];
    const Index* const cols = all_cols + offsets[row];
    V* const out = values + offsets[row];
    const Way way = chunk.ways[row];
    const std::uint8_t* const places = positions;
    if (way == Way::sorted) positions += count;
    std::int64_t alike = 1;
    while (by_fours && alike < 4 && row + alike < chunk.end &&
           chunk.ways[row + alike] == Way::repeated) {
      ++alike;
    }
    if (alike > 1) {
      rows::values_four_rows(p, own.sums_of_four.data(), row, alike, cols, entries, out);
    } else if (way == Way::copied) {
      copy_row(p, row, entries, out);
    } else if (way == Way::sorted) {
      rows::replay_row(p, row, places, entries, out);
    } else if (spread != nullptr) {
      rows::spread_row(p, *spread, own.sums.data(), row, cols, entries, out);
    } else if (regular) {
      regular_row(p, own.sums.data(), row, cols, entries, out);
    } else {
      rows::values_row(p, own.sums.data(), row, cols, entries, out);
    }
    row += alike;
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
/// floats are half as large, and sorted the better for it (119 products of real matrices in double,
/// 152 in float, 1 MiB of L2: docs/measurements/model.md).
template <class V>
std::int64_t sort_to(const Operands<V>& p, const std::int64_t* products) {
  constexpr std::int64_t near_cols = 16 << 10;
  constexpr std::int64_t far_cols = 96 << 10;
  if (p.b.cols < near_cols || p.b.cols >= sort_columns_limit) return 0;
  if (p.b.cols >= far_cols) return sort_most;
  return sample_close_rows(p, products) < 0.25 ? sort_most : 0;
}

template <class V>
class Plan final : public RowPlan<V> {
 public:
  Plan(const SpgemmProblem& p, const Config& c)
      : RowPlan<V>(p, run_threads(c.threads, p)),
        workspaces_(static_cast<std::size_t>(this->threads())) {}

 protected:
  void analyse() override {
    const auto& p = this->operands();
    const auto all = static_cast<double>(this->products()[p.a.rows]);
    const auto entries_of_a = static_cast<double>(p.a.row_offsets[p.a.rows]);
    const auto entries_of_b = static_cast<double>(p.b.row_offsets[p.b.rows]);
    // What packing B costs, in products of a bitmap; a word of a mask costs one and a half (119
    // products of real matrices, 0.99 of the better of both: docs/measurements/model.md).
    const double packing = 3 * entries_of_b + 0.5 * entries_of_a;
    const SampledRows sample = sample_rows_of_b(p);
    regular_ = sample.regular > 0.8;
    masked_ = all * (1 - 1.5 * sample.words_per_product) > packing;
    spreads_ = sample.dense_products > 0.6 && all > 8 * entries_of_b;
    sort_to_ = sort_to(p, this->products());
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
    own.map.reserve(this->operands().b.cols);
    const std::int64_t* const products = this->products();
    std::int64_t sorted = 0;
    for (std::int64_t row = begin; row < end; ++row) {
      const std::int64_t count = products[row + 1] - products[row];
      if (count <= sort_to_) sorted += count;
    }
    positions.reserve(sorted);
    repeats_[static_cast<std::size_t>(chunk)] = SPTUNE_ISA_SELECT(symbolic<V>)(
        this->operands(), masked_ ? &masks_ : nullptr, sort_to_, own.map,
        {begin, end, ways_.data(), positions.data()}, products, stage, this->counts());
  }

  void numeric_rows(int thread, std::int64_t chunk, std::int64_t begin, std::int64_t end) override {
    auto& own = workspaces_[static_cast<std::size_t>(thread)];
    const std::int64_t cols = this->operands().b.cols;
    own.sums.reserve_filled(cols, 0);
    // Four sums a column are four times the cache: for rows that come alike often alone.
    const std::int64_t repeats = repeats_[static_cast<std::size_t>(chunk)];
    const bool by_fours = repeats > 0 && 8 * repeats >= end - begin;
    if (by_fours) own.sums_of_four.reserve_filled(4 * cols, 0);
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
  bool masked_ = false;
  bool spreads_ = false;
  bool regular_ = false;
  std::int64_t sort_to_ = 0;
  Masks masks_;
  SpreadRows<V> spread_;
  Buffer<Way> ways_;
  std::vector<std::int64_t> repeats_;            ///< per chunk
  std::vector<Buffer<std::uint8_t>> positions_;  ///< per chunk, for the rows that are sorted
  std::vector<Workspace<V>> workspaces_;
};

Fit fit(const Config& c, const SpgemmProblem& p) {
  if (auto f = host::fit_threads(c.threads, p.resources); !f) return f;
  const std::int64_t value = size_of(p.a.value_type);
  // At worst B is packed and spread, and rows come alike.
  const std::int64_t per_thread = p.b.cols / 8 + p.b.cols / 512 + 5 * value * p.b.cols;
  const std::int64_t packed = (12 + 4 * value) * p.b.nnz + 16 * p.b.rows;
  const std::int64_t positions = std::min(p.products, sort_most * p.a.rows);
  return fit_memory(p, per_thread * run_threads(c.threads, p) + packed + positions + p.a.rows);
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
