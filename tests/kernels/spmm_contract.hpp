// SPDX-License-Identifier: BSD-3-Clause
// Running one SpMM plan on one problem and holding it to the reference, on the host or on a device.
#pragma once

#include "kernels/api/variant.hpp"
#include "kernels/spmm/spmm.hpp"
#include "tests/kernels/guarded.hpp"
#include "tests/kernels/new_values.hpp"
#include "tests/kernels/tally.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sptune::test {

/// The dense side of a case; gaps are elements between rows (or columns) beyond the compact ones.
struct DenseCase {
  std::int64_t columns = 1;
  Layout layout = Layout::row_major;
  std::int64_t x_gap = 0;
  std::int64_t y_gap = 0;

  [[nodiscard]] std::string text() const {
    return "k=" + std::to_string(columns) + (layout == Layout::row_major ? " row" : " col") +
           " gaps " + std::to_string(x_gap) + " " + std::to_string(y_gap);
  }
};

/// A dense matrix in the caller's memory: where its elements stand, and how many there are.
struct DenseShape {
  std::int64_t rows;
  std::int64_t columns;
  Layout layout;
  std::int64_t leading;

  [[nodiscard]] std::int64_t size() const {
    return leading * (layout == Layout::row_major ? rows : columns);
  }
  [[nodiscard]] std::size_t at(std::int64_t row, std::int64_t column) const {
    return static_cast<std::size_t>(layout == Layout::row_major ? row * leading + column
                                                                : row + column * leading);
  }
  /// Calls f(row, column) for every element.
  template <class F>
  void for_each(F&& f) const {
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) f(i, j);
    }
  }
};

inline DenseShape shape_of_x(const SpmmProblem& p) {
  return {p.a.cols, p.columns, p.layout, p.leading_x()};
}
inline DenseShape shape_of_y(const SpmmProblem& p) {
  return {p.a.rows, p.columns, p.layout, p.leading_y()};
}

/// Elements seeded, gaps NaN: who multiplies with one is found out.
template <class V>
std::vector<V> gapped_matrix(const DenseShape& shape, std::uint64_t seed) {
  std::vector<V> out(static_cast<std::size_t>(shape.size()), std::numeric_limits<V>::quiet_NaN());
  const std::vector<V> elements = seeded_vector<V>(shape.rows * shape.columns, seed);
  shape.for_each([&](std::int64_t i, std::int64_t j) {
    out[shape.at(i, j)] = elements[static_cast<std::size_t>(i * shape.columns + j)];
  });
  return out;
}

/// The matrix and X where a backend wants them, and how it runs a plan on a Y of the host.
template <class V, class O>
class SpmmHost {
 public:
  SpmmHost(const Csr<V, O>& a, const std::vector<V>& x) : a_(a.view()), x_(x.data()) {}
  [[nodiscard]] AnyCsr matrix() const { return a_; }
  void run(DensePlan& plan, double alpha, double beta, GuardedVector<V>& y) {
    plan.run(alpha, x_, beta, y.data(), Stream{});
  }

 private:
  AnyCsr a_;
  const V* x_;
};

template <class V, class O>
class SpmmDevice {
 public:
  SpmmDevice(const Csr<V, O>& a, const std::vector<V>& x)
      : a_(AnyCsr(a.view())), x_(to_device(x.data(), x.size())) {}
  [[nodiscard]] AnyCsr matrix() const { return a_.view(); }
  /// The guard zones travel too, so that a kernel that wrote there is found out.
  void run(DensePlan& plan, double alpha, double beta, GuardedVector<V>& y) {
    const cuda::DeviceArray<V> device_y = to_device(y.guarded().data(), y.guarded().size());
    plan.run(alpha, x_.data(), beta, device_y.data() + GuardedVector<V>::guard, timer_.stream());
    cuda::synchronize();
    cuda::copy_to_host(y.guarded().data(), device_y.data(), y.guarded().size() * sizeof(V));
  }

