// SPDX-License-Identifier: BSD-3-Clause
// An accumulator per row, by the row's products: short rows sorted in registers, longer ones
// through a hash table or a dense workspace. The configuration holds the list of bins.
#include "kernels/api/variant.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/threads.hpp"
#include "kernels/spgemm/cpu/bins.hpp"
#include "kernels/spgemm/cpu/dense_space.hpp"
#include "kernels/spgemm/cpu/hash_rows.hpp"
#include "kernels/spgemm/cpu/row_plan.hpp"
#include "kernels/spgemm/cpu/sort_space.hpp"

#include <algorithm>
#include <array>
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

#define SPTUNE_ISA_SOURCE "kernels/spgemm/cpu/binned.cpp"
#include "kernels/host/foreach_isa.hpp"
#include "kernels/spgemm/cpu/dense_rows.hpp"
#include "kernels/spgemm/cpu/sort_rows.hpp"

namespace sptune::spgemm::binned {

namespace SPTUNE_ISA {

namespace rows = spgemm::SPTUNE_ISA;

/// `positions` has room for the products of all rows of [begin, end) that are sorted.
template <class V>
void symbolic(const Operands<V>& p, const Bins& bins, const Masks* masks, Workspace<V>& own,
              std::uint8_t* positions, std::int64_t begin, std::int64_t end,
              const std::int64_t* products, Stage& stage, std::int64_t* counts) {
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int64_t count = products[row + 1] - products[row];
    Index* const out = stage.reserve(std::min(count, p.b.cols) + bitmap_slack);
    switch (method_for(bins, count)) {
      case Method::sort:
        counts[row] = rows::sorted_row(p, row, out, positions);
        positions += count;
        break;
      case Method::hash:
        counts[row] =
            hashed_row<Probing::linear, HashFunction::multiply>(p, own.hash, 0.5, row, count, out);
        break;
      case Method::dense:
      case Method::ranks:
        counts[row] = rows::bitmap_row(p, masks, own.map, row, count, out);
        break;
    }
    stage.commit(row, counts[row]);
  }
}

template <class V>
void numeric(const Operands<V>& p, const Bins& bins, Workspace<V>& own,
             const std::uint8_t* positions, std::int64_t begin, std::int64_t end,
             const std::int64_t* products, const std::int64_t* offsets, const Index* all_cols,
             V* values) {
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int64_t count = products[row + 1] - products[row];
    const std::int64_t entries = offsets[row + 1] - offsets[row];
    const Index* const cols = all_cols + offsets[row];
    V* const out = values + offsets[row];
    switch (method_for(bins, count)) {
      case Method::sort:
        rows::replay_row(p, row, positions, entries, out);
        positions += count;
        break;
      case Method::hash:
        hashed_values<Probing::linear, HashFunction::multiply>(p, own.hash, 0.5, row, cols, entries,
                                                               out);
        break;
      case Method::dense:
        rows::values_row(p, own.sums.data(), row, cols, entries, out);
        break;
      case Method::ranks:
        rows::ranks_row(p, own.ranks.data(), row, cols, entries, out);
        break;
    }
  }
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

struct Config {
  Bins bins;
  bool masks = false;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr Bin sort16{16, Method::sort};
constexpr Bin sort64{64, Method::sort};
constexpr Bin hash512{512, Method::hash};
constexpr Bin ranks512{512, Method::ranks};
constexpr Bin dense_rest{0, Method::dense};
constexpr Bin ranks_rest{0, Method::ranks};

constexpr auto config_space = free_space<Config>(
    axis("bins", &Config::bins,
         {Bins{sort64, dense_rest}, Bins{sort16, dense_rest}, Bins{sort64, ranks512, dense_rest},
          Bins{sort64, hash512, ranks_rest}},
         "accumulator of rows of at most up_to products; 0: all others"),
    axis("masks", &Config::masks, {false, true}, "symbolic phase on B packed to 64-column masks"),
    axis("threads", &Config::threads, {0, 1, 4, 16},
         "0: as many of those granted as the product is worth"));

namespace {

bool uses(const Bins& bins, Method method) {
  return std::any_of(bins.begin(), bins.end(), [&](const Bin& b) { return b.method == method; });
}

template <class V>
class Plan final : public RowPlan<V> {
 public:
  Plan(const SpgemmProblem& p, const Config& c)
      : RowPlan<V>(p, run_threads(c.threads, p)),
        config_(c),
        workspaces_(static_cast<std::size_t>(this->threads())) {}

