// SPDX-License-Identifier: BSD-3-Clause
// PageRank (Brin and Page 1998) by power iteration on the transposed, column-stochastic matrix of a
// directed graph, tuned against untuned. Rows without links share their rank with everybody.
#include "examples/side_by_side.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>

namespace {

using sptune::Csr;
using sptune::examples::Multiply;
using sptune::examples::Solved;
using sptune::examples::Vector;

constexpr double damping = 0.85;
constexpr double stop_at = 1e-10;  // change of the ranks between iterations, 1-norm
constexpr int most_iterations = 500;

struct Web {
  Csr<double> incoming;           ///< entry (i, j) = 1 / links of j, where j links to i
  std::vector<std::size_t> dead;  ///< pages without links
};

Web web_of(const Csr<double>& links) {
  if (links.rows != links.cols) {
    throw sptune::InputError("expected a square matrix, found " + std::to_string(links.rows) +
                             " x " + std::to_string(links.cols));
  }
  const auto n = static_cast<std::size_t>(links.rows);
  Web web;
  web.incoming = Csr<double>{links.rows, links.cols, std::vector<std::int64_t>(n + 1, 0),
                             std::vector<sptune::Index>(links.col_indices.size()),
                             std::vector<double>(links.col_indices.size())};
  auto& offsets = web.incoming.row_offsets;
  for (const sptune::Index to : links.col_indices) ++offsets[static_cast<std::size_t>(to) + 1];
  for (std::size_t i = 0; i < n; ++i) offsets[i + 1] += offsets[i];
  std::vector<std::int64_t> next(offsets.begin(), offsets.end() - 1);
  for (std::size_t from = 0; from < n; ++from) {
    const std::int64_t begin = links.row_offsets[from];
    const std::int64_t end = links.row_offsets[from + 1];
    if (begin == end) web.dead.push_back(from);
    for (std::int64_t k = begin; k < end; ++k) {
      const auto to = static_cast<std::size_t>(links.col_indices[static_cast<std::size_t>(k)]);
      const auto at = static_cast<std::size_t>(next[to]++);
      web.incoming.col_indices[at] = static_cast<sptune::Index>(from);
      web.incoming.values[at] = 1.0 / static_cast<double>(end - begin);
    }
  }
  return web;
}

Solved page_rank(const Multiply& multiply, const Web& web) {
  const auto n = static_cast<std::size_t>(web.incoming.rows);
  Solved out;
  out.x.assign(n, 1.0 / static_cast<double>(n));
  Vector next(n);
  out.residual = 1;
  while (out.residual > stop_at && out.iterations < most_iterations) {
    multiply(out.x, next);
    double lost = 0;
    for (const std::size_t page : web.dead) lost += out.x[page];
    const double everywhere = (1 - damping + damping * lost) / static_cast<double>(n);
    out.residual = 0;
    for (std::size_t i = 0; i < n; ++i) {
      next[i] = damping * next[i] + everywhere;
      out.residual += std::abs(next[i] - out.x[i]);
    }
    std::swap(out.x, next);
    ++out.iterations;
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = sptune::examples::parse_arguments(
      argc, argv, "Ranks the pages of a directed graph: entry (i, j) is a link from i to j.");
  try {
    const sptune::examples::Input input = sptune::examples::read(arguments.matrix);
    const Web web = web_of(input.matrix);
    std::printf("PageRank, %s: %lld pages, %lld links, %zu pages without\n", input.name.c_str(),
                static_cast<long long>(web.incoming.rows),
                static_cast<long long>(web.incoming.nnz()), web.dead.size());
    return sptune::examples::run_side_by_side(
        web.incoming, arguments, [&](const Multiply& multiply) { return page_rank(multiply, web); },
        1e-8, stop_at);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "example-pagerank: %s\n", e.what());
    return 3;
  }
}
