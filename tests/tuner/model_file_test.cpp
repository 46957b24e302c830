// SPDX-License-Identifier: BSD-3-Clause
#include "tests/fuzz/corpus.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tuner/model/packed_forest.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <random>

namespace sptune::model {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

/// As files were before there were checksums, so that what is wrong in them is found for itself.
std::string without_checksum(std::string text) {
  const std::size_t at = text.find(",\n\"checksum\"");
  EXPECT_NE(at, std::string::npos);
  return text.erase(at, text.rfind('\n', text.size() - 3) - at);
}

/// A forest as files of format 1 hold it.
std::string in_decimal(const Forest& forest) {
  std::string columns[5];
  const auto add = [](std::string& column, double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%s%.9g", column.empty() ? "" : ",", number);
    column += text;
  };
  for (std::size_t i = 0; i < forest.nodes.size(); ++i) {
    const Node& n = forest.nodes[i];
    add(columns[0], n.input);
    add(columns[1], static_cast<double>(n.value));
    add(columns[2], n.right);
    add(columns[3], n.missing_left ? 1 : 0);
    add(columns[4], static_cast<double>(forest.means[i]));
  }
  std::string roots;
  for (const std::uint32_t root : forest.roots) add(roots, root);
  return "{\"offset\":" + std::to_string(forest.offset) + ",\"roots\":[" + roots + "],\"input\":[" +
         columns[0] + "],\"value\":[" + columns[1] + "],\"right\":[" + columns[2] +
         "],\"missing_left\":[" + columns[3] + "],\"mean\":[" + columns[4] + "]}";
}

/// As files were whose laws had so many terms: ten before they knew a knee, six before columns.
std::string with_terms(std::ptrdiff_t count, const std::string& text) {
  auto json = nlohmann::json::parse(text);
  auto& asking = json["asking"];
  asking.erase("knee");
  if (json["repeat"] == "whole") json.erase("repeat");
  const auto cut = [count](auto& terms) { terms.erase(terms.begin() + count, terms.end()); };
  cut(asking["variance"]);
  for (auto& row : asking["variance"]) cut(row);
  for (auto& step : asking["steps"]) cut(step["worth"]);
  for (auto& u : asking["unasked"]) {
    cut(u["log_seconds"]);
    cut(u["log_prepare"]);
  }
  json.erase("checksum");
  return json.dump();
}

/// The text of a file that holds its forests so, without a checksum.
std::string with_decimal_forests(const ModelData& d) {
  std::string text = without_checksum(to_json(d));
  for (const auto& [name, forest] :
       {std::pair{"\n\"base\": ", &d.base}, {"\n\"relative\": ", &d.relative}}) {
    const std::size_t at = text.find(name);
    EXPECT_NE(at, std::string::npos);
    const std::size_t end = std::min(text.find(",\n", at), text.find("\n}", at));
    text.replace(at, end - at, name + in_decimal(*forest));
  }
  return text;
}

TEST(ModelFile, round_trip_is_exact) {
  ModelData d = testing::small_model("csr{threads=0}", "sell{chunk=8,sort=[1,2]}");
  d.deciding.asking.unasked = {{0, {-11, 0.1, 0.2, 1.0 / 3, 0, 0}, 0.25, {-9, 0, 1e-10}},
                               {1, {}, 0, {}}};
  d.deciding.asking.variance[5] = {1, 2, 3, 4, 5, 1.0 / 7};
  d.deciding.asking.caution = 0.5;
  d.deciding.asking.min_gain = 0.02;
  d.deciding.asking.least_nnz = 77;
  d.deciding.asking.knee = 1e5 / 3;
  d.deciding.asking.variance[11] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 1.0 / 9};
  d.relative.nodes[0].value = 0.1F;
  d.relative.nodes[1].value = -3;
  d.relative.nodes[4].value = -0.0F;
  d.relative.nodes[4].missing_left = false;
  d.relative.nodes[2].value = 1.17549435e-38F;
  round_means(d.relative);
  d.base.offset = 1.0 / 3;
  d.uncertainty = {d.base, 0.2};
  d.deciding.rule.apart = 1.0 / 7;
  d.deciding.rule.apart_units = 9.0 / 7;
  d.deciding.rule.doubt = 0.5;
  d.changing = d.deciding;
  d.deciding.asking.price_s = 160e-6;
  d.deciding.asking.cheap_share = 0.02;
  d.deciding.asking.unasked_below = 300;
  d.changing->rule.min_gain = 0.25;
  d.changing->asking.steps = {{0, {-1}, false}, {100, {0.5, 0.25}}};
  d.changing->asking.steps[0].worth_seen =
      SeenTerms{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.0 / 3, 7};
  d.provenance.created = "2026-01-02T03:04:05Z \"quoted\" \\ ü";
  d.provenance.trials = 123456789012;

