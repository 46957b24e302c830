// SPDX-License-Identifier: BSD-3-Clause
// What probing finds is remembered, by the next process, too.
#include "kernels/api/catalogue.hpp"
#include "sptune/dispatcher.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/learned_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tests/tuner/with_variable.hpp"
#include "tuner/dispatch/learned_choices.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace sptune {
namespace {

namespace fs = std::filesystem;

class Learned : public ::testing::Test {
 protected:
  Learned() {
    std::string text[2];
    for (const int i : {0, 1}) {
      text[i] = shipped_catalogue()
                    .parse(Operation::spmv, Backend::cpu, i == 0 ? "csr" : "ell")
                    .value()
                    .text();
    }
    model_ = testing::small_model(text[0], text[1]);
    model_.deciding.rule.apart = 2;  // the default may be far better than is predicted
    std::ofstream(model_file_) << to_json(model_);
  }

  Dispatcher dispatcher(const std::string& log) {
    Dispatcher d({model_file_}, [this](std::string_view line) { warnings_.emplace_back(line); });
    if (!log.empty()) d.remember_in(log);
    return d;
  }
  /// Runs a plan until it has decided, and returns what won.
  std::string race(const Dispatcher& d) {
    std::string winner;
    options_.settled = [&](const Configuration& c) { winner = c.text(); };
    auto spmv = d.spmv(a_.view(), options_);
    EXPECT_NE(spmv.choice().reason.find("probed"), std::string::npos) << spmv.choice().explain();
    const std::vector<double> x = testing::some_x(a_.cols);
    std::vector<double> y(static_cast<std::size_t>(a_.rows));
    for (int i = 0; i < 200 && winner.empty(); ++i) {
      spmv.run(2, x.data(), 0, y.data());
      testing::expect_twice_the_product(a_, x, y);
    }
    options_.settled = {};
    return winner;
  }
  [[nodiscard]] std::vector<learned::Record> records() const {
    std::vector<learned::Record> out;
    (void)learned::read(log_, [&](learned::Line&& line) {
      ASSERT_TRUE(line.record) << line.record.error();
      out.push_back(line.record.value());
    });
    return out;
  }
  void write(const learned::Record& record) const {
    std::ofstream(log_, std::ios::app) << to_line(record);
  }

