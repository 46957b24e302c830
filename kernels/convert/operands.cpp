// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/kernels/api/operands.hpp"

#include "sptune/kernels/api/error.hpp"
#include "sptune/kernels/cuda/operands.hpp"
#include "sptune/kernels/host/parallel.hpp"
#include "sptune/kernels/host/threads.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace sptune {
namespace {

std::string text(std::int64_t number) {
  return std::to_string(number);
}

/// Rows [begin, end) of a matrix on the host; the offsets before `begin` are somebody else's.
template <class V, class O>
Inspection inspect_rows(CsrView<V, O> a, std::int64_t begin, std::int64_t end) {
  Inspection out;
  const std::int64_t nnz = a.nnz();
  bool increasing = true;
  for (std::int64_t row = begin; row < end; ++row) {
    const auto first = static_cast<std::int64_t>(a.row_offsets[row]);
    const auto last = static_cast<std::int64_t>(a.row_offsets[row + 1]);
    if (first < 0 || first > last || last > nnz) {
      out.broken = "row " + text(row) + " is said to hold the entries from " + text(first) +
                   " to " + text(last) + " of " + text(nnz) +
                   ": row offsets must not decrease, from 0 to the number of entries";
      return out;
    }
    std::int64_t before = -1;
    std::int64_t least = 0;
    std::int64_t most = -1;
    for (std::int64_t i = first; i < last; ++i) {
      const std::int64_t column = a.col_indices[i];
      increasing &= column > before;
      least = std::min(least, column);
      most = std::max(most, column);
      before = column;
    }
    if (least < 0 || most >= a.cols) {
      out.broken = "row " + text(row) + " has an entry in column " +
                   text(least < 0 ? least : most) + ", the columns are 0 to " + text(a.cols - 1);
      return out;
    }
  }
  if (increasing) out.columns = ColumnOrder::sorted;
  return out;
}

template <class V, class O>
Inspection inspect_on_host(CsrView<V, O> a) {
  constexpr std::int64_t worth_a_thread = 100'000;  // rows and entries
  const std::int64_t work = a.rows + a.nnz();
  const auto parts =
      static_cast<int>(std::clamp<std::int64_t>(work / worth_a_thread, 1, host::granted_threads()));
  std::vector<Inspection> found(static_cast<std::size_t>(parts));
  host::for_parts(parts, [&](int part) {
    found[static_cast<std::size_t>(part)] =
        inspect_rows(a, a.rows * part / parts, a.rows * (part + 1) / parts);
  });
  Inspection all{ColumnOrder::sorted, {}};
  for (Inspection& one : found) {
    if (!one.broken.empty()) return std::move(one);  // the first rows' complaint
    if (one.columns != ColumnOrder::sorted) all.columns = ColumnOrder::any;
  }
  return all;
}

/// Where kernels look for offsets although there are no rows.
void complete(AnyCsr& a) {
  static constexpr std::int64_t zero = 0;
  if (a.rows > 0 || a.row_offsets != nullptr) return;
  a.row_offsets = a.space == MemorySpace::device ? cuda::no_offsets() : &zero;
}

/// Empty when the order is fine; notes it in the matrix.
std::string unfit_order(const OperandRules& rules, AnyCsr& a) {
  if (rules.takes != ColumnOrder::sorted || a.columns == ColumnOrder::sorted) return {};
  if (a.columns == ColumnOrder::unknown) {
    const Inspection seen = inspect(a);
    if (!seen.broken.empty()) return seen.broken;
    a.columns = seen.columns;
  }
  if (a.columns == ColumnOrder::sorted) return {};
  return "its rows are not sorted or hold duplicates: sort them and add duplicates up, or use a "
         "variant that takes them as they are";
}

std::string unfit(const OperandRules& rules, AnyCsr& a) {
  if (std::string why = broken_structure(a); !why.empty()) return why;
  if (rules.backend == Backend::cpu && a.space == MemorySpace::device) {
    return "it is in the memory of a device";
  }
  complete(a);
  return unfit_order(rules, a);
}

bool same_arrays(const AnyCsr& a, const AnyCsr& b) {
  return a.row_offsets == b.row_offsets && a.col_indices == b.col_indices && a.rows == b.rows &&
         a.nnz == b.nnz && a.offset_type == b.offset_type;
}

std::string unfit(const OperandRules& rules, SpmvProblem& p) {
  if (std::string why = unfit(rules, p.a); !why.empty()) return "the matrix: " + why;
  if (rules.backend == Backend::cuda && p.a.space != MemorySpace::device) {
    return "the matrix: it is not in the memory of a device";
  }
  return {};
}

std::string unfit(const OperandRules& rules, SpgemmProblem& p) {
  if (std::string why = broken_pair(p.a, p.b); !why.empty()) return why;
  if (std::string why = unfit(rules, p.a); !why.empty()) return "A: " + why;
  if (same_arrays(p.a, p.b) && p.b.columns == ColumnOrder::unknown) p.b.columns = p.a.columns;
  if (std::string why = unfit(rules, p.b); !why.empty()) return "B: " + why;
  return {};
}

template <class Problem>
Fit admitted(const OperandRules& rules, Problem& problem) {
  std::string why = unfit(rules, problem);
  return why.empty() ? Fit::yes() : Fit::no(std::move(why));
}

}  // namespace

