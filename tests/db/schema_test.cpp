// SPDX-License-Identifier: BSD-3-Clause
// docs/schema.md is what the schema says of itself, and the schema says something of everything.
#include "db/describe.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

#include <cstdlib>
#include <sstream>

namespace sptune::db::test {
namespace {

TEST(Schema, EverythingHasAMeaning) {
  const auto tables = describe_schema();
  EXPECT_GE(tables.size(), 25U);
  for (const TableDescription& t : tables) {
    EXPECT_FALSE(t.meaning.empty()) << t.name;
    EXPECT_FALSE(t.columns.empty()) << t.name;
    for (const ColumnDescription& c : t.columns) {
      EXPECT_FALSE(c.meaning.empty()) << t.name << "." << c.name;
    }
  }
}

TEST(Schema, TablesAreStrictAndRefer) {
  World w;
  EXPECT_EQ(w.count("pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND "
                    "name NOT LIKE 'sqlite_%'"),
            0);
  for (const TableDescription& t : describe_schema()) {
    if (t.name != "trial") continue;
    int references = 0;
    for (const ColumnDescription& c : t.columns) references += c.refers_to.empty() ? 0 : 1;
    EXPECT_EQ(references, 4);
  }
}

TEST(Schema, DocumentIsUpToDate) {
  const char* source = std::getenv("SPTUNE_SOURCE_DIR");
  if (source == nullptr) GTEST_SKIP() << "SPTUNE_SOURCE_DIR is not set";
  std::ifstream in(std::filesystem::path(source) / "docs/schema.md", std::ios::binary);
  ASSERT_TRUE(in) << "docs/schema.md is missing";
  std::stringstream text;
  text << in.rdbuf();
  EXPECT_TRUE(text.str() == schema_markdown())
      << "run `sptune db schema --markdown > docs/schema.md` and commit it";
}

TEST(Schema, SqlMakesTheSchema) {
  SQLite::Database db(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  db.exec(schema_sql());
  EXPECT_EQ(static_cast<std::size_t>(
                db.execAndGet("SELECT count(*) FROM sqlite_schema WHERE type IN ('table', 'view')")
                    .getInt()),
            describe_schema().size());
}

}  // namespace
}  // namespace sptune::db::test
