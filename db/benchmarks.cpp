// SPDX-License-Identifier: BSD-3-Clause
#include "db/benchmarks.hpp"

#include "db/impl.hpp"
#include "db/keys.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <set>

namespace sptune::db {
namespace {

std::string counters_json(const BenchmarkResult& result) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& [name, value] : result.counters) json[name] = value;
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void require_names(const std::vector<BenchmarkResult>& results) {
  std::set<std::string> names;
  for (const BenchmarkResult& r : results) {
    if (names.insert(r.name).second) continue;
    throw UsageError(fmt::format("two benchmarks are named '{}': name them apart", r.name));
  }
}

void put_result(Store::Impl& d, std::int64_t run_id, const BenchmarkResult& r) {
  const harness::Summary s = harness::summarise(r.us);
  // NaN, of no samples, becomes NULL.
  d.run(
      "INSERT INTO benchmark (benchmark_run_id, name, iterations, n, min_us, median_us, ci_low_us, "
      "ci_high_us, us, counters, error) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      run_id, r.name, r.iterations, static_cast<std::int64_t>(r.us.size()), s.min, s.median,
      s.ci_low, s.ci_high,
      Store::Impl::Blob{r.us.empty() ? "" : static_cast<const void*>(r.us.data()),
                        r.us.size() * sizeof(float)},
      counters_json(r), r.error);
}

}  // namespace

std::string put_benchmarks(Store& store, const harness::Hardware& hardware,
                           const harness::Environment& environment,
                           const std::vector<BenchmarkResult>& results) {
  Store::Impl& d = store.impl();
  d.require_writable();
  require_names(results);
  return guarded(d.file, [&] {
    std::string uuid = new_uuid_text();
    Transaction transaction(d);
    const std::int64_t run_id = d.id_of(
        "INSERT INTO benchmark_run (uuid, hw_id, env_id, git_sha, git_dirty, info, stored_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING benchmark_run_id",
        uuid, d.hardware(hardware), d.environment(environment), environment.git_sha,
        environment.git_dirty, info_json(environment), utc_now());
    for (const BenchmarkResult& r : results) put_result(d, run_id, r);
    transaction.commit();
    return uuid;
  });
}

}  // namespace sptune::db
