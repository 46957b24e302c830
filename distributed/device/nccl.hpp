// SPDX-License-Identifier: BSD-3-Clause
// NCCL, where libnccl.so.2 is found when the program runs: nothing is linked, nothing needed to
// build.
#pragma once

#include "distributed/device/carrier.hpp"

#include <memory>
#include <string>

namespace sptune::distributed {

/// "2.27.3", or why it cannot be used.
struct NcclFacts {
  std::string version;  ///< empty: none
  std::string trouble;
};
[[nodiscard]] const NcclFacts& nccl_facts();
/// "2.27.3" of what ncclGetVersion says: 22703, and before 2.9 with one digit less, 2804.
[[nodiscard]] std::string nccl_version_text(int version);

/// Collective; every rank has a GPU of its own, which is current, and nccl_facts without trouble.
/// Throws AgreedError.
[[nodiscard]] std::unique_ptr<Carrier> nccl_carrier(Communicator& ranks);

}  // namespace sptune::distributed
