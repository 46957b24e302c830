// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/verify.hpp"

#include "harness/engine/error_bound.hpp"
#include "kernels/host/parts.hpp"
#include "kernels/host/preparing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace sptune::harness {
namespace {

/// Checks single values and remembers the worst.
class BoundChecker {
 public:
  BoundChecker(ValueType type, Verification& v) : precision_(precision_of(type)), v_(v) {}

  /// False when `found` is outside the bound.
  bool check(double expected, double magnitude, double found, std::int64_t terms) {
    const BoundCheck j = harness::check_bound(precision_, expected, magnitude, found, terms);
    v_.max_bound_ratio = std::max(v_.max_bound_ratio, j.bound_ratio);
    v_.max_relative = std::max(v_.max_relative, j.relative);
    return j.right;
  }

 private:
  Precision precision_;
  Verification& v_;
};

/// `what` says what the first thing wrong is, and is asked of that alone: of a product that is
/// wrong everywhere the words for every entry would take longer than a stage may.
template <class What>
void report_wrong(Verification& v, What&& what) {
  v.ok = false;
  if (v.first_bad.empty()) v.first_bad = what();
}

template <class V>
class ProductComparison {
 public:
  ProductComparison(const SparseReference& reference, CsrView<V, std::int64_t> c, std::int64_t nnz,
                    bool claims_sorted, Verification& v)
      : r_(reference),
        c_(c),
        nnz_(nnz),
        claims_sorted_(claims_sorted),
        v_(v),
        checker_(value_type_of<V>, v) {}

  /// Rows [first, stop).
  void run(std::int64_t first, std::int64_t stop) {
    std::int64_t last = first == 0 ? 0 : c_.row_offsets[first];
    for (std::int64_t row = first; row < stop; ++row) {
      const std::int64_t begin = c_.row_offsets[row];
      const std::int64_t end = c_.row_offsets[row + 1];
      if (begin != last || begin < 0 || end < begin || end > nnz_) {
        return report_wrong(v_, [&] {
          return fmt::format(
              "row {}: offsets {} to {}, but the row before ended at {} and C has {} entries", row,
              begin, end, last, nnz_);
        });
      }
      last = end;
      take(row, begin, end);
      compare(row);
    }
  }

 private:
  using Entry = std::pair<Index, double>;

  /// A row in the order of its columns: where it lies, or, out of order, sorted in a copy.
  void take(std::int64_t row, std::int64_t begin, std::int64_t end) {
    begin_ = begin;
    size_ = static_cast<std::size_t>(end - begin);
    entries_.clear();
    if (std::is_sorted(c_.col_indices + begin, c_.col_indices + end)) return;
    v_.sorted = false;
    if (claims_sorted_) {
      report_wrong(v_, [&] { return fmt::format("row {}: columns claimed sorted are not", row); });
    }
    for (std::int64_t i = begin; i < end; ++i) {
      entries_.emplace_back(c_.col_indices[i], static_cast<double>(c_.values[i]));
    }
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const Entry& p, const Entry& q) { return p.first < q.first; });
  }

  [[nodiscard]] Entry entry(std::size_t j) const {
    if (!entries_.empty()) return entries_[j];
    const std::int64_t at = begin_ + static_cast<std::int64_t>(j);
    return {c_.col_indices[at], static_cast<double>(c_.values[at])};
  }

  void compare(std::int64_t row) {
    const auto r = static_cast<std::size_t>(row);
    auto i = static_cast<std::size_t>(r_.c.row_offsets[r]);
    const auto end = static_cast<std::size_t>(r_.c.row_offsets[r + 1]);
    std::size_t j = 0;
    while (i < end || j < size_) {
      const Entry found = j < size_ ? entry(j) : Entry{};
      if (j == size_ || (i < end && r_.c.col_indices[i] < found.first)) {
        ++v_.nnz_mismatch;
        report_wrong(v_, [&] {
          return fmt::format("row {}: entry at column {} is missing", row, r_.c.col_indices[i]);
        });
        ++i;
      } else if (i == end || found.first < r_.c.col_indices[i]) {
        ++v_.nnz_mismatch;
        report_wrong(v_, [&] {
          return fmt::format("row {}: extra or repeated entry at column {}", row, found.first);
        });
        ++j;
      } else {
        const std::int64_t terms = std::int64_t{r_.terms[i]} + 2;
        if (!checker_.check(r_.c.values[i], r_.magnitude[i], found.second, terms)) {
          report_wrong(v_, [&] {
            return fmt::format("row {}, column {}: expected {:.9g}, found {:.9g}", row, found.first,
                               r_.c.values[i], found.second);
          });
        }
        ++i;
        ++j;
      }
    }
  }

  const SparseReference& r_;
  CsrView<V, std::int64_t> c_;
  std::int64_t nnz_;
  bool claims_sorted_;
  Verification& v_;
  BoundChecker checker_;
  // Of the row at work:
  std::int64_t begin_ = 0;
  std::size_t size_ = 0;
  std::vector<Entry> entries_;  ///< sorted; empty: they are where they lie
};

/// What several threads found, in the order of the rows.
void join(const std::vector<Verification>& parts, Verification& v) {
  for (const Verification& part : parts) {
    v.max_bound_ratio = std::max(v.max_bound_ratio, part.max_bound_ratio);
    v.max_relative = std::max(v.max_relative, part.max_relative);
    v.nnz_mismatch += part.nnz_mismatch;
    v.sorted = v.sorted && part.sorted;
    if (!part.ok) report_wrong(v, [&] { return part.first_bad; });
  }
}