  test::TemporaryFolder folder_;
  std::string model_file_ = (folder_ / "m.json").string();
  std::string log_ = (folder_ / "learned.jsonl").string();
  std::vector<std::string> warnings_;
  model::ModelData model_;
  Csr<double, std::int32_t> a_ = testing::band(300, 12);
  Options options_{
      .expected_runs = 1e6, .threads = 1, .constant_values = true, .probe = Probe::at_once};
};

TEST_F(Learned, what_a_race_found_is_chosen_by_the_next_process) {
  const std::string winner = race(dispatcher(log_));
  ASSERT_FALSE(winner.empty());
  const auto found = records();
  ASSERT_EQ(found.size(), 1U);
  const learned::Record& r = found[0];
  EXPECT_EQ(r.rows, 300);
  EXPECT_EQ(r.nnz, 3600);
  EXPECT_EQ(r.expected_runs, 1e6);
  EXPECT_EQ(r.features.at(Feature::mean_row), 12);
  ASSERT_EQ(r.measured.size(), 2U);
  EXPECT_EQ(r.measured[r.winner].configuration.text(), winner);
  for (const learned::Measured& m : r.measured) {
    EXPECT_GE(m.us.size(), 4U);
    EXPECT_GT(m.median_s(), 0);
    EXPECT_GT(m.prepare_s, 0);
    EXPECT_FALSE(m.code_hash.empty());
  }

  learned::Record clear = r;  // of runs of a microsecond, whatever else is at work here
  for (learned::Measured& m : clear.measured) m.us.assign(4, 9);
  clear.measured[clear.winner].us.assign(4, 1);
  write(clear);
  const Dispatcher next = dispatcher(log_);
  auto spmv = next.spmv(a_.view(), options_);

  EXPECT_EQ(spmv.choice().match, Match::learned);
  EXPECT_EQ(spmv.choice().configuration.text(), winner);
  EXPECT_NE(spmv.choice().explain().find("(learned)"), std::string::npos);
  const std::vector<double> x = testing::some_x(a_.cols);
  std::vector<double> y(300);
  spmv.run(2, x.data(), 0, y.data());
  testing::expect_twice_the_product(a_, x, y);
  options_.probe = Probe::none;
  EXPECT_EQ(next.choose_spmv(a_.view(), options_).match, Match::learned) << "probing or not";
  auto mirrored = a_;  // of the same sizes
  for (std::int32_t& column : mirrored.col_indices) column = 299 - column;
  for (std::ptrdiff_t row = 0; row < 300; ++row) {
    std::reverse(mirrored.col_indices.begin() + 12 * row,
                 mirrored.col_indices.begin() + 12 * (row + 1));
  }
  EXPECT_NE(next.choose_spmv(mirrored.view(), options_).match, Match::learned);
  EXPECT_TRUE(warnings_.empty()) << warnings_[0];
}

/// So that what was found can be trained on, which goes by the default's time.
TEST_F(Learned, a_race_that_is_remembered_holds_the_default) {
  model_.deciding.rule.apart = 0.1;  // what is predicted to take twice as long is no contender
  model_.candidates.push_back(model_.candidates[1]);
  model_.candidates[2].configuration =
      shipped_catalogue().parse(Operation::spmv, Backend::cpu, "hyb").value().configuration();
  std::ofstream(model_file_) << to_json(model_);
  const auto probed = [&](const std::string& file) {
    return dispatcher(file).choose_spmv(a_.view(), options_).reason;
  };
  EXPECT_NE(probed(log_).find("csr{"), std::string::npos) << probed(log_);
  EXPECT_EQ(probed("").find("csr{"), std::string::npos) << "only then: " << probed("");
  (void)race(dispatcher(log_));
  ASSERT_EQ(records().size(), 1U);
  EXPECT_EQ(records()[0].measured.size(), 3U);

  fs::remove(log_);
  options_.expected_runs = 200;  // a turn of five is over a hundredth of them
  EXPECT_EQ(probed(log_).find("csr{"), std::string::npos) << probed(log_);
}

TEST_F(Learned, the_same_process_remembers_it_at_once) {
  const Dispatcher d = dispatcher(log_);
  const std::string winner = race(d);
  const Choice again = d.choose_spmv(a_.view(), options_);
  EXPECT_EQ(again.match, Match::learned);
  EXPECT_EQ(again.configuration.text(), winner);
}

/// Leaves the folder in which the test works as it was.
class InFolder {
 public:
  explicit InFolder(const fs::path& folder) { fs::current_path(folder); }
  ~InFolder() { fs::current_path(before_); }
  InFolder(const InFolder&) = delete;
  InFolder& operator=(const InFolder&) = delete;

