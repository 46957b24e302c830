// SPDX-License-Identifier: BSD-3-Clause
// One side of a comparison: what a file, a sweep or a commit says of its problems.
#pragma once

#include "harness/records/noise.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace sptune::reports {

/// A file as a whole (`which` empty: newest code of each kernel), or of it one sweep or the runs of
/// one commit.
struct SideName {
  std::filesystem::path file;
  std::string which;  ///< number of a sweep from 1, or beginning of a run's uuid or of a commit
};

/// FILE, FILE@WHICH, or WHICH of `database`: what names a file is a file. Throws UsageError where
/// nothing follows '@'.
[[nodiscard]] SideName parse_side(const std::string& text, const std::filesystem::path& database);

/// What is computed, and in which way it is timed.
struct ProblemName {
  std::string operation, value_type, backend, cache, matrix, parameters, b_kind;
  std::string hash;  ///< problem_hash: the same in every file

  /// "spmv f64 cpu hot HB/1138_bus"
  [[nodiscard]] std::string text() const;
  /// Whatever the matrix is called.
  friend bool operator<(const ProblemName& a, const ProblemName& b) {
    return std::tie(a.backend, a.cache, a.hash) < std::tie(b.backend, b.cache, b.hash);
  }
};

/// A configuration on a problem, measured to the end.
struct SideConfiguration {
  bool baseline = false;
  bool finalist = false;  ///< measured again with others
  double us = 0;          ///< median
  double log_variance = 0;
  std::vector<std::size_t> trials;  ///< hashes of the uuids of those it stands on

  /// A trial of both: a copy and the file that went on, and nothing measured a second time.
  [[nodiscard]] bool shares_a_trial(const SideConfiguration& other) const;
};

struct SideProblem {
  harness::Noise noise;
  std::map<std::string, SideConfiguration> configurations;  ///< by canonical text
  /// Those that were given up as slower than the best so far, each with the time it had shown.
  std::map<std::string, SideConfiguration> dominated;

  /// Of those that may be dispatched; end() where there is none.
  [[nodiscard]] std::map<std::string, SideConfiguration>::const_iterator best() const;
};

/// Hardware, environment and protocol by their hashes: times under one of them may be compared.
struct SideContext {
  std::string hardware, environment, policy;
  std::string label;  ///< what tells it from other contexts of its file; empty where there is one
  std::map<ProblemName, SideProblem> problems;
};

struct Side {
  std::string name;  ///< as it was asked for
  std::vector<std::string> runs;
  std::string sweeps;                       ///< of the whole file, numbered, for messages
  std::string first_started, last_started;  ///< UTC
  std::set<std::string> commits;            ///< a dirty tree's marked
  std::vector<SideContext> contexts;
  /// What describes machine, software, protocol and plan, by name; several values where runs
  /// differ.
  std::map<std::string, std::set<std::string>> facts;
};

/// Throws DatabaseError; UsageError where `which` names nothing or more than one thing.
[[nodiscard]] Side read_side(const SideName& name);

}  // namespace sptune::reports
