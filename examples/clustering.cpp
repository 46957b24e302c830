// SPDX-License-Identifier: BSD-3-Clause
// Markov clustering (van Dongen 2000) of the graph of a matrix: random walks are expanded (a sparse
// product of the matrix with itself), inflated and pruned, until nothing changes. Rows here are
// columns there.
#include "examples/parts/compare.hpp"
#include "examples/parts/walks.hpp"

#include <cstddef>
#include <memory>

namespace {

using namespace sptune::examples;  // NOLINT(google-build-using-namespace): an example of these
using sptune::AnyCsr;
using sptune::MemorySpace;

Outcome cluster(const Operand& first, const Planner& planner) {
  const MemorySpace where = first.where();
  Total chaos(where);
  Outcome out;
  out.residual = 1;
  double expanding = 0;
  double inflating = 0;
  Stopwatch watch(where);
  auto walks = std::make_unique<Walks>(first.view());
  for (; out.residual > steady && out.iterations < most_iterations; ++out.iterations) {
    // Each product has a pattern of its own, planned for one run.
    const std::unique_ptr<Spgemm> expand = planner.spgemm(walks->view(), walks->view(), 1);
    const AnyCsr product = expand->multiply();
    expanding += watch.lap();
    if (out.iterations == 0) out.explanation = expand->explain();
    walks = std::make_unique<Walks>(product, chaos);
    out.residual = chaos.largest();
    inflating += watch.lap();
  }
  out.phases = {{"expanding", expanding}, {"inflating and pruning", inflating}};
  out.x = clusters_of(fetch(walks->view()));
  out.explanation = describe(out.x) + "; first: " + out.explanation;
  return out;
}

/// Share of rows that are in another cluster.
double share_of_others(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return 1;
  std::size_t others = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) ++others;
  }
  return a.empty() ? 0 : static_cast<double>(others) / static_cast<double>(a.size());
}

Case prepare(const Input& input, const Arguments& arguments) {
  const Matrix walks = first_walks(graph_of(input.matrix));
  const std::string facts =
      std::to_string(walks.rows) + " nodes, " + std::to_string(walks.nnz() - walks.rows) + " edges";
  const auto first = std::make_shared<Operand>(arguments.where, walks);
  return {facts, [first](const Planner& planner) { return cluster(*first, planner); }, 1e-3, steady,
          share_of_others};
}

}  // namespace

int main(int argc, char** argv) {
  return run_example(argc, argv,
                     {"example-clustering",
                      "Finds clusters in the graph of the matrix by random walks.", 1, false},
                     prepare);
}
