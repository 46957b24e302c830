// SPDX-License-Identifier: BSD-3-Clause
// Part of db_test under AddressSanitizer alone: what sqlite_memory.cpp says it watches.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstdlib>

namespace sptune::db::test {
namespace {

class SqliteMemory : public testing::TestWithParam<int> {};

/// A small block, one of a pool's largest, and one that is the sanitizer's.
INSTANTIATE_TEST_SUITE_P(Sizes, SqliteMemory, testing::Values(24, 4368, 100000));

TEST_P(SqliteMemory, ABlockThatWasGivenBackIsNotRead) {
  const int size = GetParam();
  const auto read = [&] {
    auto* const block = static_cast<volatile char*>(sqlite3_malloc(size));
    block[0] = 1;
    sqlite3_free(const_cast<char*>(block));
    return block[0];
  };
  EXPECT_DEATH(read(), "AddressSanitizer: use-after-poison|AddressSanitizer: heap-use-after-free");
}

TEST_P(SqliteMemory, NothingBehindABlockIsRead) {
  const int size = GetParam();
  auto* const block = static_cast<volatile char*>(sqlite3_malloc(size));
  block[size - 1] = 1;
  EXPECT_DEATH(block[size] = 1, "AddressSanitizer: use-after-poison|heap-buffer-overflow");
  EXPECT_DEATH(block[-1] = 1, "AddressSanitizer: use-after-poison|heap-buffer-overflow");
  sqlite3_free(const_cast<char*>(block));
}

TEST_P(SqliteMemory, ABlockThatIsLostIsSeenAtExit) {
  EXPECT_EXIT(
      {
        static_cast<void>(sqlite3_malloc(GetParam()));
        std::exit(0);
      },
      testing::ExitedWithCode(1), "SQLite has .* bytes at exit");
}

TEST(SqliteText, AColumnsTextIsNotReadBehindItsStatement) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(":memory:", &database), SQLITE_OK);
  const auto read = [&] {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database, "SELECT hex(zeroblob(3000))", -1, &statement, nullptr);
    sqlite3_step(statement);
    const auto* const text =
        reinterpret_cast<const volatile char*>(sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return text[0];
  };
  EXPECT_DEATH(read(), "AddressSanitizer: use-after-poison");
  EXPECT_EQ(sqlite3_close(database), SQLITE_OK);
}

}  // namespace
}  // namespace sptune::db::test
