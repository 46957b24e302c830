// SPDX-License-Identifier: BSD-3-Clause
// posix_spawn and not fork: the parent may be large and threaded, and spawn shares its memory until
// exec.
#include "harness/worker/worker_process.hpp"

#include "harness/environment/cores.hpp"
#include "harness/worker/wire.hpp"
#include "harness/worker/worker.hpp"
#include "kernels/api/clock.hpp"
#include "sptune/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <string_view>

extern char** environ;  // NOLINT(readability-identifier-naming)

namespace sptune::harness {
namespace {

constexpr off_t quoted_output = 400;  ///< bytes at the end

/// Processes that the kernel's out-of-memory killer has ended since boot.
std::int64_t oom_kills() {
  std::ifstream in("/proc/vmstat");
  std::string name;
  for (std::int64_t n = 0; in >> name >> n;) {
    if (name == "oom_kill") return n;
  }
  return 0;
}

/// Signals that a process brings upon itself: by a fault, by abort, or by passing a limit that it
/// started under. The sender cannot be asked: waitid names none.
bool raised_by_itself(int signal) {
  constexpr std::array own{SIGSEGV, SIGBUS, SIGFPE,  SIGILL, SIGABRT,
                           SIGTRAP, SIGSYS, SIGXCPU, SIGXFSZ};
  return std::find(own.begin(), own.end(), signal) != own.end();
}

[[noreturn]] void fail(const std::string& what, int error) {
  throw Error(ExitCode::internal,
              fmt::format("{}: {}", what, std::strerror(error)));  // NOLINT(concurrency-mt-unsafe)
}

/// This process's variables but for those that `variables` names.
std::vector<std::string> environment_with(const std::vector<std::string>& variables) {
  std::vector<std::string> out = variables;
  for (char** at = environ; at != nullptr && *at != nullptr; ++at) {
    const std::string_view inherited = *at;
    const std::string_view name = inherited.substr(0, inherited.find('=') + 1);
    const bool replaced =
        std::any_of(variables.begin(), variables.end(),
                    [&](const std::string& variable) { return variable.rfind(name, 0) == 0; });
    if (!replaced || name.empty()) out.emplace_back(inherited);
  }
  return out;
}

/// Owns the two attribute objects of posix_spawn.
struct SpawnSetup {
  posix_spawn_file_actions_t actions{};
  posix_spawnattr_t attributes{};