 private:
  cuda::DeviceCsr a_;
  cuda::DeviceArray<V> x_;
  cuda::Timer timer_;  // its stream does not wait for the default stream: plans must do so
};

template <class V, class O, template <class, class> class Where = SpmmHost>
class SpmmContract {
 public:
  SpmmContract(const Csr<V, O>& a, const DenseCase& dense, std::string where)
      : a_(a),
        where_(std::move(where) + " " + dense.text()),
        problem_(make_problem(a, dense)),
        x_(gapped_matrix<V>(shape_of_x(problem_), 1)),
        before_(gapped_matrix<V>(shape_of_y(problem_), 2)),
        place_(a, x_) {
    changed_.values = changed_values(a.values);
    SpmmProblem changed = problem_;
    changed.a = changed_.view();
    for (std::size_t i = 0; i < factors.size(); ++i) {
      const auto [alpha, beta] = factors[i];
      truth_[i] = spmm::reference(problem_, alpha, x_.data(), beta, before_.data());
      changed_truth_[i] = spmm::reference(changed, alpha, x_.data(), beta, before_.data());
    }
    problem_.a = place_.matrix();
  }

  /// What the configuration answers to the problem; where that is yes, its plan has run and was
  /// compared.
  Fit holds_for(const ResolvedConfiguration& c) {
    SCOPED_TRACE(where_ + " " + c.text());
    trace(where_, c);
    Fit fit = c.fit(problem_);
    if (!fit) {
      expect_reason(fit);
      return fit;
    }
    try {
      check(c);
    } catch (const Error& error) {
      ADD_FAILURE() << error.what();
    }
    return fit;
  }

  [[nodiscard]] const SpmmProblem& problem() const { return problem_; }

 private:
  static constexpr std::array<std::pair<double, double>, 2> factors{{{1.0, 0.0}, {2.5, -0.5}}};
  using Truth = std::array<DenseReference, factors.size()>;

  static SpmmProblem make_problem(const Csr<V, O>& a, const DenseCase& dense) {
    SpmmProblem p(a.view(), dense.columns, dense.layout, {});
    p.resources.threads = granted_threads;
    p.resources.work_of_a_thread = 1;
    if (dense.x_gap > 0) p.ldx = p.compact_x() + dense.x_gap;
    if (dense.y_gap > 0) p.ldy = p.compact_y() + dense.y_gap;
    return p;
  }

  void check(const ResolvedConfiguration& c) {
    const std::unique_ptr<DensePlan> plan = c.dense_plan(problem_);
    EXPECT_GE(plan->memory_bytes(), 0);
    EXPECT_GE(plan->bytes_per_run(), static_cast<double>(a_.rows * problem_.columns) * sizeof(V));
    for (std::size_t i = 0; i < factors.size(); ++i) check_result(c, *plan, i, truth_);
    check_memory_limit(c, plan->memory_bytes());
    if (takes_new_values(c.variant())) check_new_values(c, *plan);
  }

  void check_result(const ResolvedConfiguration& c, DensePlan& plan, std::size_t which,
                    const Truth& truth) {
    GuardedVector<V> first = run(plan, which);
    check_elements(first, which, truth);
    EXPECT_TRUE(first.guards_untouched());
    if (!c.deterministic()) return;
    GuardedVector<V> second = run(plan, which);
    EXPECT_EQ(std::memcmp(first.guarded().data(), second.guarded().data(),
                          first.guarded().size() * sizeof(V)),
              0)
        << "two runs differ";
  }

