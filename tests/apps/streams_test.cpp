// SPDX-License-Identifier: BSD-3-Clause
// Standard streams that cannot be written: every verb notices on standard output, none minds on
// standard error.
#include "harness/environment/sanitizers.hpp"
#include "tests/apps/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <utility>

namespace sptune::apps::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Streams : World {};

std::ptrdiff_t lines(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

/// Names under "Subcommands:" of a help.
Words subcommands(const std::string& help) {
  Words out;
  const std::size_t at = help.find("Subcommands:\n");
  if (at == std::string::npos) return out;
  std::istringstream in(help.substr(help.find('\n', at) + 1));
  for (std::string line; std::getline(in, line) && line.starts_with("  ");) {
    if (line.size() > 2 && line[2] != ' ') out.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return out;
}

/// Every question of the table, each of which ends with 0; under sanitizers, where a program takes
/// long to begin, the first question of every verb.
std::vector<Words> every_question() {
  std::vector<Words> out{{"--help"}, {"--version"}, {"help"}};
  const auto table = questions();
  for (auto at = table.begin(); at != table.end();
       at = harness::sanitized ? table.upper_bound(at->first) : std::next(at)) {
    if (!is_slow(at->second)) out.push_back(at->second);
  }
  return out;
}

/// Those, and but under sanitizers the help of every verb below every verb.
std::vector<Words> everything() {
  std::vector<Words> out = every_question();
  if (harness::sanitized) return out;
  for (const std::string& verb : verbs()) {
    out.push_back({"help", verb});
    out.push_back({verb, "--help"});
    for (const std::string& sub : subcommands(World::run({verb, "--help"}).out)) {
      out.push_back({verb, sub, "--help"});
    }
  }
  EXPECT_GT(out.size(), 50U);
  return out;
}

TEST_F(Streams, every_verb_is_in_the_table) {
  const auto table = questions();
  for (const std::string& verb : verbs()) {
    EXPECT_EQ(table.count(verb) > 0, true)
        << "add what `sptune " << verb << "` prints to questions() in tests/apps/world.hpp";
  }
  for (const auto& [verb, words] : table) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.code(), 0) << joined(words) << "\n" << ran.how();
    EXPECT_FALSE(ran.out.empty()) << joined(words);
  }
}

TEST_F(Streams, a_full_standard_output_is_exit_code_3_and_one_line) {
  for (const Words& words : everything()) {
    const Ran ran = run(words, {.out = Stream::to("/dev/full")});
    EXPECT_EQ(ran.code(), 3) << joined(words) << "\n" << ran.how();
    EXPECT_THAT(ran.err, HasSubstr("standard output cannot be written: No space left on device"))
        << joined(words);
    EXPECT_THAT(ran.err, Not(HasSubstr("internal error")));
    EXPECT_EQ(lines(ran.err.substr(ran.err.rfind("sptune: ", ran.err.find("standard output")))), 1)
        << joined(words) << ran.err;
  }
}

TEST_F(Streams, a_closed_standard_output_is_exit_code_3) {
  for (const Words& words : every_question()) {
    const Ran ran = run(words, {.out = Stream::shut()});
    EXPECT_EQ(ran.code(), 3) << joined(words) << "\n" << ran.how();
    EXPECT_THAT(ran.err, HasSubstr("standard output cannot be written: Bad file descriptor"))
        << joined(words);
  }
}

TEST_F(Streams, standard_error_that_cannot_be_written_changes_nothing) {
  std::vector<std::pair<Words, int>> all;  // with their exit codes
  if (!harness::sanitized) {               // where what is said of errors does
    for (Words& words : every_question()) all.emplace_back(std::move(words), 0);
  }
  for (const Words& wrong :
       std::vector<Words>{{"nonsense"},
                          {"list", "--nonsense"},
                          {"list", "no_such_variant"},
                          {"db", "info", "no.sqlite"},
                          {"db", "info", "a.mtx"},
                          {"suite", "show", "no.mtx"},
                          {"predict", "a.mtx", "--model", "a.mtx"},
                          {"evaluate", "--db", "db.sqlite", "--folds", "4", "--candidates", "2",
                           "--min-share", "0.9999999"},
                          {"query", "--db", "db.sqlite", "SELEC"},
                          {"suite", "import", "matrices", "-o", "m.json"},
                          {"query", "--db", "db.sqlite", "--named", "best", "--show-sql"}}) {
    if (is_slow(wrong)) continue;
    all.emplace_back(wrong, run(wrong).code());
    ASSERT_GE(all.back().second, 0) << joined(wrong);
  }
  for (const auto& [words, code] : all) {
    for (const Stream& err : {Stream::to("/dev/full"), Stream::shut()}) {
      const Ran ran = run(words, {.err = err});
      EXPECT_EQ(ran.code(), code) << joined(words) << "\n" << ran.how();
    }
  }
}