Inspection inspect(const AnyCsr& a) {
  if (a.space == MemorySpace::device) return cuda::inspect(a);
  return visit(a, [](auto view) { return inspect_on_host(view); });
}

std::string broken_structure(const AnyCsr& a) {
  constexpr std::int64_t most = std::numeric_limits<Index>::max();
  if (a.rows < 0 || a.cols < 0 || a.nnz < 0 || a.rows > most || a.cols > most) {
    return text(a.rows) + " x " + text(a.cols) + " with " + text(a.nnz) +
           " entries: sizes are 0 to " + text(most);
  }
  if (a.rows > 0 && a.row_offsets == nullptr) {
    return text(a.rows) + " rows, but no row offsets (a null pointer)";
  }
  if (a.rows == 0 && a.nnz > 0) return "no rows, but " + text(a.nnz) + " entries";
  if (a.cols == 0 && a.nnz > 0) return "no columns, but " + text(a.nnz) + " entries";
  if (a.nnz > 0 && (a.col_indices == nullptr || a.values == nullptr)) {
    return text(a.nnz) + " entries, but no column indices or no values (a null pointer)";
  }
  if (a.offset_type == OffsetType::i32 && a.nnz > std::numeric_limits<std::int32_t>::max()) {
    return text(a.nnz) + " entries are too many for 32-bit row offsets: use 64-bit ones";
  }
  if (a.space == MemorySpace::device || a.rows == 0) return {};
  return visit(a, [&](auto view) -> std::string {
    if (view.row_offsets[0] == 0 && view.nnz() == a.nnz) return {};
    return "row offsets from " + text(static_cast<std::int64_t>(view.row_offsets[0])) + " to " +
           text(view.nnz()) + " for " + text(a.nnz) +
           " entries: they must begin with 0 and end with "
           "the number of entries";
  });
}

std::string broken_pair(const AnyCsr& a, const AnyCsr& b) {
  if (a.cols != b.rows) {
    return "A has " + text(a.cols) + " columns and B has " + text(b.rows) +
           " rows: they must be equal";
  }
  if (a.value_type != b.value_type) {
    return "A holds " + std::string(to_string(a.value_type)) + " and B holds " +
           std::string(to_string(b.value_type)) + ": they must be equal";
  }
  if (a.space != b.space) {
    return std::string(a.space == MemorySpace::device ? "A" : "B") +
           " is in the memory of a device and the other is not: bring both to one place";
  }
  return {};
}

Fit admit(const OperandRules& rules, SpmvProblem& problem) {
  return admitted(rules, problem);
}

Fit admit(const OperandRules& rules, SpgemmProblem& problem) {
  return admitted(rules, problem);
}

void require(const OperandRules& rules, SpmvProblem& problem) {
  if (std::string why = unfit(rules, problem); !why.empty()) throw UsageError(why);
}

void require(const OperandRules& rules, SpgemmProblem& problem) {
  std::string why = unfit(rules, problem);
  if (why.empty() && rules.backend == Backend::cuda && problem.a.space != MemorySpace::device) {
    why = "A and B are not in the memory of a device";
  }
  if (!why.empty()) throw UsageError(why);
}

}  // namespace sptune
