// SPDX-License-Identifier: BSD-3-Clause
// The vocabulary: values and configurations survive text and JSON, spaces are sound, the catalogue
// answers for its names.
#include "kernels/api/catalogue.hpp"
#include "kernels/api/operation.hpp"
#include "kernels/baselines/baselines.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

namespace sptune::test {
namespace {

using ::testing::HasSubstr;

const std::vector<Value>& sample_values() {
  static const std::vector<Value> values{
      Value(0),
      Value(-7),
      Value(std::numeric_limits<std::int64_t>::max()),
      Value(std::numeric_limits<std::int64_t>::min()),
      Value(0.5),
      Value(1.0),
      Value(-0.0),
      Value(1e300),
      Value(0.1),
      Value(true),
      Value(false),
      Value("streaming"),
      Value("a-b_c.d"),
      Value(Value::List{}),
      Value(Value::List{Value(1), Value(2.5), Value("x")}),
      Value(Value::Record{}),
      Value(Value::Record{{"slots", Value(64)}, {"lanes", Value(Value::List{Value(1), Value(4)})}}),
      Value(Value::List{Value(Value::Record{{"slots", Value(64)}, {"wide", Value(true)}}),
                        Value(Value::Record{{"slots", Value(512)}, {"wide", Value(false)}})})};
  return values;
}

TEST(Error, is_one_line_whatever_a_name_holds) {
  EXPECT_STREQ(InputError("a\nb\x1b[3m\t.mtx: not found").what(),
               "a\\nb\\x1b[3m\\x09.mtx: not found");
  EXPECT_STREQ(UsageError("größe").what(), "größe");
  const std::string message =
      InputError("begin " + std::string(1'000'000, '\n') + ": not found").what();
  EXPECT_LE(message.size(), 1700U);
  EXPECT_THAT(message, ::testing::StartsWith("begin "));
  EXPECT_THAT(message, ::testing::EndsWith(": not found"));
}

TEST(Value, survives_its_text) {
  for (const Value& v : sample_values()) {
    const std::string text = v.text();
    std::string_view rest = text;

    const auto parsed = parse_value(rest);

    ASSERT_TRUE(parsed) << text << ": " << parsed.error();
    EXPECT_EQ(parsed.value(), v) << text;
    EXPECT_EQ(parsed.value().data().index(), v.data().index()) << text;
    EXPECT_TRUE(rest.empty()) << text;
  }
}

TEST(Value, keeps_reals_apart_from_integers) {
  EXPECT_EQ(Value(1.0).text(), "1.0");
  EXPECT_EQ(Value(1).text(), "1");
  EXPECT_NE(Value(1.0), Value(1));
}

TEST(Value, refuses_broken_and_deep_text) {
  for (std::string bad :
       {"", "[1", "[1,", "{a}", "{a=}", "{a=1", "{=1}", "]", "[1;2]", "{a=1,b=2,a=1}"}) {
    std::string_view text = bad;
    const auto parsed = parse_value(text);
    const bool whole = parsed && text.empty();
    EXPECT_FALSE(whole) << bad;
    if (!parsed) {
      EXPECT_FALSE(parsed.error().empty()) << bad;
    }
  }
  const std::string deep = std::string(20, '[') + std::string(20, ']');
  std::string_view text = deep;
  EXPECT_THAT(parse_value(text).error(), HasSubstr("deeper than 8"));
  const std::string long_text(70000, 'a');
  text = long_text;
  EXPECT_THAT(parse_value(text).error(), HasSubstr("64 KiB"));
}

TEST(Configuration, survives_text_and_json) {
  Configuration c{"sell", {}};
  for (std::size_t i = 0; i < sample_values().size(); ++i) {
    c.axes.emplace_back("axis" + std::to_string(i), sample_values()[i]);
  }

  const auto from_text = Configuration::parse(c.text());
  const auto from_json = configuration_from_json(to_json(c));

  ASSERT_TRUE(from_text) << from_text.error();
  EXPECT_EQ(from_text.value(), c);
  ASSERT_TRUE(from_json) << from_json.error();
  EXPECT_EQ(from_json.value(), c);
}

TEST(Configuration, parses_short_forms_and_blanks) {
  EXPECT_EQ(Configuration::parse("csr").value(), (Configuration{"csr", {}}));
  EXPECT_EQ(Configuration::parse(" csr {} ").value(), (Configuration{"csr", {}}));
  EXPECT_EQ(Configuration::parse("csr{ width = 4 , threads = 0 }").value(),
            (Configuration{"csr", {{"width", Value(4)}, {"threads", Value(0)}}}));
}

TEST(Configuration, refuses_broken_text_and_json) {
  for (const char* bad : {"", "{}", "csr{", "csr{width}", "csr{width=4}}", "csr{width=4} more"}) {
    const auto parsed = Configuration::parse(bad);
    EXPECT_FALSE(parsed) << bad;
    EXPECT_FALSE(parsed.error().empty()) << bad;
  }
  for (const char* bad : {"", "[]", "{}", "{\"variant\":1}", "{\"variant\":\"csr\",\"axes\":3}",
                          "{\"variant\":\"csr\",\"axes\":{\"a\":null}}"}) {
    const auto parsed = configuration_from_json(bad);
    EXPECT_FALSE(parsed) << bad;
    EXPECT_FALSE(parsed.error().empty()) << bad;
  }
}

TEST(Configuration, flattens_to_numbers_by_path) {
  const Configuration c{
      "hash",
      {{"load", Value("cached")},
       {"sorted", Value(true)},
       {"bins", Value(Value::List{Value(Value::Record{{"slots", Value(64)}}),
                                  Value(Value::Record{{"slots", Value(512)}})})}}};

  const auto flat = flatten(c);

  EXPECT_THAT(flat, ::testing::ElementsAre(std::pair("load=cached", 1.0), std::pair("sorted", 1.0),
                                           std::pair("bins.0.slots", 64.0),
                                           std::pair("bins.1.slots", 512.0)));
}

struct Bin {
  int slots = 64;
  friend constexpr bool operator==(const Bin&, const Bin&) = default;
};
constexpr auto record_fields(const Bin* /*type*/) {
  return std::tuple{field("slots", &Bin::slots)};
}

struct Typed {
  int width = 8;
  bool sorted = false;
  FixedList<Bin, 2> bins;
  friend constexpr bool operator==(const Typed&, const Typed&) = default;
};

Variant typed_variant() {
  static constexpr FixedList<Bin, 2> small{Bin{64}, Bin{512}};
  static constexpr FixedList<Bin, 2> large{Bin{1024}};
  constexpr auto typed_space = space<Typed>(
      [](const Typed& t) { return !t.sorted || t.width == 8; }, "sorted needs width=8",
      axis("width", &Typed::width, {8, 4}, ""), axis("sorted", &Typed::sorted, {false, true}, ""),
      axis("bins", &Typed::bins, {small, large}, ""));
  return make_variant<SpmvProblem>(
      {.name = "typed",
       .takes = ColumnOrder::any,
       .values = ValuesRead::callers,
       .summary = "for tests",
       .source = "here"},
      typed_space,
      [](const Typed& t, const SpmvProblem&) {
        return t.bins[0].slots == 1024 ? Fit::no("large") : Fit::yes();
      },
      [](const Typed&, const SpmvProblem&) { return std::unique_ptr<SpmvPlan>(); });
}

TEST(Space, joins_lists_of_records_both_ways) {
  const Variant v = typed_variant();
  const auto parsed = Configuration::parse("typed{bins=[{slots=1024}]}");
  ASSERT_TRUE(parsed);

  const auto resolved = v.resolve(parsed.value());

  ASSERT_TRUE(resolved) << resolved.error();
  EXPECT_EQ(resolved.value().text(), "typed{width=8,sorted=false,bins=[{slots=1024}]}");
  const AnyCsr none(CsrView<double, std::int64_t>{});
  EXPECT_FALSE(resolved.value().fit(SpmvProblem(none, {})));
  EXPECT_TRUE(v.default_configuration().fit(SpmvProblem(none, {})));
}

TEST(Variant, completion_names_what_is_allowed) {
  const Variant v = typed_variant();
  const auto error_of = [&](const char* text) {
    const auto resolved = v.resolve(Configuration::parse(text).value());
    EXPECT_FALSE(resolved) << text;
    return resolved.error();
  };

  EXPECT_THAT(error_of("typed{colour=3}"), HasSubstr("no axis 'colour'; its axes: width, sorted"));
  EXPECT_THAT(error_of("typed{width=5}"), HasSubstr("no value 5; its values: 8, 4"));
  EXPECT_THAT(error_of("typed{width=4,sorted=true}"), HasSubstr("sorted needs width=8"));
}

TEST(Variant, grids_leave_out_what_the_constraint_forbids) {
  const Variant v = typed_variant();
  EXPECT_EQ(v.full_grid().size(), 6U);  // 8 points, two of them sorted with width 4
  EXPECT_EQ(v.smoke_grid().size(), 4U);
}

TEST(Variant, refuses_a_problem_of_another_operation) {
  const Variant v = typed_variant();
  EXPECT_THROW((void)v.default_configuration().fit(SpgemmProblem{}), std::bad_cast);
}

TEST(Operations, every_record_is_complete_and_names_itself) {
  ASSERT_GE(all_operations().size(), 3U);
  for (const Operation operation : all_operations()) {
    SCOPED_TRACE(to_string(operation));
    EXPECT_EQ(parse_operation(to_string(operation)), operation);
    const OperationRecord& record = record_of(operation);
    EXPECT_FALSE(record.title.empty());
    EXPECT_FALSE(record.formula.empty());
    EXPECT_NE(record.choices, nullptr);
    EXPECT_NE(record.complete, nullptr);
    EXPECT_NE(record.problem, nullptr);
    EXPECT_NE(record.expected_multiplications, nullptr);
    EXPECT_NE(record.compulsory_bytes, nullptr);
    EXPECT_NE(record.bound_bytes, nullptr);
    if (const auto* dense = std::get_if<DenseResult>(&record.result)) {
      EXPECT_NE(dense->reference, nullptr);
    } else {
      EXPECT_NE(std::get<SparseResult>(record.result).reference, nullptr);
    }
    for (const OperandChoice& choice : record.choices(3, 4)) {
      EXPECT_EQ(record.complete(choice, 3, 4).value(), choice) << choice.parameters;
    }
    EXPECT_FALSE(record.complete({"", "nonsense=1"}, 3, 4));
    EXPECT_FALSE(record.complete({"nonsense", ""}, 3, 4));
  }
  EXPECT_FALSE(parse_operation("axpy"));
}

TEST(Catalogue, every_entry_has_a_sound_space) {
  std::set<std::tuple<Operation, Backend, std::string>> names;
  ASSERT_FALSE(full_catalogue().variants().empty());
  for (const Variant& v : full_catalogue().variants()) {
    SCOPED_TRACE(v.facts.name);
    EXPECT_TRUE(names.emplace(v.operation, v.facts.backend, v.facts.name).second)
        << "the name is taken";
    EXPECT_FALSE(v.facts.summary.empty());
    EXPECT_FALSE(v.facts.source.empty());
    EXPECT_EQ(v.code_hash.size(), 16U);
    EXPECT_TRUE(v.functions.satisfies_constraint(v.default_configuration()));
    const auto full = v.full_grid();
    std::set<std::string> texts;
    for (const ResolvedConfiguration& resolved : full) {
      const Configuration& c = resolved.configuration();
      EXPECT_TRUE(texts.insert(c.text()).second) << "twice: " << c.text();
      const auto parsed = Configuration::parse(c.text());
      ASSERT_TRUE(parsed) << c.text();
      const auto again = v.resolve(parsed.value());
      ASSERT_TRUE(again) << again.error();
      EXPECT_EQ(again.value().configuration(), c);
      EXPECT_EQ(configuration_from_json(to_json(c)).value(), c);
    }
    EXPECT_EQ(full.front().text(), v.default_configuration().text());
    for (const ResolvedConfiguration& c : v.smoke_grid()) {
      EXPECT_TRUE(texts.contains(c.text())) << c.text();
    }
  }
}

TEST(Catalogue, every_entry_says_what_it_asks_of_rows_and_what_becomes_of_values) {
  for (const Variant& v : full_catalogue().variants()) {
    SCOPED_TRACE(std::string(to_string(v.facts.backend)) + " " + v.facts.name);
    EXPECT_NE(v.facts.takes, ColumnOrder::unknown);
    EXPECT_NE(v.facts.values, ValuesRead::unsaid);
  }
}

TEST(Catalogue, ships_no_baseline_of_somebody_else) {
  for (const Variant& v : baseline_catalogue().variants()) {
    EXPECT_TRUE(v.facts.baseline) << v.facts.name;
    EXPECT_EQ(shipped_catalogue().find(v.operation, v.facts.backend, v.facts.name), nullptr);
  }
}

TEST(Catalogue, parses_with_defaults_and_explains_unknown_names) {
  const auto known = shipped_catalogue().parse(Operation::spmv, Backend::cpu, "csr{schedule=rows}");
  ASSERT_TRUE(known) << known.error();
  EXPECT_NE(known.value().configuration().find("threads"), nullptr);

  const auto unknown = shipped_catalogue().parse(Operation::spmv, Backend::cpu, "crs");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(unknown.error(), HasSubstr("crs"));
  EXPECT_THAT(unknown.error(), HasSubstr("csr"));
}

}  // namespace
}  // namespace sptune::test
