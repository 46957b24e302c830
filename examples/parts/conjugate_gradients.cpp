// SPDX-License-Identifier: BSD-3-Clause
#include "examples/parts/conjugate_gradients.hpp"

#include "examples/parts/conjugate_gradients_passes.hpp"

#include <cmath>
#include <utility>

namespace sptune::examples {

ConjugateGradients::ConjugateGradients(MemorySpace where, std::int64_t n)
    : where_(where),
      n_(n),
      x_(where, static_cast<std::size_t>(n)),
      r_(where, static_cast<std::size_t>(n)),
      z_(where, static_cast<std::size_t>(n)),
      p_(where, static_cast<std::size_t>(n)),
      q_(where, static_cast<std::size_t>(n)),
      rr_(where),
      rz_(where),
      rz_before_(where),
      pq_(where) {}

int ConjugateGradients::solve(Spmv& a, const Precondition& precondition, const Array<double>& b,
                              CgGoal goal) {
  const int look_every = where_ == MemorySpace::host ? 1 : goal.look_every;
  pass(where_, n_, CgStart{{}, b.data(), x_.data(), r_.data()}, {}, {&rr_});
  const double enough = goal.residual * goal.residual * rr_.sum();
  if (enough == 0) return 0;
  for (int iteration = 0; iteration < goal.most_iterations;) {
    std::swap(rz_, rz_before_);
    precondition(r_.data(), z_.data(), rz_);
    if (iteration == 0) {
      pass(where_, n_, Copy{{}, z_.data(), p_.data()});
    } else {
      pass(where_, n_, CgDirection{{}, z_.data(), p_.data()}, {&rz_, &rz_before_});
    }
    a.run(1, p_.data(), 0, q_.data());
    pass(where_, n_, Dot{{}, p_.data(), q_.data()}, {}, {&pq_});
    pass(where_, n_, CgStep{{}, p_.data(), q_.data(), x_.data(), r_.data()}, {&rz_, &pq_}, {&rr_});
    ++iteration;
    if (iteration % look_every == 0 && rr_.sum() <= enough) return iteration;
  }
  return goal.most_iterations;
}

double ConjugateGradients::residual(Spmv& a, const Array<double>& b) {
  pass(where_, n_, Dot{{}, b.data(), b.data()}, {}, {&rz_});
  pass(where_, n_, Copy{{}, b.data(), r_.data()});
  a.run(-1, x_.data(), 1, r_.data());
  pass(where_, n_, Dot{{}, r_.data(), r_.data()}, {}, {&rr_});
  const double of_b = rz_.sum();
  return of_b > 0 ? std::sqrt(rr_.sum() / of_b) : std::sqrt(rr_.sum());
}

void look_at_rows(const AnyCsr& a, Array<double>& inverse_diagonal, Total& bound) {
  const auto look = [&]<class O>(const CsrView<double, O>& view) {
    pass(a.space, a.rows, RowBound<O>{{}, view, inverse_diagonal.data()}, {}, {&bound});
  };
  if (a.offset_type == OffsetType::i32) {
    look(a.as<double, std::int32_t>());
  } else {
    look(a.as<double, std::int64_t>());
  }
}

}  // namespace sptune::examples
