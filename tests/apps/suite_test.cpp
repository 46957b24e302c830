// SPDX-License-Identifier: BSD-3-Clause
// `sptune suite` as people use it: the program, its output and its exit codes.
#include "suites/collections/suite.hpp"

#include "suites/generators/generators.hpp"
#include "suites/io/matrix_market.hpp"
#include "suites/io/sha256.hpp"
#include "tests/suites/support.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace sptune::suites {
namespace {

using ::testing::HasSubstr;
using testing::Ran;

class SuiteCli : public ::testing::Test {
 protected:
  void SetUp() override {
    program_ = testing::environment_path("SPTUNE_BIN_DIR") / "sptune";
    if (!testing::fs::exists(program_)) GTEST_SKIP() << "sptune is not built";
  }
  [[nodiscard]] Ran sptune(const std::string& arguments) const {
    return testing::run("cd '" + folder_.path().string() + "' && SPTUNE_CACHE='" +
                        (folder_ / "cache").string() + "' '" + program_.string() + "' " +
                        arguments);
  }
  [[nodiscard]] Ran suite(const std::string& arguments) const {
    return sptune("suite " + arguments);
  }
  /// Sweeps the folder `matrices`: a point or two.
  [[nodiscard]] Ran sweep() const {
    return sptune(
        "sweep run --suite matrices --operations spmv --variants csr --no-baselines --grid smoke "
        "--no-finalists --trial-budget 0.003s --threads 1 --progress none --db d.sqlite --json");
  }
  testing::TemporaryFolder folder_;
  testing::fs::path program_;
};

TEST_F(SuiteCli, help_tells_what_there_is) {
  const Ran help = suite("--help");
  EXPECT_EQ(help.status, 0);
  for (const char* word :
       {"list", "show", "make", "import", "fetch", "stencil2d{points=5,n=100}"}) {
    EXPECT_THAT(help.output, HasSubstr(word));
  }
  EXPECT_THAT(suite("fetch --help").output, HasSubstr("SPTUNE_SUITESPARSE_URL"));
}

TEST_F(SuiteCli, list_shows_suites_and_generators) {
  EXPECT_THAT(suite("list").output, HasSubstr("stencil2d{points=5,n=100}"));
  EXPECT_THAT(suite("list quick").output, HasSubstr("train stencil3d"));
  const auto json = nlohmann::json::parse(suite("list --json").output);
  EXPECT_EQ(json["suites"].size(), builtin_suites().size());
  EXPECT_EQ(json["generators"].size(), generators().size());
  EXPECT_EQ(nlohmann::json::parse(suite("list quick --json").output)["format"], "sptune-suite");
}

TEST_F(SuiteCli, show_prints_what_was_read_and_cleaned) {
  testing::write_file(folder_ / "g__m.mtx",
                      "%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n"
                      "2 1 1\n2 1 1\n0 1 5\n3 3 0\n");

  const Ran refused = suite("show g__m.mtx");
  EXPECT_EQ(refused.status, 3);
  EXPECT_THAT(refused.output, HasSubstr("sptune: g__m.mtx:5: expected a row index from 1 to 3"));

  const Ran shown = suite("show g__m.mtx --drop-out-of-range");
  EXPECT_EQ(shown.status, 0);
  for (const char* part :
       {"g/m", "3 x 3, 3 non-zeros", "symmetry       symmetric", "entries read   4",
        "dropped        1", "summed         1", "explicit zeros 1", "content hash   "}) {
    EXPECT_THAT(shown.output, HasSubstr(part));
  }
  const auto json = nlohmann::json::parse(suite("show g__m.mtx --drop-out-of-range --json").output);
  EXPECT_EQ(json[0]["nnz"], 3);
  EXPECT_EQ(json[0]["report"]["dropped_out_of_range"], 1);
  EXPECT_TRUE(testing::fs::exists(json[0]["binary"].get<std::string>()));
}

TEST_F(SuiteCli, make_writes_a_generated_matrix) {
  EXPECT_EQ(suite("make 'fem{n=4}' -o fem.mtx").status, 0);
  EXPECT_EQ(read_matrix_market(folder_ / "fem.mtx").info.content_hash,
            generate("fem{n=4}").info.content_hash);
  const Ran wrong = suite("make 'fem{m=4}' -o fem.mtx");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.output, HasSubstr("fem has no parameter 'm'"));
  EXPECT_EQ(suite("make 'fem{n=4}' -o no/such/folder.mtx").status, 3);
  for (const char* packed : {"x.mtx.gz", "x.MTX.XZ", "x.tgz", "x.mtx.bz2"}) {
    const Ran refused = suite(std::string("make 'fem{n=4}' -o ") + packed);
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.output, HasSubstr(std::string(packed) + ": expected the name of a text"));
    EXPECT_FALSE(testing::fs::exists(folder_ / packed));
  }
  if (testing::fs::exists("/dev/full")) {
    const Ran full = suite("make 'fem{n=4}' -o /dev/full");
    EXPECT_EQ(full.status, 3);
    EXPECT_THAT(full.output, HasSubstr("No space left on device"));
  }
}

