// SPDX-License-Identifier: BSD-3-Clause
// Files of every version of the schema, reduced from real ones (databases/reduce.py): migrated,
// they answer as they did, but for intervals and ties, whose meaning is another since version 5.
// What they answered is in databases/version-N.expected, by the views of that version.
#include "db/check.hpp"
#include "db/export.hpp"
#include "db/info.hpp"
#include "db/merge.hpp"
#include "db/migrate.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

#include <cstdlib>
#include <sstream>

namespace sptune::db::test {
namespace {

std::filesystem::path published(int version, const char* ending) {
  const char* source = std::getenv("SPTUNE_SOURCE_DIR");
  if (source == nullptr) throw std::runtime_error("SPTUNE_SOURCE_DIR is not set: run by ctest");
  return std::filesystem::path(source) / "tests/db/databases" /
         ("version-" + std::to_string(version) + ending);
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error(file.string() + " cannot be read");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// A query and its rows, cells parted by bars.
struct Answer {
  std::string sql;
  std::vector<std::string> rows;
};

std::vector<Answer> answers_of(const std::string& text) {
  std::vector<Answer> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("-- ")) {
      out.push_back({line.substr(3), {}});
    } else {
      out.back().rows.push_back(line);
    }
  }
  return out;
}

std::vector<std::string> rows_of(const Table& table) {
  std::vector<std::string> out;
  for (const Row& row : table.rows) {
    std::string line;
    for (const Cell& cell : row) {
      if (!line.empty() || &cell != row.data()) line += '|';
      if (const auto* text = std::get_if<std::string>(&cell)) line += *text;
      if (const auto* n = std::get_if<std::int64_t>(&cell)) line += std::to_string(*n);
    }
    out.push_back(line);
  }
  return out;
}

int schema_of(const std::filesystem::path& file) {
  return SQLite::Database(file.string()).execAndGet("PRAGMA user_version").getInt();
}

struct Published : testing::TestWithParam<int> {
  Folder folder;
  std::filesystem::path file = folder / "published.sqlite";
  void SetUp() override {
    SQLite::Database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        .exec("BEGIN; " + text_of(published(GetParam(), ".sql")) + " COMMIT;");
  }
  void expect_same() const {
    const std::vector<Answer> answers = answers_of(text_of(published(GetParam(), ".expected")));
    ASSERT_EQ(answers.size(), 3U) << "best, regret and speedup";
    for (const Answer& answer : answers) {
      EXPECT_GT(answer.rows.size(), 2U);
      EXPECT_EQ(rows_of(query(file, answer.sql)), answer.rows) << answer.sql;
    }
  }
};

TEST_P(Published, MigratedItAnswersTheSame) {
  EXPECT_EQ(migrate_file(file).from, GetParam());
  expect_same();
  const CheckReport report = check(file);
  EXPECT_FALSE(report.damaged()) << report.findings.at(0).text;
}

TEST_P(Published, AsItIsItIsSoundAndDescribed) {
  const CheckReport report = check(file);
  EXPECT_FALSE(report.damaged()) << report.findings.at(0).text;
  EXPECT_GT(report.trials, 0);
  const Info described = info(file);
  EXPECT_EQ(described.schema, GetParam());
  EXPECT_FALSE(described.outcomes.empty());
  EXPECT_EQ(schema_of(file), GetParam()) << "nobody asked to migrate it";
}

TEST_P(Published, MergedItAnswersTheSame) {
  const std::filesystem::path into = folder / "merged.sqlite";
  (void)merge({file}, into);
  std::filesystem::rename(into, file);
  expect_same();
}

TEST_P(Published, ReducedItAnswersTheSameAndKeepsWhatSamplesSaid) {
  const std::filesystem::path reduced = folder / "reduced.sqlite";
  export_reduced(file, reduced);
  (void)migrate_file(file);
  for (const char* table : {"pass", "phase", "repeated"}) {
    EXPECT_EQ(count(reduced, table), count(file, table)) << table;
  }
  EXPECT_EQ(count(reduced, "samples"), 0);
  std::filesystem::rename(reduced, file);
  expect_same();
}

/// The newest version has no published files yet.
INSTANTIATE_TEST_SUITE_P(Versions, Published,
                         testing::Range(1, latest_version(builtin_migrations())));

}  // namespace
}  // namespace sptune::db::test
