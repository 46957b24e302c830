// SPDX-License-Identifier: BSD-3-Clause
// Matrices of regular grids: finite differences and finite elements. All are symmetric positive
// definite, so that solvers converge on them.
#include "sptune/error.hpp"
#include "suites/generators/generator_catalogue.hpp"
#include "suites/io/random.hpp"

#include <algorithm>

namespace sptune::suites::generator {
namespace {

/// Calls f(neighbour, dx, dy, dz) for the neighbours of a point of an nx x ny x nz grid, in order.
template <class F>
void for_neighbours(std::int64_t nx, std::int64_t ny, std::int64_t nz, std::int64_t x,
                    std::int64_t y, std::int64_t z, F&& f) {
  for (std::int64_t c = std::max<std::int64_t>(z - 1, 0); c <= std::min(z + 1, nz - 1); ++c) {
    for (std::int64_t b = std::max<std::int64_t>(y - 1, 0); b <= std::min(y + 1, ny - 1); ++b) {
      for (std::int64_t a = std::max<std::int64_t>(x - 1, 0); a <= std::min(x + 1, nx - 1); ++a) {
        f((c * ny + b) * nx + a, a - x, b - y, c - z);
      }
    }
  }
}

/// Laplacian: `points`-1 on the diagonal, -1 for each neighbour; `star` leaves the corners out.
Csr<double> laplacian(std::int64_t nx, std::int64_t ny, std::int64_t nz, std::int64_t points,
                      bool star) {
  const auto rows = static_cast<double>(nx) * static_cast<double>(ny) * static_cast<double>(nz);
  RowBuilder out(nx * ny * nz, nx * ny * nz, rows * static_cast<double>(points));
  for (std::int64_t z = 0; z < nz; ++z) {
    for (std::int64_t y = 0; y < ny; ++y) {
      for (std::int64_t x = 0; x < nx; ++x) {
        for_neighbours(nx, ny, nz, x, y, z,
                       [&](std::int64_t at, std::int64_t dx, std::int64_t dy, std::int64_t dz) {
                         const std::int64_t away = dx * dx + dy * dy + dz * dz;
                         if (star && away > 1) return;
                         out.add(at, away == 0 ? static_cast<double>(points - 1) : -1.0);
                       });
        out.end_row();
      }
    }
  }
  return out.finish();
}

Csr<double> stencil2d(const Parameters& p) {
  const std::int64_t points = p.whole("points");
  if (points != 5 && points != 9) throw UsageError("stencil2d: expected points=5 or points=9");
  return laplacian(p.whole("n"), p.whole("n"), 1, points, points == 5);
}

Csr<double> stencil3d(const Parameters& p) {
  const std::int64_t points = p.whole("points");
  if (points != 7 && points != 27) throw UsageError("stencil3d: expected points=7 or points=27");
  return laplacian(p.whole("n"), p.whole("n"), p.whole("n"), points, points == 7);
}

Csr<double> fem(const Parameters& p) {
  const std::int64_t n = p.whole("n");
  const std::int64_t unknowns = p.whole("unknowns");
  constexpr double points = 27;
  const std::int64_t size = n * n * n * unknowns;
  RowBuilder out(size, size, static_cast<double>(size) * points * static_cast<double>(unknowns));
  const double diagonal = points * static_cast<double>(unknowns);  // above the sum of a row
  for (std::int64_t node = 0; node < n * n * n; ++node) {
    for (std::int64_t i = 0; i < unknowns; ++i) {
      const std::int64_t row = node * unknowns + i;
      for_neighbours(n, n, n, node % n, node / n % n, node / (n * n),
                     [&](std::int64_t other, std::int64_t, std::int64_t, std::int64_t) {
                       for (std::int64_t j = 0; j < unknowns; ++j) {
                         const std::int64_t col = other * unknowns + j;
                         out.add(col, row == col ? diagonal : seeded_value(row, col, p.seed()));
                       }
                     });
      out.end_row();
    }
  }
  return out.finish();
}

}  // namespace

std::vector<Generator> grid_generators() {
  const Parameter n{"n", 100, 1, 46340, true, "points along each side"};
  const Parameter n3{"n", 20, 1, 1290, true, "points along each side"};
  return {
      {"stencil2d",
       "Laplacian of an n x n grid, 5 or 9 points",
       "2D grid",
       "symmetric",
       "stencil2d{points=5,n=100}",
       {{"points", 5, 5, 9, true, "5 or 9"}, n},
       stencil2d},
      {"stencil3d",
       "Laplacian of an n x n x n grid, 7 or 27 points",
       "3D grid",
       "symmetric",
       "stencil3d{points=27,n=96}",
       {{"points", 7, 7, 27, true, "7 or 27"}, n3},
       stencil3d},
      {"fem",
       "27-point n x n x n grid of nodes with dense blocks of several unknowns",
       "3D finite elements",
       "symmetric",
       "fem{n=24,unknowns=3}",
       {n3,
        {"unknowns", 3, 1, 64, true, "unknowns of a node: rows of a dense block"},
        seed_parameter},
       fem},
  };
}

}  // namespace sptune::suites::generator
