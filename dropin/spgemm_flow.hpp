// SPDX-License-Identifier: BSD-3-Clause
// What the calls of cusparseSpGEMM and cusparseSpGEMMreuse have in common.
#pragma once

#include "dropin/answers.hpp"

#include <string>

namespace sptune::dropin {

/// Why a plan cannot go on; ends in cuSPARSE's hands, as every exception does.
class Unanswered : public Error {
 public:
  explicit Unanswered(const std::string& why) : Error(ExitCode::device, why) {}
};

/// Where C's arrays are.
struct ResultArrays {
  std::int32_t* offsets = nullptr;
  Index* columns = nullptr;
  void* values = nullptr;
};

/// Reads what the call is about into `work`. Null: plans can answer it. `with_scalars`: alpha and
/// beta are there.
[[nodiscard]] WhyNot read_product(const Product& p, bool with_scalars, SpgemmWork& work);
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
