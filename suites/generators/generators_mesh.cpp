// SPDX-License-Identifier: BSD-3-Clause
// Matrices of irregular meshes and of observations: what collections hold beside regular grids.
#include "suites/generators/generator_catalogue.hpp"
#include "suites/io/random.hpp"

#include <algorithm>
#include <vector>

namespace sptune::suites::generator {
namespace {

/// Entries of a symmetric graph whose vertices get new numbers, and a diagonal where asked for.
class Graph {
 public:
  Graph(std::int64_t n, double neighbours, const Parameters& p)
      : seed_(p.seed()),
        random_(p.seed()),
        entries_(n, n, static_cast<double>(n) * (neighbours + 1)),
        names_(shuffled_within(n, p.whole("shuffle"), random_)) {
    if (p.whole("loops") == 0) return;
    // Above the sum of a row, so that solvers converge.
    for (std::int64_t v = 0; v < n; ++v) entries_.add(v, v, neighbours + 3);
  }
  void join(std::int64_t from, std::int64_t to) {
    const std::int64_t a = names_[static_cast<std::size_t>(from)];
    const std::int64_t b = names_[static_cast<std::size_t>(to)];
    const double value = seeded_value(a, b, seed_);
    entries_.add(a, b, value);
    entries_.add(b, a, value);
  }
  [[nodiscard]] Random& random() { return random_; }
  [[nodiscard]] Csr<double> finish() { return entries_.finish(); }

 private:
  std::uint64_t seed_;
  Random random_;
  EntryBuilder entries_;
  std::vector<std::int64_t> names_;
};

/// A square of n x n points whose cells are split along one diagonal or the other: vertices have
/// four to eight neighbours, as in meshes of triangles around a shape. The dual has a vertex per
/// triangle.
Csr<double> triangles(const Parameters& p) {
  const std::int64_t n = p.whole("n");
  if (p.whole("faces") == 0) {
    Graph graph(n * n, 6, p);
    for (std::int64_t y = 0; y < n; ++y) {
      for (std::int64_t x = 0; x < n; ++x) {
        const std::int64_t at = y * n + x;
        if (x + 1 < n) graph.join(at, at + 1);
        if (y + 1 < n) graph.join(at, at + n);
        if (x + 1 == n || y + 1 == n) continue;
        const bool falling = graph.random().below(2) == 0;
        graph.join(falling ? at : at + 1, falling ? at + n + 1 : at + n);
      }
    }
    return graph.finish();
  }
  // Cell (x, y) has the triangles 2c, which holds its upper side, and 2c + 1, its lower one. Split
  // along the falling diagonal, the first also holds the right side, else the left one.
  const std::int64_t cells = n - 1;
  Graph graph(2 * cells * cells, 3, p);
  std::vector<std::int64_t> below(static_cast<std::size_t>(cells));
  for (std::int64_t y = 0; y < cells; ++y) {
    std::int64_t right = 0;
    for (std::int64_t x = 0; x < cells; ++x) {
      const std::int64_t upper = 2 * (y * cells + x);
      const std::int64_t lower = upper + 1;
      const bool falling = graph.random().below(2) == 0;
      graph.join(upper, lower);
      if (y > 0) graph.join(below[static_cast<std::size_t>(x)], upper);
      if (x > 0) graph.join(right, falling ? lower : upper);
      below[static_cast<std::size_t>(x)] = lower;
      right = falling ? upper : lower;
    }
  }
  return graph.finish();
}

/// Least squares: each observation is of some unknowns near its place and of parameters that all
/// observations of a stretch share (an instrument, a session, a school).
Csr<double> observations(const Parameters& p) {
  const std::int64_t rows = p.whole("rows");
  const std::int64_t unknowns = p.whole("unknowns");
  const std::int64_t mean = p.whole("mean");
  const std::int64_t shared = p.whole("shared");
  const std::int64_t stretch = p.whole("stretch");
  const std::int64_t cols = unknowns + shared * ((rows - 1) / stretch + 1);
  require_size(static_cast<double>(rows), static_cast<double>(cols),
               static_cast<double>(rows) * static_cast<double>(mean + shared));
  Random random(p.seed());
  const std::int64_t window = std::max<std::int64_t>(unknowns / 8, 1);
  RowBuilder out(rows, cols, static_cast<double>(rows) * static_cast<double>(mean + shared));
  std::vector<std::int64_t> columns;
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t place = row * unknowns / rows;
    const std::int64_t first = std::clamp<std::int64_t>(place - window / 2, 0, unknowns - window);
    columns.clear();
    for (std::int64_t k = 0; k < mean; ++k) columns.push_back(first + random.below(window));
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (std::int64_t k = 0; k < shared; ++k) {
      columns.push_back(unknowns + row / stretch * shared + k);
    }
    for (const std::int64_t col : columns) out.add(col, random.value());
    out.end_row();
  }
  return out.finish();
}

}  // namespace

std::vector<Generator> mesh_generators() {
  return {
      {"triangles",
       "planar triangulation of a square, diagonals at random; its vertices or its triangles",
       "2D mesh",
       "symmetric",
       "triangles{n=100,shuffle=500}",
       {{"n", 100, 2, 46340, true, "points along each side"},
        {"faces", 0, 0, 1, true, "1: triangles that share a side are joined, not vertices"},
        {"shuffle", 1, 1, largest_size, true, "numbers change places within so many"},
        {"loops", 1, 0, 1, true, "1: with a diagonal"},
        seed_parameter},
       triangles},
      {"observations",
       "least squares: rows of a few unknowns near by and of parameters that neighbours share",
       "least squares",
       "general",
       "observations{rows=2000,unknowns=700}",
       {{"rows", 2000, 1, largest_size, true, "observations"},
        {"unknowns", 700, 1, largest_size, true, "columns but for the shared ones"},
        {"mean", 3, 1, 1024, true, "unknowns drawn in a row; repeated ones merged"},
        {"shared", 1, 0, 1024, true, "shared parameters in a row"},
        {"stretch", 250, 1, largest_size, true, "rows that share them"},
        seed_parameter},
       observations},
  };
}

}  // namespace sptune::suites::generator
