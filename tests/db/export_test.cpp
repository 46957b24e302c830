// SPDX-License-Identifier: BSD-3-Clause
#include "db/export.hpp"

#include "db/info.hpp"

#include "fixture.hpp"
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <set>
#include <sstream>

namespace sptune::db::test {
namespace {

using testing::HasSubstr;

struct Filled : World {
  Filled() {
    add("m1", configuration("csr", 2), measured(10));
    add("m1", configuration("ell"), failed(harness::Outcome::refused, "no", "fit"));
    add("m1", configuration("csr", 4), failed(harness::Outcome::wrong_result, "row 1", "verify"));
    add("m2", configuration("csr"), failed(harness::Outcome::timeout, "slow"));
    add("m2", configuration("rival"), failed(harness::Outcome::crashed, "signal 6"));
  }
};

nlohmann::json read(const std::filesystem::path& file) {
  std::ifstream in(file);
  return nlohmann::json::parse(in);
}

TEST(Export, RowsOfAnyView) {
  Filled w;
  std::ostringstream csv;
  export_rows(w.file, "trial_flat", Format::csv, csv);
  EXPECT_THAT(csv.str(), HasSubstr("csr{unroll=2}"));
  const std::string text = csv.str();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6);
  std::ostringstream json;
  export_rows(w.file, "failures", Format::json, json);
  EXPECT_EQ(nlohmann::json::parse(json.str()).size(), 3U);
  EXPECT_THAT(error_of<UsageError>([&] { export_rows(w.file, "x\"; DROP", Format::csv, csv); }),
              HasSubstr("no table or view"));
  std::ostringstream broken;
  broken.setstate(std::ios::badbit);
  EXPECT_THAT(error_of<InputError>([&] { export_rows(w.file, "run", Format::csv, broken); }),
              HasSubstr("writing failed"));
}

TEST(Export, T4HasTheSamplesOfAllRepetitions) {
  World w;
  w.add("m1", configuration("csr", 2), measured(10));
  w.add("m1", configuration("csr", 2), repeated(12));
  w.add("m1", configuration("csr", 2), repeated(11, 0.01F, 3));
  const auto files = export_t4(w.file, w.folder / "t4");
  ASSERT_EQ(files.size(), 1U);
  const auto json = read(files[0]);
  ASSERT_EQ(json["results"].size(), 1U);
  EXPECT_EQ(json["results"][0]["times"]["runtimes"].size(), 14U);
  EXPECT_NEAR(json["results"][0]["measurements"][0]["value"], 11.5e-3, 1e-9);
}

TEST(Export, T4CallsNothingCorrectThatNobodyChecked) {
  World w;
  harness::Trial told = measured(9);
  told.verification = {};
  told.stop_reason = "application";
  w.add("m1", configuration("csr", 4), told);
  EXPECT_TRUE(export_t4(w.file, w.folder / "t4").empty());
  w.add("m1", configuration("csr", 2), measured(10));
  w.add("m1", configuration("ell"), failed(harness::Outcome::refused, "no", "fit"));
  const auto files = export_t4(w.file, w.folder / "t4");
  ASSERT_EQ(files.size(), 1U);
  const auto json = read(files[0]);
  ASSERT_EQ(json["results"].size(), 2U);
  EXPECT_EQ(json["results"][0]["configuration"]["unroll"], 2);
  EXPECT_EQ(json["results"][1]["invalidity"], "constraints");
}

TEST(Export, T4) {
  Filled w;
  const auto files = export_t4(w.file, w.folder / "t4");
  ASSERT_EQ(files.size(), 2U);
  EXPECT_THAT(files[0].filename().string(), HasSubstr("m1_spmv_f64_hot"));
  const auto json = read(files[0]);
  EXPECT_EQ(json["schema_version"], "1.0.0");
  ASSERT_EQ(json["results"].size(), 3U);
  const auto& ok = json["results"][0];
  EXPECT_EQ(ok["configuration"], (nlohmann::json{{"variant", "csr"}, {"unroll", 2}}));
  EXPECT_EQ(ok["invalidity"], "correct");
  EXPECT_EQ(ok["correctness"], 1);
  EXPECT_EQ(ok["times"]["runtimes"].size(), 11U);
  EXPECT_NEAR(ok["times"]["runtimes"][5].get<double>(), 0.01, 1e-9);
  EXPECT_EQ(ok["measurements"][0]["name"], "time");
  EXPECT_NEAR(ok["measurements"][0]["value"].get<double>(), 0.01, 1e-9);
  EXPECT_EQ(ok["measurements"][0]["unit"], "ms");
  EXPECT_EQ(json["results"][1]["invalidity"], "constraints");
  EXPECT_EQ(json["results"][2]["invalidity"], "correctness");
  EXPECT_EQ(json["results"][2]["correctness"], 0);
  const auto other = read(files[1]);
  EXPECT_EQ(other["results"][0]["invalidity"], "timeout");
  EXPECT_EQ(other["results"][1]["invalidity"], "runtime");
  // What results-schema.json of the format requires of each result.
  for (const auto& result : json["results"]) {
    for (const char* key : {"configuration", "times", "invalidity", "correctness"}) {
      EXPECT_TRUE(result.contains(key)) << key;
    }
  }
  EXPECT_THAT(error_of<InputError>([&] { export_t4(w.file, w.file / "folder"); }),
              HasSubstr("cannot be made"));
}

TEST(Export, ReducedCopyAnswersTheSameQuestions) {
  World w;
  for (int i = 0; i < 50; ++i) w.add("m1", configuration("csr"), measured(10, 0.01F, 200));
  const auto copy = w.folder / "small.sqlite";
  export_reduced(w.file, copy);
  EXPECT_EQ(query(copy, "SELECT count(*) AS n FROM samples").number(0, "n"), 0);
  EXPECT_EQ(query(copy, named_query("best").sql).rows, query(w.file, named_query("best").sql).rows);
  EXPECT_THAT(error_of<UsageError>([&] { export_reduced(w.file, copy); }),
              HasSubstr("exists already"));
  EXPECT_EQ(w.count("samples"), 50);
  EXPECT_EQ(query(copy, "SELECT json_extract(info, '$.samples') AS s FROM run").text(0, "s"),
            "left out");
  { const Store store(copy, OpenMode::read_write); }
}

TEST(Info, CountsWhatIsThere) {
  Filled w;
  w.add("m1", configuration("csr", 2), measured(11));
  const Info i = info(w.file);
  EXPECT_EQ(i.schema, i.known);
  EXPECT_EQ(i.journal, "wal");
  EXPECT_TRUE(i.being_written);
  EXPECT_EQ(i.remeasured, 1);
  EXPECT_EQ(i.hardware.text(0, "name"), "Test CPU");
  ASSERT_EQ(i.runs.rows.size(), 1U);
  EXPECT_EQ(i.runs.number(0, "trials"), 6);
  const std::map<std::string, std::int64_t> rows(i.rows.begin(), i.rows.end());
  EXPECT_EQ(rows.at("trial"), 6);
  EXPECT_EQ(rows.at("matrix"), 2);
  const std::map<std::string, std::int64_t> outcomes(i.outcomes.begin(), i.outcomes.end());
  EXPECT_EQ(outcomes.at("ok"), 2);
  EXPECT_EQ(outcomes.at("timeout"), 1);
}

}  // namespace
}  // namespace sptune::db::test
