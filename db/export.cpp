// SPDX-License-Identifier: BSD-3-Clause
#include "db/export.hpp"

#include "db/connection.hpp"
#include "db/migrate.hpp"
#include "sptune/error.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <ostream>

namespace sptune::db {
namespace {

void require_table(const std::filesystem::path& database, const std::string& table) {
  const Table names = query(database,
                            "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') "
                            "AND name NOT LIKE 'sqlite_%' ORDER BY name");
  std::string known;
  for (std::size_t i = 0; i < names.rows.size(); ++i) {
    if (names.text(i, "name") == table) return;
    known += (known.empty() ? "" : ", ") + names.text(i, "name");
  }
  throw UsageError(fmt::format("no table or view '{}'; there are: {}", table, known));
}

}  // namespace

std::vector<std::string> columns_of(const std::filesystem::path& database,
                                    const std::string& table) {
  require_table(database, table);
  return query(database, "SELECT * FROM \"" + table + "\" LIMIT 0").columns;
}

void export_rows(const std::filesystem::path& database, const std::string& table, Format format,
                 std::ostream& out) {
  require_table(database, table);
  Writer writer(out, format);
  query(database, "SELECT * FROM \"" + table + "\"", {}, writer.sink());
  writer.finish();
  if (!out) throw InputError("export: writing failed: is the disk full?");
}

void export_reduced(const std::filesystem::path& database, const std::filesystem::path& copy) {
  if (std::filesystem::exists(copy)) {
    throw UsageError(fmt::format("{}: exists already: name a new file", copy.string()));
  }
  const PartialDatabase partial(scratch_name(copy.string() + ".partial", {database}));
  remove_database(partial.file);
  const auto from = open_for_reading(std::filesystem::absolute(database));
  guarded(copy, [&] {
    SQLite::Database to(partial.file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    copy_whole(to, *from);
  });
  guarded(copy, [&] {
    SQLite::Database to(partial.file.string(), SQLite::OPEN_READWRITE);
    to.exec("PRAGMA journal_mode = DELETE");
    // What today's schema takes from samples of an older one (passes, phases) is lost with them.
    (void)migrate_copy(to, database);
    to.exec("DELETE FROM samples");
    // What `db check` knows them by: damage looks the same.
    to.exec("UPDATE run SET info = json_set(info, '$.samples', 'left out')");
    to.exec("VACUUM");
  });
  move_into_place(partial.file, copy);
}

}  // namespace sptune::db
