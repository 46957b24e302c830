// SPDX-License-Identifier: BSD-3-Clause
// The worker's main loop, a function so that tests can run it over a catalogue of misbehaving
// variants.
#pragma once

#include "kernels/api/catalogue.hpp"

namespace sptune::harness {

/// File descriptor on which a spawned worker finds its parent's socket.
inline constexpr int worker_fd = 3;

/// Serves requests from `in_fd` until it closes, answers on `out_fd`; returns an exit status.
/// Requests (JSON objects, field `type`):
///   canary  {backend}                         → {type: canary, ok, message}
///   trial   {configurations: [one], code_hashes: [one], backend, problem, protocol, best_us,
///           files} → stages, then {type: done, trials: [trial], tainted}
///   interleaved  {configurations, code_hashes, backend, problem, protocol, repetitions, files} →
///           the same with more trials
/// Where a variant's code is not that of `code_hashes` the answer is {type: other_build, variant}.
/// Before each stage it says {type: stage, stage, index}, so that the parent's watch knows what
/// runs. `files` maps content hashes to binary matrix files.
[[nodiscard]] int worker_main(const Catalogue& catalogue, int in_fd, int out_fd);

}  // namespace sptune::harness