/// What a sweep measured with seeded values is another problem than the file's pattern of ones.
TEST_F(SuiteCli, seeded_values_are_had_by_all_that_take_a_matrix) {
  testing::write_file(folder_ / "p.mtx",
                      "%%MatrixMarket matrix coordinate pattern general\n3 3 3\n"
                      "1 1\n2 2\n3 1\n");
  const auto hash = [&](const std::string& arguments) -> std::string {
    const Ran ran = sptune(arguments + " --json");
    const auto json = nlohmann::json::parse(
        ran.output.substr(std::min(ran.output.find("{\n"), ran.output.find("[\n"))));
    return (json.is_array() ? json[0] : json["matrix"])["content_hash"];
  };
  const std::string seeded = hash("suite show p.mtx --seeded-values");
  EXPECT_NE(seeded, hash("suite show p.mtx"));
  EXPECT_EQ(hash("run p.mtx csr --in-process --seeded-values"), seeded);
  EXPECT_EQ(hash("predict p.mtx --seeded-values"), seeded);
  EXPECT_EQ(sptune("features p.mtx --seeded-values").status, 0);
}

TEST_F(SuiteCli, make_writes_the_seed_pair_with_its_defects_or_clean) {
  const Ran made = suite("make seed_pair_b -o b.mtx");
  EXPECT_EQ(made.status, 0);
  EXPECT_THAT(made.output, HasSubstr("46796 entries counted from 0"));
  EXPECT_EQ(suite("show b.mtx").status, 3);
  const auto dropped = nlohmann::json::parse(suite("show b.mtx --drop-out-of-range --json").output);
  EXPECT_EQ(suite("make seed_pair_b --clean -o clean.mtx").status, 0);
  const auto clean = nlohmann::json::parse(suite("show clean.mtx --json").output);
  EXPECT_EQ(dropped[0]["content_hash"], clean[0]["content_hash"]);
  EXPECT_EQ(clean[0]["report"]["dropped_out_of_range"], 0);
}

TEST_F(SuiteCli, import_makes_a_manifest_that_works_from_anywhere) {
  testing::fs::create_directories(folder_ / "matrices");
  ASSERT_EQ(suite("make 'wheel{n=10}' -o matrices/W__a.mtx").status, 0);
  ASSERT_EQ(suite("make 'wheel{n=20}' -o matrices/W__b.mtx").status, 0);
  EXPECT_EQ(suite("import matrices -o s.json --name wheels").status, 0);
  const auto shown = nlohmann::json::parse(suite("show s.json --json").output);
  ASSERT_EQ(shown.size(), 2U);
  EXPECT_EQ(shown[1]["name"], "W/b");
  EXPECT_EQ(shown[1]["rows"], 20);
  EXPECT_THAT(suite("show s.json").output, HasSubstr("W/a"));
  // Of what is printed nobody knows where it will lie.
  const std::string whole =
      "\"file:" + (testing::fs::canonical(folder_ / "matrices") / "W__a.mtx").string() + '"';
  EXPECT_THAT(suite("import matrices").output, HasSubstr(whole));
  EXPECT_THAT(suite("list matrices --json").output, HasSubstr(whole));
  EXPECT_EQ(suite("import matrices -o s.json --json").status, 2);
}

