// SPDX-License-Identifier: BSD-3-Clause
// Where the trials of a database come from, as far as hold-out timing depends on it.
// Private to the module.
#pragma once

#include "db/store.hpp"
#include "suites/collections/suite.hpp"
#include "tuner/train/dataset.hpp"

#include <map>
#include <string>

namespace sptune::holdout {

/// How the data set's trials were measured, with a fixed number of samples instead of a stop rule:
/// a policy of its own, so that these trials never count as a sweep's.
[[nodiscard]] harness::Protocol fixed_protocol(const db::Store& sweep, const train::Dataset& data,
                                               int repetitions);

/// One problem of the sweep, with the matrix A and its source.
struct TrialOrigin {
  harness::ProblemKey problem;
  suites::MatrixInfo matrix;
  suites::SuiteEntry entry;
};
/// Of the data set's problems, by problem hash. Throws DatabaseError where what is stored of one is
/// no description of it.
[[nodiscard]] std::map<std::string, TrialOrigin> trial_origins(const db::Store& sweep,
                                                               const train::Dataset& data);

}  // namespace sptune::holdout