  SpawnSetup(int socket, int output) {
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, socket, worker_fd);
    posix_spawn_file_actions_addclosefrom_np(&actions, worker_fd + 1);
    posix_spawnattr_init(&attributes);
    // The parent may block or ignore signals while it commits; the worker starts clean.
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;
};

}  // namespace

WorkerProcess::WorkerProcess(const std::filesystem::path& executable,
                             const std::vector<std::string>& variables) {
  std::array<int, 2> pair{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0) {
    fail("no socket for the worker", errno);
  }
  socket_ = pair[0];
  output_ = memfd_create("sptune-worker-output", MFD_CLOEXEC);
  if (output_ >= 0) fcntl(output_, F_SETFL, O_APPEND);
  const int output_error = errno;
  int error = output_error;
  if (output_ >= 0) {
    const SpawnSetup setup(pair[1], output_);
    std::string path = executable.string();
    std::array<char*, 2> argv{path.data(), nullptr};
    std::vector<std::string> environment = environment_with(variables);
    std::vector<char*> envp;
    envp.reserve(environment.size() + 1);
    for (std::string& variable : environment) envp.push_back(variable.data());
    envp.push_back(nullptr);
    const OnAllCores here;  // of the thread that feeds it
    error = posix_spawn(&pid_, path.c_str(), &setup.actions, &setup.attributes, argv.data(),
                        envp.data());
  }
  close(pair[1]);
  if (output_ < 0 || error != 0) {
    pid_ = -1;
    close(socket_);
    if (output_ >= 0) close(output_);
    fail(fmt::format("{}: the worker cannot be started", executable.string()), error);
  }
}

WorkerProcess::~WorkerProcess() {
  if (pid_ > 0) finish();
  close(socket_);
  close(output_);
}

bool WorkerProcess::send(const std::string& payload) {
  oom_kills_before_ = oom_kills();  // those of earlier requests killed somebody else
  const off_t written = lseek(output_, 0, SEEK_END);
  if (!write_frame(socket_, payload)) return false;  // what it died of is what it wrote last
  output_begin_ = output_begin_ < 0 ? 0 : written;
  return true;
}

/// It may write for days, into memory: what nobody quotes any more is given back.
void WorkerProcess::drop_old_output() const {
  constexpr off_t much = 1 << 20;
  const off_t size = lseek(output_, 0, SEEK_END);
  if (size < much) return;
  // Where that cannot be, the memory stays taken until the worker ends.
  (void)fallocate(output_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, size - quoted_output);
}

WorkerProcess::Event WorkerProcess::wait(double timeout_s, std::string& payload) {
  drop_old_output();
  if (auto frame = take_frame(buffer_)) {
    payload = std::move(*frame);
    return Event::frame;
  }
  pollfd waiting{socket_, POLLIN, 0};
  const int ready = poll(&waiting, 1, std::max(1, static_cast<int>(timeout_s * 1000)));
  if (ready <= 0)
    return Event::tick;  // nothing came, or a signal did: the caller looks at its watch
  std::array<char, std::size_t{1} << 16> chunk{};
  const ssize_t n = recv(socket_, chunk.data(), chunk.size(), 0);
  if (n < 0 && errno == EINTR) return Event::tick;
  if (n <= 0) return Event::closed;
  buffer_.append(chunk.data(), static_cast<std::size_t>(n));
  if (auto frame = take_frame(buffer_)) {
    payload = std::move(*frame);
    return Event::frame;
  }
  return Event::tick;
}

std::int64_t WorkerProcess::resident_bytes() const {
  std::ifstream in(fmt::format("/proc/{}/statm", pid_));
  std::int64_t all = 0;
  std::int64_t resident = 0;
  in >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

std::string WorkerProcess::output_tail() const {
  const off_t size = lseek(output_, 0, SEEK_END);
  const off_t begin = std::max({off_t{0}, off_t{output_begin_}, size - quoted_output});
  if (size <= begin) return {};
  std::string text(static_cast<std::size_t>(size - begin), '\0');
  const ssize_t n = pread(output_, text.data(), text.size(), begin);
  text.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
  std::replace(text.begin(), text.end(), '\n', ' ');
  const std::size_t last = text.find_last_not_of(' ');
  return last == std::string::npos ? std::string{} : text.substr(0, last + 1);
}

bool WorkerProcess::dies_within(double grace_s) const {
  const double deadline = now_s() + grace_s;
  for (;;) {
    siginfo_t info{};
    const bool asked =
        waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0;
    if (asked && info.si_pid == pid_) return true;
    if (!asked && errno == ECHILD) return true;  // whoever started this ignores SIGCHLD
    if (now_s() >= deadline) return false;
    usleep(1000);
  }
}

WorkerExit WorkerProcess::finish(double grace_s) {
  WorkerExit result;
  if (pid_ <= 0) return result;
  const bool died = dies_within(grace_s);
  // The whole group: a variant may have started children. One that has died already keeps its
  // status.
  kill(-pid_, SIGKILL);
  constexpr double dying_s = 10;  // a GPU's memory is given back on the way
  int status = 0;
  pid_t reaped = 0;
  if (died || dies_within(dying_s)) {
    do {
      reaped = waitpid(pid_, &status, 0);
    } while (reaped < 0 && errno == EINTR);
  } else {
    result.left = true;
  }
  if (reaped == pid_ && WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (reaped == pid_ && WIFEXITED(status)) result.status = WEXITSTATUS(status);
  result.output = output_tail();
  result.kernel_killed = result.signal == SIGKILL && oom_kills() > oom_kills_before_;
  result.from_outside =
      died && result.signal != 0 && !result.kernel_killed && !raised_by_itself(result.signal);
  pid_ = -1;
  return result;
}

}  // namespace sptune::harness
