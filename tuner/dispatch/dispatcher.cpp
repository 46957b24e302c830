// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/dispatcher.hpp"

#include "kernels/api/operation.hpp"
#include "kernels/spmm/spmm.hpp"
#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tuner/dispatch/async_choice.hpp"
#include "tuner/dispatch/chooser.hpp"
#include "tuner/dispatch/fitting.hpp"
#include "tuner/dispatch/known_models.hpp"
#include "tuner/dispatch/options.hpp"
#include "tuner/dispatch/shipped_models.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sptune {

struct Dispatcher::Impl {
  /// Plans that are pending have it, too.
  std::shared_ptr<dispatch::Chooser> chooser = std::make_shared<dispatch::Chooser>();

  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { chooser->warnings->leave_sink(); }

  /// Before anything is looked at.
  static void begin(const AnyCsr& a, const Options& options) {
    dispatch::require_meaning(options);
    if (a.space == MemorySpace::device) cuda::default_stream_follows(options.stream);
  }

  [[nodiscard]] std::unique_ptr<Problem> problem(Operation operation, AnyCsr a, const AnyCsr* b,
                                                 const OperandChoice& operand,
                                                 const Options& options) const {
    begin(a, options);
    const Resources resources = chooser->resources(options);
    AnyCsr other = b == nullptr ? AnyCsr{} : *b;
    dispatch::look(options.validate, resources.threads, b == nullptr ? "the matrix" : "A", a);
    if (b != nullptr) dispatch::look(options.validate, resources.threads, "B", other);
    auto problem =
        record_of(operation).problem(a, b == nullptr ? nullptr : &other, operand, resources);
    if (const std::string flaw = find_flaw(*problem); !flaw.empty()) throw UsageError(flaw);
    return problem;
  }

  [[nodiscard]] std::unique_ptr<Problem> problem(AnyCsr a, const DenseMatrices& dense,
                                                 const Options& options) const {
    begin(a, options);
    dispatch::require_meaning(dense);
    const Resources resources = chooser->resources(options);
    dispatch::look(options.validate, resources.threads, "the matrix", a);
    auto problem = std::make_unique<SpmmProblem>(a, dense.columns, dense.layout, resources);
    problem->ldx = dense.ldx;
    problem->ldy = dense.ldy;
    if (const std::string flaw = find_flaw(*problem); !flaw.empty()) throw UsageError(flaw);
    return problem;
  }

  [[nodiscard]] dispatch::Chosen choose(Problem& problem, const Options& options) const {
    return chooser->choose(problem, options, *chooser->warnings);
  }

  /// Chooses and plans.
  [[nodiscard]] std::pair<std::unique_ptr<DensePlan>, Choice> make_dense(
      Problem& problem, const Options& options) const {
    dispatch::require_offsets(problem, options.validate);
    if (options.async) return dispatch::plan_beside(chooser, problem, options);
    dispatch::Chosen chosen = choose(problem, options);
    auto made = chooser->dense_plan(problem, chosen, options, *chooser->warnings);
    return {std::move(made), std::move(chosen.choice)};
  }

  [[nodiscard]] std::pair<std::unique_ptr<SparsePlan>, Choice> make_sparse(
      Problem& problem, const Options& options) const {
    if (options.async) {
      throw UsageError(
          "Options::async is for dense results: a plan with a sparse one owns it and cannot hand "
          "it "
          "over to another; plan it without");
    }
    dispatch::require_offsets(problem, options.validate);
    dispatch::Chosen chosen = choose(problem, options);
    auto made = chooser->sparse_plan(problem, chosen, options, *chooser->warnings);
    return {std::move(made), std::move(chosen.choice)};
  }
};

Dispatcher::Dispatcher(const std::vector<std::string>& model_paths, Sink sink)
    : impl_(std::make_unique<Impl>()) {
  impl_->chooser->configure(std::move(sink));
  impl_->chooser->models = dispatch::find_models(model_paths, *impl_->chooser->warnings);
}

Dispatcher::Dispatcher(const char* model_path)
    : Dispatcher(std::vector<std::string>{
          model_path != nullptr ? model_path
                                : throw UsageError("expected the path of a model, found a null "
                                                   "pointer: Dispatcher() needs none")}) {}

Dispatcher::Dispatcher(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Dispatcher Dispatcher::with(dispatch::KnownModels models, Sink sink) {
  auto impl = std::make_unique<Impl>();
  impl->chooser->models = std::move(models);
  impl->chooser->configure(std::move(sink));
  return Dispatcher(std::move(impl));
}

Dispatcher::~Dispatcher() = default;
Dispatcher::Dispatcher(Dispatcher&&) noexcept = default;
Dispatcher& Dispatcher::operator=(Dispatcher&&) noexcept = default;

void Dispatcher::remember_in(const std::string& file) {
  impl_->chooser = impl_->chooser->remembering(file);
}

std::size_t Dispatcher::models() const noexcept {
  return impl_->chooser->models.size();
}

Choice dispatch::Access::choose(const Dispatcher& dispatcher, Problem& problem,
                                const Options& options) {
  return dispatcher.impl_->choose(problem, options).choice;
}

Choice Dispatcher::choose_spmv(const AnyCsr& a, const Options& options) const {
  return impl_->choose(*impl_->problem(Operation::spmv, a, nullptr, {}, options), options).choice;
}

Choice Dispatcher::choose_spgemm(const AnyCsr& a, const AnyCsr& b, const Options& options) const {
  return impl_->choose(*impl_->problem(Operation::spgemm, a, &b, {}, options), options).choice;
}

Choice Dispatcher::choose_spmm(const AnyCsr& a, const DenseMatrices& dense,
                               const Options& options) const {
  return impl_->choose(*impl_->problem(a, dense, options), options).choice;
}

void Dispatcher::require_type(const AnyCsr& a, ValueType type) {
  if (a.value_type == type) return;
  throw UsageError("the matrix holds " + std::string(to_string(a.value_type)) + ", x and y are " +
                   std::string(to_string(type)) + ": ask for a plan of the matrix's type");
}

std::pair<std::unique_ptr<DensePlan>, Choice> Dispatcher::make_spmv(const AnyCsr& a,
                                                                    const Options& options) const {
  return impl_->make_dense(*impl_->problem(Operation::spmv, a, nullptr, {}, options), options);
}

std::pair<std::unique_ptr<SparsePlan>, Choice> Dispatcher::make_spgemm(
    const AnyCsr& a, const AnyCsr& b, const Options& options) const {
  return impl_->make_sparse(*impl_->problem(Operation::spgemm, a, &b, {}, options), options);
}

std::pair<std::unique_ptr<DensePlan>, Choice> Dispatcher::make_spmm(const AnyCsr& a,
                                                                    const DenseMatrices& dense,
                                                                    const Options& options) const {
  return impl_->make_dense(*impl_->problem(a, dense, options), options);
}

}  // namespace sptune
