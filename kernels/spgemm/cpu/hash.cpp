// SPDX-License-Identifier: BSD-3-Clause
// A hash table per row, sized for the row, so that no row is too long for it, as one
// is for a table of fixed size. Columns are sorted once, in the symbolic phase.
#include "kernels/api/variant.hpp"
#include "kernels/host/threads.hpp"
#include "kernels/spgemm/cpu/hash_rows.hpp"
#include "kernels/spgemm/cpu/row_plan.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sptune::spgemm::hash {

struct Config {
  double load = 0.25;
  Probing probing = Probing::quadratic;
  HashFunction function = HashFunction::multiply;
  int threads = 0;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = space<Config>(
    // Columns come in runs; with their low bits as slots, linear probing crawls (measured: up to
    // 100 times the time of the others).
    [](const Config& c) {
      return c.probing == Probing::quadratic || c.function == HashFunction::multiply;
    },
    "probing=linear needs function=multiply",
    axis("load", &Config::load, {0.25, 0.5}, "most keys per slot; slots are a power of two"),
    axis("probing", &Config::probing, {Probing::quadratic, Probing::linear},
         "steps that grow by one, or the next slot"),
    axis("function", &Config::function, {HashFunction::multiply, HashFunction::identity},
         "high bits of a product, or low bits of the column: 65 times slower where all are alike"),
    axis("threads", &Config::threads, {0, 1, 4, 16},
         "0: as many of those granted as the product is worth"));

namespace {

template <Probing P, HashFunction H, class V>
class Plan final : public RowPlan<V> {
 public:
  Plan(const SpgemmProblem& p, const Config& c)
      : RowPlan<V>(p, run_threads(c.threads, p)),
        load_(c.load),
        spaces_(static_cast<std::size_t>(this->threads())) {}

 protected:
  void symbolic_rows(int thread, std::int64_t /*chunk*/, std::int64_t begin, std::int64_t end,
                     Stage& stage) override {
    HashSpace& space = spaces_[static_cast<std::size_t>(thread)];
    const auto& p = this->operands();
    const auto* const products = this->products();
    for (std::int64_t row = begin; row < end; ++row) {
      const std::int64_t own = products[row + 1] - products[row];
      Index* const out = stage.reserve(std::min(own, p.b.cols));
      const std::int64_t count = hashed_row<P, H>(p, space, load_, row, own, out);
      this->counts()[row] = count;
      stage.commit(row, count);
    }
  }

  void numeric_rows(int thread, std::int64_t /*chunk*/, std::int64_t begin,
                    std::int64_t end) override {
    HashSpace& space = spaces_[static_cast<std::size_t>(thread)];
    const auto* const offsets = this->row_offsets();
    for (std::int64_t row = begin; row < end; ++row) {
      const std::int64_t at = offsets[row];
      hashed_values<P, H>(this->operands(), space, load_, row, this->col_indices() + at,
                          offsets[row + 1] - at, this->values() + at);
    }
  }

  [[nodiscard]] std::int64_t workspace_bytes() const override {
    std::int64_t sum = 0;
    for (const auto& space : spaces_) sum += space.memory();
    return sum;
  }

 private:
  double load_;
  std::vector<HashSpace> spaces_;
};

Fit fit(const Config& c, const SpgemmProblem& p) {
  if (auto f = host::fit_threads(c.threads, p.resources); !f) return f;
  // The largest table: a row of C with every column.
  const std::int64_t row = std::min(p.products, p.b.cols);
  if (auto f = fit_slots(row, c.load); !f) return f;
  const int threads = run_threads(c.threads, p);
  return fit_rows(p, threads, threads * table_bytes(row, c.load));
}

template <Probing P, HashFunction H>
std::unique_ptr<SpgemmPlan> plan_of(const Config& c, const SpgemmProblem& p) {
  if (p.a.value_type == ValueType::f32) return std::make_unique<Plan<P, H, float>>(p, c);
  return std::make_unique<Plan<P, H, double>>(p, c);
}

std::unique_ptr<SpgemmPlan> plan(const Config& c, const SpgemmProblem& p) {
  if (c.probing == Probing::linear) {
    return c.function == HashFunction::identity
               ? plan_of<Probing::linear, HashFunction::identity>(c, p)
               : plan_of<Probing::linear, HashFunction::multiply>(c, p);
  }
  return c.function == HashFunction::identity
             ? plan_of<Probing::quadratic, HashFunction::identity>(c, p)
             : plan_of<Probing::quadratic, HashFunction::multiply>(c, p);
}

}  // namespace

Variant cpu_variant() {
  return make_variant<SpgemmProblem>({.name = "hash",
                                      .backend = Backend::cpu,
                                      .takes = ColumnOrder::any,
                                      .values = ValuesRead::callers,
                                      .summary = "hash table per row, columns sorted once",
                                      .source = "Nagasaka et al. 2018, section 4.2"},
                                     config_space, fit, plan);
}

}  // namespace sptune::spgemm::hash
