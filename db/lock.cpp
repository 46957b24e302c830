// SPDX-License-Identifier: BSD-3-Clause
#include "db/lock.hpp"

#include "sptune/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace sptune::db {
namespace {

std::string holder_of(int fd) {
  std::array<char, 256> text{};
  const ssize_t n = pread(fd, text.data(), text.size() - 1, 0);
  if (n <= 0) return "another process";
  std::string holder(text.data(), static_cast<std::size_t>(n));
  while (!holder.empty() && holder.back() == '\n') holder.pop_back();
  return holder;
}

std::string describe_self() {
  std::array<char, 128> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  return fmt::format("process {} on {}\n", getpid(), host.data());
}

std::string reason(int error) {
  return std::generic_category().message(error);
}

bool is_file_at(int fd, const char* path) {
  struct stat ours {};
  struct stat named {};
  return fstat(fd, &ours) == 0 && stat(path, &named) == 0 && ours.st_ino == named.st_ino &&
         ours.st_dev == named.st_dev;
}

/// Links are resolved, so that all who reach a file through them meet at one lock.
std::string lock_path(const std::filesystem::path& database) {
  std::error_code error;
  const auto real = std::filesystem::weakly_canonical(database, error);
  return (error ? database : real).string() + ".lock";
}

/// A byte that no database reaches, far from those that SQLite locks: their locks and ours do not
/// meet, on a network filesystem either, where flock() would lock the whole file.
struct flock writers_byte() {
  struct flock range {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = off_t{1} << 62U;
  range.l_len = 1;
  return range;
}

[[noreturn]] void throw_already_written(const std::filesystem::path& database,
                                        const std::string& holder) {
  throw DatabaseError(
      fmt::format("{}: already being written by {}: wait for it, stop it, or use another "
                  "database and `sptune db merge` later",
                  database.string(), holder));
}

}  // namespace

WriterLock::WriterLock(const std::filesystem::path& database, bool may_create)
    : path_(lock_path(database)) {
  lock_name(database);
  try {
    lock_file(database, may_create);
  } catch (const DatabaseError&) {
    release();
    throw;
  }
}

void WriterLock::lock_name(const std::filesystem::path& database) {
  for (;;) {
    name_fd_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (name_fd_ < 0) {
      throw DatabaseError(fmt::format(
          "{}: cannot write here ({}): make the folder writable or name another database",
          database.string(), reason(errno)));
    }
    if (flock(name_fd_, LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      const std::string holder = holder_of(name_fd_);
      close(std::exchange(name_fd_, -1));
      if (error == EWOULDBLOCK) throw_already_written(database, holder);
      throw DatabaseError(fmt::format("{}: cannot lock ({})", path_, reason(error)));
    }
    // The holder removes the file when it lets go, so the one that we locked may no longer be the
    // one that the name stands for.
    if (is_file_at(name_fd_, path_.c_str())) break;
    close(std::exchange(name_fd_, -1));
  }
  // What stands in the file is only for the message above; not being able to write it harms nobody.
  const std::string self = describe_self();
  if (ftruncate(name_fd_, 0) == 0) [[maybe_unused]]
    const auto n = pwrite(name_fd_, self.data(), self.size(), 0);
}

void WriterLock::lock_file(const std::filesystem::path& database, bool may_create) {
  file_fd_ = open(database.c_str(), O_RDWR | O_CLOEXEC);
  if (file_fd_ < 0 && errno == ENOENT && may_create) {
    // Without O_EXCL, which does not follow a link to where the file is to be.
    file_fd_ = open(database.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    created_ = file_fd_ >= 0;
  }
  if (file_fd_ < 0) {
    const int error = errno;
    throw DatabaseError(fmt::format(
        "{}: {}: make it writable, or copy it to where you may write", database.string(),
        error == EACCES || error == EPERM ? "read-only file" : reason(error)));
  }
  // Of the open file and not of the process: any close() of the file elsewhere in this process
  // would give up one of the process.
  struct flock range = writers_byte();
  if (fcntl(file_fd_, F_OFD_SETLK, &range) == 0) return;
  const int error = errno;
  if (error == EAGAIN || error == EACCES) throw_already_written(database, "another process");
  throw DatabaseError(fmt::format("{}: cannot lock ({}): use another filesystem", database.string(),
                                  reason(error)));
}

WriterLock::~WriterLock() {
  release();
}

WriterLock::WriterLock(WriterLock&& other) noexcept {
  *this = std::move(other);
}

WriterLock& WriterLock::operator=(WriterLock&& other) noexcept {
  if (this != &other) {
    release();
    name_fd_ = std::exchange(other.name_fd_, -1);
    file_fd_ = std::exchange(other.file_fd_, -1);
    created_ = other.created_;
    path_ = std::move(other.path_);
  }
  return *this;
}

bool WriterLock::is_at(const std::filesystem::path& path) const {
  return is_file_at(file_fd_, path.c_str());
}

std::filesystem::path WriterLock::present_name() const {
  std::error_code error;
  const auto name = std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", file_fd_), error);
  return !error && is_at(name) ? name : std::filesystem::path{};
}

std::string WriterLock::holder(const std::filesystem::path& database) {
  if (const int fd = open(lock_path(database).c_str(), O_RDONLY | O_CLOEXEC); fd >= 0) {
    const bool held = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    std::string who = held ? holder_of(fd) : std::string{};
    close(fd);
    if (held) return who;
  }
  const int fd = open(database.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  struct flock range = writers_byte();
  const bool held = fcntl(fd, F_OFD_GETLK, &range) == 0 && range.l_type != F_UNLCK;
  close(fd);
  return held ? "another process" : "";
}

void WriterLock::release() noexcept {
  if (file_fd_ >= 0) close(std::exchange(file_fd_, -1));
  if (name_fd_ < 0) return;
  if (is_file_at(name_fd_, path_.c_str())) unlink(path_.c_str());
  close(std::exchange(name_fd_, -1));
}

}  // namespace sptune::db