  const std::string text = to_json(d);
  const auto again = data_from_json(text);

  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(again.value(), d);
  EXPECT_EQ(to_json(again.value()), text);
}

/// What is decided for values that may change is read as carefully as all else.
TEST(ModelFile, decisions_for_changing_values_are_checked) {
  ModelData d = testing::small_model("csr{}", "ell{}");
  EXPECT_EQ(to_json(d).find("values_change"), std::string::npos);
  EXPECT_EQ(&d.deciding_for(false), &d.deciding) << "nothing else is known";
  d.changing = d.deciding;
  EXPECT_EQ(&d.deciding_for(false), &*d.changing);
  EXPECT_EQ(&d.deciding_for(true), &d.deciding);
  d.changing->asking.unasked = {{7, {}, 0, {}}};  // there are two candidates
  EXPECT_FALSE(data_from_json(to_json(d)));
  d.changing->asking = Asking::from(6);
  d.changing->asking.steps[1].worth_seen = SeenTerms{};
  std::string text = without_checksum(to_json(d));
  EXPECT_TRUE(data_from_json(text));
  const std::string first = "\"worth_seen\":[0.0,";
  const std::size_t at = text.find(first);
  ASSERT_NE(at, std::string::npos) << text;
  text.replace(at, first.size(), "\"worth_seen\":[");
  EXPECT_FALSE(data_from_json(text)) << "a term is missing";
}

TEST(ModelFile, of_values_alone_says_so) {
  ModelData d = testing::small_model("hash{}", "dense{}");
  d.operation = Operation::spgemm;
  EXPECT_NE(to_json(d).find("\"repeat\": \"whole\""), std::string::npos);
  d.repeat = Repeat::values;
  const std::string text = without_checksum(to_json(d));
  const auto again = data_from_json(text);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(again.value().repeat, Repeat::values);
  EXPECT_EQ(without_checksum(to_json(again.value())), text);
  for (const char* wrong : {"\"repeat\": \"often\"", "\"again\": \"values\""}) {
    EXPECT_FALSE(data_from_json(replaced(text, "\"repeat\": \"values\"", wrong))) << wrong;
  }
}

TEST(ModelFile, scores_are_ranked_and_scaled) {
  const auto model = Model::make(testing::small_model("csr{}", "sell{}"));
  ASSERT_TRUE(model) << model.error();
  const auto wide = testing::features_with(1000, 20000);

  const auto scores = model.value()->score(wide);

  ASSERT_EQ(scores.size(), 2U);
  EXPECT_EQ(scores[0].candidate, 1U);
  EXPECT_NEAR(scores[0].ratio, 0.5, 1e-6);
  EXPECT_NEAR(scores[0].ratio_high, 0.5 * std::exp(0.1), 1e-6);
  EXPECT_NEAR(scores[0].prepare_s, 1e-6 + 20000e-9, 1e-12);
  EXPECT_EQ(scores[1].ratio, 1);
  const double bound = features::bound_bytes(wide, Operation::spmv, ValueType::f64);
  EXPECT_NEAR(scores[1].seconds, bound * 1e-9 * std::exp(-2.5), 1e-12);
  EXPECT_LT(scores[0].low, scores[0].seconds);
  EXPECT_GT(scores[0].high, scores[0].seconds);
  EXPECT_EQ(model.value()->score(testing::features_with(1000, 2000))[0].candidate, 0U);
}

