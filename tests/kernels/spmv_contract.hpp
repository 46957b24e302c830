// SPDX-License-Identifier: BSD-3-Clause
// Running one SpMV plan on one matrix and holding it to the reference, on the host or on a device.
#pragma once

#include "kernels/api/variant.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/guarded.hpp"
#include "tests/kernels/new_values.hpp"
#include "tests/kernels/tally.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace sptune::test {

/// The matrix and x where a backend wants them, and how it runs a plan on a y of the host.
template <class V, class O>
class Host {
 public:
  Host(const Csr<V, O>& a, const std::vector<V>& x) : a_(a.view()), x_(x.data()) {}
  [[nodiscard]] AnyCsr matrix() const { return a_; }
  void run(SpmvPlan& plan, double alpha, double beta, GuardedVector<V>& y) {
    plan.run(alpha, x_, beta, y.data(), Stream{});
  }

 private:
  AnyCsr a_;
  const V* x_;
};

template <class V, class O>
class Device {
 public:
  Device(const Csr<V, O>& a, const std::vector<V>& x)
      : row_offsets_(to_device(a.row_offsets.data(), a.row_offsets.size())),
        col_indices_(to_device(a.col_indices.data(), a.col_indices.size())),
        values_(to_device(a.values.data(), a.values.size())),
        x_(to_device(x.data(), x.size())),
        a_(a.view()) {
    a_.space = MemorySpace::device;
    a_.row_offsets = row_offsets_.data();
    a_.col_indices = col_indices_.data();
    a_.values = values_.data();
  }
  [[nodiscard]] AnyCsr matrix() const { return a_; }
  /// The guard zones travel too, so that a kernel that wrote there is found out.
  void run(SpmvPlan& plan, double alpha, double beta, GuardedVector<V>& y) {
    const cuda::DeviceArray<V> device_y = to_device(y.guarded().data(), y.guarded().size());
    plan.run(alpha, x_.data(), beta, device_y.data() + GuardedVector<V>::guard, timer_.stream());
    cuda::synchronize();
    cuda::copy_to_host(y.guarded().data(), device_y.data(), y.guarded().size() * sizeof(V));
  }

 private:
  cuda::DeviceArray<O> row_offsets_;
  cuda::DeviceArray<Index> col_indices_;
  cuda::DeviceArray<V> values_;
  cuda::DeviceArray<V> x_;
  AnyCsr a_;
  cuda::Timer timer_;  // its stream does not wait for the default stream: plans must do so
};

template <class V, class O, template <class, class> class Where = Host>
class Contract {
 public:
  Contract(const Csr<V, O>& a, std::string where)
      : a_(a),
        where_(std::move(where)),
        x_(seeded_vector<V>(a.cols, 1)),
        before_(seeded_vector<V>(a.rows, 2)),
        place_(a, x_) {
    problem_.a = place_.matrix();
    problem_.resources.threads = granted_threads;
    problem_.resources.work_of_a_thread = 1;  // parts of a small matrix are what is tested
    changed_.values = changed_values(a.values);
  }

  /// Plans that ran and were compared, so far.
  [[nodiscard]] int held() const { return held_; }

  [[nodiscard]] const SpmvProblem& problem() const { return problem_; }

  /// What the configuration answers to the matrix; where that is yes, its plan has run and was
  /// compared.
  Fit holds_for(const Variant& v, const ResolvedConfiguration& c) {
    SCOPED_TRACE(where_ + " " + c.text());
    trace(where_, c);
    Fit fit = c.fit(problem_);
    if (fit) {
      check(v, c);
      ++held_;
    } else {
      expect_reason(fit);
    }
    return fit;
  }

 private:
  void check(const Variant& v, const ResolvedConfiguration& c) {
    const std::unique_ptr<SpmvPlan> plan = c.dense_plan(problem_);
    ASSERT_NE(plan, nullptr);
    EXPECT_GE(plan->memory_bytes(), 0);
    EXPECT_TRUE(std::isfinite(plan->bytes_per_run()));
    EXPECT_GE(plan->bytes_per_run(), static_cast<double>(a_.rows) * sizeof(V));
    check_result(v, *plan, 1.0, 0.0, Values::first);
    check_result(v, *plan, 2.5, -0.5, Values::first);
    check_memory_limit(v, c, plan->memory_bytes());
    check_served(v, c, *plan);
    if (takes_new_values(v)) check_new_values(v, *plan);
  }

