// SPDX-License-Identifier: BSD-3-Clause
// The products of the examples, planned in one of several ways with the same program around: by the
// dispatcher, without or with its model, or by cuSPARSE.
#pragma once

#include "examples/parts/array.hpp"
#include "sptune/sptune.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::examples {

enum class Way : std::uint8_t {
  untuned,  ///< the dispatcher's default, as without a model
  tuned,    ///< what the model chooses
  probe,    ///< the first runs try what the model cannot tell apart
  async,    ///< chosen and prepared beside the first runs
  cusparse  ///< cuSPARSE's default algorithm, preprocessed; SpGEMM by its re-use form
};
constexpr std::array<std::pair<Way, std::string_view>, 5> way_names = {
    {{Way::untuned, "untuned"},
     {Way::tuned, "tuned"},
     {Way::probe, "probe"},
     {Way::async, "async"},
     {Way::cusparse, "cusparse"}}};
[[nodiscard]] std::string_view to_string(Way way);

/// y = alpha*A*x + beta*y, on a device enqueued on the default stream.
class Spmv {
 public:
  virtual ~Spmv() = default;
  virtual void run(double alpha, const double* x, double beta, double* y) = 0;
  /// The values of the matrix have changed where they are.
  virtual void values_changed() = 0;
  [[nodiscard]] virtual std::string explain() const = 0;
};

/// C = A*B, which belongs to this.
class Spgemm {
 public:
  virtual ~Spgemm() = default;
  virtual AnyCsr multiply() = 0;
  /// The values of A and B have changed where they are, the pattern has not: those of C, which
  /// stays where it is.
  virtual void recompute() = 0;
  [[nodiscard]] virtual std::string explain() const = 0;
};

/// Plans in one way, as an application does that has just started: its dispatcher remembers no
/// pattern.
class Planner {
 public:
  /// `models`: as for Dispatcher; InputError where none of those that are named can be used.
  Planner(Way way, const std::vector<std::string>& models);
  /// A matrix whose values change only where values_changed() says so.
  [[nodiscard]] std::unique_ptr<Spmv> spmv(const AnyCsr& a, double expected_runs) const;
  /// `repeat`: whether those runs are multiply or recompute.
  [[nodiscard]] std::unique_ptr<Spgemm> spgemm(const AnyCsr& a, const AnyCsr& b,
                                               double expected_runs,
                                               Repeat repeat = Repeat::whole) const;

 private:
  Way way_;
  Dispatcher dispatcher_;
};

/// In cusparse_products.cpp, or cusparse_absent.cpp, which throws DeviceError.
///@{
[[nodiscard]] std::unique_ptr<Spmv> cusparse_spmv(const AnyCsr& a);
[[nodiscard]] std::unique_ptr<Spgemm> cusparse_spgemm(const AnyCsr& a, const AnyCsr& b, bool once);
///@}

}  // namespace sptune::examples
