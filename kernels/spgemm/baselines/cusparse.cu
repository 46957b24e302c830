// SPDX-License-Identifier: BSD-3-Clause
// The vendor: cuSPARSE's SpGEMM in its algorithms and its re-use form, its buffers from the same
// pool as ours, so that it is measured in the same sweep under the same rules.
#include "kernels/api/variant.hpp"
#include "kernels/baselines/cusparse.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/spgemm/cuda/fit.cuh"
#include "kernels/spgemm/cuda/operands.cuh"
#include "kernels/spgemm/cuda/pool.cuh"
#include "kernels/spgemm/cuda/streams.cuh"
#include "sptune/device.hpp"

#include <cstdint>
#include <limits>
#include <memory>

namespace sptune::baselines {
namespace {

using namespace spgemm::cuda;  // NOLINT(google-build-using-namespace): the operation's vocabulary

using sptune::cuda::blocks_for;
using sptune::cuda::Handle;
using sptune::cuda::launch;
using sptune::cuda::native;
using sptune::cuda::thread_id;

enum class Algorithm : std::uint8_t { standard, alg1, alg2, alg3, reuse };
constexpr std::array<std::pair<Algorithm, std::string_view>, 5> enum_names(Algorithm) {
  return {{{Algorithm::standard, "default"},
           {Algorithm::alg1, "alg1"},
           {Algorithm::alg2, "alg2"},
           {Algorithm::alg3, "alg3"},
           {Algorithm::reuse, "reuse"}}};
}

struct Config {
  Algorithm algorithm = Algorithm::standard;
  MemorySource memory = MemorySource::pool;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = free_space<Config>(
    axis("algorithm", &Config::algorithm,
         {Algorithm::standard, Algorithm::alg1, Algorithm::alg2, Algorithm::alg3, Algorithm::reuse},
         "CUSPARSE_SPGEMM_…; reuse: cusparseSpGEMMreuse"),
    axis("memory", &Config::memory, {MemorySource::pool, MemorySource::raw},
         "memory of a run kept in a pool, or from the driver each time"));

/// Share of the products that alg3 expands at once: the value of NVIDIA's own sample.
constexpr float chunk_fraction = 0.2F;

void check(cusparseStatus_t status, const char* what) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  if (status == CUSPARSE_STATUS_ALLOC_FAILED) throw std::bad_alloc();
  throw DeviceError(std::string(what) + ": " + cusparseGetErrorString(status));
}
#define SPTUNE_CUSPARSE(call) check((call), #call)

/// One handle per thread of the process: creating one costs milliseconds.
cusparseHandle_t handle() {
  struct Owner {
    cusparseHandle_t value = nullptr;
    Owner() { SPTUNE_CUSPARSE(cusparseCreate(&value)); }
    ~Owner() { (void)cusparseDestroy(value); }
  };
  thread_local Owner owner;
  return owner.value;
}

__global__ void narrow(std::int64_t n, const std::int64_t* from, std::int32_t* to) {
  const std::int64_t i = thread_id();
  if (i < n) to[i] = static_cast<std::int32_t>(from[i]);
}
__global__ void widen(std::int64_t n, const std::int32_t* from, std::int64_t* to) {
  const std::int64_t i = thread_id();
  if (i < n) to[i] = from[i];
}

/// An operand with the 32-bit offsets that cuSPARSE multiplies.
class Operand {
 public:
  explicit Operand(const AnyCsr& a) {
    const void* offsets = a.row_offsets;
    if (a.offset_type == OffsetType::i64) {
      narrow_ = sptune::cuda::DeviceArray<std::int32_t>(static_cast<std::size_t>(a.rows + 1));
      launch(narrow, blocks_for(a.rows + 1, 256), 256, 0, nullptr, a.rows + 1,
             static_cast<const std::int64_t*>(a.row_offsets), narrow_.data());
      sptune::cuda::synchronize();
      offsets = narrow_.data();
    }
    SPTUNE_CUSPARSE(cusparseCreateConstCsr(
        descriptor_.out(), a.rows, a.cols, a.nnz, offsets, a.col_indices, a.values,
        CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
        a.value_type == ValueType::f32 ? CUDA_R_32F : CUDA_R_64F));
  }
  [[nodiscard]] cusparseConstSpMatDescr_t get() const noexcept { return descriptor_.get(); }
  [[nodiscard]] std::int64_t bytes() const noexcept { return narrow_.bytes(); }

