// SPDX-License-Identifier: BSD-3-Clause
// y = alpha*A*x + beta*y. What a call may run follows from what the caller has promised
// (docs/decisions/026-drop-in.md).
#include "dropin/answers.hpp"
#include "dropin/settings.hpp"
#include "sptune/device.hpp"
#include "sptune/error.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace sptune::dropin {
namespace {

/// The arguments of a call.
struct SpmvCall {
  cusparseHandle_t handle;
  cusparseOperation_t operation;
  const void* alpha;
  cusparseConstSpMatDescr_t matrix;
  cusparseConstDnVecDescr_t x;
  const void* beta;
  cusparseDnVecDescr_t y;
  cudaDataType compute_type;
  cusparseSpMVAlg_t algorithm;
  void* buffer;
};

/// What they stand for.
struct SpmvQuestion {
  AnyCsr a;
  Surroundings where;
  const void* x = nullptr;
  void* y = nullptr;
};

WhyNot read_vectors(const SpmvCall& c, SpmvQuestion& q) {
  const Calls& real = answers().real;
  std::int64_t x_size = 0;
  std::int64_t y_size = 0;
  cudaDataType x_type{};
  cudaDataType y_type{};
  if (c.x == nullptr || c.y == nullptr ||
      real.ConstDnVecGet(c.x, &x_size, &q.x, &x_type) != CUSPARSE_STATUS_SUCCESS ||
      real.DnVecGet(c.y, &y_size, &q.y, &y_type) != CUSPARSE_STATUS_SUCCESS) {
    return "no vectors that cuSPARSE knows";
  }
  if (x_size != q.a.cols || y_size != q.a.rows) return "vectors of other sizes";
  const cudaDataType type = data_type_of(q.a.value_type);
  if (x_type != type || y_type != type || c.compute_type != type) return "mixed types";
  if (q.x == nullptr || q.y == nullptr) return "vectors without arrays";
  return nullptr;
}

/// Whether cuSPARSE would refuse to run without a buffer.
bool needs_buffer(const SpmvCall& c) {
  std::size_t bytes = 0;
  return answers().real.SpMV_bufferSize(c.handle, c.operation, c.alpha, c.matrix, c.x, c.beta, c.y,
                                        c.compute_type, c.algorithm,
                                        &bytes) != CUSPARSE_STATUS_SUCCESS ||
         bytes > 0;
}

/// Of the matrix whose arrays are in `q`. Null: plans can answer it.
WhyNot read_rest(const SpmvCall& c, SpmvQuestion& q) {
  if (c.operation != CUSPARSE_OPERATION_NON_TRANSPOSE) return "a transposed matrix";
  if (c.algorithm == CUSPARSE_SPMV_CSR_ALG2) return "algorithm 2, which promises the same bits";
  if (c.algorithm != CUSPARSE_SPMV_ALG_DEFAULT && c.algorithm != CUSPARSE_SPMV_CSR_ALG1) {
    return "an algorithm of another format";
  }
  if (c.alpha == nullptr || c.beta == nullptr) return "no scalars";
  if (const WhyNot why = read_vectors(c, q)) return why;
  if (const WhyNot why = read_handle(answers().real, c.handle, q.where)) return why;
  return c.buffer == nullptr && needs_buffer(c) ? "no buffer" : nullptr;
}

/// Null: plans can answer it.
WhyNot read_question(const SpmvCall& c, SpmvQuestion& q) {
  if (const WhyNot why = read_csr(answers().real, c.matrix, q.a)) return why;
  return read_rest(c, q);
}

/// Whether it has turned out before that cuSPARSE answers. Asked first, so that its calls take
/// hardly longer than without us.
bool is_cusparses(const SpmvCall& c, const AnyCsr& a) {
  return settings().promise == Promise::none && !settings().log && answers().races.lost(a) &&
         !answers().preprocessed.has(c.matrix);
}

void log_spmv(const SpmvQuestion& q, const std::string& answer) noexcept {
  if (!settings().log) return;
  try {
    log_answer("SpMV " + words_of(q.a), answer);
  } catch (...) {  // a line less
  }
}

/// A plan that the models choose, or SPTUNE_FORCE. `values_stay`: formats that copy them may be
/// chosen, and are refused otherwise: nobody would tell the plan of new ones.
SharedSpmvPlan prepare(const SpmvQuestion& q, bool values_stay, std::int64_t most_bytes) {
  Options options;
  options.constant_values = values_stay;
  options.memory_limit = most_bytes;
  options.stream = {q.where.stream};
  const auto make = [&]<class V>(V /*type*/) {
    auto made = std::make_shared<Spmv<V>>(answers().dispatcher().template spmv<V>(q.a, options));
    std::string text = made->choice().configuration.text();
    if (!values_stay && made->choice().copies_values) {
      throw UsageError(text + " keeps a copy of the values, which may change" +
                       " (SPTUNE_CONSTANT=values promises that they stay)");
    }
    std::shared_ptr<DensePlan> plan(made, &made->plan());
    return std::make_shared<SpmvPlanOnDevice>(std::move(plan), q.a, q.where.device,
                                              std::move(text));
  };
  return q.a.value_type == ValueType::f32 ? make(float()) : make(double());
}

/// Up to this size the plan that prepares nothing is faster than cuSPARSE's default for whatever
/// pattern: at least 1.09 times on 255 matrices on an H200 (docs/dropin.md). Beyond, it depends on
/// the pattern.
bool small_enough(const AnyCsr& a) {
  constexpr std::int64_t per_multiprocessor = 7500;  // rows and entries; 990,000 on an H200
  const auto& device = cuda::device_info();
  return device && a.rows + a.nnz <= per_multiprocessor * device.value().sm_count;
}

SharedSpmvPlan preprocessed_plan(const SpmvCall& c, const SpmvQuestion& q) {
  const Preprocessed p = answers().preprocessed.find(c.matrix);
  const bool same = p.plan != nullptr && p.buffer == c.buffer && p.operation == c.operation &&
                    p.compute_type == c.compute_type && p.algorithm == c.algorithm &&
                    p.plan->device() == q.where.device && same_arrays(p.plan->matrix(), q.a, false);
  return same ? p.plan : nullptr;
}

cusparseStatus_t ask_cusparse(const SpmvCall& c) {
  return answers().real.SpMV(c.handle, c.operation, c.alpha, c.matrix, c.x, c.beta, c.y,
                             c.compute_type, c.algorithm, c.buffer);
}

void run(SpmvPlanOnDevice& plan, const SpmvCall& c, const SpmvQuestion& q) {
  const ValueType type = q.a.value_type;
  plan.run(q.a, scalar(c.alpha, type), q.x, scalar(c.beta, type), q.y, q.where.stream);
}

/// Whether it is the first call with these arrays, or one that is not worth another try.
bool not_now(const SpmvQuestion& q) {
  PlansByArrays& plans = answers().by_arrays;
  if (!plans.seen(q.a)) {
    log_spmv(q, "cuSPARSE; the first call with these arrays");
    return true;
  }
  return plans.refused(q.a, q.where.device, kept_bytes());
}

/// Null: cuSPARSE's.
SharedSpmvPlan plan_for(const SpmvCall& c, const SpmvQuestion& q) {
  if (auto plan = preprocessed_plan(c, q)) return plan;
  PlansByArrays& plans = answers().by_arrays;
  if (auto plan = plans.find(q.a, q.where.device)) return plan;
  const Promise promise = settings().promise;
  if ((promise == Promise::none && !small_enough(q.a)) || not_now(q)) return nullptr;
  try {
    const std::int64_t most_bytes = kept_bytes();
    auto plan = promise == Promise::none ? unprepared_plan(q.a, q.where.device, q.where.stream)
                                         : prepare(q, promise == Promise::values,
                                                   plans.room(q.where.device, most_bytes));
    if (plans.add(plan, most_bytes)) return plan;
    log_spmv(q, "cuSPARSE; no room for " + plan->text() + " (SPTUNE_DROPIN_MEMORY)");
    return nullptr;
  } catch (...) {
    plans.refuse(q.a);  // it would fail at every call
    throw;
  }
}

std::shared_ptr<SpmvRace> race_for(const SpmvQuestion& q) {
  Answers& all = answers();
  if (auto race = all.races.find(q.a, q.where.device)) return race;
  if (not_now(q)) return nullptr;
  try {
    auto race = std::make_shared<SpmvRace>(q.a, q.where.device, q.where.stream);
    all.races.add(race);
    return race;
  } catch (...) {
    all.by_arrays.refuse(q.a);
    throw;
  }
}

/// A large matrix of which nothing is promised. None: cuSPARSE's, and nobody looks at the clock.
std::optional<cusparseStatus_t> run_in_race(const SpmvCall& c, const SpmvQuestion& q) {
  const auto race = race_for(q);
  if (race == nullptr) return std::nullopt;
  const std::unique_lock turn_taken(race->busy, std::try_to_lock);
  if (!turn_taken) return std::nullopt;
  const SpmvRace::Turn turn = race->begin(q.where.stream);
  if (race->over() && settings().log) log_spmv(q, race->told());
  if (turn.plan == nullptr && !turn.timed) return std::nullopt;
  cusparseStatus_t status = CUSPARSE_STATUS_SUCCESS;
  try {
    if (turn.plan == nullptr) {
      status = ask_cusparse(c);
    } else {
      run(*turn.plan, c, q);
    }
  } catch (...) {
    if (turn.plan != nullptr) race->fail();
    throw;
  }
  if (turn.timed) race->end(q.where.stream);  // throws nothing: the product is on its way
  return status;
}

/// None: cuSPARSE answers.
std::optional<cusparseStatus_t> answer_spmv(const SpmvCall& c) noexcept {
  SpmvQuestion q;
  try {
    WhyNot why = read_csr(answers().real, c.matrix, q.a);
    if (why == nullptr && is_cusparses(c, q.a)) return std::nullopt;
    if (why == nullptr) why = read_rest(c, q);
    if (why != nullptr) {
      log_spmv(q, std::string("cuSPARSE; ") + why);
      return std::nullopt;
    }
    if (const SharedSpmvPlan plan = plan_for(c, q)) {
      run(*plan, c, q);
      if (settings().log) log_spmv(q, "sptune, " + plan->text());
      return CUSPARSE_STATUS_SUCCESS;
    }
    if (settings().promise == Promise::none && !small_enough(q.a)) return run_in_race(c, q);
  } catch (const std::exception& e) {
    log_spmv(q, std::string("cuSPARSE; ") + e.what());
  } catch (...) {
    log_spmv(q, "cuSPARSE; something failed");
  }
  return std::nullopt;
}

cusparseStatus_t spmv(cusparseHandle_t handle, cusparseOperation_t operation, const void* alpha,
                      cusparseConstSpMatDescr_t matrix, cusparseConstDnVecDescr_t x,
                      const void* beta, cusparseDnVecDescr_t y, cudaDataType compute_type,
                      cusparseSpMVAlg_t algorithm, void* buffer) {
  const SpmvCall call{handle, operation, alpha,        matrix,    x,
                      beta,   y,         compute_type, algorithm, buffer};
  const auto status = answer_spmv(call);
  return status ? *status : ask_cusparse(call);
}

void note_preprocessed(const SpmvCall& c) noexcept {
  SpmvQuestion q;
  try {
    answers().preprocessed.drop(c.matrix);  // a new call begins anew
    if (const WhyNot why = read_question(c, q)) {
      log_spmv(q, std::string("preprocessed by cuSPARSE; ") + why);
      return;
    }
    auto plan = prepare(q, false, kept_bytes());
    if (plan->bytes() > kept_bytes()) {  // the default, where nothing else fits
      log_spmv(q,
               "preprocessed by cuSPARSE; no room for " + plan->text() + " (SPTUNE_DROPIN_MEMORY)");
      return;
    }
    log_spmv(q, "preprocessed by sptune, " + plan->text());
    answers().preprocessed.put(
        c.matrix, {std::move(plan), c.operation, c.compute_type, c.algorithm, c.buffer});
  } catch (const std::exception& e) {
    log_answer("SpMV_preprocess", std::string("cuSPARSE; ") + e.what());
  } catch (...) {
    log_answer("SpMV_preprocess", "cuSPARSE; something failed");
  }
}

/// cuSPARSE preprocesses, too: it may have to answer what we cannot, such as a captured call, and
/// then does so as it would have.
cusparseStatus_t spmv_preprocess(cusparseHandle_t handle, cusparseOperation_t operation,
                                 const void* alpha, cusparseConstSpMatDescr_t matrix,
                                 cusparseConstDnVecDescr_t x, const void* beta,
                                 cusparseDnVecDescr_t y, cudaDataType compute_type,
                                 cusparseSpMVAlg_t algorithm, void* buffer) {
  const cusparseStatus_t status = answers().real.SpMV_preprocess(
      handle, operation, alpha, matrix, x, beta, y, compute_type, algorithm, buffer);
  if (status == CUSPARSE_STATUS_SUCCESS) {
    note_preprocessed(
        {handle, operation, alpha, matrix, x, beta, y, compute_type, algorithm, buffer});
  }
  return status;
}

cusparseStatus_t destroy_matrix(cusparseConstSpMatDescr_t matrix) {
  answers().preprocessed.drop(matrix);
  return answers().real.DestroySpMat(matrix);
}

}  // namespace

void set_spmv(Calls& calls) {
  calls.SpMV = spmv;
  calls.SpMV_preprocess = spmv_preprocess;
  calls.DestroySpMat = destroy_matrix;
}

}  // namespace sptune::dropin
