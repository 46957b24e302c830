// SPDX-License-Identifier: BSD-3-Clause
// What rank 0 and a rank that measures for it say to each other: JSON texts with a field `type`, by
// harness/worker/wire where it has a form. Requests:
//   open         {backend} → {type: opened, machine}
//   trial        {configurations: [one], backend, problem, protocol, best_us, matrices} →
//                {type: done, trials}
//   interleaved  {configurations, …, repetitions} → the same with more trials
//   stop         what is under way is not wanted: → {type: stopped}, or its answer
//   bye          {code} the sweep is over, with this exit code
// `matrices`: bytes of each binary file by content hash. A rank that has no such file, or a damaged
// one, asks for it, {type: matrix, hash}, and gets {type: bytes, bytes} and then as many, in one
// text or several, and {type: sent}. Where it cannot have one its answer is {type: absent,
// message}. Whatever else fails is {type: failed, message}.
#pragma once

#include "harness/records/trial.hpp"

#include "distributed/sweep/machine_of_rank.hpp"
#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace sptune::distributed {

[[nodiscard]] nlohmann::ordered_json to_json(const MachineOfRank& machine);
[[nodiscard]] MachineOfRank machine_from_json(const nlohmann::ordered_json& json);

/// Trials as a runner returned them: with what the worker's parent knows of them.
[[nodiscard]] nlohmann::ordered_json to_json(const std::vector<harness::Trial>& trials);
[[nodiscard]] std::vector<harness::Trial> trials_from_json(const nlohmann::ordered_json& json);

}  // namespace sptune::distributed
