// SPDX-License-Identifier: BSD-3-Clause
// What a database says about where its trials come from, as far as timing them again depends on it.
// Private to the room.
#pragma once

#include "db/store.hpp"
#include "suites/collections/suite.hpp"
#include "tuner/train/dataset.hpp"

#include <map>
#include <string>

namespace sptune::retime {

/// How the data set's trials were measured, with a fixed number of samples instead of a stop rule:
/// a policy of its own, so that these trials never count as a sweep's.
[[nodiscard]] harness::Protocol fixed_protocol(const db::Store& sweep, const train::Dataset& data,
                                               int rounds);

/// One problem as the sweep knew it, with the matrix A and where it came from.
struct Traced {
  harness::ProblemKey problem;
  suites::MatrixInfo matrix;
  suites::SuiteEntry entry;
};
/// By problem hash.
[[nodiscard]] std::map<std::string, Traced> trace(const db::Store& sweep,
                                                  const train::Dataset& data);

}  // namespace sptune::retime
