// SPDX-License-Identifier: BSD-3-Clause
#include "apps/training_hint.hpp"

#include "apps/problem_options.hpp"
#include "apps/verb_words.hpp"
#include "kernels/api/catalogue.hpp"
#include "suites/collections/families.hpp"

#include <fmt/format.h>

#include <set>

namespace sptune::apps {
namespace {

constexpr std::size_t least_families = 2;  ///< of a training

bool can_be_learned(const db::Store& store, Operation operation, ValueType type, Backend backend,
                    harness::CachePolicy cache) {
  const Variant* const standard = shipped_catalogue().default_variant(operation, backend);
  if (standard == nullptr) return false;
  std::set<std::string> families;
  store.each_trial(
      fmt::format("operation = '{}' AND value_type = '{}' AND backend = '{}' AND cache = '{}' AND "
                  "variant = '{}' AND is_default = 1 AND outcome = 'ok'",
                  to_string(operation), to_string(type), to_string(backend),
                  harness::to_string(cache), standard->facts.name),
      [&](const db::StoredTrial& t) {
        families.insert(suites::family_of(t.group, t.matrix_name));
      });
  return families.size() >= least_families;
}

}  // namespace

std::string training_command(const sweep::Plan& plan, const db::Store& store,
                             const std::string& db) {
  std::string out = "sptune train --db " + shell_word(db);
  const auto add = [&](const char* option, std::string_view word, std::string_view unless) {
    if (word != unless) out += fmt::format(" {} {}", option, word);
  };
  for (const Operation operation : plan.operations) {
    for (const ValueType type : plan.value_types) {
      for (const harness::CachePolicy cache : plan.caches) {
        if (!can_be_learned(store, operation, type, plan.backend, cache)) continue;
        add("--operation", to_string(operation), default_operation());
        add("--type", to_string(type), default_type);
        add("--backend", to_string(plan.backend), default_backend);
        add("--cache", harness::to_string(cache), default_cache);
        add("--repeat", to_string(plan.protocol.repeat), default_repeat);
        return out;
      }
    }
  }
  return {};
}

}  // namespace sptune::apps
