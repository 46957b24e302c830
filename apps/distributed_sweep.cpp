// SPDX-License-Identifier: BSD-3-Clause
#include "apps/distributed_sweep.hpp"

#include "apps/frame.hpp"
#include "apps/output.hpp"
#include "apps/stop_signals.hpp"
#include "apps/sweep_lanes.hpp"
#include "apps/waiting.hpp"
#include "harness/environment/build_info.hpp"
#include "kernels/api/mix64.hpp"
#include "kernels/baselines/baselines.hpp"
#include "suites/collections/suite.hpp"

#include "distributed/post.hpp"
#include "distributed/sweep/machine_of_rank.hpp"
#include "distributed/sweep/remote_runner.hpp"
#include "distributed/sweep/service.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace sptune::apps {
namespace {

using distributed::MachineOfRank;
using distributed::Post;

/// Rank 0's device, if it measures, and those of all others.
class RankLanes final : public SweepLanes {
 public:
  RankLanes(Post& post, int rank_on_host, bool measures_here, const LanesWanted& wanted);

  [[nodiscard]] const harness::Hardware& hardware() const override {
    return machines_.front().hardware;
  }
  [[nodiscard]] const harness::Environment& environment() const override {
    return machines_.front().environment;
  }
  [[nodiscard]] harness::Runner& runner() const override { return *runners_.front(); }
  [[nodiscard]] std::vector<sweep::Lane> lanes() const override;
  [[nodiscard]] std::size_t lanes_per_host() const override {
    return static_cast<std::size_t>(distributed::most_on_a_host(machines_));
  }
  [[nodiscard]] std::int64_t memory_per_lane() const override {
    return distributed::least_memory(machines_);
  }

 private:
  std::optional<harness::MeasuringDevice> here_;
  std::vector<MachineOfRank> machines_;  ///< that measure, with a runner each
  std::vector<std::unique_ptr<harness::Runner>> runners_;
  std::vector<int> spare_cores_;
};

RankLanes::RankLanes(Post& post, int rank_on_host, bool measures_here, const LanesWanted& wanted) {
  if (!wanted.devices.empty() || wanted.in_process) {
    throw UsageError(
        "under mpirun each rank measures in a worker on its own device: leave out --devices and "
        "--in-process");
  }
  if (measures_here) {
    auto found =
        distributed::find_device(wanted.backend, 0, rank_on_host, cusparse_in_use(wanted.backend));
    here_ = std::move(found.device);
    machines_.push_back(std::move(found.machine));
    runners_.push_back(harness::worker_runner(wanted.locate, {}, harness::worker_variables(*here_),
                                              stop_requested));
  } else if (post.size() == 1) {
    throw UsageError("--coordinator-only leaves no rank to measure: start more than one");
  } else {
    post.measure_nothing_here();
  }
  for (MachineOfRank& machine : distributed::open_others(post, wanted.backend)) {
    runners_.push_back(distributed::remote_runner(post, machine, wanted.locate, stop_requested));
    machines_.push_back(std::move(machine));
  }
  if (here_) require_policy_file(wanted.backend, machines_.front().hardware.arch);
  distributed::require_comparable(wanted.backend, machines_, wanted.keep_disturbed);
  spare_cores_ = distributed::spare_cores(machines_);
  if (here_ && post.size() > 1 && spare_cores_.empty() && wanted.backend == Backend::cpu) {
    print_err(
        "sptune: rank 0 reads matrices and writes the database on cores that it measures on: leave "
        "it a core (mpirun --map-by slot:PE=<cores - 1>), or give it --coordinator-only\n");
  }
}

std::vector<sweep::Lane> RankLanes::lanes() const {
  std::vector<sweep::Lane> out;
  for (std::size_t i = 0; i < machines_.size(); ++i) {
    const bool here = here_ && i == 0;
    out.push_back({machines_[i].place, *runners_[i],
                   [this, here] {
                     if (here) {
                       harness::enter(*here_);
                     } else if (!spare_cores_.empty()) {
                       harness::enter({"spare cores", -1, spare_cores_});
                     }
                   },
                   here});
  }
  return out;
}

class RankSource final : public LaneSource {
 public:
  RankSource(Post& post, int rank_on_host) : post_(post), rank_on_host_(rank_on_host) {}

