// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/catalogue.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tests/tuner/with_variable.hpp"
#include "tuner/dispatch/known_models.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>

namespace sptune {
namespace {

namespace fs = std::filesystem;

using testing::band;
using ::testing::ElementsAre;
using ::testing::SizeIs;
using testing::WithVariable;

std::string default_text(Operation operation = Operation::spmv) {
  return shipped_catalogue()
      .default_variant(operation, Backend::cpu)
      ->default_configuration()
      .text();
}

/// Some shipped configuration of another variant than the default's that fits this matrix.
std::string other_text(const AnyCsr& a) {
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != Operation::spmv || v.facts.backend != Backend::cpu || v.facts.baseline) {
      continue;
    }
    if (default_text().rfind(v.facts.name + "{", 0) == 0) continue;
    const SpmvProblem problem(a, {1, std::int64_t{1} << 40});
    for (const ResolvedConfiguration& c : v.full_grid()) {
      if (c.fit(problem)) return c.text();
    }
  }
  throw std::logic_error("the catalogue has one spmv variant only");
}

class DispatcherTest : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    const fs::path path = folder_ / name;
    std::ofstream(path) << text;
    return path.string();
  }
  std::string write(const std::string& name, const model::ModelData& data) const {
    return write(name, to_json(data));
  }
  Dispatcher::Sink sink() {
    return [this](std::string_view line) { warnings_.emplace_back(line); };
  }

  test::TemporaryFolder folder_;
  std::vector<std::string> warnings_;
  Csr<double, std::int32_t> wide_ = band(300, 12);   // the small model gains here
  Csr<double, std::int32_t> narrow_ = band(300, 3);  // and loses here
  std::string other_ = other_text(wide_.view());
  model::ModelData model_ = testing::small_model(default_text(), other_);
  Options options_{.expected_runs = 1e9, .threads = 1, .constant_values = true};
};

void expect_product(const Csr<double, std::int32_t>& a, Spmv<double>& spmv) {
  const std::vector<double> x = testing::some_x(a.cols);
  std::vector<double> y(static_cast<std::size_t>(a.rows), std::nan(""));
  spmv.run(2.0, x.data(), 0.0, y.data());
  testing::expect_twice_the_product(a, x, y);
}

TEST_F(DispatcherTest, predicts_where_the_model_sees_a_gain) {
  const Dispatcher d({write("m.json", model_)}, sink());

  auto spmv = d.spmv(wide_.view(), options_);

  EXPECT_EQ(d.models(), 1U);
  EXPECT_EQ(spmv.choice().match, Match::predicted);
  EXPECT_EQ(spmv.choice().configuration.text(), other_);
  EXPECT_NEAR(spmv.choice().expected_gain, 2, 1e-5);
  EXPECT_LT(spmv.choice().gain_low, 2);
  EXPECT_GT(spmv.choice().gain_high, 2);
  EXPECT_GT(spmv.choice().break_even_runs, 0);
  EXPECT_GT(spmv.choice().decide_seconds, 0);
  EXPECT_TRUE(spmv.choice().considered.empty()) << "only on request";
  EXPECT_TRUE(warnings_.empty());
  expect_product(wide_, spmv);
}

TEST_F(DispatcherTest, abstains_where_it_does_not) {
  const Dispatcher d({write("m.json", model_)}, sink());

  auto spmv = d.spmv(narrow_.view(), options_);

  EXPECT_EQ(spmv.choice().match, Match::abstained);
  EXPECT_EQ(spmv.choice().configuration.text(), default_text());
  EXPECT_EQ(spmv.choice().expected_gain, 1);
  expect_product(narrow_, spmv);
}

TEST(DefaultVariant, is_the_first_whose_preparing_pays) {
  Variant prepares = *shipped_catalogue().default_variant(Operation::spmv, Backend::cpu);
  prepares.default_from_runs = 10;
  Variant at_once = prepares;
  at_once.facts.name = "at_once";
  at_once.default_from_runs = 0;
  const Catalogue catalogue({prepares, at_once});
  const auto name = [&](double runs) {
    return catalogue.default_variant(Operation::spmv, Backend::cpu, runs)->facts.name;
  };

  EXPECT_EQ(name(9.9), "at_once");
  EXPECT_EQ(name(10), prepares.facts.name);
  EXPECT_EQ(catalogue.default_variant(Operation::spmv, Backend::cpu)->facts.name,
            prepares.facts.name)
      << "what gains are counted against";
  EXPECT_THAT(catalogue.default_variants(Operation::spmv, Backend::cpu),
              ElementsAre(&catalogue.variants()[0], &catalogue.variants()[1]));
  EXPECT_THAT(Catalogue({at_once, prepares}).default_variants(Operation::spmv, Backend::cpu),
              SizeIs(1))
      << "nothing runs behind what pays at once";
  EXPECT_EQ(Catalogue({prepares}).default_variant(Operation::spmv, Backend::cpu, 1), nullptr);
}

