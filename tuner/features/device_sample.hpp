// SPDX-License-Identifier: BSD-3-Clause
// What the tiers count, counted on the device: one launch that leaves some 3 kB in host memory (of
// a product at most 60), and takes no memory itself from the second one of a thread on. The host
// waits for that launch and for what stands before it on its stream, and for nothing else. Without
// CUDA, or without a device, these throw DeviceError; a stream that is being captured is a
// UsageError.
#pragma once

#include "sptune/plan.hpp"
#include "tuner/features/product_counts.hpp"
#include "tuner/features/tiers.hpp"

#include <cstdint>
#include <functional>
#include <span>

namespace sptune::features {

/// Offsets, columns and the fingerprint's sample. Valid until the thread asks again. `meanwhile`:
/// for the host to do while it waits.
[[nodiscard]] const Tally& count_on_device(const AnyCsr& a, std::int64_t parts, Stream stream,
                                           const std::function<void()>& meanwhile = {});

/// The fingerprint's sample alone, by one block of threads.
[[nodiscard]] Fingerprint sample_on_device(const AnyCsr& a, Stream stream);

/// By place in the samples. Valid until the thread asks again.
struct DeviceProducts {
  std::span<const CountedRow> counted;
  std::span<const ExpandedRow> expanded;
};

/// Of two matrices with entries, both on the device. A sample may be empty.
[[nodiscard]] DeviceProducts count_products_on_device(const AnyCsr& a, const AnyCsr& b,
                                                      const CountedSample& counted,
                                                      const RowBlocks& expanded, Stream stream);

}  // namespace sptune::features
