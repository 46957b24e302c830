// SPDX-License-Identifier: BSD-3-Clause
// What plans on a CPU really take of memory, beside what is foreseen and told. A program of its
// own, for it counts whatever is taken: it has its own operator new, and is linked with --wrap for
// what host::Buffer calls.
#include "kernels/api/catalogue.hpp"
#include "kernels/spmv/spmv.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace {

std::atomic<std::int64_t> taken_now{0};
std::atomic<std::int64_t> taken_at_most{0};

void count(std::int64_t bytes) {
  const std::int64_t now = taken_now += bytes;
  for (std::int64_t most = taken_at_most; now > most;) {
    if (taken_at_most.compare_exchange_weak(most, now)) break;
  }
}

/// Aligned memory by the bytes that were asked for: a mapping has some in front of it and behind,
/// which nobody touches.
struct Aligned {
  void* memory = nullptr;
  std::size_t bytes = 0;
};
std::mutex aligned_busy;
std::array<Aligned, 64> aligned_now;

void note_aligned(void* memory, std::size_t bytes) {
  const std::lock_guard lock(aligned_busy);
  auto* const place = std::find_if(aligned_now.begin(), aligned_now.end(),
                                   [](const Aligned& a) { return a.memory == nullptr; });
  if (place == aligned_now.end()) std::abort();
  *place = {memory, bytes};
  count(static_cast<std::int64_t>(bytes));
}

void* counted(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  count(static_cast<std::int64_t>(malloc_usable_size(memory)));
  return memory;
}

}  // namespace

// NOLINTBEGIN(bugprone-reserved-identifier, cert-dcl37-c, cert-dcl51-cpp,
// misc-new-delete-overloads, cppcoreguidelines-no-malloc)
extern "C" {
int __real_posix_memalign(void** memory, std::size_t alignment, std::size_t bytes);
void* __real_aligned_alloc(std::size_t alignment, std::size_t bytes);
void __real_free(void* memory);

int __wrap_posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  const int error = __real_posix_memalign(memory, alignment, bytes);
  if (error == 0) note_aligned(*memory, bytes);
  return error;
}

void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
  void* const memory = __real_aligned_alloc(alignment, bytes);
  if (memory != nullptr) note_aligned(memory, bytes);
  return memory;
}

void __wrap_free(void* memory) {
  if (memory != nullptr) {
    const std::lock_guard lock(aligned_busy);
    for (Aligned& a : aligned_now) {
      if (a.memory != memory) continue;
      count(-static_cast<std::int64_t>(a.bytes));
      a = {};
    }
  }
  __real_free(memory);
}
}

void* operator new(std::size_t size) {
  return counted(std::malloc(size > 0 ? size : 1));
}
// std::stable_sort takes memory so; under AddressSanitizer it would be another allocator's.
void* operator new(std::size_t size, const std::nothrow_t& /*none*/) noexcept {
  void* const memory = std::malloc(size > 0 ? size : 1);
  if (memory != nullptr) count(static_cast<std::int64_t>(malloc_usable_size(memory)));
  return memory;
}
void operator delete(void* memory) noexcept {
  if (memory != nullptr) count(-static_cast<std::int64_t>(malloc_usable_size(memory)));
  __real_free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  operator delete(memory);
}
// NOLINTEND(bugprone-reserved-identifier, cert-dcl37-c, cert-dcl51-cpp, misc-new-delete-overloads,
// cppcoreguidelines-no-malloc)

