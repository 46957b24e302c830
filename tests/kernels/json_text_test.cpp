// SPDX-License-Identifier: BSD-3-Clause
// Texts from outside that are nested deeper than the stack is long.
#include "kernels/api/json_text.hpp"

#include "sptune/configuration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>

namespace sptune::test {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

std::string nested(std::size_t levels, char open, char close) {
  std::string text;
  for (std::size_t i = 0; i < levels; ++i) {
    text += open;
    if (open == '{') text += "\"a\":";
  }
  text += "1";
  text.append(levels, close);
  return text;
}

TEST(JsonText, takes_what_is_nested_up_to_the_limit) {
  EXPECT_TRUE(parse_json<Json>(nested(deepest_json, '[', ']')));
  EXPECT_TRUE(parse_json<Json>(nested(deepest_json, '{', '}')));
  const auto many = parse_json<Json>("[" + std::string(200, ' ') + "[],[[]],[{}],{\"a\":[]}]");
  ASSERT_TRUE(many) << many.error();
  EXPECT_EQ(many.value().size(), 4U);
}

TEST(JsonText, refuses_what_is_nested_deeper) {
  for (const std::size_t levels : {deepest_json + 1, std::size_t{200'000}}) {
    for (const auto& text :
         {nested(levels, '[', ']'), nested(levels, '{', '}'),
          "{\"a\":" + nested(levels, '[', ']') + ",\"b\":2}", std::string(levels, '[')}) {
      const auto parsed = parse_json<Json>(text);
      ASSERT_FALSE(parsed);
      EXPECT_THAT(parsed.error(), HasSubstr("at most 64 levels"));
    }
  }
}

TEST(JsonText, brackets_in_texts_are_no_nesting) {
  const std::string text = R"(["\"[[", "\\", ")" + std::string(500, '[') + R"("])";
  const auto parsed = parse_json<Json>(text);
  ASSERT_TRUE(parsed) << parsed.error();
  EXPECT_EQ(parsed.value()[2].get<std::string>().size(), 500U);
}

TEST(JsonText, says_what_the_parser_says) {
  const auto parsed = parse_json<Json>("{\"a\": }");
  ASSERT_FALSE(parsed);
  EXPECT_THAT(parsed.error(), HasSubstr("line 1"));
  EXPECT_FALSE(parse_json<Json>("]]]]"));
  EXPECT_FALSE(parse_json<Json>(""));
}

/// Not what it read last, which is as long as whoever wrote it made it, and may be no text at all.
TEST(JsonText, quotes_nothing_of_what_it_could_not_read) {
  for (const std::string& text :
       {"[\"" + std::string(30'000, 'a'), "[1" + std::string(30'000, '0') + "]",
        "[" + std::string(30'000, 'b'), std::string("[\"ab\xff\"]")}) {
    const auto parsed = parse_json<Json>(text);
    ASSERT_FALSE(parsed);
    EXPECT_LT(parsed.error().size(), 200U);
    EXPECT_TRUE(is_utf8(parsed.error())) << parsed.error();
  }
}

TEST(JsonText, a_deep_configuration_is_refused) {
  EXPECT_FALSE(
      configuration_from_json("{\"axes\":" + nested(200'000, '[', ']') + ",\"variant\":\"csr\"}"));
}

}  // namespace
}  // namespace sptune::test
