// SPDX-License-Identifier: BSD-3-Clause
// Options::repeat: models of whole products and of values alone, side by side.
#include "kernels/api/catalogue.hpp"
#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tuner/dispatch/known_models.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace sptune::dispatch {
namespace {

using sptune::testing::band;

/// Two models of SpGEMM on this CPU: that of whole products leaves the default where rows are long,
/// that of values alone never does.
class ValuesAlone : public ::testing::Test {
 protected:
  ValuesAlone() {
    whole_ = sptune::testing::small_model(standard_, other_);
    whole_.operation = Operation::spgemm;
    values_ = whole_;
    values_.repeat = Repeat::values;
    values_.provenance.uuid = "values";
    values_.deciding.rule.min_gain = 1;
  }

  std::string write(const std::string& name, const model::ModelData& data) const {
    std::ofstream(folder_ / name) << to_json(data);
    return (folder_ / name).string();
  }
  [[nodiscard]] Options options(Repeat repeat) const {
    return {.expected_runs = 1e6, .repeat = repeat, .threads = 1};
  }

  static std::string text_of(const char* name) {
    return shipped_catalogue()
        .find(Operation::spgemm, Backend::cpu, name)
        ->default_configuration()
        .text();
  }

  std::string standard_ = shipped_catalogue()
                              .default_variant(Operation::spgemm, Backend::cpu)
                              ->default_configuration()
                              .text();
  std::string other_ = text_of(standard_.starts_with("hash{") ? "dense" : "hash");
  sptune::test::TemporaryFolder folder_;
  model::ModelData whole_, values_;
  Csr<double, std::int32_t> a_ = band(300, 9);
};

TEST_F(ValuesAlone, and_whole_products_are_two_questions) {
  const std::string whole = write("whole.json", whole_);
  const std::string values = write("values.json", values_);
  const Warnings warnings;
  KnownModels models;
  models.add(whole, warnings);
  models.add(values, warnings);

  EXPECT_TRUE(models.ambiguity().empty()) << models.ambiguity();
  const auto answering = [&](Repeat repeat) {
    return models.find(Operation::spgemm, ValueType::f64, Backend::cpu, repeat, 1)->path;
  };
  EXPECT_EQ(answering(Repeat::whole), whole);
  EXPECT_EQ(answering(Repeat::values), values);

  models.add(write("again.json",
                   [&] {
                     model::ModelData again = values_;
                     again.provenance.uuid = "again";
                     return again;
                   }()),
             warnings);
  EXPECT_NE(models.ambiguity().find("spgemm f64 on cpu (hot, values alone)"), std::string::npos)
      << models.ambiguity();
}

TEST_F(ValuesAlone, are_chosen_for_by_their_own_model) {
  const Dispatcher d({write("whole.json", whole_), write("values.json", values_)});
  const auto choice = [&](Repeat repeat) {
    return d.choose_spgemm(AnyCsr(a_.view()), AnyCsr(a_.view()), options(repeat));
  };
  // What one model said of a pattern is not what the other says of it.
  for (const bool remembered : {false, true}) {
    const Choice whole = choice(Repeat::whole);
    const Choice values = choice(Repeat::values);
    EXPECT_EQ(whole.configuration.text(), other_);
    EXPECT_EQ(values.configuration.text(), standard_);
    EXPECT_EQ(whole.remembered, remembered);
    EXPECT_EQ(values.remembered, remembered);
  }
}

TEST_F(ValuesAlone, without_a_model_of_theirs_are_the_default_s) {
  const Dispatcher d({write("whole.json", whole_)});
  const Choice choice =
      d.choose_spgemm(AnyCsr(a_.view()), AnyCsr(a_.view()), options(Repeat::values));
  EXPECT_EQ(choice.match, Match::no_model);
  EXPECT_EQ(choice.configuration.text(), standard_);
  EXPECT_NE(choice.reason.find("values alone"), std::string::npos) << choice.reason;
}

TEST_F(ValuesAlone, are_not_probed) {
  values_ = whole_;
  values_.repeat = Repeat::values;
  values_.deciding.rule.apart = whole_.deciding.rule.apart = 2;  // what the model cannot tell apart
  const Dispatcher d({write("whole.json", whole_), write("values.json", values_)});
  for (const Probe probe : {Probe::at_once, Probe::as_paid}) {
    Options whole = options(Repeat::whole);
    whole.probe = probe;
    EXPECT_NE(d.spgemm(a_.view(), a_.view(), whole).choice().reason.find("probed"),
              std::string::npos);
    Options probing = options(Repeat::values);
    probing.probe = probe;
    auto product = d.spgemm(a_.view(), a_.view(), probing);
    EXPECT_EQ(product.choice().reason.find("probed"), std::string::npos);
    const std::int64_t nnz = product.multiply().nnz;
    EXPECT_EQ(product.recompute().nnz, nnz);
  }
}

TEST_F(ValuesAlone, mean_nothing_to_a_dense_result) {
  const Dispatcher d = sptune::testing::dispatcher_with(
      sptune::testing::small_model("csr{}", "sell{}"), [](std::string_view) {});
  Options wanted = options(Repeat::values);
  wanted.constant_values = true;
  const Choice values = d.choose_spmv(AnyCsr(a_.view()), wanted);
  EXPECT_NE(values.match, Match::no_model);
}

}  // namespace
}  // namespace sptune::dispatch
