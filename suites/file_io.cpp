// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/suites/file_io.hpp"

#include "sptune/kernels/api/error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

namespace sptune::suites {
namespace {

constexpr mode_t new_file_mode = 0644;

/// Different for every file written by every process of this machine.
std::filesystem::path temporary_beside(const std::filesystem::path& path) {
  static std::atomic<unsigned> counter{0};
  return path.string() + ".tmp." + std::to_string(::getpid()) + "." + std::to_string(counter++);
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

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code error;
  const auto status = std::filesystem::status(path_, error);
  if (std::filesystem::is_directory(status)) {
    throw InputError(path_.string() + ": expected a file to write, found a directory");
  }
  const bool direct = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  if (direct) {
    file_ = FileDescriptor(::open(path_.c_str(), O_WRONLY | O_CLOEXEC));
  } else {
    temporary_ = temporary_beside(path_);
    file_ = FileDescriptor(
        ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, new_file_mode));
  }
  if (file_.get() < 0) {
    const int opening = errno;
    temporary_.clear();
    fail(opening);
  }
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(const void* data, std::size_t size) {
  const char* p = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::write(file_.get(), p, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    p += written;
    size -= static_cast<std::size_t>(written);
  }
}

void OutputFile::publish(bool durable) {
  // Pipes and devices cannot be flushed to a disk (EINVAL); that is no failure.
  if (durable && ::fsync(file_.get()) != 0 && errno != EINVAL && errno != ENOTSUP) fail(errno);
  if (::close(file_.release()) != 0) fail(errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void OutputFile::fail(int error) const {
  const char* remedy = "check the folder and its permissions";
  if (error == ENOSPC || error == EDQUOT) remedy = "free some space and try again";
  if (error == EROFS) remedy = "choose a writable folder";
  throw InputError(path_.string() + ": expected a file that can be written, found: " +
                   error_text(error) + "; " + remedy);
}

void write_text_file(const std::filesystem::path& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.publish();
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
