// SPDX-License-Identifier: BSD-3-Clause
// Out of the database: rows for other programs, T4 files for other tuners, a small copy for
// sending.
#pragma once

#include "db/query.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace sptune::db {

/// Names of the columns of a table or view. Throws UsageError for an unknown name.
[[nodiscard]] std::vector<std::string> columns_of(const std::filesystem::path& database,
                                                  const std::string& table);

/// All rows of a table or view as they are read. Throws UsageError for an unknown name, InputError
/// when `out` cannot take them.
void export_rows(const std::filesystem::path& database, const std::string& table, Format format,
                 std::ostream& out);

/// One file per problem and context, `<matrix>_<operation>_<type>_<cache>_<hash>.json`, in the T4
/// results format (1.0.0) of Kernel Tuner and its relatives:
///   configuration: {"variant": name, axis: value, …}; measurements: time (ms), its quartiles and
///   interval, prepare_time (ms), GFLOP/s; times.runtimes: all samples (ms); invalidity: correct,
///   timeout, runtime (crash, error, out of memory), correctness (wrong result), constraints
///   (refused); correctness: 1 or 0. Dominated trials are `correct` with their pilot samples.
/// `allow` is asked before each file, and throws where it is not to be written. Returns the files
/// written. Throws InputError when the folder cannot be written.
std::vector<std::filesystem::path> export_t4(
    const std::filesystem::path& database, const std::filesystem::path& folder,
    const std::function<void(const std::filesystem::path&)>& allow = {});

/// A copy without samples, compacted: a tenth of the size, all views work. Marked as such in the
/// information of its runs; of an older schema's file it is one of today's, which takes passes and
/// phases from samples. Throws UsageError where there is something already.
void export_reduced(const std::filesystem::path& database, const std::filesystem::path& copy);

}  // namespace sptune::db