  void add_options(CLI::App& sub) override {
    sub.add_flag("--coordinator-only", coordinator_only_,
                 "Rank 0 measures nothing: it plans, and writes the database");
  }
  [[nodiscard]] std::string repeated() const override {
    return coordinator_only_ ? " --coordinator-only" : "";
  }
  void require(Backend backend) const override {
    if (!coordinator_only_) LaneSource::require(backend);
  }
  [[nodiscard]] std::unique_ptr<SweepLanes> open(const LanesWanted& wanted) const override {
    return std::make_unique<RankLanes>(post_, rank_on_host_, !coordinator_only_, wanted);
  }

 private:
  Post& post_;
  int rank_on_host_;
  bool coordinator_only_ = false;
};

/// All that decides which kernels there are and what they are called.
std::string build_text() {
  std::uint64_t hash = 0;
  for (const Variant& variant : full_catalogue().variants()) {
    for (const std::string& text : {variant.facts.name, variant.code_hash}) {
      for (const char c : text) hash = mix64(hash ^ static_cast<unsigned char>(c));
    }
  }
  return fmt::format("{} {} {:016x}", SPTUNE_VERSION, harness::build_info::git_sha, hash);
}

double lost_after() {
  const char* const text = std::getenv("SPTUNE_MPI_LOST");
  if (text == nullptr || *text == '\0') return 30;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (*end == '\0' && seconds >= 0.1 && seconds <= 1e6) return seconds;
  throw UsageError(fmt::format("SPTUNE_MPI_LOST: expected seconds from 0.1, found '{}'", text));
}

ExitCode coordinate(Post& post, int rank_on_host, const std::vector<std::string>& words) {
  ExitCode code = ended([&] {
    CLI::App app{"sptune on several ranks: rank 0 plans and writes, all measure", "sptune"};
    app.require_subcommand(1);
    add_sweep(app, std::make_shared<RankSource>(post, rank_on_host));
    parse_words(app, words);
  });
  const ExitCode flushed = ended(flush_out);
  if (code == ExitCode::success) code = flushed;
  distributed::end_others(post, code);
  return code;
}

volatile std::sig_atomic_t told_to_stop = 0;

/// Signals that a launcher sends to all ranks: rank 0 ends the sweep, and the others with it, or
/// they find that it is lost. A handler, since workers would inherit what is ignored.
void leave_stopping_to_rank_0() {
  struct sigaction action = {};
  action.sa_handler = [](int) { told_to_stop = 1; };
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

/// Where a rank was lost: MPI_Finalize would wait for it, as other ranks do already.
[[noreturn]] void leave(int rank, ExitCode code) {
  if (rank == 0) {
    print_err("sptune: a rank was lost, so that MPI_Abort ends the others, with exit code {}\n",
              static_cast<int>(code));
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(code));
  }
  _exit(static_cast<int>(code));
}

}  // namespace

ExitCode distributed_sweep(distributed::Communicator& ranks,
                           const std::vector<std::string>& words) {
  ranks.require_equal("builds of sptune", build_text());
  double lost_after_s = 0;
  ranks.together([&] {
    if (ranks.rank() == 0) lost_after_s = lost_after();
  });
  ranks.broadcast(std::span<double>(&lost_after_s, 1), 0);
  std::optional<suites::Library> library;
  ranks.together([&] {
    if (ranks.rank() != 0) library.emplace();
  });
  let_workers_sleep();
  Post post(ranks, lost_after_s);
  ExitCode code = ExitCode::internal;
  post.work([&] {
    if (ranks.rank() == 0) {
      code = coordinate(post, ranks.rank_on_host(), words);
      return;
    }
    leave_stopping_to_rank_0();
    const ExitCode failed = ended([&] {
      try {
        code = distributed::serve(
            post, {full_catalogue(), *library, ranks.rank_on_host(), cusparse_in_use});
      } catch (const DeviceError&) {
        if (told_to_stop == 0) throw;
        code = ExitCode::device;  // rank 0 is gone since all were to stop: no news
      }
    });
    if (failed != ExitCode::success) code = failed;
  });
  if (post.torn()) leave(ranks.rank(), code);
  return code;
}

}  // namespace sptune::apps
