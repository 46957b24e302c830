// SPDX-License-Identifier: BSD-3-Clause
// What variants expect of their formats, told from features alone, against what their plans hold.
#include "kernels/api/catalogue.hpp"
#include "kernels/spmv/spmv.hpp"
#include "tuner/features/features.hpp"
#include "tuner/model/expectations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::model {
namespace {

struct Case {
  std::string name;
  Csr<double, std::int64_t> matrix;
  std::string only = {};  ///< a variant; empty: all
};

Csr<double, std::int64_t> square(std::int64_t n,
                                 const std::function<std::vector<Index>(std::int64_t)>& row) {
  Csr<double, std::int64_t> a;
  a.rows = n;
  a.cols = n;
  for (std::int64_t i = 0; i < n; ++i) {
    const std::vector<Index> columns = row(i);
    a.col_indices.insert(a.col_indices.end(), columns.begin(), columns.end());
    a.row_offsets.push_back(static_cast<std::int64_t>(a.col_indices.size()));
  }
  a.values.assign(a.col_indices.size(), 1.0);
  return a;
}

std::vector<Case> cases() {
  std::vector<Case> out;
  out.push_back({"band of 9", square(6000, [](std::int64_t i) {
                   std::vector<Index> r;
                   for (std::int64_t j = std::max<std::int64_t>(0, i - 4);
                        j <= std::min<std::int64_t>(5999, i + 4); ++j) {
                     r.push_back(static_cast<Index>(j));
                   }
                   return r;
                 })});
  out.push_back({"rows of 4 to 20", square(8000, [](std::int64_t i) {
                   std::mt19937 rng(static_cast<unsigned>(i));
                   std::vector<Index> r;
                   const auto length = 4 + rng() % 17;
                   Index j = static_cast<Index>(rng() % 300);
                   for (unsigned k = 0; k < length; ++k) {
                     r.push_back(j);
                     j += static_cast<Index>(1 + rng() % 300);
                   }
                   return r;
                 })});
  // A sample of the rows does not see it.
  out.push_back({"one long row",
                 square(20000,
                        [](std::int64_t i) {
                          std::vector<Index> r;
                          for (int k = 0; k < (i == 12321 ? 1500 : 3); ++k) {
                            r.push_back(static_cast<Index>((i + 13 * k) % 20000));
                          }
                          std::sort(r.begin(), r.end());
                          r.erase(std::unique(r.begin(), r.end()), r.end());
                          return r;
                        }),
                 "sell"});
  out.push_back({"blocks of 3 by 3", square(6000, [](std::int64_t i) {
                   std::vector<Index> r;
                   const std::int64_t block = i / 3;
                   for (const std::int64_t b : {block, (block * 7 + 3) % 2000}) {
                     for (int k = 0; k < 3; ++k) r.push_back(static_cast<Index>(3 * b + k));
                   }
                   std::sort(r.begin(), r.end());
                   r.erase(std::unique(r.begin(), r.end()), r.end());
                   return r;
                 })});
  return out;
}

features::Features features_of(const Csr<double, std::int64_t>& matrix) {
  return features::extract(SpmvProblem{matrix.view(), {.threads = 1}});
}

/// Of SpMV in double, by its text.
Expected expected_of(Backend backend, const std::string& text, const features::Features& features) {
  const auto c = shipped_catalogue().parse(Operation::spmv, backend, text);
  if (!c) {
    ADD_FAILURE() << c.error();
    return {};
  }
  return c.value().variant().functions.expected(c.value(), ValueType::f64,
                                                features::lookup(features));
}

bool without_cuda() {
  return shipped_catalogue().default_variant(Operation::spmv, Backend::cuda) == nullptr;
}

TEST(Expected, bytes_are_those_of_the_plan) {
  for (const Case& item : cases()) {
    const SpmvProblem problem{item.matrix.view(), {.threads = 1}};
    const features::Features features = features::extract(problem);
    const FeatureLookup lookup = features::lookup(features);
    const double nnz = features.at(Feature::nnz);
    const double vectors = 8 * 2 * features.at(Feature::rows);  // x and y, in every format's count
    std::size_t compared = 0;
    for (const Variant& v : shipped_catalogue().variants()) {
      if (v.operation != Operation::spmv || v.facts.backend != Backend::cpu) continue;
      ASSERT_TRUE(v.functions.expected) << v.facts.name << " has no estimate";
      if (!item.only.empty() && v.facts.name != item.only) continue;
      for (const ResolvedConfiguration& c : v.smoke_grid()) {
        if (!c.fit(problem)) continue;
        const Expected e = v.functions.expected(c, ValueType::f64, lookup);
        if (std::isnan(e.bytes)) continue;
        const double held = c.dense_plan(problem)->bytes_per_run();
        const double told = e.bytes * nnz + vectors;
        EXPECT_GT(told, 0.75 * held) << c.text() << " on " << item.name;
        EXPECT_LT(told, 1.35 * held) << c.text() << " on " << item.name;
        ++compared;
      }
    }
    EXPECT_GT(compared, item.only.empty() ? 20U : 4U) << item.name;
  }
}

/// Pairs of neighbours, where each run costs two entries: a byte more a run is 5 %.
TEST(Expected, runs_of_neighbours_have_their_lengths_in_a_byte) {
  const Csr<double, std::int64_t> pairs = square(6000, [](std::int64_t i) {
    std::vector<Index> r;
    for (int k = 0; k < 24; ++k) r.push_back(static_cast<Index>(i % 100 + k / 2 * 40 + k % 2));
    return r;
  });
  const SpmvProblem problem{pairs.view(), {.threads = 1}};
  const auto vbl = shipped_catalogue().parse(Operation::spmv, Backend::cpu, "vbl{}");
  ASSERT_TRUE(vbl);
  ASSERT_TRUE(vbl.value().fit(problem));
  const features::Features features = features_of(pairs);
  // Told of 32-bit offsets, which are 64-bit here.
  const double told =
      expected_of(Backend::cpu, "vbl{}", features).bytes + 4 / features.at(Feature::mean_row);
  const double vectors = 8 * 2 * features.at(Feature::rows);
  const double held = vbl.value().dense_plan(problem)->bytes_per_run() - vectors;
  EXPECT_NEAR(told, held / features.at(Feature::nnz), 0.02);
}

std::vector<std::string> inputs_of(Backend backend) {
  const auto names = expected_inputs(backend);
  return {names.begin(), names.end()};
}

TEST(Expectations, are_missing_for_what_is_not_shipped) {
  const auto known = Configuration::parse("csr{schedule=rows,width=4,prefetch=false,threads=0}");
  const auto unknown = Configuration::parse("nothing{speed=1}");
  ASSERT_TRUE(known);
  ASSERT_TRUE(unknown);
  const ExpectedContext context{.operation = Operation::spmv};
  const Expectations some({known.value(), unknown.value()}, context, inputs_of(Backend::cpu));
  EXPECT_TRUE(some.any());
  ASSERT_EQ(some.width(), 2U) << "there are no launches on a CPU";
  const auto features = features::extract(SpmvProblem{cases()[0].matrix.view(), {.threads = 1}});
  const ExpectedTable table = some.of(features);
  const std::vector<float>& values = table.inputs;
  ASSERT_EQ(values.size(), 4U);
  EXPECT_EQ(values[0], 1) << "CSR stores nothing else";
  EXPECT_THAT(values[1], ::testing::FloatNear(12.0F + 4.0F / 9, 0.1F));
  EXPECT_TRUE(std::isnan(values[2]));
  ASSERT_EQ(table.stored_bytes.size(), 2U);
  EXPECT_NEAR(table.stored_bytes[0] / features.at(Feature::nnz), values[1], 1e-5);
  EXPECT_TRUE(std::isnan(table.stored_bytes[1]));
  const Expectations none({unknown.value()}, context, inputs_of(Backend::cpu));
  EXPECT_FALSE(none.any());
}

TEST(Expectations, are_found_at_the_end_of_a_models_inputs) {
  const std::vector<std::string> older{"variant=csr", "expected.fill", "expected.bytes"};
  EXPECT_EQ(count_expected(older), 2U);
  EXPECT_EQ(unknown_expected(older), "");
  EXPECT_EQ(Expectations({}, {}, older).width(), 2U) << "names decide, not what is known today";
  EXPECT_EQ(count_expected({"variant=csr", "width"}), 0U);
  EXPECT_EQ(unknown_expected({"width", "expected.luck"}), "expected.luck");
}

/// Of one launch, by hand.
TEST(ExpectedLaunch, becomes_waves_on_a_device) {
  std::array<double, feature_count> values;
  values.fill(std::nan(""));
  values[index(Feature::nnz)] = 1e6;
  values[index(Feature::rows)] = values[index(Feature::cols)] = 1e5;
  const FeatureLookup feature(values);
  const auto names = expected_inputs(Backend::cuda);
  const auto value = [&](const Expected& e, std::string_view name, int processors) {
    const auto at = std::find(names.begin(), names.end(), name) - names.begin();
    return expected_values(e, {.backend = Backend::cuda, .processors = processors}, feature)
        .at(static_cast<std::size_t>(at));
  };
  Expected e{1, 12};
  e.launch.blocks = 1584;
  e.launch.threads = 256;
  e.launch.in_flight = 4;
  const auto of = [&](std::string_view name) { return value(e, name, 132); };

  EXPECT_EQ(of("expected.blocks"), 12);
  EXPECT_EQ(of("expected.fullest"), 1) << "1584 = 12 x 132";
  EXPECT_EQ(of("expected.warps"), 64) << "8 blocks of 256 threads fill a multiprocessor";
  EXPECT_EQ(of("expected.waves"), 1.5);
  EXPECT_EQ(of("expected.tail"), 2 / 1.5);
  EXPECT_EQ(of("expected.in_flight"), 64 * 32 * 4);
  EXPECT_EQ(of("expected.bytes_of_fullest"), (12e6 + 8 * 2e5) / 132);
  e.launch.shared_bytes = 100 * 1024;
  EXPECT_EQ(of("expected.waves"), 6) << "two blocks of this much shared memory at once";
  e.launch.shared_bytes = 0;
  e.launch.registers = 128;
  EXPECT_EQ(of("expected.waves"), 6) << "two blocks of so many registers";
  e.launch.blocks = 133;
  EXPECT_DOUBLE_EQ(of("expected.fullest"), 2 * 132.0 / 133);
  EXPECT_EQ(of("expected.tail"), 1) << "less than a wave has no last one";
  EXPECT_TRUE(std::isnan(value(e, "expected.waves", 0))) << "nobody knows of what device";
  EXPECT_EQ(value(e, "expected.bytes", 0), 12);
}

/// What the SpMV kernels of the GPU say, which needs no GPU.
TEST(ExpectedLaunch, is_said_by_every_kernel_of_the_gpu) {
  if (without_cuda()) GTEST_SKIP() << "built without CUDA";
  const features::Features features = features_of(cases()[1].matrix);
  const FeatureLookup lookup = features::lookup(features);
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != Operation::spmv || v.facts.backend != Backend::cuda) continue;
    ASSERT_TRUE(v.functions.expected) << v.facts.name;
    for (const ResolvedConfiguration& c : v.full_grid()) {
      const ExpectedLaunch l = v.functions.expected(c, ValueType::f64, lookup).launch;
      EXPECT_GE(l.blocks, 1) << c.text();
      EXPECT_LE(l.blocks * l.threads, 64 * features.at(Feature::nnz)) << c.text();
      EXPECT_GE(l.steps, 1) << c.text();
      EXPECT_GE(l.longest, l.steps) << c.text();
      EXPECT_GE(l.shared_rows, 0) << c.text();
      if (const Value* block = c.configuration().find("block")) {
        EXPECT_EQ(l.threads, static_cast<double>(*block->get_if<std::int64_t>())) << c.text();
      }
    }
  }
}

