// SPDX-License-Identifier: BSD-3-Clause
// What several ranks cannot do together: one line, one exit code, no database.
#include "tests/distributed/sweep_world.hpp"

#include <thread>

namespace sptune::distributed::test {
namespace {

namespace fs = std::filesystem;

class DistributedSweepRefuses : public SweepWorld {
 protected:
  /// `what` begins the line; `--disturbed again`, which the tests' environment turns off.
  void expect_refused(const std::string& words, int code, const std::string& says) const {
    expect_one_line(launch("--quiet " + words), code, says);
    EXPECT_FALSE(fs::exists(db("no")));
  }
};

TEST_F(DistributedSweepRefuses, ranks_that_share_cores) {
  expect_refused("-n 2 " + program("sptune") + " " + sweep("no", "--disturbed again"), 2,
                 "sptune: ranks 0 and 1 on ");
}

TEST_F(DistributedSweepRefuses, ranks_of_other_hardware) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "two cores are needed";
  const std::string command = program("sptune") + " " + sweep("no");
  expect_refused("-n 1 taskset -c 0 " + command + " : -n 1 " + command, 2,
                 "sptune: ranks of other hardware (cores '");
}

TEST_F(DistributedSweepRefuses, what_is_for_one_process) {
  expect_refused("-n 2 " + program("sptune") + " " + sweep("no", "--in-process"), 2,
                 "leave out --devices and --in-process");
  expect_refused("-n 2 " + program("sptune") + " list", 2, "`sptune list` on 2 ranks");
  EXPECT_EQ(launch("-n 2 -x SPTUNE_RANKS=apart " + program("sptune") + " list").code, 0);
}

TEST_F(DistributedSweepRefuses, a_launcher_of_another_mpi) {
  expect_one_line(run_command("env SLURM_STEP_NUM_TASKS=3 SLURM_PROCID=0 " + program("sptune") +
                              " " + sweep("no")),
                  2, "started as 3 ranks, of which MPI sees 1");
  EXPECT_FALSE(fs::exists(db("no")));
  for (const std::string& words :
       {std::string("doctor"), std::string("multiply 'stencil2d{points=5,n=9}'"),
        "tune " + suite() + " --db " + db("no")}) {
    expect_one_line(
        run_command("env PMI_SIZE=3 PMI_RANK=0 " + program("sptune-distributed") + " " + words), 2,
        "started as 3 ranks, of which MPI sees 1");
    EXPECT_FALSE(fs::exists(db("no"))) << words;
  }
}

TEST_F(DistributedSweepRefuses, where_it_was_built_without_mpi) {
  const fs::path copy = folder / "sptune";
  fs::copy_file(program("sptune"), copy);
  expect_one_line(run_command("env OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=0 " + copy.string() +
                              " " + sweep("no")),
                  3, "no sptune-distributed (looked for ");
  expect_one_line(run_command(copy.string() + " mpi doctor"), 3, "SPTUNE_MPI=ON");
  EXPECT_EQ(run_command(program("sptune") + " mpi doctor").code, 0);
}

}  // namespace
}  // namespace sptune::distributed::test
