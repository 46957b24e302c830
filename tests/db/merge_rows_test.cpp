// SPDX-License-Identifier: BSD-3-Clause
// What a merge makes of each row: column by column what its source has, and which of two states of
// a kernel, or of two files, it believes.
#include "db/check.hpp"
#include "db/merge.hpp"

#include "fixture.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace sptune::db::test {
namespace {

/// A table whose rows belong to a trial, or to a run; what of it holds in one file only.
struct Detail {
  const char* table;
  const char* owner;      ///< table that it belongs to
  const char* owner_key;  ///< column of both
  const char* own_key;    ///< column that refers to it
  std::vector<std::string> local;
};

const std::vector<Detail> details{
    {"trial", "trial", "trial_id", "trial_id", {"run_id", "context_id", "problem_id", "config_id"}},
    {"samples", "trial", "trial_id", "trial_id", {}},
    {"pass", "trial", "trial_id", "trial_id", {}},
    {"phase", "trial", "trial_id", "trial_id", {}},
    {"load", "trial", "trial_id", "trial_id", {}},
    {"rank_share", "trial", "trial_id", "trial_id", {}},
    {"verification", "trial", "trial_id", "trial_id", {}},
    {"failure", "trial", "trial_id", "trial_id", {}},
    {"place", "trial", "trial_id", "trial_id", {"begun_after", "ended"}},
    {"repeated", "trial", "trial_id", "result_id", {"context_id", "problem_id", "config_id"}},
    {"drift", "run", "run_id", "run_id", {"run_id"}}};

/// Columns of its table but ids, with a comma before each.
std::string columns(SQLite::Database& db, const Detail& d) {
  std::string out;
  SQLite::Statement s(db, "SELECT name FROM pragma_table_info(?)");
  s.bind(1, d.table);
  while (s.executeStep()) {
    const std::string name = s.getColumn(0).getString();
    if (name == d.own_key || std::count(d.local.begin(), d.local.end(), name) > 0) continue;
    out += ", d." + name;
  }
  return out;
}

/// Rows of a table with the identity of what they belong to in place of its number.
std::string rows(const std::string& schema, const Detail& d, const std::string& of_columns) {
  return "SELECT hex(o.uuid)" + of_columns + " FROM " + schema + "." + d.table + " d JOIN " +
         schema + "." + d.owner + " o ON o." + d.owner_key + " = d." + d.own_key;
}

/// What a trial refers to, by what it is in every file.
std::string references(const std::string& schema) {
  const std::string s = schema + ".";
  return "SELECT hex(t.uuid), r.uuid, h.hw_hash, e.env_hash, l.policy_hash, p.problem_hash, "
         "c.config_hash FROM " +
         s + "trial t JOIN " + s + "run r USING (run_id) JOIN " + s +
         "context k ON k.context_id = t.context_id JOIN " + s + "hardware h USING (hw_id) JOIN " +
         s + "environment e USING (env_id) JOIN " + s + "policy l USING (policy_id) JOIN " + s +
         "problem p USING (problem_id) JOIN " + s + "config c USING (config_id)";
}

/// `merged` holds what the sources do, in every column, and nothing else.
void expect_the_rows_of(const std::filesystem::path& merged,
                        const std::vector<std::filesystem::path>& sources) {
  SQLite::Database db(merged.string());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    db.exec("ATTACH '" + sources[i].string() + "' AS s" + std::to_string(i));
  }
  const auto number_of = [&](const std::string& query) {
    return db.execAndGet("SELECT count(*) FROM (" + query + ")").getInt64();
  };
  const auto of_all_sources = [&](const auto& query) {
    std::string all;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      all += (i == 0 ? "" : " UNION ALL ") + query("s" + std::to_string(i));
    }
    return all;
  };
  const auto same = [&](const char* what, const auto& query) {
    const std::string here = query("main");
    const std::string there = of_all_sources(query);
    EXPECT_GT(number_of(there), 0) << what << ": nothing to compare";
    EXPECT_EQ(number_of(here), number_of(there)) << what;
    EXPECT_EQ(number_of("SELECT * FROM (" + here + ") EXCEPT SELECT * FROM (" + there + ")"), 0)
        << what << ": not from a source";
    EXPECT_EQ(number_of("SELECT * FROM (" + there + ") EXCEPT SELECT * FROM (" + here + ")"), 0)
        << what << ": did not come along";
  };
  for (const Detail& d : details) {
    const std::string list = columns(db, d);
    same(d.table, [&](const std::string& schema) { return rows(schema, d, list); });
  }
  same("what trials refer to", references);
}