TEST(ModelFile, intervals_are_as_wide_as_the_matrix_is_uncertain) {
  ModelData d = testing::small_model("csr{}", "sell{}");
  d.uncertainty.forest.roots = {0};  // nnz < 10000 ? 0.1 : 0.4
  d.uncertainty.forest.nodes = {
      {10000.0F, 2, 1, true}, {std::log(0.1F), 0, -1, false}, {std::log(0.4F), 0, -1, false}};
  d.uncertainty.forest.means = {0, 0, 0};
  d.uncertainty.per_log_ratio = 0.2;
  d.candidates[1].ratio_low = -2;
  d.candidates[1].ratio_high = 3;
  const auto model = Model::parse(to_json(d));
  ASSERT_TRUE(model) << model.error();

  for (const auto& [nnz, unit] : {std::pair{9000.0, 0.1}, std::pair{20000.0, 0.4}}) {
    const auto scores = model.value()->score(testing::features_with(1000, nnz));
    const Score& other = score_of(scores, 1);
    const double spread = unit + 0.2 * std::log(2);
    EXPECT_NEAR(other.ratio, 0.5, 1e-6);
    EXPECT_NEAR(other.spread, spread, 1e-6);
    EXPECT_NEAR(std::log(other.ratio_low / other.ratio), -2 * spread, 1e-5);
    EXPECT_NEAR(std::log(other.ratio_high / other.ratio), 3 * spread, 1e-5);
  }
}

/// Its residuals are of one unit everywhere.
TEST(ModelFile, of_format_3_knows_no_uncertainty) {
  ModelData d = testing::small_model("csr{}", "sell{}");
  round_means(d.relative);
  const std::string text =
      replaced(with_terms(6, to_json(d)), "\"sptune_model\":7", "\"sptune_model\":3");

  const auto model = Model::parse(text);

  ASSERT_TRUE(model) << model.error();
  EXPECT_EQ(model.value()->data(), d);
  EXPECT_EQ(model.value()->score(testing::features_with(1000, 20000))[0].spread, 1);
}

/// Its laws choose and ask as they did.
TEST(ModelFile, of_format_4_knows_laws_without_columns) {
  ModelData d = testing::small_model("csr{}", "sell{}");
  round_means(d.relative);
  d.deciding.asking.unasked = {{0, {-11, 0.1, 0.2, 1.0 / 3, 0, 0.5}, 0.25, {-9, 0, 1e-10}},
                               {1, {}, 0, {}}};
  d.deciding.asking.variance[5] = {1, 2, 3, 4, 5, 1.0 / 7};

  const std::string text = with_terms(6, to_json(d));
  const auto former = Model::parse(replaced(text, "\"sptune_model\":7", "\"sptune_model\":4"));

  ASSERT_TRUE(former) << former.error();
  EXPECT_EQ(former.value()->data(), d);
  EXPECT_FALSE(Model::parse(replaced(text, "\"sptune_model\":7", "\"sptune_model\":5")))
      << "six numbers instead of ten";
}

