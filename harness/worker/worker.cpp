// SPDX-License-Identifier: BSD-3-Clause
#include "harness/worker/worker.hpp"

#include "harness/engine/engine.hpp"
#include "harness/environment/sanitizers.hpp"
#include "harness/worker/wire.hpp"
#include "kernels/row_policy/policy_file.hpp"
#include "sptune/error.hpp"
#include "suites/collections/suite.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sptune::harness {
namespace {

using Json = nlohmann::ordered_json;

/// While it lives, the heap and private mappings may not outgrow the limit: an allocation beyond it
/// throws std::bad_alloc, which is a typed outcome. Lifted for the answer. Sanitizers map terabytes
/// of shadow, so that under them only the parent's watch on resident memory is left.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::int64_t bytes) {
#ifndef SPTUNE_SANITIZED
    active_ = getrlimit(RLIMIT_DATA, &before_) == 0;
    if (!active_) return;
    rlimit limit = before_;
    limit.rlim_cur = std::min(static_cast<rlim_t>(bytes), before_.rlim_max);
    active_ = setrlimit(RLIMIT_DATA, &limit) == 0;
#else
    (void)bytes;
#endif
  }
  ~MemoryLimit() {
    if (active_) setrlimit(RLIMIT_DATA, &before_);
  }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  rlimit before_{};
  bool active_ = false;
};

/// A tridiagonal matrix: small, and every row has neighbours.
suites::Matrix canary_matrix() {
  constexpr Index n = 1000;
  suites::Matrix m;
  m.csr.rows = n;
  m.csr.cols = n;
  for (Index row = 0; row < n; ++row) {
    for (Index col = row - 1; col <= row + 1; ++col) {
      if (col < 0 || col >= n) continue;
      m.csr.col_indices.push_back(col);
      m.csr.values.push_back(row == col ? 2.0 : -1.0);
    }
    m.csr.row_offsets.push_back(m.csr.nnz());
  }
  return m;
}

constexpr const char* canary_hash = "canary";

class Worker {
 public:
  Worker(const Catalogue& catalogue, int out_fd)
      : catalogue_(catalogue),
        out_(out_fd),
        engine_([this](const std::string& hash) { return load(hash); }) {}

  /// False when the parent is gone.
  bool serve(const std::string& request) {
    const Json json = parse_message(request);
    const auto type = json.at("type").get<std::string>();
    if (type == "canary") return answer(canary(backend_in(json)));
    if (type != "trial" && type != "interleaved") {
      throw Error(ExitCode::internal, "worker protocol: unknown request '" + type + "'");
    }
    files_ = json.at("files").get<std::map<std::string, std::string>>();
    const Protocol protocol = protocol_from_json(json.at("protocol"));
    const ProblemKey problem = problem_from_json(json.at("problem"));
    const Backend backend = backend_in(json);
    if (const auto variant = of_other_code(json, problem.operation, backend)) {
      return answer({{"type", "other_build"}, {"variant", *variant}});
    }
    for (const auto& [variable, checksum] : json.at("policies").items()) {
      row_policy::expect_checksum(variable.c_str(), checksum.get<std::string>());
    }
    std::vector<Trial> trials;  // of every text; those of unknown ones are over already
    std::vector<ResolvedConfiguration> configurations;
    std::vector<std::size_t> position;  // of each configuration among the texts
    for (const Json& item : json.at("configurations")) {
      const auto text = item.get<std::string>();
      const auto resolved = catalogue_.parse(problem.operation, backend, text);
      if (resolved) {
        position.push_back(trials.size());
        configurations.push_back(resolved.value());
      }
      trials.push_back(unknown(text, backend, problem, protocol, resolved.error()));
    }
    const StageListener listener = [&](std::string_view stage, std::size_t index) {
      parent_gone_ = parent_gone_ ||
                     !answer({{"type", "stage"}, {"stage", stage}, {"index", position.at(index)}});
    };
    if (!configurations.empty()) {
      const MemoryLimit limit(resolve_memory_limit(protocol));
      if (type == "trial") {
        trials.at(0) = engine_.run({configurations.front(), problem, protocol},
                                   json.at("best_us").get<double>(), listener);
      } else {
        auto measured = engine_.interleaved(configurations, problem, protocol,
                                            json.at("repetitions").get<int>(), listener);
        for (std::size_t i = 0; i < measured.size(); ++i) {
          trials[position[i]] = std::move(measured[i]);
        }
      }
    }
    Json done{{"type", "done"}, {"tainted", engine_.tainted()}, {"trials", Json::array()}};
    for (const Trial& trial : trials) done["trials"].push_back(to_json(trial));
    return answer(done) && !parent_gone_;
  }

