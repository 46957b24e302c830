// SPDX-License-Identifier: BSD-3-Clause
// Matrices that products over ranks are held to the serial reference on, wherever ranks compute.
#pragma once

#include "tests/distributed/serial.hpp"
#include "tests/distributed/world.hpp"

#include "distributed/product.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sptune::distributed::test {

/// C as gathered on rank 0, and again of other values.
template <class V>
struct Products {
  Csr<V> first, again;
};

/// All schemes, kept, the ring in one block a rank, three, and without overlap.
[[nodiscard]] std::vector<ProductOptions> all_ways();
[[nodiscard]] std::string text_of(const ProductOptions& way);

/// Collective. `place(a, a_rows, b, b_rows)`, whole matrices and how they are shared out, gives
/// what makes Products of options and of this rank's other values of both.
template <class V, class Place>
void expect_products(const std::string& name, Csr<V> a, Csr<V> b, Balance balance,
                     const Place& place, const std::vector<ProductOptions>& ways = all_ways()) {
  const int ranks = world().size();
  const Partition a_rows = partition_rows(a.view(), b.row_offsets, balance, ranks);
  const Partition b_rows = partition_rows(b.view(), {}, Balance::nnz, ranks);
  const auto multiply = place(a, a_rows, b, b_rows);
  spgemm::Reference first;
  spgemm::Reference second;
  if (on_root()) first = spgemm::reference(a.view(), b.view());
  tests::change_values(a.values);
  tests::change_values(b.values);
  if (on_root()) second = spgemm::reference(a.view(), b.view());
  const std::vector<V> a_values = values_of(world().rank(), a_rows, a);
  const std::vector<V> b_values = values_of(world().rank(), b_rows, b);
  for (const ProductOptions& way : ways) {
    const Products<V> c = multiply(way, a_values, b_values);
    if (!on_root()) continue;
    expect_product(c.first, first, name + ", " + text_of(way));
    expect_product(c.again, second, name + ", " + text_of(way) + ", other values");
  }
}

/// Collective: awkward matrices by every scheme in f64, some of them in f32.
template <class Place>
void expect_products_on_the_battery(const Place& place) {
  std::size_t number = 0;
  for (const tests::Pair& pair : tests::awkward_pairs()) {
    expect_products<double>(pair.name, pair.a, pair.b,
                            all_balances.at(number++ % all_balances.size()), place);
  }
  for (const std::size_t which : {0, 5, 14}) {
    const tests::Pair& pair = tests::awkward_pairs().at(which);
    expect_products<float>(pair.name + ", f32", tests::converted<float, std::int64_t>(pair.a),
                           tests::converted<float, std::int64_t>(pair.b), Balance::products, place);
  }
}

}  // namespace sptune::distributed::test