 private:
  sptune::cuda::DeviceArray<std::int32_t> narrow_;
  Handle<cusparseConstSpMatDescr_t, cusparseDestroySpMat> descriptor_;
};

class Plan final : public SpgemmPlan {
 public:
  Plan(const SpgemmProblem& p, const Config& c)
      : a_(p.a),
        b_(p.b),
        config_(c),
        limit_(p.resources.memory_limit),
        left_(p.a),
        right_(p.b),
        pool_(c.memory),
        wide_offsets_(pool_),
        offsets_(pool_),
        columns_(pool_),
        values_(pool_),
        buffers_{PoolBytes(pool_), PoolBytes(pool_), PoolBytes(pool_), PoolBytes(pool_),
                 PoolBytes(pool_)} {
    const auto rows = static_cast<std::int64_t>(a_.rows + 1);
    wide_offsets_.get(8 * rows, nullptr);
    offsets_.get(4 * rows, nullptr);
    sptune::cuda::synchronize();
    SPTUNE_CUSPARSE(cusparseCreateCsr(c_.out(), a_.rows, b_.cols, 0, offsets_.data(), nullptr,
                                      nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                      CUSPARSE_INDEX_BASE_ZERO, type()));
  }
  ~Plan() override { order_.finish(); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  std::int64_t symbolic(Stream s) override {
    const cudaStream_t stream = native(s);
    const PhaseOrder::Phase phase(order_, stream);
    SPTUNE_CUSPARSE(cusparseSetStream(handle(), stream));
    work_.reset();
    for (PoolBytes& buffer : buffers_) buffer.drop(stream);
    SPTUNE_CUSPARSE(cusparseSpGEMM_createDescr(work_.out()));
    SPTUNE_CUSPARSE(cusparseCsrSetPointers(c_.get(), offsets_.data(), nullptr, nullptr));
    if (config_.algorithm == Algorithm::reuse) {
      find_pattern(stream);
    } else {
      estimate(stream);
      compute(stream);
    }
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    SPTUNE_CUSPARSE(cusparseSpMatGetSize(c_.get(), &rows, &cols, &entries_));
    fresh_ = computed_ = true;
    return entries_;
  }

  void allocate(Stream s) override {
    const PhaseOrder::Phase phase(order_, native(s));
    const std::int64_t per_entry = sizeof(Index) + size_of(a_.value_type);
    require_memory(entries_ * per_entry, limit_);
    columns_.get(entries_ * static_cast<std::int64_t>(sizeof(Index)), native(s));
    values_.get(entries_ * size_of(a_.value_type), native(s));
  }

  void numeric(Stream s) override {
    computed_ = false;
    complete(s);
  }

  void complete(Stream s) override {
    const cudaStream_t stream = native(s);
    const PhaseOrder::Phase phase(order_, stream);
    SPTUNE_CUSPARSE(cusparseSetStream(handle(), stream));
    if (config_.algorithm == Algorithm::reuse) {
      if (fresh_) copy_pattern(stream);
      SPTUNE_CUSPARSE(cusparseSpGEMMreuse_compute(handle(), plain, plain, one(), left_.get(),
                                                  right_.get(), zero(), c_.get(), type(),
                                                  algorithm(), work_.get()));
    } else {
      if (!computed_) compute(stream);  // other values on the same pattern: only C itself is kept
      SPTUNE_CUSPARSE(
          cusparseCsrSetPointers(c_.get(), offsets_.data(), columns_.data(), values_.data()));
      SPTUNE_CUSPARSE(cusparseSpGEMM_copy(handle(), plain, plain, one(), left_.get(), right_.get(),
                                          zero(), c_.get(), type(), algorithm(), work_.get()));
    }
    if (fresh_) {
      launch(widen, blocks_for(a_.rows + 1, 256), 256, 0, stream, a_.rows + 1,
             reinterpret_cast<const std::int32_t*>(offsets_.data()),
             reinterpret_cast<std::int64_t*>(wide_offsets_.data()));
    }
    fresh_ = computed_ = false;
  }

  [[nodiscard]] AnyCsr result() const override {
    return device_product(a_, b_, entries_, wide_offsets_.data(), columns_, values_,
                          ColumnOrder::any);
  }
  [[nodiscard]] bool sorted() const override { return false; }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return pool_.peak_bytes() + left_.bytes() + right_.bytes();
  }

