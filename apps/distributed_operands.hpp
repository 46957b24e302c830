// SPDX-License-Identifier: BSD-3-Clause
// A and B of a product over MPI, as verbs of sptune-distributed are told them; rank 0 reads them.
#pragma once

#include "suites/io/matrix.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace sptune::apps {

struct OperandOptions {
  std::string a, b;  ///< files or ids of generators; `b` empty: A
  bool drop_out_of_range = false;
};

void add_operands(CLI::App& verb, OperandOptions& options);

/// Throws InputError and UsageError, the latter also where `a` and `b` do not go together.
struct Operands {
  explicit Operands(const OperandOptions& options);
  suites::Matrix a;
  std::optional<suites::Matrix> b;  ///< none: A
  [[nodiscard]] const suites::Matrix& right() const { return b ? *b : a; }
};

}  // namespace sptune::apps
