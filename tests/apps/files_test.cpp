// SPDX-License-Identifier: BSD-3-Clause
// Result files that a verb was told to write, in places that are no plain files.
#include "tests/apps/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

namespace sptune::apps::test {
namespace {

using ::testing::HasSubstr;

/// Verbs that write a file; the last word is its name.
std::vector<Words> writers() {
  std::vector<Words> all{
      {"report", "--db", "db.sqlite"},
      {"train", "--db", "db.sqlite", "--no-record", "--candidates", "2", "-o"},
      {"evaluate", "--db", "db.sqlite", "--folds", "4", "--candidates", "2", "--csv"},
      {"db", "export", "db.sqlite", "--csv", "-o"},
      {"db", "export", "db.sqlite", "--json", "-o"},
      {"suite", "import", "matrices", "-o"},
      {"suite", "make", "stencil2d{points=5,n=40}", "-o"},
      {"suite", "make", "seed_pair_a{seed=1}", "-o"}};
  std::erase_if(all, is_slow);
  return all;
}

/// Begins as whatever any of them wrote before.
constexpr const char* former_output =
    R"({"sptune_model": 1, "sptune-suite", <meta name="generator" content="sptune">
%%MatrixMarket matrix,group, trial_id,trial_uuid,run_uuid {"trial_id":)";

struct Files : World {
  static Ran write(Words words, const fs::path& file) {
    words.push_back(file.string());
    return run(words);
  }
};

std::size_t leftovers(const fs::path& folder) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    count += name.find(".tmp") != std::string::npos || name.find(".part") != std::string::npos;
  }
  return count;
}

TEST_F(Files, a_full_device_is_exit_code_3_and_stays_a_device) {
  const fs::path node = *program / "full";
  if (mknod(node.c_str(), S_IFCHR | 0600, makedev(1, 7)) != 0) {
    fs::create_symlink("/dev/full", node);
    if (geteuid() == 0) GTEST_SKIP() << "no device of its own, and /dev/full is not to be risked";
  }
  for (const Words& words : writers()) {
    const Ran ran = write(words, node);
    EXPECT_EQ(ran.code(), 3) << joined(words) << "\n" << ran.how();
    EXPECT_THAT(ran.err, HasSubstr("No space left on device")) << joined(words);
    EXPECT_TRUE(fs::is_character_file(node)) << joined(words);
  }
  EXPECT_EQ(leftovers(program->folder()), 0U);
}

