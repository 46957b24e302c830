// SPDX-License-Identifier: BSD-3-Clause
#include "harness/worker/fresh_verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sptune::harness {
namespace {

using ::testing::HasSubstr;

/// Who fails, of those that are measured in one process.
using Failing = std::function<bool(const std::string& name, const std::string& together)>;

/// A process that writes down who was asked in it, a space between two processes.
class ScriptedProcess final : public ProcessRunner {
 public:
  ScriptedProcess(Failing failing, Outcome failure, std::string& asked,
                  const char* stage = "recheck")
      : failing_(std::move(failing)), failure_(failure), asked_(asked), stage_(stage) {}
  Trial run(const TrialKey& key, double /*best_us*/) override {
    const std::string& name = key.configuration.configuration().variant;
    asked_ += name;
    return trial(key, name, "confidence");
  }
  std::vector<Trial> interleaved(const std::vector<ResolvedConfiguration>& configurations,
                                 const ProblemKey& problem, const Protocol& protocol,
                                 int /*repetitions*/, const Stop& /*stop*/) override {
    std::string together;
    for (const ResolvedConfiguration& c : configurations) together += c.configuration().variant;
    asked_ += together;
    std::vector<Trial> out;
    out.reserve(configurations.size());
    for (const ResolvedConfiguration& c : configurations) {
      out.push_back(trial({c, problem, protocol}, together, in_repetitions));
    }
    return out;
  }
  [[nodiscard]] bool fresh() const override { return asked_.empty() || asked_.back() == ' '; }
  void retire() override { asked_ += ' '; }

 private:
  [[nodiscard]] Trial trial(const TrialKey& key, const std::string& together,
                            const char* reason) const {
    Trial t = blank_trial(key);
    t.stage = stage_;
    t.outcome = failing_(t.configuration.variant, together) ? failure_ : Outcome::ok;
    if (t.outcome == Outcome::ok) t.samples["total"] = {1.0F};
    if (t.outcome == Outcome::ok) t.stop_reason = reason;
    if (t.outcome != Outcome::ok) t.message = "row 3";
    return t;
  }

