// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/sweep/remote_runner.hpp"

#include "harness/engine/not_here.hpp"
#include "harness/worker/wire.hpp"
#include "kernels/api/clock.hpp"
#include "sptune/error.hpp"

#include "distributed/sweep/wire.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

namespace sptune::distributed {
namespace {

using Json = nlohmann::ordered_json;

constexpr double stop_look_s = 0.2;   ///< how soon a stop is heard
constexpr double stop_within_s = 10;  ///< a worker is killed at once
constexpr std::size_t part_bytes = std::size_t{4} << 20;

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

DeviceError lost(const std::string& name, double after_s) {
  return DeviceError(fmt::format("{} is lost: nothing was heard of it for {} s", name, after_s));
}

DeviceError failed(const std::string& name, const Json& message) {
  return DeviceError(name + ": " + message.at("message").get<std::string>());
}

class RemoteRunner final : public harness::Runner {
 public:
  RemoteRunner(Post& post, const MachineOfRank& machine, harness::MatrixLocator locate,
               harness::Stop stop)
      : post_(post),
        rank_(machine.rank),
        name_(fmt::format("rank {} on {}", machine.rank, machine.host)),
        locate_(std::move(locate)),
        stop_(std::move(stop)) {}

  harness::Trial run(const harness::TrialKey& key, double best_us) override {
    Json request = request_of("trial", {key.configuration}, key.problem, key.protocol);
    request["best_us"] = best_us;
    auto trials = ask(request, stop_);
    if (!trials) throw harness::Stopped();
    return std::move(trials->at(0));
  }

  std::vector<harness::Trial> interleaved(const std::vector<ResolvedConfiguration>& configurations,
                                          const harness::ProblemKey& problem,
                                          const harness::Protocol& protocol, int repetitions,
                                          const harness::Stop& stop) override {
    if (configurations.empty()) return {};
    Json request = request_of("interleaved", configurations, problem, protocol);
    request["repetitions"] = repetitions;
    return ask(request, stop).value_or(std::vector<harness::Trial>{});
  }

 private:
  Json request_of(const char* type, const std::vector<ResolvedConfiguration>& configurations,
                  const harness::ProblemKey& problem, const harness::Protocol& protocol) const {
    Json request{{"type", type},
                 {"backend", sptune::to_string(configurations.front().variant().facts.backend)},
                 {"problem", harness::to_json(problem)},
                 {"protocol", harness::to_json(protocol)},
                 {"configurations", Json::array()},
                 {"matrices", Json::object()}};
    for (const ResolvedConfiguration& c : configurations) {
      request["configurations"].push_back(c.text());
    }
    for (const std::string& hash : {problem.a_hash, problem.b_hash}) {
      if (!hash.empty()) request["matrices"][hash] = bytes_of(hash);
    }
    return request;
  }

  std::uintmax_t bytes_of(const std::string& hash) const {
    std::error_code none;
    const auto bytes = std::filesystem::file_size(locate_(hash), none);
    return none ? 0 : bytes;  // whoever reads it says what is wrong
  }

  /// Nothing when it was stopped.
  std::optional<std::vector<harness::Trial>> ask(const Json& request, const harness::Stop& stop) {
    post_.send(rank_, dumped(request));
    double stopped_s = 0;
    for (;;) {
      const auto text = post_.receive(rank_, stop_look_s);
      if (!text) {
        if (post_.lost(rank_)) throw lost(name_, post_.lost_after_s());
        if (stopped_s == 0 && stop && stop()) {
          stopped_s = now_s();
          post_.send(rank_, dumped({{"type", "stop"}}));
        }
        if (stopped_s > 0 && now_s() > stopped_s + stop_within_s) {
          ++owed_;
          return std::nullopt;
        }
        continue;
      }
      const Json answer = harness::parse_message(*text);
      const auto type = answer.at("type").get<std::string>();
      if (owed_ > 0) {  // each request has one answer, and may ask for matrices before
        if (type != "matrix") --owed_;
        continue;
      }
      if (type == "done") return trials_from_json(answer.at("trials"));
      if (type == "stopped") return std::nullopt;
      if (type == "failed") throw failed(name_, answer);
      if (type == "absent") throw harness::NotHere(answer.at("message").get<std::string>());
      if (stopped_s == 0) send_matrix(answer.at("hash").get<std::string>());
    }
  }

  void send_matrix(const std::string& hash) {
    const std::uintmax_t bytes = bytes_of(hash);
    std::ifstream in(locate_(hash), std::ios::binary);
    if (!in || bytes == 0) {
      const std::string why = locate_(hash).string() + ": cannot be read on rank 0";
      return post_.send(rank_, dumped({{"type", "failed"}, {"message", why}}));
    }
    post_.send(rank_, dumped({{"type", "bytes"}, {"bytes", bytes}}));
    // As many as were announced come in any case, and then whether they are the file's.
    for (std::uintmax_t left = bytes; left > 0;) {
      std::string part(static_cast<std::size_t>(std::min<std::uintmax_t>(left, part_bytes)), '\0');
      in.read(part.data(), static_cast<std::streamsize>(part.size()));
      left -= part.size();
      post_.send(rank_, std::move(part));
    }
    if (in && in.peek() == std::ifstream::traits_type::eof()) {
      return post_.send(rank_, dumped({{"type", "sent"}}));
    }
    const std::string why = locate_(hash).string() + ": was changed while it was sent";
    post_.send(rank_, dumped({{"type", "failed"}, {"message", why}}));
  }

  Post& post_;
  int rank_;
  std::string name_;
  harness::MatrixLocator locate_;
  harness::Stop stop_;
  int owed_ = 0;  ///< answers to requests that were given up
};

}  // namespace

std::vector<MachineOfRank> open_others(Post& post, Backend backend) {
  const std::string request = dumped({{"type", "open"}, {"backend", sptune::to_string(backend)}});
  for (int rank = 1; rank < post.size(); ++rank) post.send(rank, request);
  std::vector<MachineOfRank> out;
  for (int rank = 1; rank < post.size(); ++rank) {
    const std::string name = fmt::format("rank {}", rank);
    std::optional<std::string> text;
    while (!(text = post.receive(rank, 1))) {
      if (post.lost(rank)) throw lost(name, post.lost_after_s());
    }
    const Json answer = harness::parse_message(*text);
    if (answer.at("type") == "failed") throw failed(name, answer);
    out.push_back(machine_from_json(answer.at("machine")));
  }
  return out;
}

void end_others(Post& post, ExitCode code) {
  const std::string text = dumped({{"type", "bye"}, {"code", static_cast<int>(code)}});
  for (int rank = 1; rank < post.size(); ++rank) post.send(rank, text);
}

std::unique_ptr<harness::Runner> remote_runner(Post& post, const MachineOfRank& machine,
                                               harness::MatrixLocator locate, harness::Stop stop) {
  return std::make_unique<RemoteRunner>(post, machine, std::move(locate), std::move(stop));
}

}  // namespace sptune::distributed
