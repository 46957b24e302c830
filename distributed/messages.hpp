// SPDX-License-Identifier: BSD-3-Clause
// Messages of any length under way between ranks. The two ends of a message are called in the same
// order, and with the same number of bytes.
#pragma once

#include "distributed/communicator.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace sptune::distributed {

/// What is sent and received must stay where it is until `wait` returned. A batch that is left by
/// an exception waits for what is under way: the others have called their ends.
class Messages {
 public:
  explicit Messages(Communicator& ranks) : ranks_(ranks) {}
  ~Messages();
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  template <class T>
  void send(int to, std::span<const T> data) {
    send_bytes(to, data.data(), static_cast<std::int64_t>(data.size_bytes()));
  }
  template <class T>
  void receive(int from, std::span<T> data) {
    receive_bytes(from, data.data(), static_cast<std::int64_t>(data.size_bytes()));
  }
  /// All that was begun is there. `what`: a literal, for the watchdog.
  void wait(const char* what);

 private:
  void send_bytes(int to, const void* data, std::int64_t bytes);
  void receive_bytes(int from, void* data, std::int64_t bytes);

  Communicator& ranks_;
  std::vector<MPI_Request> requests_;
};

}  // namespace sptune::distributed
