// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/learned/log.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>

namespace sptune::learned {
namespace {

/// What a line begins with, and so a log: to_line.
constexpr std::string_view marker = "{\"sptune_learned\":";

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

int open_to_append(const std::string& file) {
  return open(file.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
}

std::string failed(const std::string& file, const char* what) {
  return file + ": cannot be " + what + ": " + std::strerror(errno);
}

/// Why an open file is not to be written, nor to go for another; empty: it is a log, or there is
/// nothing in it. Lines that are damaged further on are skipped when it is read.
std::string foreign(const std::string& file, int fd) {
  struct stat now {};
  if (fstat(fd, &now) != 0) return failed(file, "looked at");
  if (!S_ISREG(now.st_mode)) return file + ": is no plain file";
  if (now.st_size == 0) return {};
  std::array<char, marker.size()> head{};
  const ssize_t got = pread(fd, head.data(), head.size(), 0);
  if (got < 0) return failed(file, "read");
  if (std::string_view(head.data(), static_cast<std::size_t>(got)) == marker) return {};
  return file + ": exists and is no log of what probing found: name another file";
}

/// The file behind a name that is a link: the link stays, and names the next file, too.
std::string itself(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_symlink(file, error)) return file;
  const std::filesystem::path target = std::filesystem::canonical(file, error);
  return error ? file : target.string();
}

/// Makes a full file the former one, unless somebody else does: who has the lock, and finds the
/// name still standing for the file that is full.
void rotate(const std::string& file, int fd) {
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) return;
  struct stat own {};
  struct stat named {};
  if (fstat(fd, &own) != 0 || stat(file.c_str(), &named) != 0) return;
  if (own.st_ino == named.st_ino && own.st_dev == named.st_dev) {
    // Where this fails, the file grows on, and the next append tries again.
    (void)std::rename(itself(file).c_str(), former(file).c_str());
  }
}

/// Whether somebody's line was cut (the disk was full): ours must not become part of it.
bool ends_within_a_line(int fd, std::int64_t size) {
  char last = '\n';
  return size > 0 && pread(fd, &last, 1, size - 1) == 1 && last != '\n';
}

/// Takes back what stands behind the last line that is whole. Where this fails, the next append
/// begins a line of its own, and readers skip this one. Nobody waits for the lock of others, who do
/// the same: an application's loop stands still here.
void take_back_part_of_a_line(int fd) {
  struct stat now {};
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) return;
  if (fstat(fd, &now) == 0 && ends_within_a_line(fd, now.st_size)) {
    std::array<char, 2 * longest_line> tail{};  // a few that were cut by several processes, too
    const off_t begin = std::max<off_t>(0, now.st_size - static_cast<off_t>(tail.size()));
    const ssize_t got = pread(fd, tail.data(), tail.size(), begin);
    const std::string_view seen(tail.data(), static_cast<std::size_t>(std::max<ssize_t>(0, got)));
    const std::size_t end = seen.rfind('\n') + 1;  // 0: there is none
    if (begin + got == now.st_size && (end > 0 || begin == 0)) {
      (void)!ftruncate(fd, begin + static_cast<off_t>(end));
    }
  }
  flock(fd, LOCK_UN);
}

/// While it lives, a write of this thread beyond the process's limit of a file's size fails as one
/// does on a full disk. What the system raises besides would end an application that knows of no
/// log.
class NoSizeSignal {
 public:
  NoSizeSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
    not_ours_ = is_pending();
  }
  ~NoSizeSignal() {
    int taken = 0;
    if (!not_ours_ && is_pending()) sigwait(&signal_, &taken);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSizeSignal(const NoSizeSignal&) = delete;
  NoSizeSignal& operator=(const NoSizeSignal&) = delete;

 private:
  [[nodiscard]] static bool is_pending() {
    sigset_t pending;
    sigemptyset(&pending);
    return sigpending(&pending) == 0 && sigismember(&pending, SIGXFSZ) == 1;
  }
  sigset_t signal_{};
  sigset_t before_{};
  bool not_ours_ = false;  ///< somebody else's was waiting already
};

