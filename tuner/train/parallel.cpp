// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace sptune::train {

void for_each_job(std::size_t count, int threads, const std::function<void(std::size_t)>& job) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        job(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = count;
      }
    }
  };
  const std::size_t helpers =
      std::min(count, static_cast<std::size_t>(std::max(1, threads))) - (count == 0 ? 0 : 1);
  std::vector<std::thread> pool;
  pool.reserve(helpers);
  try {
    while (pool.size() < helpers) pool.emplace_back(work);
  } catch (const std::system_error&) {
    // As many as the system grants: those that run do all jobs.
  }
  work();
  for (std::thread& t : pool) t.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace sptune::train
