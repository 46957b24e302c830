// SPDX-License-Identifier: BSD-3-Clause
// What a person meets on the command line: help, slips of the keyboard, files named in either way,
// tables that stay aligned.
#include "tests/apps/world.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

namespace sptune::apps::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

struct Verbs : World {};

TEST_F(Verbs, help_is_a_verb) {
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  EXPECT_EQ(run({"help", "db"}).out, run({"db", "--help"}).out);
  EXPECT_EQ(run({"help", "db", "check"}).out, run({"db", "check", "--help"}).out);
  EXPECT_EQ(run({"help", "db", "check"}).code(), 0);
  EXPECT_THAT(run({"help"}).out, HasSubstr("sptune help VERB"));
  EXPECT_EQ(run({"help", "swep"}).code(), 2);
}

TEST_F(Verbs, slips_are_answered_with_what_was_meant) {
  for (const auto& [words, meant] :
       std::vector<std::pair<Words, std::string>>{{{"swep"}, "'sweep'"},
                                                  {{"sweep", "rnu"}, "'run'"},
                                                  {{"db", "chekc", "db.sqlite"}, "'check'"},
                                                  {{"db", "exprot"}, "'export'"},
                                                  {{"qurey", "--list"}, "'query'"},
                                                  {{"eval"}, "'evaluate'"},
                                                  {{"help", "trian"}, "'train'"}}) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.code(), 2) << joined(words);
    EXPECT_THAT(ran.err, HasSubstr("did you mean " + meant)) << joined(words);
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
  const Ran far = run({"multiply"});
  EXPECT_EQ(far.code(), 2);
  EXPECT_THAT(far.err, AllOf(Not(HasSubstr("did you mean")), HasSubstr("list, suite, features")));
  EXPECT_THAT(run({"db"}).err,
              HasSubstr("info, check, merge, export, import-log, noise, migrate, schema"));
  EXPECT_EQ(run({}).code(), 2);
  EXPECT_EQ(run({"list", "csr"}).code(), 0) << "a word that is no verb where none is wanted";
}

TEST_F(Verbs, slips_in_options_and_choices_are_answered_as_those_in_verbs) {
  for (const auto& [words, answer] : std::vector<std::pair<Words, std::string>>{
           {{"sweep", "run", "--suit", "m3"},
            "`sptune sweep run` has no option --suit: did you mean --suite?"},
           {{"train", "--ouptut=m.json"},
            "`sptune train` has no option --ouptut: did you mean --output?"},
           {{"run", "--al"}, "`sptune run` has no option --al: did you mean --all?"},
           {{"train", "a.sqlite", "-"}, "not expected: -; `sptune train --help` tells more"},
           {{"train", "--=3"}, "`sptune train --help` tells more"},
           {{"list", "--colour"}, "`sptune list` has no option --colour; `sptune list --help`"},
           {{"sweep", "run", "--operations", "spmw"},
            "--operations: no choice 'spmw': did you mean 'spmv'?"},
           {{"sweep", "run", "--grid", "huge"}, "no choice 'huge'; there are: smoke, full"},
           {{"db", "check", "a", "b"}, "b; `sptune db check --help` tells more"}}) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.code(), 2) << joined(words);
    EXPECT_TRUE(ran.err.starts_with("sptune: ")) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(answer)) << joined(words);
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  }
}

TEST_F(Verbs, a_build_without_a_backend_says_how_to_get_it) {
  const Ran ran = run({"sweep", "run", "--suite", "stencil2d{points=5,n=12}", "--variants", "csr",
                       "--backend", "cuda", "--db", "none.sqlite"});
  if (ran.code() == 0 || ran.err.find("linked without") == std::string::npos) {
    GTEST_SKIP() << "it has one";
  }
  EXPECT_EQ(ran.code(), 5);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("-DSPTUNE_CUDA=ON"), Not(HasSubstr("nvidia-smi")),
                             HasSubstr("--backend cpu measures without")));
}

TEST_F(Verbs, whole_numbers_that_cannot_be_kept_are_refused) {
  for (const char* verb : {"sweep run --db a.sqlite --seed", "calibrate --db a.sqlite --seed",
                           "compare a.sqlite b.sqlite --top"}) {
    for (const char* wrong : {"-1", "18446744073709551615", "99999999999999999999", "1.5"}) {
      std::istringstream text(fmt::format("{} {}", verb, wrong));
      const Ran ran = run({std::istream_iterator<std::string>(text), {}});
      EXPECT_EQ(ran.code(), 2) << verb << " " << wrong << ran.out << ran.err;
      EXPECT_THAT(ran.err, HasSubstr(fmt::format("found '{}'", wrong)));
    }
  }
}

