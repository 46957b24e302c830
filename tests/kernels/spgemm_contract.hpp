// SPDX-License-Identifier: BSD-3-Clause
// Running one SpGEMM plan on one pair and holding it to the reference, on the host or on a device.
#pragma once

#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "sptune/plan.hpp"
#include "tests/kernels/spgemm_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sptune::tests {

/// Row offsets, columns and values of a result, copied out.
template <class V>
struct Copy {
  std::vector<std::int64_t> row_offsets;
  std::vector<Index> col_indices;
  std::vector<V> values;
};

template <class T>
std::vector<T> array_of(const void* data, std::int64_t size, MemorySpace space) {
  std::vector<T> out(static_cast<std::size_t>(size));
  if (size == 0) return out;
  const std::size_t bytes = out.size() * sizeof(T);
  if (space == MemorySpace::host) {
    std::memcpy(out.data(), data, bytes);
  } else {
    cuda::copy_to_host(out.data(), data, bytes);
  }
  return out;
}

template <class V>
Copy<V> copy_of(const AnyCsr& c) {
  if (c.space == MemorySpace::device) cuda::synchronize();
  Copy<V> out{array_of<std::int64_t>(c.row_offsets, c.rows + 1, c.space), {}, {}};
  out.col_indices = array_of<Index>(c.col_indices, out.row_offsets.back(), c.space);
  out.values = array_of<V>(c.values, out.row_offsets.back(), c.space);
  return out;
}

/// An operand where the backend computes.
template <class V, class O>
struct Operand {
  Operand(const Csr<double>& m, Backend backend) : host(tests::converted<V, O>(m)) {
    if (backend == Backend::cuda) device.emplace(host.view());
  }
  [[nodiscard]] AnyCsr view() const { return device ? device->view() : AnyCsr(host.view()); }
  void change_values() {
    if (host.values.empty()) return;
    tests::change_values(host.values);
    if (!device) return;
    cuda::copy_to_device(const_cast<void*>(device->view().values), host.values.data(),
                         host.values.size() * sizeof(V));
  }
  Csr<V, O> host;
  std::optional<cuda::DeviceCsr> device;
};

template <class A, class B>
SpgemmProblem problem_of(const A& a, const B& b, const Resources& resources) {
  SpgemmProblem p = spgemm::make_problem(a.host.view(), b.host.view(), resources);
  p.a = a.view();
  p.b = b.view();
  return p;
}

/// Reference products of one pattern of A and B, computed once for each set of values that meets
/// it: all configurations of a variant are held to the same ones.
template <class V, class O>
class References {
 public:
  const spgemm::Reference& of(const Csr<V, O>& a, const Csr<V, O>& b) {
    for (const Known& known : known_) {
      if (known.a == a.values && known.b == b.values) return known.product;
    }
    return known_.emplace_back(a.values, b.values, spgemm::reference(a.view(), b.view())).product;
  }

 private:
  struct Known {
    Known(std::vector<V> of_a, std::vector<V> of_b, spgemm::Reference c)
        : a(std::move(of_a)), b(std::move(of_b)), product(std::move(c)) {}
    std::vector<V> a;
    std::vector<V> b;
    spgemm::Reference product;
  };
  std::deque<Known> known_;  // elements stay where they are
};

/// Sum of n products in any order: n roundings each, in V, and as many in the reference's double.
/// A product too small for V is wrong by its least value at most, whatever its own size.
template <class V>
double bound(const spgemm::Reference& reference, std::size_t i) {
  const auto gamma = [&](double unit) {
    const double n = reference.terms[i];
    return n * unit / (1 - n * unit);
  };
  return (gamma(std::numeric_limits<V>::epsilon() / 2) +
          gamma(std::numeric_limits<double>::epsilon() / 2)) *
             reference.magnitude[i] +
         static_cast<double>(reference.terms[i]) * std::numeric_limits<V>::denorm_min();
}

template <class V>
void expect_equal(const Copy<V>& c, const spgemm::Reference& reference, const std::string& where) {
  ASSERT_EQ(c.row_offsets, reference.c.row_offsets) << where;
  ASSERT_EQ(c.col_indices, reference.c.col_indices) << where;
  for (std::size_t i = 0; i < c.values.size(); ++i) {
    ASSERT_LE(std::abs(static_cast<double>(c.values[i]) - reference.c.values[i]),
              bound<V>(reference, i))
        << where << ", entry " << i;
  }
}

/// The columns of each row in order, for a plan that does not promise it.
template <class V>
void sort_rows(Copy<V>& c) {
  for (std::size_t row = 0; row + 1 < c.row_offsets.size(); ++row) {
    std::vector<std::pair<Index, V>> entries;
    for (auto i = static_cast<std::size_t>(c.row_offsets[row]);
         i < static_cast<std::size_t>(c.row_offsets[row + 1]); ++i) {
      entries.emplace_back(c.col_indices[i], c.values[i]);
    }
    std::sort(entries.begin(), entries.end(),
              [](const auto& x, const auto& y) { return x.first < y.first; });
    for (std::size_t t = 0; t < entries.size(); ++t) {
      const auto at = static_cast<std::size_t>(c.row_offsets[row]) + t;
      c.col_indices[at] = entries[t].first;
      c.values[at] = entries[t].second;
    }
  }
}

template <class V>
bool same_bits(const std::vector<V>& x, const std::vector<V>& y) {
  return x.size() == y.size() &&
         (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof(V)) == 0);
}

template <class V>
std::int64_t run_all(SpgemmPlan& plan) {
  const std::int64_t nnz = plan.symbolic({});
  plan.allocate({});
  plan.complete({});
  return nnz;
}

}  // namespace sptune::tests
