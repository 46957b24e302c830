// SPDX-License-Identifier: BSD-3-Clause
// The table `repeated`: what the repetitions of a result say together. It is kept, because the
// views would otherwise add up the repetitions of a whole file to answer for one matrix; whoever
// writes repetitions calls one of these in the same transaction.
#pragma once

#include <string>

namespace SQLite {  // NOLINT(readability-identifier-naming): theirs
class Database;
}

namespace sptune::db {

/// Version of the schema that has it first.
inline constexpr int repeated_since = 5;

/// The statement that adds up anew what has the key of a trial, whose id is its parameter.
[[nodiscard]] const std::string& sql_repeated_of_trial();
/// The same of several keys, given as a SELECT of context_id, problem_id and config_id.
[[nodiscard]] std::string sql_repeated_of_keys(const std::string& keys);

/// All of them anew, as a migration needs it.
void remake_repeated(SQLite::Database& db);

/// Counts what ought to be in the table by what the view `repetition` says, and is not.
[[nodiscard]] std::string sql_wrong_repeated();

}  // namespace sptune::db
