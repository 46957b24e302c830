// SPDX-License-Identifier: BSD-3-Clause
// libsptune-cusparse.so: cuSPARSE's names, in every process under LD_PRELOAD, most of which never
// call one. So it needs the C library alone, and opens the rest when the first call comes: what
// answers is apart from the program's own libstdc++ and OpenMP.
#include "dropin/calls.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace sptune::dropin {
namespace {

Calls real;                      // cuSPARSE's, where it has them
const Calls* answers = nullptr;  // who answers, once that is known
pthread_once_t real_found = PTHREAD_ONCE_INIT;
pthread_once_t opened = PTHREAD_ONCE_INIT;
const char* unusable = nullptr;  // why cuSPARSE's functions cannot be answered
char text[512];                  // of what is said of it
bool said = false;               // that a function is missing
char whole_name[PATH_MAX];       // of this library, links followed
const char* itself = nullptr;    // that, or what its loader was told; null: nobody knows

bool logs() {
  const char* const value = getenv("SPTUNE_LOG");
  return value != nullptr && *value != '\0' && strcmp(value, "0") != 0;
}

/// One line on standard error, whole also where others write.
void say(const char* what, const char* more = "") {
  char line[768];
  const int length = snprintf(line, sizeof line, "sptune-cusparse: %s%s\n", what, more);
  if (length >= static_cast<int>(sizeof line)) line[sizeof line - 2] = '\n';  // cut short
  if (length > 0) (void)!fwrite(line, 1, strlen(line), stderr);
}

/// What stands for a function that cuSPARSE does not have.
template <class... Arguments>
cusparseStatus_t absent(Arguments... /*arguments*/) {
  if (!__atomic_exchange_n(&said, true, __ATOMIC_RELAXED)) {
    say(unusable != nullptr ? unusable : "this cuSPARSE has not the function that was called");
  }
  return unusable != nullptr ? CUSPARSE_STATUS_NOT_INITIALIZED : CUSPARSE_STATUS_NOT_SUPPORTED;
}

/// The library that the program uses: of those that are loaded, or else as the system finds it.
void* library() {
  // CUDA 12 and 13 both have 12; others may be loaded, but are not looked for.
  constexpr const char* names[] = {"libcusparse.so.12", "libcusparse.so.13", "libcusparse.so.11"};
  for (const char* const name : names) {
    if (void* const found = dlopen(name, RTLD_LAZY | RTLD_NOLOAD)) return found;
  }
  if (void* const found = dlopen(names[0], RTLD_LAZY)) return found;
  snprintf(text, sizeof text,
           "no cuSPARSE: %s; install it from CUDA 12 or 13, or name its folder in LD_LIBRARY_PATH",
           dlerror());
  unusable = text;
  return nullptr;
}

void find_real() {
  void* opened_library = nullptr;
  const auto find = [&](const char* name) {
    // Of a program that is linked with cuSPARSE, it comes behind this library; where cuSPARSE came
    // with a plugin, as in Python, the loader does not look there.
    void* const next = dlsym(RTLD_NEXT, name);
    if (next != nullptr) return next;
    if (opened_library == nullptr && unusable == nullptr) opened_library = library();
    return opened_library == nullptr ? next : dlsym(opened_library, name);
  };
  const char* missing = nullptr;
  const auto take = [&](auto*& function, const char* name, bool needed) {
    void* const found = find(name);
    if (found == nullptr && needed && missing == nullptr) missing = name;
    if (found == nullptr) {
      function = absent;
    } else {
      memcpy(&function, &found, sizeof found);
    }
  };
#define SPTUNE_DROPIN_TAKE(name) take(real.name, "cusparse" #name, false);
  SPTUNE_DROPIN_ANSWERED(SPTUNE_DROPIN_TAKE)
#undef SPTUNE_DROPIN_TAKE
#define SPTUNE_DROPIN_TAKE(name) take(real.name, "cusparse" #name, true);
  SPTUNE_DROPIN_ASKED(SPTUNE_DROPIN_TAKE)
#undef SPTUNE_DROPIN_TAKE
  if (unusable != nullptr) return;
  int major = 0;
  const bool told = real.GetProperty != static_cast<decltype(real.GetProperty)>(absent) &&
                    real.GetProperty(MAJOR_VERSION, &major) == CUSPARSE_STATUS_SUCCESS;
  constexpr int known = 12;  // whose structures and numbers calls.hpp is compiled with
  static_assert(CUSPARSE_VER_MAJOR == known);
  if (missing == nullptr && told && major == known) return;
  snprintf(text, sizeof text,
           "this cuSPARSE (version %d) is too %s%s%s: it answers everything itself; sptune takes "
           "version 12, of CUDA 12 and 13",
           major, major > known ? "new" : "old", missing != nullptr ? ", it has no " : "",
           missing != nullptr ? missing : "");
  say(text);
  __atomic_store_n(&answers, &real, __ATOMIC_RELEASE);
}

const Calls& real_calls() {
  pthread_once(&real_found, find_real);
  return real;
}

/// Where this library is, as long as a name that LD_PRELOAD gives it is right: it may be relative,
/// and the program may go to another folder before its first call. It may be a link, too, beside
/// which nothing of the library stands.
__attribute__((constructor)) void find_itself() {
  Dl_info here{};
  if (dladdr(reinterpret_cast<void*>(&find_itself), &here) == 0 || here.dli_fname == nullptr) {
    return;
  }
  itself = realpath(here.dli_fname, whole_name);
  if (itself == nullptr && *here.dli_fname == '/') itself = here.dli_fname;
}

/// The library that answers, which stands beside this one.
void* open_plans() {
  char path[4096];
  if (itself == nullptr) return nullptr;
  const int folder = static_cast<int>(strrchr(itself, '/') - itself) + 1;
  const int length = snprintf(path, sizeof path, "%.*slibsptune-cusparse-plans.so", folder, itself);
  if (length < 0 || length >= static_cast<int>(sizeof path)) return nullptr;
  return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

bool switched_off() {
  const char* const value = getenv("SPTUNE_DROPIN");
  return value != nullptr && (strcmp(value, "off") == 0 || strcmp(value, "0") == 0);
}

void open_answers() {
  const Calls& own = real_calls();
  if (__atomic_load_n(&answers, __ATOMIC_ACQUIRE) != nullptr) return;
  const Calls* found = &own;
  const char* why = nullptr;
  if (unusable == nullptr && !switched_off()) {
    void* const plans = open_plans();
    if (plans == nullptr) why = dlerror();
    Open open = nullptr;
    if (plans != nullptr) {
      void* const symbol = dlsym(plans, SPTUNE_DROPIN_OPEN);
      memcpy(&open, &symbol, sizeof symbol);
      if (open == nullptr) why = "libsptune-cusparse-plans.so is of another version";
    }
    const Calls* const made = open == nullptr ? nullptr : open(&own, &why);
    if (made != nullptr) found = made;
    if (made == nullptr && logs()) say("cuSPARSE answers everything: ", why == nullptr ? "" : why);
  }
  __atomic_store_n(&answers, found, __ATOMIC_RELEASE);
}

const Calls& who_answers() {
  if (const Calls* const known = __atomic_load_n(&answers, __ATOMIC_ACQUIRE)) return *known;
  pthread_once(&opened, open_answers);
  return *__atomic_load_n(&answers, __ATOMIC_ACQUIRE);
}

/// Of calls that only end something: nothing is opened for them.
const Calls& who_answered() {
  const Calls* const known = __atomic_load_n(&answers, __ATOMIC_ACQUIRE);
  return known != nullptr ? *known : real_calls();
}

}  // namespace
}  // namespace sptune::dropin