TEST(DefaultVariant, every_backend_has_one_for_a_single_run) {
  for (const Variant& v : shipped_catalogue().variants()) {
    const Variant* first = shipped_catalogue().default_variant(v.operation, v.facts.backend, 1);
    ASSERT_NE(first, nullptr) << v.facts.name;
    EXPECT_EQ(first->default_from_runs, 0);
    // What runs while something better is chosen reads the caller's CSR as it is.
    if (!std::holds_alternative<DenseResult>(record_of(v.operation).result)) continue;
    EXPECT_EQ(first->facts.takes, ColumnOrder::any) << first->facts.name;
    EXPECT_EQ(first->facts.values, ValuesRead::callers) << first->facts.name;
  }
}

TEST_F(DispatcherTest, abstains_when_the_runs_do_not_pay) {
  const Dispatcher d({write("m.json", model_)}, sink());
  options_.expected_runs = 1;
  EXPECT_EQ(d.choose_spmv(wide_.view(), options_).match, Match::abstained);

  model_.candidates[1].prepare.fixed_s = 1;
  const Dispatcher costly({write("costly.json", model_)}, sink());
  options_.expected_runs = 100;
  const Choice choice = costly.choose_spmv(wide_.view(), options_);
  EXPECT_EQ(choice.match, Match::abstained);
  EXPECT_NE(choice.reason.find("pay"), std::string::npos) << choice.reason;
}

TEST_F(DispatcherTest, takes_what_its_size_suggests_where_asking_cannot_pay) {
  other_ = shipped_catalogue().parse(Operation::spmv, Backend::cpu, "ell").value().text();
  model_ = testing::small_model(default_text(), other_);
  model_.deciding.asking = model::Asking::from(50);
  // A microsecond against two, whatever the size.
  model_.deciding.asking.unasked = {{0, {std::log(2e-6)}, 0, {-40}},
                                    {1, {std::log(1e-6)}, 0, {-40}}};
  const Dispatcher d({write("m.json", model_)}, sink());
  options_.expected_runs = 49;

  auto spmv = d.spmv(wide_.view(), options_);

  EXPECT_EQ(spmv.choice().match, Match::by_size);
  EXPECT_EQ(spmv.choice().configuration.text(), other_);
  EXPECT_NE(spmv.choice().explain().find("(by_size): too few runs"), std::string::npos)
      << spmv.choice().explain();
  EXPECT_EQ(spmv.choice().explain().find("\n  gain"), std::string::npos) << "nothing was predicted";
  expect_product(wide_, spmv);
  options_.constant_values = false;  // ELL keeps a copy
  const Choice changing = d.choose_spmv(wide_.view(), options_);
  EXPECT_EQ(changing.match, Match::abstained);
  EXPECT_EQ(changing.configuration.text(), default_text());
  options_.constant_values = true;
  options_.expected_runs = 50;
  EXPECT_EQ(d.choose_spmv(wide_.view(), options_).match, Match::predicted) << "asked";
  model_.machine.arch = "vax 11/780";
  const Dispatcher foreign({write("vax.json", model_)}, sink());
  options_.expected_runs = 1;
  const Choice elsewhere = foreign.choose_spmv(wide_.view(), options_);
  EXPECT_EQ(elsewhere.match, Match::other_machine);
  EXPECT_EQ(elsewhere.configuration.text(), other_);
}

