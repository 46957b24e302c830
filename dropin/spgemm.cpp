// SPDX-License-Identifier: BSD-3-Clause
// C = alpha*A*B by cusparseSpGEMM. The caller's two buffers stay unused: the plan has memory of its
// own, which is why cuSPARSE is asked for the size of the first, which it needs to take over, and
// the second is a token.
#include "dropin/results.hpp"
#include "dropin/settings.hpp"
#include "dropin/spgemm_flow.hpp"

#include <memory>

namespace sptune::dropin {
namespace {

constexpr double runs = 10;  // of a product that a program is likely to repeat

cusparseStatus_t work_estimation(cusparseHandle_t handle, cusparseOperation_t left,
                                 cusparseOperation_t right, const void* alpha,
                                 cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                 const void* beta, cusparseSpMatDescr_t c, cudaDataType type,
                                 cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descriptor,
                                 size_t* bytes, void* buffer) {
  const Product p{handle, left, right, a, b, c, algorithm, alpha, beta, type};
  return begin_product(p, false, descriptor, bytes, buffer, [&] {
    return answers().real.SpGEMM_workEstimation(handle, left, right, alpha, a, b, beta, c, type,
                                                algorithm, descriptor, bytes, buffer);
  });
}

cusparseStatus_t compute(cusparseHandle_t handle, cusparseOperation_t left,
                         cusparseOperation_t right, const void* alpha, cusparseConstSpMatDescr_t a,
                         cusparseConstSpMatDescr_t b, const void* beta, cusparseSpMatDescr_t c,
                         cudaDataType type, cusparseSpGEMMAlg_t algorithm,
                         cusparseSpGEMMDescr_t descriptor, size_t* bytes, void* buffer) {
  const Product p{handle, left, right, a, b, c, algorithm, alpha, beta, type};
  if (const auto work = answers().works.find(descriptor);
      work != nullptr && !work->reuse && bytes != nullptr) {
    const Stage before = work->stage;
    const bool done =
        goes_on(p, true, *work) && succeeded(*work, [&] {
          if (buffer == nullptr) {
            if (work->stage == Stage::computed) work->stage = Stage::counted;  // begins anew
            if (work->stage == Stage::estimated) count_entries(*work, runs);
            *bytes = token_bytes;
            work->token = true;
            return;
          }
          if (work->stage == Stage::estimated) count_entries(*work, runs);
          compute_result(*work);
          tell_entries(*work);
          work->stage = Stage::computed;
          log_product(*work, "sptune, " + work->plan->product.choice().configuration.text());
        });
    if (done) return CUSPARSE_STATUS_SUCCESS;
    if (buffer == nullptr) work->token = false;  // cuSPARSE says now what it needs
    if (before == Stage::cusparse && work->token) return compute_late(*work, descriptor, p);
    if (before != Stage::cusparse) {
      // Who was told of a token has no buffer for cuSPARSE.
      const bool has_token = buffer != nullptr && before != Stage::estimated;
      work->stage = before;
      const cusparseStatus_t status =
          hand_over(*work, descriptor, has_token ? Until::computed : Until::estimated, &p);
      if (status != CUSPARSE_STATUS_SUCCESS || has_token) return status;
    }
  }
  return answers().real.SpGEMM_compute(handle, left, right, alpha, a, b, beta, c, type, algorithm,
                                       descriptor, bytes, buffer);
}

cusparseStatus_t copy(cusparseHandle_t handle, cusparseOperation_t left, cusparseOperation_t right,
                      const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                      const void* beta, cusparseSpMatDescr_t c, cudaDataType type,
                      cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descriptor) {
  const Product p{handle, left, right, a, b, c, algorithm, alpha, beta, type};
  if (const auto work = answers().works.find(descriptor); work != nullptr && !work->reuse) {
    const Stage before = work->stage;
    const bool done =
        goes_on(p, true, *work) && work->stage == Stage::computed && succeeded(*work, [&] {
          const ResultArrays to = read_result(*work);
          copy_result(work->plan->product.plan().result(), work->alpha, to, work->where.stream);
          work->plan->note_reader(work->where.stream);
        });
    if (done) return CUSPARSE_STATUS_SUCCESS;
    if (before != Stage::cusparse) {
      const cusparseStatus_t status = hand_over(
          *work, descriptor, before == Stage::computed ? Until::computed : Until::estimated, &p);
      if (status != CUSPARSE_STATUS_SUCCESS) return status;
    }
  }
  return answers().real.SpGEMM_copy(handle, left, right, alpha, a, b, beta, c, type, algorithm,
                                    descriptor);
}

/// What only cuSPARSE knows: it estimates now, after all.
cusparseStatus_t estimated_by_cusparse(cusparseSpGEMMDescr_t descriptor) {
  const auto work = answers().works.find(descriptor);
  if (work == nullptr || work->stage == Stage::cusparse || work->reuse) {
    return CUSPARSE_STATUS_SUCCESS;
  }
  log_product(*work, "cuSPARSE; it is asked for what it has estimated");
  return hand_over(*work, descriptor,
                   work->stage == Stage::computed ? Until::computed : Until::estimated);
}

cusparseStatus_t get_num_products(cusparseSpGEMMDescr_t descriptor, int64_t* products) {
  const cusparseStatus_t status = estimated_by_cusparse(descriptor);
  if (status != CUSPARSE_STATUS_SUCCESS) return status;
  return answers().real.SpGEMM_getNumProducts(descriptor, products);
}

cusparseStatus_t estimate_memory(cusparseHandle_t handle, cusparseOperation_t left,
                                 cusparseOperation_t right, const void* alpha,
                                 cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                 const void* beta, cusparseSpMatDescr_t c, cudaDataType type,
                                 cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descriptor,
                                 float chunk_fraction, size_t* bytes3, void* buffer3,
                                 size_t* bytes2) {
  const cusparseStatus_t status = estimated_by_cusparse(descriptor);
  if (status != CUSPARSE_STATUS_SUCCESS) return status;
  return answers().real.SpGEMM_estimateMemory(handle, left, right, alpha, a, b, beta, c, type,
                                              algorithm, descriptor, chunk_fraction, bytes3,
                                              buffer3, bytes2);
}

cusparseStatus_t destroy_descriptor(cusparseSpGEMMDescr_t descriptor) {
  answers().works.drop(descriptor);
  return answers().real.SpGEMM_destroyDescr(descriptor);
}

}  // namespace

void set_spgemm(Calls& calls) {
  calls.SpGEMM_workEstimation = work_estimation;
  calls.SpGEMM_getNumProducts = get_num_products;
  calls.SpGEMM_estimateMemory = estimate_memory;
  calls.SpGEMM_compute = compute;
  calls.SpGEMM_copy = copy;
  calls.SpGEMM_destroyDescr = destroy_descriptor;
}

}  // namespace sptune::dropin
