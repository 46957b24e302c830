// SPDX-License-Identifier: BSD-3-Clause
#include "harness/worker/wire.hpp"

#include "sptune/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <array>
#include <cmath>
#include <string>
#include <tuple>

namespace sptune::harness {
namespace {

using Json = nlohmann::ordered_json;

Trial full_trial() {
  Trial t;
  t.configuration = Configuration::parse("hash{bins=[{slots=64},{slots=128}],load=0.5}").value();
  t.problem = {Operation::spgemm, ValueType::f32, "aa", "bb", "other", "k=3"};
  t.cache = CachePolicy::cold;
  t.outcome = Outcome::wrong_result;
  t.stage = "verify";
  t.message = "row 1";
  t.signal = 11;
  t.limit_s = 2.5;
  t.stop_reason = "stable";
  t.samples = {{"total", {1.5F, 2.25F}}, {"numeric", {1.0F, 0.1F}}};
  t.runs_per_sample = 7;
  t.prepare_s = 0.125;
  t.bytes_per_run = 1e9;
  t.compulsory_bytes = 5e8;
  t.flops = 123456789012;
  t.nnz_out = 42;
  t.memory_bytes = 1 << 20;
  t.floor_us = 1.25;
  t.mhz_mean = 4500;
  t.verification = {true, false, 17.5, 1e-3, 2, false, false, "row 1: expected 1, found 2"};
  t.wall_s = 0.5;
  t.stage_s = {{"fit", 0.125}, {"measure", 0.25}};
  t.load.window_s = 0.25;
  t.load.switches_per_s = 12.5;
  t.load.sm_mhz = 1980;
  t.load.slowed_by = 0x24;
  t.disturbed = "a neighbour";
  return t;
}

TEST(Wire, trial_round_trips_with_every_field) {
  const Trial t = full_trial();

  const Json once = to_json(t);
  const Trial back = trial_from_json(Json::parse(once.dump()));

  EXPECT_EQ(to_json(back).dump(), once.dump());
  EXPECT_EQ(back.configuration, t.configuration);
  EXPECT_EQ(back.samples, t.samples);
  EXPECT_EQ(back.stage_s, t.stage_s);
  EXPECT_EQ(back.problem.hash(), t.problem.hash());
  EXPECT_EQ(back.outcome, t.outcome);
  EXPECT_EQ(back.disturbed, t.disturbed);
  EXPECT_EQ(back.load.window_s, 0.25);
  EXPECT_EQ(back.load.switches_per_s, 12.5);
  EXPECT_EQ(back.load.slowed_by, 0x24);
  EXPECT_FALSE(back.load.power_w) << "what is not said stays unsaid";
  EXPECT_EQ(back.flops, t.flops);
  EXPECT_EQ(back.verification.nnz_mismatch, 2);
  EXPECT_EQ(back.verification.first_bad, t.verification.first_bad);
  EXPECT_FALSE(back.verification.sorted);
}

/// Every member: one more does not compile.
auto members(const Protocol& p) {
  const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, q, r] = p;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, q, r);
}

TEST(Wire, protocol_round_trips_with_every_field) {
  Protocol p;
  p.cache = CachePolicy::cold;
  p.launch = Launch::graph;
  p.repeat = Repeat::values;
  p.threads = 3;
  p.warmup_runs = 4;
  p.pilot_samples = 5;
  p.dominated_ratio = 4.5;
  p.min_samples = 6;
  p.max_samples = 7;
  p.confidence_width = 0.1;
  p.sample_min_s = 0.2;
  p.time_budget_s = 0.3;
  p.load_limit_s = 7;
  p.prepare_limit_s = 8;
  p.run_limit_s = 9;
  p.measure_limit_s = 10;
  p.memory_limit = std::int64_t{1} << 40;

  EXPECT_EQ(members(protocol_from_json(Json::parse(to_json(p).dump()))), members(p));
}

TEST(Wire, numbers_that_are_not_finite_come_back_as_nan) {
  Trial t = full_trial();
  t.verification.max_bound_ratio = INFINITY;
  t.floor_us = NAN;

  const Trial back = trial_from_json(Json::parse(to_json(t).dump()));

  EXPECT_TRUE(std::isnan(back.verification.max_bound_ratio));
  EXPECT_TRUE(std::isnan(back.floor_us));
}

TEST(Wire, message_with_broken_utf8_survives) {
  Trial t = full_trial();
  t.message = "bad \xff byte";

  EXPECT_THAT(trial_from_json(Json::parse(to_json(t).dump())).message, testing::HasSubstr("bad "));
}

TEST(Wire, missing_field_is_an_internal_error) {
  Json json = to_json(full_trial());
  json.erase("outcome");

  EXPECT_THROW(static_cast<void>(trial_from_json(json)), Error);
}

TEST(Wire, what_is_no_message_is_an_internal_error) {
  for (const std::string& text : {std::string("junk"), std::string(), std::string(200'000, '[')}) {
    try {
      (void)parse_message(text);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ExitCode::internal);
      EXPECT_THAT(e.what(), testing::HasSubstr("not a message"));
    }
  }
}

TEST(Frames, round_trip_through_a_pipe) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  const std::string payload = "{\"type\":\"stage\"}";

  ASSERT_TRUE(write_frame(ends[1], payload));
  ASSERT_TRUE(write_frame(ends[1], ""));
  close(ends[1]);

  EXPECT_EQ(read_frame(ends[0]), payload);
  EXPECT_EQ(read_frame(ends[0]), "");
  EXPECT_EQ(read_frame(ends[0]), std::nullopt) << "the other end is closed";
  close(ends[0]);
}

TEST(Frames, buffer_gives_whole_frames_only) {
  std::string buffer("\x03\0\0\0ab", 6);

  EXPECT_EQ(take_frame(buffer), std::nullopt);
  buffer += "c\x01";
  EXPECT_EQ(take_frame(buffer), "abc");
  EXPECT_EQ(take_frame(buffer), std::nullopt);
  EXPECT_EQ(buffer, "\x01");
}

TEST(Frames, absurd_length_is_refused) {
  std::string buffer = "\xff\xff\xff\xff....";

  EXPECT_THROW(static_cast<void>(take_frame(buffer)), Error);
}

}  // namespace
}  // namespace sptune::harness
