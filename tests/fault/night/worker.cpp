// SPDX-License-Identifier: BSD-3-Clause
// A worker over the real catalogue, of which some configurations misbehave on some matrices: which
// and how is drawn by a seed from their names, so that it is the same in every worker. SPTUNE_NIGHT
// says "seed:share in a thousand:folder"; what has misbehaved is a line in folder/faults.log.
#include "harness/worker/worker.hpp"

#include "kernels/api/variant.hpp"
#include "kernels/baselines/baselines.hpp"
#include "tests/fault/night/misbehaving.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::test {
namespace {

struct Night {
  std::string seed;
  std::uint64_t share = 0;  ///< of a thousand configurations
  std::filesystem::path folder;
};

Night night_of(const std::string& text) {
  const std::size_t first = text.find(':');
  const std::size_t second = text.find(':', first + 1);
  if (second == std::string::npos) {
    throw std::runtime_error("SPTUNE_NIGHT: expected seed:share:folder, found '" + text + "'");
  }
  return {text.substr(0, first), std::stoull(text.substr(first + 1, second - first - 1)),
          text.substr(second + 1)};
}

/// FNV-1a, its bits mixed: neighbours in a grid are to fare differently.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  h = (h ^ (h >> 33U)) * 0xff51afd7ed558ccd;
  return h ^ (h >> 29U);
}

/// As a row of trial_flat tells it, separated by tabs.
std::string name_of(const ResolvedConfiguration& c, const Problem& problem) {
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}", to_string(problem.operation()),
                     to_string(problem.a.value_type), problem.a.rows, problem.a.cols, problem.a.nnz,
                     c.text());
}

/// The worker's own matrix has 1000 rows, that of the drift many more: without them a sweep ends.
bool of_the_night(const Problem& problem) {
  constexpr std::int64_t canary_rows = 1000;
  constexpr std::int64_t most_rows = 100'000;
  return problem.a.rows != canary_rows && problem.a.rows <= most_rows && problem.a.nnz > 0;
}

/// One write, which other workers' lines do not come between.
void note(const Night& night, std::string_view fault, const std::string& name) {
  const std::string line = fmt::format("{}\t{}\n", fault, name);
  const int fd =
      open((night.folder / "faults.log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0 || write(fd, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    throw std::runtime_error("faults.log cannot be written");
  }
  close(fd);
}

/// True once for every name, whichever worker asks.
bool first_time(const Night& night, const std::string& name) {
  const auto mark = night.folder / fmt::format("{:016x}.mark", hash_of(name));
  const int fd = open(mark.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

Fault fault_of(const Night& night, const ResolvedConfiguration& c, const Problem& problem,
               const std::string& name) {
  constexpr std::uint64_t thousand = 1000;
  const std::uint64_t drawn = hash_of(night.seed + "\t" + name);
  if (!of_the_night(problem) || drawn % thousand >= night.share) return Fault::none;
  const Fault fault = all_faults[drawn / thousand % all_faults.size()];
  // A library's own call has a minute, whatever the best.
  return fault == Fault::hang && c.variant().facts.baseline ? Fault::segfault : fault;
}

std::unique_ptr<Plan> misbehaving_plan(const Night& night, const ResolvedConfiguration& c,
                                       const Problem& problem,
                                       const decltype(VariantFunctions::plan)& sound) {
  const std::string name = name_of(c, problem);
  const Fault fault = fault_of(night, c, problem, name);
  if (fault == Fault::none) return sound(c, problem);
  return misbehaving(
      fault, problem.a, [&] { return sound(c, problem); },
      [night, name](Fault now) {
        if (now == Fault::killed_once && !first_time(night, name)) return false;
        note(night, to_string(now), name);
        return true;
      });
}

Catalogue night_catalogue(const Night& night) {
  std::vector<Variant> variants = full_catalogue().variants();
  for (Variant& v : variants) {
    v.functions.plan = [night, sound = v.functions.plan](const ResolvedConfiguration& c,
                                                         const Problem& problem) {
      return misbehaving_plan(night, c, problem, sound);
    };
  }
  return Catalogue(std::move(variants));
}

}  // namespace
}  // namespace sptune::test

int main() {
  using sptune::harness::worker_fd;
  const char* night = std::getenv("SPTUNE_NIGHT");
  const sptune::Catalogue catalogue =
      night == nullptr ? sptune::full_catalogue()
                       : sptune::test::night_catalogue(sptune::test::night_of(night));
  return sptune::harness::worker_main(catalogue, worker_fd, worker_fd);
}
