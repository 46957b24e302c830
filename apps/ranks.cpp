// SPDX-License-Identifier: BSD-3-Clause
#include "apps/ranks.hpp"

#include "apps/output.hpp"
#include "apps/verbs.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace sptune::apps {
namespace {

/// -1 where it is not set to a number.
int number_in(const char* variable) {
  const char* const value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe)
  if (value == nullptr) return -1;
  const std::string_view text(value);
  int number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? number : -1;
}

bool apart() {
  const char* const value = std::getenv("SPTUNE_RANKS");  // NOLINT(concurrency-mt-unsafe)
  return value != nullptr && std::string_view(value) == "apart";
}

}  // namespace

std::optional<Launch> launched() {
  // SLURM_NTASKS is there in a batch script as well, which is one process: its steps alone count.
  constexpr std::array<std::pair<const char*, const char*>, 4> launchers{
      {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
       {"PMI_SIZE", "PMI_RANK"},
       {"MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK"},
       {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID"}}};
  for (const auto& [size, rank] : launchers) {
    const Launch launch{number_in(size), number_in(rank)};
    if (launch.size >= 1 && launch.rank >= 0) return launch;
  }
  return std::nullopt;
}

bool speaks(const Launch& launch) {
  if (launch.rank == 0) return true;
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  return false;
}

void become_distributed(const std::vector<std::string>& words) {
  namespace fs = std::filesystem;
  std::error_code none;
  const fs::path file =
      fs::read_symlink("/proc/self/exe", none).parent_path() / "sptune-distributed";
  if (access(file.c_str(), X_OK) != 0) {
    throw InputError(
        fmt::format("no sptune-distributed (looked for {}): build it with -DSPTUNE_MPI=ON, where "
                    "there is an MPI",
                    file.string()));
  }
  std::vector<std::string> all{file.string()};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  arguments.reserve(all.size() + 1);
  for (std::string& word : all) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  flush_out();
  give_back_signals();
  execv(file.c_str(), arguments.data());
  const int why = errno;
  throw InputError(fmt::format("{}: {}", file.string(), std::strerror(why)));
}

void work_together(const std::vector<std::string>& words) {
  const std::optional<Launch> launch = launched();
  if (!launch || launch->size == 1 || apart()) return;
  const std::string verb = words.empty() ? "" : words.front();
  constexpr std::array<std::string_view, 3> by_itself{"run-with", "mpi", "help"};
  if (verb.empty() || verb.front() == '-' ||
      std::find(by_itself.begin(), by_itself.end(), verb) != by_itself.end()) {
    return;
  }
  try {
    if (verb == "sweep") become_distributed(words);
    throw UsageError(
        fmt::format("`sptune {}` on {} ranks: it does not work on several; start it on one, or set "
                    "SPTUNE_RANKS=apart for each to do it by itself",
                    verb, launch->size));
  } catch (const Error& e) {
    if (!speaks(*launch)) throw Exit{e.code()};
    throw;
  }
}

}  // namespace sptune::apps
