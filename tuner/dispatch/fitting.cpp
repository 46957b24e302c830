// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/fitting.hpp"

#include "kernels/api/catalogue.hpp"
#include "kernels/api/operands.hpp"
#include "kernels/api/operation.hpp"
#include "kernels/api/placement.hpp"
#include "kernels/cuda/operands.hpp"
#include "sptune/device.hpp"
#include "tuner/model/few_runs.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <variant>

namespace sptune::dispatch {
namespace {

/// Whether telling that a variant fits may lead from offsets to columns, as formats do that count
/// what they would store, and as what foresees the size of a sparse result does. The default of a
/// dense one asks nothing of the pattern but its order.
bool may_follow_offsets(const Variant& v) {
  return has_sparse_result(v.operation) ||
         &v != shipped_catalogue().default_variant(v.operation, v.facts.backend);
}

/// Whether the offsets of one are the first ones of the other, which were looked at.
bool begins_as(const AnyCsr& longer, const AnyCsr& m) {
  return m.row_offsets == longer.row_offsets && m.offset_type == longer.offset_type &&
         m.rows <= longer.rows;
}

const Variant* steady_default(const Problem& problem) {
  return default_at(problem, std::numeric_limits<double>::infinity());
}

/// Whether `standard` would wait for a row of so many entries.
bool waits_for_a_row(const Variant& standard, const Problem& problem, std::int64_t longest_row) {
  const Variant* const steady = steady_default(problem);
  const AnyCsr& a = problem.a;
  return &standard != steady &&
         model::waits_for_a_row(
             standard, *steady, a.value_type,
             {static_cast<double>(a.rows), static_cast<double>(a.cols), static_cast<double>(a.nnz)},
             static_cast<double>(longest_row));
}

/// Looks at the lengths of rows where that may matter, and notes the longest one.
bool a_row_is_too_long(const Variant& standard, Problem& problem, double runs) {
  if (looks_at_rows(problem, runs)) problem.longest_row = cuda::longest_row(problem.a);
  return problem.longest_row >= 0 && waits_for_a_row(standard, problem, problem.longest_row);
}

/// What a device lacks is no reason on the host.
[[noreturn]] void refuse_for_want_of_variants(Operation operation, Backend backend) {
  const std::string none = "no " + std::string(to_string(operation)) + " variant for " +
                           std::string(to_string(backend)) + ": ";
  if (backend != Backend::cuda) throw UsageError(none + "this build has none");
  throw DeviceError(none +
                    (cuda::device_info() ? "this build has none" : cuda::device_info().error()));
}

/// `standard` or, where that does not take the operands, what does.
Fallback fitting(const Variant* standard, Problem& problem, std::string note) {
  const Operation operation = problem.operation();
  const Backend backend = backend_of(problem.a);
  if (standard == nullptr) refuse_for_want_of_variants(operation, backend);
  ResolvedConfiguration usual = standard->default_configuration();
  const Fit fits = fit(usual, problem);
  if (fits) return {std::move(usual), std::move(note)};
  note = standard->facts.name + ", the default, does not fit: " + fits.reason;
  std::string others;  // which need not be refused for what the default is
  for (const Variant& v : shipped_catalogue().variants()) {
    const bool answers = v.operation == operation && v.facts.backend == backend;
    if (!answers || v.copies_values(problem)) continue;
    const Fit other = fit(v.default_configuration(), problem);
    if (other) return {v.default_configuration(), note};
    if (other.reason != fits.reason) others = ", " + v.facts.name + " not: " + other.reason;
  }
  throw UsageError(note + "; nor does any other variant" + others);
}

}  // namespace

Backend backend_of(const AnyCsr& a) {
  return a.space == MemorySpace::device ? Backend::cuda : Backend::cpu;
}

Fit fit(const ResolvedConfiguration& c, Problem& problem) {
  if (may_follow_offsets(c.variant())) require_offsets(problem, Validate::cheap);
  if (c.variant().facts.takes == ColumnOrder::sorted) {
    if (const std::string broken = learn_order(problem); !broken.empty()) {
      throw BrokenOperands(broken);
    }
  }
  return c.fit_for_plan(problem);
}

void require_offsets(Problem& problem, Validate validate) {
  if (validate == Validate::none || problem.a.space == MemorySpace::device) return;
  if (problem.offsets_seen) return;
  const AnyCsr* const b = problem.second();
  const std::string of_a = find_decrease(problem.a);
  if (!of_a.empty()) throw BrokenOperands((b == nullptr ? "the matrix: " : "A: ") + of_a);
  if (b != nullptr && !begins_as(problem.a, *b)) {
    const std::string of_b = find_decrease(*b);
    if (!of_b.empty()) throw BrokenOperands("B: " + of_b);
  }
  problem.offsets_seen = true;
}

const Variant* default_at(const Problem& problem, double runs) {
  return shipped_catalogue().default_variant(problem.operation(), backend_of(problem.a),
                                             std::max(1.0, runs));
}

bool looks_at_rows(const Problem& problem, double runs) {
  if (problem.a.space != MemorySpace::device || problem.longest_row >= 0) return false;
  const Variant* const standard = default_at(problem, runs);
  return standard != nullptr && waits_for_a_row(*standard, problem, problem.a.nnz);
}

Fallback fallback(Problem& problem, double runs) {
  const Variant* const standard = default_at(problem, runs);
  // First what is no matrix at all is refused.
  Fallback usual = fitting(standard, problem, {});
  const bool fits = &usual.configuration.variant() == standard;
  if (!fits || !a_row_is_too_long(*standard, problem, runs)) return usual;
  return fitting(steady_default(problem), problem,
                 standard->facts.name + ", the default at so few runs, leaves a row of " +
                     std::to_string(problem.longest_row) + " entries to a few threads");
}

Fallback unprepared(Problem& problem) {
  return fitting(default_at(problem, 1), problem, {});
}

void look(Validate validate, int threads, const std::string& name, AnyCsr& matrix) {
  if (validate == Validate::none) {
    if (matrix.columns == ColumnOrder::unknown) matrix.columns = ColumnOrder::any;
    return;
  }
  const bool full = validate == Validate::full;
  // To ask of a matrix on the host may be all that a program wants of its device.
  const bool placed = full || matrix.space == MemorySpace::device;
  std::string broken = placed ? find_misplaced(matrix) : std::string();
  if (full && broken.empty()) broken = find_flaw(matrix);
  if (full && broken.empty()) {
    const Inspection seen = inspect(matrix, threads);
    broken = seen.broken;
    matrix.columns = seen.columns;
  }
  if (!broken.empty()) throw UsageError(name + ": " + broken);
}

}  // namespace sptune::dispatch
