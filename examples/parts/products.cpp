// SPDX-License-Identifier: BSD-3-Clause
#include "examples/parts/products.hpp"

#include <cstdlib>
#include <optional>
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

/// Sets a variable of the environment as long as it lives.
class Setting {
 public:
  Setting(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value, 1);
  }
  ~Setting() {
    if (before_) {
      setenv(name_, before_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

/// Knows neither models, those that ship neither, nor what was learned: it takes the default.
Dispatcher without_models() {
  const Setting model("SPTUNE_MODEL", "none");
  const Setting learned("SPTUNE_LEARNED", "");
  return Dispatcher();
}

}  // namespace

std::string_view to_string(Way way) {
  for (const auto& [value, name] : way_names) {
    if (value == way) return name;
  }
  return "?";
}

Planner::Planner(Way way, const std::vector<std::string>& models)
    : way_(way), dispatcher_(way == Way::untuned ? without_models() : Dispatcher(models)) {
  if (way != Way::untuned && !models.empty() && dispatcher_.models() == 0) {
    throw InputError("no model that was named can be used: " + models.front());
  }
}

std::unique_ptr<Spmv> Planner::spmv(const AnyCsr& a, double expected_runs) const {
  if (way_ == Way::cusparse) return cusparse_spmv(a);
  Options wanted{.expected_runs = expected_runs, .constant_values = true};
  wanted.probe = way_ == Way::probe ? Probe::at_once : Probe::none;
  wanted.async = way_ == Way::async;
  return std::make_unique<DispatchedSpmv>(dispatcher_.spmv<double>(a, wanted), a);
}

std::unique_ptr<Spgemm> Planner::spgemm(const AnyCsr& a, const AnyCsr& b, double expected_runs,
                                        Repeat repeat) const {
  if (way_ == Way::cusparse) return cusparse_spgemm(a, b, repeat == Repeat::whole);
  return std::make_unique<DispatchedSpgemm>(
      dispatcher_.spgemm(a, b, {.expected_runs = expected_runs, .repeat = repeat}));
}

}  // namespace sptune::examples
