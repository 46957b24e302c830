// SPDX-License-Identifier: BSD-3-Clause
// What applications link. Load a model file once, hand over a CSR view, get a plan:
//
//   sptune::Dispatcher dispatcher("model.json");
//   auto spmv = dispatcher.spmv(A, {.expected_runs = 500});
//   spmv.run(1.0, x, 0.0, y);
//   std::puts(spmv.choice().explain().c_str());
//
// Nothing here throws in the caller's loop; a missing or damaged model is one warning (through the
// sink) and the default configuration. Only a forced configuration (SPTUNE_FORCE, Options::force)
// that names something unknown is an error, because that is a typing mistake. A Dispatcher may be
// used by any number of threads at once.
//
// In a child that was forked by a thread which had run a plan with several threads, plans on the
// CPU run with one: OpenMP's other threads stay behind in the parent. (Threads that the child starts
// have theirs.) A program that ran parallel regions of its own before it forked must not run any
// plan with several threads on that thread of the child: with GCC's OpenMP it would wait for ever.
// Plans on a GPU cannot be used in a child at all; CUDA forbids it.
#pragma once

#include "sptune/kernels/api/configuration.hpp"
#include "sptune/kernels/api/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sptune {
namespace dispatch {
class KnownModels;
}

/// How well the choice is founded.
enum class Match : std::uint8_t {
  forced,        ///< SPTUNE_FORCE or Options::force
  predicted,     ///< the model chose it, and the interval says that it gains
  abstained,     ///< the model was not sure enough, or too few runs: the default
  no_model,      ///< no model, or none for this operation, type and backend: the default
  other_machine  ///< predicted by a model trained on other hardware
};
[[nodiscard]] std::string_view to_string(Match match) noexcept;

struct Choice {
  Configuration configuration;
  Match match = Match::no_model;
  double expected_gain = 1;  ///< predicted default time / predicted time of the choice
  double gain_low = 1, gain_high = 1;
  double predicted_seconds = 0;  ///< of one run; 0 without a model
  double prepare_seconds = 0;    ///< one-off, predicted; 0 without a model
  double break_even_runs = 0;  ///< runs after which preparing has paid; 0 when nothing is prepared
  double decide_seconds = 0;   ///< what features and prediction took
  std::string reason;          ///< one line
  /// With Options::explain, ranked: configuration, predicted time and interval, cost of preparing,
  /// why not.
  std::vector<std::string> considered;
  /// A few lines for people.
  [[nodiscard]] std::string explain() const;
};

struct Options {
  double expected_runs = 1000;  ///< how often the plan will be run; conversion must pay within
  int threads = 0;              ///< 0: all that this process may use
  std::int64_t memory_limit = std::int64_t{1} << 62;
  std::string force{};   ///< a configuration's text; SPTUNE_FORCE wins over it
  bool explain = false;  ///< fill Choice::considered, at the price of asking every candidate
};

/// y = alpha*A*x + beta*y with the chosen configuration. The matrix must outlive it.
template <class V>
class Spmv {
 public:
  Spmv(std::unique_ptr<SpmvPlan> plan, Choice choice)
      : plan_(std::move(plan)), choice_(std::move(choice)) {}
  /// x: cols elements, y: rows elements; y is not read when beta is 0.
  void run(V alpha, const V* x, V beta, V* y, Stream stream = {}) {
    plan_->run(static_cast<double>(alpha), x, static_cast<double>(beta), y, stream);
  }
  [[nodiscard]] const Choice& choice() const noexcept { return choice_; }
  [[nodiscard]] SpmvPlan& plan() noexcept { return *plan_; }

 private:
  std::unique_ptr<SpmvPlan> plan_;
  Choice choice_;
};

