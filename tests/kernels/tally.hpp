// SPDX-License-Identifier: BSD-3-Clause
// What the variants of an operation ran of what a battery asked of them, and why not the rest: a
// variant that refuses everything must not pass a contract.
#pragma once

#include "kernels/api/variant.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <regex>
#include <set>
#include <string>

namespace sptune::test {

/// A refusal says why, in words and numbers.
inline void expect_reason(const Fit& fit) {
  EXPECT_GT(fit.reason.size(), 10U) << "a refusal says why";
  EXPECT_THAT(fit.reason, ::testing::ContainsRegex("[0-9]")) << "a refusal has its numbers";
}

/// With SPTUNE_TEST_TRACE set, a line for each plan before it is made: the last one before a hang.
inline void trace(const std::string& problem, const ResolvedConfiguration& c) {
  static const bool wanted = std::getenv("SPTUNE_TEST_TRACE") != nullptr;
  if (wanted) std::cerr << problem << ' ' << c.text() << std::endl;
}

/// The least that each of our variants has to run, of the cases that do not ask for more threads
/// than were granted.
struct Floor {
  int cases = 1;                    ///< configurations times problems
  double share = 0;                 ///< of the cases asked
  int problems = 1;                 ///< different ones
  bool every_configuration = true;  ///< each of the smoke grid runs somewhere
};

class Tally {
 public:
  /// `fit`: what the configuration answered to this problem; where it is yes, its plan was held to
  /// the contract.
  void add(const ResolvedConfiguration& c, const std::string& problem, const Fit& fit) {
    Ran& ran = all_[&c.variant()];
    if (!fit) {
      // The same reason with other numbers is the same reason.
      static const std::regex number("[0-9][0-9.]*");
      ran.refusals[std::regex_replace(fit.reason, number, "#")].insert(problem);
      if (fit.reason.starts_with("threads=")) {
        ran.threads_missing.insert(c.text());
      } else {
        ++ran.asked;
      }
      return;
    }
    ++ran.asked;
    ++ran.held;
    ran.configurations.insert(c.text());
    ran.problems.insert(problem);
  }

  /// Names every refusal, and holds each of our variants to the floor.
  void expect(const Floor& floor) const {
    ASSERT_FALSE(all_.empty());
    for (const auto& [variant, ran] : all_) {
      print(*variant, ran);
      if (variant->facts.baseline) continue;
      SCOPED_TRACE(variant->facts.name);
      EXPECT_GE(ran.held, floor.cases);
      EXPECT_GE(ran.held, floor.share * ran.asked);
      EXPECT_GE(static_cast<int>(ran.problems.size()), floor.problems);
      for (const ResolvedConfiguration& c : variant->smoke_grid()) {
        EXPECT_TRUE(!floor.every_configuration || ran.threads_missing.contains(c.text()) ||
                    ran.configurations.contains(c.text()))
            << c.text() << " ran nowhere";
      }
    }
  }

 private:
  struct Ran {
    int asked = 0;
    int held = 0;
    std::set<std::string> configurations;                   ///< that ran
    std::set<std::string> threads_missing;                  ///< configurations, too
    std::set<std::string> problems;                         ///< on which one ran
    std::map<std::string, std::set<std::string>> refusals;  ///< reason, problems
  };

  static void print(const Variant& variant, const Ran& ran) {
    std::cout << variant.facts.name << ": " << ran.held << " of " << ran.asked << " cases ran, on "
              << ran.problems.size() << " problems\n";
    for (const auto& [reason, problems] : ran.refusals) {
      std::cout << "  refused " << problems.size() << ": " << reason << ", as on "
                << *problems.begin() << "\n";
    }
  }

  std::map<const Variant*, Ran> all_;
};

}  // namespace sptune::test
