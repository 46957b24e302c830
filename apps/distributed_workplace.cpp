// SPDX-License-Identifier: BSD-3-Clause
#include "apps/distributed_computation.hpp"

#include "apps/problem_options.hpp"

#include "distributed/device/product.hpp"

#include <utility>
#include <vector>

namespace sptune::apps {
namespace {

using distributed::Communicator;
using distributed::DistributedCsr;

template <class V>
class OnCpus final : public Computation<V> {
 public:
  OnCpus(Communicator& ranks, const Dispatcher& dispatcher, DistributedCsr<V> a,
         std::optional<DistributedCsr<V>> b)
      : ranks_(ranks), dispatcher_(dispatcher), a_(std::move(a)), b_(std::move(b)) {}

  void multiply(const distributed::ProductOptions& options) override {
    product_.emplace(ranks_, dispatcher_, a_, b_ ? *b_ : a_, options);
  }
  void again() override {
    product_->recompute(a_.local.values, b_ ? b_->local.values : a_.local.values);
  }
  [[nodiscard]] const distributed::RankReport& report() const override {
    return product_->report();
  }
  [[nodiscard]] Csr<V> gather() override { return distributed::gather(ranks_, product_->c()); }

 private:
  Communicator& ranks_;
  const Dispatcher& dispatcher_;
  DistributedCsr<V> a_;
  std::optional<DistributedCsr<V>> b_;
  std::optional<distributed::Product<V>> product_;
};

template <class V>
class OnGpus final : public Computation<V> {
 public:
  OnGpus(Communicator& ranks, const Dispatcher& dispatcher,
         std::optional<distributed::Transport> transport, const DistributedCsr<V>& a,
         const std::optional<DistributedCsr<V>>& b, DistributedRun& run)
      : ranks_(ranks, transport), dispatcher_(dispatcher), a_(distributed::to_device(ranks_, a)) {
    if (b) b_ = distributed::to_device(ranks_, *b);
    run.gpus = ranks_.gpus();
    run.gpu = ranks_.device().name;
    run.transport = to_string(ranks_.transport());
    run.why_transport = ranks_.why();
  }

  void multiply(const distributed::ProductOptions& options) override {
    product_.emplace(ranks_, dispatcher_, a_, b_ ? *b_ : a_, options);
  }
  void again() override {
    product_->recompute(AnyValues(a_.view()), AnyValues(b_ ? b_->view() : a_.view()));
  }
  [[nodiscard]] const distributed::RankReport& report() const override {
    return product_->report();
  }
  [[nodiscard]] Csr<V> gather() override {
    return distributed::gather<V>(ranks_, product_->rows(), product_->c());
  }

 private:
  distributed::DeviceRanks ranks_;
  const Dispatcher& dispatcher_;
  distributed::DeviceDistributedCsr<V> a_;
  std::optional<distributed::DeviceDistributedCsr<V>> b_;
  std::optional<distributed::DeviceProduct<V>> product_;
};

}  // namespace

void add_backend_options(CLI::App& verb, BackendOptions& options) {
  add_backend(verb, options.backend);
  std::string transports = "With --backend cuda, how rows travel between GPUs:";
  std::vector<std::string> names;
  for (const distributed::TransportFacts& facts : distributed::all_transports) {
    names.emplace_back(facts.name);
    transports += "\n" + names.back() + ": " + std::string(facts.summary);
  }
  names.emplace_back(options.transport);
  transports += "\nauto: the first of them that works";
  verb.add_option("--transport", options.transport, transports)
      ->check(CLI::IsMember(names))
      ->capture_default_str();
}

template <class V>
std::unique_ptr<Computation<V>> computation(Communicator& ranks, const Dispatcher& dispatcher,
                                            const BackendOptions& options, DistributedCsr<V> a,
                                            std::optional<DistributedCsr<V>> b,
                                            DistributedRun& run) {
  run.backend = *parse_backend(options.backend);
  if (run.backend == Backend::cpu) {
    return std::make_unique<OnCpus<V>>(ranks, dispatcher, std::move(a), std::move(b));
  }
  return std::make_unique<OnGpus<V>>(ranks, dispatcher,
                                     distributed::parse_transport(options.transport), a, b, run);
}

template std::unique_ptr<Computation<double>> computation(Communicator&, const Dispatcher&,
                                                          const BackendOptions&,
                                                          DistributedCsr<double>,
                                                          std::optional<DistributedCsr<double>>,
                                                          DistributedRun&);
template std::unique_ptr<Computation<float>> computation(Communicator&, const Dispatcher&,
                                                         const BackendOptions&,
                                                         DistributedCsr<float>,
                                                         std::optional<DistributedCsr<float>>,
                                                         DistributedRun&);

}  // namespace sptune::apps
