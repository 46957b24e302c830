// SPDX-License-Identifier: BSD-3-Clause
// The drop-in where there is no GPU, over a cuSPARSE that only says what was called
// (fake_cusparse.cpp): what passes through, what is said when cuSPARSE is not there, and
// `sptune run-with`.
#include "dropin/entries_field.hpp"
#include "dropin/settings.hpp"
#include "tests/temporary_folder.hpp"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace sptune::dropin {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

using Words = std::vector<std::string>;
using Variables = std::vector<std::pair<std::string, std::string>>;

struct Ended {
  int status = 0;
  std::string out;
  std::string err;
  [[nodiscard]] int code() const { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
  [[nodiscard]] auto lines() const { return std::count(err.begin(), err.end(), '\n'); }
};

std::string text_of(const fs::path& file) {
  std::ostringstream out;
  out << std::ifstream(file).rdbuf();
  return out.str();
}

class Preloaded : public ::testing::Test {
 protected:
  Ended run(const Words& words, const Variables& variables = {}) const {
    Ended ended;
    const pid_t pid = fork();
    if (pid == 0) {
      if (freopen((folder_ / "out").c_str(), "w", stdout) == nullptr ||
          freopen((folder_ / "err").c_str(), "w", stderr) == nullptr) {
        _exit(126);
      }
      std::signal(SIGPIPE, SIG_DFL);
      setenv("CUDA_VISIBLE_DEVICES", "", 1);  // the calls are nothing for a GPU
      for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
      std::vector<char*> arguments;
      for (const std::string& w : words) arguments.push_back(const_cast<char*>(w.c_str()));
      arguments.push_back(nullptr);
      execv(arguments.front(), arguments.data());
      _exit(127);
    }
    waitpid(pid, &ended.status, 0);
    ended.out = text_of(folder_ / "out");
    ended.err = text_of(folder_ / "err");
    return ended;
  }
  Ended preloaded(const Words& words, Variables variables = {}) const {
    variables.emplace_back("LD_PRELOAD", library());
    return run(words, variables);
  }

  static std::string library() { return SPTUNE_DROPIN_LIBRARY; }
  static std::string caller() { return SPTUNE_CALLER; }
  static std::string bare() { return SPTUNE_BARE_CALLER; }
  static std::string fake() { return SPTUNE_FAKE_CUSPARSE; }
  static std::string without_preprocess() { return SPTUNE_FAKE_WITHOUT_PREPROCESS; }
  static std::string sptune() { return std::string(std::getenv("SPTUNE_BIN_DIR")) + "/sptune"; }

