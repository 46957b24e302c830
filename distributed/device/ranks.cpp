// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/device/ranks.hpp"

#include "distributed/device/nccl.hpp"
#include "distributed/mpi_facts.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

namespace sptune::distributed {
namespace {

constexpr std::int64_t part_bytes = std::int64_t{4} << 20;  // of `pinned`

/// The first rank whose number is 0, or -1.
int first_without(const std::vector<std::int64_t>& numbers) {
  const auto it = std::find(numbers.begin(), numbers.end(), 0);
  return it == numbers.end() ? -1 : static_cast<int>(it - numbers.begin());
}

std::string on_rank(int rank) {
  return " on rank " + std::to_string(rank);
}

}  // namespace

std::string DeviceRanks::refusal_of_nccl(const std::vector<std::int64_t>& identities) {
  for (std::size_t r = 0; r < identities.size(); ++r) {
    const auto first = std::find(identities.begin(), identities.end(), identities[r]);
    const auto other = static_cast<std::size_t>(first - identities.begin());
    if (other != r) {
      return "ranks " + std::to_string(other) + " and " + std::to_string(r) + " share one GPU";
    }
  }
  if (!ranks_.on_one_host()) return "the ranks are on several hosts";
  const std::vector<std::int64_t> there = ranks_.all_gather(nccl_facts().trouble.empty() ? 1 : 0);
  const int without = first_without(there);
  if (without < 0) return {};
  return without == rank() ? nccl_facts().trouble : "it cannot be used" + on_rank(without);
}

std::string DeviceRanks::refusal_of_direct() {
  const int without = first_without(ranks_.all_gather(cuda_aware() == CudaAware::yes ? 1 : 0));
  return without < 0 ? "" : "this MPI does not say that it is CUDA-aware";
}

bool DeviceRanks::try_transport(Transport which, const std::vector<std::int64_t>& identities) {
  std::string refusal;
  if (which == Transport::nccl) refusal = refusal_of_nccl(identities);
  if (which == Transport::direct) refusal = refusal_of_direct();
  if (refusal.empty()) {
    try {
      ranks_.together([&] {
        if (which == Transport::pinned) carrier_ = staged_carrier(ranks_, pinned_stage, part_bytes);
        if (which == Transport::direct) carrier_ = direct_carrier(ranks_);
      });
      if (which == Transport::nccl) carrier_ = nccl_carrier(ranks_);
      transport_ = which;
      return true;
    } catch (const AgreedError& e) {
      if (which == Transport::pinned) throw;
      refusal = e.what();
    }
  }
  why_ += (why_.empty() ? "" : "; ") + std::string(to_string(which)) + ": " + refusal;
  return false;
}

DeviceRanks::DeviceRanks(Communicator& ranks, std::optional<Transport> wanted, Unless unless)
    : ranks_(ranks) {
  ranks.require_equal("transports that the ranks ask for",
                      wanted ? std::string(to_string(*wanted)) : "the first that works");
  ranks.together([&] { device_ = enter_device(ranks.rank_on_host()); });
  const std::vector<std::int64_t> identities = ranks.all_gather(device_.identity);
  gpus_ = static_cast<int>(std::set(identities.begin(), identities.end()).size());
  sharing_ = static_cast<int>(std::count(identities.begin(), identities.end(), device_.identity));
  if (wanted) {
    if (!try_transport(*wanted, identities)) {
      if (unless == Unless::refused) throw AgreedError(ExitCode::device, why_, ranks_.rank() == 0);
      static_cast<void>(try_transport(Transport::pinned, identities));
    }
    return;
  }
  for (const TransportFacts& facts : all_transports) {
    if (size() == 1 && facts.transport != Transport::pinned) continue;  // nothing travels
    if (try_transport(facts.transport, identities)) return;
  }
}

}  // namespace sptune::distributed