  /// Elements within the bound, gaps as they were.
  void check_elements(GuardedVector<V> y, std::size_t which, const Truth& truth) const {
    const DenseShape shape = shape_of_y(problem_);
    const DenseShape compact{shape.rows, shape.columns, shape.layout, problem_.compact_y()};
    std::int64_t wrong = 0;
    shape.for_each([&](std::int64_t i, std::int64_t j) {
      const auto r = static_cast<std::size_t>(i);
      const std::size_t in_truth = compact.at(i, j);
      const double expected = truth[which].y[in_truth];
      V& found = y.data()[shape.at(i, j)];
      const double error = std::abs(static_cast<double>(found) - expected);
      const auto entries = static_cast<std::int64_t>(a_.row_offsets[r + 1] - a_.row_offsets[r]);
      const bool right = error <= bound<V>(entries, truth[which].magnitude[in_truth]);
      if (!right && ++wrong == 1) {
        ADD_FAILURE() << "row " << i << " column " << j << ": " << found << " instead of "
                      << expected << ", alpha " << factors[which].first << ", beta "
                      << factors[which].second;
      }
      found = untouched;
    });
    EXPECT_EQ(wrong, 0);
    for (std::int64_t i = 0; i < shape.size(); ++i) {
      ASSERT_EQ(y.data()[i], untouched) << "the gap at element " << i << " was written";
    }
  }

  /// Y starts as NaN where it must not be read.
  GuardedVector<V> run(DensePlan& plan, std::size_t which) {
    const double alpha = factors[which].first;
    const double beta = factors[which].second;
    const DenseShape shape = shape_of_y(problem_);
    GuardedVector<V> y(shape.size());
    shape.for_each([&](std::int64_t i, std::int64_t j) {
      const std::size_t at = shape.at(i, j);
      y.data()[at] = beta == 0 ? std::numeric_limits<V>::quiet_NaN() : before_[at];
    });
    place_.run(plan, alpha, beta, y);
    return y;
  }

  /// The plan goes on with other values, then with the first again, and refuses wrong ones.
  void check_new_values(const ResolvedConfiguration& c, DensePlan& plan) {
    SCOPED_TRACE("update_values");
    const NewValues<V> changed(changed_.values, problem_.a.space);
    plan.update_values(changed.view(), Stream{});
    finish_update(problem_.a.space);
    check_result(c, plan, 1, changed_truth_);
    expect_wrong_values_refused(
        changed.view(), [&](const AnyValues& wrong) { plan.update_values(wrong, Stream{}); });
    check_result(c, plan, 0, changed_truth_);
    plan.update_values(AnyValues(problem_.a), Stream{});
    finish_update(problem_.a.space);
    check_result(c, plan, 0, truth_);
  }

  /// What a plan really holds must have been foreseen; but for where the shares of a CPU's threads
  /// begin (Options::memory_limit). Under that limit it is refused, or does with less.
  void check_memory_limit(const ResolvedConfiguration& c, std::int64_t held) {
    const bool cpu = c.variant().facts.backend == Backend::cpu;
    constexpr std::int64_t too_small_to_matter = 16384;  // what a library adds
    const std::int64_t shares = 64 * (problem_.resources.threads + 1);
    const std::int64_t limit = cpu ? held - shares - 1 : held / 2;
    if (c.variant().facts.baseline || limit < 0 || (!cpu && held < too_small_to_matter)) return;
    SpmmProblem tight = problem_;
    tight.resources.memory_limit = limit;
    const Fit fit = c.fit(tight);
    EXPECT_TRUE(cpu || !fit) << "holds " << held << " bytes";
    if (!fit) {
      EXPECT_THAT(fit.reason, ::testing::HasSubstr(std::to_string(limit)));
      EXPECT_FALSE(cpu && c.text() == c.variant().default_configuration().text())
          << "runs from the caller's CSR";
      return;
    }
    const std::unique_ptr<DensePlan> plan = c.dense_plan(tight);
    EXPECT_LE(plan->memory_bytes(), limit + (cpu ? shares : 0)) << "held " << held;
    for (std::size_t i = 0; i < factors.size(); ++i) check_result(c, *plan, i, truth_);
  }

  static constexpr V untouched{1234.5};  // as GuardedVector begins

  const Csr<V, O>& a_;
  Csr<V, O> changed_ = a_;  ///< the same pattern
  std::string where_;
  SpmmProblem problem_;
  std::vector<V> x_;
  std::vector<V> before_;
  Where<V, O> place_;
  Truth truth_;
  Truth changed_truth_;
};

}  // namespace sptune::test
