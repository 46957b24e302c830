// SPDX-License-Identifier: BSD-3-Clause
// A trial of 40 samples costs two commits; asking about all of them must not be a coffee break.
#include "db/check.hpp"

#include "fixture.hpp"
#include <fmt/format.h>

#include <chrono>
#include <cstdio>

namespace sptune::db::test {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(Speed, TenThousandTrials) {
  constexpr int matrices = 50;
  constexpr int configurations = 100;
  constexpr int rounds = 2;  // repetitions, which views aggregate
  World w(std::filesystem::temp_directory_path());
  for (int m = 0; m < matrices; ++m) w.store.put_matrix(matrix("s" + std::to_string(m)), "train");
  double begin_s = 0;
  double finish_s = 0;
  double has_s = 0;
  for (int round = 0; round < rounds; ++round) {
    for (int m = 0; m < matrices; ++m) {
      const harness::ProblemKey p = problem("s" + std::to_string(m));
      for (int c = 0; c < configurations; ++c) {
        const Configuration configured{c % 2 == 0 ? "csr" : "ell", {{"unroll", Value(c)}}};
        auto start = std::chrono::steady_clock::now();
        const bool there = w.store.has_trial(w.run.run_id, Backend::cpu, p, configured);
        has_s += seconds_since(start);
        EXPECT_EQ(there, round > 0);
        start = std::chrono::steady_clock::now();
        const std::int64_t id = w.store.begin_trial(w.run.run_id, Backend::cpu, p, configured);
        begin_s += seconds_since(start);
        const harness::Trial t =
            repeated(static_cast<float>(10 + (m * 31 + c * 17) % 97), 0.01F, 40);
        start = std::chrono::steady_clock::now();
        w.store.finish_trial(id, t);
        finish_s += seconds_since(start);
      }
    }
  }
  constexpr int n = matrices * configurations * rounds;
  auto start = std::chrono::steady_clock::now();
  int visited = 0;
  w.store.each_trial({}, [&](const StoredTrial&) { ++visited; });
  const double read_s = seconds_since(start);
  start = std::chrono::steady_clock::now();
  EXPECT_EQ(query(w.file, "SELECT * FROM regret").rows.size(),
            std::size_t{matrices * configurations});
  const double regret_s = seconds_since(start);
  start = std::chrono::steady_clock::now();
  EXPECT_EQ(query(w.file, named_query("best").sql).rows.size(), std::size_t{matrices});
  const double best_s = seconds_since(start);
  start = std::chrono::steady_clock::now();
  EXPECT_TRUE(check(w.file).findings.empty());
  const double check_s = seconds_since(start);
  EXPECT_EQ(visited, matrices * configurations);
  fmt::print(
      "{} trials of 40 samples: has {:.0f} us, begin {:.0f} us, finish {:.0f} us each; each_trial "
      "{:.2f} s, regret {:.2f} s, best {:.2f} s, check {:.2f} s; {:.1f} MB\n",
      n, has_s / n * 1e6, begin_s / n * 1e6, finish_s / n * 1e6, read_s, regret_s, best_s, check_s,
      static_cast<double>(std::filesystem::file_size(w.file)) / 1e6);
  // Far above what is measured on a quiet machine, so that only a lost index or a sync per commit
  // trips.
  EXPECT_LT(begin_s + finish_s, 30.0);
  EXPECT_LT(read_s + regret_s + best_s + check_s, 20.0);
}

}  // namespace
}  // namespace sptune::db::test
