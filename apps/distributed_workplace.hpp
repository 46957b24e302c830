// SPDX-License-Identifier: BSD-3-Clause
// Whether ranks of `sptune-distributed` multiply on CPUs or on GPUs, as the command line says.
#pragma once

#include "apps/distributed_output.hpp"

#include "distributed/device/ranks.hpp"
#include "distributed/workplace.hpp"
#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <string>

namespace sptune::apps {

struct BackendOptions {
  std::string backend{to_string(all_backends.front())};
  std::string transport{distributed::any_transport};
};
void add_backend_options(CLI::App& verb, BackendOptions& options);

class ChosenWorkplace {
 public:
  /// Collective; ranks and dispatcher must outlive it. Throws AgreedError.
  ChosenWorkplace(distributed::Communicator& ranks, const Dispatcher& dispatcher,
                  const BackendOptions& options);

  [[nodiscard]] distributed::Workplace& operator*() const noexcept { return *place_; }
  [[nodiscard]] distributed::Workplace* operator->() const noexcept { return place_.get(); }
  /// Says in `run` where it computes, and how rows travel.
  void describe(DistributedRun& run) const;

 private:
  Backend backend_;
  std::optional<distributed::DeviceRanks> gpus_;
  std::unique_ptr<distributed::Workplace> place_;
};

}  // namespace sptune::apps