 private:
  static constexpr cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;

  [[nodiscard]] cudaDataType type() const {
    return a_.value_type == ValueType::f32 ? CUDA_R_32F : CUDA_R_64F;
  }
  [[nodiscard]] cusparseSpGEMMAlg_t algorithm() const {
    switch (config_.algorithm) {
      case Algorithm::alg1:
        return CUSPARSE_SPGEMM_ALG1;
      case Algorithm::alg2:
        return CUSPARSE_SPGEMM_ALG2;
      case Algorithm::alg3:
        return CUSPARSE_SPGEMM_ALG3;
      default:
        return CUSPARSE_SPGEMM_DEFAULT;
    }
  }
  [[nodiscard]] const void* one() const {
    static constexpr double d = 1;
    static constexpr float f = 1;
    return a_.value_type == ValueType::f32 ? static_cast<const void*>(&f) : &d;
  }
  [[nodiscard]] const void* zero() const {
    static constexpr double d = 0;
    static constexpr float f = 0;
    return a_.value_type == ValueType::f32 ? static_cast<const void*>(&f) : &d;
  }
  void* take(int buffer, std::size_t bytes, cudaStream_t stream) {
    require_memory(static_cast<std::int64_t>(bytes), limit_);
    buffers_[buffer].get(static_cast<std::int64_t>(bytes), stream);
    return buffers_[buffer].data();
  }

  void estimate(cudaStream_t stream) {
    std::size_t bytes = 0;
    const auto work = [&](void* buffer) {
      SPTUNE_CUSPARSE(cusparseSpGEMM_workEstimation(handle(), plain, plain, one(), left_.get(),
                                                    right_.get(), zero(), c_.get(), type(),
                                                    algorithm(), work_.get(), &bytes, buffer));
    };
    work(nullptr);
    work(take(0, bytes, stream));
    compute_bytes_ = 0;
    if (config_.algorithm != Algorithm::alg2 && config_.algorithm != Algorithm::alg3) return;
    const auto memory = [&](void* buffer, std::size_t* needed) {
      SPTUNE_CUSPARSE(cusparseSpGEMM_estimateMemory(
          handle(), plain, plain, one(), left_.get(), right_.get(), zero(), c_.get(), type(),
          algorithm(), work_.get(), chunk_fraction, &bytes, buffer, needed));
    };
    memory(nullptr, nullptr);
    memory(take(1, bytes, stream), &compute_bytes_);
    buffers_[1].drop(stream);
  }

  void compute(cudaStream_t stream) {
    const auto call = [&](void* buffer) {
      SPTUNE_CUSPARSE(cusparseSpGEMM_compute(handle(), plain, plain, one(), left_.get(),
                                             right_.get(), zero(), c_.get(), type(), algorithm(),
                                             work_.get(), &compute_bytes_, buffer));
    };
    if (compute_bytes_ == 0) call(nullptr);
    call(take(2, compute_bytes_, stream));
  }

