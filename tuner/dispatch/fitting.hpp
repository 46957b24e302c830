// SPDX-License-Identifier: BSD-3-Clause
// What the dispatcher asks of operands, and what it falls back to where a choice does not take
// them.
#pragma once

#include "kernels/api/problem.hpp"
#include "kernels/api/variant.hpp"
#include "sptune/choice.hpp"
#include "sptune/error.hpp"

#include <string>

namespace sptune::dispatch {

[[nodiscard]] Backend backend_of(const AnyCsr& a);

/// The arrays are those of no CSR matrix: no default can help.
class BrokenOperands : public UsageError {
 public:
  using UsageError::UsageError;
};

/// Throws BrokenOperands where row offsets of a host matrix decrease, unless nothing is to be
/// looked at: every offset is read, once for a problem. Plans are made of no others, whatever is
/// known of an equal pattern: that is told by a sample.
void require_offsets(Problem& problem, Validate validate);

/// What a variant says of the operands; offsets that it may follow, and their order, are looked at
/// at most once, and noted, as is what the first that fits has found for its plan. Throws
/// BrokenOperands.
[[nodiscard]] Fit fit(const ResolvedConfiguration& c, Problem& problem);

/// The default of this build at so many expected runs, at least one: what is not run at all is not
/// prepared, either. Null where there is none.
[[nodiscard]] const Variant* default_at(const Problem& problem, double runs);

struct Fallback {
  ResolvedConfiguration configuration;
  std::string note;  ///< why it is not the default of this build
};

/// Whether `fallback` has to look at the lengths of rows, which waits for the stream that writes
/// them: the default at so many runs leaves each row to a few threads, the one for many does not,
/// and nobody has counted yet.
[[nodiscard]] bool looks_at_rows(const Problem& problem, double runs);

/// The default at so many runs; where a row would keep its few threads busy for longer than it
/// takes to prepare the one for many runs, that one; or where it does not take these operands, the
/// first variant that does: one that is kept to compare with is better than none.
[[nodiscard]] Fallback fallback(Problem& problem, double runs);

/// The same at a single run, nothing looked at.
[[nodiscard]] Fallback unprepared(Problem& problem);

/// Looks as closely as is asked for, beyond what every problem is asked: at every offset and
/// column, when what a caller vouches for is not believed, or not even at their order; on the host
/// with at most so many threads. Throws UsageError; `name` is the matrix's in it.
void look(Validate validate, int threads, const std::string& name, AnyCsr& matrix);

}  // namespace sptune::dispatch
