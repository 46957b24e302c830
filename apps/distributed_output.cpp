// SPDX-License-Identifier: BSD-3-Clause
#include "apps/distributed_output.hpp"

#include "kernels/api/json_text.hpp"

#include "distributed/device/nccl.hpp"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>

namespace sptune::apps {
namespace {

using distributed::all_phases;
using distributed::Phase;
using distributed::RankReport;

double seconds_of(const RankReport& rank, Phase phase) {
  return rank.seconds[static_cast<std::size_t>(phase)];
}

nlohmann::json seconds_json(const RankReport& rank) {
  nlohmann::json seconds;
  for (const Phase phase : all_phases)
    seconds[std::string(to_string(phase))] = seconds_of(rank, phase);
  return seconds;
}

nlohmann::json rank_json(const RankReport& rank, const RankReport& first) {
  return {{"rows", rank.rows},
          {"a_entries", rank.a_entries},
          {"b_entries", rank.b_entries},
          {"c_entries", rank.c_entries},
          {"products", rank.products},
          {"bytes_sent", rank.traffic.sent},
          {"bytes_received", rank.traffic.received},
          {"bytes_received_least", rank.least_received},
          {"messages_sent", rank.traffic.messages},
          {"seconds", seconds_json(rank)},
          {"first_seconds", seconds_json(first)}};
}

/// Where it was computed; of ranks on CPUs nothing.
std::string gpu_text(const DistributedRun& run) {
  if (run.gpus == 0) return {};
  std::string out = fmt::format("on {} of {}, rows travel by {}", run.gpus, run.gpu, run.transport);
  if (!run.why_transport.empty()) out += fmt::format(" ({})", run.why_transport);
  return out + "\n";
}

std::string_view to_string(distributed::CudaAware aware) {
  switch (aware) {
    case distributed::CudaAware::yes:
      return "yes";
    case distributed::CudaAware::no:
      return "no";
    case distributed::CudaAware::unknown:
      break;
  }
  return "unknown";
}

}  // namespace

std::string json_of(const DistributedRun& run) {
  nlohmann::json ranks = nlohmann::json::array();
  for (std::size_t r = 0; r < run.ranks.size(); ++r) {
    ranks.push_back(rank_json(run.ranks[r], run.first.at(r)));
  }
  nlohmann::json out = {{"a", run.a},
                        {"b", run.b},
                        {"scheme", distributed::facts_of(run.scheme).name},
                        {"balance", to_string(run.balance)},
                        {"value_type", to_string(run.value_type)},
                        {"threads_per_rank", run.threads},
                        {"backend", to_string(run.backend)},
                        {"c", {{"rows", run.rows}, {"cols", run.cols}, {"nnz", run.nnz}}},
                        {"scatter_s", run.scatter_s},
                        {"product_s", run.product_s},
                        {"again_s", run.again_s},
                        {"gather_s", run.gather_s},
                        {"imbalance", distributed::imbalance(run.ranks)},
                        {"ranks", ranks}};
  if (run.gpus > 0) {
    out["gpus"] = run.gpus;
    out["gpu"] = run.gpu;
    out["transport"] = run.transport;
    out["why_transport"] = run.why_transport;
  }
  return json_text(out, 2) + "\n";
}

std::string text_of(const DistributedRun& run) {
  std::string out = fmt::format(
      "{} x {} on {} ranks with {} threads each, {}, {}, balanced by {}\n"
      "{}C: {} x {}, {} entries; most products of a rank over the mean {:.3f}\n"
      "scatter {:.4f} s, product {:.4f} s",
      run.a, run.b, run.ranks.size(), run.threads, to_string(run.value_type),
      distributed::facts_of(run.scheme).name, to_string(run.balance), gpu_text(run), run.rows,
      run.cols, run.nnz, distributed::imbalance(run.ranks), run.scatter_s, run.product_s);
  if (!run.again_s.empty()) {
    out +=
        fmt::format(", with other values {:.4f} s (least of {})",
                    *std::min_element(run.again_s.begin(), run.again_s.end()), run.again_s.size());
  }
  if (run.gather_s > 0) out += fmt::format(", gather {:.4f} s", run.gather_s);
  out += "\n\nrank       rows     products     sent MB received MB    least MB";
  for (const Phase phase : all_phases) out += fmt::format(" {:>9}", to_string(phase));
  std::size_t idle = 0;
  for (std::size_t r = 0; r < run.ranks.size(); ++r) {
    const RankReport& rank = run.ranks[r];
    idle += rank.rows == 0 ? 1 : 0;
    const auto mb = [](std::int64_t bytes) { return static_cast<double>(bytes) / 1e6; };
    out += fmt::format("\n{:4} {:10} {:12} {:11.3f} {:11.3f} {:11.3f}", r, rank.rows, rank.products,
                       mb(rank.traffic.sent), mb(rank.traffic.received), mb(rank.least_received));
    for (const Phase phase : all_phases) out += fmt::format(" {:9.4f}", seconds_of(rank, phase));
  }
  if (idle > 0) out += fmt::format("\n{} of {} ranks have no rows", idle, run.ranks.size());
  return out + "\n";
}

std::string json_of(const distributed::MpiFacts& facts) {
  nlohmann::json hosts;
  for (const auto& [name, ranks] : facts.hosts) hosts[name] = ranks;
  nlohmann::json transports;
  for (const auto& [name, value] : facts.transports) transports[name] = value;
  nlohmann::json links = nlohmann::json::array();
  for (const distributed::LinkTime& link : facts.links) {
    links.push_back({{"from", link.from},
                     {"to", link.to},
                     {"latency_s", link.latency_s},
                     {"bytes_per_second", link.bytes_per_second}});
  }
  const nlohmann::json out = {{"standard", facts.standard},
                              {"library", facts.library},
                              {"thread_level", facts.thread_level},
                              {"cuda_aware", to_string(facts.cuda_aware)},
                              {"nccl", distributed::nccl_facts().version},
                              {"nccl_trouble", distributed::nccl_facts().trouble},
                              {"hosts", hosts},
                              {"threads_per_rank", facts.threads_per_rank},
                              {"transports", transports},
                              {"links", links}};
  return json_text(out, 2) + "\n";
}

std::string text_of(const distributed::MpiFacts& facts) {
  std::string out =
      fmt::format("MPI {}: {}\nthreads: {}\nbuffers in a GPU's memory (CUDA-aware): {}\n",
                  facts.standard, facts.library, facts.thread_level, to_string(facts.cuda_aware));
  const distributed::NcclFacts& nccl = distributed::nccl_facts();
  out += fmt::format("NCCL: {}\n", nccl.trouble.empty() ? nccl.version : nccl.trouble);
  for (const auto& [name, ranks] : facts.hosts)
    out += fmt::format("host {}: {} ranks\n", name, ranks);
  out += fmt::format("threads per rank: {}\n", facts.threads_per_rank);
  for (const auto& [name, value] : facts.transports) {
    out += fmt::format("{}: {}\n", name, value.empty() ? "the library's choice" : value);
  }
  for (const distributed::LinkTime& link : facts.links) {
    out += fmt::format("rank {} to rank {}: {:.1f} us, {:.2f} GB/s\n", link.from, link.to,
                       link.latency_s * 1e6, link.bytes_per_second / 1e9);
  }
  return out;
}

}  // namespace sptune::apps
