// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/calibrate/trials.hpp"

#include "db/query.hpp"
#include "tuner/calibrate/facts.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace sptune::calibrate {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> forced_values(const Variant& variant, std::string_view name) {
  std::vector<std::string> out;
  for (const AxisInfo& axis : variant.axes) {
    if (axis.name != name) continue;
    // The first value is that none is forced.
    for (std::size_t i = 1; i < axis.values.size(); ++i) out.push_back(axis.values[i].text());
  }
  return out;
}

/// Which accumulator a configuration forces, -1 of both: none, and the policy decides. Nothing
/// where it differs from the default in something else, or where a small product asks no policy:
/// the policy's times are those of at_once=never.
struct Forced {
  int count = -1;
  int fill = -1;
};
std::optional<Forced> forced_by(const std::string& text, const Variant& variant,
                                const policies::AccumulatorNames& names) {
  const auto parsed = Configuration::parse(text);
  if (!parsed) return std::nullopt;
  const auto resolved = variant.resolve(parsed.value());
  if (!resolved) return std::nullopt;
  Forced out;
  bool in_phases = false;
  const Configuration usual = variant.default_configuration().configuration();
  for (const auto& [name, value] : resolved.value().configuration().axes) {
    if (value == *usual.find(name)) continue;
    if (name == "at_once" && value.text() == "never") {
      in_phases = true;
      continue;
    }
    const auto list = name == "count" ? names.count : names.fill;
    const auto at = std::ranges::find(list, value.text());
    if ((name != "count" && name != "fill") || at == list.end()) return std::nullopt;
    (name == "count" ? out.count : out.fill) = static_cast<int>(at - list.begin());
  }
  const bool forces = out.count >= 0 || out.fill >= 0;
  if ((out.count >= 0 && out.fill >= 0) || in_phases == forces) return std::nullopt;
  return out;
}

/// Trials say the same few configurations again and again.
class ForcedValues {
 public:
  ForcedValues(const Variant& variant, const policies::AccumulatorNames& names)
      : variant_(variant), names_(names) {}
  const std::optional<Forced>& of(const std::string& configuration) {
    const auto known = known_.find(configuration);
    if (known != known_.end()) return known->second;
    return known_.emplace(configuration, forced_by(configuration, variant_, names_)).first->second;
  }
  /// Only a whole product puts these in front: forced, they say what no policy can make of it.
  [[nodiscard]] bool suits_products(const Forced& forced) const {
    return forced.fill >= 0 &&
           policies::stands_in_front(names_.fill[static_cast<std::size_t>(forced.fill)]);
  }
  [[nodiscard]] const policies::AccumulatorNames& names() const { return names_; }
  /// The configuration that forces nothing.
  [[nodiscard]] std::string usual() const {
    return variant_.default_configuration().configuration().text();
  }

 private:
  const Variant& variant_;
  policies::AccumulatorNames names_;
  std::map<std::string, std::optional<Forced>> known_;
};

/// 0 where a feature is not known.
double known_number(const db::Table& table, std::size_t row, const char* name) {
  const double value = table.number(row, name);
  return std::isfinite(value) ? value : 0.0;
}

MatrixFeatures features_of(const db::Table& table, std::size_t row, const std::string& type) {
  const auto number = [&](const char* name) { return known_number(table, row, name); };
  return {number("rows"),
          number("nnz"),
          number("mean_row"),
          number("products"),
          number("products_per_row"),
          number("products_per_nnz"),
          number("b_words_per_product"),
          number("compression"),
          number("c_nnz_per_row"),
          number("c_span_density"),
          number("cores"),
          number("shared_bytes"),
          type == "f32" ? 4.0 : 8.0};
}

/// Columns of B at most that a plan of the usual configuration cuts into strips.
std::int64_t most_strip_columns(const MatrixFeatures& f) {
  const auto shared = static_cast<std::int64_t>(shared_of(f));
  return policies::strip_columns(shared - policies::static_shared_bytes,
                                 static_cast<int>(f.value_bytes));
}

