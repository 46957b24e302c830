// SPDX-License-Identifier: BSD-3-Clause
// Reading with the tools' reader and generators.
#include "examples/parts/read.hpp"
#include "sptune/error.hpp"
#include "suites/generators/generators.hpp"
#include "suites/io/matrix_market.hpp"

#include <filesystem>
#include <utility>

namespace sptune::examples {

const char* what_is_read() noexcept {
  return "a Matrix Market file or a generator id such as stencil2d{n=300}";
}

Input read(const std::string& file_or_id) {
  const bool there = std::filesystem::exists(file_or_id);
  const bool named_as_file =
      file_or_id.find('/') != std::string::npos || file_or_id.find(".mtx") != std::string::npos;
  if (!there && named_as_file) throw InputError(file_or_id + ": no such file");
  suites::Matrix matrix =
      there ? suites::read_matrix_market(file_or_id) : suites::generate(file_or_id);
  return {std::move(matrix.info.name), narrow(std::move(matrix.csr))};
}

}  // namespace sptune::examples
