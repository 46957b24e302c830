// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/select.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace sptune {
namespace {

enum class Load : std::uint8_t { cached, streaming };
constexpr std::array<std::pair<Load, std::string_view>, 2> enum_names(Load /*which*/) {
  return {{{Load::cached, "cached"}, {Load::streaming, "streaming"}}};
}

struct Config {
  int lanes = 8;
  int unroll = 1;
  bool wide = false;
  Load load = Load::cached;
};

constexpr auto config_space = space<Config>(
    [](const Config& c) { return c.lanes > 1; }, "lanes > 1",
    axis("lanes", &Config::lanes, {8, 1, 32}, ""), axis("unroll", &Config::unroll, {1, 2}, ""),
    axis("wide", &Config::wide, {false, true}, ""),
    axis("load", &Config::load, {Load::cached, Load::streaming}, ""));

TEST(Select, calls_once_with_the_value_of_one_axis_as_a_constant) {
  for (const int lanes : {1, 8, 32}) {
    int calls = 0;
    select<config_space, &Config::lanes>(Config{lanes}, [&](auto constant) {
      static_assert(constant() == 1 || constant() == 8 || constant() == 32);
      EXPECT_EQ(constant(), lanes);
      ++calls;
    });
    EXPECT_EQ(calls, 1);
  }
}

TEST(Select, takes_axes_of_several_types_in_any_order) {
  const Config config{32, 2, true, Load::streaming};
  int calls = 0;
  select<config_space, &Config::load, &Config::wide, &Config::lanes, &Config::unroll>(
      config, [&](auto load, auto wide, auto lanes, auto unroll) {
        EXPECT_EQ(load(), Load::streaming);
        EXPECT_TRUE(wide());
        EXPECT_EQ(lanes(), 32);
        EXPECT_EQ(unroll(), 2);
        ++calls;
      });
  EXPECT_EQ(calls, 1);
}

TEST(Select, throws_on_a_value_that_the_axis_does_not_declare) {
  Config config;
  config.unroll = 3;
  try {
    select<config_space, &Config::lanes, &Config::unroll>(
        config, [](auto...) { ADD_FAILURE() << "no value is 3"; });
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::logic_error& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("unroll"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("3"));
  }
}

}  // namespace
}  // namespace sptune
