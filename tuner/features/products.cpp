// SPDX-License-Identifier: BSD-3-Clause
// Tier 3: what C = A*B will take. The number of products comes with the problem; its distribution
// over rows and the compression (products per entry of C) come from sampled rows.
#include "tuner/features/device_sample.hpp"
#include "tuner/features/product_counts.hpp"
#include "tuner/features/tiers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sptune::features {
namespace {

/// Distinct columns by linear counting (Whang, Vander-Zanden, Taylor 1990) on a bit table of at
/// least four times the columns that are put in: off by about 1 %.
class ColumnTable {
 public:
  /// Empties the table and sizes it for a row of C of so many products.
  void start(std::int64_t outline) {
    bits_ = table_bits(outline);
    std::fill_n(words_.begin(), (std::size_t{1} << bits_) / 64, 0);
    ones_ = 0;
  }
  void add(Index c) {
    const std::uint32_t bit = slot_of(c, bits_);  // neighbouring columns stay apart
    std::uint64_t& word = words_[bit / 64];
    const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
    ones_ += (word & mask) == 0 ? 1 : 0;
    word |= mask;
  }
  [[nodiscard]] std::int64_t ones() const { return ones_; }

 private:
  std::array<std::uint64_t, (1U << most_table_bits) / 64> words_;  // emptied by start()
  int bits_ = most_table_bits;
  std::int64_t ones_ = 0;
};

/// What the bits say that are set.
double distinct_columns(const ExpandedRow& row) {
  const double bits = std::ldexp(1.0, table_bits(row.outline));
  return -bits * std::log1p(-static_cast<double>(row.ones) / bits);
}

/// Entries of a row of C with `products` products, from the `distinct` columns that the first
/// `seen` of them had: as if columns were drawn from a universe of U columns, distinct =
/// U(1 - exp(-seen/U)), with U found by bisection.
double extrapolate(double distinct, double seen, double products, double span) {
  if (seen >= products || distinct >= seen) return std::min(distinct * products / seen, span);
  double low = distinct;
  double high = std::max(span, distinct) * 4 + seen;
  for (int i = 0; i < 40; ++i) {
    const double u = 0.5 * (low + high);
    (u * -std::expm1(-seen / u) < distinct ? low : high) = u;
  }
  return std::min(high * -std::expm1(-products / high), span);
}

/// What all rows that were looked at come to, in their order.
struct ProductSums {
  std::vector<double> per_row;  ///< products
  double uses = 0;              ///< sum over looked-at entries of A of the length b of B's row
  double squares = 0;           ///< of b^2
  double repeated = 0;          ///< rows with the columns of the row before
  double walked = 0;            ///< products whose columns were looked at
  double words = 0;             ///< groups of 64 columns among them, row of B by row of B
  double dense = 0;             ///< products with rows of B that are dense in their span
  double dense_columns = 0;     ///< columns that those rows span, for the products looked at
  double brief = 0;             ///< products with short rows of B
  double returns = 0;           ///< products whose column one of the four before had
  double close = 0;             ///< products of rows of C whose span is drained word by word
  double close_words = 0;       ///< words of 64 columns that are drained for them
  double sampled_products = 0;  ///< of the rows multiplied out
  double sampled_entries = 0;   ///< entries of C in them
  double span = 0;
  bool sorted = true;  ///< the columns of B that were met, within each of its rows
};

void add(const CountedRow& row, ProductSums& t) {
  const double scale = ratio(static_cast<double>(row.length), static_cast<double>(row.looked));
  const double products = static_cast<double>(row.products) * scale;
  t.uses += products;
  t.squares += row.squares * scale;
  t.repeated += static_cast<double>(row.repeated);
  t.per_row.push_back(products);
}

/// As bitmap_row of dense_rows.hpp: all words of 64 columns are drained where B has few, else those
/// of the span where they are few, else those that a summary names.
void count_drained_words(std::int64_t cols, double products, double span, ProductSums& t) {
  const double all_words = std::floor(static_cast<double>(cols) / 64);
  const bool narrow = all_words < 4 + products / 8;
  const double words = narrow ? all_words + 1 : std::floor((span - 1) / 64) + 1;
  if (words < 16 + products / 4) {
    t.close += products;
    t.close_words += words;
  }
}

/// `cols`: of B.
void add(const ExpandedRow& row, std::int64_t cols, ProductSums& t) {
  if (row.outline == 0) return;
  const double products = static_cast<double>(row.outline) * static_cast<double>(row.step);
  const auto seen = static_cast<double>(row.seen);
  const auto span = static_cast<double>(row.span);
  t.walked += seen;
  t.words += static_cast<double>(row.words);
  t.dense += static_cast<double>(row.dense);
  t.dense_columns += row.dense_columns;
  t.brief += static_cast<double>(row.brief);
  t.returns += static_cast<double>(row.returns);
  t.sorted &= row.disorder == 0;
  t.sampled_products += products;
  t.sampled_entries += extrapolate(std::min(distinct_columns(row), seen), seen, products, span);
  t.span += span;
  count_drained_words(cols, products, span, t);
}

// --- counting in host memory -------------------------------------------------------------------

/// Tells whether a column is one of the last four: sums of such products wait for each other.
class LastColumns {
 public:
  [[nodiscard]] bool meet(Index c) {
    bool met = false;
    for (const Index last : last_) met |= last == c;
    last_[next_] = c;
    next_ = (next_ + 1) % last_.size();
    return met;
  }