/// Its laws choose and ask as they did; format 6 is of values alone and says so.
TEST(ModelFile, of_formats_5_and_6_know_laws_without_a_knee) {
  ModelData d = testing::small_model("csr{}", "sell{}");
  round_means(d.relative);
  d.deciding.asking.unasked = {{0, {-11, 0.1, 0.2, 0, 0, 0, 0, 0, 0, 0.5}, 0.25, {-9}},
                               {1, {}, 0, {}}};
  d.deciding.asking.variance[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1.0 / 7};

  const std::string text = with_terms(10, to_json(d));
  const auto former = Model::parse(replaced(text, "\"sptune_model\":7", "\"sptune_model\":5"));
  ASSERT_TRUE(former) << former.error();
  EXPECT_EQ(former.value()->data(), d);
  EXPECT_FALSE(Model::parse(text)) << "no knee";

  d.operation = Operation::spgemm;
  d.repeat = Repeat::values;
  const auto values = Model::parse(
      replaced(with_terms(10, to_json(d)), "\"sptune_model\":7", "\"sptune_model\":6"));
  ASSERT_TRUE(values) << values.error();
  EXPECT_EQ(values.value()->data(), d);
}

TEST(ModelFile, explains_by_contributions) {
  const auto model = Model::make(testing::small_model("csr{}", "sell{}"));
  ASSERT_TRUE(model) << model.error();

  const auto moved = model.value()->contributions(testing::features_with(1000, 20000), 1);

  ASSERT_EQ(moved.size(), 2U);
  EXPECT_EQ(moved[0].first, "mean_row");
  EXPECT_NEAR(moved[0].second, -0.45, 1e-6);
  EXPECT_EQ(moved[1].first, "variant=csr");
}

TEST(ModelFile, older_features_are_refused_with_one_line) {
  ModelData d = testing::small_model("csr{}", "sell{}");
  d.feature_version = features::version - 1;

  const auto model = Model::parse(to_json(d));

  ASSERT_FALSE(model);
  EXPECT_NE(model.error().find("train it again"), std::string::npos) << model.error();
  EXPECT_EQ(model.error().find('\n'), std::string::npos);
}

/// A file of the former format chooses as it did: a line of the entries for preparing, nothing for
/// the default's, and one number of runs from which to ask.
TEST(ModelFile, of_the_former_format_loads) {
  ModelData d = testing::small_model("csr{}", "sell{}");
  round_means(d.relative);
  std::string text =
      replaced(with_decimal_forests(d), "\"sptune_model\": 7", "\"sptune_model\": 1");
  text = replaced(text, "\"prepare\":[0.0,0.0,0.0,0.0,0.0]",
                  "\"prepare_fixed_s\":0.0,\"prepare_per_nnz_s\":0.0");
  text = replaced(text, "\"prepare\":[1e-06,0.0,1e-09,0.0,0.0]",
                  "\"prepare_fixed_s\":1e-06,\"prepare_per_nnz_s\":1e-09");
  text = replaced(text, "\"max_loss\":1.5", "\"max_loss\":1.5,\"min_runs\":6.0");
  text = replaced(text, "\"asking\"", "\"unasked\"");

  const auto model = Model::parse(text);

  ASSERT_TRUE(model) << model.error();
  EXPECT_EQ(model.value()->data(), d);
}

TEST(ModelFile, says_of_a_machine_what_is_known) {
  ModelData d = testing::small_model("csr{}", "sell{}");
  EXPECT_EQ(to_json(d).find("l2_bytes"), std::string::npos);
  d.machine = {"NVIDIA H200", "sm_90", 132, 52428800, 150040000000};
  EXPECT_EQ(data_from_json(to_json(d)).value().machine, d.machine);
  d.machine = {"", "x86-64 GenuineIntel 6/143 avx2", 8, 0, 0, true};
  const std::string text = to_json(d);
  EXPECT_EQ(data_from_json(text).value().machine, d.machine);
  for (const char* lie : {"\"generic\":1", "\"memory_bytes\":-1", "\"l2_bytes\":0.5"}) {
    EXPECT_FALSE(Model::parse(replaced(without_checksum(text), "\"generic\":true", lie))) << lie;
  }
}

