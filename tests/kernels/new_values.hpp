// SPDX-License-Identifier: BSD-3-Clause
// What the contracts of all operations give to update_values, and what no plan may take.
#pragma once

#include "kernels/api/variant.hpp"
#include "sptune/device.hpp"
#include "sptune/error.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sptune::test {

/// All of them different; some become 0 and stay entries.
template <class V>
std::vector<V> changed_values(const std::vector<V>& values) {
  std::vector<V> out(values.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = i % 5 == 0 && values[i] != 0 ? V{0} : static_cast<V>(7) - values[i] / 2;
  }
  return out;
}

/// Values where a plan wants them, in other memory than those it was planned with, which must not
/// be read again.
template <class V>
class NewValues {
 public:
  NewValues(const std::vector<V>& values, MemorySpace space) : host_(values) {
    if (space == MemorySpace::device) device_ = {values.data(), values.size()};
    space_ = space;
  }
  [[nodiscard]] AnyValues view() const {
    return space_ == MemorySpace::host
               ? AnyValues(host_)
               : AnyValues::on_device(device_.data(), static_cast<std::int64_t>(host_.size()));
  }

 private:
  std::vector<V> host_;
  cuda::DeviceArray<V> device_;
  MemorySpace space_ = MemorySpace::host;
};

/// Calls `update(values)` with what no plan may take instead of `good`.
template <class Update>
void expect_wrong_values_refused(const AnyValues& good, Update&& update) {
  const auto refused = [&](auto change, const char* words) {
    AnyValues wrong = good;
    change(wrong);
    try {
      update(wrong);
      ADD_FAILURE() << "took them: " << words;
    } catch (const UsageError& e) {
      EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
  };
  refused([](AnyValues& v) { v.type = v.type == ValueType::f64 ? ValueType::f32 : ValueType::f64; },
          "another type");
  refused([](AnyValues& v) { ++v.count; }, "one for each is needed");
  if (good.count == 0) return;
  refused([](AnyValues& v) { --v.count; }, "one for each is needed");
  refused([](AnyValues& v) { v.data = nullptr; }, "null pointer");
  refused(
      [](AnyValues& v) {
        v.space = v.space == MemorySpace::host ? MemorySpace::device : MemorySpace::host;
      },
      "bring them there");
}

/// Whether a plan of this variant must take other values.
inline bool takes_new_values(const Variant& v) {
  return !v.facts.baseline && v.facts.backend == Backend::cpu;
}

}  // namespace sptune::test
