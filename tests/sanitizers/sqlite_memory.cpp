// SPDX-License-Identifier: BSD-3-Clause
// SQLite's memory in programs under AddressSanitizer. SQLite is not instrumented, and the
// sanitizer's allocator takes two thirds of such a program's time (docs/measurements/ci.md). What
// we read of SQLite's, as the text of a column, is watched here as well: bytes before and behind a
// block and those of a block that was given back are poisoned, and a block is handed out again
// after others. Larger blocks are the sanitizer's.

#include <sanitizer/asan_interface.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>

// The head of a block is poisoned for everybody else.
#define SPTUNE_UNWATCHED __attribute__((no_sanitize("address")))

namespace {

/// Before each block.
struct alignas(16) Head {
  int size;   ///< asked for
  int shift;  ///< log2 of the bytes behind the head; 0: of a larger block
};

constexpr int least_shift = 5;
constexpr int most_shift = 13;  // a page of a database and what stands behind it
/// Blocks of a size that wait before one is taken again.
constexpr std::size_t waiting = 32;

struct Pools {
  std::mutex mutex;
  std::array<std::deque<Head*>, most_shift + 1> free;  ///< those that have waited longest in front
};

/// Never destroyed: connections of static objects close after everything else.
Pools& pools() {
  static Pools& all = *new Pools;
  return all;
}

Head* head_of(void* block) {
  return static_cast<Head*>(block) - 1;
}

SPTUNE_UNWATCHED void watch(Head* head, int size, int shift) {
  head->size = size;
  head->shift = shift;
  const std::size_t behind = shift == 0 ? 0 : std::size_t{1} << shift;
  __asan_poison_memory_region(head, sizeof(Head) + behind);
  __asan_unpoison_memory_region(head + 1, static_cast<std::size_t>(size));
}

/// Of log2 size `shift`. What is new comes from the sanitizer, which looks for leaks through it.
Head* take(int shift) {
  Pools& all = pools();
  const std::lock_guard lock(all.mutex);
  std::deque<Head*>& free = all.free[static_cast<std::size_t>(shift)];
  if (free.size() <= waiting) {
    const std::size_t bytes = sizeof(Head) + (std::size_t{1} << shift);
    const std::size_t count = std::max<std::size_t>(1, (std::size_t{1} << 16) / bytes);
    auto* const slab = static_cast<std::byte*>(std::malloc(count * bytes));
    if (slab == nullptr) return nullptr;
    __asan_poison_memory_region(slab, count * bytes);
    for (std::size_t i = 0; i < count; ++i) {
      free.push_front(reinterpret_cast<Head*>(slab + i * bytes));
    }
  }
  Head* const head = free.front();
  free.pop_front();
  return head;
}

void* allocate(int size) {
  const auto width = static_cast<int>(std::bit_width(static_cast<unsigned>(size - 1)));
  const int shift = width > most_shift ? 0 : std::max(least_shift, width);
  Head* const head =
      shift > 0 ? take(shift)
                : static_cast<Head*>(std::malloc(sizeof(Head) + static_cast<std::size_t>(size)));
  if (head == nullptr) return nullptr;
  watch(head, size, shift);
  return head + 1;
}

SPTUNE_UNWATCHED int size_of(void* block) {
  return block == nullptr ? 0 : head_of(block)->size;
}
SPTUNE_UNWATCHED int shift_of(void* block) {
  return head_of(block)->shift;
}

void release(void* block) {
  if (block == nullptr) return;
  Head* const head = head_of(block);
  const int shift = shift_of(block);
  if (shift == 0) {
    __asan_unpoison_memory_region(head, sizeof(Head));
    std::free(head);
    return;
  }
  __asan_poison_memory_region(block, std::size_t{1} << shift);
  Pools& all = pools();
  const std::lock_guard lock(all.mutex);
  all.free[static_cast<std::size_t>(shift)].push_back(head);
}

void* resize(void* block, int size) {
  void* const other = allocate(size);
  if (other == nullptr) return nullptr;
  std::memcpy(other, block, static_cast<std::size_t>(std::min(size, size_of(block))));
  release(block);
  return other;
}

int rounded(int size) {
  return (size + 7) & ~7;
}
int begin(void* /*unused*/) {
  return SQLITE_OK;
}
void end(void* /*unused*/) {}

const struct Install {
  Install() {
    static const sqlite3_mem_methods methods{allocate, release, resize, size_of,
                                             rounded,  begin,   end,    nullptr};
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) != SQLITE_OK) std::abort();
  }
  /// A block that is lost lies among others, so that the sanitizer does not see it.
  ~Install() {
    const sqlite3_int64 left = sqlite3_memory_used();
    if (left == 0) return;
    std::fprintf(stderr, "SQLite has %lld bytes at exit: a statement or connection is left open\n",
                 static_cast<long long>(left));
    _exit(1);
  }
  Install(const Install&) = delete;
  Install& operator=(const Install&) = delete;
} install;

}  // namespace
