// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/selection.hpp"

#include "sptune/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace sptune::sweep {
namespace {

/// FNV-1a with a seed and a final mix: an order that is the same everywhere and looks like none.
std::uint64_t scramble(std::string_view text, std::uint64_t seed) {
  std::uint64_t h = 0xCBF29CE484222325ULL ^ (seed * 0x9E3779B97F4A7C15ULL);
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  h = (h ^ (h >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  h = (h ^ (h >> 27U)) * 0x94D049BB133111EBULL;
  return h ^ (h >> 31U);
}

/// Does `c` have the variant and every axis value that the pattern names?
bool agrees(const Configuration& c, const Configuration& pattern) {
  return c.variant == pattern.variant &&
         std::all_of(pattern.axes.begin(), pattern.axes.end(), [&](const auto& axis) {
           const Value* value = c.find(axis.first);
           return value != nullptr && *value == axis.second;
         });
}

/// One of Plan::only.
struct Pattern {
  Configuration named;
  bool others_default = false;  ///< axes that it does not name have their defaults

  /// What it asks of the configurations of a variant, if any can be what it says.
  [[nodiscard]] std::optional<Configuration> of(const Variant& v) const {
    if (v.facts.name != named.variant) return std::nullopt;
    if (!others_default) return named;
    const auto whole = v.resolve(named);
    if (!whole) return std::nullopt;
    return whole.value().configuration();
  }
};

std::vector<Pattern> patterns(const Plan& plan) {
  std::vector<Pattern> out;
  for (const std::string& text : plan.only) {
    const bool others_default = text.starts_with('=');
    auto parsed = Configuration::parse(std::string_view(text).substr(others_default ? 1 : 0));
    if (!parsed) throw UsageError("--only " + text + ": " + parsed.error());
    out.push_back({std::move(parsed.value()), others_default});
  }
  return out;
}

/// Each with a blank before it.
std::string names_of_asked(const Plan& plan, const Catalogue& catalogue) {
  std::set<std::string> known;
  std::string out;
  for (const Variant& v : catalogue.variants()) {
    const bool asked = std::find(plan.operations.begin(), plan.operations.end(), v.operation) !=
                       plan.operations.end();
    const bool news = asked && v.facts.backend == plan.backend && known.insert(v.facts.name).second;
    if (news) out += " " + v.facts.name;
  }
  return out;
}

/// Why no variant of the pattern's name has what it says; empty where one has, or none is called
/// so.
std::string why_unknown(const Pattern& pattern, const Plan& plan, const Catalogue& catalogue) {
  std::string why;
  for (const Operation op : plan.operations) {
    const Variant* const v = catalogue.find(op, plan.backend, pattern.named.variant);
    if (v == nullptr) continue;
    const auto resolved = v->resolve(pattern.named);
    if (resolved) return {};
    why = resolved.error();
  }
  return why;
}

/// Parameters that no operation of the plan takes would go unheard.
void check_parameters(const Plan& plan, const Catalogue& catalogue) {
  if (plan.parameters.empty()) return;
  const auto takes_some = [](Operation op) {
    return !record_of(op).choices(1, 1).front().parameters.empty();
  };
  if (std::any_of(plan.operations.begin(), plan.operations.end(), takes_some)) return;
  std::vector<std::string_view> none;
  for (const Operation op : plan.operations) none.push_back(to_string(op));
  std::set<std::string_view> some;
  for (const Variant& v : catalogue.variants()) {
    if (takes_some(v.operation)) some.insert(to_string(v.operation));
  }
  throw UsageError(fmt::format("--parameters {}: {} takes none; leave them out{}{}",
                               plan.parameters.front(), fmt::join(none, ", "),
                               some.empty() ? "" : ", or choose --operations ",
                               fmt::join(some, ",")));
}

}  // namespace

bool wanted(const Variant& v, const Plan& plan, Operation operation) {
  return v.operation == operation && v.facts.backend == plan.backend &&
         (plan.baselines || !v.facts.baseline) &&
         (plan.variants.empty() || std::find(plan.variants.begin(), plan.variants.end(),
                                             v.facts.name) != plan.variants.end());
}

std::vector<ResolvedConfiguration> select_configurations(const Plan& plan, Operation operation,
                                                         const Catalogue& catalogue) {
  const std::vector<Pattern> only = patterns(plan);
  std::vector<ResolvedConfiguration> first;
  std::vector<ResolvedConfiguration> rest;
  for (const Variant& v : catalogue.variants()) {
    if (!wanted(v, plan, operation)) continue;
    std::vector<Configuration> asked;
    for (const Pattern& p : only) {
      if (auto of_variant = p.of(v)) asked.push_back(std::move(*of_variant));
    }
    bool leading = true;
    for (ResolvedConfiguration& c : plan.grid == Grid::smoke ? v.smoke_grid() : v.full_grid()) {
      const bool keep = only.empty() || std::any_of(asked.begin(), asked.end(), [&](const auto& p) {
                          return agrees(c.configuration(), p);
                        });
      if (!keep) continue;
      (leading ? first : rest).push_back(std::move(c));
      leading = false;
    }
  }
  std::move(rest.begin(), rest.end(), std::back_inserter(first));
  return first;
}

std::vector<OperandChoice> operand_choices(const Plan& plan, Operation operation, std::int64_t rows,
                                           std::int64_t cols) {
  const OperationRecord& record = record_of(operation);
  std::vector<OperandChoice> choices = record.choices(rows, cols);
  if (plan.parameters.empty() || choices.front().parameters.empty()) return choices;
  const std::string b_kind = choices.front().b_kind;
  choices.clear();
  for (const std::string& parameters : plan.parameters) {
    auto complete = record.complete({b_kind, parameters}, rows, cols);
    if (!complete) throw UsageError("--parameters " + parameters + ": " + complete.error());
    choices.push_back(std::move(complete.value()));
  }
  return choices;
}

void check_selection(const Plan& plan, const Catalogue& catalogue) {
  check_parameters(plan, catalogue);
  for (const Operation op : plan.operations) (void)operand_choices(plan, op, 1, 1);
  const std::string known = names_of_asked(plan, catalogue);
  for (const std::string& name : plan.variants) {
    const bool found = std::any_of(
        plan.operations.begin(), plan.operations.end(),
        [&](Operation op) { return catalogue.find(op, plan.backend, name) != nullptr; });
    if (!found) throw UsageError(fmt::format("unknown variant '{}'; known:{}", name, known));
  }
  std::vector<ResolvedConfiguration> selected;
  for (const Operation op : plan.operations) {
    for (ResolvedConfiguration& c : select_configurations(plan, op, catalogue)) {
      selected.push_back(std::move(c));
    }
  }
  const std::vector<Pattern> only = patterns(plan);
  for (std::size_t i = 0; i < only.size(); ++i) {
    const bool found =
        std::any_of(catalogue.variants().begin(), catalogue.variants().end(), [&](const auto& v) {
          const auto asked = only[i].of(v);
          return asked && std::any_of(selected.begin(), selected.end(), [&](const auto& c) {
                   return agrees(c.configuration(), *asked);
                 });
        });
    if (found) continue;
    if (const std::string why = why_unknown(only[i], plan, catalogue); !why.empty()) {
      throw UsageError(fmt::format("--only {}: {}", plan.only[i], why));
    }
    throw UsageError(fmt::format(
        "--only {} matches no configuration of the {} grid among the chosen variants; known "
        "variants:{}; `sptune list VARIANT` shows axes and values",
        plan.only[i], plan.grid == Grid::smoke ? "smoke" : "full", known));
  }
  for (const Operation op : plan.operations) {
    const bool here = std::any_of(catalogue.variants().begin(), catalogue.variants().end(),
                                  [&](const Variant& v) { return v.operation == op; });
    if (!here) {
      throw UsageError(
          fmt::format("this program has no variant of {}: see docs/distributed.md for "
                      "operations on several ranks",
                      to_string(op)));
    }
  }
  if (selected.empty()) {
    throw UsageError(
        "the plan selects no configuration at all: see `sptune list`, and --no-baselines, "
        "--variants, --operations");
  }
}

std::vector<suites::SuiteEntry> order_matrices(std::vector<suites::SuiteEntry> entries,
                                               std::uint64_t seed) {
  // Position of an entry within its group, then the group: a stable sort by (position, group).
  std::map<std::string, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < entries.size(); ++i) groups[entries[i].group].push_back(i);
  std::vector<std::tuple<std::size_t, std::uint64_t, std::size_t>> order;
  for (auto& [group, members] : groups) {
    std::stable_sort(members.begin(), members.end(), [&](std::size_t a, std::size_t b) {
      return scramble(entries[a].name, seed) < scramble(entries[b].name, seed);
    });
    for (std::size_t k = 0; k < members.size(); ++k) {
      order.emplace_back(k, scramble(group, seed), members[k]);
    }
  }
  std::sort(order.begin(), order.end());
  std::vector<suites::SuiteEntry> out;
  out.reserve(entries.size());
  for (const auto& [position, group, i] : order) out.push_back(std::move(entries[i]));
  return out;
}

}  // namespace sptune::sweep
