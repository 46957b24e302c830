// SPDX-License-Identifier: BSD-3-Clause
// The variable that names the file of hash_bins{policy=file}.
#pragma once

namespace sptune::spgemm {

inline constexpr const char* policy_variable = "SPTUNE_SPGEMM_POLICY";

}  // namespace sptune::spgemm
