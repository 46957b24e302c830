// SPDX-License-Identifier: BSD-3-Clause
// Options::async: what runs at once, and what is chosen and prepared beside it.
#pragma once

#include "kernels/api/problem.hpp"
#include "sptune/choice.hpp"
#include "sptune/plan.hpp"
#include "tuner/dispatch/chooser.hpp"

#include <memory>
#include <utility>

namespace sptune::dispatch {

/// A plan that runs with nothing prepared until what `chooser` chooses is ready, and what is to be
/// told of it now. No thread is started where that is what would be chosen without asking. Throws
/// UsageError where an unknown configuration is forced.
[[nodiscard]] std::pair<std::unique_ptr<DensePlan>, Choice> plan_beside(
    std::shared_ptr<const Chooser> chooser, Problem& problem, const Options& options);

}  // namespace sptune::dispatch
