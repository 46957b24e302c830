// SPDX-License-Identifier: BSD-3-Clause
// The functions of cuSPARSE that the drop-in answers or asks, as a table of pointers: what the two
// libraries of the drop-in hand each other. preload.cpp is in every process under LD_PRELOAD and
// knows nothing else; the rest is opened when the first of these functions is called.
#pragma once

// cuSPARSE marks old types in its own header.
#define DISABLE_CUSPARSE_DEPRECATED
#include <cusparse.h>

namespace sptune::dropin {

/// Those that libsptune-cusparse.so defines in cuSPARSE's place.
#define SPTUNE_DROPIN_ANSWERED(X) \
  X(SpMV)                         \
  X(SpMV_preprocess)              \
  X(SpGEMM_workEstimation)        \
  X(SpGEMM_getNumProducts)        \
  X(SpGEMM_estimateMemory)        \
  X(SpGEMM_compute)               \
  X(SpGEMM_copy)                  \
  X(SpGEMM_destroyDescr)          \
  X(SpGEMMreuse_workEstimation)   \
  X(SpGEMMreuse_nnz)              \
  X(SpGEMMreuse_copy)             \
  X(SpGEMMreuse_compute)          \
  X(DestroySpMat)

/// Those that answering takes, all of cuSPARSE 12.0.
#define SPTUNE_DROPIN_ASKED(X) \
  X(ConstCsrGet)               \
  X(ConstDnVecGet)             \
  X(CreateCsr)                 \
  X(CsrGet)                    \
  X(DnVecGet)                  \
  X(GetPointerMode)            \
  X(GetProperty)               \
  X(GetStream)                 \
  X(SetPointerMode)            \
  X(SetStream)                 \
  X(SpMV_bufferSize)           \
  X(SpMatGetFormat)            \
  X(SpMatGetSize)

/// cuSPARSE's own functions, or what answers in their place.
struct Calls {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a name that is declared
#define SPTUNE_DROPIN_MEMBER(name) decltype(&::cusparse##name) name;
  SPTUNE_DROPIN_ANSWERED(SPTUNE_DROPIN_MEMBER)
  SPTUNE_DROPIN_ASKED(SPTUNE_DROPIN_MEMBER)
#undef SPTUNE_DROPIN_MEMBER
};

/// What libsptune-cusparse-plans.so shows under the name below: given cuSPARSE's own functions,
/// which stay where they are, what answers; null, with why (a line that stays), when nothing can.
using Open = const Calls* (*)(const Calls* real, const char** why);
#define SPTUNE_DROPIN_OPEN "sptune_dropin_open_1"

}  // namespace sptune::dropin