TEST_F(DispatcherTest, of_sizes_that_the_model_does_not_know_few_runs_get_the_default) {
  model_.deciding.asking.steps = {{0, {1}, false}, {100, {1}, true}};
  model_.deciding.asking.unasked = {{0, {std::log(2e-6)}, 0, {-40}},
                                    {1, {std::log(1e-6)}, 0, {-40}}};
  model_.deciding.asking.variance[0][0] = 2;  // everywhere
  const Dispatcher d({write("m.json", model_)}, sink());
  options_.expected_runs = 99;
  const Choice choice = d.choose_spmv(wide_.view(), options_);
  EXPECT_EQ(choice.match, Match::abstained);
  EXPECT_EQ(choice.configuration.text(), default_text());
  EXPECT_NE(choice.reason.find("no matrix of this size"), std::string::npos) << choice.reason;
  options_.expected_runs = 100;
  EXPECT_EQ(d.choose_spmv(wide_.view(), options_).match, Match::predicted);
}

TEST_F(DispatcherTest, decides_by_what_is_promised_of_the_values) {
  model_.changing = model_.deciding;
  model_.changing->asking = model::Asking::from(1e12);  // what may be had is not worth asking for
  const Dispatcher d({write("m.json", model_)}, sink());

  EXPECT_EQ(d.choose_spmv(wide_.view(), options_).match, Match::predicted);
  options_.constant_values = false;
  const Choice changing = d.choose_spmv(wide_.view(), options_);
  EXPECT_EQ(changing.match, Match::abstained);
  EXPECT_EQ(changing.configuration.text(), default_text());
  EXPECT_NE(changing.reason.find("Options::constant_values"), std::string::npos) << changing.reason;
  options_.expected_runs = 1;  // for which nobody asks who promises them, either
  model_.deciding.asking = model::Asking::from(100);
  const Choice few =
      Dispatcher({write("few.json", model_)}, sink()).choose_spmv(wide_.view(), options_);
  EXPECT_NE(few.reason.find("too few runs"), std::string::npos) << few.reason;
  options_.expected_runs = 1e9;
  model_.deciding.asking = {};
  model_.changing->asking = {};
  model_.changing->rule.min_gain = model::Rule::no_gain_is_enough;
  const Dispatcher stays({write("stays.json", model_)}, sink());
  EXPECT_FALSE(stays.choose_spmv(wide_.view(), options_).expected_gain > 1);
}

TEST_F(DispatcherTest, explains_on_request) {
  const Dispatcher d({write("m.json", model_)}, sink());
  options_.explain = true;

  const Choice choice = d.choose_spmv(wide_.view(), options_);

  ASSERT_EQ(choice.considered.size(), 2U);
  EXPECT_EQ(choice.considered[0].find(other_), 0U) << choice.considered[0];
  EXPECT_NE(choice.considered[1].find("the default"), std::string::npos);
  const std::string text = choice.explain();
  EXPECT_NE(text.find("predicted"), std::string::npos) << text;
  EXPECT_NE(text.find("pays after"), std::string::npos) << text;
  EXPECT_NE(text.find("decided in"), std::string::npos) << text;
}

TEST_F(DispatcherTest, explains_also_where_the_model_is_not_asked) {
  const Dispatcher d({write("m.json", model_)}, sink());
  options_.expected_runs = 1;
  for (const std::string& force : {std::string(), default_text()}) {
    options_.force = force;
    options_.explain = false;
    const Choice brief = d.choose_spmv(wide_.view(), options_);
    options_.explain = true;
    const Choice listed = d.choose_spmv(wide_.view(), options_);

    EXPECT_EQ(listed.match, force.empty() ? Match::abstained : Match::forced);
    EXPECT_EQ(listed.match, brief.match);
    EXPECT_EQ(listed.configuration, brief.configuration);
    EXPECT_EQ(listed.reason, brief.reason);
    EXPECT_TRUE(brief.considered.empty());
    ASSERT_EQ(listed.considered.size(), 2U);
    EXPECT_EQ(listed.considered[0].find(other_), 0U) << listed.considered[0];
  }
  options_.force.clear();
  options_.expected_runs = 1e9;
  EXPECT_FALSE(d.choose_spmv(wide_.view(), options_).remembered) << "a list is no question";
}

TEST_F(DispatcherTest, says_when_the_model_is_of_another_machine) {
  model_.machine.arch = "vax 11/780";
  const Dispatcher d({write("m.json", model_)}, sink());

  const Choice choice = d.choose_spmv(wide_.view(), options_);

  EXPECT_EQ(choice.match, Match::other_machine);
  EXPECT_EQ(choice.configuration.text(), other_);
  EXPECT_NE(choice.explain().find("another machine"), std::string::npos);
}

