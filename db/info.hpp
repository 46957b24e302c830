// SPDX-License-Identifier: BSD-3-Clause
// What is in a database, in a few lines.
#pragma once

#include "db/query.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace sptune::db {

struct Info {
  std::filesystem::path file;
  std::int64_t bytes = 0;      ///< of the file, without its write-ahead log
  int schema = 0, known = 0;   ///< version of the file, newest version of this program
  std::string journal;         ///< wal or delete
  bool being_written = false;  ///< somebody holds the writer's lock
  std::vector<std::pair<std::string, std::int64_t>> rows;      ///< table → rows
  std::vector<std::pair<std::string, std::int64_t>> outcomes;  ///< outcome → trials
  std::int64_t remeasured = 0;  ///< keys with more than one finished attempt
  Table hardware;
  Table runs;  ///< without columns where the file's schema is too old to be asked
};

/// Throws DatabaseError.
[[nodiscard]] Info info(const std::filesystem::path& file);

}  // namespace sptune::db
