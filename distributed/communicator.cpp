// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/communicator.hpp"

#include "kernels/api/mix64.hpp"
#include "kernels/host/control_groups.hpp"
#include "kernels/host/places.hpp"
#include "kernels/host/threads.hpp"

#include "distributed/threads_of_rank.hpp"
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <limits>
#include <new>
#include <numeric>
#include <optional>
#include <system_error>
#include <utility>

namespace sptune::distributed {
namespace {

/// Looks at what can be asked before anything is sent; returns what a member is made of.
MPI_Comm require_threads(MPI_Comm parent) {
  int initialized = 0;
  MPI_Initialized(&initialized);
  if (initialized == 0) {
    throw UsageError("MPI is not initialized: call MPI_Init_thread with MPI_THREAD_FUNNELED first");
  }
  int level = MPI_THREAD_SINGLE;
  MPI_Query_thread(&level);
  if (level < MPI_THREAD_FUNNELED) {
    throw UsageError(
        "MPI was initialized for programs without threads: expected MPI_THREAD_FUNNELED of "
        "MPI_Init_thread, found MPI_THREAD_SINGLE");
  }
  return parent;
}

/// Of the environment; an empty value is the same as none.
std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

double timeout_of(double wanted) {
  if (wanted >= 0) return wanted;
  const std::string text = variable("SPTUNE_MPI_TIMEOUT");
  if (text.empty()) return 600;
  // Whatever a locale has in the place of the point.
  double seconds = -1;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, seconds);
  if (read.ec != std::errc() || read.ptr != end || !(seconds >= 0 && seconds <= 1e9)) {
    throw UsageError("SPTUNE_MPI_TIMEOUT: expected seconds, 0 for no limit, found '" + text + "'");
  }
  return seconds;
}

/// All ranks wait at once, and one line is enough: rank 0 is first, and MPI's launcher ends the
/// others before their turn.
double turn_of(double limit_s, int rank) {
  return limit_s <= 0 ? 0 : limit_s + std::min(30.0, 5.0 * rank);
}

void end_with(const std::string& line) {
  const std::string text = "sptune: " + line + "\n";
  static_cast<void>(!write(STDERR_FILENO, text.data(), text.size()));
  _exit(static_cast<int>(ExitCode::internal));
}

int rank_of(MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

int size_of(MPI_Comm comm) {
  int size = 1;
  MPI_Comm_size(comm, &size);
  return size;
}

std::string rank_text(int rank, int size) {
  return "rank " + std::to_string(rank) + " of " + std::to_string(size);
}

std::int64_t hash_of(std::string_view text) {
  std::uint64_t hash = text.size();
  for (const char c : text) hash = mix64(hash ^ static_cast<unsigned char>(c));
  return static_cast<std::int64_t>(hash);
}

}  // namespace

std::string mpi_library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  return text.data();
}

Communicator::Communicator(MPI_Comm parent, CommunicatorOptions options)
    : options_(std::move(options)),
      rank_(rank_of(require_threads(parent))),
      size_(distributed::size_of(parent)),
      watchdog_(turn_of(timeout_of(options_.timeout_s), rank_), rank_text(rank_, size_),
                options_.stuck ? options_.stuck : end_with) {
  {
    const auto waiting = watch("duplicating the communicator");
    check(MPI_Comm_dup(parent, &own_.handle), "MPI_Comm_dup");
  }
  check(MPI_Comm_set_errhandler(own_.handle, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  options_.chunk_bytes = std::clamp<std::int64_t>(options_.chunk_bytes, 1, most);
  require_equal("versions of MPI's library", mpi_library());
  require_equal("versions of the program", options_.version);
  require_equal("bytes of the largest message", std::to_string(options_.chunk_bytes));
  find_threads(parent);
  find_signs(timeout_of(options_.timeout_s));
  traffic_ = {};
}

Communicator::Own::~Own() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  if (finalized == 0 && handle != MPI_COMM_NULL) MPI_Comm_free(&handle);
}

void Communicator::find_threads(MPI_Comm parent) {
  MPI_Comm host = MPI_COMM_NULL;
  {
    const auto waiting = watch("finding the ranks of a host");
    check(MPI_Comm_split_type(own_.handle, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host),
          "MPI_Comm_split_type");
  }
  on_one_host_ = distributed::size_of(host) == size_;
  const Place place = place_of_program(parent, {rank_of(host), processors_of_ranks(host)});
  MPI_Comm_free(&host);
  rank_on_host_ = place.rank;
  ranks_on_host_ = static_cast<int>(place.processors.size());
  const int granted = host::granted_threads();
  const bool said = !variable("OMP_NUM_THREADS").empty();
  threads_per_rank_ =
      said ? granted
           : threads_of_rank(granted, place.processors, rank_on_host_, host::group_quota());
}

/// Other parts of the program compute on the same cores and GPUs. Where they are is known to
/// whoever has met all of them: a part cannot ask, since the others may not be here to answer.
Communicator::Place Communicator::place_of_program(MPI_Comm parent, Place here) const {
  static std::optional<Place> among_all;
  int same = MPI_UNEQUAL;
  check(MPI_Comm_compare(parent, MPI_COMM_WORLD, &same), "MPI_Comm_compare");
  if (same != MPI_UNEQUAL) among_all = here;
  return among_all.value_or(std::move(here));
}

/// Those that each rank of a host may run on.
std::vector<std::vector<int>> Communicator::processors_of_ranks(MPI_Comm host) {
  const std::vector<int> mine = host::allowed_processors();
  const auto size = static_cast<int>(mine.size());
  std::vector<int> sizes(static_cast<std::size_t>(distributed::size_of(host)));
  const auto waiting = watch("finding the cores of a host's ranks");
  check(MPI_Allgather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, host), "MPI_Allgather");
  std::vector<int> begins(sizes.size());
  std::exclusive_scan(sizes.begin(), sizes.end(), begins.begin(), 0);
  std::vector<int> all(static_cast<std::size_t>(begins.back() + sizes.back()));
  check(MPI_Allgatherv(mine.data(), size, MPI_INT, all.data(), sizes.data(), begins.data(), MPI_INT,
                       host),
        "MPI_Allgatherv");
  std::vector<std::vector<int>> out;
  for (std::size_t r = 0; r < sizes.size(); ++r) {
    const auto first = all.begin() + begins[r];
    out.emplace_back(first, first + sizes[r]);
  }
  return out;
}

