// SPDX-License-Identifier: BSD-3-Clause
#include "suites/collections/download.hpp"

#include "kernels/api/clock.hpp"
#include "sptune/error.hpp"
#include "suites/io/file_io.hpp"

#include <curl/curl.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <exception>
#include <memory>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace sptune::suites {
namespace {

constexpr long ok_status = 200;
constexpr long partial_status = 206;
constexpr long range_refused_status = 416;
constexpr long too_many_status = 429;
constexpr long server_error_status = 500;

struct CloseCurl {
  void operator()(CURL* c) const noexcept { curl_easy_cleanup(c); }
};
struct FreeList {
  void operator()(curl_slist* l) const noexcept { curl_slist_free_all(l); }
};

/// libcurl wants one initialisation per process, before the first handle.
void start_curl() {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (started != CURLE_OK) throw InputError("libcurl cannot start: reinstall libcurl");
}

enum class AttemptEnd : std::uint8_t { complete, retry, hopeless };

struct AttemptResult {
  AttemptEnd end = AttemptEnd::retry;
  std::string why;
};

/// One HTTP request that appends to the partial file.
class Attempt {
 public:
  Attempt(const std::string& url, const std::filesystem::path& partial, const FetchOptions& options,
          const Limits& limits, int number)
      : url_(url),
        partial_(partial),
        tag_path_(partial.string() + ".tag"),
        options_(options),
        limits_(limits) {
    progress_.url = url;
    progress_.attempt = number;
  }

  AttemptResult run() {
    start_curl();
    curl_.reset(curl_easy_init());
    if (!curl_) throw std::bad_alloc();
    open_partial();
    set_options();
    const CURLcode code = curl_easy_perform(curl_.get());
    if (thrown_) std::rethrow_exception(thrown_);
    // Of an empty answer nothing was heard before.
    if (code == CURLE_OK && !begun_) begin_body();
    long status = 0;
    curl_easy_getinfo(curl_.get(), CURLINFO_RESPONSE_CODE, &status);
    if (write_error_ != 0) {
      throw InputError(partial_.string() + ": expected a file that can be written, found: " +
                       error_text(write_error_) + "; free some space and try again");
    }
    if (::close(file_.release()) != 0) {
      throw InputError(partial_.string() + ": cannot write: " + error_text(errno));
    }
    return result_of(code, status);
  }

 private:
  void open_partial() {
    std::error_code none;
    const auto size = std::filesystem::file_size(partial_, none);
    // Without a tag of the version it began with, a partial file cannot be trusted.
    if (!none && std::filesystem::exists(tag_path_, none)) tag_ = read_text_file(tag_path_);
    resume_at_ = tag_.empty() || size == static_cast<std::uintmax_t>(-1)
                     ? 0
                     : static_cast<std::int64_t>(size);
    const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (resume_at_ > 0 ? O_APPEND : O_TRUNC);
    file_ = FileDescriptor(::open(partial_.c_str(), flags, 0644));
    if (file_.get() < 0) {
      throw InputError(partial_.string() + ": expected a file that can be written, found: " +
                       error_text(errno) + "; set SPTUNE_CACHE to a writable folder");
    }
    progress_.received = resume_at_;
  }

  void set_options() {
    CURL* const c = curl_.get();
    curl_easy_setopt(c, CURLOPT_URL, url_.c_str());
    curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(c, CURLOPT_MAXREDIRS, 8L);
    curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(c, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, 30L);
    // Nothing at all is too slow even without a limit.
    curl_easy_setopt(c, CURLOPT_LOW_SPEED_LIMIT,
                     static_cast<long>(std::max<std::int64_t>(limits_.slowest_download, 1)));
    curl_easy_setopt(c, CURLOPT_LOW_SPEED_TIME, static_cast<long>(options_.stall_limit_s));
    curl_easy_setopt(c, CURLOPT_USERAGENT, "sptune");
    curl_easy_setopt(c, CURLOPT_ERRORBUFFER, error_.data());
    curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, &Attempt::on_data);
    curl_easy_setopt(c, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, &Attempt::on_header);
    curl_easy_setopt(c, CURLOPT_HEADERDATA, this);
    curl_easy_setopt(c, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(c, CURLOPT_XFERINFOFUNCTION, &Attempt::on_progress);
    curl_easy_setopt(c, CURLOPT_XFERINFODATA, this);
    if (resume_at_ > 0) {
      curl_easy_setopt(c, CURLOPT_RANGE, fmt::format("{}-", resume_at_).c_str());
      headers_.reset(curl_slist_append(nullptr, ("If-Range: " + tag_).c_str()));
      curl_easy_setopt(c, CURLOPT_HTTPHEADER, headers_.get());
    }
  }

