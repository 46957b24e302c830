// SPDX-License-Identifier: BSD-3-Clause
// Which candidates are worth a few runs of the application, because the model cannot tell them from
// what it chose.
#pragma once

#include "sptune/choice.hpp"
#include "tuner/dispatch/known_models.hpp"
#include "tuner/dispatch/probing_plan.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace sptune::dispatch {

/// What model::contenders says at so many runs (Chooser::Runs::in_all). None where Options::probe
/// asks for none. Where the race is `remembered`, the default is held, too, if that hardly costs:
/// models are trained on times beside the default's. Tells `choice` of them.
[[nodiscard]] std::vector<Contender> contenders(const KnownModel& known,
                                                std::span<const model::Score> scores,
                                                std::size_t chosen, const Options& options,
                                                double runs,
                                                const std::function<Fit(std::size_t)>& fit,
                                                bool remembered, Choice& choice);

/// Options::settled as a plan calls it.
[[nodiscard]] ProbingPlan::Settled as_told(
    const std::function<void(const Configuration&)>& settled);

}  // namespace sptune::dispatch
