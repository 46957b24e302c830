// SPDX-License-Identifier: BSD-3-Clause
// What the calls of cusparseSpGEMM and cusparseSpGEMMreuse have in common.
#pragma once

#include "dropin/answers.hpp"
#include "dropin/results.hpp"

#include <memory>
#include <string>
#include <utility>

namespace sptune::dropin {

/// Why a plan cannot go on; ends in cuSPARSE's hands, as every exception does.
class Unanswered : public Error {
 public:
  explicit Unanswered(const std::string& why) : Error(ExitCode::device, why) {}
};

/// Reads what the call is about into `work`. Null: plans can answer it. `with_scalars`: alpha and
/// beta are there.
[[nodiscard]] WhyNot read_product(const Product& p, bool with_scalars, SpgemmWork& work);
/// Begins a product whose first buffer is there; false, with a line: it is cuSPARSE's. `reuse`: of
/// cusparseSpGEMMreuse, whose scalars come later.
[[nodiscard]] bool begins(const Product& p, bool reuse, std::size_t bytes, void* buffer,
                          SpgemmWork& work);
/// The call that estimates: `ask_cusparse` asks it, for the size of the first buffer or where plans
/// cannot answer.
template <class AskCusparse>
[[nodiscard]] cusparseStatus_t begin_product(const Product& p, bool reuse,
                                             cusparseSpGEMMDescr_t descriptor, std::size_t* bytes,
                                             void* buffer, AskCusparse&& ask_cusparse) {
  std::shared_ptr<SpgemmWork> work;
  try {
    if (descriptor != nullptr && bytes != nullptr) work = answers().works.find_or_add(descriptor);
  } catch (...) {  // no memory: cuSPARSE's
  }
  // What was asked of it before was of this product; the descriptor's next one may be another.
  if (work != nullptr && buffer != nullptr && *bytes >= std::exchange(work->least_bytes, 0) &&
      begins(p, reuse, *bytes, buffer, *work)) {
    return CUSPARSE_STATUS_SUCCESS;
  }
  const cusparseStatus_t status = ask_cusparse();
  if (work != nullptr && buffer == nullptr && status == CUSPARSE_STATUS_SUCCESS) {
    work->least_bytes = *bytes;
  }
  return status;
}
/// C, with room for what the product has. Throws Unanswered.
[[nodiscard]] ResultArrays read_result(const SpgemmWork& work);

/// Whether plans go on with what was begun, as far as the arguments of this call say.
[[nodiscard]] bool goes_on(const Product& p, bool with_scalars, SpgemmWork& work);

/// Takes or makes the plan, and counts the entries of C. Throws.
void count_entries(SpgemmWork& work, double expected_runs);
/// Columns and values of C. Throws.
void compute_result(SpgemmWork& work);
/// Writes the number of entries into C. Throws Unanswered.
void tell_entries(const SpgemmWork& work);

/// How far cuSPARSE has to come on its own.
enum class Until : std::uint8_t { estimated, counted, computed };
/// From here on the product is cuSPARSE's: runs what it has missed, in the caller's first buffer as
/// long as that is there and in memory of its own otherwise, and says what cuSPARSE says. `call`:
/// the arguments of this call, where it has scalars.
[[nodiscard]] cusparseStatus_t hand_over(SpgemmWork& work, cusparseSpGEMMDescr_t descriptor,
                                         Until until, const Product* call = nullptr) noexcept;
/// Of a product that is cuSPARSE's by now: its call that computes, for a caller who has a token.
[[nodiscard]] cusparseStatus_t compute_late(SpgemmWork& work, cusparseSpGEMMDescr_t descriptor,
                                            const Product& call) noexcept;

void log_product(const SpgemmWork& work, const std::string& answer) noexcept;

/// Runs `body`; false, with a line, when it throws.
template <class Body>
[[nodiscard]] bool succeeded(const SpgemmWork& work, Body&& body) noexcept {
  try {
    body();
    return true;
  } catch (const std::exception& e) {
    log_product(work, std::string("cuSPARSE; ") + e.what());
  } catch (...) {
    log_product(work, "cuSPARSE; something failed");
  }
  return false;
}

/// What is asked for where nothing is needed: a buffer of no bytes would be null, which asks for
/// the size again.
inline constexpr std::size_t token_bytes = 256;

}  // namespace sptune::dropin
