// SPDX-License-Identifier: BSD-3-Clause
// Which results of two files belong together, and what a file reckons with.
#include "db/noise.hpp"

#include "db/merge.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>

namespace sptune::db::test {
namespace {

using testing::HasSubstr;

harness::Protocol with_threads(int threads) {
  harness::Protocol protocol;
  protocol.threads = threads;
  return protocol;
}

/// Finalists under two policies, of which the second is half as fast.
void under_two_policies(World& w, std::initializer_list<int> threads) {
  for (const int n : threads) {
    w.run = w.start(with_threads(n));
    add_finalists(w, 3, n == 1 ? std::log(2) : 0);
  }
}

harness::Repeatability judged(const NoiseGroup& g) {
  return harness::repeatability({}, g.first, g.second);
}

TEST(Noise, PoliciesAreComparedWithThemselvesInWhicheverOrderTheyCame) {
  World one_first;
  World again;
  World all_first;
  under_two_policies(one_first, {1, 2});
  under_two_policies(again, {1, 2});
  under_two_policies(all_first, {2, 1});
  for (const auto& [first, second] :
       {std::pair{one_first.file, again.file}, std::pair{one_first.file, all_first.file},
        std::pair{all_first.file, one_first.file}}) {
    const auto groups = common_results(first, second);
    ASSERT_EQ(groups.size(), 2U);
    for (const NoiseGroup& g : groups) {
      EXPECT_THAT(g.context, HasSubstr("threads="));
      EXPECT_EQ(judged(g).shift, 0) << g.context;
      EXPECT_EQ(judged(g).finalists, 9U) << g.context;
    }
  }
}

TEST(Noise, EnvironmentsAreComparedWithThemselvesElseTheOnlyOnes) {
  const auto in = [](World& w, const char* flags, double common) {
    harness::Environment e = environment();
    e.flags = flags;
    w.run = w.store.begin_run(hardware(), e, {}, catalogue(), "quick", "{}");
    add_finalists(w, 3, common);
  };
  World two;
  World one;
  World third;
  in(two, "-O2", std::log(2));
  in(two, "-O3", 0);
  in(one, "-O3", 0);
  in(third, "-O1", 0);
  for (const auto& [first, second] :
       {std::pair{two.file, one.file}, std::pair{one.file, two.file}}) {
    const auto groups = common_results(first, second);
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(judged(groups[0]).shift, 0);
  }
  EXPECT_EQ(common_results(one.file, third.file).size(), 1U) << "what an update changed";
  EXPECT_THAT(error_of<UsageError>([&] { (void)common_results(two.file, third.file); }),
              HasSubstr("n0: measured in 2 environments of the first file and 1 of the second"));
}

TEST(Noise, TrialsOfBothFilesSayNothing) {
  World w;
  add_finalists(w, 3, 0);
  w.add("m1", configuration("csr"), measured(10));
  Folder f;
  const auto copy = f / "copy.sqlite";
  vandalise(w.file, "VACUUM INTO '" + copy.string() + "'");
  for (const auto& [first, second] : {std::pair{copy, w.file}, {w.file, copy}}) {
    const auto groups = common_results(first, second);
    ASSERT_EQ(groups.size(), 1U);
    EXPECT_EQ(groups[0].same_trials, 10U);
    EXPECT_TRUE(groups[0].first.empty());
    EXPECT_TRUE(groups[0].second.empty());
  }

  w.run = w.start();
  w.add("m1", configuration("csr"), measured(11));
  w.add("n0", configuration("csr"), repeated(10));
  const NoiseGroup g = common_results(copy, w.file).at(0);
  EXPECT_EQ(g.same_trials, 9U) << "of n0 a repetition came to those that both have";
  ASSERT_EQ(g.first.size(), 1U);
  EXPECT_EQ(g.first[0].measured.us, 10);
  EXPECT_EQ(g.second.at(0).measured.us, 11);
}

TEST(Noise, OneConfigurationOfEachProblemTellsNoTies) {
  constexpr int problems = 12;
  World a;
  World b;
  for (World* w : {&a, &b}) {
    for (int p = 0; p < problems; ++p) {
      const std::string name = "n" + std::to_string(p);
      w->store.put_matrix(matrix(name), "train");
      for (const float us : {10.F, 10.1F, 10.3F}) {
        w->add(name, configuration("csr"), repeated(w == &a ? us : us * 1.02F));
      }
    }
  }
  vandalise(b.file, "UPDATE run SET started_at = '2020-02-02T20:00:00.000Z'");
  Folder f;
  const auto out = f / "all.sqlite";
  merge({a.file, b.file}, out);
  const Table own = query(out, "SELECT * FROM noise WHERE context_id IS NOT NULL");
  const Table of_backend =
      query(out, "SELECT * FROM noise WHERE context_id IS NULL AND backend = 'cpu'");
  ASSERT_EQ(own.rows.size(), 1U);
  EXPECT_EQ(own.number(0, "pairs"), problems);
  for (const char* of_several : {"tie_factor", "change_sd"}) {
    EXPECT_EQ(own.number(0, of_several), of_backend.number(0, of_several)) << of_several;
  }
  EXPECT_NEAR(own.number(0, "common_sd"), std::log(1.02) / std::sqrt(2), 0.001);
}

TEST(Noise, AContextsOwnEstimateIsWhatTheFileReckonsWith) {
  World w;
  add_finalists(w, 3, 0);
  vandalise(w.file,
            "INSERT INTO noise (context_id, operation, backend, pass_sd, lap_sd, change_sd, "
            "common_sd, prior_df, time_factor, tie_factor, occasions, problems, pairs, evidence) "
            "VALUES (1, 'spmv', 'cpu', 0.5, 0, 0, 0, 4, 2, 2, 2, 20, 20, 'runs of this file')");
  const NoiseGroup g = common_results(w.file, w.file).at(0);
  EXPECT_EQ(noise_of(w.file, g.backend, g.operation, g.context_id).pass, 0.5);
  EXPECT_EQ(noise_of(w.file, g.backend, "spgemm", g.context_id).pass, 0.03);
  EXPECT_EQ(noise_of(w.file, g.backend, g.operation, 2).pass, 0.03);
}

TEST(Noise, ViewsReckonWithEveryComponent) {
  World w;
  vandalise(w.file, "UPDATE noise SET change_sd = 0.01, tie_factor = 3 WHERE backend = 'cpu'");
  const auto passes = [](float us) {
    harness::Trial t = repeated(us, 0.001F, 5);
    harness::append(t.samples, repeated(us * 1.02F, 0.001F, 5).samples);
    t.pass_samples = {5, 5};
    return t;
  };
  w.add("m1", configuration("csr", 1), measured(10));
  w.add("m1", configuration("csr", 2), measured(10, 1.875F));  // 2.5 to 17.5: 95 % of the median
  w.add("m1", configuration("csr", 4), passes(10));
  for (const float us : {10.0F, 10.2F}) w.add("m1", configuration("ell"), repeated(us));
  const Table t = w.ask("SELECT * FROM result ORDER BY variant, configuration");
  ASSERT_EQ(t.rows.size(), 4U);
  const double pass = 0.0009;
  const double lap = 0.0016;
  const double change = 0.0001;
  const double own = std::log(1.02) * std::log(1.02) / 2;  // variance of two values
  const double samples = std::log(7) / 2 / 1.959964;
  const std::vector<double> expected{lap + pass + change, lap + samples * samples + change,
                                     lap + (4 * pass + own) / 5 / 2 + change,
                                     (4 * (lap + pass) + own) / 5 / 2 + change};
  for (std::size_t row = 0; row < expected.size(); ++row) {
    EXPECT_NEAR(t.number(row, "log_var"), expected[row], 1e-6) << row;
    const double half = 2 * std::sqrt(2 * (0.0009 + expected[row]));
    EXPECT_NEAR(std::log(t.number(row, "ci_high_us") / t.number(row, "median_us")), half, 1e-5);
    EXPECT_NEAR(std::log(t.number(row, "ci_low_us") / t.number(row, "median_us")), -half, 1e-5);
  }
}

}  // namespace
}  // namespace sptune::db::test
