// SPDX-License-Identifier: BSD-3-Clause
// From the result database to a data set.
#pragma once

#include "db/store.hpp"
#include "tuner/train/dataset.hpp"

#include <cstdint>
#include <string>

namespace sptune::train {

struct Query {
  Operation operation{};
  ValueType value_type = ValueType::f64;
  Backend backend = Backend::cpu;
  std::string cache = "hot";
  Repeat repeat = Repeat::whole;
  /// Beginnings of the hashes of the context; where several contexts remain, the one with most
  /// trials is taken and the others are listed in Dataset::left_out: their times must not be mixed.
  std::string hardware, environment, policy;
  std::string split;  ///< side of the families: train | test; empty: all
  /// What applications measured (`sptune db import-log`) instead of what was swept. Nothing of it
  /// was verified.
  bool learned = false;
  std::string condition;  ///< further SQL on trial_flat, for example "matrix_nnz > 1e6"
  /// Held-out problems: SQL on trial_flat, `collected` or `generated` (Problem::generated); empty:
  /// all.
  std::string held_out;
};

/// Throws InputError when there is nothing to learn from, DatabaseError when the file cannot be
/// read. `catalogue` tells the default configuration and what ships today.
[[nodiscard]] Dataset read_dataset(const db::Store& store, const Query& query,
                                   const Catalogue& catalogue);

/// The trials that a query finds, of one context.
struct FoundTrials {
  std::string condition;  ///< SQL
  std::int64_t count = 0;
  /// Of problem, configuration, outcome, median and preparing (of several occasions, each), not of
  /// the matrices' features: `Provenance::training_hash` of what learned from them.
  std::string hash;
};
/// What `Provenance::training_query` says.
struct TrainingQuery {
  std::string condition;  ///< SQL, by which trials were found
  std::string side;       ///< in words, where one side of the families was kept of them
  bool learned = false;   ///< Query::learned
};
[[nodiscard]] TrainingQuery parts_of(const std::string& training_query);
/// Throws DatabaseError when the file cannot be read.
[[nodiscard]] FoundTrials find_trials(const db::Store& store, const Query& query);

}  // namespace sptune::train
