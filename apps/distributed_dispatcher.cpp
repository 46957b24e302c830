// SPDX-License-Identifier: BSD-3-Clause
#include "apps/distributed_dispatcher.hpp"

#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "db/keys.hpp"
#include "harness/environment/environment.hpp"
#include "kernels/api/catalogue.hpp"
#include "kernels/api/json_text.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/threads.hpp"
#include "suites/io/sha256.hpp"
#include "tuner/dispatch/shipped_models.hpp"

#include "distributed/workplace.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

namespace sptune::apps {
namespace {

using distributed::Communicator;
using Json = nlohmann::ordered_json;

LocalProducts local_products(const dispatch::KnownModels& models, Backend backend) {
  LocalProducts out;
  std::string code;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != distributed::local_operation || v.facts.backend != backend) continue;
    code += v.facts.name + ' ' + v.code_hash + '\n';
  }
  out.emplace_back("local_code", db::hash_text(code));
  std::set<std::string> asked;
  for (const dispatch::KnownModel& known : models.all()) {
    const model::ModelData& data = known.model->data();
    const bool its = data.operation == distributed::local_operation && data.backend == backend;
    if (its && !known.not_for_this_hardware()) asked.insert(suites::sha256_of_file(known.path));
  }
  if (!asked.empty()) {
    out.emplace_back("local_models", db::hash_text(fmt::format("{}", fmt::join(asked, " "))));
  }
  if (const std::string forced = dispatch::environment("SPTUNE_FORCE"); !forced.empty()) {
    out.emplace_back("local_force", forced);
  }
  return out;
}

/// What is a rank's beside, and known of rank 0 by other names.
Json facts_of(const LocalProducts& local, Backend backend, int threads) {
  Json out = Json::object();
  for (const auto& [name, value] : local) out[name] = value;
  out["threads"] = std::to_string(threads);
  out["instruction set"] = host::to_string(host::active_isa());
  if (backend == Backend::cpu) {
    const harness::Hardware h = harness::capture_hardware(backend);
    out["hardware"] =
        fmt::format("{}, {}, {} cores, caches of {} and {} KiB, {} GiB", h.name, h.arch, h.cores,
                    h.l2_bytes >> 10, h.l3_bytes >> 10, h.memory_bytes >> 30);
  }
  return out;
}

/// Of a rank that is not like rank 0.
void say_difference(int rank, const Json& its, const Json& here) {
  std::string text;
  const Json& mine = here.at("facts");
  const Json& theirs = its.at("facts");
  const auto value = [](const Json& facts, const std::string& name) {
    return facts.contains(name) ? facts.at(name).get<std::string>() : std::string("none");
  };
  Json all = mine;
  all.update(theirs);
  for (const auto& [name, unused] : all.items()) {
    if (value(mine, name) == value(theirs, name)) continue;
    text += fmt::format("{}{} {} instead of {}", text.empty() ? "" : "; ", name,
                        value(theirs, name), value(mine, name));
  }
  if (!text.empty()) {
    print_err("sptune-distributed: rank {} is not like rank 0: {}\n", rank, text);
  }
  const Json& said = here.at("warnings");
  for (const Json& warning : its.at("warnings")) {
    if (std::find(said.begin(), said.end(), warning) != said.end()) continue;
    print_err("sptune-distributed: rank {}: {}\n", rank, warning.get<std::string>());
  }
}

/// The first of each kind that is not like rank 0.
void say_differences(Communicator& ranks, const Json& here) {
  const std::string text = here.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::vector<std::int64_t> hashes = ranks.all_gather_hashes(text);
  std::set<std::int64_t> said{hashes.front()};
  for (int rank = 1; rank < ranks.size(); ++rank) {
    if (!said.insert(hashes[static_cast<std::size_t>(rank)]).second) continue;
    const std::string its = ranks.text_of(rank, text);
    if (ranks.rank() == 0) say_difference(rank, parse_json<Json>(its).value(), here);
  }
}

}  // namespace

void add_threads_of_rank(CLI::App& verb, int& threads, const std::string& description) {
  verb.add_option("--threads", threads, description)
      ->check(in_range(0, 4096))
      ->capture_default_str();
}

int threads_of_this_rank(Communicator& ranks, int asked) {
  ranks.together([&] {
    const int most = host::usable_cores();
    if (asked <= most) return;
    throw UsageError(fmt::format(
        "--threads {}: expected {} at most, the cores that a rank may use here (its launcher's "
        "binding, control groups, OMP_THREAD_LIMIT)",
        asked, most));
  });
  return asked > 0 ? asked : ranks.threads_per_rank();
}

RankDispatcher dispatcher_of_rank(Communicator& ranks, const std::vector<std::string>& models,
                                  Backend backend, int threads) {
  std::optional<Dispatcher> dispatcher;
  LocalProducts local;
  Json here;
  const auto warned = std::make_shared<std::vector<std::string>>();
  ranks.together([&] {
    dispatch::Warnings warnings;
    warnings.sink = [warned, speaks = ranks.rank() == 0](std::string_view text) {
      if (speaks) dispatch::Warnings::print_to_stderr(text);
      warned->emplace_back(text);
    };
    dispatch::KnownModels known = dispatch::find_models(models, warnings);
    local = local_products(known, backend);
    dispatcher = Dispatcher::with(std::move(known), warnings.sink);
    here = {{"facts", facts_of(local, backend, threads)}, {"warnings", *warned}};
  });
  say_differences(ranks, here);
  const std::string facts = here.at("facts").dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::vector<std::int64_t> all = ranks.all_gather_hashes(facts);
  if (std::any_of(all.begin(), all.end(), [&](std::int64_t hash) { return hash != all.front(); })) {
    local.emplace_back("local_ranks", db::hash_text(fmt::format("{}", fmt::join(all, " "))));
  }
  return {std::move(*dispatcher), std::move(local)};
}

}  // namespace sptune::apps