TEST_F(DispatcherTest, prefers_the_model_of_this_machine) {
  model::ModelData foreign = model_;
  foreign.machine.cores += 1000;
  foreign.relative = {};  // would never switch
  write("a.json", foreign);
  write("b.json", model_);

  const Dispatcher d({folder_.string()}, sink());

  EXPECT_EQ(d.models(), 2U);
  EXPECT_EQ(d.choose_spmv(wide_.view(), options_).match, Match::predicted);
}

TEST_F(DispatcherTest, without_a_model_runs_the_default) {
  const Dispatcher d(std::vector<std::string>{}, sink());

  auto spmv = d.spmv(wide_.view(), options_);

  EXPECT_EQ(spmv.choice().match, Match::no_model);
  EXPECT_EQ(spmv.choice().configuration.text(), default_text());
  EXPECT_TRUE(warnings_.empty());
  expect_product(wide_, spmv);
}

TEST_F(DispatcherTest, a_model_of_another_type_is_no_model) {
  model_.value_type = ValueType::f32;
  const Dispatcher d({write("m.json", model_)}, sink());

  const Choice choice = d.choose_spmv(wide_.view(), options_);

  EXPECT_EQ(choice.match, Match::no_model);
  EXPECT_NE(choice.reason.find("f64"), std::string::npos) << choice.reason;
}

TEST_F(DispatcherTest, a_missing_or_damaged_model_is_one_warning) {
  const std::string good = to_json(model_);
  model::ModelData old = model_;
  old.feature_version = features::version - 1;
  const std::vector<std::string> bad{
      (folder_ / "missing.json").string(), write("cut.json", good.substr(0, good.size() / 2)),
      write("empty.json", std::string()), write("binary.json", std::string(1000, '\0')),
      write("old.json", old)};
  for (const std::string& path : bad) {
    warnings_.clear();

    const Dispatcher d({path}, sink());
    auto spmv = d.spmv(wide_.view(), options_);

    EXPECT_EQ(warnings_.size(), 1U) << path;
    EXPECT_NE(warnings_.at(0).find(path), std::string::npos) << warnings_[0];
    EXPECT_EQ(warnings_[0].find('\n'), std::string::npos);
    EXPECT_EQ(spmv.choice().match, Match::no_model);
    expect_product(wide_, spmv);
  }
}

TEST_F(DispatcherTest, configurations_of_an_older_library_are_left_out) {
  model_.candidates[1].configuration = Configuration::parse("retired{slots=3}").value();
  const Dispatcher d({write("m.json", model_)}, sink());

  const Choice choice = d.choose_spmv(wide_.view(), options_);

  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_NE(warnings_[0].find("retired{slots=3}"), std::string::npos) << warnings_[0];
  EXPECT_EQ(choice.match, Match::abstained);
  EXPECT_EQ(choice.configuration.text(), default_text());

  warnings_.clear();
  model_.candidates[0].configuration = Configuration::parse("ancient{}").value();
  const Dispatcher none({write("n.json", model_)}, sink());
  EXPECT_EQ(warnings_.size(), 1U);
  EXPECT_EQ(none.models(), 0U);
}

TEST_F(DispatcherTest, forced_by_option_and_by_variable) {
  options_.force = other_;
  const Dispatcher d(std::vector<std::string>{}, sink());
  auto spmv = d.spmv(narrow_.view(), options_);
  EXPECT_EQ(spmv.choice().match, Match::forced);
  EXPECT_EQ(spmv.choice().configuration.text(), other_);
  expect_product(narrow_, spmv);

  const WithVariable force("SPTUNE_FORCE", default_text());
  const Dispatcher forced({write("m.json", model_)}, sink());
  const Choice choice = forced.choose_spmv(wide_.view(), options_);
  EXPECT_EQ(choice.match, Match::forced);
  EXPECT_EQ(choice.configuration.text(), default_text()) << "the variable wins over the option";
}

TEST_F(DispatcherTest, an_unknown_forced_name_is_an_error) {
  const Dispatcher d(std::vector<std::string>{}, sink());
  for (const char* text : {"no_such_kernel{}", "csr{no_such_axis=1}", "csr{", ""}) {
    options_.force = text;
    if (options_.force.empty()) {
      EXPECT_NO_THROW((void)d.choose_spmv(wide_.view(), options_));
      continue;
    }
    EXPECT_THROW((void)d.choose_spmv(wide_.view(), options_), UsageError) << text;
  }
}

