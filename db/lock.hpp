// SPDX-License-Identifier: BSD-3-Clause
// One writer per database. SQLite would let two sweeps take turns inside one file; their trials
// would disturb each other's timings and each would take the other's running rows for dead ones.
#pragma once

#include <filesystem>
#include <string>

namespace sptune::db {

/// Held until destruction or death of the process (docs/decisions/009): a lock on the database file
/// itself, whatever name it was reached by, and one on `<database>.lock` beside it, which says who
/// writes and goes with its holder.
class WriterLock {
 public:
  WriterLock() = default;
  /// Throws DatabaseError that names the holder when another process (or another Store of this one)
  /// writes, or when folder or file cannot be written. `may_create`: an empty file where there is
  /// none.
  WriterLock(const std::filesystem::path& database, bool may_create);
  ~WriterLock();
  WriterLock(WriterLock&& other) noexcept;
  WriterLock& operator=(WriterLock&& other) noexcept;

  [[nodiscard]] bool held() const noexcept { return file_fd_ >= 0; }
  /// Whether the file was made by this lock.
  [[nodiscard]] bool created() const noexcept { return created_; }
  /// Whether `path` still stands for the file that is locked.
  [[nodiscard]] bool is_at(const std::filesystem::path& path) const;
  /// The name that the locked file has now; empty when it has none.
  [[nodiscard]] std::filesystem::path present_name() const;
  /// Whether somebody writes the database right now. Ask before SQLite opens the file: closing any
  /// descriptor of a file gives up what SQLite has locked of it in this process.
  [[nodiscard]] static bool is_held(const std::filesystem::path& database) {
    return !holder(database).empty();
  }
  /// Who does, such as "process 12 on host"; empty when nobody. To be asked as is_held.
  [[nodiscard]] static std::string holder(const std::filesystem::path& database);

 private:
  void lock_name(const std::filesystem::path& database);
  void lock_file(const std::filesystem::path& database, bool may_create);
  void release() noexcept;
  int name_fd_ = -1;  ///< <database>.lock
  int file_fd_ = -1;  ///< the database
  bool created_ = false;
  std::string path_;  ///< of the former
};

}  // namespace sptune::db