  Failing failing_;
  Outcome failure_;
  std::string& asked_;
  const char* stage_;
};

std::vector<ResolvedConfiguration> of_names(const std::string& letters) {
  static const Variant scripted{};
  std::vector<ResolvedConfiguration> out;
  for (const char c : letters) {
    out.emplace_back(scripted, Configuration{std::string(1, c), {}}, nullptr);
  }
  return out;
}

struct Judged {
  std::vector<Trial> trials;
  std::string asked;
};

Judged judged(const std::string& names, Failing failing, Outcome failure = Outcome::wrong_result) {
  Judged out;
  const auto runner = with_fresh_verdicts(
      std::make_unique<ScriptedProcess>(std::move(failing), failure, out.asked));
  out.trials = runner->interleaved(of_names(names), {}, {}, 3, {});
  return out;
}

TEST(FreshVerdicts, the_guilty_are_left_out_and_their_victims_measured_again) {
  const Judged j = judged("axy", [](const std::string& name, const std::string& together) {
    return name == "x" || (name == "y" && together.find('x') != std::string::npos);
  });
  EXPECT_EQ(j.asked, "axy x y ay");
  EXPECT_EQ(j.trials[0].stop_reason, in_repetitions);
  EXPECT_EQ(j.trials[1].outcome, Outcome::wrong_result);
  EXPECT_FALSE(inconclusive(j.trials[1]));
  EXPECT_EQ(j.trials[2].outcome, Outcome::ok);
  EXPECT_EQ(j.trials[2].stop_reason, in_repetitions);
}

/// Whoever it is that spoils it, is right itself.
TEST(FreshVerdicts, a_trial_alone_does_not_stand_for_one_among_others) {
  const Judged j = judged("axy", [](const std::string& name, const std::string& together) {
    return name == "y" && together.find('x') != std::string::npos;
  });
  EXPECT_EQ(j.asked, "axy y axy");
  EXPECT_EQ(j.trials[2].outcome, Outcome::wrong_result);
  EXPECT_TRUE(j.trials[2].samples.empty()) << "of the trial alone";
  EXPECT_TRUE(inconclusive(j.trials[2])) << "the set stays pending";
  EXPECT_THAT(j.trials[2].message, HasSubstr("alone it is right: row 3"));
  EXPECT_EQ(j.trials[0].outcome, Outcome::ok);
  EXPECT_EQ(j.trials[1].outcome, Outcome::ok);
}

/// As processes run out of memory, and as plans on a GPU look at what is free.
TEST(FreshVerdicts, those_whose_memory_does_not_reach_for_all_are_measured_in_smaller_sets) {
  for (const Outcome failure : {Outcome::out_of_memory, Outcome::refused}) {
    const Judged j = judged(
        "abcdefg",
        [](const std::string& name, const std::string& together) {
          return together.find(name) >= 3;  // who comes fourth
        },
        failure);
    EXPECT_EQ(j.asked, "abcdefg dabcd dabcdefg");
    ASSERT_EQ(j.trials.size(), 7U);
    for (std::size_t i = 0; i < j.trials.size(); ++i) {
      EXPECT_EQ(j.trials[i].outcome, Outcome::ok) << i;
      EXPECT_EQ(j.trials[i].stop_reason, in_repetitions) << i;
      EXPECT_EQ(j.trials[i].configuration.variant, std::string(1, "abcdefg"[i]));
    }
  }
}

TEST(FreshVerdicts, whoever_has_no_memory_alone_either_leaves_the_others_together) {
  for (const Outcome failure : {Outcome::out_of_memory, Outcome::refused}) {
    const Judged j = judged(
        "axb", [](const std::string& name, const std::string& /*together*/) { return name == "x"; },
        failure);
    EXPECT_EQ(j.asked, "axb x");
    EXPECT_EQ(j.trials[1].outcome, failure);
    EXPECT_FALSE(inconclusive(j.trials[1]));
    EXPECT_EQ(j.trials[2].stop_reason, in_repetitions);
  }
}

/// On a GPU, too, a problem is loaded where others that went before may have left little memory.
TEST(FreshVerdicts,
     whoever_finds_no_memory_to_load_its_problem_in_a_used_process_gets_a_fresh_one) {
  for (const Outcome failure : {Outcome::out_of_memory, Outcome::error}) {
    std::string asked;
    const auto runner = with_fresh_verdicts(std::make_unique<ScriptedProcess>(
        [&](const std::string& /*name*/, const std::string& /*together*/) {
          return asked == "ab";  // the second of its process
        },
        failure, asked, "load"));
    EXPECT_EQ(runner->run({of_names("a").front(), {}, {}}, 0).outcome, Outcome::ok);
    const Trial second = runner->run({of_names("b").front(), {}, {}}, 0);
    const bool again = failure == Outcome::out_of_memory;
    EXPECT_EQ(second.outcome, again ? Outcome::ok : failure);
    EXPECT_EQ(asked, again ? "ab b" : "ab");
  }
}

TEST(FreshVerdicts, a_set_that_was_too_large_for_a_problem_is_so_when_it_is_prepared_anew) {
  std::string asked;
  const auto runner = with_fresh_verdicts(std::make_unique<ScriptedProcess>(
      [](const std::string& name, const std::string& together) { return together.find(name) >= 2; },
      Outcome::out_of_memory, asked));
  const ProblemKey problem{Operation::spmv, ValueType::f64, "one", "", "x"};
  EXPECT_EQ(runner->interleaved(of_names("abcd"), problem, {}, 3, {}).size(), 4U);
  asked += ';';
  EXPECT_EQ(runner->interleaved(of_names("abcd"), problem, {}, 3, {}).size(), 4U);
  asked += ';';
  const ProblemKey other{Operation::spmv, ValueType::f64, "two", "", "x"};
  EXPECT_EQ(runner->interleaved(of_names("ab"), other, {}, 3, {}).size(), 2U);
  EXPECT_EQ(asked, "abcd cabcd;abcd;ab") << "abcd: ab, then cd";
}

}  // namespace
}  // namespace sptune::harness
