// SPDX-License-Identifier: BSD-3-Clause
// What applications link. Load a model file once, hand over a CSR view, get a plan:
//
//   sptune::Dispatcher dispatcher("model.json");
//   auto spmv = dispatcher.spmv(A, {.expected_runs = 500});
//   spmv.run(1.0, x, 0.0, y);
//   std::puts(spmv.choice().explain().c_str());
//
// Errors. Choosing and planning throw UsageError for operands that are no CSR matrices or do not go
// together (missing arrays, sizes, value types, memory spaces), that no variant takes (within
// Options::memory_limit), for Options that mean nothing, and for an Options::force that names
// nothing of the operation, DeviceError for what a device refuses, std::bad_alloc. Models and
// configurations that cannot be used are one warning each (through the sink), and the default runs;
// so is an SPTUNE_FORCE that names something unknown. On a CPU nothing throws in the caller's loop
// but std::bad_alloc: of an SpGEMM plan, whose result takes memory, and of SpMM by columns where
// several threads run one plan at once; on a device a run throws DeviceError when the launch fails,
// and std::bad_alloc where there is no memory for what it needs on a stream that it has not run on
// before, or in a capture.
//
// Operands. Their contract stands in sptune/matrix.hpp: rows may be unsorted and hold duplicates,
// and a matrix without rows may come without arrays. Formats that need sorted rows look for that
// once, when they are considered, unless CsrView::columns says it; a `sorted` that is not true is
// believed, and ends in wrong results or reads outside the arrays, as columns outside the matrix
// do: Options::validate looks, or looks less.
//
// Lifetime. A plan reads the caller's arrays whenever it runs: they must outlive it, and offsets
// and columns must stay as they are.
//
// Values may change between runs, and between the phases of an SpGEMM plan. In place, that counts
// at once unless Choice::copies_values, which is chosen only under Options::constant_values;
// update_values makes it count for every plan, and takes values from another array, too, for less
// than a new plan costs (sptune/plan.hpp).
//
// Asking again. What a model said of a pattern is kept, for 256 patterns: Choice::remembered,
// Options::pattern_id. Whether a configuration fits is asked every time.
//
// Streams. Choosing and planning for operands on a device follow Options::stream. They may wait for
// it, and do not where nothing is prepared: until the arrays are written, runs on other streams
// have to be ordered behind it by the caller.
//
// Threads. A Dispatcher may be used by any number of threads at once, and so may the runs of an
// SpMV or SpMM plan, on a device on several streams (sptune/plan.hpp); an SpGEMM plan has one
// result and refuses a second thread on the CPU with a UsageError. update_values overlaps with no
// run.
//
// Beside the runs. With Options::async a plan runs at once, and is chosen and prepared on a thread
// of its own (sptune/choice.hpp).
//
// Fork. In a child that was forked by a thread which had run a plan with several threads, plans on
// the CPU run with one: OpenMP's other threads stay behind in the parent. (Threads that the child
// starts have theirs.) A program that ran parallel regions of its own before it forked must not run
// any plan with several threads on that thread of the child: with GCC's OpenMP it would wait for
// ever. Plans on a GPU cannot be used in a child at all; CUDA forbids it.
#pragma once

#include "sptune/choice.hpp"
#include "sptune/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune {
namespace dispatch {
class KnownModels;
class Access;
/// Where the package that a program is built with has the models that ship; true. The package's
/// headers call it, `folder` is never given back.
bool note_package_models(const char* folder) noexcept;
#ifdef SPTUNE_PACKAGE_MODELS
/// Said by sptune-config.cmake: a program that is linked statically knows no place of sptune's. Not
/// inline: of the plugins in a process each tells its own sptune.
[[maybe_unused]] const bool package_models_noted = note_package_models(SPTUNE_PACKAGE_MODELS);
#endif
}  // namespace dispatch