TEST_F(Streams, a_sweep_goes_on_when_its_log_is_full) {
  for (const Stream& err : {Stream::to("/dev/full"), Stream::shut()}) {
    fs::remove(*program / "log.sqlite");
    const Ran ran =
        run({"sweep", "run", "--suite", "stencil2d{points=5,n=12}", "--operations", "spmv",
             "--variants", "csr,ell", "--grid", "smoke", "--trial-budget", "0.001s", "--verbose",
             "--progress", "lines", "--every", "0.001", "--db", "log.sqlite"},
            {.err = err});
    EXPECT_EQ(ran.code(), 0) << ran.how();
    EXPECT_THAT(ran.out, HasSubstr("finished"));
    EXPECT_EQ(run({"db", "check", "--strict", "log.sqlite"}).code(), 0);
  }
}

TEST_F(Streams, both_closed_is_the_code_alone) {
  EXPECT_EQ(run({"list"}, {.out = Stream::shut(), .err = Stream::shut()}).code(), 3);
  EXPECT_EQ(run({"db", "info", "no.sqlite"}, {.out = Stream::shut(), .err = Stream::shut()}).code(),
            4);
}

TEST_F(Streams, closed_streams_do_not_end_up_in_files) {
  const Words import{"suite", "import", "matrices", "-o", "manifest.json"};
  ASSERT_EQ(run(import).code(), 0);
  const std::string manifest = text_of(*program / "manifest.json");
  EXPECT_EQ(run(import, {.out = Stream::shut(), .err = Stream::shut()}).code(), 0);
  EXPECT_EQ(text_of(*program / "manifest.json"), manifest);
  EXPECT_EQ(run({"report", "closed.html", "--db", "db.sqlite"}, {.out = Stream::shut()}).code(), 3);
  EXPECT_THAT(text_of(*program / "closed.html"), ::testing::EndsWith("</html>\n"));
}

TEST_F(Streams, a_reader_that_goes_away_ends_it_like_other_programs) {
  for (const bool ignored : {false, true}) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    close(ends[0]);
    const Ran ran = run({"db", "schema"}, {.out_fd = ends[1], .ignore_sigpipe = ignored});
    close(ends[1]);
    EXPECT_EQ(ran.signal(), ignored ? 0 : SIGPIPE) << ran.how();
    EXPECT_EQ(ran.code(), ignored ? 3 : -1) << ran.how();
    EXPECT_EQ(ran.err, "");
  }
}

/// What the program shows on a terminal.
std::string on_terminal(const Words& words) {
  int ours = -1;
  int theirs = -1;
  if (openpty(&ours, &theirs, nullptr, nullptr, nullptr) != 0) return {};
  fcntl(ours, F_SETFD, FD_CLOEXEC);
  const pid_t pid = World::program->start(words, {.err = Stream::caught(), .out_fd = theirs});
  close(theirs);
  std::string text;
  std::array<char, 4096> chunk{};
  for (ssize_t n = 0;
       (n = read(ours, chunk.data(), chunk.size())) > 0 || (n < 0 && errno == EINTR);)
    text.append(chunk.data(), static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  close(ours);
  World::program->wait_for(pid);
  return text;
}

TEST_F(Streams, a_terminal_is_not_steered_by_names) {
  std::ofstream(*program / "evil.json") << R"({"name":"\u001b[31mred\u009b31m\u0007","matrices":)"
                                        << R"([{"source":"generate:stencil2d{points=5,n=9}"}]})";
  const std::string shown = on_terminal({"suite", "list", "evil.json"});
  EXPECT_THAT(shown, HasSubstr(R"(\x1b[31mred\x9b31m\x07)"));
  EXPECT_EQ(shown.find('\x1b'), std::string::npos);
  EXPECT_THAT(run({"suite", "list", "evil.json"}).out, HasSubstr("\x1b[31mred"))
      << "a pipe gets what is there";
}

TEST_F(Streams, a_limit_of_file_sizes_is_said) {
  const Ran report = run({"report", "large.html", "--db", "db.sqlite"}, {.largest_file = 4096});
  EXPECT_EQ(report.code(), 3) << report.how();
  EXPECT_THAT(report.err, HasSubstr("ulimit -f"));
  EXPECT_FALSE(fs::exists(*program / "large.html"));
  const Ran merge =
      run({"db", "merge", "db.sqlite", "-o", "large.sqlite"}, {.largest_file = 65536});
  EXPECT_EQ(merge.code(), 4) << merge.how();
  EXPECT_THAT(merge.err, HasSubstr("ulimit -f"));
}

TEST_F(Streams, a_worker_reads_and_writes_nothing_but_a_socket) {
  const std::string worker = std::string(std::getenv("SPTUNE_BIN_DIR")) + "/sptune-worker";
  const fs::path junk = *program / "junk";
  std::ofstream(junk) << "junk that is no frame";
  for (const char* redirection : {" 3<", " 3<>"}) {
    const std::string command = worker + redirection + junk.string() + " 2>/dev/null";
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 2) << command;
  }
  EXPECT_EQ(text_of(junk), "junk that is no frame");
}

}  // namespace
}  // namespace sptune::apps::test