TEST_F(DispatcherTest, a_name_of_another_operation_is_an_error_in_the_options) {
  const Dispatcher d(std::vector<std::string>{}, sink());
  options_.force = "hash";
  EXPECT_THROW((void)d.spmv(wide_.view(), options_), UsageError);
  EXPECT_EQ(d.spgemm(wide_.view(), wide_.view(), options_).choice().match, Match::forced);
  options_.force = "ell";
  EXPECT_THROW((void)d.spgemm(wide_.view(), wide_.view(), options_), UsageError);
  EXPECT_EQ(d.spmv(wide_.view(), options_).choice().match, Match::forced);
}

TEST_F(DispatcherTest, options_that_mean_nothing_are_errors_that_name_them) {
  const Dispatcher d(std::vector<std::string>{}, sink());
  const auto refused = [&](const char* words, void (*change)(Options&)) {
    Options options = options_;
    change(options);
    const auto expect = [&](auto&& ask) {
      try {
        ask();
        ADD_FAILURE() << "no error: expected " << words;
      } catch (const UsageError& e) {
        EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
      }
    };
    expect([&] { (void)d.choose_spmv(wide_.view(), options); });
    expect([&] { (void)d.spmv(wide_.view(), options); });
    expect([&] { (void)d.spmm(wide_.view(), {.columns = 2}, options); });
    expect([&] { (void)d.spgemm(wide_.view(), wide_.view(), options); });
  };
  refused("expected_runs is nan: 0 or more", [](Options& o) { o.expected_runs = std::nan(""); });
  refused("expected_runs is -1", [](Options& o) { o.expected_runs = -1; });
  refused("threads is -1: 0 or more", [](Options& o) { o.threads = -1; });
  refused("memory_limit is -1: 0 or more bytes", [](Options& o) { o.memory_limit = -1; });
  refused("repeat is 9: whole or values", [](Options& o) { o.repeat = static_cast<Repeat>(9); });
  refused("validate is 9: none, cheap or full",
          [](Options& o) { o.validate = static_cast<Validate>(9); });
  refused("probe is 3: none, at_once or as_paid",
          [](Options& o) { o.probe = static_cast<Probe>(3); });
  options_.expected_runs = std::numeric_limits<double>::infinity();
  EXPECT_NO_THROW((void)d.spmv(wide_.view(), options_)) << "for ever";
}

/// As Options::memory_limit says.
TEST_F(DispatcherTest, with_no_memory_a_plan_runs_from_the_callers_csr) {
  const Dispatcher d(std::vector<std::string>{}, sink());
  for (const int threads : {1, 2}) {
    const Options options{.threads = threads, .memory_limit = 0};
    auto spmv = d.spmv(wide_.view(), options);
    EXPECT_EQ(spmv.choice().configuration.variant, "csr");
    EXPECT_LE(spmv.memory_bytes(), 64 * (threads + 1));
    EXPECT_LE(d.spmm(wide_.view(), {.columns = 2}, options).memory_bytes(), 64 * (threads + 1));
    EXPECT_THROW((void)d.spgemm(wide_.view(), wide_.view(), options), UsageError);
  }
}

TEST_F(DispatcherTest, an_unknown_name_in_the_environment_is_one_warning) {
  for (const char* text : {"crs", "csr{no_such_axis=1}", "csr{"}) {
    warnings_.clear();
    const WithVariable force("SPTUNE_FORCE", text);
    const Dispatcher d({write("m.json", model_)}, sink());

    auto first = d.spmv(wide_.view(), options_);
    auto product = d.spgemm(narrow_.view(), narrow_.view(), options_);

    ASSERT_EQ(warnings_.size(), 1U) << text;
    EXPECT_NE(warnings_[0].find("SPTUNE_FORCE is ignored"), std::string::npos) << warnings_[0];
    EXPECT_NE(warnings_[0].find("cs"), std::string::npos)
        << "names what is known: " << warnings_[0];
    EXPECT_EQ(first.choice().match, Match::predicted) << "as if it were not set";
    expect_product(wide_, first);
  }
}

TEST_F(DispatcherTest, a_force_for_one_operation_leaves_the_other_alone) {
  const WithVariable force("SPTUNE_FORCE", other_);
  const Dispatcher d(std::vector<std::string>{}, sink());

  auto product = d.spgemm(narrow_.view(), narrow_.view(), options_);

  EXPECT_EQ(product.choice().match, Match::no_model);
  EXPECT_EQ(product.choice().configuration.text(), default_text(Operation::spgemm));
  const AnyCsr c = product.multiply();
  EXPECT_EQ(c.rows, narrow_.rows);
  EXPECT_GT(c.nnz, narrow_.nnz());
}

