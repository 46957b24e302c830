// SPDX-License-Identifier: BSD-3-Clause
#include "suites/collections/fetch.hpp"

#include "sptune/error.hpp"
#include "suites/collections/download.hpp"
#include "suites/io/file_io.hpp"
#include "suites/io/limits.hpp"
#include "suites/io/market_header.hpp"
#include "suites/io/sha256.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace sptune::suites {
namespace {

/// Holds an exclusive lock on a file for as long as it lives, as far as that can be: a file of
/// another user is locked as it is, and where none can be made, as in a cache for reading alone,
/// nobody fetches.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& path)
      : path_(path), file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    if (file_.get() < 0) {
      error_ = errno;
      file_ = FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    }
    while (file_.get() >= 0 && ::flock(file_.get(), LOCK_EX) != 0) {
      if (errno == EINTR) continue;
      // Some network file systems lock what can be written only.
      if (error_ != 0 && errno == EBADF) break;
      throw InputError(path.string() + ": cannot lock: " + error_text(errno));
    }
  }

  /// Throws InputError where there is no lock that this process may write to.
  void require_writable() const {
    if (error_ == 0) return;
    throw InputError(path_.string() + ": expected a file that can be written, found: " +
                     error_text(error_) + "; set SPTUNE_CACHE to a writable folder");
  }

 private:
  std::filesystem::path path_;
  FileDescriptor file_;
  int error_ = 0;  ///< of opening it for writing
};

/// The checksum of a fetched file, and which file it was that had it.
struct Record {
  std::string sha256;
  std::string mark;
};

Record read_record(const std::filesystem::path& path) {
  constexpr std::size_t longest = 4096;
  try {
    const std::string text = read_text_file(path, longest);
    const auto border = std::min(text.find('\n'), text.size());
    const auto begin = std::min(border + 1, text.size());
    const auto end = std::min(text.find('\n', begin), text.size());
    return {text.substr(0, border), text.substr(begin, end - begin)};
  } catch (const InputError&) {
    return {};  // as if nothing had been fetched: the file is checked by other means, or fetched
  }
}

void write_record(const std::filesystem::path& path, const Record& record) {
  write_text_file(path, record.sha256 + "\n" + record.mark + "\n");
}

/// For a file that serves with it or without: where nobody may write, it is checked every time.
void try_to_write_record(const std::filesystem::path& path, const Record& record) {
  try {
    write_record(path, record);
  } catch (const InputError&) {
    return;
  }
}

/// Whether the file that is here can serve, and is the one that was fetched.
bool can_serve(const std::filesystem::path& path, const std::filesystem::path& record_path,
               const std::string& sha256, const FetchOptions& options) {
  std::error_code none;
  if (!std::filesystem::exists(path, none)) return false;
  Record record = read_record(record_path);
  const std::string mark = mark_of(path);
  if (record.mark != mark) {
    const std::string found = sha256_of_file(path);
    if (found != record.sha256 && found != sha256) return false;
    if (found != sha256 && options.check) {
      try {
        options.check(path, path);
      } catch (const InputError&) {
        return false;  // a version that did not check has kept it
      }
    }
    record = {found, mark};
    try_to_write_record(record_path, record);
  }
  return sha256.empty() || record.sha256 == sha256;
}

/// Downloads to `partial`; what is left there may be kept. Returns its checksum.
std::string download_checked(const std::string& url, const std::filesystem::path& partial,
                             const std::filesystem::path& path, const std::string& sha256,
                             const FetchOptions& options) {
  Limits limits = environment_limits();
  limits.download = options.max_bytes.value_or(limits.download);
  limits.slowest_download = options.min_bytes_per_s.value_or(limits.slowest_download);
  std::error_code none;
  try {
    download(url, partial, options, limits);
  } catch (const LimitError&) {
    std::filesystem::remove(partial, none);
    std::filesystem::remove(partial.string() + ".tag", none);
    throw;
  }
  std::string found = sha256_of_file(partial);
  if (!sha256.empty() && found != sha256) {
    std::filesystem::remove(partial, none);
    throw InputError(fmt::format(
        "{}: expected a file of sha256 {}, found {}; correct the manifest, or fetch again", url,
        sha256, found));
  }
  if (!sha256.empty() || !options.check) return found;
  try {
    options.check(partial, path);
  } catch (const InputError& e) {
    std::filesystem::remove(partial, none);
    throw InputError(
        fmt::format("{}: expected a matrix to fetch, found something else, which is not kept: {}",
                    url, e.what()));
  }
  return found;
}

}  // namespace

std::filesystem::path fetched_path(const std::string& url, const std::filesystem::path& folder) {
  std::string name = url.substr(0, url.find_first_of("?#"));
  name = name.substr(name.find_last_of('/') + 1);
  if (name.empty() || name == "." || name == "..") name = "matrix";
  return folder / fmt::format("{:016x}", XXH3_64bits(url.data(), url.size())) / name;
}

std::filesystem::path fetch(const std::string& url, const std::filesystem::path& folder,
                            const std::string& sha256, const FetchOptions& options) {
  auto path = fetched_path(url, folder);
  create_folder(path.parent_path(), "set SPTUNE_CACHE to a writable folder");
  const FileLock lock(path.string() + ".lock");
  const std::filesystem::path record = path.string() + ".sha256";
  if (can_serve(path, record, sha256, options)) return path;
  lock.require_writable();
  const std::filesystem::path partial = path.string() + ".part";
  const std::string found = download_checked(url, partial, path, sha256, options);
  std::error_code none;
  std::filesystem::rename(partial, path, none);
  if (none) throw InputError(path.string() + ": cannot be renamed: " + none.message());
  write_record(record, {found, mark_of(path)});
  return path;
}

std::string suitesparse_url(const std::string& name) {
  const auto border = name.find('/');
  const auto unfit = [](char c) { return c <= ' ' || c > '~' || c == '?' || c == '#' || c == '%'; };
  if (border == std::string::npos || border == 0 || border + 1 == name.size() ||
      name.find('/', border + 1) != std::string::npos ||
      std::any_of(name.begin(), name.end(), unfit)) {
    throw UsageError("expected a SuiteSparse matrix as <group>/<name>, found " +
                     market::quoted(name));
  }
  const char* const base = std::getenv("SPTUNE_SUITESPARSE_URL");
  std::string url = base != nullptr && *base != '\0' ? base : "https://sparse.tamu.edu";
  while (url.ends_with('/')) url.pop_back();
  return url + "/MM/" + name + ".tar.gz";
}

}  // namespace sptune::suites
