// SPDX-License-Identifier: BSD-3-Clause
// What a database knows of other matrices when a search begins. Private to the module.
#pragma once

#include "db/store.hpp"
#include "harness/records/trial.hpp"
#include "tuner/search/search.hpp"
#include "tuner/sweep/session.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sptune::sweep {

/// Features by name as a vector that is alike for all matrices of a store.
using NamedFeatures = std::vector<std::pair<std::string, double>>;
[[nodiscard]] std::vector<double> feature_vector(const NamedFeatures& named);
/// By matrix content hash, of today's version of the features.
[[nodiscard]] std::map<std::string, std::vector<double>> feature_vectors(const db::Store& store);

/// Which trials the search on a problem knows: those that had ended when the first one was made
/// there in the run's context or, before there is one, that have now. So a search that goes on, or
/// that another run of the same plan begins, knows what it knew when it began, whatever is measured
/// on other devices meanwhile.
struct Known {
  std::int64_t first = 0;  ///< that trial; what has no order of its own is known where it is older
  std::int64_t ended = 0;  ///< db::Store::ended_trials then
};
[[nodiscard]] Known known_before(const db::Store& store, const Occasion& occasion,
                                 const harness::ProblemKey& problem);

/// What the plan's search may know; nothing where it does not ask.
[[nodiscard]] search::Experience known_of_others(const Plan& plan, const Occasion& occasion,
                                                 const db::Store& store,
                                                 const harness::ProblemKey& problem,
                                                 const Known& known, const search::Space& space);

/// Times of the most similar matrices under the same operation, type, parameters and context.
[[nodiscard]] search::Experience stored_experience(const db::Store& store, const Occasion& occasion,
                                                   Backend backend,
                                                   const harness::ProblemKey& problem,
                                                   const Known& known, const search::Space& space);

}  // namespace sptune::sweep