/// Numbers from `first` on, none of them twice.
RankShare share_from(std::int64_t first) {
  const auto s = static_cast<double>(first);
  return {first,     first + 1, first + 2, first + 3, first + 4, first + 5, first + 6,
          first + 7, first + 8, s / 64,    s / 32,    s / 16,    s / 8,     s / 4};
}

/// Nothing in it is left at its default, and no two of its numbers are the same.
harness::Trial full(std::int64_t first) {
  harness::Trial t = measured(10);
  t.samples["total"] = {10, 10.5F, 11, 12.25F, 12.5F, 17, 29, static_cast<float>(100 + first)};
  t.samples["symbolic"] = {3, 4, 5};
  t.samples["numeric"] = {6, 7, 9, 8};
  t.pass_samples = {3, 5};
  t.stop_reason = harness::in_repetitions;
  t.runs_per_sample = 7;
  t.floor_us = 1.5;
  t.prepare_s = 0.125;
  t.wall_s = 0.75;
  t.bytes_per_run = 9001;
  t.memory_bytes = 777;
  t.mhz_mean = 2345;
  t.load.window_s = 0.5;
  t.load.waiting_threads = 0.01;
  t.load.switches_per_s = 2;
  t.load.stolen_cores = 0.03;
  t.load.other_cores = 0.04;
  t.load.waiting_share = 0.06;
  t.load.sm_mhz = 1200;
  t.load.memory_mhz = 1300;
  t.load.temperature_c = 61;
  t.load.power_w = 250.5;
  t.load.slowed_by = 4;
  t.load.more_processes = 0;
  t.verification.max_bound_ratio = 0.2;
  t.verification.max_relative = 0.3;
  t.verification.nnz_mismatch = 1;
  t.verification.sorted = false;
  t.verification.first_bad = "row 17";
  t.ranks = {share_from(first), share_from(first + 100)};
  return t;
}

harness::Trial crashed() {
  harness::Trial t = failed(harness::Outcome::crashed, "of itself", "prepare");
  t.signal = 11;
  t.limit_s = 2.5;
  t.wall_s = 1.25;
  t.prepare_s = 0.25;
  return t;
}

void add_at(World& w, const std::string& on, const Configuration& c, const harness::Trial& trial,
            const std::string& device) {
  const std::int64_t id =
      w.store.begin_trial(w.run.run_id, Backend::cpu, problem(on), c, {device, 0});
  w.store.finish_trial(id, trial);
}

TEST(MergeRows, EveryColumnOfEveryTrialComesAlong) {
  World a;
  World b;
  add_at(a, "m1", configuration("csr"), full(1000), "cores 0-1");
  add_at(a, "m1", configuration("csr"), full(2000), "cores 2-3");
  a.add("m1", configuration("ell"), crashed());
  a.store.put_drift(a.run.run_id, "GPU-1", disturbed_trial(3));
  add_at(b, "m2", configuration("csr"), full(3000), "GPU-2");
  b.add("m2", configuration("rival"), disturbed_trial(20));
  b.store.put_drift(b.run.run_id, "GPU-2", measured(4));
  Folder f;
  const auto out = f / "all.sqlite";
  merge({a.file, b.file}, out);
  expect_the_rows_of(out, {a.file, b.file});
  EXPECT_TRUE(check(out).findings.empty());
}

TEST(MergeRows, SoItDoesWhereACopyWasTakenTooEarly) {
  World a;
  const std::int64_t id = a.store.begin_trial(a.run.run_id, Backend::cpu, problem("m1"),
                                              configuration("csr"), {"cores 0-1", 0});
  const std::int64_t crash =
      a.store.begin_trial(a.run.run_id, Backend::cpu, problem("m1"), configuration("ell"));
  Folder f;
  const auto copy = f / "copy.sqlite";
  vandalise(a.file, "VACUUM INTO '" + copy.string() + "'");
  a.store.finish_trial(id, full(1000));
  a.store.finish_trial(crash, crashed());
  a.store.put_drift(a.run.run_id, "GPU-1", disturbed_trial(3));
  EXPECT_EQ(merge({a.file}, copy)[0].trials_completed, 2);
  expect_the_rows_of(copy, {a.file});
}

