// SPDX-License-Identifier: BSD-3-Clause
// The file that applications append to, a line for each race. Any number of processes and threads
// may write one file on a local disk: each line is one write at the end (O_APPEND).
#pragma once

#include "tuner/learned/record.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace sptune::learned {

/// A file that has this many bytes becomes `FILE.1`, in place of the one before, and a new one is
/// begun: two files of 8 MiB, about 5000 races, and nobody has to clean up.
inline constexpr std::int64_t largest_file = std::int64_t{8} << 20;

/// Appends the record. Returns why it could not be, in one line; empty: it is there, whole. Where
/// there is room for a part of the line alone (a full disk, a limit of the process's), that is
/// taken back. A file that is no log stays as it is, also where a full one would take its name.
[[nodiscard]] std::string append(const std::string& file, const Record& record,
                                 std::int64_t largest = largest_file);

/// Makes the file where there is none. Returns why nothing can be appended; empty: it can.
[[nodiscard]] std::string try_to_append(const std::string& file);

/// Why a file is none of ours, in one line: it does not begin as a log does. Empty where it is one,
/// is empty, or cannot be opened.
[[nodiscard]] std::string find_foreign(const std::string& file);

struct Line {
  std::size_t number = 0;  ///< from 1
  Result<Record> record;
};

/// How much of a file has been read.
struct Extent {
  std::int64_t bytes = 0;  ///< to the end of a line
  std::size_t lines = 0;
};

/// What an application reads of a log at most when it begins: more than two files of its own hold.
inline constexpr std::int64_t most_recalled = std::int64_t{64} << 20;

/// Each line in order, blank ones left out, of the last `most` bytes alone, in which lines are then
/// counted. Holds one line at a time. Returns why the file cannot be read, in one line; empty: it
/// was. Never throws, but for what `visit` does.
[[nodiscard]] std::string read(const std::string& file,
                               const std::function<void(Line&& line)>& visit,
                               std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// The same of what stands behind `from`, which then is where the last line ends. A line without an
/// end, which may be half written, is visited, and again when more is read.
[[nodiscard]] std::string read_on(const std::string& file, Extent& from,
                                  const std::function<void(Line&& line)>& visit,
                                  std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// `FILE.1`; beside the file itself where the name is a link.
[[nodiscard]] std::string former(const std::string& file);

}  // namespace sptune::learned