 private:
  static Backend backend_in(const Json& json) {
    const auto backend = parse_backend(json.at("backend").get<std::string>());
    if (!backend) throw Error(ExitCode::internal, "worker protocol: unknown backend");
    return *backend;
  }

  /// The first variant asked for whose code is not the caller's, which would be stored as if it
  /// were: a build went on while a sweep runs, or SPTUNE_WORKER names another one.
  std::optional<std::string> of_other_code(const Json& json, Operation operation,
                                           Backend backend) const {
    const Json& texts = json.at("configurations");
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto resolved = catalogue_.parse(operation, backend, texts[i].get<std::string>());
      if (!resolved) continue;  // whose trial says so
      const Variant& ours = resolved.value().variant();
      if (ours.code_hash != json.at("code_hashes").at(i).get<std::string>()) {
        return ours.facts.name;
      }
    }
    return std::nullopt;
  }

  /// The trial of a text that this catalogue does not know: the caller's is another one.
  static Trial unknown(const std::string& text, Backend backend, const ProblemKey& problem,
                       const Protocol& protocol, const std::string& why) {
    Trial trial;
    trial.backend = backend;
    const auto parsed = Configuration::parse(text);
    trial.configuration = parsed ? parsed.value() : Configuration{text, {}};
    trial.problem = problem;
    trial.cache = protocol.cache;
    trial.outcome = Outcome::error;
    trial.stage = "fit";
    trial.message = why;
    return trial;
  }

  bool answer(const Json& json) const { return write_frame(out_, json.dump()); }

  suites::Matrix load(const std::string& hash) const {
    if (hash == canary_hash) return canary_matrix();
    const auto file = files_.find(hash);
    if (file == files_.end()) {
      throw InputError(fmt::format("no file was given for the matrix {}", hash));
    }
    return suites::read_binary(file->second, hash);
  }

  /// The first variant of ours that fits has to give a right answer.
  Json canary(Backend backend) {
    Json json{{"type", "canary"}, {"ok", true}, {"message", "no variant to try"}};
    Protocol quick;
    quick.min_samples = quick.max_samples = quick.pilot_samples = 1;
    for (const Variant& v : catalogue_.variants()) {
      if (v.facts.backend != backend || v.facts.baseline) continue;
      const ProblemKey problem{v.operation, ValueType::f64, canary_hash, canary_hash, ""};
      const Trial trial = engine_.run({v.default_configuration(), problem, quick}, 0);
      if (trial.outcome == Outcome::refused) continue;
      json["ok"] = trial.outcome == Outcome::ok;
      json["message"] = fmt::format("{}: {} {}", trial.configuration.text(),
                                    to_string(trial.outcome), trial.message);
      break;
    }
    return json;
  }

  const Catalogue& catalogue_;
  int out_;
  bool parent_gone_ = false;
  std::map<std::string, std::string> files_;
  Engine engine_;
};

}  // namespace

int worker_main(const Catalogue& catalogue, int in_fd, int out_fd) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // `ulimit -f` is no fault of a variant
  std::signal(SIGINT, SIG_IGN);   // Ctrl-C is the parent's to handle: it lets the trial finish
  try {
    Worker worker(catalogue, out_fd);
    while (const auto request = read_frame(in_fd)) {
      if (!worker.serve(*request)) break;
    }
  } catch (const std::exception& e) {
    const Json failure{{"type", "failed"}, {"message", e.what()}};
    if (!write_frame(out_fd, failure.dump(-1, ' ', false, Json::error_handler_t::replace)))
      return 2;
    return 1;
  }
  return 0;
}

}  // namespace sptune::harness
