// SPDX-License-Identifier: BSD-3-Clause
// Signs of life of a rank that works alone while the others wait for its word.
#include "kernels/api/clock.hpp"

#include "distributed/communicator.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>
#include <thread>

namespace sptune::distributed {
namespace {

constexpr int sign_tag = 21;

}  // namespace

void Communicator::find_signs(double limit_s) {
  int level = MPI_THREAD_SINGLE;
  MPI_Query_thread(&level);
  // Their limits are in the environment of each.
  constexpr double unit_s = 1e-3;
  constexpr double seldom_s = 10;
  constexpr double signs_in_time = 8;
  const std::vector<std::int64_t> limits = all_gather(
      limit_s > 0 ? std::max<std::int64_t>(1, static_cast<std::int64_t>(limit_s / unit_s))
                  : std::numeric_limits<std::int64_t>::max());
  const std::int64_t least = *std::min_element(limits.begin(), limits.end());
  between_signs_s_ = std::min(seldom_s, unit_s * static_cast<double>(least) / signs_in_time);
  const std::vector<std::int64_t> can = all_gather(level >= MPI_THREAD_SERIALIZED ? 1 : 0);
  gives_signs_ = *std::min_element(can.begin(), can.end()) == 1;
}

void Communicator::await(void* data, std::int64_t bytes, int root) {
  constexpr double eager_s = 0.02;
  constexpr auto nap = std::chrono::microseconds(500);
  constexpr const char* what = "a word of the rank that leads";
  auto* at = static_cast<std::byte*>(data);
  std::optional<Watchdog::Watch> waiting;
  for (std::int64_t left = bytes; left > 0;) {
    const std::int64_t part = std::min(left, options_.chunk_bytes);
    MPI_Request request = MPI_REQUEST_NULL;
    check(MPI_Ibcast(at, static_cast<int>(part), MPI_BYTE, root, own_.handle, &request),
          "MPI_Ibcast");
    const double begun = now_s();
    if (gives_signs_) waiting.emplace(watchdog_, what);
    for (int arrived = 0; arrived == 0;) {
      check(MPI_Test(&request, &arrived, MPI_STATUS_IGNORE), "MPI_Test");
      if (arrived != 0) break;
      if (sign_of(root)) waiting.emplace(watchdog_, what);
      if (now_s() - begun < eager_s) {
        std::this_thread::yield();
      } else {
        std::this_thread::sleep_for(nap);
      }
    }
    at += part;
    left -= part;
  }
}

void Communicator::give_sign() {
  if (!gives_signs_) return;
  signs_.resize(static_cast<std::size_t>(size_), MPI_REQUEST_NULL);
  for (int other = 0; other < size_; ++other) {
    if (other == rank_) continue;
    MPI_Request& request = signs_[static_cast<std::size_t>(other)];
    int over = 0;
    check(MPI_Test(&request, &over, MPI_STATUS_IGNORE), "MPI_Test");
    if (over == 0) continue;  // the last one is under way
    check(MPI_Isend(nullptr, 0, MPI_BYTE, other, sign_tag, own_.handle, &request), "MPI_Isend");
  }
}

/// Takes what has come; was there any?
bool Communicator::sign_of(int root) {
  if (!gives_signs_ || rank_ == root) return false;
  int found = 0;
  check(MPI_Iprobe(root, sign_tag, own_.handle, &found, MPI_STATUS_IGNORE), "MPI_Iprobe");
  if (found != 0) take_sign(root);
  return found != 0;
}

/// The last one has a byte. It may overtake the word that it follows.
void Communicator::take_sign(int root) {
  std::byte last{};
  int bytes = 0;
  MPI_Status status;
  check(MPI_Recv(&last, 1, MPI_BYTE, root, sign_tag, own_.handle, &status), "MPI_Recv");
  check(MPI_Get_count(&status, MPI_BYTE, &bytes), "MPI_Get_count");
  signs_over_ = bytes > 0;
}

void Communicator::end_signs(int root) {
  if (!gives_signs_) return;
  const auto waiting = watch("the last signs of life");
  if (rank_ == root) {
    const std::byte last{};
    check(MPI_Waitall(static_cast<int>(signs_.size()), signs_.data(), MPI_STATUSES_IGNORE),
          "MPI_Waitall");
    for (int other = 0; other < size_; ++other) {
      if (other == rank_) continue;
      check(MPI_Send(&last, 1, MPI_BYTE, other, sign_tag, own_.handle), "MPI_Send");
    }
    return;
  }
  while (!signs_over_) take_sign(root);
  signs_over_ = false;  // others may follow
}

}  // namespace sptune::distributed