TEST(ModelFile, unknown_features_and_formats_are_refused) {
  ModelData d = testing::small_model("csr{}", "sell{}");
  d.feature_inputs[1] = "phase_of_the_moon";
  EXPECT_NE(Model::parse(to_json(d)).error().find("phase_of_the_moon"), std::string::npos);

  const std::string text = to_json(testing::small_model("csr{}", "sell{}"));
  for (const char* format : {"0", "2", "8"}) {
    const auto other = Model::parse(
        replaced(text, "\"sptune_model\": 7", "\"sptune_model\": " + std::string(format)));
    ASSERT_FALSE(other);
    EXPECT_NE(other.error().find("format " + std::string(format) +
                                 ", this library reads 1, 3, 4, 5, 6, 7"),
              std::string::npos)
        << other.error();
  }
  EXPECT_FALSE(Model::parse("{\"trees\": []}"));
  EXPECT_FALSE(Model::parse("[1, 2]"));
  EXPECT_FALSE(Model::parse(""));
}

/// Files of libraries that knew of fill and bytes alone name these two; a tree of such a file asks
/// for the last but one input.
TEST(ModelFile, inputs_of_older_libraries_keep_their_meaning) {
  ModelData data = testing::small_model("csr{}", "ell{}");
  data.configuration_inputs.insert(data.configuration_inputs.end(),
                                   {"expected.fill", "expected.bytes"});
  const auto fill =
      static_cast<std::int16_t>(data.feature_inputs.size() + data.configuration_inputs.size() - 2);
  data.relative.nodes = {{2.0F, 2, fill, false}, {-1.0F, 0, -1, false}, {1.0F, 0, -1, false}};
  data.relative.means = {0, -1, 1};
  auto features = testing::features_with(1000, 9000);
  const auto ratio_of_ell = [&](double ell_fill) {
    features.values[index(Feature::ell_fill)] = ell_fill;
    const auto model = Model::parse(to_json(data));
    EXPECT_TRUE(model) << model.error();
    for (const Score& s : model.value()->score(features)) {
      if (s.candidate == 1) return s.ratio;
    }
    return std::nan("");
  };

  EXPECT_NEAR(ratio_of_ell(1.5), 1, 1e-6) << "as csr, whose fill is 1: both go left";
  EXPECT_NEAR(ratio_of_ell(3), std::exp(2.0), 1e-4);
  data.configuration_inputs.back() = "expected.luck";
  const auto newer = Model::parse(to_json(data));
  ASSERT_FALSE(newer);
  EXPECT_NE(newer.error().find("'expected.luck'"), std::string::npos) << newer.error();
}

