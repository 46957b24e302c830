// SPDX-License-Identifier: BSD-3-Clause
#include "tests/tuner/model_fixture.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace sptune::model {
namespace {

TEST(Encode, tells_configurations_apart) {
  const auto a = Configuration::parse("csr{schedule=rows,unroll=4}").value();
  const auto b = Configuration::parse("sell{chunk=8,sorted=true}").value();

  const auto names = configuration_inputs({a, b});
  const auto row = encode(b, names);

  EXPECT_EQ(names, (std::vector<std::string>{"variant=csr", "variant=sell", "schedule=rows",
                                             "unroll", "chunk", "sorted"}));
  ASSERT_EQ(row.size(), 6U);
  EXPECT_EQ(row[0], 0);
  EXPECT_EQ(row[1], 1);
  EXPECT_EQ(row[2], 0) << "a name that is not taken";
  EXPECT_TRUE(std::isnan(row[3])) << "a number that is not there";
  EXPECT_EQ(row[4], 8);
  EXPECT_EQ(row[5], 1);
}

TEST(Encode, numbers_beyond_float_are_missing) {
  EXPECT_TRUE(std::isnan(to_input(1e300)));
  EXPECT_TRUE(std::isnan(to_input(-INFINITY)));
  EXPECT_TRUE(std::isnan(to_input(NAN)));
  EXPECT_EQ(to_input(0.5), 0.5F);
}

}  // namespace
}  // namespace sptune::model