TEST_F(DispatcherTest, a_force_for_one_operation_leaves_the_option_of_the_other) {
  const WithVariable force("SPTUNE_FORCE", other_);
  const Dispatcher d(std::vector<std::string>{}, sink());
  options_.force = "hash";
  const Choice product = d.choose_spgemm(narrow_.view(), narrow_.view(), options_);
  EXPECT_EQ(product.match, Match::forced);
  EXPECT_EQ(product.configuration.variant, "hash");
  EXPECT_EQ(d.choose_spmv(narrow_.view(), options_).configuration.text(), other_);
  options_.force = "hsah";
  EXPECT_THROW((void)d.spgemm(narrow_.view(), narrow_.view(), options_), UsageError);
}

TEST_F(DispatcherTest, reads_models_from_the_variable) {
  const WithVariable models("SPTUNE_MODEL", write("m.json", model_) + ":" + folder_.string());

  const Dispatcher d(std::vector<std::string>{}, sink());

  EXPECT_EQ(d.models(), 1U) << "the folder holds the same file again";
  EXPECT_EQ(d.choose_spmv(wide_.view(), options_).match, Match::predicted);
}

TEST_F(DispatcherTest, takes_models_that_are_loaded_already) {
  dispatch::Warnings warnings;
  warnings.sink = sink();
  dispatch::KnownModels models;
  models.add(write("m.json", model_), warnings);
  fs::remove(folder_ / "m.json");  // whoever reads it a second time finds nothing

  const Dispatcher d = Dispatcher::with(models, sink());

  EXPECT_EQ(d.models(), 1U);
  EXPECT_EQ(d.choose_spmv(wide_.view(), options_).configuration.text(), other_);
  EXPECT_EQ(models.size(), 1U) << "the caller's own stay";
  const WithVariable force("SPTUNE_FORCE", default_text());
  EXPECT_EQ(Dispatcher::with(models, sink()).choose_spmv(wide_.view(), options_).match,
            Match::forced);
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(DispatcherTest, an_empty_folder_is_one_warning) {
  const Dispatcher d({folder_.string()}, sink());

  EXPECT_EQ(warnings_.size(), 1U);
  EXPECT_EQ(d.models(), 0U);
}

TEST_F(DispatcherTest, a_throwing_sink_does_not_reach_the_caller) {
  EXPECT_NO_THROW(Dispatcher({"/no/such/file"}, [](std::string_view) -> void {
    throw std::runtime_error("the application's log is full");
  }));
}

TEST_F(DispatcherTest, awkward_matrices_get_a_plan) {
  const Dispatcher d({write("m.json", model_)}, sink());
  Csr<double, std::int32_t> empty;
  Csr<double, std::int32_t> no_entries{3, 5, {0, 0, 0, 0}, {}, {}};
  Csr<double, std::int32_t> row{1, 4, {0, 2}, {1, 3}, {2.0, 3.0}};
  for (auto* a : {&empty, &no_entries, &row}) {
    auto spmv = d.spmv(a->view(), options_);
    expect_product(*a, spmv);
  }
  EXPECT_TRUE(warnings_.empty()) << warnings_[0];
}

TEST_F(DispatcherTest, many_threads_may_choose_at_once) {
  const Dispatcher d({write("m.json", model_)}, sink());
  std::vector<std::thread> threads(4);
  std::atomic<int> predicted{0};
  for (std::thread& t : threads) {
    t = std::thread([&] {
      for (int i = 0; i < 50; ++i) {
        if (d.choose_spmv(wide_.view(), options_).match == Match::predicted) ++predicted;
      }
    });
  }
  for (std::thread& t : threads) t.join();

  EXPECT_EQ(predicted, 200);
}

TEST(Match, has_names) {
  EXPECT_EQ(to_string(Match::forced), "forced");
  EXPECT_EQ(to_string(Match::predicted), "predicted");
  EXPECT_EQ(to_string(Match::abstained), "abstained");
  EXPECT_EQ(to_string(Match::no_model), "no_model");
  EXPECT_EQ(to_string(Match::other_machine), "other_machine");
  EXPECT_EQ(to_string(Match::learned), "learned");
}

}  // namespace
}  // namespace sptune
