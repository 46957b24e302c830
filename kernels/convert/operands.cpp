// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/operands.hpp"

#include "kernels/api/placement.hpp"
#include "kernels/cuda/operands.hpp"
#include "kernels/host/preparing.hpp"
#include "kernels/host/threads.hpp"
#include "sptune/error.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sptune {
namespace {

std::string text(std::int64_t number) {
  return std::to_string(number);
}

/// Of a row whose entries would be those from `first` to `last`.
std::string no_row(std::int64_t row, std::int64_t first, std::int64_t last, std::int64_t nnz) {
  return "row " + text(row) + " is said to hold the entries from " + text(first) + " to " +
         text(last) + " of " + text(nnz) +
         ": row offsets must not decrease, from 0 to the number of entries";
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
      out.broken = no_row(row, first, last, nnz);
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
Inspection inspect_on_host(CsrView<V, O> a, int threads) {
  constexpr std::int64_t worth_a_thread = 100'000;  // rows and entries
  const std::int64_t work = a.rows + a.nnz();
  const auto parts =
      static_cast<int>(std::clamp<std::int64_t>(work / worth_a_thread, 1, std::max(1, threads)));
  std::vector<Inspection> found(static_cast<std::size_t>(parts));
  host::prepare_parts(parts, [&](int part) {  // a complaint takes memory
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

/// Where kernels look for offsets although there are no rows: what such a matrix brings may be
/// missing, or, in a slice of another, be where that one's entries go on.
void complete(AnyCsr& a) {
  static constexpr std::int64_t zero = 0;
  if (a.rows > 0) return;
  a.row_offsets = a.space == MemorySpace::device ? cuda::no_offsets() : &zero;
}

std::string learn(AnyCsr& a, int threads) {
  if (a.columns != ColumnOrder::unknown) return {};
  Inspection seen = inspect(a, threads);
  if (seen.broken.empty()) a.columns = seen.columns;
  return std::move(seen.broken);
}

std::string named(const char* name, const std::string& why) {
  return why.empty() ? why : name + (": " + why);
}

/// `all`: the enumerators from 0 to `last`.
template <class E>
std::string no_enumerator(const char* name, E value, E last, const char* all) {
  if (value <= last) return {};
  return name + (" is " + text(static_cast<std::int64_t>(value)) + ": " + all);
}

/// Of what is an enumeration: code that has to tell two apart takes any other for one of them.
std::string unknown_kind(const AnyCsr& a) {
  for (std::string why :
       {no_enumerator("value_type", a.value_type, ValueType::f64, "f32 or f64"),
        no_enumerator("offset_type", a.offset_type, OffsetType::i64, "i32 or i64"),
        no_enumerator("space", a.space, MemorySpace::device, "host or device"),
        no_enumerator("columns", a.columns, ColumnOrder::sorted, "unknown, any or sorted")}) {
    if (!why.empty()) return why;
  }
  return {};
}

std::string broken_structure(const AnyCsr& a) {
  if (std::string why = unknown_kind(a); !why.empty()) return why;
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

/// The matrices of a problem under the names that messages give them.
std::vector<std::pair<const char*, AnyCsr*>> matrices_of(Problem& p) {
  if (p.second() == nullptr) return {{"the matrix", &p.a}};
  return {{"A", &p.a}, {"B", p.second()}};
}

/// Operands that are sound each by itself.
std::string broken_pair(const AnyCsr& a, const AnyCsr& b) {
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

std::string unfit_order(const AnyCsr& a) {
  if (a.columns == ColumnOrder::sorted) return {};
  return "its rows are not sorted or hold duplicates: sort them and add duplicates up, or use a "
         "variant that takes them as they are";
}

std::string unfit_order(Problem& p) {
  for (const auto& [name, matrix] : matrices_of(p)) {
    if (std::string why = named(name, unfit_order(*matrix)); !why.empty()) return why;
  }
  return {};
}

std::string unfit(const OperandRules& rules, Problem& p, bool elsewhere) {
  std::string why = find_flaw(p);
  if (!why.empty()) return why;
  const bool there = p.a.space == MemorySpace::device;
  if (rules.backend == Backend::cpu && there) {
    return "the operands are in the memory of a device, the variant runs on the CPU";
  }
  if (rules.backend == Backend::cuda && !there && !elsewhere) {
    return "the operands are not in the memory of a device, where the variant runs";
  }
  if (rules.takes != ColumnOrder::sorted) return {};
  why = learn_order(p);
  return why.empty() ? unfit_order(p) : why;
}

}  // namespace

bool same_arrays(const AnyCsr& a, const AnyCsr& b) noexcept {
  return a.row_offsets == b.row_offsets && a.col_indices == b.col_indices && a.rows == b.rows &&
         a.cols == b.cols && a.nnz == b.nnz && a.offset_type == b.offset_type;
}

std::string find_misplaced(const AnyCsr& matrix) {
  using cuda::Place;
  const bool entries = matrix.nnz > 0;
  const std::pair<const char*, const void*> arrays[] = {
      {"the row offsets are", matrix.rows > 0 ? matrix.row_offsets : nullptr},
      {"the column indices are", entries ? matrix.col_indices : nullptr},
      {"the values are", entries ? matrix.values : nullptr}};
  const bool on_device = matrix.space == MemorySpace::device;
  for (const auto& [what, pointer] : arrays) {
    if (pointer == nullptr) continue;  // find_flaw asks whether one is needed
    const Place place = cuda::place_of(pointer);
    if (on_device && place == Place::host) {
      return std::string(what) + " in host memory, the matrix is said to be in that of a device";
    }
    if (on_device && place == Place::another_device) {
      return std::string(what) + " on another device than the current one: cudaSetDevice first";
    }
    if (!on_device && (place == Place::this_device || place == Place::another_device)) {
      return std::string(what) +
             " in the memory of a device: AnyCsr::on_device says so of the matrix";
    }
  }
  return {};
}

std::string find_decrease(const AnyCsr& a) {
  return visit(a, [&](auto view) -> std::string {
    using Offset = std::remove_cvref_t<decltype(view.row_offsets[0])>;
    const Offset* const offsets = view.row_offsets;
    bool decrease = false;  // without a way out, so that it vectorises
    for (std::int64_t row = 0; row < a.rows; ++row) decrease |= offsets[row + 1] < offsets[row];
    if (!decrease) return {};
    const auto row = std::adjacent_find(offsets, offsets + a.rows + 1, std::greater<>()) - offsets;
    return no_row(row, offsets[row], offsets[row + 1], a.nnz);
  });
}

Inspection inspect(const AnyCsr& a, int threads) {
  if (a.space == MemorySpace::device) return cuda::inspect(a);
  return visit(a, [&](auto view) { return inspect_on_host(view, threads); });
}

Inspection inspect(const AnyCsr& a) {
  return inspect(a, host::granted_threads());
}

std::string find_flaw(AnyCsr& matrix) {
  std::string why = broken_structure(matrix);
  if (why.empty()) complete(matrix);
  return why;
}

std::string find_flaw(Problem& problem) {
  for (const auto& [name, matrix] : matrices_of(problem)) {
    if (std::string why = named(name, broken_structure(*matrix)); !why.empty()) return why;
  }
  std::string why = problem.mismatch();
  const AnyCsr* b = problem.second();
  if (why.empty() && b != nullptr) why = broken_pair(problem.a, *b);
  if (!why.empty()) return why;
  for (const auto& [name, matrix] : matrices_of(problem)) complete(*matrix);
  return {};
}

std::string learn_order(Problem& problem) {
  AnyCsr* b = problem.second();
  const bool same = b != nullptr && same_arrays(problem.a, *b);
  for (const auto& [name, matrix] : matrices_of(problem)) {
    if (std::string why = named(name, learn(*matrix, problem.resources.threads)); !why.empty())
      return why;
    if (same && b->columns == ColumnOrder::unknown) b->columns = problem.a.columns;
  }
  return {};
}

Fit admit(const OperandRules& rules, Problem& problem) {
  std::string why = unfit(rules, problem, !problem.fit_reads_arrays());
  return why.empty() ? Fit::yes() : Fit::no(std::move(why));
}

void require(const OperandRules& rules, Problem& problem) {
  const std::string why = unfit(rules, problem, false);
  if (!why.empty()) throw UsageError(why);
}

}  // namespace sptune