 private:
  fs::path before_ = fs::current_path();
};

TEST_F(Learned, a_relative_name_is_of_the_folder_in_which_it_was_told) {
  fs::create_directory(folder_ / "another");
  const InFolder here(folder_.path());
  const Dispatcher d = dispatcher("learned.jsonl");
  fs::current_path(folder_ / "another");
  EXPECT_FALSE(race(d).empty());
  EXPECT_EQ(records().size(), 1U);
  EXPECT_TRUE(fs::is_empty(folder_ / "another"));
}

/// As Options::async prepares: by one thread, whatever the record says.
TEST_F(Learned, what_preparing_costs_may_be_unknown) {
  (void)race(dispatcher(log_));
  learned::Record r = records().at(0);
  for (std::size_t i = 0; i < r.measured.size(); ++i) {
    const bool ell = r.measured[i].configuration.variant == "ell";
    r.measured[i].prepare_s = std::nan("");
    r.measured[i].us.assign(4, ell ? 1.0F : 9.0F);
    if (ell) r.winner = i;
  }
  write(r);
  const Dispatcher next = dispatcher(log_);
  const Choice choice = next.choose_spmv(a_.view(), options_);
  EXPECT_EQ(choice.match, Match::learned) << "as many runs are expected as when it raced";
  EXPECT_EQ(choice.configuration.variant, "ell");
  EXPECT_EQ(choice.prepare_seconds, 0);
  options_.expected_runs /= 2;
  EXPECT_NE(next.choose_spmv(a_.view(), options_).match, Match::learned);
}

TEST_F(Learned, the_variable_names_the_file_too) {
  const testing::WithVariable file("SPTUNE_LEARNED", log_);
  (void)race(dispatcher(""));
  EXPECT_EQ(records().size(), 1U);
  EXPECT_EQ(dispatcher("").choose_spmv(a_.view(), options_).match, Match::learned);
  Dispatcher off = dispatcher("");
  off.remember_in("");
  EXPECT_NE(off.choose_spmv(a_.view(), options_).match, Match::learned);
}

/// The record of a race, changed in one respect.
TEST_F(Learned, of_other_code_hardware_or_promises_nothing_is_believed) {
  (void)race(dispatcher(log_));
  const learned::Record r = records().at(0);
  learned::Record fast_ell = r;  // for certain
  for (learned::Measured& m : fast_ell.measured) {
    const bool ell = m.configuration.variant == "ell";
    m.us.assign(4, ell ? 1.0F : 9.0F);
    if (ell) fast_ell.winner = static_cast<std::size_t>(&m - fast_ell.measured.data());
  }
  const auto matches = [&](const learned::Record& record) {
    fs::remove(log_);
    write(record);
    return dispatcher(log_).choose_spmv(a_.view(), options_);
  };
  EXPECT_EQ(matches(fast_ell).configuration.variant, "ell");
  learned::Record other = fast_ell;
  for (learned::Measured& m : other.measured) {
    m.prepare_s = 0;
    m.us.assign(4, m.configuration.variant == "ell" ? 1.0F : 0.995F);
  }
  EXPECT_EQ(matches(other).configuration.variant, "ell") << "the race has decided";
  for (learned::Measured& m : other.measured) {
    if (m.configuration.variant != "ell") m.us.assign(4, 0.98F);
  }
  EXPECT_EQ(matches(other).configuration.variant, "csr");
  other = fast_ell;
  other.machine.arch = "vax 11/780";
  EXPECT_NE(matches(other).match, Match::learned);
  other = fast_ell;
  other.measured[other.winner].code_hash = "0123";
  EXPECT_NE(matches(other).match, Match::learned) << "the code has changed since";
  other = fast_ell;
  other.pattern.low += 1;
  EXPECT_NE(matches(other).match, Match::learned);
  other = fast_ell;
  other.measured[other.winner].prepare_s = 1;
  options_.expected_runs = 100;
  EXPECT_NE(matches(other).match, Match::learned) << "preparing does not pay within so few";
  options_.expected_runs = 1e6;
  EXPECT_EQ(matches(other).match, Match::learned);
  EXPECT_EQ(matches(fast_ell).reason.find("allowed"), std::string::npos);
  options_.constant_values = false;  // ELL keeps a copy
  const Choice changing = matches(fast_ell);
  EXPECT_EQ(changing.configuration.variant, "csr") << changing.explain();
  EXPECT_NE(changing.reason.find("the fastest that is allowed now of"), std::string::npos)
      << changing.reason;
}

TEST_F(Learned, where_a_race_could_try_more_now_the_model_answers) {
  (void)race(dispatcher(log_));
  learned::Record r = records().at(0);
  EXPECT_TRUE(r.constant_values);
  const auto matches = [&] {
    fs::remove(log_);
    write(r);
    return dispatcher(log_).choose_spmv(a_.view(), options_).match;
  };
  EXPECT_EQ(matches(), Match::learned);
  r.constant_values = false;  // nothing that keeps a copy was in it
  EXPECT_NE(matches(), Match::learned);
  options_.constant_values = false;
  EXPECT_EQ(matches(), Match::learned);

  options_.constant_values = r.constant_values = true;
  r.expected_runs = options_.expected_runs / 10;
  EXPECT_EQ(matches(), Match::learned) << "not far more than then";
  r.expected_runs = options_.expected_runs / 11;
  EXPECT_NE(matches(), Match::learned);
  Dispatcher without({}, [](std::string_view) {});
  without.remember_in(log_);
  EXPECT_EQ(without.choose_spmv(a_.view(), options_).match, Match::learned)
      << "better than what runs without a model";
}

/// Nobody knows whether there will be as many runs as that takes.
TEST_F(Learned, as_paid_the_winner_is_prepared_when_runs_have_cost_as_much) {
  (void)race(dispatcher(log_));
  learned::Record r = records().at(0);
  options_.probe = Probe::as_paid;
  r.expected_runs = std::numeric_limits<double>::infinity();
  const auto dispatcher_after = [&](double prepare_s) {
    for (std::size_t i = 0; i < r.measured.size(); ++i) {
      const bool ell = r.measured[i].configuration.variant == "ell";
      if (ell) r.winner = i;
      if (ell) r.measured[i].prepare_s = prepare_s;
      r.measured[i].us.assign(4, ell ? 1.0F : 9.0F);
    }
    fs::remove(log_);
    write(r);
    return dispatcher(log_);
  };
  const Choice at_once = dispatcher_after(1e-6).choose_spmv(a_.view(), options_);
  EXPECT_EQ(at_once.match, Match::learned);
  EXPECT_EQ(at_once.configuration.variant, "ell") << "a run takes as long";

  const Choice paid = dispatcher_after(10).choose_spmv(a_.view(), options_);
  EXPECT_EQ(paid.match, Match::learned);
  EXPECT_EQ(paid.configuration.variant, "csr");
  EXPECT_TRUE(paid.copies_values) << "ell may come to run";
  EXPECT_EQ(paid.expected_gain, 1);
  EXPECT_NE(paid.reason.find("paid for it: ell"), std::string::npos) << paid.reason;
  EXPECT_FALSE(race(dispatcher_after(2e-6)).empty());
  EXPECT_EQ(records().size(), 1U) << "its line is there";
  options_.probe = Probe::none;
  options_.expected_runs = 1e9;
  EXPECT_EQ(dispatcher_after(10).choose_spmv(a_.view(), options_).configuration.variant, "ell");
}

/// As after races of Options::async, whose thread prepares alone: unknown is not for nothing.
TEST_F(Learned, as_paid_a_winner_contends_with_the_model_s_price_where_none_is_known) {
  (void)race(dispatcher(log_));
  learned::Record r = records().at(0);
  options_.probe = Probe::as_paid;
  r.expected_runs = std::numeric_limits<double>::infinity();
  const auto choice_of = [&](float winner_us) {
    for (std::size_t i = 0; i < r.measured.size(); ++i) {
      const bool standard = r.measured[i].configuration.variant == "csr";
      if (!standard) r.winner = i;
      r.measured[i].prepare_s = std::nan("");
      r.measured[i].us.assign(4, standard ? 900.0F : winner_us);
    }
    fs::remove(log_);
    write(r);
    return dispatcher(log_).choose_spmv(a_.view(), options_);
  };
  const Choice paid = choice_of(1);
  EXPECT_EQ(paid.match, Match::learned);
  EXPECT_EQ(paid.configuration.variant, "csr") << "4.6 us are predicted for preparing";
  EXPECT_NE(paid.reason.find("paid for it: ell"), std::string::npos) << paid.reason;
  EXPECT_EQ(choice_of(6).configuration.variant, "ell") << "a run takes as long";

  const auto hyb = shipped_catalogue().parse(Operation::spmv, Backend::cpu, "hyb").value();
  r.measured[r.winner].configuration = hyb.configuration();
  r.measured[r.winner].code_hash = hyb.variant().code_hash;
  const Choice unknown = choice_of(1);
  EXPECT_NE(unknown.match, Match::learned) << "the model knows no such configuration";
  EXPECT_NE(unknown.reason.find("probed"), std::string::npos) << unknown.explain();
  options_.probe = Probe::none;
  r.expected_runs = options_.expected_runs;
  EXPECT_EQ(choice_of(1).configuration.variant, "hyb") << "what is prepared at once needs no price";
}

TEST_F(Learned, dispatchers_of_a_process_share_what_they_learn) {
  const Dispatcher before = dispatcher(log_);
  const std::string winner = race(dispatcher(log_));
  const Choice choice = before.choose_spmv(a_.view(), options_);
  EXPECT_EQ(choice.match, Match::learned);
  EXPECT_EQ(choice.configuration.text(), winner);
}

/// Altered where nobody would notice who does not read it all.
TEST_F(Learned, a_file_is_read_again_where_it_has_changed) {
  (void)race(dispatcher(log_));
  learned::Record other = records().at(0);
  for (int i = 0; i < 20; ++i) {
    ++other.sizes;
    write(other);
  }
  const auto match = [&] { return dispatcher(log_).choose_spmv(a_.view(), options_).match; };
  EXPECT_EQ(match(), Match::learned);
  const auto written = fs::last_write_time(log_);
  std::fstream(log_, std::ios::in | std::ios::out).seekp(100) << "?????";
  fs::last_write_time(log_, written);
  EXPECT_EQ(match(), Match::learned);
  EXPECT_TRUE(warnings_.empty()) << "it was read: " << warnings_[0];
  fs::last_write_time(log_, written + std::chrono::seconds(1));
  EXPECT_NE(match(), Match::learned);
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_NE(match(), Match::learned);
  EXPECT_EQ(warnings_.size(), 2U) << "each dispatcher's own are told";

  fs::remove(log_);
  learned::Record again = other;
  again.sizes -= 20;
  write(again);
  EXPECT_EQ(match(), Match::learned) << "of another file of this name";
  std::ofstream(log_, std::ios::app) << "no line\n";
  ++again.sizes;
  write(again);
  EXPECT_EQ(match(), Match::learned);
  EXPECT_EQ(warnings_.size(), 3U);
  fs::rename(log_, learned::former(log_));
  EXPECT_EQ(match(), Match::learned) << "as whoever fills it leaves it";
  fs::remove(learned::former(log_));
  EXPECT_NE(match(), Match::learned) << "forgotten with it";
}

/// Which GPU it is, is asked when there is something for one: asking wakes CUDA's driver, which
/// children cannot use from then on (docs/decisions/023).
TEST_F(Learned, lines_of_a_gpu_are_kept_until_a_gpu_is_asked_about) {
  learned::Record r = testing::some_record();
  r.backend = Backend::cuda;
  r.machine = {"a GPU of others", "sm_10", 1};
  write(r);
  r.machine.cores = 2;
  write(r);
  write(r);
  write(testing::some_record());
  const dispatch::LearnedChoices choices(log_, std::make_shared<dispatch::Warnings>());
  EXPECT_EQ(choices.size(), 3U) << "a pattern on each of three machines";
}

TEST_F(Learned, the_newest_line_wins) {
  (void)race(dispatcher(log_));
  learned::Record r = records().at(0);
  for (const bool ell : {true, false, true}) {
    for (std::size_t i = 0; i < 2; ++i) {
      const bool wins = (r.measured[i].configuration.variant == "ell") == ell;
      r.measured[i].us.assign(4, wins ? 1.0F : 9.0F);
      if (wins) r.winner = i;
    }
    write(r);
    EXPECT_EQ(dispatcher(log_).choose_spmv(a_.view(), options_).configuration.variant,
              ell ? "ell" : "csr");
  }
}

TEST_F(Learned, lines_that_are_none_are_one_warning) {
  (void)race(dispatcher(log_));
  std::ofstream(log_, std::ios::app) << "garbage\n{\"half\":";
  EXPECT_EQ(dispatcher(log_).choose_spmv(a_.view(), options_).match, Match::learned);
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_NE(warnings_[0].find("2 lines are skipped"), std::string::npos) << warnings_[0];
  EXPECT_NE(warnings_[0].find("line 2"), std::string::npos) << warnings_[0];
}

TEST_F(Learned, what_cannot_be_written_is_one_warning_and_nothing_else) {
  const std::string nowhere = (folder_ / "no/such/folder/log").string();
  const Dispatcher d = dispatcher(nowhere);
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_NE(warnings_[0].find(nowhere), std::string::npos) << warnings_[0];
  EXPECT_FALSE(race(d).empty());
  (void)d.choose_spmv(a_.view(), options_);
  EXPECT_EQ(warnings_.size(), 1U);

  warnings_.clear();
  const Dispatcher later = dispatcher(log_);
  fs::remove(log_);
  fs::create_directory(log_);  // since it was opened
  EXPECT_FALSE(race(later).empty());
  ASSERT_EQ(warnings_.size(), 1U) << "at once";
  EXPECT_NE(warnings_[0].find("not remembered"), std::string::npos) << warnings_[0];
  for (int i = 0; i < 3; ++i) (void)later.choose_spmv(a_.view(), options_);
  EXPECT_EQ(warnings_.size(), 1U);
}

/// No file grows beyond so many bytes, as where the disk is full.
class FullDisk {
 public:
  explicit FullDisk(rlim_t most) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit full{most, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &full);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    (void)std::signal(SIGXFSZ, handler_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST_F(Learned, a_full_disk_is_said_by_a_program_with_one_plan) {
  const Dispatcher d = dispatcher(log_);
  {
    const FullDisk full(100);
    EXPECT_FALSE(race(d).empty());
  }
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_NE(warnings_[0].find("is the disk full?"), std::string::npos) << warnings_[0];
  EXPECT_EQ(fs::file_size(log_), 0U);
  warnings_.clear();
  EXPECT_EQ(dispatcher(log_).choose_spmv(a_.view(), options_).match, Match::learned)
      << "this process knows it all the same";
  EXPECT_TRUE(warnings_.empty()) << warnings_[0];
}

/// What a sink belongs to may be gone with the dispatcher.
TEST_F(Learned, without_its_dispatcher_a_plan_warns_on_standard_error) {
  std::string winner;
  options_.settled = [&](const Configuration& c) { winner = c.text(); };
  auto spmv = dispatcher(log_).spmv(a_.view(), options_);
  fs::remove(log_);
  fs::create_directory(log_);
  const std::vector<double> x = testing::some_x(a_.cols);
  std::vector<double> y(static_cast<std::size_t>(a_.rows));
  ::testing::internal::CaptureStderr();
  for (int i = 0; i < 200 && winner.empty(); ++i) spmv.run(2, x.data(), 0, y.data());
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("not remembered"), std::string::npos) << said;
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(Learned, a_file_of_something_else_is_one_warning_and_stays) {
  std::ofstream(log_) << "shopping\n";
  const Dispatcher d = dispatcher(log_);
  EXPECT_FALSE(race(d).empty());
  (void)d.choose_spmv(a_.view(), options_);
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_NE(warnings_[0].find(log_ + ": exists and is no log"), std::string::npos) << warnings_[0];
  EXPECT_EQ(fs::file_size(log_), 9U);
}

TEST_F(Learned, memory_is_bounded) {
  learned::Record r = testing::some_record();
  std::string text;
  for (std::size_t i = 0; i < dispatch::LearnedChoices::most + 10; ++i) {
    r.sizes = i;
    text += to_line(r);
  }
  std::ofstream(log_) << text;
  const dispatch::LearnedChoices choices(log_, std::make_shared<dispatch::Warnings>());
  EXPECT_EQ(choices.size(), dispatch::LearnedChoices::most);
}

TEST_F(Learned, many_threads_may_race_and_remember) {
  const Dispatcher d = dispatcher(log_);
  const std::vector<double> x = testing::some_x(300);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (std::int32_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      const auto a = testing::band(300 + t, 12);
      const std::vector<double> in = testing::some_x(a.cols);
      std::vector<double> y(static_cast<std::size_t>(a.rows));
      auto spmv = d.spmv(a.view(), options_);
      for (int i = 0; i < 200; ++i) spmv.run(2, in.data(), 0, y.data());
      testing::expect_twice_the_product(a, in, y);
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(records().size(), 4U);
  EXPECT_TRUE(warnings_.empty());
}

}  // namespace
}  // namespace sptune
