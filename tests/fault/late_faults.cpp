// SPDX-License-Identifier: BSD-3-Clause
#include "tests/fault/late_faults.hpp"

#include "kernels/spmv/spmv.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace sptune::test {

enum class LateFault : std::uint8_t {
  none,
  wrong_later,
  one_row_wrong_later,
  overruns_later,
  stops_writing,
  adds_to_y_later,
  scribbles_on_values,
  scribbles_on_columns,
  scribbles_on_x,
  spoils_others,
  wrong_where_spoiled,
  aborts_where_spoiled,
  misses_an_entry,
  misses_an_entry_later,
  prepares_slowly,
  slow_later,
  holds_memory,
  prints,
};

constexpr auto enum_names(LateFault /*unused*/) {
  return std::to_array<std::pair<LateFault, std::string_view>>({
      {LateFault::none, "none"},
      {LateFault::wrong_later, "wrong_later"},
      {LateFault::one_row_wrong_later, "one_row_wrong_later"},
      {LateFault::overruns_later, "overruns_later"},
      {LateFault::stops_writing, "stops_writing"},
      {LateFault::adds_to_y_later, "adds_to_y_later"},
      {LateFault::scribbles_on_values, "scribbles_on_values"},
      {LateFault::scribbles_on_columns, "scribbles_on_columns"},
      {LateFault::scribbles_on_x, "scribbles_on_x"},
      {LateFault::spoils_others, "spoils_others"},
      {LateFault::wrong_where_spoiled, "wrong_where_spoiled"},
      {LateFault::aborts_where_spoiled, "aborts_where_spoiled"},
      {LateFault::misses_an_entry, "misses_an_entry"},
      {LateFault::misses_an_entry_later, "misses_an_entry_later"},
      {LateFault::prepares_slowly, "prepares_slowly"},
      {LateFault::slow_later, "slow_later"},
      {LateFault::holds_memory, "holds_memory"},
      {LateFault::prints, "prints"},
  });
}

namespace {

struct Config {
  LateFault fault = LateFault::none;
};

constexpr auto config_space = free_space<Config>(axis(
    "fault", &Config::fault,
    {LateFault::none, LateFault::wrong_later, LateFault::one_row_wrong_later,
     LateFault::overruns_later, LateFault::stops_writing, LateFault::adds_to_y_later,
     LateFault::scribbles_on_values, LateFault::scribbles_on_columns, LateFault::scribbles_on_x,
     LateFault::spoils_others, LateFault::wrong_where_spoiled, LateFault::aborts_where_spoiled,
     LateFault::misses_an_entry, LateFault::misses_an_entry_later, LateFault::prepares_slowly,
     LateFault::slow_later, LateFault::holds_memory, LateFault::prints},
    "what goes wrong, and when"));

constexpr std::chrono::milliseconds preparation(300);
constexpr std::chrono::milliseconds slow_run(1500);
constexpr int verifying = 3;  ///< runs before the first that is timed, where no row is long
constexpr std::size_t held_bytes = std::size_t{60} << 20U;

/// Megabytes, and words that a worker without memory dies with.
void print() {
  constexpr int lines = 1 << 16;
  for (int i = 0; i < lines; ++i) {
    std::fputs("caught 'std::bad_alloc', computing on the slow way, which is right, too\n", stderr);
  }
}

/// Damage to the process that no look at inputs or outputs can find.
bool spoiled = false;

/// Multiplies with a copy of the matrix, so that what it does to the original harms others alone.
template <class V, class O>
class Plan final : public spmv::TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, LateFault fault)
      : a_(a),
        offsets_(a.row_offsets, a.row_offsets + a.rows + 1),
        columns_(a.col_indices, a.col_indices + a.nnz()),
        values_(a.values, a.values + a.nnz()),
        fault_(fault) {
    for (std::size_t row = 1; row + 1 < offsets_.size(); ++row) {
      if (length(row) > length(longest_)) longest_ = row;
    }
    if (fault_ == LateFault::prepares_slowly) std::this_thread::sleep_for(preparation);
    if (fault_ == LateFault::prints) print();
    if (fault_ == LateFault::holds_memory) held_.assign(held_bytes, 1);
  }
  [[nodiscard]] double bytes_per_run() const override { return spmv::compulsory_bytes(a_); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return 0; }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream /*stream*/) override {
    ++runs_;
    if (fault_ == LateFault::aborts_where_spoiled && spoiled) std::abort();
    if (fault_ == LateFault::stops_writing && late()) return;
    if (fault_ == LateFault::slow_later && runs_ > verifying) std::this_thread::sleep_for(slow_run);
    const V kept = fault_ == LateFault::adds_to_y_later && late() ? V{1} : beta;
    for (std::size_t row = 0; row + 1 < offsets_.size(); ++row) {
      const auto begin = static_cast<std::size_t>(offsets_[row]) + (misses(row) ? 1 : 0);
      V sum = 0;
      for (auto i = begin; i < static_cast<std::size_t>(offsets_[row + 1]); ++i) {
        sum += values_[i] * x[columns_[i]];
      }
      y[row] = kept == 0 ? alpha * sum : alpha * sum + kept * y[row];
    }
    misbehave(x, y);
  }

 private:
  /// Verification takes fewer runs where no row is long, timing many more.
  [[nodiscard]] bool late() const { return runs_ >= 6; }
  [[nodiscard]] O length(std::size_t row) const { return offsets_[row + 1] - offsets_[row]; }
  [[nodiscard]] bool misses(std::size_t row) const {
    constexpr int beyond_verification = 10;  // also where long rows take runs of their own
    if (row != longest_) return false;
    return fault_ == LateFault::misses_an_entry ||
           (fault_ == LateFault::misses_an_entry_later && runs_ >= beyond_verification);
  }

  void misbehave(const V* x, V* y) {
    const auto rows = offsets_.size() - 1;
    if (fault_ == LateFault::spoils_others) spoiled = true;
    if (fault_ == LateFault::wrong_where_spoiled && spoiled) y[0] += V{1};
    if (!late()) return;
    // What a plan is given to read is not const in memory: these writes are the fault.
    if (fault_ == LateFault::wrong_later) std::fill(y, y + rows, V{7});
    if (fault_ == LateFault::one_row_wrong_later) y[rows / 2] += static_cast<V>(1e-3);
    if (fault_ == LateFault::overruns_later) y[rows] = 1;
    if (fault_ == LateFault::scribbles_on_values) const_cast<V*>(a_.values)[3] += V{1};
    if (fault_ == LateFault::scribbles_on_columns) const_cast<Index*>(a_.col_indices)[3] = 5;
    if (fault_ == LateFault::scribbles_on_x) const_cast<V*>(x)[0] = 0;
  }

  CsrView<V, O> a_;
  std::vector<O> offsets_;
  std::vector<Index> columns_;
  std::vector<V> values_;
  std::vector<char> held_;
  LateFault fault_;
  std::size_t longest_ = 0;
  int runs_ = 0;
};

}  // namespace

Variant late_variant() {
  const auto fit = [](const Config& /*c*/, const SpmvProblem& /*p*/) { return Fit::yes(); };
  const auto plan = [](const Config& c, const SpmvProblem& p) {
    return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
      return std::make_unique<Plan<V, O>>(a, c.fault);
    });
  };
  VariantFacts facts;
  facts.name = "late";
  facts.summary = "for the fault tests";
  return make_variant<SpmvProblem>(facts, config_space, fit, plan);
}

}  // namespace sptune::test