  /// A plan that need not look again is the same.
  void check_served(const Variant& v, const ResolvedConfiguration& c, SpmvPlan& alone) {
    SpmvProblem asked = problem_;
    EXPECT_TRUE(c.fit_for_plan(asked));
    if (!asked.found.what.has_value()) return;
    const std::unique_ptr<SpmvPlan> plan = c.dense_plan(asked);
    EXPECT_EQ(plan->memory_bytes(), alone.memory_bytes());
    EXPECT_EQ(plan->bytes_per_run(), alone.bytes_per_run());
    check_result(v, *plan, 1.0, 0.0, Values::first);
  }

  enum class Values { first, changed };

  /// Computed once for all configurations.
  const spmv::Reference& truth_of(Values values, double alpha, double beta) {
    const auto [at, fresh] = truths_.try_emplace({values, alpha, beta});
    if (fresh) {
      const Csr<V, O>& a = values == Values::first ? a_ : changed_;
      at->second = spmv::reference(a.view(), alpha, x_.data(), beta, before_.data());
    }
    return at->second;
  }

  /// `values`: those that count.
  void check_result(const Variant& v, SpmvPlan& plan, double alpha, double beta, Values values) {
    const spmv::Reference& truth = truth_of(values, alpha, beta);
    GuardedVector<V> first = run(plan, alpha, beta);
    for (std::int64_t row = 0; row < a_.rows; ++row) {
      const auto r = static_cast<std::size_t>(row);
      const double error = std::abs(static_cast<double>(first.data()[row]) - truth.y[r]);
      const std::int64_t entries = a_.row_offsets[r + 1] - a_.row_offsets[r];
      ASSERT_TRUE(error <= bound<V>(entries, truth.magnitude[r]))
          << "row " << row << ": " << first.data()[row] << " instead of " << truth.y[r]
          << ", alpha " << alpha << ", beta " << beta;
    }
    EXPECT_TRUE(first.guards_untouched());
    if (!v.facts.deterministic) return;
    GuardedVector<V> second = run(plan, alpha, beta);
    if (a_.rows == 0) return;
    EXPECT_EQ(
        std::memcmp(first.data(), second.data(), static_cast<std::size_t>(a_.rows) * sizeof(V)), 0)
        << "two runs differ";
  }

  /// The plan goes on with other values, then with the first again, and refuses wrong ones.
  void check_new_values(const Variant& v, SpmvPlan& plan) {
    SCOPED_TRACE("update_values");
    const std::int64_t held = plan.memory_bytes();
    const NewValues<V> changed(changed_.values, problem_.a.space);
    plan.update_values(changed.view(), Stream{});
    finish_update(problem_.a.space);
    check_result(v, plan, 2.5, -0.5, Values::changed);
    expect_wrong_values_refused(
        changed.view(), [&](const AnyValues& wrong) { plan.update_values(wrong, Stream{}); });
    check_result(v, plan, 1.0, 0.0, Values::changed);
    plan.update_values(AnyValues(problem_.a), Stream{});
    finish_update(problem_.a.space);
    check_result(v, plan, 1.0, 0.0, Values::first);
    EXPECT_EQ(plan.memory_bytes(), held);
  }

  /// y starts as NaN where it must not be read.
  GuardedVector<V> run(SpmvPlan& plan, double alpha, double beta) {
    GuardedVector<V> y(a_.rows);
    for (std::int64_t row = 0; row < a_.rows; ++row) {
      y.data()[row] =
          beta == 0 ? std::numeric_limits<V>::quiet_NaN() : before_[static_cast<std::size_t>(row)];
    }
    place_.run(plan, alpha, beta, y);
    return y;
  }

  /// What a plan really holds must have been foreseen; but for where the shares of a CPU's threads
  /// begin (Options::memory_limit).
  void check_memory_limit(const Variant& v, const ResolvedConfiguration& c, std::int64_t held) {
    const bool cpu = v.facts.backend == Backend::cpu;
    constexpr std::int64_t too_small_to_matter = 16384;  // what a library adds
    const std::int64_t limit = cpu ? held - 64 * (problem_.resources.threads + 1) - 1 : held / 2;
    if (v.facts.baseline || limit < 0 || (!cpu && held < too_small_to_matter)) return;
    SpmvProblem tight = problem_;
    tight.resources.memory_limit = limit;
    const Fit fit = c.fit(tight);
    EXPECT_FALSE(fit) << "holds " << held << " bytes";
    EXPECT_THAT(fit.reason, ::testing::HasSubstr(std::to_string(limit)));
  }

  const Csr<V, O>& a_;
  Csr<V, O> changed_ = a_;  ///< the same pattern
  std::string where_;
  std::vector<V> x_;
  std::vector<V> before_;  ///< y before a run
  std::map<std::tuple<Values, double, double>, spmv::Reference> truths_;
  Where<V, O> place_;
  SpmvProblem problem_;
  int held_ = 0;
};

}  // namespace sptune::test
