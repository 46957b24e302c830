// SPDX-License-Identifier: BSD-3-Clause
// A forest as model files hold it since format 3: columns of bits, six to a character. A quarter of
// what numbers in decimal take, and nothing is lost but digits of the means, which explain and do
// not decide. Private to the module.
#pragma once

#include "sptune/error.hpp"
#include "tuner/model/forest.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::model {

/// Columns of `width` bits (1 to 32), least bit first, in the characters of base64 (RFC 4648),
/// without padding.
[[nodiscard]] std::string pack_bits(const std::vector<std::uint32_t>& numbers, int width);
/// Fails unless the text is what pack_bits makes of so many numbers.
[[nodiscard]] Result<std::vector<std::uint32_t>> unpack_bits(std::string_view text,
                                                             std::size_t count, int width);

/// Nodes stand in the order of Forest::nodes: each tree from its root, the left child and all below
/// it before the right one. So which are leaves says where trees end and right children begin.
struct PackedForest {
  double offset = 0;
  std::size_t nodes = 0;
  std::string leaf;  ///< per node: 1 bit
  // Different questions, by input, then by threshold.
  std::vector<std::int64_t> inputs;  ///< that are asked about, ascending
  std::vector<std::int64_t> counts;  ///< questions about each of them
  std::string threshold;             ///< per question: bits of a float
  std::string missing_left;          ///< per question: 1 bit
  std::string question;              ///< per inner node: as many bits as the last question takes
  std::string value;                 ///< per leaf: bits of a float
  std::string mean;                  ///< per inner node: the upper 16 bits of a float
};

[[nodiscard]] PackedForest pack(const Forest& forest);
/// What comes out has as many nodes and means, trees that end, and is to be held against validate.
[[nodiscard]] Result<Forest> unpack(const PackedForest& packed);

/// Gives the means the digits that files keep: those of leaves are their values.
void round_means(Forest& forest);

}  // namespace sptune::model