TEST_F(SuiteCli, a_file_cut_short_leaves_the_rest_of_a_folder_to_the_sweep) {
  testing::fs::create_directories(folder_ / "matrices");
  ASSERT_EQ(suite("make 'wheel{n=50}' -o matrices/good.mtx").status, 0);
  ASSERT_EQ(suite("make 'wheel{n=60}' -o matrices/cut.mtx").status, 0);
  const auto cut = folder_ / "matrices/cut.mtx.gz";
  ASSERT_EQ(testing::run("gzip '" + (folder_ / "matrices/cut.mtx").string() + "'").status, 0);
  const std::string packed = testing::read_file(cut);
  testing::write_file(cut, packed.substr(0, packed.size() - 4));

  const Ran ran = sweep();

  EXPECT_EQ(ran.status, 3) << ran.output;
  const auto begin = ran.output.find("{\n");
  ASSERT_NE(begin, std::string::npos) << ran.output;
  const auto json = nlohmann::json::parse(ran.output.substr(begin));
  EXPECT_EQ(json["matrices"], 1);
  ASSERT_EQ(json["unreadable"].size(), 1U);
  EXPECT_THAT(json["unreadable"].dump(), HasSubstr("cut short"));
}

TEST_F(SuiteCli, a_name_that_is_no_utf8_is_left_out_and_the_rest_is_swept) {
  testing::fs::create_directories(folder_ / "matrices");
  ASSERT_EQ(suite("make 'wheel{n=40}' -o matrices/whole.mtx").status, 0);
  testing::fs::copy(folder_ / "matrices/whole.mtx", folder_ / "matrices/m\xfcller.mtx");

  const Ran ran = sweep();

  EXPECT_EQ(ran.status, 3) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("left out m\\xfcller.mtx: expected a name in UTF-8"));
  EXPECT_THAT(ran.output, HasSubstr("\"matrices\": 1,"));
  for (const char* verb : {"import matrices", "list matrices"}) {
    const auto left = suite(verb);
    EXPECT_THAT(left.output, HasSubstr("left out m\\xfcller.mtx"));
    EXPECT_EQ(left.status, 3) << verb;
  }
  EXPECT_EQ(suite("show matrices").status, 3);

  // One file alone needs no name that can be stored.
  for (const char* command : {"features --json %", "list --json --matrix %", "run --json % csr"}) {
    std::string text = command;
    const Ran one = sptune(text.replace(text.find('%'), 1, "'matrices/m\xfcller.mtx'"));
    EXPECT_EQ(one.status, 0) << command << one.output;
  }
  testing::fs::rename(folder_ / "matrices", folder_ / "m\xfcller");
  const Ran folder = sptune("sweep run --db e.sqlite --suite 'm\xfcller'");
  EXPECT_EQ(folder.status, 3) << folder.output;
  EXPECT_THAT(folder.output, HasSubstr("expected a suite whose path is UTF-8"));
}

TEST_F(SuiteCli, a_name_with_control_characters_is_told_in_one_line) {
  testing::fs::create_directories(folder_ / "matrices");
  testing::write_file(folder_ / "matrices/red\x1b[31m\nb.mtx", "no matrix\n");
  ASSERT_EQ(suite("make 'wheel{n=40}' -o matrices/whole.mtx").status, 0);
  const Ran ran = sweep();
  EXPECT_THAT(ran.output, HasSubstr("left out red\\x1b[31m\\nb: "));
  EXPECT_EQ(ran.output.find('\x1b'), std::string::npos) << ran.output;
}

TEST_F(SuiteCli, show_goes_on_after_a_file_that_cannot_be_read) {
  testing::fs::create_directories(folder_ / "matrices");
  testing::write_file(folder_ / "matrices/a.mtx", "no matrix\n");
  ASSERT_EQ(suite("make 'wheel{n=40}' -o matrices/whole.mtx").status, 0);
  const Ran ran = suite("show matrices");
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.output, HasSubstr("left out a: "));
  EXPECT_THAT(ran.output, HasSubstr(" whole\n"));
}

