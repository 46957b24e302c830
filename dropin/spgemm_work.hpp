// SPDX-License-Identifier: BSD-3-Clause
// What stands behind a cusparseSpGEMMDescr_t while sptune answers: how far the product has come,
// and the plan that has it. Plans outlive descriptors, since programs such as PyTorch make one for
// every product and a plan's memory takes longer than most products.
#pragma once

#include "dropin/operands.hpp"
#include "kernels/cuda/handles.hpp"
#include "sptune/dispatcher.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sptune::dropin {

/// The arguments that every call for a product repeats; those of SpGEMMreuse have no scalars before
/// its last call.
struct Product {
  cusparseHandle_t handle = nullptr;
  cusparseOperation_t left = CUSPARSE_OPERATION_NON_TRANSPOSE;
  cusparseOperation_t right = CUSPARSE_OPERATION_NON_TRANSPOSE;
  cusparseConstSpMatDescr_t a = nullptr;
  cusparseConstSpMatDescr_t b = nullptr;
  cusparseSpMatDescr_t c = nullptr;
  cusparseSpGEMMAlg_t algorithm = CUSPARSE_SPGEMM_DEFAULT;
  const void* alpha = nullptr;
  const void* beta = nullptr;
  cudaDataType compute_type = CUDA_R_64F;
};

/// What a plan for C = A*B was made from. Equal keys mean that a plan made anew would be the same
/// but for its choice: nothing else of the operands is in it before its symbolic phase.
struct ProductKey {
  AnyCsr a;  ///< with the order of its columns
  AnyCsr b;
  std::int64_t products = 0;
  int device = 0;
  [[nodiscard]] bool serves(const ProductKey& other) const noexcept;
};

/// A plan with the device that it is on, where it also ends.
struct SpgemmPlanOnDevice {
  ProductKey key;
  Spgemm product;
  cuda::OwnedEvent read = cuda::make_event(cudaEventDisableTiming);  ///< C has been copied
  std::uint64_t used = 0;

  SpgemmPlanOnDevice(const ProductKey& made_for, Spgemm made)
      : key(made_for), product(std::move(made)) {}
  ~SpgemmPlanOnDevice();
  SpgemmPlanOnDevice(const SpgemmPlanOnDevice&) = delete;
  SpgemmPlanOnDevice& operator=(const SpgemmPlanOnDevice&) = delete;

  /// Phases on a stream follow the last copy of C, on whatever stream that was.
  void follow_reader(cudaStream_t stream) const {
    SPTUNE_CUDA(cudaStreamWaitEvent(stream, read.get(), 0));  // nothing where none was recorded
  }
  void note_reader(cudaStream_t stream) const { SPTUNE_CUDA(cudaEventRecord(read.get(), stream)); }
};
using SpgemmPlanOwner = std::unique_ptr<SpgemmPlanOnDevice>;

/// Memory of the device that cuSPARSE works in where it takes over late, when the caller's buffers
/// are of other sizes or gone.
class LateMemory {
 public:
  ~LateMemory() { drop(); }
  LateMemory() = default;
  LateMemory(const LateMemory&) = delete;
  LateMemory& operator=(const LateMemory&) = delete;
  /// `buffer`: 1 to 5, as cuSPARSE's interface counts them; each is there once. Throws
  /// std::bad_alloc.
  [[nodiscard]] void* take(int buffer, std::size_t bytes);
  /// Waits for what still uses it.
  void drop() noexcept;

 private:
  struct Block {
    void* memory = nullptr;
    std::size_t bytes = 0;
  };
  std::array<Block, 5> blocks_;
};

/// How far a product has come, in sptune's hands.
enum class Stage : std::uint8_t {
  cusparse,   ///< it is cuSPARSE's, from the beginning or by now
  estimated,  ///< the caller has handed over the first buffer
  counted,    ///< the plan knows the size of C
  computed    ///< the plan has C
};

struct SpgemmWork {
  Stage stage = Stage::cusparse;
  bool reuse = false;           ///< by cusparseSpGEMMreuse
  bool token = false;           ///< told to who asked for the buffer that computes: he has no other
  Product asked;                ///< by the last call
  std::size_t least_bytes = 0;  ///< of the first buffer, as cuSPARSE has said
  std::size_t first_bytes = 0;
  void* first_buffer = nullptr;
  Surroundings where;
  AnyCsr a;  ///< as the last call has it
  AnyCsr b;
  double alpha = 1;
  std::int64_t entries = 0;  ///< of C
  SpgemmPlanOwner plan;
  LateMemory late;

  SpgemmWork() = default;
  ~SpgemmWork() { let_go(); }
  SpgemmWork(const SpgemmWork&) = delete;
  SpgemmWork& operator=(const SpgemmWork&) = delete;
  /// The plan is kept for a later product.
  void let_go() noexcept;
};

/// By descriptor. For any number of threads, of which one at a time uses a descriptor.
class SpgemmWorks {
 public:
  /// Null: none.
  [[nodiscard]] std::shared_ptr<SpgemmWork> find(cusparseSpGEMMDescr_t descriptor);
  [[nodiscard]] std::shared_ptr<SpgemmWork> find_or_add(cusparseSpGEMMDescr_t descriptor);
  void drop(cusparseSpGEMMDescr_t descriptor);

  /// A plan that nobody uses; null: there is none that serves.
  [[nodiscard]] SpgemmPlanOwner take(const ProductKey& key);
  /// To be kept for a later product, if it and others on its device take no more than so many
  /// bytes.
  void keep(SpgemmPlanOwner plan, std::int64_t most_bytes);
  /// Gives the device what is kept; false: nothing was.
  bool drop_kept();

 private:
  static constexpr std::size_t most_kept = 16;
  std::mutex mutex_;
  std::unordered_map<cusparseSpGEMMDescr_t, std::shared_ptr<SpgemmWork>> all_;
  std::vector<SpgemmPlanOwner> kept_;
  std::uint64_t used_ = 0;
};

}  // namespace sptune::dropin