  void find_pattern(cudaStream_t stream) {
    std::size_t bytes = 0;
    const auto work = [&](void* buffer) {
      SPTUNE_CUSPARSE(cusparseSpGEMMreuse_workEstimation(handle(), plain, plain, left_.get(),
                                                         right_.get(), c_.get(), algorithm(),
                                                         work_.get(), &bytes, buffer));
    };
    work(nullptr);
    work(take(0, bytes, stream));
    std::array<std::size_t, 3> sizes{};
    const auto count = [&](void* x, void* y, void* z) {
      SPTUNE_CUSPARSE(cusparseSpGEMMreuse_nnz(handle(), plain, plain, left_.get(), right_.get(),
                                              c_.get(), algorithm(), work_.get(), &sizes[0], x,
                                              &sizes[1], y, &sizes[2], z));
    };
    count(nullptr, nullptr, nullptr);
    void* const x = take(1, sizes[0], stream);
    void* const y = take(2, sizes[1], stream);
    void* const z = take(3, sizes[2], stream);
    count(x, y, z);
    buffers_[0].drop(stream);
    buffers_[1].drop(stream);
  }

  void copy_pattern(cudaStream_t stream) {
    SPTUNE_CUSPARSE(
        cusparseCsrSetPointers(c_.get(), offsets_.data(), columns_.data(), values_.data()));
    std::size_t bytes = 0;
    const auto copy = [&](void* buffer) {
      SPTUNE_CUSPARSE(cusparseSpGEMMreuse_copy(handle(), plain, plain, left_.get(), right_.get(),
                                               c_.get(), algorithm(), work_.get(), &bytes, buffer));
    };
    copy(nullptr);
    copy(take(4, bytes, stream));
    buffers_[2].drop(stream);
  }

  AnyCsr a_;
  AnyCsr b_;
  Config config_;
  std::int64_t limit_;
  PhaseOrder order_;
  Operand left_;
  Operand right_;
  Pool pool_;
  PoolBytes wide_offsets_;
  PoolBytes offsets_;
  PoolBytes columns_;
  PoolBytes values_;
  std::array<PoolBytes, 5> buffers_;
  Handle<cusparseSpMatDescr_t, cusparseDestroySpMat> c_;
  Handle<cusparseSpGEMMDescr_t, cusparseSpGEMM_destroyDescr> work_;
  std::size_t compute_bytes_ = 0;
  std::int64_t entries_ = 0;
  bool fresh_ = false;     ///< C's columns and offsets are not where they belong yet
  bool computed_ = false;  ///< `symbolic` has just made values, too
};

Fit fit(const Config& /*c*/, const SpgemmProblem& p) {
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  if (!cusparse_version()) return Fit::no(cusparse_version().error());
  if (Fit common = fit_device(p, 12 * (p.a.rows + 1)); !common) return common;
  if (p.products == 0) return Fit::no("0 products: cuSPARSE takes no empty product");
  if (p.a.nnz > most || p.b.nnz > most) {
    return Fit::no("cuSPARSE multiplies with 32-bit offsets: A and B may have " +
                   std::to_string(most) + " entries");
  }
  return Fit::yes();
}

std::unique_ptr<SpgemmPlan> plan(const Config& c, const SpgemmProblem& p) {
  return std::make_unique<Plan>(p, c);
}

}  // namespace

Variant spgemm_cusparse() {
  return make_variant<SpgemmProblem>(
      {.name = "cusparse",
       .backend = Backend::cuda,
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::callers,
       .summary = "cuSPARSE's own SpGEMM",
       .source = "CUDA Toolkit, cusparseSpGEMM and cusparseSpGEMMreuse",
       .baseline = true,
       .deterministic = false},
      config_space, fit, plan);
}

}  // namespace sptune::baselines