  sptune::test::TemporaryFolder folder_;
};

TEST_F(Preloaded, every_call_reaches_cusparse_once_and_its_status_comes_back) {
  const Ended plain = run({caller()});
  ASSERT_EQ(plain.code(), 0) << plain.err;
  EXPECT_THAT(plain.out, HasSubstr("SpGEMMreuse_compute\n"));
  for (const char* const status : {"0", "3", "6", "11"}) {
    const Variables wanted{{"FAKE_STATUS", status}};
    const Ended without = run({caller()}, wanted);
    const Ended with = preloaded({caller()}, wanted);
    EXPECT_EQ(with.out, without.out) << status;
    EXPECT_EQ(with.code(), without.code());
    EXPECT_THAT(with.err, IsEmpty());
    EXPECT_EQ(preloaded({caller(), "SpGEMM_copy"}, wanted).code(), std::atoi(status));
    Variables off = wanted;
    off.emplace_back("SPTUNE_DROPIN", "off");
    EXPECT_EQ(preloaded({caller()}, off).out, without.out) << status;
  }
}

TEST_F(Preloaded, every_function_is_defined_by_the_library) {
  void* const opened = dlopen(library().c_str(), RTLD_LAZY | RTLD_LOCAL);
  ASSERT_NE(opened, nullptr) << dlerror();
#define SPTUNE_IS_THERE(name) EXPECT_NE(dlsym(opened, "cusparse" #name), nullptr) << #name;
  SPTUNE_DROPIN_ANSWERED(SPTUNE_IS_THERE)
#undef SPTUNE_IS_THERE
  EXPECT_EQ(dlsym(opened, "cusparseCreate"), nullptr) << "which is cuSPARSE's alone";
}

TEST_F(Preloaded, cusparse_that_came_with_a_plugin_is_found) {
  EXPECT_EQ(run({bare(), "cusparseSpMV", fake()}).code(), 100) << "not for everybody";
  const Ended ended = preloaded({bare(), "cusparseSpMV", fake()}, {{"FAKE_STATUS", "7"}});
  EXPECT_EQ(ended.code(), 7) << ended.err;
  EXPECT_EQ(ended.out, "SpMV\n");
  EXPECT_THAT(ended.err, IsEmpty());
}

TEST_F(Preloaded, threads_may_be_the_first_to_call_together) {
  const Ended ended = preloaded({bare(), "cusparseSpMV", fake(), "8"});
  EXPECT_EQ(ended.code(), 0) << ended.err;
  EXPECT_EQ(std::count(ended.out.begin(), ended.out.end(), '\n'), 8 * 500 + 1);
}

TEST_F(Preloaded, missing_cusparse_is_said_in_one_line) {
  std::ofstream(folder_ / "libcusparse.so.12") << "nothing";  // before any that the system has
  const Ended ended = preloaded({bare(), "cusparseSpMV"}, {{"LD_LIBRARY_PATH", folder_.string()}});
  EXPECT_EQ(ended.code(), CUSPARSE_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(ended.lines(), 1) << ended.err;
  EXPECT_THAT(ended.err,
              AllOf(StartsWith("sptune-cusparse: no cuSPARSE: "), HasSubstr("LD_LIBRARY_PATH")));
}

TEST_F(Preloaded, old_cusparse_is_said_in_one_line_and_answers) {
  const Ended ended = preloaded({caller()}, {{"FAKE_VERSION", "11"}, {"FAKE_STATUS", "2"}});
  EXPECT_EQ(ended.lines(), 1) << ended.err;
  EXPECT_THAT(ended.err, AllOf(HasSubstr("version 11"), HasSubstr("too old")));
  EXPECT_EQ(ended.out, run({caller()}, {{"FAKE_VERSION", "11"}, {"FAKE_STATUS", "2"}}).out);
}

TEST_F(Preloaded, missing_function_is_not_supported) {
  const Ended there = preloaded({bare(), "cusparseSpMV", without_preprocess()});
  EXPECT_EQ(there.code(), 0) << there.err;
  const Ended ended = preloaded({bare(), "cusparseSpMV_preprocess", without_preprocess()});
  EXPECT_EQ(ended.code(), CUSPARSE_STATUS_NOT_SUPPORTED);
  EXPECT_EQ(ended.lines(), 1) << ended.err;
}

TEST_F(Preloaded, log_says_why_cusparse_answers_everything) {
  const Ended ended = preloaded({caller()}, {{"SPTUNE_LOG", "1"}});
  EXPECT_EQ(ended.lines(), 1) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("cuSPARSE answers everything: no CUDA device"));
}

TEST_F(Preloaded, a_relative_name_is_of_the_folder_in_which_the_program_began) {
  const fs::path file(library());
  const Ended ended = run({"/bin/sh", "-c",
                           "cd '" + file.parent_path().string() + "' && export LD_PRELOAD=./" +
                               file.filename().string() + " && exec '" + caller() + "'"},
                          {{"SPTUNE_LOG", "1"}, {"CALLER_FOLDER", "/"}});
  EXPECT_EQ(ended.code(), 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("cuSPARSE answers everything: no CUDA device"));
}

TEST_F(Preloaded, a_link_is_followed_to_the_library_that_answers) {
  const fs::path link = folder_ / "preloaded.so";
  fs::create_symlink(library(), link);
  const Ended ended = run({caller()}, {{"SPTUNE_LOG", "1"}, {"LD_PRELOAD", link.string()}});
  EXPECT_EQ(ended.code(), 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("cuSPARSE answers everything: no CUDA device"));
}

TEST_F(Preloaded, variables_that_cannot_be_read_are_a_line_each) {
  const Ended ended =
      preloaded({caller()}, {{"SPTUNE_CONSTANT", "yes"}, {"SPTUNE_DROPIN_MEMORY", "lots"}});
  EXPECT_EQ(ended.lines(), 2) << ended.err;
  EXPECT_THAT(ended.err, AllOf(HasSubstr("SPTUNE_CONSTANT=yes is ignored"),
                               HasSubstr("SPTUNE_DROPIN_MEMORY=lots is ignored")));
  EXPECT_EQ(ended.code(), 0);
}

TEST_F(Preloaded, run_with_is_the_program) {
  const Ended ended = run({sptune(), "run-with", caller(), "SpMV"}, {{"FAKE_STATUS", "5"}});
  EXPECT_EQ(ended.code(), 5) << ended.err;
  EXPECT_EQ(ended.out, run({caller()}, {{"FAKE_STATUS", "5"}}).out);
  EXPECT_EQ(run({sptune(), "run-with", "sh", "-c", "exit 7"}).code(), 7) << "from PATH";
  const Ended killed = run({sptune(), "run-with", "--", "sh", "-c", "kill -TERM $$"});
  EXPECT_TRUE(WIFSIGNALED(killed.status) && WTERMSIG(killed.status) == SIGTERM);
  EXPECT_EQ(run({sptune(), "run-with", "sh", "-c", "echo $0 $*", "--help", "-x"}).out,
            "--help -x\n");
}

TEST_F(Preloaded, run_with_knows_its_options) {
  const Ended ended = run({sptune(), "run-with", "--bogus", "sh", "-c", "exit 7"});
  EXPECT_EQ(ended.code(), 2);
  EXPECT_THAT(ended.err, testing::HasSubstr("--bogus: no option of run-with"));
}

TEST_F(Preloaded, run_with_sets_the_environment_and_nothing_else) {
  const std::string show =
      "echo $LD_PRELOAD; echo log=$SPTUNE_LOG constant=$SPTUNE_CONSTANT "
      "spin=$GOMP_SPINCOUNT; kill -PIPE $$";
  const Ended plain = run({sptune(), "run-with", "sh", "-c", show});
  EXPECT_THAT(plain.out,
              AllOf(HasSubstr("libsptune-cusparse.so\n"), HasSubstr("log= constant= spin=\n")));
  EXPECT_TRUE(WIFSIGNALED(plain.status) && WTERMSIG(plain.status) == SIGPIPE)
      << "the program's signals are not those of this one";
  const Ended told = run({sptune(), "run-with", "--log", "--constant", "values", "sh", "-c", show},
                         {{"LD_PRELOAD", "libc.so.6"}});
  EXPECT_THAT(told.out, AllOf(ContainsRegex("/libsptune-cusparse.so:libc.so.6\n"),
                              HasSubstr("log=1 constant=values")));
}

TEST_F(Preloaded, run_with_says_what_is_wrong) {
  const Ended none = run({sptune(), "run-with"});
  EXPECT_EQ(none.code(), 2);
  EXPECT_THAT(none.err, HasSubstr("sptune run-with python3"));
  const Ended unknown = run({sptune(), "run-with", "no-such-program"});
  EXPECT_EQ(unknown.code(), 2);
  EXPECT_THAT(unknown.err, AllOf(HasSubstr("no-such-program: No such file"), HasSubstr("PATH")));
  EXPECT_EQ(run({sptune(), "run-with", "--constant", "most", "true"}).code(), 2);
  const Ended help = run({sptune(), "run-with", "--help"});
  EXPECT_EQ(help.code(), 0);
  EXPECT_THAT(help.out, AllOf(HasSubstr("python3 train.py"), HasSubstr("SPTUNE_LOG=1")));
  // Where the library is not beside the program.
  fs::create_directories(folder_ / "bin");
  fs::copy_file(sptune(), folder_ / "bin/sptune");
  const Ended alone = run({folder_ / "bin/sptune", "run-with", "true"});
  EXPECT_EQ(alone.code(), 3);
  EXPECT_THAT(alone.err,
              AllOf(HasSubstr("looked for " + folder_.string()), HasSubstr("sptune_cusparse")));
  EXPECT_EQ(alone.lines(), 1) << alone.err;
}

Calls functions_of(const std::string& file) {
  Calls out{};
  void* const opened = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
#define SPTUNE_LOOK_UP(name) \
  out.name = reinterpret_cast<decltype(out.name)>(dlsym(opened, "cusparse" #name));
  SPTUNE_DROPIN_ANSWERED(SPTUNE_LOOK_UP)
  SPTUNE_DROPIN_ASKED(SPTUNE_LOOK_UP)
#undef SPTUNE_LOOK_UP
  return out;
}

void expect_size_is_set(const Calls& calls) {
  const auto field = EntriesField::find(calls);
  ASSERT_TRUE(field.has_value());
  std::vector<int> array(8);
  cusparseSpMatDescr_t c = nullptr;
  ASSERT_EQ(calls.CreateCsr(&c, 7, 9, 0, array.data(), nullptr, nullptr, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F),
            CUSPARSE_STATUS_SUCCESS);
  EXPECT_TRUE(field->set(calls, c, 42));
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t entries = 0;
  EXPECT_EQ(calls.SpMatGetSize(c, &rows, &cols, &entries), CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(std::vector({rows, cols, entries}), std::vector<std::int64_t>({7, 9, 42}));
  calls.DestroySpMat(c);
}

TEST_F(Preloaded, size_of_c_is_found_in_a_descriptor) {
  expect_size_is_set(functions_of(fake()));
  setenv("FAKE_HIDDEN_SIZE", "1", 1);
  EXPECT_FALSE(EntriesField::find(functions_of(fake())).has_value()) << "kept as its complement";
  unsetenv("FAKE_HIDDEN_SIZE");
}

TEST_F(Preloaded, size_of_c_is_found_in_nvidias_descriptor) {
  const std::string real = SPTUNE_REAL_CUSPARSE;
  if (!fs::exists(real)) GTEST_SKIP() << "no libcusparse.so in this CUDA Toolkit";
  expect_size_is_set(functions_of(real));
}

TEST(settings, are_read_from_words) {
  EXPECT_FALSE(read_settings(nullptr, nullptr, nullptr).log);
  EXPECT_FALSE(read_settings("0", "", "").log);
  EXPECT_TRUE(read_settings("1", nullptr, nullptr).log);
  EXPECT_EQ(read_settings(nullptr, "none", nullptr).promise, Promise::none);
  EXPECT_EQ(read_settings(nullptr, "pattern", nullptr).promise, Promise::pattern);
  EXPECT_EQ(read_settings(nullptr, "values", nullptr).promise, Promise::values);
  EXPECT_EQ(read_settings(nullptr, nullptr, "64M").kept_bytes, 64'000'000);
  EXPECT_EQ(read_settings(nullptr, nullptr, "0").kept_bytes, 0);
  const std::int64_t usual = Settings().kept_bytes;
  for (const char* const text : {"-1", "1X", "G", "99999999999T", "1GG"}) {
    EXPECT_EQ(read_settings(nullptr, nullptr, text).kept_bytes, usual) << text;
  }
}

}  // namespace
}  // namespace sptune::dropin
