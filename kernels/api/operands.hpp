// SPDX-License-Identifier: BSD-3-Clause
// What plans ask of their operands, said and checked in one place: every variant is made by
// make_variant, which calls these, so that no kernel looks again.
// Defined in kernels/convert/operands.cpp, because a matrix may be on a device.
#pragma once

#include "kernels/api/problem.hpp"

#include <cstdint>
#include <string>

namespace sptune {

/// Whose values a plan multiplies.
enum class ValuesRead : std::uint8_t {
  unsaid,
  callers,  ///< the caller's arrays, on every run: changed values count
  copied    ///< a copy that planning took: changed values do not count until it is planned again
};

/// What a variant asks beyond a sound matrix.
struct OperandRules {
  Backend backend = Backend::cpu;
  ColumnOrder takes = ColumnOrder::unknown;
};

/// What a look at every offset and column finds.
struct Inspection {
  ColumnOrder columns = ColumnOrder::any;  ///< never unknown
  std::string broken;  ///< empty, or why these arrays are no CSR matrix: one line for people
};

/// Looks at every offset and column, where the matrix is; `a` has no flaw that find_flaw sees.
/// Reads no column outside the arrays, however broken the offsets are. On the host with at most so
/// many threads. Throws what the device throws.
[[nodiscard]] Inspection inspect(const AnyCsr& a, int threads);
/// With as many as this process means to use (host::granted_threads).
[[nodiscard]] Inspection inspect(const AnyCsr& a);

/// What can be told of operands without looking at all of them (nothing in a device's memory is
/// read): negative or too large sizes, missing arrays, ends of the offsets, operands of C = A*B
/// that do not go together in size, value type or memory space. Empty, or one line. A matrix
/// without rows is given an array of offsets, so that nobody else need ask.
[[nodiscard]] std::string find_flaw(Problem& problem);
/// Of one matrix.
[[nodiscard]] std::string find_flaw(AnyCsr& matrix);

/// Of a matrix on the host that has no flaw which find_flaw sees: why its row offsets are none, one
/// line, or empty. Reads every offset and no column.
[[nodiscard]] std::string find_decrease(const AnyCsr& a);

/// Looks where the order of columns is unknown, with no more threads than the problem has, and
/// notes it in the operands; B is not looked at
/// again where it has the arrays of A. Empty, or why they are no CSR matrices.
[[nodiscard]] std::string learn_order(Problem& problem);

/// Judges operands; those of the wrong kind, and broken ones, do not fit. Where the rules need to
/// know the order of columns and the operand does not say it, looks (and notes it in the problem).
/// Where fit() of the operation reads no arrays, operands may be in host memory for a variant of a
/// device, so that the question can be asked before they are brought there.
[[nodiscard]] Fit admit(const OperandRules& rules, Problem& problem);

/// The same for planning: throws UsageError, also for operands that are not where the variant runs.
void require(const OperandRules& rules, Problem& problem);

}  // namespace sptune
