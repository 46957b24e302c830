// SPDX-License-Identifier: BSD-3-Clause
// The one trial runner. The sweep, `sptune run` and sptune-bench all measure through it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "sptune/harness/trial.hpp"
#include "sptune/kernels/api/catalogue.hpp"

namespace sptune::harness {

/// Where the binary file of a matrix is, by content hash (suites::Library::binary_path).
using MatrixLocator = std::function<std::filesystem::path(const std::string& content_hash)>;

class Runner {
 public:
  virtual ~Runner() = default;
  /// Never throws for what a configuration does; every misbehaviour is an Outcome.
  /// `best_us`: best median known for the problem, 0 when none; used for the dominated rule and for
  /// the kill limit max(2 s, 20 x best).
  [[nodiscard]] virtual Trial run(const Configuration& configuration, Backend backend,
                                  const Problem& problem, const Protocol& protocol,
                                  double best_us) = 0;
};

/// In this process: for tests and debuggers. No protection against crashes and hangs.
[[nodiscard]] std::unique_ptr<Runner> in_process_runner(const Catalogue& catalogue,
                                                        MatrixLocator locator);

/// In a worker process that is fed, limited, killed and respawned by this one.
/// `worker`: path of the sptune-worker executable; empty: beside this executable, else $SPTUNE_WORKER.
[[nodiscard]] std::unique_ptr<Runner> worker_runner(MatrixLocator locator,
                                                    std::filesystem::path worker = {});

}  // namespace sptune::harness
