// SPDX-License-Identifier: BSD-3-Clause
#include "apps/distributed_workplace.hpp"

#include "apps/option_values.hpp"
#include "apps/problem_options.hpp"

#include "distributed/device/workplace.hpp"

#include <vector>

namespace sptune::apps {

void add_backend_options(CLI::App& verb, BackendOptions& options) {
  add_backend(verb, options.backend);
  std::string transports = "With --backend cuda, how rows travel between GPUs:";
  std::vector<std::string> names;
  for (const distributed::TransportFacts& facts : distributed::all_transports) {
    names.emplace_back(facts.name);
    transports += "\n" + names.back() + ": " + std::string(facts.summary);
  }
  names.emplace_back(distributed::any_transport);
  transports += "\n" + names.back() + ": the first of them that works";
  verb.add_option("--transport", options.transport, transports)
      ->check(one_of(names))
      ->capture_default_str();
}

ChosenWorkplace::ChosenWorkplace(distributed::Communicator& ranks, const Dispatcher& dispatcher,
                                 const BackendOptions& options)
    : backend_(*parse_backend(options.backend)) {
  if (backend_ == Backend::cpu) {
    place_ = distributed::on_cpus(ranks, dispatcher);
    return;
  }
  gpus_.emplace(ranks, distributed::parse_transport(options.transport));
  place_ = distributed::on_gpus(*gpus_, dispatcher);
}

void ChosenWorkplace::describe(DistributedRun& run) const {
  run.backend = backend_;
  if (!gpus_) return;
  run.gpus = gpus_->gpus();
  run.gpu = gpus_->device().name;
  run.transport = to_string(gpus_->transport());
  run.why_transport = gpus_->why();
}

}  // namespace sptune::apps