/// A lane of bsr takes a row of two blocks at once.
TEST(ExpectedLaunch, of_bsr_has_rows_of_two_blocks_in_flight) {
  if (without_cuda()) GTEST_SKIP() << "built without CUDA";
  const features::Features even = features_of(cases()[0].matrix);
  const ExpectedLaunch of_3 = expected_of(Backend::cuda, "bsr{r=3,lanes=16}", even).launch;
  const ExpectedLaunch of_8 = expected_of(Backend::cuda, "bsr{r=8,lanes=16}", even).launch;
  EXPECT_EQ(of_3.in_flight, 6);
  EXPECT_EQ(of_8.in_flight, 16);
  EXPECT_GT(of_8.registers, of_3.registers);
}

/// What tells tiles apart: whether rows end where tiles do.
TEST(ExpectedLaunch, counts_rows_that_several_blocks_share) {
  if (without_cuda()) GTEST_SKIP() << "built without CUDA";
  const Case even = cases()[0];    // 9 entries in each row
  const Case uneven = cases()[2];  // 3, and one row of 1500
  const auto shared = [](const Case& item, const char* text) {
    return expected_of(Backend::cuda, text, features_of(item.matrix)).launch.shared_rows;
  };
  EXPECT_EQ(shared(even, "csr_vector{}"), 0);
  EXPECT_EQ(shared(even, "tiles{items=8,block=128}"), 0) << "an eighth of a tile may stay empty";
  EXPECT_GT(shared(even, "csr_segmented{}"), 10) << "it ends where it ends";
  EXPECT_GT(shared(uneven, "tiles{items=8,block=128}"), 0.01);
  EXPECT_EQ(shared(uneven, "csr_adaptive{chunk=2048}"), 0);
  EXPECT_GE(shared(uneven, "csr_adaptive{chunk=1024}"), 1) << "the row is longer than a chunk";
}

/// Blocks that share a row leave their sums, which the lanes of one warp add up.
TEST(ExpectedLaunch, waits_for_the_parts_of_a_row_that_many_blocks_share) {
  if (without_cuda()) GTEST_SKIP() << "built without CUDA";
  features::Features f = features_of(cases()[2].matrix);
  const auto waits = [&](const char* text, double row_max) {
    f.values[index(Feature::row_max)] = row_max;
    return expected_of(Backend::cuda, text, f).launch.longest;
  };
  for (const char* text : {"csr_adaptive{chunk=1024}", "tiles{items=8,block=128}"}) {
    const double parts = waits(text, 4096 * 1024) - waits(text, 1024 * 1024);
    EXPECT_NEAR(parts, 3072. / 32, 1e-9) << text << ": of 1024 entries each";
    EXPECT_LT(waits(text, 2048), 64) << text << ": no thread goes through a part by itself";
  }
}

}  // namespace
}  // namespace sptune::model
