// SPDX-License-Identifier: BSD-3-Clause
// Markov clustering (van Dongen 2000) of the graph of a matrix: random walks are expanded (a sparse
// product of the matrix with itself), inflated and pruned, until nothing changes. Rows here are
// columns there.
#include "examples/clustering_passes.hpp"
#include "examples/parts/compare.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <numeric>

namespace {

using namespace sptune::examples;  // NOLINT(google-build-using-namespace): an example of these
using sptune::AnyCsr;
using sptune::Index;
using sptune::MemorySpace;

constexpr double prune = 1e-3;   // steps less probable than this are given up
constexpr double steady = 1e-6;  // of van Dongen's chaos
constexpr int most_iterations = 100;

/// Probabilities of steps, by rows, where they are computed.
class Walks {
 public:
  explicit Walks(const AnyCsr& a) : view_(a) {}
  /// Inflates and prunes a product.
  Walks(const AnyCsr& product, Total& chaos);
  [[nodiscard]] const AnyCsr& view() const { return view_; }

 private:
  AnyCsr view_;
  Array<std::int32_t> offsets_;
  Array<Index> columns_;
  Array<double> values_;
};

Walks::Walks(const AnyCsr& product, Total& chaos) {
  const MemorySpace where = product.space;
  const auto rows = static_cast<std::size_t>(product.rows);
  Array<std::int32_t> kept(where, rows);
  Array<double> from(where, rows);
  Array<double> sum(where, rows);
  offsets_ = Array<std::int32_t>(where, rows + 1);
  const auto inflate = [&]<class O>(const sptune::CsrView<double, O>& c) {
    pass(where, c.rows, KeepRow<O>{{}, c, prune, kept.data(), from.data(), sum.data()});
    running_sums(where, c.rows, kept.data(), offsets_.data());
    const auto entries =
        static_cast<std::size_t>(fetch(where, offsets_.data() + rows, std::size_t{1}).front());
    columns_ = Array<Index>(where, entries);
    values_ = Array<double>(where, entries);
    pass(where, c.rows,
         FillRow<O>{
             {}, c, offsets_.data(), from.data(), sum.data(), columns_.data(), values_.data()},
         {}, {&chaos});
  };
  if (product.offset_type == sptune::OffsetType::i32) {
    inflate(product.as<double, std::int32_t>());
  } else {
    inflate(product.as<double, std::int64_t>());
  }
  const sptune::CsrView<double, std::int32_t> view{product.rows,    product.cols,
                                                   offsets_.data(), columns_.data(),
                                                   values_.data(),  product.columns};
  const auto entries = static_cast<std::int64_t>(columns_.size());
  view_ = where == MemorySpace::host ? AnyCsr(view) : AnyCsr::on_device(view, entries);
}

/// The smallest row of every row's cluster: rows that share an attractor belong together.
std::vector<double> clusters_of(const Matrix& walks) {
  std::vector<Index> parent(static_cast<std::size_t>(walks.rows));
  std::iota(parent.begin(), parent.end(), Index{0});
  const auto root = [&](Index i) {
    while (parent[static_cast<std::size_t>(i)] != i) {
      Index& up = parent[static_cast<std::size_t>(i)];
      i = up = parent[static_cast<std::size_t>(up)];
    }
    return i;
  };
  for (std::size_t row = 0; row < parent.size(); ++row) {
    for (auto k = static_cast<std::size_t>(walks.row_offsets[row]);
         k < static_cast<std::size_t>(walks.row_offsets[row + 1]); ++k) {
      const Index a = root(static_cast<Index>(row));
      const Index b = root(walks.col_indices[k]);
      parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    }
  }
  std::vector<double> out;
  for (std::size_t row = 0; row < parent.size(); ++row) {
    out.push_back(root(static_cast<Index>(row)));
  }
  return out;
}

/// How many, and the sizes of the largest.
std::string describe(const std::vector<double>& clusters) {
  std::map<double, std::size_t> nodes;
  for (const double cluster : clusters) ++nodes[cluster];
  std::vector<std::size_t> sizes;
  sizes.reserve(nodes.size());
  for (const auto& [cluster, size] : nodes) sizes.push_back(size);
  std::sort(sizes.rbegin(), sizes.rend());
  std::string out = std::to_string(sizes.size()) + " clusters,";
  for (std::size_t i = 0; i < std::min<std::size_t>(sizes.size(), 5); ++i) {
    out += " " + std::to_string(sizes[i]);
  }
  return out + (sizes.size() > 5 ? " … nodes" : " nodes");
}

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

/// The graph's edges weigh 1, and a loop at each node a little more or less, which breaks ties:
/// what rounding decides could not be compared.
Matrix first_walks(const Matrix& graph) {
  const auto loop = [](std::size_t row) {
    return 1 + 1e-3 * static_cast<double>((row * 2654435761U) % 1000) / 1000;
  };
  Matrix out{graph.rows, graph.cols, {0}, {}, {}};
  for (std::size_t row = 0; row < static_cast<std::size_t>(graph.rows); ++row) {
    const auto begin = static_cast<std::size_t>(graph.row_offsets[row]);
    const auto end = static_cast<std::size_t>(graph.row_offsets[row + 1]);
    const double sum = static_cast<double>(end - begin) + loop(row);
    std::size_t k = begin;
    for (; k < end && static_cast<std::size_t>(graph.col_indices[k]) < row; ++k) {
      out.col_indices.push_back(graph.col_indices[k]);
      out.values.push_back(1 / sum);
    }
    out.col_indices.push_back(static_cast<Index>(row));
    out.values.push_back(loop(row) / sum);
    for (; k < end; ++k) {
      out.col_indices.push_back(graph.col_indices[k]);
      out.values.push_back(1 / sum);
    }
    out.row_offsets.push_back(static_cast<std::int32_t>(out.col_indices.size()));
  }
  return out;
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
