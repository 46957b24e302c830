// SPDX-License-Identifier: BSD-3-Clause
// The rows of one database into another, all in SQL. Private to the module.
#pragma once

#include "db/impl.hpp"
#include "db/merge.hpp"

#include <filesystem>

namespace sptune::db {

/// Of the database that is attached as `src`, a private copy of `source` at today's schema, into
/// `d`, in one transaction. Foreign keys are not checked: all that a row refers to is found by its
/// hash. Throws SQLite::Exception and DatabaseError.
[[nodiscard]] MergedFile merge_attached(Store::Impl& d, const std::filesystem::path& source);

}  // namespace sptune::db
