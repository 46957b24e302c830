// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/device/workplace.hpp"

#include "distributed/device/product.hpp"
#include "distributed/device/rates.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace sptune::distributed {
namespace {

template <class V>
class OnGpu final : public Computation<V> {
 public:
  OnGpu(DeviceRanks& ranks, const Dispatcher& dispatcher, const DistributedCsr<V>& a,
        const std::optional<DistributedCsr<V>>& b)
      : ranks_(ranks), dispatcher_(dispatcher), a_(to_device(ranks, a)) {
    if (b) b_ = to_device(ranks, *b);
  }

  void multiply(const ProductOptions& options) override {
    product_.reset();  // its memory before that of the next
    product_.emplace(ranks_, dispatcher_, a_, b(), options);
  }
  void again() override { product_->recompute(AnyValues(a_.view()), AnyValues(b().view())); }
  [[nodiscard]] Csr<V> gather() override {
    ranks_.ranks().together([&] {
      if (!product_) throw UsageError("there is no product yet");
    });
    return distributed::gather<V>(ranks_, product_->rows(), product_->c());
  }
  [[nodiscard]] const RankReport& report() const override { return product_->report(); }
  [[nodiscard]] std::int64_t bytes() const noexcept override {
    const auto of = [](std::int64_t rows, std::int64_t entries) {
      return bytes_of_csr(rows, entries, value_type_of<V>);
    };
    return of(a_.local_rows, a_.nnz) + (b_ ? of(b_->local_rows, b_->nnz) : 0) +
           (product_ ? of(a_.local_rows, product_->c().nnz) : 0);
  }

 private:
  [[nodiscard]] const DeviceDistributedCsr<V>& b() const { return b_ ? *b_ : a_; }

  DeviceRanks& ranks_;
  const Dispatcher& dispatcher_;
  DeviceDistributedCsr<V> a_;
  std::optional<DeviceDistributedCsr<V>> b_;  ///< where it is not A
  std::optional<DeviceProduct<V>> product_;
};

/// `Choose` gives the ranks for a transport.
template <class Choose>
class OnGpus final : public Workplace {
 public:
  OnGpus(const Dispatcher& dispatcher, Choose choose)
      : dispatcher_(dispatcher), choose_(std::move(choose)) {}

  [[nodiscard]] ComputationPtr<double> take(std::optional<Transport> transport,
                                            DistributedCsr<double> a,
                                            std::optional<DistributedCsr<double>> b) override {
    return std::make_unique<OnGpu<double>>(choose_(transport), dispatcher_, a, b);
  }
  [[nodiscard]] ComputationPtr<float> take(std::optional<Transport> transport,
                                           DistributedCsr<float> a,
                                           std::optional<DistributedCsr<float>> b) override {
    return std::make_unique<OnGpu<float>>(choose_(transport), dispatcher_, a, b);
  }
  [[nodiscard]] Rates rates(int /*threads*/) override {
    return measure_rates(choose_(std::nullopt), dispatcher_);
  }

 private:
  const Dispatcher& dispatcher_;
  Choose choose_;
};

std::size_t place_of(Transport transport) {
  std::size_t i = 0;
  while (all_transports.at(i).transport != transport) ++i;
  return i;
}

}  // namespace

std::string GpuOffer::refusal_of(std::optional<Transport> transport) const {
  return transport ? refusals.at(place_of(*transport)) : std::string();
}

GpuTransports::GpuTransports(Communicator& ranks) {
  made_.at(place_of(Transport::pinned)) = std::make_unique<DeviceRanks>(ranks, Transport::pinned);
  for (std::size_t i = 0; i < all_transports.size(); ++i) {
    if (made_.at(i)) continue;
    try {
      made_.at(i) =
          std::make_unique<DeviceRanks>(ranks, all_transports.at(i).transport, Unless::refused);
    } catch (const AgreedError& e) {
      offer_.refusals.at(i) = e.what();
    }
  }
  offer_.gpus = of(Transport::pinned).gpus();
  std::int64_t mine = 0;
  ranks.together([&] { mine = cuda::free_memory() / of(Transport::pinned).sharing(); });
  const std::vector<std::int64_t> all = ranks.all_gather(mine);
  offer_.memory = *std::min_element(all.begin(), all.end());
}

DeviceRanks& GpuTransports::of(std::optional<Transport> transport) {
  std::size_t i = 0;
  if (transport) {
    i = place_of(*transport);
  } else {
    const bool one = made_.at(place_of(Transport::pinned))->size() == 1;  // nothing travels
    if (one) i = place_of(Transport::pinned);
    while (!made_.at(i)) ++i;
  }
  if (!made_.at(i)) {  // on all ranks
    throw AgreedError(ExitCode::device, offer_.refusals.at(i), of(Transport::pinned).rank() == 0);
  }
  return *made_.at(i);
}

std::unique_ptr<Workplace> on_gpus(DeviceRanks& ranks, const Dispatcher& dispatcher) {
  const auto the_only = [&ranks](std::optional<Transport>) -> DeviceRanks& { return ranks; };
  return std::make_unique<OnGpus<decltype(the_only)>>(dispatcher, the_only);
}

std::unique_ptr<Workplace> on_gpus(GpuTransports& transports, const Dispatcher& dispatcher) {
  const auto chosen = [&transports](std::optional<Transport> transport) -> DeviceRanks& {
    return transports.of(transport);
  };
  return std::make_unique<OnGpus<decltype(chosen)>>(dispatcher, chosen);
}

Fit fit_gpus(const Crew& crew, const GpuOffer& offer, const Way& way,
             const DistributedSpgemmProblem& problem) {
  Fit fit = fit_ranks(crew, problem);
  if (!fit) return fit;
  std::string refusal = offer.refusal_of(way.transport);
  if (!refusal.empty()) return Fit::no(std::move(refusal));
  return fit_memory(bytes_for_b(way, problem), offer.memory, " of its GPU");
}

}  // namespace sptune::distributed
