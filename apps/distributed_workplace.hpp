// SPDX-License-Identifier: BSD-3-Clause
// A product of `sptune-distributed multiply`, with the ranks on CPUs or on GPUs.
#pragma once

#include "apps/distributed_output.hpp"

#include "distributed/device/ranks.hpp"
#include "distributed/matrix.hpp"
#include "distributed/product.hpp"
#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <string>

namespace sptune::apps {

struct BackendOptions {
  std::string backend{to_string(all_backends.front())};
  std::string transport = "auto";
};
void add_backend_options(CLI::App& verb, BackendOptions& options);

/// All members are collective.
template <class V>
class Computation {
 public:
  virtual ~Computation() = default;
  virtual void multiply(const distributed::ProductOptions& options) = 0;
  /// The same values once more: they alone travel.
  virtual void again() = 0;
  [[nodiscard]] virtual const distributed::RankReport& report() const = 0;
  [[nodiscard]] virtual Csr<V> gather() = 0;
};

/// The matrices are where they are multiplied when it returns. `b`: nothing where it is A. Says in
/// `run` where that is. Throws AgreedError.
template <class V>
[[nodiscard]] std::unique_ptr<Computation<V>> computation(
    distributed::Communicator& ranks, const Dispatcher& dispatcher, const BackendOptions& options,
    distributed::DistributedCsr<V> a, std::optional<distributed::DistributedCsr<V>> b,
    DistributedRun& run);

}  // namespace sptune::apps