TEST(ModelFile, numbers_that_lie_are_refused) {
  const std::string good = with_decimal_forests(testing::small_model("csr{}", "sell{}"));
  ASSERT_TRUE(Model::parse(good)) << Model::parse(good).error();
  const std::pair<const char*, const char*> changes[] = {
      {"\"default_candidate\": 0", "\"default_candidate\": 2"},
      {"\"default_candidate\": 0", "\"default_candidate\": -1"},
      {"\"default_candidate\": 0", "\"default_candidate\": 18446744073709551615"},
      {"\"default_candidate\": 0", "\"default_candidate\": 0.5"},
      {"\"coverage\": 0.9", "\"coverage\": 1.5"},
      {"\"coverage\": 0.9", "\"coverage\": \"high\""},
      {"\"max_loss\":1.5", "\"max_loss\":null"},
      {"\"prepare\":[1e-06", "\"prepare\":[-1"},
      {"\"prepare\":[1e-06", "\"prepare\":[1e999"},
      {"\"prepare\":[1e-06", "\"prepare\":[[]"},
      {"\"prepare\":[1e-06,", "\"prepare\":["},
      {"\"runs\":0.0", "\"runs\":1.0"},
      {"\"runs\":6.0", "\"runs\":0.0"},
      {"\"runs\":6.0", "\"runs\":1e999"},
      {"\"worth\":[1.0,", "\"worth\":["},
      {"\"worth\":[1.0,", "\"worth\":[1.0,2.0,"},
      {"\"worth\":[1.0,", "\"worth\":[\"much\","},
      {"\"least_nnz\":1.0", "\"least_nnz\":null"},
      {"\"knee\":0.0", "\"knee\":-1.0"},
      {"\"variance\":[[", "\"variance\":[[1.0],["},
      {"\"caution\":0.0", "\"caution\":-1.0"},
      {"\"unasked\":[]", "\"unasked\":[{}]"},
      {"\"unasked\":[]", "\"unasked\":7"},
      {"\"sptune_model\": 7", "\"sptune_model\": 1"},
      {"\"roots\":[0]", "\"roots\":[1]"},
      {"\"roots\":[0]", "\"roots\":[0,0]"},
      {"\"right\":[4,", "\"right\":[0,"},
      {"\"right\":[4,", "\"right\":[4294967300,"},
      {"\"input\":[0,", "\"input\":[9,"},
      {"\"missing_left\":[1,", "\"missing_left\":[2,"},
      {"\"value\":[8,", "\"value\":[1e300,"},
      {"\"value\":[8,", "\"value\":["},
      {"\"mean_row\",\"nnz\"", "\"nnz\",\"nnz\""},
      {"\"csr{}\"", "\"csr{\""},
      {"\"spmv\"", "\"spmw\""},
      {"\"metrics\": {", "\"metrics\": {\"a\":[],"},
  };
  for (const auto& [what, with] : changes) {
    const auto model = Model::parse(replaced(good, what, with));
    EXPECT_FALSE(model) << with;
    EXPECT_FALSE(model.error().empty()) << with;
    EXPECT_EQ(model.error().find('\n'), std::string::npos) << model.error();
  }
}

/// Each case is one column of the packed forest that does not say what the others do.
TEST(ModelFile, packed_forests_that_lie_are_refused) {
  const std::string good = without_checksum(to_json(testing::small_model("csr{}", "sell{}")));
  const PackedForest p = pack(testing::small_model("csr{}", "sell{}").relative);
  ASSERT_EQ(p.inputs, (std::vector<std::int64_t>{0, 2}));
  ASSERT_EQ(p.counts, (std::vector<std::int64_t>{1, 1}));
  const auto column = [](const char* name, const std::string& text) {
    return "\"" + std::string(name) + "\":\"" + text + "\"";
  };
  const auto bits = [](const std::vector<std::uint32_t>& numbers, int width) {
    return pack_bits(numbers, width);
  };
  const std::uint32_t infinite = 0x7f800000;
  const std::pair<std::string, std::string> changes[] = {
      {"\"nodes\":7", "\"nodes\":8"},
      {"\"nodes\":7", "\"nodes\":-1"},
      {"\"nodes\":7", "\"nodes\":1048577"},
      {"\"inputs\":[0,2]", "\"inputs\":[0]"},
      {"\"inputs\":[0,2]", "\"inputs\":[0,9]"},
      {"\"inputs\":[0,2]", "\"inputs\":[-1,2]"},
      {"\"inputs\":[0,2]", "\"inputs\":[0,4096]"},
      {"\"counts\":[1,1]", "\"counts\":[1,2]"},
      {"\"counts\":[1,1]", "\"counts\":[1,-1]"},
      {"\"counts\":[1,1]", "\"counts\":[1048576,1048576]"},
      {column("leaf", p.leaf), column("leaf", p.leaf + "A")},
      {column("leaf", p.leaf), column("leaf", "")},
      {column("leaf", p.leaf), column("leaf", std::string(p.leaf.size(), '*'))},
      {column("leaf", p.leaf), column("leaf", bits({0, 0, 1, 1, 1, 1, 0}, 1))},
      {column("leaf", p.leaf), column("leaf", bits({1, 1, 1, 1, 1, 1, 1}, 1))},
      {column("threshold", p.threshold), column("threshold", bits({infinite, 0}, 32))},
      {column("question", p.question), column("question", bits({1, 1, 1, 1}, 1))},
      {column("missing_left", p.missing_left), column("missing_left", "/")},
      {column("value", p.value), column("value", bits({0, 0, infinite, 0}, 32))},
      {column("mean", p.mean), column("mean", bits({0, 0, infinite >> 16U}, 16))},
      {column("mean", p.mean), "\"mean\":[0,0,0]"},
  };
  for (const auto& [what, with] : changes) {
    const auto model = Model::parse(replaced(good, what, with));
    EXPECT_FALSE(model) << with;
    if (!model) {
      EXPECT_EQ(model.error().find('\n'), std::string::npos) << model.error();
    }
  }
}