TEST_F(SuiteCli, what_cannot_be_had_leaves_the_rest_of_a_suite_to_fetch_and_features) {
  ASSERT_EQ(suite("make 'wheel{n=40}' -o whole.mtx").status, 0);
  // Where it was fetched to before; nobody answers at the other address.
  const std::string here = "http://127.0.0.1:1/HB__a.mtx";
  const auto kept = fetched_path(here, folder_ / "cache/downloads");
  testing::fs::create_directories(kept.parent_path());
  testing::fs::copy_file(folder_ / "whole.mtx", kept);
  testing::write_file(folder_ / "s.json",
                      R"({"matrices": [{"source": "url:http://127.0.0.1:1/none.mtx"},
                          {"source": "url:)" +
                          here + R"(", "sha256": ")" + sha256_of_file(kept) + "\"}]}");

  const Ran fetched = suite("fetch s.json -o out.json");
  EXPECT_EQ(fetched.status, 3) << fetched.output;
  EXPECT_THAT(fetched.output, HasSubstr("left out none: http://127.0.0.1:1/none.mtx: "));
  EXPECT_THAT(fetched.output, HasSubstr("[2/2] HB/a: 40 x 40"));
  EXPECT_THAT(testing::read_file(folder_ / "out.json"), HasSubstr("none.mtx"));
  const Ran json = suite("fetch s.json --json");
  EXPECT_EQ(json.status, 3);
  EXPECT_THAT(json.output, HasSubstr("\"name\": \"HB/a\""));
  const Ran features = sptune("features s.json --json");
  EXPECT_EQ(features.status, 3);
  EXPECT_THAT(features.output, HasSubstr("left out none: "));
  EXPECT_THAT(features.output, HasSubstr("HB/a"));
}

TEST_F(SuiteCli, what_reading_cleaned_is_said_of_both_matrices) {
  testing::fs::create_directories(folder_ / "matrices");
  testing::write_file(folder_ / "matrices/twice.mtx",
                      "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 1\n1 1 2\n"
                      "2 2 1\n");
  ASSERT_EQ(suite("make 'wheel{n=4}' -o whole.mtx").status, 0);
  testing::write_file(folder_ / "zeros.mtx",
                      "%%MatrixMarket matrix coordinate real general\n2 2 2\n0 1 1\n2 2 1\n");
  const std::string summed =
      "warning, at twice: entries at the place of an earlier one are added "
      "to it: 1";
  const std::string run =
      "run matrices/twice.mtx hash --operation spgemm --in-process --drop-out-of-range --b ";
  for (const Ran& ran :
       {sweep(), sptune("features matrices/twice.mtx"), sptune(run + "zeros.mtx --json")}) {
    EXPECT_THAT(ran.output, HasSubstr(summed));
  }
  EXPECT_THAT(sptune(run + "zeros.mtx").output,
              HasSubstr("warning, at zeros: entries outside the matrix are dropped: 1"));
}

TEST_F(SuiteCli, a_complex_matrix_is_used_with_a_warning) {
  testing::fs::create_directories(folder_ / "matrices");
  testing::write_file(folder_ / "matrices/c.mtx",
                      "%%MatrixMarket matrix coordinate complex general\n2 2 2\n1 1 1 2\n2 2 1 "
                      "3\n");
  for (const Ran& ran :
       {sweep(), sptune("run matrices/c.mtx csr --in-process"), sptune("features matrices/c.mtx"),
        sptune("list --matrix matrices/c.mtx")}) {
    EXPECT_THAT(ran.output, HasSubstr("warning, at c: its values are complex"));
  }
}

TEST_F(SuiteCli, fetch_has_limits_that_options_lift) {
  for (const char* option : {"--max-size", "--min-speed"}) {
    EXPECT_THAT(suite("fetch --help").output, HasSubstr(option));
    const Ran wrong = suite(std::string("fetch HB/x ") + option + " many");
    EXPECT_EQ(wrong.status, 2);
    EXPECT_THAT(wrong.output, HasSubstr(std::string(option) + ": expected a size such as"));
  }
}

TEST_F(SuiteCli, what_would_do_nothing_is_refused) {
  EXPECT_EQ(suite("fetch HB/x --name wheels").status, 2) << "a name of no manifest";
  const Ran fetched = suite("fetch quick");
  EXPECT_EQ(fetched.status, 2);
  EXPECT_THAT(fetched.output, HasSubstr("quick: expected matrices with addresses to fetch"));
  const Ran cleaned = suite("make 'stencil2d{n=4}' --clean -o x.mtx");
  EXPECT_EQ(cleaned.status, 2);
  EXPECT_THAT(cleaned.output, HasSubstr("--clean is for seed_pair_a and seed_pair_b"));
  EXPECT_FALSE(testing::fs::exists(folder_ / "x.mtx"));
}

TEST_F(SuiteCli, wrong_use_has_its_exit_codes) {
  EXPECT_EQ(suite("").status, 2);
  EXPECT_EQ(suite("show").status, 2);
  EXPECT_EQ(suite("show quick --no-such-flag").status, 2);
  EXPECT_EQ(suite("show nothing").status, 3);
  EXPECT_EQ(suite("show missing.mtx").status, 3);
  EXPECT_EQ(suite("fetch missing.txt").status, 3);
  EXPECT_THAT(suite("show nothing").output, HasSubstr("sptune: expected a suite, found 'nothing'"));
}

}  // namespace
}  // namespace sptune::suites
