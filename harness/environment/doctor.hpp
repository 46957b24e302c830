// SPDX-License-Identifier: BSD-3-Clause
// What of this machine would spoil measurements, and what would mend it.
#pragma once

#include "harness/environment/gpu_state.hpp"
#include "sptune/types.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::harness {

enum class Concern : std::uint8_t {
  good,
  note,    ///< has to be known beside the numbers
  spoils,  ///< numbers would not come out the same again
};
[[nodiscard]] std::string_view to_string(Concern concern) noexcept;

struct Finding {
  Concern concern;
  std::string subject;  ///< "governor"
  std::string found;    ///< a phrase, never empty
  std::string remedy;   ///< a command or a phrase; empty where all is good
};

/// Of processor, system and build; looks at the load for so many seconds. `root` is where /proc and
/// /sys are.
[[nodiscard]] std::vector<Finding> examine_host(double seconds,
                                                const std::filesystem::path& root = "/");
/// Of a GPU in this state, or of one of which nothing is known.
[[nodiscard]] std::vector<Finding> examine_gpu(const Result<GpuState>& state);

/// Bits of NVML's nvmlClocksEventReasons by name, without those of an idle GPU and of clocks that
/// were set by somebody.
[[nodiscard]] std::vector<std::string> names_of_slowing(unsigned long long reasons);

}  // namespace sptune::harness