/// Reads a pipe until told that its writer is gone, whether or not there ever was one.
class PipeReader {
 public:
  explicit PipeReader(const fs::path& pipe)
      : fd_(open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)), thread_([this] {
          while (!done_) drain();
          drain();
        }) {}
  std::string text() {
    done_ = true;
    thread_.join();
    close(fd_);
    return text_;
  }

 private:
  void drain() {
    std::array<char, 4096> chunk{};
    for (ssize_t n = 0; (n = read(fd_, chunk.data(), chunk.size())) > 0;) {
      text_.append(chunk.data(), static_cast<std::size_t>(n));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  int fd_;
  std::atomic<bool> done_{false};
  std::string text_;
  std::thread thread_;
};

TEST_F(Files, a_named_pipe_is_written_and_stays_one) {
  const fs::path pipe = *program / "pipe";
  for (const Words& words : writers()) {
    fs::remove(pipe);
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    PipeReader reader(pipe);
    const Ran ran = write(words, pipe);
    EXPECT_GT(reader.text().size(), 20U) << joined(words);
    EXPECT_EQ(ran.code(), 0) << joined(words) << "\n" << ran.how();
    EXPECT_TRUE(fs::is_fifo(pipe)) << joined(words);
  }
}

TEST_F(Files, links_are_followed_and_permissions_kept) {
  fs::create_directories(*program / "elsewhere");
  for (const Words& words : writers()) {
    const fs::path target = *program / "elsewhere/target";
    const fs::path link = *program / "link";
    for (const bool there : {true, false}) {
      for (const fs::path& file : {target, link}) fs::remove(file);
      if (there) std::ofstream(target) << former_output;
      if (there) chmod(target.c_str(), 0640);
      fs::create_symlink("elsewhere/target", link);
      const Ran ran = write(words, link);
      EXPECT_EQ(ran.code(), 0) << joined(words) << "\n" << ran.how();
      EXPECT_TRUE(fs::is_symlink(link)) << joined(words);
      EXPECT_GT(fs::file_size(target), 20U) << joined(words);
      if (there) {
        EXPECT_EQ(static_cast<int>(fs::status(target).permissions()), 0640) << joined(words);
      }
    }
  }
  EXPECT_EQ(leftovers(*program / "elsewhere"), 0U);
}

TEST_F(Files, what_cannot_be_written_is_exit_code_3) {
  fs::create_symlink("circle", *program / "circle");
  for (const Words& words : writers()) {
    for (const fs::path& file : {fs::path("/no/such/folder/file"), fs::path("/proc/sptune-test"),
                                 program->folder(), *program / "circle"}) {
      const Ran ran = write(words, file);
      EXPECT_EQ(ran.code(), 3) << joined(words) << " " << file << "\n" << ran.how();
      EXPECT_THAT(ran.err, HasSubstr(file.string()));
    }
  }
  if (geteuid() == 0) return;  // root may write anywhere
  fs::create_directory(*program / "closed");
  std::ofstream(*program / "closed/file") << former_output;
  chmod((*program / "closed").c_str(), 0555);
  for (const Words& words : writers()) {
    EXPECT_EQ(write(words, *program / "closed/file").code(), 3) << joined(words);
  }
  chmod((*program / "closed").c_str(), 0755);
}

TEST_F(Files, a_database_is_never_overwritten_by_a_result) {
  fs::copy_file(*program / "db.sqlite", *program / "precious.sqlite");
  const std::string before = text_of(*program / "precious.sqlite");
  for (const Words& words : writers()) {
    const Ran ran = write(words, *program / "precious.sqlite");
    EXPECT_EQ(ran.code(), 2) << joined(words) << "\n" << ran.how();
    EXPECT_THAT(ran.err, HasSubstr("a database, which would be lost"));
  }
  EXPECT_EQ(text_of(*program / "precious.sqlite"), before);
}

TEST_F(Files, a_result_replaces_one_of_its_kind_and_nothing_else) {
  for (const Words& words : writers()) {
    const fs::path before = *program / "before";
    fs::remove(before);
    ASSERT_EQ(write(words, before).code(), 0) << joined(words);
    EXPECT_EQ(write(words, before).code(), 0) << joined(words) << ": its own former output";
    std::ofstream(*program / "thesis.txt") << "years of work";
    const Ran refused = write(words, *program / "thesis.txt");
    EXPECT_EQ(refused.code(), 2) << joined(words) << "\n" << refused.how();
    EXPECT_THAT(refused.err, HasSubstr("thesis.txt: exists and is no ")) << joined(words);
    EXPECT_EQ(refused.err.find("--force") != std::string::npos, words.front() == "train");
    EXPECT_EQ(text_of(*program / "thesis.txt"), "years of work") << joined(words);
  }
}

TEST_F(Files, a_model_replaces_a_model_and_nothing_else) {
  const Words train{"train", "--db", "db.sqlite", "--no-record", "--candidates", "2", "-o"};
  ASSERT_EQ(write(train, *program / "m.json").code(), 0);
  EXPECT_EQ(write(train, *program / "m.json").code(), 0) << "an older model";
  std::ofstream(*program / "notes.json") << "{\"mine\": 1}";
  const Ran refused = write(train, *program / "notes.json");
  EXPECT_EQ(refused.code(), 2) << refused.how();
  EXPECT_THAT(refused.err, HasSubstr("--force"));
  EXPECT_EQ(text_of(*program / "notes.json"), "{\"mine\": 1}");
  Words forced = train;
  forced.insert(forced.begin() + 1, "--force");
  EXPECT_EQ(write(forced, *program / "notes.json").code(), 0);
}

}  // namespace
}  // namespace sptune::apps::test
