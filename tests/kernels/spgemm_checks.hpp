// SPDX-License-Identifier: BSD-3-Clause
// A configuration on a pair of matrices, held to what every SpGEMM plan promises.
#pragma once

#include "kernels/api/catalogue.hpp"
#include "kernels/api/variant.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/new_values.hpp"
#include "tests/kernels/spgemm_contract.hpp"
#include "tests/kernels/tally.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace sptune::tests {

/// Values of both operands from other arrays, and wrong ones refused.
template <class V, class O>
void expect_new_values(SpgemmPlan& plan, const Operand<V, O>& a, const Operand<V, O>& b,
                       References<V, O>& references, const std::string& where) {
  Csr<V, O> other_a = a.host;
  Csr<V, O> other_b = b.host;
  other_a.values = test::changed_values(a.host.values);
  other_b.values = test::changed_values(b.host.values);
  const test::NewValues<V> new_a(other_a.values, a.view().space);
  const test::NewValues<V> new_b(other_b.values, b.view().space);
  const auto expect_product = [&](const std::string& what) {
    plan.numeric({});
    Copy<V> c = copy_of<V>(plan.result());
    if (!plan.sorted()) sort_rows(c);
    expect_equal(c, references.of(other_a, other_b), where + what);
  };
  plan.update_values(new_a.view(), new_b.view(), {});
  expect_product(", update_values");
  test::expect_wrong_values_refused(
      new_a.view(), [&](const AnyValues& v) { plan.update_values(v, new_b.view(), {}); });
  test::expect_wrong_values_refused(
      new_b.view(), [&](const AnyValues& v) { plan.update_values(new_a.view(), v, {}); });
  expect_product(", after wrong values");
  // Between the phases: an algorithm that computes C with its pattern must do so again.
  plan.symbolic({});
  plan.update_values(AnyValues(a.view()), AnyValues(b.view()), {});
  plan.allocate({});
  other_a.values = a.host.values;
  other_b.values = b.host.values;
  expect_product(", update_values after symbolic");
}

/// What the configuration answers to the pair; where that is yes, its plan has run and was
/// compared. `references` are this pair's.
template <class V, class O>
Fit check_pair(const ResolvedConfiguration& configuration, const Pair& pair,
               References<V, O>& references) {
  const Variant& variant = configuration.variant();
  Operand<V, O> a(pair.a, variant.facts.backend);
  Operand<V, O> b(pair.b, variant.facts.backend);
  Resources resources;
  resources.threads = 3;
  resources.work_of_a_thread = 1;
  const SpgemmProblem problem = problem_of(a, b, resources);
  const std::string where = configuration.text() + " on " + pair.name;
  SCOPED_TRACE(where);
  Fit fit = configuration.fit(problem);
  if (!fit) {
    test::expect_reason(fit);
    return fit;
  }
  const auto plan = configuration.sparse_plan(problem);

  const std::int64_t nnz = run_all<V>(*plan);
  Copy<V> first = copy_of<V>(plan->result());
  if (!plan->sorted()) sort_rows(first);
  const spgemm::Reference& reference = references.of(a.host, b.host);
  EXPECT_EQ(nnz, reference.c.nnz()) << where;
  EXPECT_EQ(plan->result().rows, a.host.rows) << where;
  EXPECT_EQ(plan->result().cols, b.host.cols) << where;
  EXPECT_GE(plan->memory_bytes(), 0) << where;
  expect_equal(first, reference, where);

  run_all<V>(*plan);
  Copy<V> second = copy_of<V>(plan->result());
  if (!plan->sorted()) sort_rows(second);
  expect_equal(second, reference, where + ", second run");
  if (configuration.deterministic()) {
    EXPECT_TRUE(same_bits(first.values, second.values)) << where;
  }

  // A plan may build in the first of such runs what those that follow replay.
  for (const char* run : {", numeric alone", ", numeric alone again", ", and again"}) {
    a.change_values();
    b.change_values();
    plan->numeric({});
    Copy<V> changed = copy_of<V>(plan->result());
    if (!plan->sorted()) sort_rows(changed);
    expect_equal(changed, references.of(a.host, b.host), where + run);
  }
  plan->symbolic({});
  a.change_values();
  b.change_values();
  plan->allocate({});
  plan->numeric({});
  Copy<V> between = copy_of<V>(plan->result());
  if (!plan->sorted()) sort_rows(between);
  expect_equal(between, references.of(a.host, b.host), where + ", changed between phases");
  if (test::takes_new_values(variant)) expect_new_values(*plan, a, b, references, where);
  return fit;
}

template <class V, class O>
void check_alone(const ResolvedConfiguration& configuration, const Pair& pair) {
  References<V, O> references;
  check_pair(configuration, pair, references);
}

/// The types that tests of doubles and offsets of 32 bits leave out.
inline void check_other_types(const ResolvedConfiguration& configuration,
                              const std::vector<Pair>& pairs) {
  for (const Pair& pair : pairs) {
    check_alone<double, std::int64_t>(configuration, pair);
    check_alone<float, std::int64_t>(configuration, pair);
    check_alone<float, std::int32_t>(configuration, pair);
  }
}

/// Every run of the plan gives the same bits.
inline void expect_same_bits(const ResolvedConfiguration& configuration, const Pair& pair) {
  const Backend backend = configuration.variant().facts.backend;
  const Operand<double, std::int32_t> a(pair.a, backend);
  const Operand<double, std::int32_t> b(pair.b, backend);
  const auto plan = configuration.sparse_plan(problem_of(a, b, {}));
  run_all<double>(*plan);
  const Copy<double> first = copy_of<double>(plan->result());
  for (int again = 0; again < 3; ++again) {
    if (again == 1) {
      plan->numeric({});
    } else {
      run_all<double>(*plan);
    }
    EXPECT_TRUE(same_bits(first.values, copy_of<double>(plan->result()).values)) << pair.name;
  }
}

/// A configuration on the GPU, by its text.
inline ResolvedConfiguration resolved(const std::string& text) {
  return shipped_catalogue().parse(Operation::spgemm, Backend::cuda, text).value();
}

/// A graph that has captured the first run of the values, launched more than once.
inline void check_under_capture(const ResolvedConfiguration& configuration, const Pair& pair) {
  Operand<double, std::int32_t> a(pair.a, Backend::cuda);
  const Operand<double, std::int32_t> b(pair.b, Backend::cuda);
  const auto plan = configuration.sparse_plan(problem_of(a, b, {}));
  plan->symbolic({});
  plan->allocate({});
  cuda::synchronize();
  const cuda::Timer timer;  // owns a stream
  cuda::Graph graph(timer.stream(), [&] { plan->numeric(timer.stream()); });
  for (int again = 0; again < 3; ++again) {
    a.change_values();
    graph.launch();
    expect_equal(copy_of<double>(plan->result()), spgemm::reference(a.host.view(), b.host.view()),
                 "in a graph, " + std::to_string(again));
  }
}

}  // namespace sptune::tests
