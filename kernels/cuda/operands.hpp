// SPDX-License-Identifier: BSD-3-Clause
// What is asked of a matrix in device memory before it is used. A build without CUDA throws
// DeviceError.
#pragma once

#include "kernels/api/operands.hpp"

#include <cstdint>

namespace sptune::cuda {

/// sptune::inspect for a matrix on the device; waits for the default stream.
[[nodiscard]] Inspection inspect(const AnyCsr& a);

/// Both operands of A*B and its multiplications in one wait for the default stream, each array of
/// A and B read once; `products` holds where neither is broken and B has a row for each column of
/// A.
struct ProductInspection {
  Inspection a;
  Inspection b;
  std::int64_t products = 0;
};
/// The same object twice is looked at once.
[[nodiscard]] ProductInspection inspect_product(const AnyCsr& a, const AnyCsr& b);

/// Multiplications in A*B for operands on the device that have no flaw (find_flaw); waits for the
/// default stream. Throws UsageError when a column of A is no row of B.
[[nodiscard]] std::int64_t count_products(const AnyCsr& a, const AnyCsr& b);

/// Entries of the longest row of a matrix on the device: every offset is read. Returns when the
/// default stream has come so far.
[[nodiscard]] std::int64_t longest_row(const AnyCsr& a);

/// What the driver knows of a pointer.
enum class Place : std::uint8_t { host, this_device, another_device, either, unknown };
/// `either`: managed, or pinned in the host's memory, which both can read. `unknown`: no device
/// here.
[[nodiscard]] Place place_of(const void* pointer);

/// A zero of either offset type on the device, for the offsets of a matrix without rows.
[[nodiscard]] const void* no_offsets();

}  // namespace sptune::cuda
