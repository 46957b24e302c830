// SPDX-License-Identifier: BSD-3-Clause
// Tier 3: what C = A*B will take. The number of products comes with the problem; its distribution
// over rows and the compression (products per entry of C) come from sampled rows.
#include "tuner/features/tiers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace sptune::features {
namespace {

constexpr std::int64_t counted_rows = 1024;      ///< most rows whose products are counted
constexpr std::int64_t counted_entries = 12000;  ///< of A, about: each is a random access to B
constexpr std::int64_t expanded_rows = 192;      ///< most rows that are multiplied out
constexpr std::int64_t expanded_products = 24000;
constexpr std::int64_t expanded_entries = 2048;      ///< of one row of A that are looked at
constexpr std::int64_t dense_columns_per_entry = 4;  ///< as spgemm::SpreadRows
constexpr std::int64_t row_products = 6000;          ///< of one row; longer rows are extrapolated
constexpr std::int64_t short_entries = 24;  ///< of a row of B, as short_row of dense_rows.hpp

/// Distinct columns by linear counting (Whang, Vander-Zanden, Taylor 1990) on a bit table of at
/// least four times the columns that are put in: off by about 1 %.
class DistinctColumns {
 public:
  /// Empties the table and sizes it for `columns` insertions.
  void start(double columns) {
    const auto wanted = static_cast<std::uint64_t>(std::max(columns, 16.0)) * 4;
    const int bits = std::min(64 - std::countl_zero(wanted), most_bits);
    shift_ = 32 - bits;
    std::fill_n(words_.begin(), (std::size_t{1} << bits) / 64, 0);
    ones_ = 0;
  }
  void add(Index c) {
    // Multiplicative hashing, top bits: neighbouring columns stay apart.
    const std::uint32_t bit = (static_cast<std::uint32_t>(c) * 2654435769U) >> shift_;
    std::uint64_t& word = words_[bit / 64];
    const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
    ones_ += (word & mask) == 0 ? 1 : 0;
    word |= mask;
  }
  [[nodiscard]] double count() const {
    const double bits = std::ldexp(1.0, 32 - shift_);
    return -bits * std::log1p(-static_cast<double>(ones_) / bits);
  }

 private:
  static constexpr int most_bits = 15;
  std::array<std::uint64_t, (1U << most_bits) / 64> words_;  // emptied by start()
  int shift_ = 32 - most_bits;
  int ones_ = 0;
};

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

struct ProductTally {
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
  std::array<Index, 4> last_{-1, -1, -1, -1};
  std::size_t next_ = 0;
};

/// Does a row that is not empty have the columns of the row before?
template <class A>
bool repeats_last(const A& a, std::int64_t row) {
  if (row == 0 || a.length(row) == 0 || a.length(row) != a.length(row - 1)) return false;
  return std::equal(a.columns + a.begin(row), a.columns + a.end(row), a.columns + a.begin(row - 1));
}

template <class A, class B>
void count_rows(const A& a, const B& b, ProductTally& t) {
  const double mean = ratio(static_cast<double>(a.nnz), static_cast<double>(a.rows));
  const auto wanted = static_cast<std::int64_t>(counted_entries / std::max(mean, 1.0));
  const RowBlocks rows(a.rows, 1, std::clamp<std::int64_t>(wanted, 64, counted_rows));
  t.per_row.reserve(static_cast<std::size_t>(rows.count));
  // Of a long row every n-th entry is looked at.
  const std::int64_t most = std::max<std::int64_t>(counted_entries / rows.count, 128);
  for (std::int64_t r = 0; r < rows.count; ++r) {
    const std::int64_t row = rows.first(r);
    t.repeated += repeats_last(a, row) ? 1 : 0;
    const std::int64_t step = a.length(row) / most + 1;
    double products = 0;
    double squares = 0;
    double seen = 0;
    for (std::int64_t i = a.begin(row); i < a.end(row); i += step) {
      const auto length = static_cast<double>(b.length(a.columns[i]));
      products += length;
      squares += length * length;
      seen += 1;
    }
    const double scale = ratio(static_cast<double>(a.length(row)), seen);
    t.uses += products * scale;
    t.squares += squares * scale;
    t.per_row.push_back(products * scale);
  }
}

/// Finaliser of SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31U);
}

/// What the first entries of B's rows say of a row of C.
struct RowOutline {
  double products = 0;  ///< with the entries of A that are looked at
  double span = 1;      ///< columns; at least one, which only rows out of order need telling
};

template <class A, class B>
RowOutline outline_of(const A& a, const B& b, std::int64_t row, std::int64_t step) {
  RowOutline out;
  Index low = std::numeric_limits<Index>::max();
  Index high = -1;
  for (std::int64_t i = a.begin(row); i < a.end(row); i += step) {
    const std::int64_t k = a.columns[i];
    if (b.length(k) == 0) continue;
    out.products += static_cast<double>(b.length(k));
    low = std::min(low, b.columns[b.begin(k)]);
    high = std::max(high, b.columns[b.end(k) - 1]);
  }
  out.span = std::max(double{1}, double{1} + high - low);
  return out;
}

