// SPDX-License-Identifier: BSD-3-Clause
// Reading with the tools' reader and generators.
#include "examples/parts/read.hpp"
#include "suites/generators/generators.hpp"
#include "suites/io/matrix_market.hpp"

#include <filesystem>
#include <utility>

namespace sptune::examples {

Input read(const std::string& file_or_id) {
  suites::Matrix matrix = std::filesystem::exists(file_or_id)
                              ? suites::read_matrix_market(file_or_id)
                              : suites::generate(file_or_id);
  return {std::move(matrix.info.name), narrow(std::move(matrix.csr))};
}

}  // namespace sptune::examples
