// SPDX-License-Identifier: BSD-3-Clause
// PageRank (Brin and Page 1998) by power iteration on the transposed, column-stochastic matrix of a
// directed graph. Rows without links share their rank with everybody.
#include "examples/pagerank_passes.hpp"
#include "examples/parts/compare.hpp"
#include "examples/parts/conjugate_gradients_passes.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace {

using namespace sptune::examples;  // NOLINT(google-build-using-namespace): an example of these
using sptune::MemorySpace;

constexpr double damping = 0.85;
constexpr double stop_at = 1e-10;  // change of the ranks between iterations, 1-norm
constexpr int most_iterations = 500;

struct Web {
  Operand incoming;             ///< entry (i, j) = 1 / links of j, where j links to i
  Array<double> without_links;  ///< 1 for a page without, 0 for others
  double expected_runs;
};

Outcome page_rank(const Web& web, const Planner& planner) {
  const MemorySpace where = web.incoming.where();
  const std::int64_t n = web.incoming.rows();
  const auto pages = static_cast<double>(n);
  const int look_every = where == MemorySpace::host ? 1 : 8;
  Array<double> rank(where, std::vector<double>(static_cast<std::size_t>(n), 1 / pages));
  Array<double> next(where, static_cast<std::size_t>(n));
  Total lost(where);
  Total lost_next(where);
  Total change(where);
  pass(where, n, Dot{{}, web.without_links.data(), rank.data()}, {}, {&lost});
  Outcome out;
  out.residual = 1;

  Stopwatch watch(where);
  const std::unique_ptr<Spmv> links = planner.spmv(web.incoming.view(), web.expected_runs);
  out.phases.push_back({"choosing and preparing", watch.lap()});
  while (out.residual > stop_at && out.iterations < most_iterations) {
    links->run(1, rank.data(), 0, next.data());
    pass(where, n, RankStep{{}, rank.data(), web.without_links.data(), next.data(), damping, pages},
         {&lost}, {&lost_next, &change});
    std::swap(rank, next);
    std::swap(lost, lost_next);
    if (++out.iterations % look_every == 0) out.residual = change.sum();
  }
  out.phases.push_back({"iterating", watch.lap()});

  out.x = rank.fetch();
  out.explanation = links->explain();
  return out;
}

Case prepare(const Input& input, const Arguments& arguments) {
  Matrix links = input.matrix;
  if (links.rows != links.cols) {
    throw sptune::InputError("expected a square matrix, found " + std::to_string(links.rows) +
                             " x " + std::to_string(links.cols));
  }
  const auto n = static_cast<std::size_t>(links.rows);
  std::vector<double> without(n, 0);
  double number = 0;
  for (std::size_t page = 0; page < n; ++page) {
    const auto begin = static_cast<std::size_t>(links.row_offsets[page]);
    const auto end = static_cast<std::size_t>(links.row_offsets[page + 1]);
    for (std::size_t k = begin; k < end; ++k) {
      links.values[k] = 1 / static_cast<double>(end - begin);
    }
    if (begin == end) {
      without[page] = 1;
      ++number;
    }
  }
  const std::string facts = std::to_string(n) + " pages, " + std::to_string(links.nnz()) +
                            " links, " + std::to_string(static_cast<std::int64_t>(number)) +
                            " pages without";
  const auto web = std::make_shared<Web>(Web{Operand(arguments.where, transpose(links)),
                                             Array<double>(arguments.where, std::move(without)),
                                             arguments.expected_runs});
  return {facts, [web](const Planner& planner) { return page_rank(*web, planner); }, 1e-8, stop_at};
}

}  // namespace

int main(int argc, char** argv) {
  return run_example(
      argc, argv,
      {"example-pagerank",
       "Ranks the pages of a directed graph: entry (i, j) is a link from i to j.", 100},
      prepare);
}
