// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/experience.hpp"

#include "db/query.hpp"
#include "kernels/api/feature.hpp"
#include "tuner/features/features.hpp"
#include "tuner/search/simulate.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace sptune::sweep {

std::vector<double> feature_vector(const NamedFeatures& named) {
  const auto table = feature_table();
  std::vector<double> out(table.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t f = 0; f < table.size(); ++f) {
    for (const auto& [name, value] : named) {
      if (name == table[f].name) out[f] = value;
    }
  }
  return out;
}

std::map<std::string, std::vector<double>> feature_vectors(const db::Store& store) {
  std::map<std::string, std::vector<double>> out;
  for (const auto& [hash, named] : store.features(features::version)) {
    out.emplace(hash, feature_vector(named));
  }
  return out;
}

Known known_before(const db::Store& store, const Occasion& occasion,
                   const harness::ProblemKey& problem) {
  const db::Table table = db::query(
      store, db::named_query("sweep_begun").sql,
      {{"run_id", occasion.run_id}, {"own", occasion.own ? 1 : 0}, {"problem", problem.hash()}});
  if (table.rows.empty()) return {std::numeric_limits<std::int64_t>::max(), store.ended_trials()};
  const double ended = table.number(0, "ended");
  return {static_cast<std::int64_t>(table.number(0, "first")),
          static_cast<std::int64_t>(std::isfinite(ended) ? ended : 0)};
}

search::Experience known_of_others(const Plan& plan, const Occasion& occasion,
                                   const db::Store& store, const harness::ProblemKey& problem,
                                   const Known& known, const search::Space& space) {
  if (!search::uses_experience(plan.search.kind)) return {};
  return stored_experience(store, occasion, plan.backend, problem, known, space);
}

search::Experience stored_experience(const db::Store& store, const Occasion& occasion,
                                     Backend backend, const harness::ProblemKey& problem,
                                     const Known& known, const search::Space& space) {
  const db::Table others = db::query(store, db::named_query("sweep_others").sql,
                                     {{"run_id", occasion.run_id},
                                      {"own", occasion.own ? 1 : 0},
                                      {"matrix", problem.a_hash},
                                      {"operation", std::string(to_string(problem.operation))},
                                      {"value_type", std::string(to_string(problem.value_type))},
                                      {"parameters", problem.parameters},
                                      {"first", known.first},
                                      {"ended", known.ended}});
  if (others.rows.empty()) return {};
  const auto vectors = feature_vectors(store);
  const std::vector<double> unknown = feature_vector({});
  const auto of = [&](const std::string& hash) {
    const auto it = vectors.find(hash);
    return it == vectors.end() ? unknown : it->second;
  };
  std::vector<std::vector<double>> theirs;
  for (std::size_t row = 0; row < others.rows.size(); ++row) {
    theirs.push_back(of(others.text(row, "matrix_hash")));
  }
  search::Experience out;
  for (const std::size_t row : search::most_similar(of(problem.a_hash), theirs)) {
    const db::Table times =
        db::query(store, db::named_query("sweep_profile").sql,
                  {{"run_id", occasion.run_id},
                   {"own", occasion.own ? 1 : 0},
                   {"problem_id", static_cast<std::int64_t>(others.number(row, "problem_id"))},
                   {"backend", std::string(to_string(backend))},
                   {"first", known.first},
                   {"ended", known.ended}});
    search::Profile profile;
    for (std::size_t t = 0; t < times.rows.size(); ++t) {
      const auto point = space.find(times.text(t, "configuration"));
      if (point) profile.log_us.emplace_back(*point, std::log(times.number(t, "median_us")));
    }
    if (!profile.log_us.empty()) out.push_back(std::move(profile));
  }
  return out;
}

}  // namespace sptune::sweep