template <class V>
void compare_parts(const SparseReference& reference, const AnyCsr& any, bool claims_sorted,
                   Verification& v) {
  constexpr std::int64_t worth_a_thread = 1 << 16;  // entries
  const auto c = any.as<V, std::int64_t>();
  const int parts = host::parts_worth(any.nnz, worth_a_thread);
  std::vector<Verification> found(static_cast<std::size_t>(parts));
  // Rows by the reference's entries: what C says of itself may be wrong.
  const auto& offsets = reference.c.row_offsets;
  const auto border = [&](int part) {
    const std::int64_t entry = reference.c.nnz() / parts * part;
    return part == parts
               ? any.rows
               : std::lower_bound(offsets.begin(), offsets.end() - 1, entry) - offsets.begin();
  };
  host::prepare_parts(parts, [&](int part) {
    Verification mine;  // apart from the others', which share cache lines
    mine.ok = true;
    ProductComparison<V>(reference, c, any.nnz, claims_sorted, mine)
        .run(border(part), border(part + 1));
    found[static_cast<std::size_t>(part)] = std::move(mine);
  });
  join(found, v);
}

/// Of sums of terms; `where` names the place of one of them.
template <class Where>
std::string first_overflow(const std::vector<double>& magnitudes, ValueType type, Where&& where) {
  const double largest = precision_of(type).largest;
  const auto bad = std::find_if_not(magnitudes.begin(), magnitudes.end(),
                                    [&](double m) { return m <= largest; });
  if (bad == magnitudes.end()) return {};
  return fmt::format(
      "cannot be verified: {}: the magnitudes of its terms add up to {:.3g}, {} holds at most "
      "{:.3g} (larger values of a matrix count as infinite): {}scale the matrix",
      where(static_cast<std::size_t>(bad - magnitudes.begin())), *bad, to_string(type), largest,
      type == ValueType::f32 ? "use f64 or " : "");
}

}  // namespace

std::string unverifiable(const DenseReference& reference, const DenseShape& shape, ValueType type) {
  return first_overflow(reference.magnitude, type, [&](std::size_t element) {
    return fmt::format("row {}", shape.row_of(static_cast<std::int64_t>(element)));
  });
}

std::string unverifiable(const SparseReference& reference, ValueType type) {
  return first_overflow(reference.magnitude, type, [&](std::size_t entry) {
    const auto& offsets = reference.c.row_offsets;
    const auto after =
        std::upper_bound(offsets.begin(), offsets.end(), static_cast<std::int64_t>(entry));
    return fmt::format("row {}, column {} of C", after - offsets.begin() - 1,
                       reference.c.col_indices[entry]);
  });
}

Precision precision_of(ValueType type) {
  if (type == ValueType::f32) {
    return {static_cast<double>(std::numeric_limits<float>::epsilon()),
            static_cast<double>(std::numeric_limits<float>::max()),
            static_cast<double>(std::numeric_limits<float>::denorm_min())};
  }
  return {std::numeric_limits<double>::epsilon(), std::numeric_limits<double>::max(),
          std::numeric_limits<double>::denorm_min()};
}

void report_row(std::int64_t row, double expected, double found, Verification& v) {
  report_wrong(v, [&] {
    return fmt::format("row {}: expected {:.9g}, found {:.9g}", row, expected, found);
  });
}

void compare_dense(const AnyCsr& any, const DenseReference& reference, const DenseShape& shape,
                   const GuardedVector& y, Verification& v) {
  // Checking a row takes longer than multiplying it does on a GPU: all granted threads share it.
  constexpr std::int64_t worth_a_thread = 16384;
  const int parts = host::parts_worth(shape.size(), worth_a_thread);
  std::vector<Verification> found(static_cast<std::size_t>(parts), v);
  visit(any, [&]<class V, class O>(CsrView<V, O> a) {
    host::prepare_parts(parts, [&](int part) {
      Verification& mine = found[static_cast<std::size_t>(part)];
      BoundChecker checker(any.value_type, mine);
      for (std::int64_t row = a.rows * part / parts; row < a.rows * (part + 1) / parts; ++row) {
        const auto terms =
            static_cast<std::int64_t>(a.row_offsets[row + 1] - a.row_offsets[row]) + 4;
        for (std::int64_t column = 0; column < shape.columns; ++column) {
          const std::int64_t at = shape.at(row, column);
          const auto i = static_cast<std::size_t>(at);
          if (checker.check(reference.y[i], reference.magnitude[i], y.at(at), terms)) continue;
          report_row(row, reference.y[i], y.at(at), mine);
        }
      }
    });
  });
  join(found, v);
}

void compare_product(const SparseReference& reference, const AnyCsr& c, bool claims_sorted,
                     Verification& v) {
  if (c.offset_type != OffsetType::i64)
    return report_wrong(v, [] { return "C has 32-bit row offsets, expected 64-bit"; });
  if (c.rows != reference.c.rows || c.cols != reference.c.cols) {
    return report_wrong(v, [&] {
      return fmt::format("C is {} x {}, expected {} x {}", c.rows, c.cols, reference.c.rows,
                         reference.c.cols);
    });
  }
  if (c.value_type == ValueType::f32) {
    compare_parts<float>(reference, c, claims_sorted, v);
  } else {
    compare_parts<double>(reference, c, claims_sorted, v);
  }
}

}  // namespace sptune::harness
