// SPDX-License-Identifier: BSD-3-Clause
#include "tests/fault/faulty_catalogue.hpp"

#include "kernels/api/operation.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/row_policy/policy_file.hpp"
#include "kernels/spmv/spmv.hpp"
#include "tests/fault/cuda_faults.hpp"
#include "tests/fault/late_faults.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace sptune::test {

enum class Fault : std::uint8_t {
  none,
  segfault,
  abort,
  exit,
  hang_in_run,
  hang_in_prepare,
  hang_in_measure,
  crash_in_measure,
  wrong_value,
  leaves_row,
  ignores_beta,
  overrun,
  allocate,
  throws,
  throws_int,
  nondeterministic,
  killed,
  fluctuates,
  reads_policy,
};

constexpr auto enum_names(Fault /*unused*/) {
  return std::to_array<std::pair<Fault, std::string_view>>({
      {Fault::none, "none"},
      {Fault::segfault, "segfault"},
      {Fault::abort, "abort"},
      {Fault::exit, "exit"},
      {Fault::hang_in_run, "hang_in_run"},
      {Fault::hang_in_prepare, "hang_in_prepare"},
      {Fault::hang_in_measure, "hang_in_measure"},
      {Fault::crash_in_measure, "crash_in_measure"},
      {Fault::wrong_value, "wrong_value"},
      {Fault::leaves_row, "leaves_row"},
      {Fault::ignores_beta, "ignores_beta"},
      {Fault::overrun, "overrun"},
      {Fault::allocate, "allocate"},
      {Fault::throws, "throws"},
      {Fault::throws_int, "throws_int"},
      {Fault::nondeterministic, "nondeterministic"},
      {Fault::killed, "killed"},
      {Fault::fluctuates, "fluctuates"},
      {Fault::reads_policy, "reads_policy"},
  });
}

