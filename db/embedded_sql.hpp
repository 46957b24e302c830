// SPDX-License-Identifier: BSD-3-Clause
// SQL files that CMake compiled into the library.
#pragma once

#include <string_view>
#include <vector>

namespace sptune::db {

struct EmbeddedSql {
  int number = 0;         ///< leading digits of the file's name; 0 when it has none
  std::string_view name;  ///< the file's name without its ending
  std::string_view text;
};

/// db/schema/NNN_*.sql in order; files with the same number are one migration.
[[nodiscard]] const std::vector<EmbeddedSql>& schema_files();
/// reports/queries/*.sql in order.
[[nodiscard]] const std::vector<EmbeddedSql>& query_files();

}  // namespace sptune::db
