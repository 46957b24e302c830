// SPDX-License-Identifier: BSD-3-Clause
// hash_bins on many short rows: those that the policy of sm_90 has merged by a thread each, beside
// others.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "tests/kernels/spgemm_checks.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace sptune;
using namespace sptune::tests;

/// Over 86 for each of an H200's 132 multiprocessors, from where the policy merges.
constexpr Index many = 20'000;

/// Row r has `count(r)` columns up to `reach` from r.
template <class Count>
Csr<double> near(Index rows, Index cols, Index reach, Count&& count) {
  return with_columns(rows, cols, [&, state = 12345U](Index r) mutable {
    std::vector<Index> out;
    for (Index k = 0; k < count(r); ++k) {
      state = state * 1664525U + 1013904223U;
      out.push_back(r % cols + static_cast<Index>((state >> 8U) % static_cast<unsigned>(reach)));
    }
    return out;
  });
}

const std::vector<Pair>& pairs_of_short_rows() {
  static const std::vector<Pair> pairs = [] {
    std::vector<Pair> out;
    out.push_back(square("5 points of a grid", with_columns(many, many, [](Index r) {
                           return std::vector<Index>{r - 140, r - 1, r, r + 1, r + 140};
                         })));
    // 9 entries and more are left to others, as are 64 products and more, and rows without any.
    out.push_back(square("0 to 10 entries", near(many, many, 25, [](Index r) { return r % 11; })));
    out.push_back(square("the same columns again and again",
                         near(many, many, 5, [](Index r) { return r % 9; })));
    out.push_back({"one entry, and empty rows of B", near(many, 900, 900, [](Index) { return 2; }),
                   near(900, 50'000, 40, [](Index r) { return r % 7; })});
    out.push_back({"a long row of B", near(many, 300, 300, [](Index r) { return r % 6; }),
                   near(300, 70'000, 60'000, [](Index r) { return r == 150 ? 2'000 : 4; })});
    return out;
  }();
  return pairs;
}

class SpgemmMerge : public test::OnDevice {};

TEST_F(SpgemmMerge, cuda_equals_the_reference_however_else_it_is_configured) {
  for (const char* other :
       {"at_once=never", "fill=merge", "count=merge", "sizes=bound", "sizes=auto", "rerun=places",
        "rerun=gather", "adding=stable", "adding=atomic", "words=always", "grouped=always",
        "shifted=always", "sort=0", "streams=1", "memory=raw"}) {
    const auto configuration = resolved("hash_bins{" + std::string(other) + "}");
    for (const Pair& pair : pairs_of_short_rows()) {
      References<double, std::int32_t> references;
      ASSERT_TRUE(check_pair(configuration, pair, references)) << other << " on " << pair.name;
    }
  }
}

TEST_F(SpgemmMerge, cuda_takes_every_type_and_offsets_of_64_bits) {
  for (const char* text : {"hash_bins{at_once=never}", "hash_bins{fill=merge}"}) {
    check_other_types(resolved(text), pairs_of_short_rows());
  }
}

/// Above 2^18 rows a thread puts several into the lists of their accumulators.
TEST_F(SpgemmMerge, cuda_lists_of_very_many_rows) {
  constexpr Index very_many = 300'000;
  const Pair pair = square("0 to 10 entries of very many rows",
                           near(very_many, very_many, 40, [](Index r) { return r % 11; }));
  const Pair alike =
      square("very many rows, alike by threes", with_columns(very_many, very_many, [](Index r) {
               std::vector<Index> out;
               for (Index k = 0; k < r / 3 % 7; ++k) out.push_back(r / 3 * 3 + 5 * k);
               return out;
             }));
  for (const char* text : {"hash_bins{}", "hash_bins{fill=merge}", "hash_bins{sizes=bound}",
                           "hash_bins{grouped=always}"}) {
    check_alone<double, std::int32_t>(resolved(text), pair);
    check_alone<double, std::int32_t>(resolved(text), alike);
  }
}

TEST_F(SpgemmMerge, cuda_sums_have_the_same_bits_on_every_run) {
  for (const char* text : {"hash_bins{adding=stable}", "hash_bins{adding=stable,sort=64}"}) {
    for (const Pair& pair : pairs_of_short_rows()) expect_same_bits(resolved(text), pair);
  }
}

}  // namespace
