// SPDX-License-Identifier: BSD-3-Clause
#include "examples/read.hpp"

#include "sptune/error.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::examples {

Arguments parse_arguments(int argc, char** argv, const char* what) {
  Arguments out;
  std::vector<const char*> words;
  bool understood = true;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--async") {
      out.async = true;
    } else if (word == "--probe") {
      out.probe = true;
    } else {
      understood &= word.substr(0, 2) != "--";
      words.push_back(argv[i]);
    }
  }
  understood &= !words.empty() && words.size() <= 3;
  if (!words.empty()) out.matrix = words[0];
  if (words.size() >= 2 && *words[1] != '\0') out.models.emplace_back(words[1]);
  if (words.size() >= 3) {
    char* end = nullptr;
    out.expected_runs = std::strtod(words[2], &end);
    understood &= *end == '\0' && out.expected_runs > 0;
  }
  if (!understood) {
    std::fprintf(
        stderr,
        "usage: %s [--async] [--probe] MATRIX [MODEL [RUNS]]\n%s\n"
        "MATRIX: a Matrix Market file or a generator id such as stencil2d{n=300}\n"
        "MODEL: what `sptune train` wrote; default $SPTUNE_MODEL. RUNS: expected products\n"
        "--async: a third column, chosen and prepared beside the first runs\n"
        "--probe: the first runs try what the model cannot tell apart\n",
        argv[0], what);
    std::exit(2);
  }
  return out;
}

Csr<double> graph_of(const Csr<double>& a) {
  if (a.rows != a.cols) {
    throw InputError("expected a square matrix, found " + std::to_string(a.rows) + " x " +
                     std::to_string(a.cols));
  }
  std::vector<std::vector<Index>> neighbours(static_cast<std::size_t>(a.rows));
  for (std::int64_t row = 0; row < a.rows; ++row) {
    const auto r = static_cast<std::size_t>(row);
    for (std::int64_t k = a.row_offsets[r]; k < a.row_offsets[r + 1]; ++k) {
      const Index col = a.col_indices[static_cast<std::size_t>(k)];
      if (col == row) continue;
      neighbours[r].push_back(col);
      neighbours[static_cast<std::size_t>(col)].push_back(static_cast<Index>(row));
    }
  }
  Csr<double> graph{a.rows, a.rows, {0}, {}, {}};
  for (std::vector<Index>& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    graph.col_indices.insert(graph.col_indices.end(), list.begin(), list.end());
    graph.row_offsets.push_back(static_cast<std::int64_t>(graph.col_indices.size()));
  }
  graph.values.assign(graph.col_indices.size(), 1.0);
  return graph;
}

}  // namespace sptune::examples
