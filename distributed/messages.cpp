// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/messages.hpp"

#include <algorithm>
#include <cstddef>

namespace sptune::distributed {
namespace {

constexpr int tag = 18;  // one is enough: messages of a pair of ranks keep their order

/// Calls post(offset, bytes) for each part of a message; one of no bytes has no parts.
template <class Post>
void in_parts(std::int64_t bytes, std::int64_t most, const Post& post) {
  for (std::int64_t at = 0; at < bytes; at += most) {
    post(at, static_cast<int>(std::min(most, bytes - at)));
  }
}

}  // namespace

Messages::~Messages() {
  if (requests_.empty()) return;
  const auto waiting = ranks_.watch("messages of work that failed");
  MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
}

void Messages::send_bytes(int to, const void* data, std::int64_t bytes) {
  in_parts(bytes, ranks_.chunk_bytes(), [&](std::int64_t at, int part) {
    MPI_Request request = MPI_REQUEST_NULL;
    ranks_.check(MPI_Isend(static_cast<const std::byte*>(data) + at, part, MPI_BYTE, to, tag,
                           ranks_.handle(), &request),
                 "MPI_Isend");
    requests_.push_back(request);
    if (to != ranks_.rank()) ranks_.count_sent(part, 1);
  });
}

void Messages::receive_bytes(int from, void* data, std::int64_t bytes) {
  in_parts(bytes, ranks_.chunk_bytes(), [&](std::int64_t at, int part) {
    MPI_Request request = MPI_REQUEST_NULL;
    ranks_.check(MPI_Irecv(static_cast<std::byte*>(data) + at, part, MPI_BYTE, from, tag,
                           ranks_.handle(), &request),
                 "MPI_Irecv");
    requests_.push_back(request);
    if (from != ranks_.rank()) ranks_.count_received(part);
  });
}

void Messages::wait(const char* what) {
  const auto waiting = ranks_.watch(what);
  const int status =
      MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
  requests_.clear();
  ranks_.check(status, "MPI_Waitall");
}

}  // namespace sptune::distributed
