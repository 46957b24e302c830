// SPDX-License-Identifier: BSD-3-Clause
// Which software tells contexts apart, and keys that stay what they were.
#include "harness/environment/environment.hpp"

#include "db/keys.hpp"
#include "db/merge.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

namespace sptune::db::test {
namespace {

harness::Environment over(const std::string& transport, const std::string& cusparse = "") {
  harness::Environment e = environment();
  e.cusparse = cusparse;
  harness::add_to_environment(e, "mpi", "Some MPI 4.1");
  harness::add_to_environment(e, "mpi_btl", transport);
  return e;
}

RunInfo run_of(Store& store, const harness::Environment& e) {
  return store.begin_run(hardware(), e, {}, catalogue(), "quick", "{}");
}

TEST(Environments, HaveTheKeysThatStoredOnesHave) {
  EXPECT_EQ(environment_key(environment()), "9c4223c1758d201ba6e871c9320a18a9");
  harness::Environment gpu = environment();
  gpu.driver = "550.54";
  gpu.cuda_runtime = "12.4";
  gpu.cusparse = "12.3";
  harness::add_measurement_version(gpu, harness::gpu_measurement_version,
                                   harness::unnamed_gpu_measurement_version);
  EXPECT_EQ(environment_key(gpu), "83338a8f5839236dc9d9ef383edc2299");
}

TEST(Environments, WhatIsAddedToThemTellsContextsApart) {
  World w;
  const RunInfo shared = run_of(w.store, over("self,vader"));
  const RunInfo tcp = run_of(w.store, over("self,tcp"));
  EXPECT_NE(shared.environment_hash, w.run.environment_hash);
  EXPECT_NE(shared.environment_hash, tcp.environment_hash);
  EXPECT_EQ(run_of(w.store, over("self,tcp")).environment_hash, tcp.environment_hash);
  w.run = shared;
  w.add("m1", configuration("csr"), measured(10));
  EXPECT_TRUE(w.store.has_trial(shared.run_id, Backend::cpu, problem("m1"), configuration("csr")));
  EXPECT_FALSE(w.store.has_trial(tcp.run_id, Backend::cpu, problem("m1"), configuration("csr")));
  EXPECT_THAT(w.ask("SELECT flags FROM environment WHERE env_hash = '" + tcp.environment_hash + "'")
                  .text(0, "flags"),
              testing::HasSubstr("mpi_btl=self,tcp"));
}

TEST(Environments, ThatKnowTheirCusparseAreThoseOfTheSameTransport) {
  World w;
  const RunInfo shared = run_of(w.store, over("self,vader"));
  EXPECT_NE(run_of(w.store, over("self,tcp", "12.4")).environment_hash, shared.environment_hash);
  EXPECT_EQ(w.count("environment"), 3);
  EXPECT_EQ(w.count("environment WHERE cusparse = ''"), 2) << "the one over vader learned nothing";
  (void)run_of(w.store, over("self,vader", "12.4"));
  EXPECT_EQ(w.count("environment"), 3) << "now it did";
  EXPECT_EQ(w.count("environment WHERE cusparse = ''"), 1);
}

TEST(Environments, OfOtherTransportsStayApartInMerges) {
  World a;
  World b;
  (void)run_of(a.store, over("self,vader"));
  (void)run_of(b.store, over("self,tcp", "12.4"));
  Folder f;
  merge({a.file, b.file}, f / "all.sqlite");
  EXPECT_EQ(count(f / "all.sqlite", "environment"), 3);
  EXPECT_EQ(count(f / "all.sqlite", "context"), 3);
}

}  // namespace
}  // namespace sptune::db::test