  static std::size_t on_header(const char* data, std::size_t size, std::size_t count, void* self) {
    auto& attempt = *static_cast<Attempt*>(self);
    const std::string_view line(data, size * count);
    if (line.starts_with("HTTP/")) {  // of this answer, or of the next after a redirect
      attempt.new_tag_.clear();
      attempt.new_date_.clear();
      attempt.part_.clear();
    }
    const auto value_of = [&](std::string_view name) -> std::string {
      const bool same = line.size() > name.size() &&
                        std::equal(name.begin(), name.end(), line.begin(), [](char a, char b) {
                          return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b + 32) : b);
                        });
      if (!same) return {};
      std::string_view value = line.substr(name.size());
      value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
      value = value.substr(0, value.find_first_of("\r\n"));
      return std::string(value);
    };
    if (auto tag = value_of("etag:"); !tag.empty() && !tag.starts_with("W/")) {
      attempt.new_tag_ = std::move(tag);
    }
    if (auto date = value_of("last-modified:"); !date.empty()) attempt.new_date_ = std::move(date);
    if (auto part = value_of("content-range:"); !part.empty()) attempt.part_ = std::move(part);
    return line.size();
  }

  /// Sees what `on_data` does not: the page of a redirect.
  static int on_progress(void* self, curl_off_t /*total*/, curl_off_t received, curl_off_t /*up*/,
                         curl_off_t /*sent*/) {
    auto& attempt = *static_cast<Attempt*>(self);
    try {
      attempt.require_size(attempt.begun_ ? attempt.progress_.received : received);
      return 0;
    } catch (...) {
      attempt.thrown_ = std::current_exception();
      return 1;
    }
  }

  void require_size(std::int64_t bytes) const {
    if (bytes <= limits_.download) return;
    throw LimitError(fmt::format(
        "{}: expected a file of at most {} to fetch, found more; where that is right, pass "
        "--max-size to `sptune suite fetch` or set SPTUNE_MAX_DOWNLOAD",
        url_, bytes_text(limits_.download)));
  }

  /// An exception must not pass through libcurl's frames: it is kept and thrown again by `run`.
  static std::size_t on_data(const char* data, std::size_t size, std::size_t count, void* self) {
    auto& attempt = *static_cast<Attempt*>(self);
    try {
      return attempt.append(data, size * count);
    } catch (...) {
      attempt.thrown_ = std::current_exception();
      return CURL_WRITEFUNC_ERROR;
    }
  }

  std::size_t append(const char* data, std::size_t size) {
    if (!begun_) {
      begin_body();
      begun_ = true;
    }
    if (!keep_) {  // the page of an error status is not the file
      constexpr std::size_t longest_page = std::size_t{1} << 20U;
      page_bytes_ += size;
      return page_bytes_ > longest_page ? 0 : size;
    }
    require_size(progress_.received + static_cast<std::int64_t>(size));
    for (std::size_t done = 0; done < size;) {
      const ssize_t written = ::write(file_.get(), data + done, size - done);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) {
        write_error_ = errno;
        return 0;
      }
      done += static_cast<std::size_t>(written);
    }
    progress_.received += static_cast<std::int64_t>(size);
    report();
    return size;
  }

  /// The status is known now: a full answer to a request for the rest starts the file anew.
  void begin_body() {
    long status = 0;
    curl_easy_getinfo(curl_.get(), CURLINFO_RESPONSE_CODE, &status);
    // Another part than was asked for would be added in the wrong place.
    const bool rest = status == partial_status && is_the_rest();
    other_part_ = status == partial_status && resume_at_ > 0 && !rest;
    keep_ = status == ok_status || rest;
    if (!keep_) return;
    if (status == ok_status && resume_at_ > 0) {
      if (::ftruncate(file_.get(), 0) != 0) write_error_ = errno;
      progress_.received = 0;
    }
    const std::string& tag = new_tag_.empty() ? new_date_ : new_tag_;
    if (status == ok_status && !tag.empty()) write_text_file(tag_path_, tag);
    if (status == ok_status && tag.empty()) forget(tag_path_);  // that of what was here before
    curl_off_t length = -1;
    curl_easy_getinfo(curl_.get(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    progress_.total = length < 0 ? 0 : progress_.received + length;
    require_size(progress_.total);
  }

  /// Whether the part that is announced ("bytes 5-9/10") begins where the partial file ends.
  [[nodiscard]] bool is_the_rest() const {
    return resume_at_ > 0 && part_.starts_with(fmt::format("bytes {}-", resume_at_));
  }
  /// Whether it ends where the whole file does, or nobody knows.
  [[nodiscard]] bool is_all_of_the_rest() const {
    const char* const end = part_.data() + part_.size();
    const char* const border = std::find(part_.data(), end, '/');
    std::int64_t whole = 0;
    return border == end || std::from_chars(border + 1, end, whole).ec != std::errc() ||
           whole == progress_.received;
  }

  static void forget(const std::filesystem::path& path) {
    std::error_code none;
    std::filesystem::remove(path, none);
  }

  void report() {
    const double now = now_s();
    const bool last = progress_.total > 0 && progress_.received >= progress_.total;
    if (!options_.progress || (!last && now - reported_s_ < 0.25)) return;
    reported_s_ = now;
    options_.progress(progress_);
  }

  AttemptResult result_of(CURLcode code, long status) {
    const bool page = begun_ && !keep_;
    if (code != CURLE_OK && !page) {
      std::string why = error_.front() != '\0' ? error_.data() : curl_easy_strerror(code);
      if (code == CURLE_OPERATION_TIMEDOUT && begun_) {  // and not while connecting
        why += " (--min-speed of `sptune suite fetch` or SPTUNE_MIN_SPEED lowers the limit)";
      }
      const bool hopeless = code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_URL_MALFORMAT ||
                            code == CURLE_TOO_MANY_REDIRECTS;
      return {hopeless ? AttemptEnd::hopeless : AttemptEnd::retry, why};
    }
    std::string why = fmt::format("HTTP status {}", status);
    if (keep_) {
      if (status == partial_status && !is_all_of_the_rest()) {
        return {AttemptEnd::retry, why + " with less than the rest"};
      }
      forget(tag_path_);
      return {AttemptEnd::complete, {}};
    }
    if (other_part_) why += " with another part than was asked for";
    if (status == range_refused_status || other_part_) {
      forget(partial_);
      forget(tag_path_);
      return {AttemptEnd::retry, why};
    }
    const bool passing = status >= server_error_status || status == too_many_status;
    return {passing ? AttemptEnd::retry : AttemptEnd::hopeless, why};
  }

  const std::string& url_;
  const std::filesystem::path& partial_;
  std::filesystem::path tag_path_;
  const FetchOptions& options_;
  const Limits& limits_;
  FetchProgress progress_;
  std::unique_ptr<CURL, CloseCurl> curl_;
  std::unique_ptr<curl_slist, FreeList> headers_;
  FileDescriptor file_;
  std::string tag_;  ///< ETag or date of the version that the partial file belongs to
  std::string new_tag_;
  std::string new_date_;
  std::string part_;  ///< Content-Range
  std::array<char, CURL_ERROR_SIZE> error_{};
  std::int64_t resume_at_ = 0;
  int write_error_ = 0;
  std::exception_ptr thrown_;
  std::size_t page_bytes_ = 0;
  bool begun_ = false;
  bool keep_ = false;
  bool other_part_ = false;
  double reported_s_ = 0;
};

}  // namespace

void download(const std::string& url, const std::filesystem::path& partial,
              const FetchOptions& options, const Limits& limits) {
  double wait_s = options.first_wait_s;
  for (int number = 1;; ++number) {
    const AttemptResult result = Attempt(url, partial, options, limits, number).run();
    if (result.end == AttemptEnd::complete) return;
    if (result.end == AttemptEnd::hopeless || number >= options.attempts) {
      throw InputError(fmt::format(
          "{}: expected a file to fetch, found: {} ({} of {} attempts); check the address and the "
          "network, what has arrived is kept and resumed",
          url, result.why, number, options.attempts));
    }
    std::this_thread::sleep_for(std::chrono::duration<double>(wait_s));
    wait_s *= 2;
  }
}

}  // namespace sptune::suites
