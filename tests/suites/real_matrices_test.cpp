// SPDX-License-Identifier: BSD-3-Clause
// The real matrices that lie beside the repository, against the sizes in their catalogue.
#include "harness/environment/sanitizers.hpp"
#include "suites/collections/suite.hpp"
#include "suites/io/matrix_market.hpp"

#include "support.hpp"
#include <gtest/gtest.h>

#include <map>
#include <sstream>

namespace sptune::suites {
namespace {

namespace fs = std::filesystem;

struct Sizes {
  std::int64_t rows, cols, nnz;
};

/// rows, cols and nnz_expanded by file name. Text fields may hold quoted commas.
std::map<std::string, Sizes> read_sizes(const fs::path& catalogue) {
  std::istringstream in(testing::read_file(catalogue));
  const auto split = [](const std::string& line) {
    std::vector<std::string> fields(1);
    bool in_quotes = false;
    for (const char c : line) {
      if (c == '"')
        in_quotes = !in_quotes;
      else if (c == ',' && !in_quotes)
        fields.emplace_back();
      else
        fields.back() += c;
    }
    return fields;
  };
  std::string line;
  std::getline(in, line);
  std::map<std::string, std::size_t> column;
  for (const auto& name : split(line)) column.emplace(name, column.size());
  std::map<std::string, Sizes> out;
  while (std::getline(in, line)) {
    const auto fields = split(line);
    out[fs::path(fields.at(column.at("file"))).filename().string()] = {
        std::stoll(fields.at(column.at("rows"))), std::stoll(fields.at(column.at("cols"))),
        std::stoll(fields.at(column.at("nnz_expanded")))};
  }
  return out;
}

TEST(RealMatrices, have_the_sizes_of_the_catalogue) {
  const fs::path folder =
      testing::environment_path("SPTUNE_SOURCE_DIR") / "../shared/matrices/core";
  if (!fs::exists(folder)) GTEST_SKIP() << "../shared/matrices/core is not here";
  const auto sizes = read_sizes(folder / "../catalogue.csv");
  // The small files cover every header form.
#ifdef SPTUNE_SANITIZED
  constexpr std::uintmax_t largest = 60'000;
  constexpr std::size_t fewest = 50;
#else
  constexpr std::uintmax_t largest = 1'000'000;
  constexpr std::size_t fewest = 150;
#endif
  std::size_t read = 0;

  for (const auto& entry : import_folder(folder).entries) {
    const fs::path path = entry.source.substr(std::string("file:").size());
    if (fs::file_size(path) >= largest) continue;
    const MatrixInfo info = read_matrix_market(path).info;
    const Sizes& expected = sizes.at(path.filename().string());
    EXPECT_EQ(info.rows, expected.rows) << path;
    EXPECT_EQ(info.cols, expected.cols) << path;
    EXPECT_EQ(info.nnz, expected.nnz) << path;
    EXPECT_EQ(info.report.duplicates_summed, 0) << path;
    ++read;
  }

  EXPECT_GT(read, fewest);
}

}  // namespace
}  // namespace sptune::suites