 private:
  std::array<Index, last_columns> last_{-1, -1, -1, -1};
  std::size_t next_ = 0;
};

/// Does a row that is not empty have the columns of the row before?
template <class A>
bool repeats_last(const A& a, std::int64_t row) {
  if (row == 0 || a.length(row) == 0 || a.length(row) != a.length(row - 1)) return false;
  return std::equal(a.columns + a.begin(row), a.columns + a.end(row), a.columns + a.begin(row - 1));
}

template <class A, class B>
CountedRow counted_row(const A& a, const B& b, std::int64_t row, std::int64_t step) {
  CountedRow out;
  out.length = a.length(row);
  out.repeated = repeats_last(a, row) ? 1 : 0;
  for (std::int64_t i = a.begin(row); i < a.end(row); i += step) {
    const std::int64_t length = b.length(a.columns[i]);
    out.products += length;
    out.squares += static_cast<double>(length) * static_cast<double>(length);
    ++out.looked;
  }
  return out;
}

/// What the first entries of B's rows say of a row of C.
template <class A, class B>
void outline(const A& a, const B& b, std::int64_t row, ExpandedRow& to) {
  Index low = std::numeric_limits<Index>::max();
  Index high = -1;
  for (std::int64_t i = a.begin(row); i < a.end(row); i += to.step) {
    const std::int64_t k = a.columns[i];
    if (b.length(k) <= 0) continue;
    to.outline += b.length(k);
    low = std::min(low, b.columns[b.begin(k)]);
    high = std::max(high, b.columns[b.end(k) - 1]);
  }
  to.span = std::max(std::int64_t{1}, std::int64_t{1} + high - low);
}

template <class A, class B>
ExpandedRow expanded_row(const A& a, const B& b, std::int64_t row, ColumnTable& table) {
  ExpandedRow out;
  out.step = expanded_step(a.length(row));
  outline(a, b, row, out);
  if (out.outline == 0) return out;
  table.start(out.outline);
  const double part = expanded_part(out.outline);
  LastColumns recent;
  for (std::int64_t i = a.begin(row); i < a.end(row); i += out.step) {
    const std::int64_t k = a.columns[i];
    const Stretch stretch = stretch_of(b, k, i, part);
    if (stretch.count == 0) continue;
    Index before = -1;
    for (std::int64_t j = stretch.from; j < stretch.from + stretch.count; ++j) {
      const Index c = b.columns[j];
      out.disorder += c > before ? 0 : 1;
      out.words += before < 0 || (c >> 6) != (before >> 6) ? 1 : 0;
      out.returns += recent.meet(c) ? 1 : 0;
      table.add(c);
      before = c;
    }
    out.seen += stretch.count;
    add_row_of_b(b, k, stretch.count, out);
  }
  out.ones = table.ones();
  return out;
}

/// Calls f(A, B) with the patterns.
template <class F>
void visit_patterns(const AnyCsr& any_a, const AnyCsr& any_b, F&& f) {
  visit_pattern(any_a,
                [&](const auto& a) { visit_pattern(any_b, [&](const auto& b) { f(a, b); }); });
}

void count_here(const AnyCsr& any_a, const AnyCsr& any_b, const CountedSample& sample,
                ProductSums& t) {
  visit_patterns(any_a, any_b, [&](const auto& a, const auto& b) {
    for (std::int64_t r = 0; r < sample.rows.count; ++r) {
      const std::int64_t row = sample.rows.first(r);
      add(counted_row(a, b, row, sample.step(a.length(row))), t);
    }
  });
}

void expand_here(const AnyCsr& any_a, const AnyCsr& any_b, const RowBlocks& rows, ProductSums& t) {
  ColumnTable table;
  visit_patterns(any_a, any_b, [&](const auto& a, const auto& b) {
    for (std::int64_t r = 0; r < rows.count; ++r) {
      add(expanded_row(a, b, rows.first(r), table), b.cols, t);
    }
  });
}

// --- all of it ---------------------------------------------------------------------------------

/// Adds up what the samples hold. `total`: products of all rows; 0, and they are estimated first.
void look(const AnyCsr& a, const AnyCsr& b, Stream stream, double& total, ProductSums& t) {
  const bool on_device = a.space == MemorySpace::device;
  const CountedSample counted(a.rows, a.nnz);
  const auto rows_for = [&] {
    return expanded_sample(a.rows, total / static_cast<double>(a.rows));
  };
  const RowBlocks none(0, 1, 0);
  t.per_row.reserve(static_cast<std::size_t>(counted.rows.count));
  const bool known = total > 0;
  DeviceProducts there;
  if (on_device) {
    there = count_products_on_device(a, b, counted, known ? rows_for() : none, stream);
    for (const CountedRow& row : there.counted) add(row, t);
  } else {
    count_here(a, b, counted, t);
  }
  if (!known) {
    total = ratio(t.uses, static_cast<double>(t.per_row.size())) * static_cast<double>(a.rows);
  }
  if (!on_device) return expand_here(a, b, rows_for(), t);
  if (!known) {
    there = count_products_on_device(a, b, {none, 1}, rows_for(), stream);
  }
  for (const ExpandedRow& row : there.expanded) add(row, b.cols, t);
}

/// The nearest rank: part of what the features mean that models were trained on, and so not the
/// quantile of measurements.
double nearest_rank(const std::vector<double>& sorted, double q) {
  if (sorted.empty()) return 0;
  return sorted[static_cast<std::size_t>(std::lround(q * static_cast<double>(sorted.size() - 1)))];
}

/// Share of the sum that values up to `most` make up.
double share_up_to(const std::vector<double>& sorted, double most) {
  double below = 0;
  double sum = 0;
  for (const double x : sorted) {
    sum += x;
    if (x <= most) below += x;
  }
  return ratio(below, sum);
}

double coefficient_of_variation(const std::vector<double>& values) {
  if (values.empty()) return 0;
  double sum = 0;
  double squares = 0;
  for (const double x : values) {
    sum += x;
    squares += x * x;
  }
  const auto n = static_cast<double>(values.size());
  const double mean = sum / n;
  return ratio(std::sqrt(std::max(0.0, squares / n - mean * mean)), mean);
}

}  // namespace

