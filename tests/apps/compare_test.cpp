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
  for (const char* wrong : {"slow", "slower:2", "slower:x%", "missing:2%", "slower:-1%"}) {
    EXPECT_EQ(compare(std::string("1 2 --gate ") + wrong).code, 2) << wrong;
  }
  EXPECT_EQ(compare("1 3").code, 2);
  EXPECT_EQ(compare("1 gone.sqlite").code, 4);
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
