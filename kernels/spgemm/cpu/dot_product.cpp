// SPDX-License-Identifier: BSD-3-Clause
// The textbook program: C(i,j) is the dot product of row i of A in CSR and column j of
// B in CSC, rows of A with no entry skipped. A baseline: its work grows with rows times columns.
#include "kernels/spgemm/dot_product.hpp"

#include "kernels/api/variant.hpp"
#include "kernels/spgemm/cpu/row_plan.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sptune::spgemm::dot_product {

enum class Lookup : std::uint8_t { merge, scatter };
constexpr auto enum_names(Lookup /*tag*/) {
  return std::array{std::pair{Lookup::merge, "merge"}, std::pair{Lookup::scatter, "scatter"}};
}

struct Config {
  Lookup lookup = Lookup::merge;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = free_space<Config>(
    axis("lookup", &Config::lookup, {Lookup::merge, Lookup::scatter},
         "walk row and column side by side, or spread the row out and look the column's rows up"));

namespace {

/// Steps beyond which a run would take minutes: about 1 ns each.
constexpr double most_steps = 2e10;

template <class V>
class Plan final : public RowPlan<V> {
 public:
  Plan(const SpgemmProblem& p, const Config& c) : RowPlan<V>(p, 1), lookup_(c.lookup) {
    to_columns();
  }

 protected:
  void symbolic_rows(int /*thread*/, std::int64_t /*chunk*/, std::int64_t begin, std::int64_t end,
                     Stage& stage) override {
    const auto& a = this->operands().a;
    const std::int64_t cols = this->operands().b.cols;
    for (std::int64_t row = begin; row < end; ++row) {
      std::int64_t count = 0;
      Index* const out = stage.reserve(cols);
      if (a.row_offsets[row] < a.row_offsets[row + 1]) {
        if (lookup_ == Lookup::scatter) spread(row);
        for (std::int64_t col = 0; col < cols; ++col) {
          if (meets(row, col)) out[count++] = static_cast<Index>(col);
        }
      }
      this->counts()[row] = count;
      stage.commit(row, count);
    }
  }

  void numeric_rows(int /*thread*/, std::int64_t /*chunk*/, std::int64_t begin,
                    std::int64_t end) override {
    const auto* const offsets = this->row_offsets();
    for (std::int64_t row = begin; row < end; ++row) {
      // The seed's program has no structure to lean on in its one phase; ours computes where it
      // found a common index.
      if (lookup_ == Lookup::scatter && offsets[row] < offsets[row + 1]) spread(row);
      for (std::int64_t t = offsets[row]; t < offsets[row + 1]; ++t) {
        this->values()[t] = dot(row, this->col_indices()[t]);
      }
    }
  }

  [[nodiscard]] std::int64_t workspace_bytes() const override {
    return col_offsets_.bytes() + row_indices_.bytes() + of_csr_.bytes() + place_.bytes() +
           holder_.bytes();
  }

 private:
  /// B's columns as row numbers and places of the values in B: changed values are seen.
  void to_columns() {
    const auto& b = this->operands().b;
    const std::int64_t nnz = b.nnz();
    col_offsets_.reserve(b.cols + 2);
    std::fill(col_offsets_.data(), col_offsets_.data() + b.cols + 2, 0);
    row_indices_.reserve(nnz);
    of_csr_.reserve(nnz);
    for (std::int64_t i = 0; i < nnz; ++i) ++col_offsets_[b.col_indices[i] + 2];
    for (std::int64_t c = 0; c < b.cols; ++c) col_offsets_[c + 2] += col_offsets_[c + 1];
    for (std::int64_t row = 0; row < b.rows; ++row) {
      for (std::int64_t i = b.row_offsets[row]; i < b.row_offsets[row + 1]; ++i) {
        const std::int64_t at = col_offsets_[b.col_indices[i] + 1]++;
        row_indices_[at] = static_cast<Index>(row);
        of_csr_[at] = i;
      }
    }
    if (lookup_ == Lookup::scatter) {
      place_.reserve(b.rows);
      holder_.reserve(b.rows);
      std::fill(holder_.data(), holder_.data() + b.rows, -1);
    }
  }

  void spread(std::int64_t row) {
    const auto& a = this->operands().a;
    for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
      place_[a.col_indices[i]] = i;
      holder_[a.col_indices[i]] = row;
    }
  }

  /// Calls `f(place in A, place in B)` for the common indices in order until it returns false.
  template <class F>
  void for_common(std::int64_t row, std::int64_t col, F&& f) const {
    const auto& a = this->operands().a;
    std::int64_t j = col_offsets_[col];
    const std::int64_t j_end = col_offsets_[col + 1];
    if (lookup_ == Lookup::scatter) {
      for (; j < j_end; ++j) {
        const Index k = row_indices_[j];
        if (holder_[k] == row && !f(place_[k], of_csr_[j])) return;
      }
      return;
    }
    std::int64_t i = a.row_offsets[row];
    const std::int64_t i_end = a.row_offsets[row + 1];
    while (i < i_end && j < j_end) {
      const Index left = a.col_indices[i];
      const Index right = row_indices_[j];
      if (left == right && !f(i, of_csr_[j])) return;
      i += left <= right ? 1 : 0;
      j += right <= left ? 1 : 0;
    }
  }

  [[nodiscard]] bool meets(std::int64_t row, std::int64_t col) const {
    bool found = false;
    for_common(row, col, [&](std::int64_t, std::int64_t) {
      found = true;
      return false;
    });
    return found;
  }

  [[nodiscard]] V dot(std::int64_t row, std::int64_t col) const {
    const V* const left = this->operands().a.values;
    const V* const right = this->operands().b.values;
    V sum = 0;
    for_common(row, col, [&](std::int64_t i, std::int64_t j) {
      sum += left[i] * right[j];
      return true;
    });
    return sum;
  }

  Lookup lookup_;
  Buffer<std::int64_t> col_offsets_;
  Buffer<Index> row_indices_;
  Buffer<std::int64_t> of_csr_;
  Buffer<std::int64_t> place_;
  Buffer<std::int64_t> holder_;
};

Fit fit(const Config& c, const SpgemmProblem& p) {
  const double rows = static_cast<double>(p.a.rows);
  const double cols = static_cast<double>(p.b.cols);
  double steps = rows * cols + rows * static_cast<double>(p.b.nnz);
  if (c.lookup == Lookup::merge) steps += cols * static_cast<double>(p.a.nnz);
  if (Fit few = fit_steps(steps, most_steps); !few) return few;
  // With a row of the stage, which has room for every column.
  return fit_rows(p, 1, 12 * p.b.nnz + 12 * p.b.cols + 16 * p.b.rows);
}

std::unique_ptr<SpgemmPlan> plan(const Config& c, const SpgemmProblem& p) {
  if (p.a.value_type == ValueType::f32) return std::make_unique<Plan<float>>(p, c);
  return std::make_unique<Plan<double>>(p, c);
}

}  // namespace

Variant cpu_variant() {
  return make_variant<SpgemmProblem>(
      {.name = "dot_product",
       .backend = Backend::cpu,
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::callers,
       .summary = "serial dot products of rows of A and columns of B",
       .source = "the definition: an inner product per entry",
       .baseline = true},
      config_space, fit, plan);
}

}  // namespace sptune::spgemm::dot_product
