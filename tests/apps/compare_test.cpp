// SPDX-License-Identifier: BSD-3-Clause
// `sptune compare`: forms of output, gates and their exit codes.
#include "tests/apps/two_trials.hpp"

#include <nlohmann/json.hpp>

namespace sptune::db::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// Two sweeps of one file: m1 takes 10 us, then 13; m2 5 and 5.
struct CompareVerb : ::testing::Test {
  void SetUp() override {
    if (std::getenv("SPTUNE_BIN_DIR") == nullptr) GTEST_SKIP() << "SPTUNE_BIN_DIR is not set";
    World w;
    for (const float us : {10.F, 13.F}) {
      if (us > 10) w.run = w.start();
      for (int lap = 0; lap < 3; ++lap) {
        w.add("m1", configuration("csr"), repeated(us));
        w.add("m2", configuration("csr"), repeated(5));
      }
      w.store.end_run(w.run.run_id, "finished");
    }
    w.store = Store(folder / "unused.sqlite", OpenMode::create);
    std::filesystem::copy_file(w.file, file);
  }
  [[nodiscard]] Ran compare(const std::string& more) const {
    return sptune("compare --db " + quoted(file) + " " + more);
  }
  Folder folder;
  std::filesystem::path file = folder / "t.sqlite";
};

TEST_F(CompareVerb, says_what_changed) {
  const Ran text = compare("1 2");
  EXPECT_EQ(text.code, 0) << text.out;
  EXPECT_THAT(text.out, AllOf(HasSubstr("2 problems: B is faster on 0, slower on 1"),
                              HasSubstr("slower"), HasSubstr("csr{unroll=1}")));
  const auto json = nlohmann::json::parse(compare("2 1 --json --configurations").out);
  EXPECT_EQ(text.out.find("told apart from") != std::string::npos,
            json["answers"]["ambiguous"] != 0);
  EXPECT_EQ(json["answers"]["faster"], 1);
  EXPECT_EQ(json["problems"][0]["configurations"][0]["configuration"], "csr{unroll=1}");
  EXPECT_THAT(compare("1 2 --csv").out, HasSubstr("slower,1.3,"));
  const Ran page = compare("1 2 --html " + quoted(folder / "c.html"));
  EXPECT_EQ(page.code, 0) << page.out;
  EXPECT_TRUE(std::filesystem::exists(folder / "c.html"));
}

TEST_F(CompareVerb, a_gate_fails_on_what_it_was_asked_for) {
  EXPECT_EQ(compare("1 2 --gate slower").code, 6);
  EXPECT_THAT(compare("1 2 --gate slower:2%").out, HasSubstr("gate slower:2% caught 1: spmv"));
  EXPECT_EQ(compare("1 2 --gate slower:40%").code, 0);
  EXPECT_EQ(compare("1 2 --gate faster,missing,other-winner").code, 0);
  EXPECT_EQ(compare("2 1 --gate faster:5%").code, 6);
  for (const char* wrong : {"slow", "slower:2", "slower:x%", "missing:2%", "slower:-1%",
                            "slower:", "slower:%", "slower:inf%", "slower:nan%"}) {
    EXPECT_EQ(compare(std::string("1 2 --gate ") + wrong).code, 2) << wrong;
  }
  EXPECT_EQ(compare("1 3").code, 2);
  EXPECT_EQ(compare("1 gone.sqlite").code, 4);
}

TEST_F(CompareVerb, all_rows_are_not_the_first_ones) {
  for (const char* all : {"--json", "--csv", "--all"}) {
    EXPECT_EQ(compare(std::string("1 2 --top 1 ") + all).code, 2) << all;
  }
}

TEST_F(CompareVerb, a_winner_that_the_other_side_did_not_measure_is_none_that_a_gate_catches) {
  World a;
  World b;
  for (World* w : {&a, &b}) {
    w->add("m1", configuration(w == &a ? "csr" : "ell"), repeated(10));
    w->store.end_run(w->run.run_id, "finished");
  }
  const std::string both = quoted(a.file) + " " + quoted(b.file);
  const Ran text = compare(both + " --gate other-winner");
  EXPECT_EQ(text.code, 0) << text.out;
  EXPECT_THAT(text.out, HasSubstr("0 other; 1 not measured on the other side"));
  const auto json = nlohmann::json::parse(compare(both + " --json").out);
  EXPECT_EQ(json["winners"]["unmeasured"], 1);
  EXPECT_EQ(json["problems"][0]["winner"], "unmeasured");
}

TEST_F(CompareVerb, rows_of_different_problems_look_different) {
  const auto measure = [](World& w) {
    Variant many = variant("csr");
    many.operation = Operation::spmm;
    Catalogue all = catalogue();
    all.append(Catalogue({many}));
    w.store.end_run(w.run.run_id, "finished");
    w.run = w.store.begin_run(hardware(), environment(), {}, all, "quick", "{}");
    harness::ProblemKey one = problem("m1");
    harness::ProblemKey single = one;
    single.value_type = ValueType::f32;
    harness::ProblemKey by_four = one;
    by_four.operation = Operation::spmm;
    by_four.parameters = "k=4,layout=row";
    harness::ProblemKey by_eight = by_four;
    by_eight.parameters = "k=8,layout=row";
    for (const auto& key : {one, single, by_four, by_eight}) {
      const auto id = w.store.begin_trial(w.run.run_id, Backend::cpu, key, configuration("csr"));
      w.store.finish_trial(id, measured(10));
    }
    w.store.end_run(w.run.run_id, "finished");
  };
  World a;
  World b;
  measure(a);
  measure(b);
  const std::string both = quoted(a.file) + " " + quoted(b.file);
  for (const char* rows : {"", " --configurations", " --top 1"}) {
    const Ran text = compare(both + rows);
    EXPECT_THAT(text.out, AllOf(HasSubstr("value_type"), HasSubstr("parameters")));
    EXPECT_EQ(text.out.find("backend"), std::string::npos) << "the same everywhere";
    if (std::string(rows) == " --top 1") continue;
    EXPECT_THAT(text.out,
                AllOf(HasSubstr("f32"), HasSubstr("k=4,layout=row"), HasSubstr("k=8,layout=row")));
  }
  EXPECT_EQ(compare("1 2").out.find("value_type"), std::string::npos) << "of one type alone";
}

TEST_F(CompareVerb, a_gate_without_a_threshold_goes_by_the_answer) {
  const std::string alike = "--same-within 100 ";
  EXPECT_EQ(compare("1 2 " + alike + "--gate slower,slower-overall").code, 0)
      << "13 us against 10 us were to count as the same";
  EXPECT_EQ(compare("2 1 " + alike + "--gate faster,faster-overall").code, 0);
  EXPECT_EQ(compare("1 2 " + alike + "--gate slower:0%").code, 6) << "a threshold of its own";
  EXPECT_EQ(compare("2 1 " + alike + "--gate faster:0%").code, 6);
  EXPECT_EQ(compare("1 2 --same-within 0 --gate slower").code, 6);
}

}  // namespace
}  // namespace sptune::db::test
