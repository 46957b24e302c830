// SPDX-License-Identifier: BSD-3-Clause
// A sound plan that goes wrong at a moment of its own.
#pragma once

#include "sptune/matrix.hpp"
#include "sptune/plan.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace sptune::test {

enum class Fault : std::uint8_t {
  none,
  segfault,     ///< while it is prepared
  throws,       ///< while it is prepared
  memory,       ///< while it is prepared, without bound
  abort,        ///< in its first run
  exit,         ///< in its first run
  wrong,        ///< one element, in every run
  overrun,      ///< one element behind y; of a sparse result as `wrong`
  wrong_later,  ///< one element, once it has been verified
  hang,         ///< once it has been verified
  killed_once,  ///< as if from outside, in the first run that ever was; sound from then on
};

/// What is drawn from: hangs, which cost seconds, less often than the others.
inline constexpr std::array all_faults = {
    Fault::segfault, Fault::throws,      Fault::memory,      Fault::abort, Fault::exit,
    Fault::wrong,    Fault::overrun,     Fault::wrong_later, Fault::hang,  Fault::killed_once,
    Fault::segfault, Fault::killed_once, Fault::wrong,       Fault::abort, Fault::overrun,
};

[[nodiscard]] std::string_view to_string(Fault fault);

/// Told of a fault at the moment when it happens; false keeps it from happening.
using Note = std::function<bool(Fault)>;

/// The plan that `sound` makes, but for its fault. `a`: the first operand, in host memory.
[[nodiscard]] std::unique_ptr<Plan> misbehaving(Fault fault, const AnyCsr& a,
                                                const std::function<std::unique_ptr<Plan>()>& sound,
                                                Note note);

}  // namespace sptune::test