/// y = alpha*A*x + beta*y, or Y = alpha*A*X + beta*Y, with the chosen configuration. The matrix
/// must outlive it.
template <class V>
class Dense {
 public:
  /// Made by Dispatcher.
  Dense(std::unique_ptr<DensePlan> plan, Choice choice)
      : plan_(std::move(plan)), choice_(std::move(choice)) {}
  /// x: cols elements (times the columns of X, in its layout), y: rows elements, which share no
  /// memory with x or the matrix: the product would be wrong, and nobody looks; y is not read when
  /// beta is 0.
  void run(V alpha, const V* x, V beta, V* y, Stream stream = {}) {
    plan_->run(static_cast<double>(alpha), x, static_cast<double>(beta), y, stream);
  }
  /// Other values on the same pattern, one per entry in the order of the columns, which take the
  /// place of the matrix's. Arrays of the host as they are (std::vector<V>, std::span<const V>, or
  /// {pointer, number}), those of a device by AnyValues::on_device. Throws UsageError for a wrong
  /// type, number or memory space. More in sptune/plan.hpp.
  void update_values(const AnyValues& values, Stream stream = {}) {
    plan_->update_values(values, stream);
  }
  /// What was chosen, and why; not what won where that is probed (sptune/choice.hpp). With
  /// Options::async, of what runs now: references that were taken before the choice was there go on
  /// telling of what ran until then.
  [[nodiscard]] const Choice& choice() const noexcept {
    const PendingChoice* const later = pending();
    return later == nullptr ? choice_ : later->choice();
  }
  /// With Options::async: waits for the choice, so that all runs from now on are of what was
  /// chosen.
  void wait() noexcept {
    if (PendingChoice* const later = pending()) later->wait();
  }
  [[nodiscard]] DensePlan& plan() noexcept { return *plan_; }  ///< What runs.
  /// Bytes it holds beyond the caller's matrix.
  [[nodiscard]] std::int64_t memory_bytes() const { return plan_->memory_bytes(); }

 private:
  [[nodiscard]] PendingChoice* pending() const noexcept {
    return dynamic_cast<PendingChoice*>(plan_.get());
  }

  std::unique_ptr<DensePlan> plan_;
  Choice choice_;
};
template <class V>
using Spmv = Dense<V>;
template <class V>
using Spmm = Dense<V>;

/// X and Y of Y = alpha*A*X + beta*Y: element (i, j) of X stands at i*ldx + j by rows and at
/// i + j*ldx by columns, and so does Y.
struct DenseMatrices {
  std::int64_t columns = 1;           ///< of both
  Layout layout = Layout::row_major;  ///< of both
  std::int64_t ldx = 0;               ///< leading dimension; 0: without gaps
  std::int64_t ldy = 0;               ///< the same of Y
};

/// C = A*B with the chosen configuration.
class Spgemm {
 public:
  /// Made by Dispatcher.
  Spgemm(std::unique_ptr<SpgemmPlan> plan, Choice choice)
      : plan_(std::move(plan)), choice_(std::move(choice)) {}
  /// Symbolic, allocation and numeric. The result is owned by this object; with Options::probe the
  /// next one may stand elsewhere, and on a device waits for all that was to read this one.
  AnyCsr multiply(Stream stream = {}) {
    plan_->symbolic(stream);
    plan_->allocate(stream);
    plan_->complete(stream);
    return result();
  }
  /// Values of A or B changed, in place or by update_values, the pattern did not: values alone.
  /// UsageError before the first multiply.
  AnyCsr recompute(Stream stream = {}) {
    plan_->numeric(stream);
    return result();
  }
  /// Other values of A and B on the same patterns, for the next recompute or multiply; as those of
  /// Dense. Of an operand that did not change, the array that it had.
  void update_values(const AnyValues& a, const AnyValues& b, Stream stream = {}) {
    plan_->update_values(a, b, stream);
  }
  /// Whether the rows of C are sorted; they never hold duplicates. What is handed out says it too.
  [[nodiscard]] bool sorted() const { return plan_->sorted(); }
  /// What was chosen, and why; not what won where that is probed.
  [[nodiscard]] const Choice& choice() const noexcept { return choice_; }
  [[nodiscard]] SparsePlan& plan() noexcept { return *plan_; }  ///< What runs, phase by phase.
  /// Bytes it holds beyond the caller's matrices, the result's with them.
  [[nodiscard]] std::int64_t memory_bytes() const { return plan_->memory_bytes(); }

 private:
  [[nodiscard]] AnyCsr result() const {
    AnyCsr c = plan_->result();
    c.columns = plan_->sorted() ? ColumnOrder::sorted : ColumnOrder::any;
    return c;
  }
  std::unique_ptr<SpgemmPlan> plan_;
  Choice choice_;
};

/// Chooses and plans; see the top of this file.
class Dispatcher {
 public:
  /// Where warnings go, one line each.
  using Sink = std::function<void(std::string_view warning)>;

  /// `model_paths`: files or folders of model files (*.json); none: those of $SPTUNE_MODEL,
  /// separated by ':' (empty or `none`: no model); where that is not set, those that ship with
  /// sptune, as far as they are for this hardware (docs/model.md). Throws UsageError for two paths
  /// that answer one question for the same hardware. SPTUNE_FORCE and SPTUNE_LEARNED are read here,
  /// too. Warnings go to `sink`, default: one line each on standard error; the sink is never called
  /// by two threads at once, and must not use the dispatcher, which waits for it.
  explicit Dispatcher(const std::vector<std::string>& model_paths = {}, Sink sink = {});
  /// With one model file or folder; UsageError for a null pointer (std::getenv of what is not set).
  explicit Dispatcher(const char* model_path);
  /// With models that the caller has loaded and goes on using, for programs that look into them
  /// (tuner/dispatch/known_models.hpp). $SPTUNE_MODEL is not read.
  [[nodiscard]] static Dispatcher with(dispatch::KnownModels models, Sink sink = {});
  ~Dispatcher();
  /// Plans that were made live on. One that was moved from is for nothing but a new value.
  ///@{
  Dispatcher(Dispatcher&&) noexcept;
  Dispatcher& operator=(Dispatcher&&) noexcept;
  ///@}

