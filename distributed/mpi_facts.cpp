// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/mpi_facts.hpp"

#include "kernels/api/clock.hpp"

#include "distributed/messages.hpp"

#if defined(OPEN_MPI)
#include <mpi-ext.h>
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <span>

namespace sptune::distributed {
namespace {

std::string thread_level() {
  int level = MPI_THREAD_SINGLE;
  MPI_Query_thread(&level);
  switch (level) {
    case MPI_THREAD_FUNNELED:
      return "MPI_THREAD_FUNNELED";
    case MPI_THREAD_SERIALIZED:
      return "MPI_THREAD_SERIALIZED";
    case MPI_THREAD_MULTIPLE:
      return "MPI_THREAD_MULTIPLE";
    default:
      return "MPI_THREAD_SINGLE";
  }
}

std::string standard() {
  int version = 0;
  int subversion = 0;
  MPI_Get_version(&version, &subversion);
  return std::to_string(version) + "." + std::to_string(subversion);
}

/// A text variable of the library (MPI_T), where it has one of this name.
bool read_variable(const char* name, std::string& value) {
  int index = 0;
  if (MPI_T_cvar_get_index(name, &index) != MPI_SUCCESS) return false;
  std::array<char, 256> unused{};
  int length = static_cast<int>(unused.size());
  int verbosity = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_T_enum words = MPI_T_ENUM_NULL;
  int bound = 0;
  int scope = 0;
  if (MPI_T_cvar_get_info(index, unused.data(), &length, &verbosity, &type, &words, nullptr,
                          nullptr, &bound, &scope) != MPI_SUCCESS ||
      type != MPI_CHAR || bound != MPI_T_BIND_NO_OBJECT) {
    return false;
  }
  MPI_T_cvar_handle handle = nullptr;
  int count = 0;
  if (MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS) return false;
  std::vector<char> text(static_cast<std::size_t>(std::max(count, 1)) + 1);
  const bool read = MPI_T_cvar_read(handle, text.data()) == MPI_SUCCESS;
  MPI_T_cvar_handle_free(&handle);
  if (read) value = text.data();
  return read;
}

std::vector<std::pair<std::string, std::string>> transports() {
  std::vector<std::pair<std::string, std::string>> out;
  int level = 0;
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &level) != MPI_SUCCESS) return out;
  for (const char* name : {"pml", "btl", "mtl"}) {
    if (std::string value; read_variable(name, value)) out.emplace_back(name, value);
  }
  MPI_T_finalize();
  return out;
}

using HostName = std::array<char, MPI_MAX_PROCESSOR_NAME>;

std::vector<std::pair<std::string, int>> hosts(Communicator& ranks) {
  HostName mine{};
  int length = 0;
  ranks.check(MPI_Get_processor_name(mine.data(), &length), "MPI_Get_processor_name");
  std::vector<HostName> names(ranks.rank() == 0 ? static_cast<std::size_t>(ranks.size()) : 0);
  Messages messages(ranks);
  for (std::size_t r = 0; r < names.size(); ++r) {
    messages.receive(static_cast<int>(r), std::span<char>(names[r]));
  }
  messages.send(0, std::span<const char>(mine));
  messages.wait("names of hosts");
  std::map<std::string, int> counted;
  for (const HostName& name : names) ++counted[name.data()];
  return {counted.begin(), counted.end()};
}

/// Seconds of one way of `bytes`, the median of some rounds; on the two ranks alone.
double one_way(Communicator& ranks, int other, std::vector<char>& bytes, int rounds) {
  std::vector<double> times;
  for (int round = 0; round < rounds; ++round) {
    const double begun = now_s();
    for (const bool there : {true, false}) {
      Messages messages(ranks);
      if (there == (ranks.rank() == 0)) {
        messages.send(ranks.rank() == 0 ? other : 0, std::span<const char>(bytes));
      } else {
        messages.receive(ranks.rank() == 0 ? other : 0, std::span(bytes));
      }
      messages.wait("a message that is timed");
    }
    times.push_back((now_s() - begun) / 2);
  }
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

std::vector<LinkTime> links(Communicator& ranks) {
  std::vector<LinkTime> out;
  std::vector<char> small(8);
  std::vector<char> large(std::size_t{4} << 20);
  for (const int other : {1, ranks.size() - 1}) {
    const bool again = !out.empty() && out.back().to == other;
    if (other < 1 || other >= ranks.size() || again) continue;
    LinkTime link{0, other, 0, 0};
    if (ranks.rank() == 0 || ranks.rank() == other) {
      link.latency_s = one_way(ranks, other, small, 101);
      link.bytes_per_second = static_cast<double>(large.size()) / one_way(ranks, other, large, 9);
    }
    out.push_back(link);
    ranks.barrier();
  }
  return out;
}

}  // namespace

CudaAware cuda_aware() {
#if defined(MPIX_CUDA_AWARE_SUPPORT)
  return MPIX_Query_cuda_support() == 1 ? CudaAware::yes : CudaAware::no;
#else
  return CudaAware::unknown;
#endif
}

MpiFacts find_facts(Communicator& ranks) {
  const std::string library = mpi_library();
  MpiFacts facts{standard(),
                 library.substr(0, library.find('\n')),
                 thread_level(),
                 cuda_aware(),
                 {},
                 ranks.threads_per_rank(),
                 transports(),
                 {}};
  facts.hosts = hosts(ranks);
  facts.links = links(ranks);
  return facts;
}

}  // namespace sptune::distributed