using sptune::dropin::who_answered;
using sptune::dropin::who_answers;

// Parameters are named as in NVIDIA's header.
extern "C" {

cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t opA, const void* alpha,
                              cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX,
                              const void* beta, cusparseDnVecDescr_t vecY, cudaDataType computeType,
                              cusparseSpMVAlg_t alg, void* externalBuffer) {
  return who_answers().SpMV(handle, opA, alpha, matA, vecX, beta, vecY, computeType, alg,
                            externalBuffer);
}

cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t opA,
                                         const void* alpha, cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnVecDescr_t vecX, const void* beta,
                                         cusparseDnVecDescr_t vecY, cudaDataType computeType,
                                         cusparseSpMVAlg_t alg, void* externalBuffer) {
  return who_answers().SpMV_preprocess(handle, opA, alpha, matA, vecX, beta, vecY, computeType, alg,
                                       externalBuffer);
}

cusparseStatus_t cusparseSpGEMM_workEstimation(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha,
    cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, const void* beta,
    cusparseSpMatDescr_t matC, cudaDataType computeType, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t spgemmDescr, size_t* bufferSize1, void* externalBuffer1) {
  return who_answers().SpGEMM_workEstimation(handle, opA, opB, alpha, matA, matB, beta, matC,
                                             computeType, alg, spgemmDescr, bufferSize1,
                                             externalBuffer1);
}

cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t spgemmDescr,
                                               int64_t* num_prods) {
  return who_answers().SpGEMM_getNumProducts(spgemmDescr, num_prods);
}

cusparseStatus_t cusparseSpGEMM_estimateMemory(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha,
    cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, const void* beta,
    cusparseSpMatDescr_t matC, cudaDataType computeType, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t spgemmDescr, float chunk_fraction, size_t* bufferSize3,
    void* externalBuffer3, size_t* bufferSize2) {
  return who_answers().SpGEMM_estimateMemory(handle, opA, opB, alpha, matA, matB, beta, matC,
                                             computeType, alg, spgemmDescr, chunk_fraction,
                                             bufferSize3, externalBuffer3, bufferSize2);
}

cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t opA,
                                        cusparseOperation_t opB, const void* alpha,
                                        cusparseConstSpMatDescr_t matA,
                                        cusparseConstSpMatDescr_t matB, const void* beta,
                                        cusparseSpMatDescr_t matC, cudaDataType computeType,
                                        cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr,
                                        size_t* bufferSize2, void* externalBuffer2) {
  return who_answers().SpGEMM_compute(handle, opA, opB, alpha, matA, matB, beta, matC, computeType,
                                      alg, spgemmDescr, bufferSize2, externalBuffer2);
}

cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t opA,
                                     cusparseOperation_t opB, const void* alpha,
                                     cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB,
                                     const void* beta, cusparseSpMatDescr_t matC,
                                     cudaDataType computeType, cusparseSpGEMMAlg_t alg,
                                     cusparseSpGEMMDescr_t spgemmDescr) {
  return who_answers().SpGEMM_copy(handle, opA, opB, alpha, matA, matB, beta, matC, computeType,
                                   alg, spgemmDescr);
}

cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr) {
  return who_answered().SpGEMM_destroyDescr(descr);
}

cusparseStatus_t cusparseSpGEMMreuse_workEstimation(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, cusparseSpMatDescr_t matC,
    cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr, size_t* bufferSize1,
    void* externalBuffer1) {
  return who_answers().SpGEMMreuse_workEstimation(handle, opA, opB, matA, matB, matC, alg,
                                                  spgemmDescr, bufferSize1, externalBuffer1);
}

cusparseStatus_t cusparseSpGEMMreuse_nnz(cusparseHandle_t handle, cusparseOperation_t opA,
                                         cusparseOperation_t opB, cusparseConstSpMatDescr_t matA,
                                         cusparseConstSpMatDescr_t matB, cusparseSpMatDescr_t matC,
                                         cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr,
                                         size_t* bufferSize2, void* externalBuffer2,
                                         size_t* bufferSize3, void* externalBuffer3,
                                         size_t* bufferSize4, void* externalBuffer4) {
  return who_answers().SpGEMMreuse_nnz(handle, opA, opB, matA, matB, matC, alg, spgemmDescr,
                                       bufferSize2, externalBuffer2, bufferSize3, externalBuffer3,
                                       bufferSize4, externalBuffer4);
}

cusparseStatus_t cusparseSpGEMMreuse_copy(cusparseHandle_t handle, cusparseOperation_t opA,
                                          cusparseOperation_t opB, cusparseConstSpMatDescr_t matA,
                                          cusparseConstSpMatDescr_t matB, cusparseSpMatDescr_t matC,
                                          cusparseSpGEMMAlg_t alg,
                                          cusparseSpGEMMDescr_t spgemmDescr, size_t* bufferSize5,
                                          void* externalBuffer5) {
  return who_answers().SpGEMMreuse_copy(handle, opA, opB, matA, matB, matC, alg, spgemmDescr,
                                        bufferSize5, externalBuffer5);
}

cusparseStatus_t cusparseSpGEMMreuse_compute(cusparseHandle_t handle, cusparseOperation_t opA,
                                             cusparseOperation_t opB, const void* alpha,
                                             cusparseConstSpMatDescr_t matA,
                                             cusparseConstSpMatDescr_t matB, const void* beta,
                                             cusparseSpMatDescr_t matC, cudaDataType computeType,
                                             cusparseSpGEMMAlg_t alg,
                                             cusparseSpGEMMDescr_t spgemmDescr) {
  return who_answers().SpGEMMreuse_compute(handle, opA, opB, alpha, matA, matB, beta, matC,
                                           computeType, alg, spgemmDescr);
}

cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t spMatDescr) {
  return who_answered().DestroySpMat(spMatDescr);
}

}  // extern "C"