/// A product without times.
ProductTimes product_of(const db::Table& table, std::size_t row, const std::string& type,
                        const policies::AccumulatorNames& names) {
  // Of the products of a row, over their mean: sparse bands have 0.56, graphs 1 and more.
  constexpr double most_deviation = 0.6;
  ProductTimes out;
  const std::string b = table.text(row, "b_kind");
  out.matrix = table.text(row, "matrix");
  out.name = b == "a" ? out.matrix : fmt::format("{}, b={}", out.matrix, b);
  out.product = fmt::format("{}|{}|{}", out.matrix, b, table.text(row, "content_hash"));
  const MatrixFeatures f = features_of(table, row, type);
  if (b == "a") {
    out.facts = facts_of(f);
    out.alike = table.number(row, "products_cv") <= most_deviation;  // false where not known
  } else {
    out.facts = facts_of_product(f.rows, table.number(row, "multiplications"), f.multiprocessors);
    out.alike = false;
  }
  const std::int64_t products = std::llround(
      out.facts[static_cast<std::size_t>(policies::RowFeature::mean_products)] * f.rows);
  const std::int64_t rows = std::llround(f.rows);
  const std::int64_t nnz = std::llround(f.nnz);
  const std::int64_t cols_of_a = std::llround(known_number(table, row, "cols"));
  const std::int64_t rows_of_b = b == "a" ? rows : cols_of_a;
  const std::int64_t cols_of_b = b == "a" ? cols_of_a : rows;
  out.suited = policies::groups_may_pay(products, rows, nnz) ||
               (policies::strips_may_pay(products, rows, nnz, rows_of_b, cols_of_b) &&
                cols_of_b <= most_strip_columns(f));
  out.phases[0].forced_us.assign(names.count.size(), unknown);
  out.phases[1].forced_us.assign(names.fill.size(), unknown);
  return out;
}

/// The context of all value types together, for a policy is of one machine: see TrialQuery::run.
/// What is left aside is said.
std::string context_of(const std::vector<db::Table>& tables, ForcedValues& forced_values,
                       std::vector<std::string>& left_out) {
  struct Found {
    bool wanted = false;
    std::size_t forced = 0;  ///< trials of an accumulator
    std::string newest;      ///< when it began
    std::size_t trials = 0;  ///< with those of the policy
    [[nodiscard]] auto rank() const { return std::tie(forced, newest); }
  };
  std::map<std::string, Found> all;
  for (const db::Table& table : tables) {
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      const auto& forced = forced_values.of(table.text(i, "configuration"));
      Found& found = all[table.text(i, "context_id")];
      found.wanted = table.number(i, "wanted") != 0;
      if (!forced || forced_values.suits_products(*forced)) continue;
      found.forced += forced->count >= 0 || forced->fill >= 0 ? 1 : 0;
      found.newest = std::max(found.newest, table.text(i, "started_at"));
      ++found.trials;
    }
  }
  std::string out;
  const Found* best = nullptr;
  for (const auto& [context, found] : all) {
    if (!found.wanted || (best != nullptr && found.rank() < best->rank())) continue;
    out = context;
    best = &found;
  }
  for (const auto& [context, found] : all) {
    if (context == out || found.trials == 0) continue;
    left_out.push_back(
        fmt::format("{} trials of context {}: of other hardware, environment or "
                    "protocol than those that count",
                    found.trials, context));
  }
  return out;
}

bool complete(const ProductTimes& m) {
  return std::ranges::all_of(m.phases, [](const PhaseTimes& p) { return p.usual_us > 0; }) &&
         m.total_us > 0 && std::ranges::any_of(m.phases, [](const PhaseTimes& p) {
           return std::ranges::any_of(p.forced_us, [](double us) { return us > 0; });
         });
}

void put(ProductTimes& m, const Forced& forced, double symbolic_us, double numeric_us,
         double total_us) {
  if (forced.count >= 0) {
    m.phases[0].forced_us[static_cast<std::size_t>(forced.count)] = symbolic_us;
  } else if (forced.fill >= 0) {
    m.phases[1].forced_us[static_cast<std::size_t>(forced.fill)] = numeric_us;
  } else {
    m.phases[0].usual_us = symbolic_us;
    m.phases[1].usual_us = numeric_us;
    m.total_us = total_us;
  }
}