TEST(ModelFile, a_forest_as_large_as_those_that_are_trained_takes_under_300_kB) {
  ModelData d = testing::small_model("csr{}", "sell{}");
  std::mt19937 rng(5);
  std::uniform_real_distribution<float> leaf(-0.1F, 0.1F);
  Forest& f = d.relative;
  f = {};
  // 300 trees of 7 levels, where XGBoost's with a depth of 6 mostly have fewer nodes.
  const auto grow = [&](auto& self, int depth) -> void {
    const std::size_t at = f.nodes.size();
    f.nodes.push_back({leaf(rng), 0, -1, false});
    f.means.push_back(f.nodes.back().value);
    if (depth == 6) return;
    f.nodes[at] = {static_cast<float>(rng() % 1500) / 7, 0, static_cast<std::int16_t>(rng() % 4),
                   rng() % 2 == 0};
    self(self, depth + 1);
    f.nodes[at].right = static_cast<std::uint32_t>(f.nodes.size());
    self(self, depth + 1);
  };
  for (int tree = 0; tree < 300; ++tree) {
    f.roots.push_back(static_cast<std::uint32_t>(f.nodes.size()));
    grow(grow, 0);
  }
  ASSERT_EQ(f.nodes.size(), 300U * 127);
  round_means(f);

  const std::string text = to_json(d);
  const auto again = data_from_json(text);

  EXPECT_LT(text.size(), 300'000U);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(again.value(), d);
}

TEST(ModelFile, cut_files_are_refused_at_every_64th) {
  const std::string good = to_json(testing::small_model("csr{}", "sell{}"));
  for (std::size_t i = 0; i < 64; ++i) {
    const auto model = Model::parse(good.substr(0, good.size() * i / 64));
    EXPECT_FALSE(model) << i;
    EXPECT_FALSE(model.error().empty()) << i;
  }
}

TEST(ModelFile, flipped_bits_never_crash_and_what_loads_can_be_scored) {
  const std::string whole = to_json(testing::small_model("csr{}", "sell{}"));
  const std::string unchecked = without_checksum(whole);
  const auto wide = testing::features_with(1000, 20000);
  std::mt19937 rng(11);
  std::size_t loaded = 0;
  std::size_t refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::string bad = i % 2 == 0 ? whole : unchecked;
    for (unsigned k = 0; k <= rng() % 3; ++k) {
      bad[rng() % bad.size()] ^= static_cast<char>(1U << (rng() % 8));
    }
    const auto model = Model::parse(bad);
    if (!model) {
      ++refused;
      EXPECT_FALSE(model.error().empty());
      continue;
    }
    ++loaded;
    const auto scores = model.value()->score(wide);
    EXPECT_EQ(scores.size(), model.value()->candidates().size());
    for (const Score& s : scores) EXPECT_FALSE(std::isnan(s.ratio));
    EXPECT_NO_THROW((void)model.value()->contributions(wide, 0));
    const Asking& asking = model.value()->data().deciding.asking;
    (void)asking.at({1000, 20000}).asks(3);
    const auto taken = asking.at({1000, 20000}).choice(3, 0, [](std::size_t) { return true; });
    EXPECT_LT(taken.value_or(0), scores.size());
  }
  EXPECT_GT(refused, 2000U);
  EXPECT_GT(loaded, 100U) << "names and values may change where no checksum holds them";
}