TEST(MergeRows, TheCodeThatWasSeenLastInAnyFileIsTheCurrentOne) {
  World a;
  a.add("m1", configuration("csr"), measured(10));
  a.run = a.store.begin_run(hardware(), environment(), {}, catalogue("new"), "quick", "{}");
  a.add("m1", configuration("csr"), measured(8));
  World b;  // which went back to the older one
  b.add("m1", configuration("csr"), measured(9));
  const std::string seen = "UPDATE variant SET seen_at = '2020-02-02T0";
  vandalise(a.file, seen + "1:00:00.000Z'");
  vandalise(a.file, seen + "2:00:00.000Z' WHERE code_hash = 'new'");
  vandalise(b.file, seen + "3:00:00.000Z'");
  const auto at = [](int minute) {
    return "UPDATE trial SET started_at = format('2020-02-02T01:%02d:00.000Z', trial_id + " +
           std::to_string(minute) + ")";
  };
  vandalise(a.file, at(0));
  vandalise(b.file, at(30));
  Folder f;
  const auto out = f / "all.sqlite";
  for (const auto& files : {std::vector{a.file, b.file}, {b.file, a.file}}) {
    merge(files, out);
    const Table current =
        query(out, "SELECT median_us FROM trial_flat WHERE current = 1 ORDER BY median_us");
    ASSERT_EQ(current.rows.size(), 2U) << "of the older code, from both";
    EXPECT_EQ(current.number(0, "median_us"), 9);
    EXPECT_EQ(current.number(1, "median_us"), 10);
    EXPECT_EQ(number(out, "SELECT median_us FROM best"), 9);
    EXPECT_EQ(count(out, "current_variant WHERE name = 'csr' AND code_hash = 'c0de'"), 1);
    std::filesystem::remove(out);
  }
}

/// Noise whose half width between two occasions is 2 (2 (0.06² + 0.04² + 0.02² + 0.01²))^½.
constexpr const char* noise_of_the_destination =
    "UPDATE noise SET pass_sd = 0.01, lap_sd = 0.02, change_sd = 0.04, common_sd = 0.06, "
    "time_factor = 2 WHERE backend = 'cpu'";
constexpr double half_width = 0.21354156504;

/// How a file that holds `a` agrees with `b`.
Agreement agreement(const World& a, const World& b) {
  Folder f;
  const auto out = f / "all.sqlite";
  merge({a.file}, out);
  vandalise(out, noise_of_the_destination);
  return merge({b.file}, out).at(0).agreement;
}

TEST(MergeRows, SidesAreApartFromTheirNoiseOn) {
  World a;
  World b;
  for (const auto& [unroll, ln_ratio] :
       {std::pair{1, half_width - 0.001}, {2, half_width + 0.001}, {4, 0.001 - half_width}}) {
    a.add("m1", configuration("csr", unroll), measured(10));
    b.add("m1", configuration("csr", unroll),
          measured(static_cast<float>(10 * std::exp(ln_ratio))));
  }
  const Agreement said = agreement(a, b);
  EXPECT_EQ(said.keys, 3);
  EXPECT_EQ(said.apart, 1);
}

TEST(MergeRows, WhatWasDisturbedOnEitherSideIsNotCompared) {
  World a;
  World b;
  for (World* w : {&a, &b}) {
    w->add("m1", configuration("csr"), measured(w == &a ? 10 : 11));
    w->add("m1", configuration("csr"), disturbed_trial(w == &a ? 4000 : 8000));
    w->add("m1", configuration("ell"), w == &a ? measured(10) : disturbed_trial(8000));
  }
  const Agreement said = agreement(a, b);
  EXPECT_EQ(said.keys, 1);
  EXPECT_EQ(said.apart, 0);
  EXPECT_NEAR(said.ratio_low, 1.1, 1e-6);
  EXPECT_NEAR(said.ratio_high, 1.1, 1e-6);
  EXPECT_EQ(said.outcomes_differ, 0);
}

}  // namespace
}  // namespace sptune::db::test