std::string write_line(const std::string& file, int fd, std::string line) {
  struct stat now {};
  if (fstat(fd, &now) != 0) return failed(file, "looked at");
  if (ends_within_a_line(fd, now.st_size)) line.insert(line.begin(), '\n');
  const NoSizeSignal quiet;
  const ssize_t written = ::write(fd, line.data(), line.size());
  if (written < 0) return failed(file, "written");
  if (static_cast<std::size_t>(written) < line.size()) {
    take_back_part_of_a_line(fd);
    return file + ": has no room for another line: is the disk full?";
  }
  return {};
}

/// What a line took of a file.
struct Taken {
  std::int64_t bytes = 0;  ///< its end included; 0: there was no line
  bool ended = false;
};

/// The next line into `line`, without its end. Of one that is too long no more is kept than tells
/// that it is: a file of another kind may be one line.
Taken next_line(std::istream& in, std::string& line) {
  line.resize(longest_line + 1);
  in.getline(line.data(), static_cast<std::streamsize>(line.size()));
  const auto got = static_cast<std::size_t>(in.gcount());
  if (got == 0) return {};
  Taken taken{static_cast<std::int64_t>(got), !in.eof()};
  const bool cut = in.fail();
  line.resize(cut || in.eof() ? got : got - 1);  // the end counts
  if (cut) {
    in.clear();
    in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    taken = {taken.bytes + static_cast<std::int64_t>(in.gcount()), !in.eof()};
  }
  return taken;
}

}  // namespace

std::string former(const std::string& file) {
  return itself(file) + ".1";
}

std::string append(const std::string& file, const Record& record, std::int64_t largest) {
  const std::string line = to_line(record);
  if (line.empty()) return file + ": a line would be longer than it may be";
  {
    const Descriptor fd(open_to_append(file));
    if (fd.get() < 0) return failed(file, "opened");
    if (std::string why = foreign(file, fd.get()); !why.empty()) return why;
    struct stat now {};
    if (fstat(fd.get(), &now) != 0) return failed(file, "looked at");
    const auto after =
        static_cast<std::int64_t>(now.st_size) + static_cast<std::int64_t>(line.size());
    if (after <= largest) return write_line(file, fd.get(), line);
    if (std::string why = find_foreign(former(file)); !why.empty()) return why;
    rotate(file, fd.get());
  }
  const Descriptor fd(open_to_append(file));
  if (fd.get() < 0) return failed(file, "opened");
  if (std::string why = foreign(file, fd.get()); !why.empty()) return why;
  return write_line(file, fd.get(), line);
}

std::string try_to_append(const std::string& file) {
  if (std::string why = find_foreign(former(file)); !why.empty()) return why;
  const Descriptor fd(open_to_append(file));
  if (fd.get() < 0) return failed(file, "opened");
  return foreign(file, fd.get());
}

std::string find_foreign(const std::string& file) {
  const Descriptor fd(open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  return fd.get() < 0 ? std::string() : foreign(file, fd.get());
}

std::string read(const std::string& file, const std::function<void(Line&& line)>& visit,
                 std::int64_t most) {
  Extent all;
  return read_on(file, all, visit, most);
}

std::string read_on(const std::string& file, Extent& from,
                    const std::function<void(Line&& line)>& visit, std::int64_t most) {
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) return failed(file, "opened");
  in.seekg(0, std::ios::end);
  const auto size = static_cast<std::int64_t>(in.tellg());
  bool whole = size - from.bytes <= most;
  if (!whole) from.bytes = size - most;
  in.seekg(from.bytes);
  if (!in) return file + ": cannot be read: is it a plain file?";
  std::string line;
  for (std::size_t number = from.lines + 1;; ++number) {
    const Taken taken = next_line(in, line);
    if (taken.bytes == 0) break;
    if (taken.ended) from = {from.bytes + taken.bytes, number};
    if (!std::exchange(whole, true)) continue;  // begun before what is read
    if (line.empty()) continue;
    if (line.size() >= longest_line) {
      visit({number, Result<Record>::failure("longer than a line may be")});
    } else {
      visit({number, from_line(line)});
    }
  }
  return in.bad() ? failed(file, "read") : std::string();
}

}  // namespace sptune::learned
