// SPDX-License-Identifier: BSD-3-Clause
// C = alpha*A*B by cusparseSpGEMMreuse: the pattern once, values as often as they change. Of the
// caller's buffers the first is asked of cuSPARSE, which needs it to take over; the others are
// tokens.
#include "dropin/results.hpp"
#include "dropin/settings.hpp"
#include "dropin/spgemm_flow.hpp"

#include <memory>

namespace sptune::dropin {
namespace {

constexpr double reuse_runs = 1000;

/// The product that a call goes on with; null: it is cuSPARSE's.
std::shared_ptr<SpgemmWork> begun(cusparseSpGEMMDescr_t descriptor) {
  auto work = answers().works.find(descriptor);
  if (work == nullptr || !work->reuse || work->stage == Stage::cusparse) return nullptr;
  return work;
}

cusparseStatus_t reuse_work_estimation(cusparseHandle_t handle, cusparseOperation_t left,
                                       cusparseOperation_t right, cusparseConstSpMatDescr_t a,
                                       cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
                                       cusparseSpGEMMAlg_t algorithm,
                                       cusparseSpGEMMDescr_t descriptor, size_t* bytes,
                                       void* buffer) {
  const Product p{handle, left, right, a, b, c, algorithm};
  return begin_product(p, true, descriptor, bytes, buffer, [&] {
    return answers().real.SpGEMMreuse_workEstimation(handle, left, right, a, b, c, algorithm,
                                                     descriptor, bytes, buffer);
  });
}

cusparseStatus_t reuse_nnz(cusparseHandle_t handle, cusparseOperation_t left,
                           cusparseOperation_t right, cusparseConstSpMatDescr_t a,
                           cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
                           cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descriptor,
                           size_t* bytes2, void* buffer2, size_t* bytes3, void* buffer3,
                           size_t* bytes4, void* buffer4) {
  const bool query = buffer2 == nullptr && buffer3 == nullptr && buffer4 == nullptr;
  const bool sizes = bytes2 != nullptr && bytes3 != nullptr && bytes4 != nullptr;
  if (const auto work = begun(descriptor); work != nullptr && sizes) {
    const Stage before = work->stage;
    const Product p{handle, left, right, a, b, c, algorithm};
    const bool done = goes_on(p, false, *work) && succeeded(*work, [&] {
                        if (work->stage == Stage::estimated) count_entries(*work, reuse_runs);
                        if (query) {
                          *bytes2 = *bytes3 = *bytes4 = token_bytes;
                          return;
                        }
                        tell_entries(*work);
                      });
    if (done) return CUSPARSE_STATUS_SUCCESS;
    const bool has_tokens = !query && before != Stage::estimated;
    work->stage = before;
    const cusparseStatus_t status =
        hand_over(*work, descriptor, has_tokens ? Until::counted : Until::estimated);
    if (status != CUSPARSE_STATUS_SUCCESS || has_tokens) return status;
  }
  return answers().real.SpGEMMreuse_nnz(handle, left, right, a, b, c, algorithm, descriptor, bytes2,
                                        buffer2, bytes3, buffer3, bytes4, buffer4);
}

cusparseStatus_t reuse_copy(cusparseHandle_t handle, cusparseOperation_t left,
                            cusparseOperation_t right, cusparseConstSpMatDescr_t a,
                            cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
                            cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descriptor,
                            size_t* bytes, void* buffer) {
  if (const auto work = begun(descriptor); work != nullptr && bytes != nullptr) {
    const Product p{handle, left, right, a, b, c, algorithm};
    const bool done =
        goes_on(p, false, *work) && work->stage != Stage::estimated && succeeded(*work, [&] {
          if (buffer == nullptr) {
            *bytes = token_bytes;
            return;
          }
          const ResultArrays to = read_result(*work);
          compute_result(*work);  // columns come with values
          copy_result(work->plan->product.plan().result(), 1, {to.offsets, to.columns, nullptr},
                      work->where.stream);
          work->plan->note_reader(work->where.stream);
          work->stage = Stage::computed;
          log_product(*work, "sptune, " + work->plan->product.choice().configuration.text());
        });
    if (done) return CUSPARSE_STATUS_SUCCESS;
    const Until until = work->stage == Stage::estimated ? Until::estimated
                        : buffer == nullptr             ? Until::counted
                                                        : Until::computed;
    const cusparseStatus_t status = hand_over(*work, descriptor, until);
    if (status != CUSPARSE_STATUS_SUCCESS || until == Until::computed) return status;
  }
  return answers().real.SpGEMMreuse_copy(handle, left, right, a, b, c, algorithm, descriptor, bytes,
                                         buffer);
}

cusparseStatus_t reuse_compute(cusparseHandle_t handle, cusparseOperation_t left,
                               cusparseOperation_t right, const void* alpha,
                               cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                               const void* beta, cusparseSpMatDescr_t c, cudaDataType type,
                               cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descriptor) {
  if (const auto work = begun(descriptor); work != nullptr) {
    const Product p{handle, left, right, a, b, c, algorithm, alpha, beta, type};
    const bool done =
        goes_on(p, true, *work) && work->stage == Stage::computed && succeeded(*work, [&] {
          const ResultArrays to = read_result(*work);
          compute_result(*work);
          copy_result(work->plan->product.plan().result(), work->alpha,
                      {nullptr, nullptr, to.values}, work->where.stream);
          work->plan->note_reader(work->where.stream);
        });
    if (done) return CUSPARSE_STATUS_SUCCESS;
    const Until until = work->stage == Stage::computed  ? Until::computed
                        : work->stage == Stage::counted ? Until::counted
                                                        : Until::estimated;
    const cusparseStatus_t status = hand_over(*work, descriptor, until);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
  }
  return answers().real.SpGEMMreuse_compute(handle, left, right, alpha, a, b, beta, c, type,
                                            algorithm, descriptor);
}

}  // namespace

void set_spgemm_reuse(Calls& calls) {
  calls.SpGEMMreuse_workEstimation = reuse_work_estimation;
  calls.SpGEMMreuse_nnz = reuse_nnz;
  calls.SpGEMMreuse_copy = reuse_copy;
  calls.SpGEMMreuse_compute = reuse_compute;
}

}  // namespace sptune::dropin
