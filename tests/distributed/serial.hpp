// SPDX-License-Identifier: BSD-3-Clause
// Products on all ranks against the serial one.
#pragma once

#include "tests/kernels/spgemm_contract.hpp"

#include "distributed/partition.hpp"

#include <string>
#include <vector>

namespace sptune::distributed::test {

template <class V>
void expect_product(const Csr<V>& c, const spgemm::Reference& reference, const std::string& where) {
  tests::expect_equal(tests::Copy<V>{c.row_offsets, c.col_indices, c.values}, reference, where);
}

/// A rank's part of the values of a whole matrix.
template <class V>
std::vector<V> values_of(int rank, const Partition& rows, const Csr<V>& whole) {
  const auto from = [&](std::int64_t row) {
    return whole.values.begin() + whole.row_offsets[static_cast<std::size_t>(row)];
  };
  return {from(rows.begin(rank)), from(rows.end(rank))};
}

}  // namespace sptune::distributed::test
