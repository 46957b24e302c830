// SPDX-License-Identifier: BSD-3-Clause
// What variants expect of their formats, told from features alone, against what their plans hold.
#include "kernels/api/catalogue.hpp"
#include "kernels/spmv/spmv.hpp"
#include "tuner/features/features.hpp"
#include "tuner/model/model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
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

TEST(Expectations, are_missing_for_what_is_not_shipped) {
  const auto known = Configuration::parse("csr{schedule=rows,width=4,prefetch=false,threads=0}");
  const auto unknown = Configuration::parse("nothing{speed=1}");
  ASSERT_TRUE(known);
  ASSERT_TRUE(unknown);
  const Expectations some({known.value(), unknown.value()}, Operation::spmv, Backend::cpu,
                          ValueType::f64);
  EXPECT_TRUE(some.any());
  const auto values =
      some.values(features::extract(SpmvProblem{cases()[0].matrix.view(), {.threads = 1}}));
  ASSERT_EQ(values.size(), 2 * expected_inputs.size());
  EXPECT_EQ(values[0], 1) << "CSR stores nothing else";
  EXPECT_THAT(values[1], ::testing::FloatNear(12.0F + 4.0F / 9, 0.1F));
  EXPECT_TRUE(std::isnan(values[2]));
  const Expectations none({unknown.value()}, Operation::spmv, Backend::cpu, ValueType::f64);
  EXPECT_FALSE(none.any());
}

}  // namespace
}  // namespace sptune::model
