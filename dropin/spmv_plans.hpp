// SPDX-License-Identifier: BSD-3-Clause
// Plans for y = alpha*A*x + beta*y, kept from call to call. By the arrays of the matrix: programs
// such as PyTorch make a descriptor for every call, the arrays stay. By the descriptor: what
// cusparseSpMV_preprocess was told.
#pragma once

#include "dropin/operands.hpp"
#include "sptune/dispatcher.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace sptune::dropin {

/// A plan with the device that it is on, where it also ends: what is still to be run is waited for.
class SpmvPlanOnDevice {
 public:
  SpmvPlanOnDevice(std::shared_ptr<DensePlan> plan, const AnyCsr& a, int device, std::string text);
  ~SpmvPlanOnDevice();
  SpmvPlanOnDevice(const SpmvPlanOnDevice&) = delete;
  SpmvPlanOnDevice& operator=(const SpmvPlanOnDevice&) = delete;

  /// With the values of `a`, which is the planned matrix but for them.
  void run(const AnyCsr& a, double alpha, const void* x, double beta, void* y, cudaStream_t stream);
  [[nodiscard]] const AnyCsr& matrix() const noexcept { return a_; }
  [[nodiscard]] int device() const noexcept { return device_; }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] std::int64_t bytes() const { return plan_->memory_bytes(); }

 private:
  std::mutex busy_;  // values change for all who run
  std::shared_ptr<DensePlan> plan_;
  AnyCsr a_;
  int device_;
  std::string text_;
};
using SharedSpmvPlan = std::shared_ptr<SpmvPlanOnDevice>;

/// Same arrays, sizes and types; `with_values`: the array of values, too.
[[nodiscard]] bool same_arrays(const AnyCsr& a, const AnyCsr& b, bool with_values) noexcept;

/// Plans by the arrays of their matrix. For any number of threads.
class PlansByArrays {
 public:
  static constexpr std::size_t most = 64;        ///< plans
  static constexpr std::size_t most_keys = 256;  ///< matrices that are remembered without one
  /// Who was not asked for in so many calls makes room. More matrices than are remembered cannot
  /// take turns, so that none is prepared anew in every round of theirs.
  static constexpr std::uint64_t recent = 2 * most_keys;

  /// Null: there is none.
  [[nodiscard]] SharedSpmvPlan find(const AnyCsr& a, int device);
  /// Whether the matrix was here before: a plan for a matrix that is multiplied once is not worth
  /// it. Notes it.
  [[nodiscard]] bool seen(const AnyCsr& a);
  /// Bytes that a plan may have, where all on the device may have `most_bytes`, beside those that
  /// were asked for recently.
  [[nodiscard]] std::int64_t room(int device, std::int64_t most_bytes);
  /// Whether planning failed, as refuse() was told, or add() had no room, and has none now.
  [[nodiscard]] bool refused(const AnyCsr& a, int device, std::int64_t most_bytes);
  void refuse(const AnyCsr& a);
  /// False where there is no room for it: it is not kept. Those that were not asked for recently
  /// go, all at a time, when there are too many plans or bytes: that waits for the device.
  [[nodiscard]] bool add(const SharedSpmvPlan& plan, std::int64_t most_bytes);

 private:
  struct Entry {
    SharedSpmvPlan plan;
    std::uint64_t asked = 0;
  };
  static constexpr std::int64_t no_plan = -1;  ///< bytes of what cannot be planned
  /// The keys that came last, each with a number.
  class Ring {
   public:
    /// Null: it is not here.
    [[nodiscard]] const std::int64_t* find(std::uint64_t key) const;
    void put(std::uint64_t key, std::int64_t bytes);

   private:
    struct Known {
      std::uint64_t key;
      std::int64_t bytes;
    };
    std::vector<Known> known_;
    std::size_t next_ = 0;
  };
  [[nodiscard]] bool is_recent(const Entry& e) const { return questions_ - e.asked <= recent; }
  /// Of plans that were asked for recently, or of `all`.
  [[nodiscard]] std::int64_t bytes_on(int device, bool all) const;
  [[nodiscard]] bool has_room(int device, std::int64_t bytes, std::int64_t most_bytes) const;

  std::mutex mutex_;
  std::vector<Entry> entries_;
  Ring seen_;
  Ring refused_;  ///< with the bytes of their plans
  std::uint64_t questions_ = 0;
};

/// What a call of cusparseSpMV_preprocess was given and later calls of cusparseSpMV repeat.
struct Preprocessed {
  SharedSpmvPlan plan;
  cusparseOperation_t operation{};
  cudaDataType compute_type{};
  cusparseSpMVAlg_t algorithm{};
  const void* buffer = nullptr;  ///< the active one
};

/// Plans by descriptor. For any number of threads.
class PlansByDescriptor {
 public:
  [[nodiscard]] Preprocessed find(cusparseConstSpMatDescr_t matrix);
  [[nodiscard]] bool has(cusparseConstSpMatDescr_t matrix);
  void put(cusparseConstSpMatDescr_t matrix, Preprocessed what);
  void drop(cusparseConstSpMatDescr_t matrix);

 private:
  std::mutex mutex_;
  std::unordered_map<cusparseConstSpMatDescr_t, Preprocessed> all_;
};

}  // namespace sptune::dropin