std::string Communicator::name() const {
  return rank_text(rank_, size_);
}

void Communicator::check(int status, const char* call) const {
  if (status == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(status, text.data(), &length);
  throw MpiError(name() + ": " + call + " failed: " + text.data());
}

void Communicator::count_sent(std::int64_t bytes, std::int64_t messages) noexcept {
  traffic_.sent += bytes;
  traffic_.messages += messages;
}

std::vector<std::int64_t> Communicator::all_gather(std::int64_t mine) {
  return all_to_all(std::vector<std::int64_t>(static_cast<std::size_t>(size_), mine));
}

std::vector<std::int64_t> Communicator::all_to_all(const std::vector<std::int64_t>& mine) {
  std::vector<std::int64_t> theirs(mine.size());
  const auto waiting = watch("exchanging sizes");
  check(MPI_Alltoall(mine.data(), 1, MPI_INT64_T, theirs.data(), 1, MPI_INT64_T, own_.handle),
        "MPI_Alltoall");
  count_sent(8 * (size_ - 1), size_ - 1);
  count_received(8 * (size_ - 1));
  return theirs;
}

void Communicator::sum(std::span<double> values) {
  constexpr auto unit = static_cast<std::int64_t>(sizeof(double));
  const auto most =
      static_cast<std::size_t>(std::max<std::int64_t>(options_.chunk_bytes / unit, 1));
  for (std::span<double> left = values; !left.empty();) {
    const std::span<double> part = left.first(std::min(left.size(), most));
    const auto waiting = watch("adding numbers of all ranks");
    check(MPI_Allreduce(MPI_IN_PLACE, part.data(), static_cast<int>(part.size()), MPI_DOUBLE,
                        MPI_SUM, own_.handle),
          "MPI_Allreduce");
    left = left.subspan(part.size());
  }
  const auto bytes = static_cast<std::int64_t>(values.size_bytes());
  count_sent(bytes * (size_ - 1), size_ - 1);
  count_received(bytes * (size_ - 1));
}

void Communicator::barrier() {
  const auto waiting = watch("a barrier");
  check(MPI_Barrier(own_.handle), "MPI_Barrier");
}

void Communicator::broadcast(void* data, std::int64_t bytes, int root) {
  auto* at = static_cast<std::byte*>(data);
  for (std::int64_t left = bytes; left > 0;) {
    const std::int64_t part = std::min(left, options_.chunk_bytes);
    const auto waiting = watch("a broadcast");
    check(MPI_Bcast(at, static_cast<int>(part), MPI_BYTE, root, own_.handle), "MPI_Bcast");
    at += part;
    left -= part;
  }
  if (rank_ == root) {
    count_sent(bytes * (size_ - 1), size_ - 1);
  } else {
    count_received(bytes);
  }
}

std::vector<std::int64_t> Communicator::all_gather_hashes(std::string_view text) {
  return all_gather(hash_of(text));
}

std::string Communicator::text_of(int root, std::string text) {
  auto length = static_cast<std::int64_t>(text.size());
  broadcast(&length, sizeof length, root);
  text.resize(static_cast<std::size_t>(length));
  broadcast(text.data(), length, root);
  return text;
}

void Communicator::throw_of(int failed, ExitCode code, std::string text) {
  broadcast(&code, sizeof code, failed);
  text = text_of(failed, std::move(text));
  throw AgreedError(code, size_ == 1 ? text : rank_text(failed, size_) + ": " + text, rank_ == 0);
}

void Communicator::together(const std::function<void()>& local) {
  ExitCode code = ExitCode::success;
  std::string text;
  try {
    local();
  } catch (const Error& e) {
    code = e.code();
    text = e.what();
  } catch (const std::bad_alloc&) {
    code = ExitCode::internal;
    text = "out of memory";
  } catch (const std::exception& e) {
    code = ExitCode::internal;
    text = e.what();
  }
  int failed = code == ExitCode::success ? size_ : rank_;
  {
    const auto waiting = watch("whether all ranks succeeded");
    check(MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MIN, own_.handle), "MPI_Allreduce");
  }
  if (failed < size_) throw_of(failed, code, std::move(text));
}

void Communicator::require_equal(std::string_view what, const std::string& text) {
  const std::vector<std::int64_t> hashes = all_gather_hashes(text);
  const auto other = std::find_if(hashes.begin(), hashes.end(),
                                  [&](std::int64_t hash) { return hash != hashes.front(); });
  if (other == hashes.end()) return;
  const auto rank = static_cast<int>(other - hashes.begin());
  const std::string first = text_of(0, text);
  const std::string second = text_of(rank, text);
  throw AgreedError(ExitCode::usage,
                    std::string(what) + " differ: '" + first + "' on rank 0, '" + second +
                        "' on rank " + std::to_string(rank) + "; all ranks need the same",
                    rank_ == 0);
}

}  // namespace sptune::distributed