TEST_F(Verbs, memory_is_a_size_and_a_wrong_number_is_told_in_few_words) {
  const auto limit = [&](const std::string& memory) {
    const Ran ran = run({"sweep", "plan", "--suite", "stencil2d{points=5,n=12}", "--memory", memory,
                         "--variants", "csr", "--json"});
    EXPECT_EQ(ran.code(), 0) << ran.err;
    return nlohmann::json::parse(ran.out)["plan"]["protocol"]["memory_limit"];
  };
  EXPECT_EQ(limit("60"), 60 << 20);
  EXPECT_EQ(limit("0.5"), 1 << 19);
  EXPECT_EQ(limit("2G"), 2'000'000'000);
  EXPECT_EQ(limit("0"), 0);
  EXPECT_EQ(run({"sweep", "plan", "--memory", "-5"}).err,
            "sptune: --memory: expected a size such as 500M, 64G or none, found '-5'\n");
  EXPECT_EQ(run({"sweep", "plan", "--max-nnz", "-5"}).err,
            "sptune: --max-nnz: expected a whole number of entries up to 9e+15, or 0 for no limit, "
            "found '-5'; `sptune sweep plan --help` tells more\n");
}

TEST_F(Verbs, limits_that_count_are_whole_numbers_that_can_be_held) {
  const Words plan{"sweep",      "plan", "--suite", "stencil2d{points=5,n=12}",
                   "--variants", "csr",  "--json"};
  for (const char* option : {"--max-nnz", "--max-products"}) {
    for (const char* wrong : {"0.5", "1e30", "9.3e18", "nan", "inf", "many", ""}) {
      Words words = plan;
      words.insert(words.end(), {option, wrong});
      const Ran ran = run(words);
      EXPECT_EQ(ran.code(), 2) << joined(words);
      EXPECT_THAT(ran.err, AllOf(HasSubstr("expected a whole number of"),
                                 HasSubstr(fmt::format("or 0 for no limit, found '{}'", wrong))));
    }
  }
  Words words = plan;
  words.insert(words.end(), {"--max-nnz", "2.5e6", "--max-products", "0"});
  const Ran ran = run(words);
  EXPECT_EQ(ran.code(), 0) << ran.err;
  const auto limits = nlohmann::json::parse(ran.out)["plan"];
  EXPECT_EQ(limits["max_nnz"], 2'500'000);
  EXPECT_EQ(limits["max_products"], 0);
  EXPECT_EQ(nlohmann::json::parse(run(plan).out)["plan"]["max_products"], 200'000'000);
  EXPECT_EQ(run({"calibrate", "--max-products", "0.5"}).code(), 2);
}

TEST_F(Verbs, what_there_is_is_named) {
  EXPECT_THAT(run({"suite", "--help"}).out,
              HasSubstr("A SUITE is quick, small, standard, large, wide, rows, training,\n"));
  EXPECT_THAT(run({"models", "model.json"}).out,
              HasSubstr("models: model.json (said by the caller)\n"));
}

/// What `evaluate` prints without the table in which its own scoring, timed anew each time, is
/// paid.
std::string without_timings(std::string out) {
  const std::size_t begin = out.find("by expected runs");
  const std::size_t end = out.find("what preparing takes");
  if (begin < end && end != std::string::npos) out.erase(begin, end - begin);
  return out;
}

TEST_F(Verbs, a_database_is_named_either_way_or_by_default) {
  const fs::path folder = *program / "default";
  fs::create_directories(folder);
  fs::copy_file(*program / "db.sqlite", folder / "trials.sqlite",
                fs::copy_options::overwrite_existing);
  for (const Words& verb : std::vector<Words>{{"db", "info"},
                                              {"db", "check"},
                                              {"db", "migrate"},
                                              {"db", "export", "--csv"},
                                              {"sweep", "status"},
                                              {"evaluate", "--folds", "4", "--candidates", "2"}}) {
    if (is_slow(verb)) continue;
    Words bare = verb;
    Words option = verb;
    bare.push_back("trials.sqlite");
    option.insert(option.end(), {"--db", "trials.sqlite"});
    const Ran unnamed = run(verb, {.folder = folder.c_str()});
    EXPECT_EQ(unnamed.code(), 0) << joined(verb) << unnamed.how();
    const std::string same = without_timings(unnamed.out);
    EXPECT_EQ(without_timings(run(bare, {.folder = folder.c_str()}).out), same) << joined(bare);
    EXPECT_EQ(without_timings(run(option, {.folder = folder.c_str()}).out), same) << joined(option);
  }
  for (const Words& verb : std::vector<Words>{
           {"query", "SELECT 1"}, {"report", "r.html"}, {"train", "-o", "m.json", "--no-record"}}) {
    if (is_slow(verb)) continue;
    Words option = verb;
    option.insert(option.end(), {"--db", "trials.sqlite"});
    EXPECT_EQ(run(verb, {.folder = folder.c_str()}).code(), 0) << joined(verb);
    EXPECT_EQ(run(option, {.folder = folder.c_str()}).code(), 0) << joined(option);
  }
  EXPECT_THAT(run({"db", "info"}).err, HasSubstr("trials.sqlite: no such database"));
}

TEST_F(Verbs, every_verb_has_the_same_default_database) {
  std::set<std::string> defaults;
  for (const Words& verb : std::vector<Words>{{"train"},
                                              {"evaluate"},
                                              {"query"},
                                              {"report"},
                                              {"sweep", "run"},
                                              {"sweep", "plan"},
                                              {"sweep", "resume"},
                                              {"sweep", "status"},
                                              {"db", "check"},
                                              {"db", "info"},
                                              {"db", "export"},
                                              {"db", "migrate"}}) {
    Words words = verb;
    words.push_back("--help");
    const std::string help = run(words).out;
    const std::size_t at = help.find("--db TEXT");
    ASSERT_NE(at, std::string::npos) << joined(verb);
    const std::string rest = help.substr(at + 9, 40);
    EXPECT_THAT(rest, ::testing::MatchesRegex("[ =]*trials.sqlite(.|\n)*")) << joined(verb);
  }
}

TEST_F(Verbs, a_model_that_cannot_be_read_is_no_prediction_and_says_so) {
  const std::string matrix = "stencil2d{points=5,n=12}";
  const Ran ran = run({"predict", matrix, "--model", "a.mtx"});
  EXPECT_EQ(ran.code(), 3);
  EXPECT_EQ(ran.out, "");
  EXPECT_THAT(ran.err, AllOf(HasSubstr("a.mtx: not a sptune model"),
                             HasSubstr("the model is not used"), Not(HasSubstr("default"))));
  const Ran both = run({"predict", matrix, "--model", "a.mtx", "--model", "model.json"});
  EXPECT_EQ(both.code(), 0) << both.how();
  EXPECT_THAT(both.err, HasSubstr("warning: a.mtx"));
}

/// As a script passes it whose variable is not set.
TEST_F(Verbs, an_empty_name_is_no_database) {
  for (const Words& words :
       {Words{"db", "info"}, Words{"train"}, Words{"sweep", "run"}, Words{"evaluate"}}) {
    Words line = words;
    line.insert(line.end(), {"--db", ""});
    const Ran ran = run(line);
    EXPECT_EQ(ran.code(), 2) << ran.how();
    EXPECT_THAT(ran.err, HasSubstr("expected a file, found an empty name")) << words.front();
  }
}

TEST_F(Verbs, an_altered_model_is_refused) {
  std::string text = text_of(*program / "model.json");
  const std::size_t at = text.find("\"risk\":0.0");
  ASSERT_NE(at, std::string::npos) << text;
  std::ofstream(*program / "altered.json") << text.replace(at, 10, "\"risk\":0.5");
  const Ran ran = run({"predict", "stencil2d{points=5,n=12}", "--model", "altered.json"});
  EXPECT_EQ(ran.code(), 3) << ran.how();
  EXPECT_THAT(ran.err, HasSubstr("checksum"));
}

/// As it is installed: the program finds what ships by where it stands.
TEST_F(Verbs, models_that_ship_are_found_beside_the_program) {
  const fs::path prefix = *program / "prefix";
  const fs::path folder = prefix / "share/sptune/models";
  fs::create_directories(prefix / "bin");
  fs::create_directories(folder);
  fs::copy_file(fs::path(std::getenv("SPTUNE_BIN_DIR")) / "sptune", prefix / "bin/sptune");
  auto data = testing::small_model("csr{}", "sell{}");
  std::ofstream(folder / "here.json") << model::to_json(data);
  data.machine.arch = "vax 11/780";
  std::ofstream(folder / "vax.json") << model::to_json(data);
  std::ofstream(folder / "cut.json") << model::to_json(data).substr(0, 500);
  const auto installed = [&](const std::string& words) {
    const std::string log = (*program / "installed.txt").string();
    const int status = std::system(("env -u SPTUNE_MODEL '" + (prefix / "bin/sptune").string() +
                                    "' " + words + " > '" + log + "' 2>&1")
                                       .c_str());
    EXPECT_EQ(status, 0) << text_of(log);
    return text_of(log);
  };
  const std::string found = installed("models");
  data = testing::small_model("csr{}", "sell{}");
  data.machine.threads = 1;
  std::ofstream(folder / "here.json") << model::to_json(data);
  EXPECT_THAT(installed("models"),
              HasSubstr("trained on this hardware with 1 thread; a choice for "));
  EXPECT_THAT(installed("models"), HasSubstr(" is other_machine"));
  EXPECT_THAT(found, HasSubstr("* " + folder.string()));
  EXPECT_THAT(found, HasSubstr("used: trained on this hardware"));
  EXPECT_THAT(found, HasSubstr("not used: for other hardware"));
  EXPECT_THAT(found, HasSubstr("cut.json: not a sptune model"));
  EXPECT_THAT(installed("predict 'stencil2d{points=5,n=12}' --json"),
              HasSubstr((folder / "here.json").string()));
  EXPECT_THAT(run({"models"}).out, HasSubstr("switched off"));
}

TEST_F(Verbs, two_models_of_one_question_are_refused_by_name) {
  auto data = testing::small_model("csr{}", "sell{}");
  data.provenance.created = "2026-01-01T00:00:00Z";
  std::ofstream(*program / "twin.json") << model::to_json(data);
  const Ran both =
      run({"predict", "stencil2d{points=5,n=12}", "--model", "model.json", "--model", "twin.json"});
  EXPECT_EQ(both.code(), 2) << both.how();
  EXPECT_THAT(both.err, AllOf(HasSubstr("model.json and twin.json both choose"),
                              HasSubstr("name one of them")));
  EXPECT_THAT(run({"models", "model.json", "twin.json"}).out, HasSubstr("ambiguous: model.json"));
}

TEST_F(Verbs, an_address_is_taken_for_an_address) {
  // No port of this number: nothing that a second attempt, seconds later, would mend.
  const Ran ran = run({"suite", "show", "http://127.0.0.1:99999/some/group__a.mtx"});
  EXPECT_EQ(ran.code(), 3) << ran.how();
  EXPECT_THAT(ran.err, AllOf(HasSubstr("http://127.0.0.1:99999/"), HasSubstr("(1 of "),
                             Not(HasSubstr("No such file"))));
  EXPECT_THAT(run({"suite", "list", "https://127.0.0.1:9/x/group__a.mtx?raw=1"}).out,
              HasSubstr("group/a"));
}

/// Lines of a table that lie between the heading and the first line that is none of it.
Words rows_after(const std::string& text, const std::string& heading) {
  Words rows;
  std::istringstream in(text.substr(text.find(heading)));
  for (std::string line; std::getline(in, line) && !line.empty();) rows.push_back(line);
  return rows;
}

TEST_F(Verbs, long_configurations_do_not_break_tables) {
  const std::string matrix = "stencil2d{points=5,n=12}";
  std::map<std::string, std::set<std::size_t>> columns;
  std::istringstream in(run({"list", "--matrix", matrix}).out);
  for (std::string line; std::getline(in, line);) {
    const std::size_t end = line.find("}  ");
    if (end == std::string::npos) continue;
    columns[line.substr(0, line.find('{'))].insert(line.find_first_not_of(' ', end + 1));
  }
  EXPECT_GT(columns.size(), 10U);
  for (const auto& [variant, at] : columns) EXPECT_EQ(at.size(), 1U) << variant;

  const std::string one = "csr{}";
  const std::string other = "sell{}";
  const Ran compared = run({"run", matrix, one, other, "--threads", "1", "--repetitions", "2"});
  ASSERT_EQ(compared.code(), 0) << compared.how();
  const Words rows = rows_after(compared.out, "configuration ");
  ASSERT_GE(rows.size(), 3U);
  EXPECT_EQ(rows[1].find(']'), rows[2].find(']')) << compared.out;

  auto data = testing::small_model(
      "csr{}", "sell{chunk=8,sort=[1,2],index=delta,values=packed,unroll=4,prefetch=64,a=1,b=2}");
  std::ofstream(*program / "long.json") << model::to_json(data);
  const Ran predicted = run({"predict", matrix, "--model", "long.json"});
  ASSERT_EQ(predicted.code(), 0) << predicted.how();
  const Words candidates = rows_after(predicted.out, "  candidates,");
  ASSERT_GE(candidates.size(), 3U) << predicted.out;
  EXPECT_EQ(candidates[1].find("us], ") == std::string::npos, true);
  EXPECT_EQ(candidates[1].find(']', candidates[1].rfind('[')),
            candidates[2].find(']', candidates[2].rfind('[')))
      << predicted.out;
}

}  // namespace
}  // namespace sptune::apps::test
