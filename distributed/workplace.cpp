// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/workplace.hpp"

#include <utility>

namespace sptune::distributed {
namespace {

template <class V>
std::int64_t bytes_of_local(const CsrView<V, std::int64_t>& m) {
  return bytes_of_csr(m.rows, m.nnz(), value_type_of<V>);
}

template <class V>
class OnCpu final : public Computation<V> {
 public:
  OnCpu(Communicator& ranks, const Dispatcher& dispatcher, DistributedCsr<V> a,
        std::optional<DistributedCsr<V>> b)
      : ranks_(ranks), dispatcher_(dispatcher), a_(std::move(a)), b_(std::move(b)) {}

  void multiply(const ProductOptions& options) override {
    product_.reset();  // its memory before that of the next
    product_.emplace(ranks_, dispatcher_, a_, b(), options);
  }
  void again() override { product_->recompute(a_.local.values, b().local.values); }
  [[nodiscard]] Csr<V> gather() override {
    ranks_.together([&] {
      if (!product_) throw UsageError("there is no product yet");
    });
    return distributed::gather(ranks_, product_->c());
  }
  [[nodiscard]] const RankReport& report() const override { return product_->report(); }
  [[nodiscard]] std::int64_t bytes() const noexcept override {
    return bytes_of_local(a_.view()) + (b_ ? bytes_of_local(b_->view()) : 0) +
           (product_ ? bytes_of_local(product_->c().local) : 0);
  }

 private:
  [[nodiscard]] const DistributedCsr<V>& b() const { return b_ ? *b_ : a_; }

  Communicator& ranks_;
  const Dispatcher& dispatcher_;
  DistributedCsr<V> a_;
  std::optional<DistributedCsr<V>> b_;  ///< where it is not A
  std::optional<Product<V>> product_;
};

class OnCpus final : public Workplace {
 public:
  OnCpus(Communicator& ranks, const Dispatcher& dispatcher)
      : ranks_(ranks), dispatcher_(dispatcher) {}

  [[nodiscard]] ComputationPtr<double> take(std::optional<Transport> /*transport*/,
                                            DistributedCsr<double> a,
                                            std::optional<DistributedCsr<double>> b) override {
    return std::make_unique<OnCpu<double>>(ranks_, dispatcher_, std::move(a), std::move(b));
  }
  [[nodiscard]] ComputationPtr<float> take(std::optional<Transport> /*transport*/,
                                           DistributedCsr<float> a,
                                           std::optional<DistributedCsr<float>> b) override {
    return std::make_unique<OnCpu<float>>(ranks_, dispatcher_, std::move(a), std::move(b));
  }
  [[nodiscard]] Rates rates(int threads) override {
    return measure_rates(ranks_, dispatcher_, threads);
  }

 private:
  Communicator& ranks_;
  const Dispatcher& dispatcher_;
};

}  // namespace

std::unique_ptr<Workplace> on_cpus(Communicator& ranks, const Dispatcher& dispatcher) {
  return std::make_unique<OnCpus>(ranks, dispatcher);
}

}  // namespace sptune::distributed
