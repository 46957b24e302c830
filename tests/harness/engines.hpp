// SPDX-License-Identifier: BSD-3-Clause
// What the tests of the engine share: matrices by name, variants with something in between, and the
// fixture.
#pragma once

#include "harness/engine/engine.hpp"
#include "kernels/api/catalogue.hpp"
#include "sptune/error.hpp"
#include "tests/harness/matrices.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace sptune::harness {

inline suites::Matrix matrix(const std::string& hash) {
  if (hash == "empty") return test::ragged(0, 0);
  if (hash == "wide") return test::ragged(60, 90);
  if (hash == "square") return test::ragged(80, 80);
  throw InputError("no matrix '" + hash + "'");
}

inline ResolvedConfiguration csr() {
  return test::configuration("csr{}");
}

inline const ProblemKey square_product{Operation::spgemm, ValueType::f64, "square", "square", "a"};

/// A shipped variant with something between its plans, which are of type P, and their callers:
/// `wrap` is given each plan and its problem.
template <class P, class Wrap>
Variant wrapped(Operation operation, Backend backend, const char* name, Wrap wrap) {
  Variant v = *shipped_catalogue().find(operation, backend, name);
  v.functions.plan = [wrap, plan = v.functions.plan](
                         const ResolvedConfiguration& c,
                         const Problem& problem) -> std::unique_ptr<Plan> {
    return wrap(std::unique_ptr<P>(dynamic_cast<P*>(plan(c, problem).release())), problem);
  };
  return v;
}

class Engines : public testing::Test {
 protected:
  Engine engine_{matrix};
  Protocol protocol_ = test::quick_protocol();
};

}  // namespace sptune::harness