TEST(ModelFile, replays_the_fuzzers_corpus) {
  std::size_t loaded = 0;
  std::size_t files = 0;
  for (const fuzz::Input& input : fuzz::read_corpus("model")) {
    const auto model = Model::parse(input.bytes);
    const bool written_by_hand = input.name.ends_with(".json");
    files += written_by_hand ? 1 : 0;
    if (!model) {
      EXPECT_FALSE(model.error().empty()) << input.name;
      continue;
    }
    loaded += written_by_hand ? 1 : 0;
    EXPECT_FALSE(model.value()->score(testing::features_with(10, 100)).empty());
  }
  EXPECT_GE(files, 7U);
  EXPECT_EQ(loaded, 4U) << "the others are cut, old or lie";
}

TEST(ModelFile, deep_nesting_is_refused) {
  EXPECT_FALSE(Model::parse(std::string(200000, '[')));
  EXPECT_FALSE(Model::parse("{\"sptune_model\":" + std::string(100000, '[') +
                            std::string(100000, ']') + "}"));
}

TEST(ModelFile, deep_nesting_is_refused_and_not_a_crash) {
  for (const char* place : {"\"metrics\"", "\"base\"", "\"anything\""}) {
    const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
    // What comes after the deep value makes its container grow, which copies it.
    const auto model = Model::parse("{" + std::string(place) + ":" + deep + ",\"sptune_model\":1}");
    ASSERT_FALSE(model);
    EXPECT_NE(model.error().find("64 levels of nesting"), std::string::npos) << model.error();
  }
}

TEST(ModelFile, an_altered_number_does_not_go_unnoticed) {
  const std::string text = to_json(testing::small_model("csr{}", "sell{}"));
  ASSERT_TRUE(Model::parse(text));
  const std::string leaves = pack(testing::small_model("csr{}", "sell{}").relative).value;
  std::string altered = leaves;
  altered[3] = altered[3] == 'A' ? 'B' : 'A';
  for (const auto& [what, with] : {std::pair<std::string, std::string>{leaves, altered},
                                   {"\"cv_share\":0.97", "\"cv_share\":0.98"},
                                   {"\"min_gain\":0.01", "\"min_gain\":0.02"},
                                   {"sell{}", "dia{}"}}) {
    const auto model = Model::parse(replaced(text, what, with));
    ASSERT_FALSE(model) << what;
    EXPECT_NE(model.error().find("checksum"), std::string::npos) << model.error();
    EXPECT_NE(model.error().find("train it again"), std::string::npos) << model.error();
  }
  const auto at = text.find("\"checksum\": \"") + 13;
  std::string other = text;
  other[at] = other[at] == '0' ? '1' : '0';
  EXPECT_FALSE(Model::parse(other)) << "the checksum itself";
  EXPECT_FALSE(Model::parse(replaced(text, "\"checksum\": \"", "\"checksum\": 7, \"x\": \"")));
}

TEST(ModelFile, spaces_and_line_ends_are_not_content) {
  std::string text = to_json(testing::small_model("csr{}", "sell{}"));
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 3) {
    text.replace(at, 1, "\r\n ");
  }
  const auto model = Model::parse(text + "\n\n");
  EXPECT_TRUE(model) << model.error();
}

TEST(ModelFile, a_file_from_before_there_were_checksums_is_taken) {
  const auto model =
      Model::parse(without_checksum(to_json(testing::small_model("csr{}", "sell{}"))));
  EXPECT_TRUE(model) << model.error();
}

}  // namespace
}  // namespace sptune::model
