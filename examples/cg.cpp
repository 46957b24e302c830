// SPDX-License-Identifier: BSD-3-Clause
// Conjugate gradients (Hestenes and Stiefel 1952) on the graph of a matrix: L + I with L the
// graph's Laplacian, which is symmetric and positive definite for any square input. Tuned against
// untuned.
#include "examples/side_by_side.hpp"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <numeric>

namespace {

using sptune::Csr;
using sptune::examples::Multiply;
using sptune::examples::Solved;
using sptune::examples::Vector;

constexpr double stop_at = 1e-8;  // relative residual
constexpr int most_iterations = 2000;

/// degree + 1 on the diagonal, -1 where the graph has an edge.
Csr<double> laplacian_plus_one(const Csr<double>& graph) {
  Csr<double> out{graph.rows, graph.cols, {0}, {}, {}};
  for (std::size_t row = 0; row < static_cast<std::size_t>(graph.rows); ++row) {
    const auto begin = static_cast<std::size_t>(graph.row_offsets[row]);
    const auto end = static_cast<std::size_t>(graph.row_offsets[row + 1]);
    bool diagonal_placed = false;
    const auto place_diagonal = [&] {
      out.col_indices.push_back(static_cast<sptune::Index>(row));
      out.values.push_back(static_cast<double>(end - begin) + 1);
      diagonal_placed = true;
    };
    for (std::size_t k = begin; k < end; ++k) {
      if (!diagonal_placed && static_cast<std::size_t>(graph.col_indices[k]) > row) {
        place_diagonal();
      }
      out.col_indices.push_back(graph.col_indices[k]);
      out.values.push_back(-1);
    }
    if (!diagonal_placed) place_diagonal();
    out.row_offsets.push_back(static_cast<std::int64_t>(out.col_indices.size()));
  }
  return out;
}

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// y = a*x + y
void add(double a, const Vector& x, Vector& y) {
  for (std::size_t i = 0; i < x.size(); ++i) y[i] += a * x[i];
}

double true_residual(const Multiply& multiply, const Vector& x, const Vector& b) {
  Vector r(b.size());
  multiply(x, r);
  for (std::size_t i = 0; i < r.size(); ++i) r[i] -= b[i];
  return std::sqrt(dot(r, r) / dot(b, b));
}

Solved conjugate_gradients(const Multiply& multiply, const Vector& b) {
  Solved out;
  out.x.assign(b.size(), 0.0);
  Vector r = b;
  Vector p = r;
  Vector ap(b.size());
  double rr = dot(r, r);
  const double goal = stop_at * stop_at * rr;
  while (rr > goal && out.iterations < most_iterations) {
    multiply(p, ap);
    const double step = rr / dot(p, ap);
    add(step, p, out.x);
    add(-step, ap, r);
    const double next = dot(r, r);
    for (std::size_t i = 0; i < p.size(); ++i) p[i] = r[i] + (next / rr) * p[i];
    rr = next;
    ++out.iterations;
  }
  out.residual = true_residual(multiply, out.x, b);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = sptune::examples::parse_arguments(
      argc, argv, "Solves (L + I) x = b on the graph of the matrix by conjugate gradients.");
  try {
    const sptune::examples::Input input = sptune::examples::read(arguments.matrix);
    const Csr<double> a = laplacian_plus_one(sptune::examples::graph_of(input.matrix));
    std::printf("conjugate gradients, %s: %lld unknowns, %lld entries\n", input.name.c_str(),
                static_cast<long long>(a.rows), static_cast<long long>(a.nnz()));
    Vector b(static_cast<std::size_t>(a.rows));
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = std::sin(0.1 * static_cast<double>(i)) + 0.5;
    return sptune::examples::run_side_by_side(
        a, arguments, [&](const Multiply& multiply) { return conjugate_gradients(multiply, b); },
        1e-5, 1e-6);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "example-cg: %s\n", e.what());
    return 3;
  }
}