/// Notes of row k of B, of which `n` entries were looked at, what it is to sums by words or
/// densely.
template <class B>
void add_row_of_b(const B& b, std::int64_t k, double n, bool sorted, ProductTally& t) {
  const std::int64_t span = std::int64_t{b.columns[b.end(k) - 1]} - b.columns[b.begin(k)] + 1;
  t.sorted &= sorted && span >= b.length(k);
  if (span <= dense_columns_per_entry * b.length(k)) {
    t.dense += n;
    t.dense_columns += n * ratio(static_cast<double>(span), static_cast<double>(b.length(k)));
  }
  if (b.length(k) <= short_entries) t.brief += n;
}

/// As bitmap_row of dense_rows.hpp: all words of 64 columns are drained where B has few, else those
/// of the span where they are few, else those that a summary names.
void count_drained_words(std::int64_t cols, double products, double span, ProductTally& t) {
  const double all_words = std::floor(static_cast<double>(cols) / 64);
  const bool narrow = all_words < 4 + products / 8;
  const double words = narrow ? all_words + 1 : std::floor((span - 1) / 64) + 1;
  if (words < 16 + products / 4) {
    t.close += products;
    t.close_words += words;
  }
}

template <class A, class B>
void expand_row(const A& a, const B& b, std::int64_t row, DistinctColumns& distinct,
                ProductTally& t) {
  const std::int64_t step = a.length(row) / expanded_entries + 1;
  const RowOutline row_of_c = outline_of(a, b, row, step);
  if (row_of_c.products == 0) return;
  const double products = row_of_c.products * static_cast<double>(step);
  distinct.start(std::min(row_of_c.products, static_cast<double>(row_products)));
  // Where the row is long, a stretch of each of B's rows stands for it, at a place that differs
  // from row to row: stretches at the same place would all hold the same few columns.
  const double part = std::min(1.0, static_cast<double>(row_products) / row_of_c.products);
  double seen = 0;
  LastColumns last_columns;
  for (std::int64_t i = a.begin(row); i < a.end(row) && seen < 2 * row_products; i += step) {
    const std::int64_t k = a.columns[i];
    const auto n = static_cast<std::int64_t>(std::ceil(part * static_cast<double>(b.length(k))));
    const std::uint64_t room = static_cast<std::uint64_t>(b.length(k) - n) + 1;
    const std::uint64_t mixed = mix(static_cast<std::uint64_t>(i));
    const std::int64_t from = b.begin(k) + static_cast<std::int64_t>(mixed % room);
    Index last = -1;
    Index before = -1;
    bool sorted = true;
    std::int64_t words = 0;
    for (std::int64_t j = from; j < from + n; ++j) {
      const Index c = b.columns[j];
      sorted &= c > before;
      before = c;
      words += (c >> 6) != last ? 1 : 0;
      last = c >> 6;
      t.returns += last_columns.meet(c) ? 1 : 0;
      distinct.add(c);
    }
    seen += static_cast<double>(n);
    t.words += static_cast<double>(words);
    if (n > 0) add_row_of_b(b, k, static_cast<double>(n), sorted, t);
  }
  t.walked += seen;
  t.sampled_products += products;
  t.sampled_entries += extrapolate(std::min(distinct.count(), seen), seen, products, row_of_c.span);
  t.span += row_of_c.span;
  count_drained_words(b.cols, products, row_of_c.span, t);
}

template <class A, class B>
void expand_rows(const A& a, const B& b, double products_per_row, ProductTally& t) {
  const auto wanted = static_cast<std::int64_t>(static_cast<double>(expanded_products) /
                                                std::max(products_per_row, 1.0));
  const RowBlocks rows(a.rows, 1, std::clamp<std::int64_t>(wanted, 8, expanded_rows));
  DistinctColumns distinct;
  for (std::int64_t r = 0; r < rows.count; ++r) expand_row(a, b, rows.first(r), distinct, t);
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

bool product_tier(const AnyCsr& any_a, const AnyCsr& any_b, std::int64_t products,
                  std::vector<double>& v) {
  ProductTally t;
  double total = static_cast<double>(products);
  if (any_a.nnz > 0 && any_b.nnz > 0) {
    visit_pattern(any_a, [&](const auto& a) {
      visit_pattern(any_b, [&](const auto& b) {
        count_rows(a, b, t);
        const double sampled_mean = ratio(t.uses, static_cast<double>(t.per_row.size()));
        if (products == 0) total = sampled_mean * static_cast<double>(a.rows);
        expand_rows(a, b, total / static_cast<double>(a.rows), t);
      });
    });
  }
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