/// C = A*B with the chosen configuration.
class Spgemm {
 public:
  Spgemm(std::unique_ptr<SpgemmPlan> plan, Choice choice)
      : plan_(std::move(plan)), choice_(std::move(choice)) {}
  /// Symbolic, allocation and numeric. The result is owned by this object.
  AnyCsr multiply(Stream stream = {}) {
    plan_->symbolic(stream);
    plan_->allocate(stream);
    plan_->numeric(stream);
    return plan_->result();
  }
  /// Values of A or B changed, pattern did not.
  AnyCsr recompute(Stream stream = {}) {
    plan_->numeric(stream);
    return plan_->result();
  }
  [[nodiscard]] const Choice& choice() const noexcept { return choice_; }

 private:
  std::unique_ptr<SpgemmPlan> plan_;
  Choice choice_;
};

class Dispatcher {
 public:
  using Sink = std::function<void(std::string_view warning)>;

  /// `model_paths`: files or folders of model files (*.json); none: those of $SPTUNE_MODEL,
  /// separated by ':'. SPTUNE_FORCE is read here, too. Warnings go to `sink`, default: one line
  /// each on standard error; the sink is never called by two threads at once.
  explicit Dispatcher(std::vector<std::string> model_paths = {}, Sink sink = {});
  explicit Dispatcher(const char* model_path) : Dispatcher(std::vector<std::string>{model_path}) {}
  /// With models that the caller has loaded and goes on using, for programs that look into them
  /// (tuner/dispatch/known_models.hpp). $SPTUNE_MODEL is not read.
  [[nodiscard]] static Dispatcher with(dispatch::KnownModels models, Sink sink = {});
  ~Dispatcher();
  Dispatcher(Dispatcher&&) noexcept;
  Dispatcher& operator=(Dispatcher&&) noexcept;

  /// How many models were loaded, of any operation.
  [[nodiscard]] std::size_t models() const noexcept;

  /// Choice only. Throws UsageError for an unknown forced configuration, and DeviceError for a
  /// matrix in the memory of a device whose backend was not built; nothing else.
  [[nodiscard]] Choice choose_spmv(const AnyCsr& a, const Options& options = {}) const;
  [[nodiscard]] Choice choose_spgemm(const AnyCsr& a, const AnyCsr& b,
                                     const Options& options = {}) const;

  template <class V, class O>
  [[nodiscard]] Spmv<V> spmv(CsrView<V, O> a, const Options& options = {}) const {
    Choice choice = choose_spmv(a, options);
    auto plan = make_spmv(a, choice, options);
    return Spmv<V>(std::move(plan), std::move(choice));
  }
  /// For a matrix in the memory of a device (`space` says so), which a view cannot tell, or whose
  /// types are known at run time only. Throws UsageError when its values are not of type V.
  template <class V>
  [[nodiscard]] Spmv<V> spmv(const AnyCsr& a, const Options& options = {}) const {
    require_type(a, value_type_of<V>);
    Choice choice = choose_spmv(a, options);
    auto plan = make_spmv(a, choice, options);
    return Spmv<V>(std::move(plan), std::move(choice));
  }
  template <class V, class O>
  [[nodiscard]] Spgemm spgemm(CsrView<V, O> a, CsrView<V, O> b, const Options& options = {}) const {
    return spgemm(AnyCsr(a), AnyCsr(b), options);
  }
  [[nodiscard]] Spgemm spgemm(const AnyCsr& a, const AnyCsr& b, const Options& options = {}) const {
    Choice choice = choose_spgemm(a, b, options);
    auto plan = make_spgemm(a, b, choice, options);
    return Spgemm(std::move(plan), std::move(choice));
  }

 private:
  static void require_type(const AnyCsr& a, ValueType type);
  std::unique_ptr<SpmvPlan> make_spmv(const AnyCsr& a, Choice& choice,
                                      const Options& options) const;
  std::unique_ptr<SpgemmPlan> make_spgemm(const AnyCsr& a, const AnyCsr& b, Choice& choice,
                                          const Options& options) const;
  struct Impl;
  explicit Dispatcher(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sptune
