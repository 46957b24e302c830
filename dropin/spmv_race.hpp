// SPDX-License-Identifier: BSD-3-Clause
// Which of cuSPARSE and the plans that prepare nothing is fastest for a matrix, found on the
// caller's own calls: each runs a few of them, between two events that nobody waits for. All are
// right whatever stands in the arrays, so that nothing hangs on what was found but time.
#pragma once

#include "dropin/results.hpp"
#include "dropin/spmv_plans.hpp"
#include "kernels/cuda/handles.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sptune::dropin {

/// The plan that keeps nothing of a matrix but where its arrays are, so that it is right whatever
/// the caller has changed in them. Asks the device nothing.
[[nodiscard]] SharedSpmvPlan unprepared_plan(const AnyCsr& a, int device, cudaStream_t stream);

class SpmvRace {
 public:
  /// Asks the device for the longest row, and does not wait for it.
  SpmvRace(const AnyCsr& a, int device, cudaStream_t stream);

  /// Who runs now; without a plan: cuSPARSE.
  struct Turn {
    SharedSpmvPlan plan;
    bool timed = false;  ///< end() follows, or fail()
  };
  [[nodiscard]] Turn begin(cudaStream_t stream);
  void end(cudaStream_t stream) noexcept;
  /// It could not run: it is not tried again.
  void fail();

  /// To be held from begin to end; who does not get it takes cuSPARSE.
  std::mutex busy;
  [[nodiscard]] bool over() const noexcept { return over_; }
  [[nodiscard]] const AnyCsr& matrix() const noexcept { return a_; }
  [[nodiscard]] int device() const noexcept { return device_; }
  /// Whether it is over, and calls with these arrays are cuSPARSE's. For any thread, at any time.
  [[nodiscard]] bool lost() const noexcept { return lost_; }
  /// One line, once it is over.
  [[nodiscard]] std::string told() const;

 private:
  struct Runner {
    SharedSpmvPlan plan;                             ///< null: cuSPARSE
    float best = std::numeric_limits<float>::max();  ///< ms between the events
    float call = std::numeric_limits<float>::max();  ///< ms that the host was in the call
    int runs = 0;
    bool out = false;
    /// What a program waits for that asks for one product after the other.
    [[nodiscard]] float both() const { return best + call; }
  };
  void line_up(cudaStream_t stream);
  void take_time();
  void next();
  void decide();

  AnyCsr a_;
  int device_;
  const LongestRows* longest_;  ///< of parts of the matrix, once it is measured
  cuda::OwnedEvent measured_ = cuda::make_event(cudaEventDisableTiming);
  std::array<cuda::OwnedEvent, 2> border_{cuda::make_event(), cuda::make_event()};
  std::vector<Runner> runners_;  ///< none until the longest row is known
  std::size_t at_ = 0;           ///< whose turn it is
  bool waits_ = false;           ///< for the time of a run
  std::chrono::steady_clock::time_point begun_;
  float call_ = 0;  ///< ms that the host was in the run that is waited for
  bool over_ = false;
  std::atomic<bool> lost_ = false;
};

/// Races by the arrays of their matrix. For any number of threads.
class SpmvRaces {
 public:
  static constexpr std::size_t most = 256;

  /// Null: there is none.
  [[nodiscard]] std::shared_ptr<SpmvRace> find(const AnyCsr& a, int device);
  /// Whether cuSPARSE has won with these arrays, on whatever device they are.
  [[nodiscard]] bool lost(const AnyCsr& a);
  /// When there are too many, half of them go; that waits for the device.
  void add(const std::shared_ptr<SpmvRace>& race);

 private:
  std::mutex mutex_;
  std::vector<std::shared_ptr<SpmvRace>> all_;  ///< the one that was asked for last in front
};

}  // namespace sptune::dropin
