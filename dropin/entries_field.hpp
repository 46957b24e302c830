// SPDX-License-Identifier: BSD-3-Clause
// cuSPARSE's SpGEMM writes the number of C's entries into the descriptor of C, and has no function
// that lets anybody else do so. So it is looked where in a descriptor the number stands: two
// descriptors that differ in it alone are compared, and what was found is tried on a third. Where
// that fails, as with a cuSPARSE to come, SpGEMM is left to cuSPARSE.
#pragma once

#include "dropin/calls.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace sptune::dropin {

class EntriesField {
 public:
  /// Looks for it; asks nothing of a device.
  [[nodiscard]] static std::optional<EntriesField> find(const Calls& real);

  /// Writes it, and asks cuSPARSE whether it has arrived: if not, all is as it was.
  [[nodiscard]] bool set(const Calls& real, cusparseSpMatDescr_t matrix,
                         std::int64_t entries) const;

 private:
  explicit EntriesField(std::size_t offset) : offset_(offset) {}
  std::size_t offset_;
};

}  // namespace sptune::dropin