/// Adds the products of one value type in a context.
void read_products(const db::Table& table, const std::string& context, const std::string& type,
                   ForcedValues& forced_values, Trials& out, std::string& read) {
  struct Product {
    ProductTimes times;
    std::size_t trials = 0;
  };
  const std::string in_type = type == "f64" ? "" : ", " + type;
  const std::string usual = forced_values.usual();
  std::size_t others = 0;
  std::map<std::string, Product> products;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    if (table.text(i, "context_id") != context) continue;
    const std::string configuration = table.text(i, "configuration");
    const auto& forced = forced_values.of(configuration);
    if (!forced) {
      others += configuration == usual ? 0 : 1;
      continue;
    }
    if (forced_values.suits_products(*forced)) continue;
    ProductTimes row = product_of(table, i, type, forced_values.names());
    auto& [m, trials] = products[row.product];
    if (trials++ == 0) m = std::move(row);
    const double symbolic_us = table.number(i, "symbolic_us");
    const double numeric_us = table.number(i, "numeric_us");
    const double total_us = table.number(i, "median_us");
    put(m, *forced, symbolic_us, numeric_us, total_us);
    read += fmt::format("{}{}|{}|{}|{}|{}\n", m.name, in_type, configuration, symbolic_us,
                        numeric_us, total_us);
    out.machine = table.text(i, "machine");
    out.architecture = table.text(i, "arch");
  }
  if (others > 0) {
    out.left_out.push_back(fmt::format(
        "{} trials in {} that set more than one of count, fill and at_once=never, or an "
        "axis whose default is another today ({})",
        others, type, usual));
  }
  for (auto& [key, product] : products) {
    if (complete(product.times)) {
      out.count += product.trials;
      out.products.push_back(std::move(product.times));
    } else {
      out.left_out.push_back(product.times.name + in_type +
                             ": not measured with at_once=never, or with nothing forced");
    }
  }
}

[[noreturn]] void throw_empty(const TrialQuery& query, std::vector<std::string> left_out) {
  constexpr std::size_t told = 3;  // each product may be one
  if (left_out.size() > told) {
    const std::size_t more = left_out.size() - told;
    left_out.resize(told);
    left_out.push_back(fmt::format("{} more", more));
  }
  throw InputError(fmt::format(
      "no trials in {} with accumulators forced{}: `sptune calibrate` without --fit-only measures "
      "them on a GPU{}{}",
      fmt::join(query.value_types, " or "),
      query.hardware.empty() ? "" : " on hardware " + query.hardware,
      left_out.empty() ? "" : "; left out: ", fmt::join(left_out, "; ")));
}

}  // namespace

const Variant& variant_with_policy(const Catalogue& catalogue) {
  for (const Variant& variant : catalogue.variants()) {
    if (std::ranges::any_of(variant.axes, [](const AxisInfo& a) { return a.name == "policy"; })) {
      return variant;
    }
  }
  throw UsageError(
      "no kernel of this sptune goes by a policy: it was built without CUDA, whose compiler is "
      "needed for those of a GPU, though no GPU is");
}

Accumulators::Accumulators(const Variant& variant)
    : Accumulators(forced_values(variant, "count"), forced_values(variant, "fill")) {}

Accumulators::Accumulators(std::vector<std::string> count, std::vector<std::string> fill)
    : texts_{std::move(count), std::move(fill)} {
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    views_[i].assign(texts_[i].begin(), texts_[i].end());
  }
}

Trials read_trials(const db::Store& store, const TrialQuery& query, const Variant& variant,
                   const Accumulators& accumulators) {
  Trials out;
  std::string read;
  std::vector<std::string> types;  // each once, in their order, on which the hash depends
  std::vector<db::Table> tables;
  for (const std::string& type : query.value_types) {
    if (std::ranges::find(types, type) != types.end()) continue;
    types.push_back(type);
    tables.push_back(db::query(store, db::named_query("calibrate_trials").sql,
                               {{"operation", std::string(to_string(variant.operation))},
                                {"variant", variant.facts.name},
                                {"value_type", type},
                                {"split", query.split},
                                {"hardware", query.hardware},
                                {"run", query.run}}));
  }
  ForcedValues forced_values(variant, accumulators.names());
  const std::string context = context_of(tables, forced_values, out.left_out);
  for (std::size_t i = 0; i < types.size(); ++i) {
    read_products(tables[i], context, types[i], forced_values, out, read);
  }
  if (out.products.empty()) throw_empty(query, out.left_out);
  out.hash = fmt::format("{:016x}", XXH3_64bits(read.data(), read.size()));
  return out;
}

}  // namespace sptune::calibrate
