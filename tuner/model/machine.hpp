// SPDX-License-Identifier: BSD-3-Clause
// Which machine a model was trained on, told cheaply enough for an application's start. The harness
// captures far more; it does not ship.
#pragma once

#include "sptune/types.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace sptune::model {

struct Machine {
  std::string name;  ///< the processor's marketing name; shown, not compared
  std::string arch;  ///< as harness::Hardware::arch: "x86-64 AuthenticAMD 26/2 avx512"
  int cores = 0;     ///< that this process may use, as host::processor_count_of_process counts
  // Of a GPU, where the chip alone does not tell what it can do; 0: not known.
  std::int64_t l2_bytes = 0;
  std::int64_t memory_bytes = 0;
  /// A model of this machine is meant for every x86-64 CPU that has its instruction set.
  bool generic = false;
  /// With so many CPU threads a model's trials ran; 0: not said, as for a GPU and for a machine.
  int threads = 0;

  [[nodiscard]] std::string text() const;
  friend bool operator==(const Machine&, const Machine&) = default;
};

/// 1 thread, 2 threads.
[[nodiscard]] std::string threads_text(int threads);

/// Whether times measured on `a` say something about `b`: same architecture, same number of cores,
/// and where both are known, the same L2 cache and the same memory but for a sixteenth (drivers and
/// error correction keep some of it).
[[nodiscard]] bool comparable(const Machine& a, const Machine& b);

/// What a model of one machine is worth on another.
enum class Kinship : std::uint8_t {
  same,      ///< comparable
  transfer,  ///< a GPU of the same compute capability, or generic and not beyond this CPU
  foreign
};
[[nodiscard]] std::string_view to_string(Kinship kinship) noexcept;
[[nodiscard]] Kinship kinship(const Machine& trained, const Machine& here, Backend backend);

/// Of several models that transfer to a CPU the one of the most instructions is the closest, since
/// none transfers that is beyond it: 1 and up for what an x86-64 CPU computes with, 0 for all else.
[[nodiscard]] int instructions_rank(const Machine& machine) noexcept;

/// What a backend computes on: this CPU, or the current device, for which CUDA's driver is asked.
/// Each is looked at once per process; of a CPU the first entry of /proc/cpuinfo where there is
/// one. Of its cores the most count that the process was seen to have, whichever thread asks. A
/// GPU's cores are its multiprocessors; without one all fields are empty.
[[nodiscard]] const Machine& this_machine(Backend backend = Backend::cpu);

}  // namespace sptune::model