  /// From now on, what probing finds (Options::probe; not of SpGEMM) is appended to this file, a
  /// line for each plan, and what it says of equal patterns, this machine and this code is chosen
  /// at once (Match::learned). Any number of processes may share it; of more than 8 MiB it becomes
  /// FILE.1. Dispatchers of one process that name it read it once, and know at once what the others
  /// find. As $SPTUNE_LEARNED does; empty: nothing is remembered any more. What cannot be read or
  /// written is a warning, once; a full disk's comes from the run that found it, on whichever
  /// thread that is, and on standard error where the dispatcher is gone. Not while other threads
  /// use the dispatcher; plans that were made keep to theirs.
  void remember_in(const std::string& file);

  /// How many models were loaded, of any operation.
  [[nodiscard]] std::size_t models() const noexcept;

  /// Choice only.
  [[nodiscard]] Choice choose_spmv(const AnyCsr& a, const Options& options = {}) const;
  /// Choice only, for C = A*B.
  [[nodiscard]] Choice choose_spgemm(const AnyCsr& a, const AnyCsr& b,
                                     const Options& options = {}) const;

  /// Choice only, for Y = alpha*A*X + beta*Y.
  [[nodiscard]] Choice choose_spmm(const AnyCsr& a, const DenseMatrices& dense,
                                   const Options& options = {}) const;

  /// A plan for y = alpha*A*x + beta*y, A in host memory.
  template <class V, class O>
  [[nodiscard]] Spmv<V> spmv(CsrView<V, O> a, const Options& options = {}) const {
    return spmv<V>(AnyCsr(a), options);
  }
  /// For a matrix in the memory of a device (AnyCsr::on_device), or whose types are known at run
  /// time only. Throws UsageError when its values are not of type V.
  template <class V>
  [[nodiscard]] Spmv<V> spmv(const AnyCsr& a, const Options& options = {}) const {
    require_type(a, value_type_of<V>);
    auto [plan, choice] = make_spmv(a, options);
    return Spmv<V>(std::move(plan), std::move(choice));
  }
  /// A plan for Y = alpha*A*X + beta*Y, A in host memory.
  template <class V, class O>
  [[nodiscard]] Spmm<V> spmm(CsrView<V, O> a, const DenseMatrices& dense,
                             const Options& options = {}) const {
    return spmm<V>(AnyCsr(a), dense, options);
  }
  /// The same for any matrix, as for spmv.
  template <class V>
  [[nodiscard]] Spmm<V> spmm(const AnyCsr& a, const DenseMatrices& dense,
                             const Options& options = {}) const {
    require_type(a, value_type_of<V>);
    auto [plan, choice] = make_spmm(a, dense, options);
    return Spmm<V>(std::move(plan), std::move(choice));
  }
  /// A plan for C = A*B, both in host memory.
  template <class V, class O>
  [[nodiscard]] Spgemm spgemm(CsrView<V, O> a, CsrView<V, O> b, const Options& options = {}) const {
    return spgemm(AnyCsr(a), AnyCsr(b), options);
  }
  /// The same for any matrices, as for spmv.
  [[nodiscard]] Spgemm spgemm(const AnyCsr& a, const AnyCsr& b, const Options& options = {}) const {
    auto [plan, choice] = make_spgemm(a, b, options);
    return Spgemm(std::move(plan), std::move(choice));
  }

 private:
  friend class dispatch::Access;
  struct Impl;
  explicit Dispatcher(std::unique_ptr<Impl> impl);
  static void require_type(const AnyCsr& a, ValueType type);
  [[nodiscard]] std::pair<std::unique_ptr<DensePlan>, Choice> make_spmv(
      const AnyCsr& a, const Options& options) const;
  [[nodiscard]] std::pair<std::unique_ptr<DensePlan>, Choice> make_spmm(
      const AnyCsr& a, const DenseMatrices& dense, const Options& options) const;
  [[nodiscard]] std::pair<std::unique_ptr<SparsePlan>, Choice> make_spgemm(
      const AnyCsr& a, const AnyCsr& b, const Options& options) const;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sptune
