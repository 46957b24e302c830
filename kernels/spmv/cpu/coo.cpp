// SPDX-License-Identifier: BSD-3-Clause
// Coordinates sorted by rows, cut into equal numbers of entries wherever that falls. A thread sums
// up runs of equal rows; the run that began before its piece is added after all have finished, so
// there are no atomics and the result does not depend on timing.
#include "kernels/api/variant.hpp"
#include "kernels/host/buffer.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/per_part.hpp"
#include "kernels/spmv/cpu/conversion.hpp"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#ifndef SPTUNE_ISA
namespace sptune::spmv::coo {

template <class V>
struct Arrays {
  std::int64_t nnz = 0;
  const Index* rows = nullptr;
  const Index* columns = nullptr;
  const V* values = nullptr;
};

}  // namespace sptune::spmv::coo
#endif

#define SPTUNE_ISA_SOURCE "kernels/spmv/cpu/coo.cpp"
#include "kernels/host/foreach_isa.hpp"

namespace sptune::spmv::coo {

namespace SPTUNE_ISA {

#include "kernels/host/lanes.hpp"
#include "kernels/spmv/cpu/row_loops.hpp"

/// Rows without entries. Their sum counts as any other does: an alpha that is no number shows.
template <class V>
void put_empty(std::int64_t begin, std::int64_t end, V alpha, V beta, V* y) {
  for (std::int64_t row = begin; row < end; ++row) put(y + row, V{0}, alpha, beta);
}

/// Entries [begin, end), and the rows without entries before the rows that begin there. Returns the
/// sum of the row that began before `begin`, 0 when there is none.
template <class V>
V multiply(const Arrays<V>& a, std::int64_t begin, std::int64_t end, V alpha, const V* x, V beta,
           V* y) {
  std::int64_t i = begin;
  V carry = 0;
  Index done = -1;  // the last row that is written or carried
  if (begin > 0) {
    done = a.rows[begin - 1];
    for (; i < end && a.rows[i] == done; ++i) carry += a.values[i] * x[a.columns[i]];
  }
  while (i < end) {
    const Index row = a.rows[i];
    put_empty<V>(done + 1, row, alpha, beta, y);
    V sum = 0;
    do {
      sum += a.values[i] * x[a.columns[i]];
      ++i;
    } while (i < end && a.rows[i] == row);
    put(y + row, sum, alpha, beta);
    done = row;
  }
  return carry;
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

struct Config {
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space =
    free_space<Config>(axis("threads", &Config::threads, {0, 1, 4, 16},
                            "0: as many of those granted as the matrix is worth"));

namespace {

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, int threads, int conversion_threads)
      : a_(a), rows_(a.nnz()), multiply_(SPTUNE_ISA_SELECT(multiply<V>)) {
    for_ranges(conversion_threads, a.rows, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t row = begin; row < end; ++row) {
        std::fill(rows_.data() + a.row_offsets[row], rows_.data() + a.row_offsets[row + 1],
                  static_cast<Index>(row));
      }
    });
    const int most = std::min(threads, host::PerPart<V>::most_parts);
    borders_ = even_borders(a.nnz(), useful_parts(most, a.nnz()));
  }

  [[nodiscard]] double bytes_per_run() const override {
    return static_cast<double>(a_.nnz()) * (sizeof(V) + 2 * sizeof(Index)) + vector_bytes(a_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override { return rows_.bytes(); }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream /*stream*/) override {
    const Arrays<V> arrays{a_.nnz(), rows_.data(), a_.col_indices, a_.values};
    const std::int64_t behind_last = arrays.nnz == 0 ? 0 : rows_[arrays.nnz - 1] + 1;
    const int parts = static_cast<int>(borders_.size()) - 1;
    host::PerPart<V> carries;
    host::for_parts(parts, [&](int part) {
      const auto p = static_cast<std::size_t>(part);
      carries[part] = multiply_(arrays, borders_[p], borders_[p + 1], alpha, x, beta, y);
    });
    isa_baseline::put_empty(behind_last, a_.rows, alpha, beta, y);
    for (int part = 1; part < parts; ++part) {
      const auto p = static_cast<std::size_t>(part);
      if (borders_[p] < borders_[p + 1]) y[rows_[borders_[p] - 1]] += alpha * carries[part];
    }
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
  }

  CsrView<V, O> a_;
  host::Buffer<Index> rows_;
  decltype(SPTUNE_ISA_SELECT(multiply<V>)) multiply_;
  std::vector<std::int64_t> borders_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  if (Fit threads = fit_threads(c.threads, p.resources); !threads) return threads;
  return fit_bytes(static_cast<double>(p.a.nnz) * sizeof(Index), p, "one row index per entry");
}

std::unique_ptr<SpmvPlan> plan(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
    return std::make_unique<Plan<V, O>>(a, run_threads(c.threads, p.resources, a.rows + a.nnz()),
                                        p.resources.threads);
  });
}

}  // namespace

Variant cpu_variant() {
  return make_variant<SpmvProblem>(
      {.name = "coo",
       .backend = Backend::cpu,
       .takes = ColumnOrder::any,
       .values = ValuesRead::callers,
       .summary = "coordinates, equal entries per thread, no atomics",
       .source = "Bell and Garland, NVR-2008-004"},
      config_space, fit, plan,
      [](const Config&, ValueType type, const FeatureLookup&) { return expect::coo(type); });
}

#endif  // SPTUNE_ISA_LAST

}  // namespace sptune::spmv::coo
