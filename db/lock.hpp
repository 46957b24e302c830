// SPDX-License-Identifier: BSD-3-Clause
// One writer per database. SQLite would let two sweeps take turns inside one file; their trials
// would disturb each other's timings and each would take the other's running rows for dead ones.
#pragma once

#include <filesystem>
#include <string>

namespace sptune::db {

/// Advisory lock on `<database>.lock`, held until destruction or death of the process; the file
/// goes with it. A file of its own because flock on NFS would collide with SQLite's byte-range
/// locks.
class WriterLock {
 public:
  WriterLock() = default;
  /// Throws DatabaseError that names the holder when another process (or another Store of this one)
  /// writes, or when the folder cannot be written.
  explicit WriterLock(const std::filesystem::path& database);
  ~WriterLock();
  WriterLock(WriterLock&& other) noexcept;
  WriterLock& operator=(WriterLock&& other) noexcept;

  [[nodiscard]] bool held() const noexcept { return fd_ >= 0; }
  /// Whether somebody writes the database right now.
  [[nodiscard]] static bool is_held(const std::filesystem::path& database);

 private:
  void release() noexcept;
  int fd_ = -1;
  std::string path_;
};

}  // namespace sptune::db
