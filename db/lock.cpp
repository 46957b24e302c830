// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/db/lock.hpp"

#include "sptune/kernels/api/error.hpp"

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

/// The holder removes the file when it lets go, so the file that we locked may no longer be the one
/// that the name stands for.
bool is_file_at(int fd, const char* path) {
  struct stat ours {};
  struct stat named {};
  return fstat(fd, &ours) == 0 && stat(path, &named) == 0 && ours.st_ino == named.st_ino &&
         ours.st_dev == named.st_dev;
}

}  // namespace

WriterLock::WriterLock(const std::filesystem::path& database) : path_(database.string() + ".lock") {
  for (;;) {
    fd_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd_ < 0) {
      throw DatabaseError(fmt::format(
          "{}: cannot write here ({}): make the folder writable or name another database",
          database.string(), reason(errno)));
    }
    if (flock(fd_, LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      const std::string holder = holder_of(fd_);
      close(std::exchange(fd_, -1));
      if (error != EWOULDBLOCK) {
        throw DatabaseError(fmt::format("{}: cannot lock ({})", path_, reason(error)));
      }
      throw DatabaseError(
          fmt::format("{}: already being written by {}: wait for it, stop it, or use another "
                      "database and `sptune db merge` later",
                      database.string(), holder));
    }
    if (is_file_at(fd_, path_.c_str())) break;
    close(std::exchange(fd_, -1));
  }
  // What stands in the file is only for the message above; not being able to write it harms nobody.
  const std::string self = describe_self();
  if (ftruncate(fd_, 0) == 0) [[maybe_unused]]
    const auto n = pwrite(fd_, self.data(), self.size(), 0);
}

WriterLock::~WriterLock() {
  release();
}

WriterLock::WriterLock(WriterLock&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}

WriterLock& WriterLock::operator=(WriterLock&& other) noexcept {
  if (this != &other) {
    release();
    fd_ = std::exchange(other.fd_, -1);
    path_ = std::move(other.path_);
  }
  return *this;
}

bool WriterLock::is_held(const std::filesystem::path& database) {
  const std::string path = database.string() + ".lock";
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool held = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close(fd);
  return held;
}

void WriterLock::release() noexcept {
  if (fd_ < 0) return;
  unlink(path_.c_str());
  close(std::exchange(fd_, -1));
}

}  // namespace sptune::db
