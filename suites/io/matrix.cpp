// SPDX-License-Identifier: BSD-3-Clause
#include "suites/io/matrix.hpp"

#include <xxhash.h>

#include <array>
#include <memory>
#include <new>
#include <string>
#include <string_view>

namespace sptune::suites {
namespace {

struct FreeState {
  void operator()(XXH3_state_t* state) const noexcept { XXH3_freeState(state); }
};

template <class T>
void feed(XXH3_state_t* state, const std::vector<T>& data) {
  XXH3_128bits_update(state, data.data(), data.size() * sizeof(T));
}

std::string hex_digest(const XXH3_state_t* state) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state));
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : canonical.digest) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

}  // namespace

void identify(Matrix& matrix) {
  const Csr<double>& csr = matrix.csr;
  matrix.info.rows = csr.rows;
  matrix.info.cols = csr.cols;
  matrix.info.nnz = csr.nnz();
  const std::unique_ptr<XXH3_state_t, FreeState> state(XXH3_createState());
  if (!state) throw std::bad_alloc();
  XXH3_128bits_reset(state.get());
  const std::array<std::int64_t, 3> sizes{csr.rows, csr.cols, csr.nnz()};
  XXH3_128bits_update(state.get(), sizes.data(), sizeof(sizes));
  feed(state.get(), csr.row_offsets);
  feed(state.get(), csr.col_indices);
  matrix.info.pattern_hash = hex_digest(state.get());
  feed(state.get(), csr.values);
  matrix.info.content_hash = hex_digest(state.get());
}

}  // namespace sptune::suites