 protected:
  void analyse() override {
    if (config_.masks) masks_.build(this->operands().b, this->threads());
    positions_.resize(static_cast<std::size_t>(this->chunks()));
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
      if (method_for(config_.bins, count) == Method::sort) sorted += count;
    }
    positions.reserve(sorted);
    SPTUNE_ISA_SELECT(symbolic<V>)
    (this->operands(), config_.bins, config_.masks ? &masks_ : nullptr, own, positions.data(),
     begin, end, products, stage, this->counts());
  }

  void numeric_rows(int thread, std::int64_t chunk, std::int64_t begin, std::int64_t end) override {
    auto& own = workspaces_[static_cast<std::size_t>(thread)];
    const std::int64_t cols = this->operands().b.cols;
    if (uses(config_.bins, Method::dense)) own.sums.reserve_filled(cols, 0);
    if (uses(config_.bins, Method::ranks)) own.ranks.reserve(cols / 64 + 1);
    SPTUNE_ISA_SELECT(numeric<V>)
    (this->operands(), config_.bins, own, positions_[static_cast<std::size_t>(chunk)].data(), begin,
     end, this->products(), this->row_offsets(), this->col_indices(), this->values());
  }

  [[nodiscard]] std::int64_t workspace_bytes() const override {
    std::int64_t sum = masks_.memory();
    for (const auto& w : workspaces_) sum += w.memory();
    for (const auto& p : positions_) sum += p.bytes();
    return sum;
  }

 private:
  Config config_;
  Masks masks_;
  std::vector<Buffer<std::uint8_t>> positions_;  ///< per chunk, for the rows that are sorted
  std::vector<Workspace<V>> workspaces_;
};

Fit fit(const Config& c, const SpgemmProblem& p) {
  if (auto f = host::fit_threads(c.threads, p.resources); !f) return f;
  if (p.b.cols >= sort_columns_limit) {
    return Fit::no("B has " + std::to_string(p.b.cols) + " columns, sorted rows take fewer than " +
                   std::to_string(sort_columns_limit));
  }
  std::int64_t per_thread = p.b.cols / 8 + p.b.cols / 512;
  if (uses(c.bins, Method::dense)) per_thread += size_of(p.a.value_type) * p.b.cols;
  if (uses(c.bins, Method::ranks)) per_thread += p.b.cols / 4;
  const std::int64_t masks = c.masks ? 12 * p.b.nnz + 8 * p.b.rows : 0;
  // At worst every row is sorted and every product has a position.
  const std::int64_t positions = std::min(p.products, sort_most * p.a.rows);
  const int threads = run_threads(c.threads, p);
  return fit_rows(p, threads, per_thread * threads + masks + positions);
}

std::unique_ptr<SpgemmPlan> plan(const Config& c, const SpgemmProblem& p) {
  if (p.a.value_type == ValueType::f32) return std::make_unique<Plan<float>>(p, c);
  return std::make_unique<Plan<double>>(p, c);
}

}  // namespace

Variant cpu_variant() {
  return make_variant<SpgemmProblem>(
      {.name = "binned",
       .backend = Backend::cpu,
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::callers,
       .summary = "an accumulator per row, chosen by the row's products",
       .source = "Nagasaka et al. 2017 (bins); sorted replay is this project's own"},
      config_space, fit, plan);
}

#endif  // SPTUNE_ISA_LAST

}  // namespace sptune::spgemm::binned