bool product_tier(const AnyCsr& any_a, const AnyCsr& any_b, std::int64_t products, Stream stream,
                  std::vector<double>& v) {
  ProductSums t;
  auto total = static_cast<double>(products);
  if (any_a.nnz > 0 && any_b.nnz > 0) look(any_a, any_b, stream, total, t);
  std::sort(t.per_row.begin(), t.per_row.end());
  const auto set = [&](Feature id, double value) { v[index(id)] = value; };
  const double per_row = ratio(total, static_cast<double>(any_a.rows));
  const double compression =
      t.sampled_entries > 0 ? std::max(t.sampled_products / t.sampled_entries, 1.0) : 1.0;
  set(Feature::products, total);
  set(Feature::products_per_row, per_row);
  set(Feature::products_per_nnz, ratio(total, static_cast<double>(any_a.nnz)));
  set(Feature::products_cv, coefficient_of_variation(t.per_row));
  set(Feature::products_p50, nearest_rank(t.per_row, 0.50));
  set(Feature::products_p90, nearest_rank(t.per_row, 0.90));
  set(Feature::products_p99, nearest_rank(t.per_row, 0.99));
  set(Feature::products_max, t.per_row.empty() ? 0.0 : t.per_row.back());
  set(Feature::products_to_16, share_up_to(t.per_row, 16));
  set(Feature::products_to_32, share_up_to(t.per_row, 32));
  set(Feature::products_to_64, share_up_to(t.per_row, 64));
  set(Feature::products_to_512, share_up_to(t.per_row, 512));
  set(Feature::a_rows_repeated, ratio(t.repeated, static_cast<double>(t.per_row.size())));
  set(Feature::b_row_weighted, ratio(t.squares, t.uses));
  set(Feature::b_words_per_product, ratio(t.words, t.walked));
  set(Feature::b_dense_products, ratio(t.dense, t.walked));
  set(Feature::b_dense_columns, ratio(t.dense_columns, t.dense));
  set(Feature::b_short_products, ratio(t.brief, t.walked));
  set(Feature::compression, compression);
  set(Feature::c_nnz_per_row, per_row / compression);
  set(Feature::c_span_density, ratio(t.sampled_entries, t.span));
  set(Feature::c_column_returns, ratio(t.returns, t.walked));
  set(Feature::c_close_products, ratio(t.close, t.sampled_products));
  set(Feature::c_close_words_per_product, ratio(t.close_words, t.sampled_products));
  return t.sorted;
}

}  // namespace sptune::features
