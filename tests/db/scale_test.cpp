// SPDX-License-Identifier: BSD-3-Clause
// Ten thousand trials: all are there, and what is done for one does not grow with the others. How
// long it takes is told by sptune-microbench.
#include "db/check.hpp"
#include "db/impl.hpp"

#include "fixture.hpp"
#include <sqlite3.h>

#include <string>
#include <vector>

namespace sptune::db::test {
namespace {

constexpr int matrices = 50;
constexpr int configurations = 100;
constexpr int repetitions = 2;

/// Statements of this connection that have stepped through a whole table, as far as it went.
std::vector<std::string> scans(const World& w) {
  std::vector<std::string> found;
  sqlite3* const handle = w.store.impl().db->getHandle();
  for (sqlite3_stmt* s = sqlite3_next_stmt(handle, nullptr); s != nullptr;
       s = sqlite3_next_stmt(handle, s)) {
    if (sqlite3_stmt_status(s, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0) > 0) {
      found.emplace_back(sqlite3_sql(s));
    }
  }
  return found;
}

void fill(World& w) {
  for (int m = 0; m < matrices; ++m) w.store.put_matrix(matrix("s" + std::to_string(m)), "train");
  for (int r = 0; r < repetitions; ++r) {
    for (int m = 0; m < matrices; ++m) {
      const harness::ProblemKey p = problem("s" + std::to_string(m));
      for (int c = 0; c < configurations; ++c) {
        const Configuration configured{c % 2 == 0 ? "csr" : "ell", {{"unroll", Value(c)}}};
        EXPECT_EQ(w.store.has_trial(w.run.run_id, Backend::cpu, p, configured), r > 0);
        const std::int64_t id = w.store.begin_trial(w.run.run_id, Backend::cpu, p, configured);
        w.store.finish_trial(id, measured(static_cast<float>(10 + (m * 31 + c * 17) % 97)));
      }
    }
  }
}

TEST(Scale, TenThousandTrialsAreStoredFoundAndSound) {
  World w;
  fill(w);

  EXPECT_EQ(scans(w), std::vector<std::string>{}) << "a trial must be found by an index";
  w.store.impl().statement("SELECT trial_id FROM trial WHERE wall_s < 0").executeStep();
  EXPECT_EQ(scans(w).size(), 1U) << "one that scans must be seen";
  int visited = 0;
  w.store.each_trial({}, [&](const StoredTrial&) { ++visited; });
  EXPECT_EQ(visited, matrices * configurations);
  EXPECT_EQ(w.count("trial"), matrices * configurations * repetitions);
  EXPECT_EQ(query(w.file, "SELECT * FROM regret").rows.size(),
            std::size_t{matrices * configurations});
  EXPECT_EQ(query(w.file, named_query("best").sql).rows.size(), std::size_t{matrices});
  EXPECT_TRUE(check(w.file).findings.empty());
}

/// Steps of SQLite's virtual machine that an answer takes; `matrix`: nullptr for all.
std::int64_t steps(const World& w, const std::string& sql, const char* matrix) {
  sqlite3_stmt* s = nullptr;
  sqlite3_prepare_v2(w.store.impl().db->getHandle(), sql.c_str(), -1, &s, nullptr);
  EXPECT_NE(s, nullptr) << sql;
  if (matrix != nullptr) {
    const int parameter = sqlite3_bind_parameter_index(s, ":matrix");
    EXPECT_EQ(sqlite3_bind_text(s, parameter, matrix, -1, SQLITE_STATIC), SQLITE_OK) << sql;
  }
  while (sqlite3_step(s) == SQLITE_ROW) {
  }
  const int taken = sqlite3_stmt_status(s, SQLITE_STMTSTATUS_VM_STEP, 0);
  sqlite3_finalize(s);
  return taken;
}

TEST(Scale, AnswersForOneMatrixDoNotReadTheFile) {
  World w;
  fill(w);
  for (const char* name : {"best", "cost"}) {
    const std::string& sql = named_query(name).sql;
    EXPECT_LT(steps(w, sql, "s7") * 10, steps(w, sql, nullptr))
        << name << ": one of " << matrices << " matrices";
  }
}

TEST(Scale, AttemptsOfOneKeyAreNotComparedInTriples) {
  constexpr int fewer = 50;
  constexpr int more = 4 * fewer;
  World w;
  std::int64_t of_fewer = 0;
  for (int i = 1; i <= more; ++i) {
    w.add("m1", configuration("csr"), repeated(10));
    if (i == fewer) of_fewer = steps(w, "SELECT * FROM repetition", nullptr);
  }
  EXPECT_EQ(w.ask("SELECT attempts FROM repeated").number(0, "attempts"), more);
  EXPECT_LT(steps(w, "SELECT * FROM repetition", nullptr), 20 * of_fewer) << "64 if it were cubic";
}

TEST(Scale, QuestionsAboutModelsDoNotReadAFileWithoutAny) {
  World w;
  fill(w);
  for (const char* name : {"models", "report_predictions"}) {
    EXPECT_LT(steps(w, named_query(name).sql, nullptr), matrices * configurations) << name;
  }
}

TEST(Scale, ACommitDoesNotWaitForTheDisk) {
  World w(std::filesystem::temp_directory_path());
  SQLite::Database& db = *w.store.impl().db;
  if (db.execAndGet("PRAGMA journal_mode").getString() != "wal") {
    GTEST_SKIP() << "the folder for temporary files is on a network filesystem";
  }
  EXPECT_EQ(db.execAndGet("PRAGMA synchronous").getInt(), 1) << "normal: synced at checkpoints";
}

}  // namespace
}  // namespace sptune::db::test
