// SPDX-License-Identifier: BSD-3-Clause
#include "db/info.hpp"

#include "db/connection.hpp"
#include "db/lock.hpp"
#include "db/migrate.hpp"
#include "db/repeated.hpp"

#include <fmt/format.h>

namespace sptune::db {

Info info(const std::filesystem::path& file) {
  Info i;
  i.file = std::filesystem::absolute(file);
  i.being_written = WriterLock::is_held(i.file);
  const auto db = open_for_reading(i.file);
  return guarded(i.file, [&] {
    i.bytes = static_cast<std::int64_t>(std::filesystem::file_size(i.file));
    i.schema = schema_version(*db);
    i.known = latest_version(builtin_migrations());
    i.journal = db->execAndGet("PRAGMA journal_mode").getString();
    std::vector<std::string> tables;
    SQLite::Statement names(*db,
                            "SELECT name FROM sqlite_schema WHERE type = 'table' AND "
                            "name NOT LIKE 'sqlite_%' ORDER BY rowid");
    while (names.executeStep()) tables.push_back(names.getColumn(0).getString());
    for (const std::string& table : tables) {
      i.rows.emplace_back(
          table, db->execAndGet(fmt::format("SELECT count(*) FROM \"{}\"", table)).getInt64());
    }
    SQLite::Statement outcomes(
        *db,
        "SELECT iif(reaped, 'reaped', outcome), count(*) FROM trial GROUP BY 1 ORDER BY 2 DESC");
    while (outcomes.executeStep()) {
      i.outcomes.emplace_back(outcomes.getColumn(0).getString(), outcomes.getColumn(1).getInt64());
    }
    i.remeasured =
        db->execAndGet(
              "SELECT count(*) FROM (SELECT 1 FROM trial WHERE outcome <> 'running' AND "
              "reaped = 0 GROUP BY context_id, problem_id, config_id HAVING count(*) > 1)")
            .getInt64();
    i.hardware = query(i.file,
                       "SELECT name, kind, arch, cores, l2_bytes, l3_bytes, memory_bytes, hw_hash "
                       "FROM hardware ORDER BY hw_id");
    // Of tables that older files lack.
    if (i.schema >= repeated_since) i.runs = query(i.file, named_query("runs").sql);
    return i;
  });
}

}  // namespace sptune::db