namespace sptune::test {
namespace {

using Matrix = Csr<double, std::int64_t>;

/// `lengths` entries in one row after the other, every `far`-th of them anywhere.
Matrix rows_of(std::int64_t rows, std::int64_t cols, const std::vector<std::int64_t>& lengths,
               std::int64_t far) {
  Matrix a;
  a.rows = rows;
  a.cols = cols;
  std::uint64_t random = 1;
  std::vector<Index> columns;
  for (std::int64_t row = 0; row < rows; ++row) {
    columns.clear();
    const std::int64_t first = std::min(row * cols / rows, cols - 400);
    const std::int64_t length = lengths[static_cast<std::size_t>(row) % lengths.size()];
    for (std::int64_t i = 0; i < length; ++i) {
      random = random * 6364136223846793005U + 1442695040888963407U;
      const bool anywhere = far > 0 && i % far == 0;
      columns.push_back(static_cast<Index>(
          anywhere ? static_cast<std::int64_t>((random >> 33U) % static_cast<std::uint64_t>(cols))
                   : first + 5 * i));
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const Index column : columns) {
      a.col_indices.push_back(column);
      a.values.push_back(static_cast<double>(column % 7));
    }
    a.row_offsets.push_back(a.nnz());
  }
  return a;
}

/// A third of the rows are near the diagonal, the others anywhere.
Matrix some_wide_windows() {
  Matrix a = rows_of(11'000, 200'000, {16}, 0);
  const Matrix wide = rows_of(22'000, 200'000, {16}, 4);
  a.rows += wide.rows;
  const std::int64_t before = a.nnz();
  for (std::size_t row = 1; row < wide.row_offsets.size(); ++row) {
    a.row_offsets.push_back(before + wide.row_offsets[row]);
  }
  a.col_indices.insert(a.col_indices.end(), wide.col_indices.begin(), wide.col_indices.end());
  a.values.insert(a.values.end(), wide.values.begin(), wide.values.end());
  return a;
}

/// A part of a mebibyte and more beyond whole huge pages; short rows, in many chunks; rows that are
/// cut off; and bands, for what stores diagonals and blocks.
std::vector<std::pair<std::string, Matrix>> matrices() {
  std::vector<std::pair<std::string, Matrix>> out;
  out.emplace_back("wide windows", rows_of(33'000, 200'000, {16}, 4));
  out.emplace_back("narrow and wide windows", some_wide_windows());
  out.emplace_back("short rows", rows_of(80'000, 80'000, {1, 2, 3, 1, 0}, 0));
  out.emplace_back("long rows", rows_of(10'000, 10'000, {4, 4, 4, 4, 70}, 0));
  Matrix band;
  band.rows = band.cols = 70'000;
  for (std::int64_t row = 0; row < band.rows; ++row) {
    for (std::int64_t c = std::max<std::int64_t>(row - 4, 0); c < std::min(band.cols, row + 5);
         ++c) {
      band.col_indices.push_back(static_cast<Index>(c));
      band.values.push_back(1);
    }
    band.row_offsets.push_back(band.nnz());
  }
  out.emplace_back("band", std::move(band));
  return out;
}

/// Where a plan's parts begin, and the plan itself.
constexpr std::int64_t not_foreseen = 16384;
constexpr int threads = 2;
/// What Options::memory_limit leaves out: where shares of the work begin.
constexpr std::int64_t beyond_the_limit = 64 * (threads + 1);

/// use(configuration, problem): every point of the smoke grids on every matrix that it fits.
template <class Use>
void for_fitting_points(Use use) {
  for (const auto& [name, a] : matrices()) {
    for (const Variant& v : shipped_catalogue().variants()) {
      if (v.operation != Operation::spmv || v.facts.backend != Backend::cpu) continue;
      for (const ResolvedConfiguration& c : v.smoke_grid()) {
        SCOPED_TRACE(name + ", " + c.text());
        CsrView<double, std::int64_t> view = a.view();
        view.columns = ColumnOrder::sorted;
        SpmvProblem problem{AnyCsr(view), {.threads = threads}};
        if (c.fit(problem)) use(c, problem);
      }
    }
  }
}

TEST(PlanMemory, is_what_was_foreseen_and_what_is_told) {
  int plans = 0;
  for_fitting_points([&](const ResolvedConfiguration& c, SpmvProblem& problem) {
    ++plans;
    const std::int64_t before = taken_now;
    taken_at_most = before;
    const auto plan = c.dense_plan(problem);
    EXPECT_LE(taken_now - before, plan->memory_bytes() + not_foreseen) << "held";
    const std::int64_t limit = taken_at_most - before - not_foreseen - 1;
    const std::int64_t told = plan->memory_bytes() - beyond_the_limit - 1;
    if (told >= 0) {
      problem.resources.memory_limit = told;
      EXPECT_FALSE(c.fit(problem)) << "holds " << plan->memory_bytes() << " bytes";
    }
    if (limit < 0) return;
    problem.resources.memory_limit = limit;
    EXPECT_FALSE(c.fit(problem)) << "takes over " << limit << " bytes while it is made";
  });
  EXPECT_GT(plans, 80);
}

/// What is found is kept, and what is planned by it together, take no more than planning may.
TEST(PlanMemory, keeps_to_the_limit_from_the_question_whether_it_fits_on) {
  int plans = 0;
  for_fitting_points([&](const ResolvedConfiguration& c, SpmvProblem& problem) {
    std::int64_t& limit = problem.resources.memory_limit;
    limit = c.dense_plan(problem)->memory_bytes();
    while (!c.fit(problem)) limit += limit / 16 + 1024;
    const std::int64_t before = taken_now;
    taken_at_most = before;
    EXPECT_TRUE(c.fit_for_plan(problem));
    if (!problem.found.what.has_value()) return;
    ++plans;
    EXPECT_LE(taken_at_most - before, limit + not_foreseen) << "told whether it fits";
    auto plan = c.dense_plan(problem);
    EXPECT_LE(taken_at_most - before, limit + not_foreseen) << "made the plan";
    problem.found = {};
    EXPECT_LE(taken_now - before, plan->memory_bytes() + not_foreseen) << "held";
    plan = nullptr;
    EXPECT_LE(taken_now - before, not_foreseen) << "left";
  });
  EXPECT_GT(plans, 20);
}

}  // namespace
}  // namespace sptune::test
