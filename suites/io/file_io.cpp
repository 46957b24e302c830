// SPDX-License-Identifier: BSD-3-Clause
#include "suites/io/file_io.hpp"

#include "sptune/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <random>
#include <system_error>

namespace sptune::suites {
namespace {

constexpr mode_t new_file_mode = 0666;  // less the umask

/// Different for every file of this process. Processes of other hosts and containers may have its
/// number, and who was killed leaves his files: chance tells nearly all of them apart.
std::filesystem::path temporary_beside(const std::filesystem::path& path) {
  static const unsigned chance = std::random_device()();
  static std::atomic<unsigned> counter{0};
  return path.string() + fmt::format(".tmp.{}.{:08x}.{}", ::getpid(), chance, counter.fetch_add(1));
}

}  // namespace

std::string error_text(int error) {
  return std::generic_category().message(error);
}

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) ::close(fd_);
}

FileDescriptor open_for_reading(const std::filesystem::path& path) {
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) {
    const int error = errno;
    throw InputError(path.string() + ": expected a readable file, found: " + error_text(error) +
                     (error == ENOENT ? "; check the path" : ""));
  }
  struct stat status {};
  if (::fstat(file.get(), &status) == 0 && S_ISDIR(status.st_mode)) {
    throw InputError(
        path.string() +
        ": expected a file, found a directory; name one file in it, or use it as a suite");
  }
  return file;
}

std::string read_text_file(const std::filesystem::path& path, std::size_t limit) {
  const FileDescriptor file = open_for_reading(path);
  std::string text;
  constexpr std::size_t step = 1U << 16U;
  for (;;) {
    const std::size_t before = text.size();
    text.resize(before + step);
    const ssize_t got = ::read(file.get(), text.data() + before, step);
    if (got < 0 && errno == EINTR) {
      text.resize(before);
      continue;
    }
    if (got < 0) {
      throw InputError(path.string() + ": expected a readable file, found: " + error_text(errno));
    }
    text.resize(before + static_cast<std::size_t>(got));
    if (got == 0) return text;
    if (text.size() > limit) {
      throw InputError(path.string() + ": expected at most " + std::to_string(limit) +
                       " bytes, found more");
    }
  }
}

std::string mark_of(const std::filesystem::path& path) {
  struct stat s {};
  if (::stat(path.c_str(), &s) != 0 || !S_ISREG(s.st_mode)) return {};
  return fmt::format("{} {} {}.{:09} {}.{:09}", s.st_size, s.st_ino, s.st_mtim.tv_sec,
                     s.st_mtim.tv_nsec, s.st_ctim.tv_sec, s.st_ctim.tv_nsec);
}

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code error;
  const auto status = std::filesystem::status(path_, error);
  if (std::filesystem::is_directory(status)) {
    throw InputError(path_.string() + ": expected a file to write, found a directory");
  }
  const bool exists = std::filesystem::exists(status);
  if (exists && !std::filesystem::is_regular_file(status)) {
    file_ = FileDescriptor(::open(path_.c_str(), O_WRONLY | O_CLOEXEC));
    if (file_.get() < 0) fail(errno);
    return;
  }
  open_beside(exists);
}

void OutputFile::open_beside(bool exists) {
  target_ = path_;
  // By hand: a link may point to a file that is not there yet.
  constexpr int most_links = 40;
  std::error_code none;
  for (int links = 0; std::filesystem::is_symlink(target_, none); ++links) {
    if (links == most_links) fail(ELOOP);
    target_ = target_.parent_path() / std::filesystem::read_symlink(target_, none);
  }
  struct stat before {};
  if (exists && (::access(target_.c_str(), W_OK) != 0 || ::stat(target_.c_str(), &before) != 0)) {
    if (errno != ENOENT) fail(errno);
    exists = false;  // somebody removed it since we looked
  }
  constexpr int most_tries = 1000;
  for (int tries = 0; file_.get() < 0; ++tries) {
    const auto beside = temporary_beside(target_);
    file_ = FileDescriptor(
        ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, new_file_mode));
    const int opening = errno;
    if (file_.get() >= 0) {
      temporary_ = beside;
    } else if (opening != EEXIST || tries == most_tries) {
      fail(opening, fmt::format(" (of {}, which takes its place)", beside.string()));
    }
  }
  if (!exists) return;
  // The owner first, which takes bits away; who may not give a file away keeps it as his own.
  [[maybe_unused]] const int owned = ::fchown(file_.get(), before.st_uid, before.st_gid);
  constexpr mode_t permissions = 0777;
  if (::fchmod(file_.get(), before.st_mode & permissions) != 0) fail(errno);
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(const void* data, std::size_t size) {
  const char* const text = static_cast<const char*>(data);
  constexpr std::size_t buffered = std::size_t{1} << 16U;
  if (buffer_.size() + size < buffered) {
    buffer_.append(text, size);
    return;
  }
  write_through(buffer_.data(), buffer_.size());
  buffer_.clear();
  write_through(text, size);
}

void OutputFile::write_through(const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(file_.get(), data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    data += written;
    size -= static_cast<std::size_t>(written);
  }
}

void OutputFile::publish(bool durable) {
  write_through(buffer_.data(), buffer_.size());
  buffer_.clear();
  // Pipes and devices cannot be flushed to a disk (EINVAL); that is no failure.
  if (durable && ::fsync(file_.get()) != 0 && errno != EINVAL && errno != ENOTSUP) fail(errno);
  if (::close(file_.release()) != 0) fail(errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  if (!durable) return;
  // The new name as well; a filesystem that cannot flush folders has its own ways.
  const auto folder = target_.has_parent_path() ? target_.parent_path() : ".";
  const FileDescriptor names(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (names.get() >= 0 && ::fsync(names.get()) != 0 && errno == EIO) fail(EIO);
}

void OutputFile::fail(int error, const std::string& where) const {
  const char* remedy = "check the folder and its permissions";
  if (error == ENOSPC || error == EDQUOT) remedy = "free some space and try again";
  if (error == EROFS) remedy = "choose a writable folder";
  if (error == EFBIG) remedy = "raise the limit of file sizes (`ulimit -f`)";
  if (error == EPIPE) remedy = "its reader is gone";
  throw InputError(path_.string() + ": expected a file that can be written, found: " +
                   error_text(error) + where + "; " + remedy);
}

void write_text_file(const std::filesystem::path& path, std::string_view text, bool durable) {
  OutputFile file(path);
  file.write(text);
  file.publish(durable);
}

void create_folder(const std::filesystem::path& path, const std::string& remedy) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) {
    throw InputError(path.string() + ": expected a folder that can be created, found: " +
                     error.message() + "; " + remedy);
  }
}

}  // namespace sptune::suites