namespace {

struct Config {
  Fault fault = Fault::none;
};

constexpr auto config_space = free_space<Config>(
    axis("fault", &Config::fault,
         {Fault::none, Fault::segfault, Fault::abort, Fault::exit, Fault::hang_in_run,
          Fault::hang_in_prepare, Fault::hang_in_measure, Fault::crash_in_measure,
          Fault::wrong_value, Fault::leaves_row, Fault::ignores_beta, Fault::overrun,
          Fault::allocate, Fault::throws, Fault::throws_int, Fault::nondeterministic, Fault::killed,
          Fault::fluctuates, Fault::reads_policy},
         "what goes wrong"));

[[noreturn]] void hang() {
  for (;;) std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

/// Touches every page, so that resident memory grows as well as what is mapped.
void allocate_without_bound() {
  constexpr std::size_t chunk = std::size_t{8} << 20;
  std::vector<std::vector<char>> held;
  for (;;) held.emplace_back(chunk, 'x');
}

/// As if somebody killed the worker, as often as the file that SPTUNE_TEST_KILLS names says.
void be_killed() {
  const char* file = std::getenv("SPTUNE_TEST_KILLS");
  int left = 0;
  if (file == nullptr || !(std::ifstream(file) >> left) || left <= 0) return;
  std::ofstream(file) << left - 1;
  std::raise(SIGKILL);
}

/// As kernels of SpGEMM on a GPU do, by the file that their variable names.
void read_policy() {
  constexpr std::array<std::string_view, 1> names{"sort"};
  (void)row_policy::policy_of_file(record_of(Operation::spgemm).policy_variable, {names, names},
                                   "");
}

template <class V, class O>
class Plan final : public spmv::TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, Fault fault) : a_(a), fault_(fault) {
    if (fault == Fault::hang_in_prepare) hang();
    if (fault == Fault::reads_policy) read_policy();
  }
  [[nodiscard]] double bytes_per_run() const override { return spmv::compulsory_bytes(a_); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return 0; }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream /*stream*/) override {
    ++runs_;
    misbehave_before(beta);
    const std::int64_t rows = fault_ == Fault::leaves_row ? a_.rows - 1 : a_.rows;
    for (std::int64_t row = 0; row < rows; ++row) {
      V sum = 0;
      for (O i = a_.row_offsets[row]; i < a_.row_offsets[row + 1]; ++i) {
        sum += a_.values[i] * x[a_.col_indices[i]];
      }
      const bool plain = beta == 0 || fault_ == Fault::ignores_beta;
      y[row] = plain ? alpha * sum : alpha * sum + beta * y[row];
    }
    if (fault_ == Fault::wrong_value) y[a_.rows / 2] += static_cast<V>(1e-3);
    if (fault_ == Fault::overrun) y[a_.rows] = 1;
    if (fault_ == Fault::nondeterministic && runs_ % 2 == 0) {
      y[0] += y[0] * (sizeof(V) == 8 ? static_cast<V>(4e-16) : static_cast<V>(2e-7));
    }
  }

 private:
  void misbehave_before(V beta) const {
    constexpr int runs_before_measuring = 3;  // first run, repeated run, beta != 0
    switch (fault_) {
      case Fault::segfault:
        std::raise(SIGSEGV);
        break;
      case Fault::abort:
        std::abort();
      case Fault::exit:
        std::_Exit(7);
      case Fault::hang_in_run:
        hang();
      case Fault::hang_in_measure:
        if (runs_ > runs_before_measuring + 1) hang();
        break;
      case Fault::crash_in_measure:
        if (runs_ > runs_before_measuring + 1) std::abort();
        break;
      case Fault::killed:
        if (runs_ > runs_before_measuring + 1) be_killed();
        break;
      case Fault::fluctuates:  // from sample to sample, not within one
        if (beta == 0) std::this_thread::sleep_for(std::chrono::microseconds(50 << runs_ / 8 % 5));
        break;
      case Fault::allocate:
        allocate_without_bound();
        break;
      case Fault::throws:
        throw std::runtime_error("the variant threw this");
      case Fault::throws_int:
        throw 42;  // NOLINT: this is the fault
      default:
        break;
    }
  }

  CsrView<V, O> a_;
  Fault fault_;
  int runs_ = 0;
};

Variant variant(std::string name, Fault fixed, bool free_axis) {
  const auto fit = [](const Config& /*c*/, const SpmvProblem& p) {
    return p.a.rows == 13 ? Fit::no("13 rows bring bad luck") : Fit::yes();
  };
  const auto plan = [fixed, free_axis](const Config& c, const SpmvProblem& p) {
    const Fault fault = free_axis ? c.fault : fixed;
    return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
      return std::make_unique<Plan<V, O>>(a, fault);
    });
  };
  VariantFacts facts;
  facts.name = std::move(name);
  facts.summary = "for the fault tests";
  if (free_axis) return make_variant<SpmvProblem>(facts, config_space, fit, plan);
  return make_variant<SpmvProblem>(facts, free_space<Config>(), fit, plan);
}

}  // namespace

Catalogue faulty_catalogue(bool broken_canary) {
  std::vector<Variant> variants;
  if (broken_canary) variants.push_back(variant("broken", Fault::wrong_value, false));
  variants.push_back(variant("good", Fault::none, false));
  variants.push_back(variant("faulty", Fault::none, true));
  variants.push_back(late_variant());
  for (Variant& v : cuda_fault_variants()) variants.push_back(std::move(v));
  return Catalogue(std::move(variants));
}

Catalogue hanging_catalogue(std::string_view variant) {
  std::vector<Variant> variants = shipped_catalogue().variants();
  for (Variant& v : variants) {
    if (v.facts.name != variant) continue;
    v.functions.plan = [](const ResolvedConfiguration&,
                          const Problem&) -> std::unique_ptr<sptune::Plan> { hang(); };
  }
  return Catalogue(std::move(variants));
}

}  // namespace sptune::test
