// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/covering_points.hpp"

#include "db/query.hpp"
#include "sptune/error.hpp"
#include "tuner/sweep/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

namespace sptune::sweep {
namespace {

constexpr double near_the_fastest = 1.01;

constexpr auto by_second = [](const auto& a, const auto& b) { return a.second < b.second; };

/// Of each problem the points that are nearly as fast as its fastest, among those of variants that
/// are wanted: what is faster and left out covers nothing.
using Near = std::map<std::string, std::set<std::string>>;

Near near_points(const std::filesystem::path& searched, const Plan& plan, Operation operation,
                 const Catalogue& catalogue) {
  const Backend backend = plan.backend;
  const db::Table table = db::query(searched, db::named_query("sweep_points").sql,
                                    {{"operation", std::string(to_string(operation))},
                                     {"backend", std::string(to_string(backend))}});
  if (table.rows.empty()) {
    throw UsageError(
        fmt::format("{}: no usable trials of {} on {}: search first, by `sptune "
                    "sweep run --search guided`",
                    searched.string(), to_string(operation), to_string(backend)));
  }
  const auto left_out = [&](const std::string& point) {
    const Variant* const v = catalogue.find(operation, backend, point.substr(0, point.find('{')));
    return v != nullptr && !wanted(*v, plan, operation);
  };
  std::map<std::string, std::map<std::string, double>> times;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const std::string point = table.text(r, "configuration");
    if (!left_out(point)) times[table.text(r, "problem")][point] = table.number(r, "us");
  }
  Near out;
  for (const auto& [problem, of_points] : times) {
    const double least = std::min_element(of_points.begin(), of_points.end(), by_second)->second;
    for (const auto& [point, us] : of_points) {
      if (us <= near_the_fastest * least) out[problem].insert(point);
    }
  }
  return out;
}

std::vector<std::string> cover(Near left) {
  std::vector<std::string> out;
  while (!left.empty()) {
    std::map<std::string, std::size_t> problems;
    for (const auto& [problem, points] : left) {
      for (const std::string& point : points) ++problems[point];
    }
    out.push_back(std::max_element(problems.begin(), problems.end(), by_second)->first);
    std::erase_if(left, [&](const auto& of) { return of.second.contains(out.back()); });
  }
  return out;
}

}  // namespace

std::vector<std::string> covering_points(const std::filesystem::path& searched, const Plan& plan,
                                         const Catalogue& catalogue) {
  std::set<std::string> out;
  for (const Operation operation : plan.operations) {
    std::vector<std::string> points = cover(near_points(searched, plan, operation, catalogue));
    for (const Variant* v : catalogue.default_variants(operation, plan.backend)) {
      points.push_back(v->default_configuration().text());
    }
    for (const std::string& point : points) {
      const auto known = catalogue.parse(operation, plan.backend, point);
      if (!known || known.value().text() != point) {
        throw UsageError(
            fmt::format("{}: this build has no point {}: search anew", searched.string(), point));
      }
      if (wanted(known.value().variant(), plan, operation)) out.insert("=" + point);
    }
    for (const Variant& v : catalogue.variants()) {
      if (v.facts.baseline && wanted(v, plan, operation)) out.insert(v.facts.name);
    }
  }
  return {out.begin(), out.end()};
}

}  // namespace sptune::sweep
