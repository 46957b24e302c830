// SPDX-License-Identifier: BSD-3-Clause
#include "examples/parts/products.hpp"

#include <stdexcept>
#include <utility>

namespace sptune::examples {
namespace {

class DispatchedSpmv final : public Spmv {
 public:
  DispatchedSpmv(sptune::Spmv<double> plan, const AnyCsr& a) : plan_(std::move(plan)), a_(a) {}
  void run(double alpha, const double* x, double beta, double* y) override {
    plan_.run(alpha, x, beta, y);
  }
  void values_changed() override { plan_.update_values(AnyValues(a_)); }
  [[nodiscard]] std::string explain() const override { return plan_.choice().explain(); }

 private:
  sptune::Spmv<double> plan_;
  AnyCsr a_;
};

class DispatchedSpgemm final : public Spgemm {
 public:
  explicit DispatchedSpgemm(sptune::Spgemm plan) : plan_(std::move(plan)) {}
  AnyCsr multiply() override { return c_ = plan_.multiply(); }
  void recompute() override {
    if (plan_.recompute().values != c_.values) {
      throw std::logic_error("values that were computed again are elsewhere");
    }
  }
  [[nodiscard]] std::string explain() const override { return plan_.choice().explain(); }

 private:
  sptune::Spgemm plan_;
  AnyCsr c_;
};

}  // namespace

std::string_view to_string(Way way) {
  for (const auto& [value, name] : way_names) {
    if (value == way) return name;
  }
  return "?";
}

Planner::Planner(Way way, const std::vector<std::string>& models)
    : way_(way), dispatcher_(models) {}

Options Planner::options(double expected_runs) const {
  // Too few runs for any choice to pay: the default.
  if (way_ == Way::untuned) return {.expected_runs = 0};
  return {.expected_runs = expected_runs};
}

std::unique_ptr<Spmv> Planner::spmv(const AnyCsr& a, double expected_runs) const {
  if (way_ == Way::cusparse) return cusparse_spmv(a);
  Options wanted = options(expected_runs);
  wanted.constant_values = true;
  wanted.probe = way_ == Way::probe ? Probe::at_once : Probe::none;
  wanted.async = way_ == Way::async;
  return std::make_unique<DispatchedSpmv>(dispatcher_.spmv<double>(a, wanted), a);
}

std::unique_ptr<Spgemm> Planner::spgemm(const AnyCsr& a, const AnyCsr& b,
                                        double expected_runs) const {
  if (way_ == Way::cusparse) return cusparse_spgemm(a, b, expected_runs <= 1);
  return std::make_unique<DispatchedSpgemm>(dispatcher_.spgemm(a, b, options(expected_runs)));
}

}  // namespace sptune::examples
