// SPDX-License-Identifier: BSD-3-Clause
// Problems: what to compute, and with which resources. A variant is asked whether it fits one, and
// makes a plan for it.
#pragma once

#include "sptune/matrix.hpp"
#include "sptune/plan.hpp"

#include <any>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune {

/// The operations of kernels/operations.def.
enum class Operation : std::uint8_t {
#define SPTUNE_OPERATION(name) name,
#include "kernels/operations.def"
#undef SPTUNE_OPERATION
};
[[nodiscard]] std::string_view to_string(Operation operation) noexcept;
[[nodiscard]] std::optional<Operation> parse_operation(std::string_view text) noexcept;

/// Whether a configuration can run on a problem, and why not: one line for people.
struct Fit {
  bool ok = true;
  std::string reason;
  /// What a variant had to find of the operands to say yes, for the plan of the same configuration:
  /// ResolvedConfiguration::fit_for_plan puts it into the problem, nobody else sees it.
  std::any found = {};

  [[nodiscard]] static Fit yes() { return {}; }
  [[nodiscard]] static Fit no(std::string why) { return {false, std::move(why)}; }
  [[nodiscard]] explicit operator bool() const noexcept { return ok; }
};

/// Resources a plan may use, and what is known of its use.
struct Resources {
  int threads = 1;                                    ///< most CPU threads; 1 or more
  std::int64_t memory_limit = std::int64_t{1} << 62;  ///< bytes a plan may hold at its peak
  Stream stream = {};  ///< on a device: behind what is enqueued there the arrays are written
  /// Of a sparse result: how often its values alone will be made again; 0: nobody knows.
  double recomputes = 0;
  /// Rows, entries and products that are worth a thread of their own on a CPU, where a
  /// configuration leaves the number of threads open. Two threads begin and end a run together in
  /// 3.4 to 4.0 us on a virtual Zen 5 (docs/measurements/cpu.md).
  std::int64_t work_of_a_thread = 8192;
};

/// What a variant has found of the operands when it told that a configuration fits, so that the
/// plan need not look again. Of one configuration: others would be memory that no plan has use for.
struct Found {
  std::any what;   ///< the variant's own; of what is large a shared pointer to what is const
  std::string by;  ///< text of the configuration
  AnyCsr a = {};   ///< whose arrays it was found in
  std::optional<AnyCsr> b = {};
};

/// What every operation has: a sparse matrix A, what A is multiplied with, and resources. Views
/// only; each operation derives one type, and code that serves all of them asks through this one.
struct Problem {
  AnyCsr a;
  Resources resources;
  bool offsets_seen = false;      ///< those of matrices on the host were looked at: none decreases
  std::int64_t longest_row = -1;  ///< entries of it, in A, where somebody has counted; else -1
  /// What the look of a variant has found of A (VariantFunctions::look), for its plan.
  std::any looked;
  /// What ResolvedConfiguration::fit_for_plan has left for a plan. Who has planned lets it go.
  Found found;

  virtual ~Problem() = default;
  [[nodiscard]] virtual Operation operation() const noexcept = 0;
  [[nodiscard]] virtual std::unique_ptr<Problem> clone() const = 0;
  /// The second sparse operand; null: there is none.
  [[nodiscard]] virtual AnyCsr* second() noexcept { return nullptr; }
  [[nodiscard]] const AnyCsr* second() const noexcept {
    return const_cast<Problem*>(this)->second();
  }
  /// Columns of the dense operand; 0: there is none.
  [[nodiscard]] virtual std::int64_t dense_columns() const noexcept { return 0; }
  /// Where its elements stand.
  [[nodiscard]] virtual Layout dense_layout() const noexcept { return Layout::row_major; }
  /// Multiplications of one run.
  [[nodiscard]] virtual std::int64_t multiplications() const noexcept = 0;
  /// Whether variants look at the arrays of A to tell whether they fit.
  [[nodiscard]] virtual bool fit_reads_arrays() const noexcept { return true; }
  /// Why operands that are sound each by itself do not go together; empty: they do.
  [[nodiscard]] virtual std::string mismatch() const { return {}; }

 protected:
  Problem() = default;
  Problem(const AnyCsr& matrix, const Resources& granted) : a(matrix), resources(granted) {}
  Problem(const Problem&) = default;
  Problem& operator=(const Problem&) = default;
};

/// Derive from ProblemOf<Derived, Operation::name>: clone() and operation() follow.
template <class Derived, Operation Id>
struct ProblemOf : Problem {
  static constexpr Operation id = Id;
  [[nodiscard]] Operation operation() const noexcept final { return Id; }
  [[nodiscard]] std::unique_ptr<Problem> clone() const final {
    return std::make_unique<Derived>(static_cast<const Derived&>(*this));
  }

 protected:
  using Problem::Problem;
};

}  // namespace sptune
