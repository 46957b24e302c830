// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/prepare_fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace sptune::train {
namespace {

constexpr std::size_t terms = model::PrepareCost::terms;
using Vector = std::array<double, terms>;

/// Normal equations of the relative errors, columns scaled to length 1: x then has the scale of the
/// share of the time that a term explains.
struct Equations {
  std::array<Vector, terms> gram{};
  Vector right{};
  Vector scale{};
};

Equations equations_of(const std::vector<PrepareTrial>& trials) {
  Equations e;
  for (const PrepareTrial& t : trials) {
    if (!(t.seconds > 0)) continue;
    for (std::size_t i = 0; i < terms; ++i) {
      e.right[i] += t.work[i] / t.seconds;
      for (std::size_t j = 0; j < terms; ++j) {
        e.gram[i][j] += t.work[i] / t.seconds * (t.work[j] / t.seconds);
      }
    }
  }
  for (std::size_t i = 0; i < terms; ++i) e.scale[i] = std::sqrt(e.gram[i][i]);
  for (std::size_t i = 0; i < terms; ++i) {
    if (e.scale[i] == 0) continue;
    e.right[i] /= e.scale[i];
    for (std::size_t j = 0; j < terms; ++j) {
      if (e.scale[j] > 0) e.gram[i][j] /= e.scale[i] * e.scale[j];
    }
  }
  return e;
}

/// The solution over the terms that `used` names, by Cholesky; a ridge far below what times can
/// tell keeps terms that say the same apart.
Vector solve(const Equations& e, const std::array<bool, terms>& used) {
  constexpr double ridge = 1e-9;
  std::array<Vector, terms> l{};
  Vector x{};
  for (std::size_t i = 0; i < terms; ++i) {
    if (!used[i]) continue;
    double y = e.right[i];
    for (std::size_t j = 0; j <= i; ++j) {
      if (!used[j]) continue;
      double sum = e.gram[i][j] + (i == j ? ridge : 0);
      for (std::size_t k = 0; k < j; ++k) sum -= l[i][k] * l[j][k];
      l[i][j] = i == j ? std::sqrt(std::max(sum, ridge)) : sum / l[j][j];
      if (j < i) y -= l[i][j] * x[j];
    }
    x[i] = y / l[i][i];
  }
  for (std::size_t i = terms; i-- > 0;) {
    if (!used[i]) continue;
    for (std::size_t k = i + 1; k < terms; ++k) x[i] -= l[k][i] * x[k];
    x[i] /= l[i][i];
  }
  return x;
}

/// Walks from x towards z until the first coefficient meets 0; such ones are no longer used.
void step_back(Vector& x, const Vector& z, std::array<bool, terms>& used) {
  double part = 1;
  for (std::size_t i = 0; i < terms; ++i) {
    if (used[i] && z[i] <= 0) part = std::min(part, x[i] / (x[i] - z[i]));
  }
  for (std::size_t i = 0; i < terms; ++i) {
    x[i] += part * (z[i] - x[i]);
    if (used[i] && (x[i] <= 1e-12 || (z[i] <= 0 && part == 0))) {
      used[i] = false;
      x[i] = 0;
    }
  }
}

Vector nonnegative_solution(const Equations& e) {
  Vector x{};
  std::array<bool, terms> used{};
  constexpr std::size_t most_rounds = 10 * terms;  // by far: every round adds a term or ends
  for (std::size_t round = 0; round < most_rounds; ++round) {
    std::size_t next = terms;
    double most = 1e-9;
    for (std::size_t i = 0; i < terms; ++i) {
      double slope = e.right[i];
      for (std::size_t j = 0; j < terms; ++j) slope -= e.gram[i][j] * x[j];
      if (!used[i] && e.scale[i] > 0 && slope > most * std::abs(e.right[i])) {
        most = slope / std::abs(e.right[i]);
        next = i;
      }
    }
    if (next == terms) break;
    used[next] = true;
    Vector z = solve(e, used);
    const auto all_positive = [&] {
      for (std::size_t i = 0; i < terms; ++i) {
        if (used[i] && z[i] <= 0) return false;
      }
      return true;
    };
    while (!all_positive()) {
      step_back(x, z, used);
      z = solve(e, used);
    }
    x = z;
  }
  return x;
}

}  // namespace

model::PrepareCost fit_prepare(const std::vector<PrepareTrial>& trials) {
  const Equations e = equations_of(trials);
  Vector x = nonnegative_solution(e);
  for (std::size_t i = 0; i < terms; ++i) x[i] = e.scale[i] > 0 ? x[i] / e.scale[i] : 0;
  return {x[0], x[1], x[2], x[3], x[4]};
}

}  // namespace sptune::train
