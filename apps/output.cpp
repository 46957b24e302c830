// SPDX-License-Identifier: BSD-3-Clause
#include "apps/output.hpp"

#include "sptune/error.hpp"
#include "suites/collections/visible.hpp"
#include "suites/io/file_io.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <fstream>
#include <string>

namespace sptune::apps {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 16U;

/// What the signals did before this program.
struct sigaction pipe_before {};
struct sigaction size_before {};

/// errno of the write that failed, 0 when all of it went.
int write_all(int fd, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n > 0) {
      text.remove_prefix(static_cast<std::size_t>(n));
      continue;
    }
    if (n == 0) return EIO;
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return errno;
    // A terminal or pipe that another program made non-blocking.
    pollfd waiting{fd, POLLOUT, 0};
    if (::poll(&waiting, 1, -1) < 0 && errno != EINTR) return errno;
  }
  return 0;
}

/// Lines that are drawn again begin with this; the rest of a text is not to steer a terminal.
constexpr std::string_view redraw = "\r\033[K";

std::string for_terminal(std::string_view text) {
  if (!text.starts_with(redraw)) return suites::visible(text);
  return std::string(redraw) + suites::visible(text.substr(redraw.size()));
}

class StandardOutput {
 public:
  void write(std::string_view text) {
    if (terminal_) {
      buffer_ += for_terminal(text);
      return flush();
    }
    buffer_ += text;
    if (buffer_.size() >= buffer_size) flush();
  }

  void flush() {
    const std::string text = std::exchange(buffer_, {});
    const int error = write_all(STDOUT_FILENO, text);
    if (error == EPIPE) throw BrokenPipe{};
    if (error != 0) {
      throw InputError(
          fmt::format("standard output cannot be written: {}: send it to where there is space, "
                      "and repeat",
                      suites::error_text(error)));
    }
  }

 private:
  std::string buffer_;
  bool terminal_ = isatty(STDOUT_FILENO) != 0;
};

StandardOutput& standard_output() {
  static StandardOutput output;
  return output;
}

}  // namespace

void prepare_streams() {
  // Opened the wrong way round, so that using one fails as it would if it were closed.
  for (const auto& [fd, flags] :
       {std::pair{STDIN_FILENO, O_WRONLY}, {STDOUT_FILENO, O_RDONLY}, {STDERR_FILENO, O_RDONLY}}) {
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", flags) != fd) std::terminate();
  }
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &pipe_before);
  sigaction(SIGXFSZ, &ignore, &size_before);  // `ulimit -f`: the write fails and says so
}

void give_back_signals() {
  sigaction(SIGPIPE, &pipe_before, nullptr);
  sigaction(SIGXFSZ, &size_before, nullptr);
}

void write_out(std::string_view text) {
  standard_output().write(text);
}

void flush_out() {
  standard_output().flush();
}

void write_err(std::string_view text) noexcept {
  static const bool terminal = isatty(STDERR_FILENO) != 0;
  try {
    (void)write_all(STDERR_FILENO, terminal ? for_terminal(text) : std::string(text));
  } catch (const std::exception&) {
    (void)write_all(STDERR_FILENO, "sptune: out of memory\n");
  }
}

void end_by_broken_pipe() {
  if (pipe_before.sa_handler != SIG_IGN) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  std::_Exit(static_cast<int>(ExitCode::input));
}

void refuse_database(const std::filesystem::path& path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return;
  constexpr std::string_view magic("SQLite format 3\0", 16);
  std::array<char, magic.size()> head{};
  std::ifstream(path, std::ios::binary).read(head.data(), head.size());
  if (std::string_view(head.data(), head.size()) != magic) return;
  throw UsageError(path.string() +
                   ": a database, which would be lost: name another file to write to");
}

void refuse_unwritable(const std::filesystem::path& path) {
  std::error_code none;
  const auto status = std::filesystem::status(path, none);
  // A pipe would end for its reader when it is closed.
  const bool is_device = std::filesystem::exists(status) &&
                         !std::filesystem::is_regular_file(status) &&
                         !std::filesystem::is_directory(status);
  if (is_device) return;
  const suites::OutputFile tried(path);  // leaves nothing
}

void refuse_other_file(const std::filesystem::path& path, std::string_view marker,
                       std::string_view kind, std::optional<bool> force) {
  refuse_database(path);
  std::error_code none;
  if (force.value_or(false) || !std::filesystem::is_regular_file(path, none)) return;
  std::string head(4096, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  if (in.gcount() == 0 || head.find(marker) != std::string::npos) return;
  throw UsageError(fmt::format("{}: exists and is no {}: name another file{}", path.string(), kind,
                               force ? ", or --force to replace it" : ""));
}

void write_output_file(const std::filesystem::path& path, std::string_view text) {
  refuse_database(path);
  suites::write_text_file(path, text);
}

}  // namespace sptune::apps
