// SPDX-License-Identifier: BSD-3-Clause
// What each rank of `sptune-distributed` multiplies its own part with, and whether that is the same
// on all: each has an environment of its own, on a host of its own.
#pragma once

#include "sptune/dispatcher.hpp"

#include "distributed/communicator.hpp"
#include <CLI/CLI.hpp>

#include <string>
#include <utility>
#include <vector>

namespace sptune::apps {

/// What decides which product a rank computes of its part, and how, as name and value: no code of a
/// scheme says it.
using LocalProducts = std::vector<std::pair<std::string, std::string>>;

struct RankDispatcher {
  Dispatcher dispatcher;
  /// Of rank 0; where the ranks are not alike, `local_ranks` is a hash of all of theirs.
  LocalProducts local;
};

/// `--threads` of a rank.
void add_threads_of_rank(CLI::App& verb, int& threads, const std::string& description);

/// Collective: how many threads this rank computes with, `asked` being 0 for its share. Throws
/// AgreedError where that is more than a rank may use: fewer would run than are said, and stored.
[[nodiscard]] int threads_of_this_rank(distributed::Communicator& ranks, int asked);

/// Collective. `models` as of Dispatcher. Rank 0 says on standard error what it warns of, what
/// others alone do, and in what they differ from it: models, $SPTUNE_FORCE, code, threads,
/// instruction set, and on the CPU hardware. Throws AgreedError.
[[nodiscard]] RankDispatcher dispatcher_of_rank(distributed::Communicator& ranks,
                                                const std::vector<std::string>& models,
                                                Backend backend, int threads);

}  // namespace sptune::apps
