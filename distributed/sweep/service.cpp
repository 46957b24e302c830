// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/sweep/service.hpp"

#include "harness/engine/engine.hpp"
#include "harness/engine/runner.hpp"
#include "harness/worker/wire.hpp"
#include "suites/io/binary.hpp"
#include "suites/io/file_io.hpp"
#include "suites/io/limits.hpp"

#include "distributed/sweep/machine_of_rank.hpp"
#include "distributed/sweep/wire.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace sptune::distributed {
namespace {

using Json = nlohmann::ordered_json;

constexpr int root = 0;

Backend backend_in(const Json& json) {
  const auto backend = parse_backend(json.at("backend").get<std::string>());
  if (!backend) throw Error(ExitCode::internal, "messages of ranks: unknown backend");
  return *backend;
}

class Service {
 public:
  Service(Post& post, const ServiceOptions& options) : post_(post), options_(options) {}

  ExitCode serve() {
    for (;;) {
      const Json request = harness::parse_message(next());
      const auto type = request.at("type").get<std::string>();
      if (type == "bye") return static_cast<ExitCode>(request.at("code").get<int>());
      if (type != "stop") answer(type, request);  // which came when the answer had left
    }
  }

 private:
  /// For ever where this rank was given up: one that ended would be taken for the end of all, by
  /// mpirun, which is told by rank 0 when it is.
  std::string next() {
    for (;;) {
      if (auto text = post_.receive(root, 1)) return std::move(*text);
      if (post_.lost(root)) {
        throw DeviceError(fmt::format("rank {}: rank 0 is lost: nothing was heard of it for {} s",
                                      post_.rank(), post_.lost_after_s()));
      }
    }
  }

  void say(const Json& json) {
    post_.send(root, json.dump(-1, ' ', false, Json::error_handler_t::replace));
  }

  /// Rank 0 writes during a trial when it no longer wants it.
  [[nodiscard]] bool unwanted() const {
    return post_.waiting(root) || post_.lost(root) || post_.given_up();
  }

  void answer(const std::string& type, const Json& request) {
    try {
      say(type == "open" ? open(backend_in(request)) : measure(type, request));
    } catch (const harness::Stopped&) {
      say({{"type", "stopped"}});
    } catch (const std::exception& e) {
      say({{"type", "failed"}, {"message", e.what()}});
    }
  }

  Json open(Backend backend) {
    const DeviceOfRank found =
        find_device(backend, post_.rank(), options_.rank_on_host, options_.cusparse(backend));
    harness::enter(found.device);
    runner_ = harness::worker_runner(
        [this](const std::string& hash) { return options_.library.binary_path(hash); }, {},
        harness::worker_variables(found.device), [this] { return unwanted(); });
    return {{"type", "opened"}, {"machine", to_json(found.machine)}};
  }

  Json measure(const std::string& type, const Json& request) {
    const harness::ProblemKey problem = harness::problem_from_json(request.at("problem"));
    harness::Protocol protocol = harness::protocol_from_json(request.at("protocol"));
    protocol.memory_limit = std::min(harness::resolve_memory_limit(protocol),
                                     harness::resolve_memory_limit(harness::Protocol{}));
    std::vector<ResolvedConfiguration> configurations;
    for (const Json& text : request.at("configurations")) {
      const auto resolved =
          options_.catalogue.parse(problem.operation, backend_in(request), text.get<std::string>());
      if (!resolved) throw Error(ExitCode::internal, resolved.error());
      configurations.push_back(resolved.value());
    }
    if (const std::string why = missing(request.at("matrices")); !why.empty()) {
      return {{"type", "absent"}, {"message", why}};
    }
    std::vector<harness::Trial> trials;
    if (type == "trial") {
      trials.push_back(runner_->run({configurations.at(0), problem, protocol},
                                    request.at("best_us").get<double>()));
    } else {
      trials =
          runner_->interleaved(configurations, problem, protocol,
                               request.at("repetitions").get<int>(), [this] { return unwanted(); });
      if (trials.empty()) throw harness::Stopped();
    }
    return {{"type", "done"}, {"trials", to_json(trials)}};
  }

  /// Why one of them is not to be had, and will not be: for a matrix, no rank is given up.
  std::string missing(const Json& matrices) {
    for (const auto& [hash, bytes] : matrices.items()) {
      try {
        have(hash, bytes.get<std::uintmax_t>());
      } catch (const InputError& e) {
        missing_[hash] = e.what();
        return e.what();
      }
    }
    return "";
  }

  /// Looked at whole when it is met first: a worker only says that it cannot load what is damaged.
  bool sound(const std::filesystem::path& file, const std::string& hash, std::uintmax_t bytes) {
    std::error_code none;
    if (std::filesystem::file_size(file, none) != bytes || none) return false;
    if (seen_.contains(hash)) return true;
    try {
      static_cast<void>(suites::read_binary(file, hash));
    } catch (const suites::LimitError&) {  // for the worker to say, which has a limit of its own
    } catch (const std::bad_alloc&) {
    } catch (const InputError&) {
      return false;
    }
    seen_.insert(hash);
    return true;
  }

  /// Rank 0's file where the file system is shared; else a copy of it.
  void have(const std::string& hash, std::uintmax_t bytes) {
    namespace fs = std::filesystem;
    const fs::path file = options_.library.binary_path(hash);
    if (sound(file, hash, bytes)) return;
    if (const auto known = missing_.find(hash); known != missing_.end()) {
      throw InputError(known->second);  // it is not sent again
    }
    say({{"type", "matrix"}, {"hash", hash}});
    const Json header = harness::parse_message(next());
    const auto type = header.at("type").get<std::string>();
    if (type == "stop") throw harness::Stopped();
    if (type != "bytes") throw InputError(header.at("message").get<std::string>());
    std::optional<InputError> trouble;  // whose bytes come all the same
    std::unique_ptr<suites::OutputFile> out;
    const auto tried = [&](const auto& write) {
      if (trouble) return;
      try {
        write();
      } catch (const InputError& e) {
        trouble.emplace(
            fmt::format("{}: set SPTUNE_CACHE to a folder that rank 0 and {} share, or "
                        "that {} can write",
                        e.what(), host_name(), host_name()));
      }
    };
    tried([&] {
      suites::create_folder(file.parent_path(), "set SPTUNE_CACHE");
      out = std::make_unique<suites::OutputFile>(file);
    });
    for (auto left = header.at("bytes").get<std::uintmax_t>(); left > 0;) {
      const std::string part = next();
      left -= std::min<std::uintmax_t>(left, part.size());
      tried([&] { out->write(part); });
    }
    const Json end = harness::parse_message(next());
    if (end.at("type") != "sent") throw InputError(end.at("message").get<std::string>());
    tried([&] { out->publish(); });
    if (trouble) throw InputError(*trouble);
    seen_.insert(hash);
  }

  Post& post_;
  const ServiceOptions& options_;
  std::unique_ptr<harness::Runner> runner_;
  std::set<std::string> seen_;                  ///< matrices whose file is sound
  std::map<std::string, std::string> missing_;  ///< matrices that could not be sent here, and why
};

}  // namespace

ExitCode serve(Post& post, const ServiceOptions& options) {
  return Service(post, options).serve();
}

}  // namespace sptune::distributed
