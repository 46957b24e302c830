// SPDX-License-Identifier: BSD-3-Clause
#include "apps/distributed_operands.hpp"

#include "sptune/error.hpp"
#include "suites/generators/generators.hpp"
#include "suites/io/matrix_market.hpp"

#include <filesystem>

namespace sptune::apps {
namespace {

suites::Matrix read(const std::string& file_or_id, bool drop_out_of_range) {
  if (!std::filesystem::exists(file_or_id) && suites::is_generator_id(file_or_id)) {
    return suites::generate(file_or_id);
  }
  suites::ReadOptions options;
  options.drop_out_of_range = drop_out_of_range;
  return suites::read_matrix_market(file_or_id, options);
}

}  // namespace

void add_operands(CLI::App& verb, OperandOptions& o) {
  verb.add_option("A", o.a, "Matrix file or generator id; rank 0 reads it")->required();
  verb.add_option("B", o.b, "The same; left out: A");
  verb.add_flag("--drop-out-of-range", o.drop_out_of_range, "Drop entries outside the matrix");
}

Operands::Operands(const OperandOptions& o) : a(read(o.a, o.drop_out_of_range)) {
  if (!o.b.empty()) b = read(o.b, o.drop_out_of_range);
  if (a.csr.cols != right().csr.rows) {
    throw UsageError(a.info.name + " has " + std::to_string(a.csr.cols) + " columns, " +
                     right().info.name + " has " + std::to_string(right().csr.rows) +
                     " rows: expected as many");
  }
}

}  // namespace sptune::apps
