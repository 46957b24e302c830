// SPDX-License-Identifier: BSD-3-Clause
#include "tests/fault/night/misbehaving.hpp"

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace sptune::test {
namespace {

/// Verification takes fewer runs, also where long rows take runs of their own.
constexpr int runs_of_verification = 12;

/// Touches every page, so that resident memory grows as well as what is mapped.
[[noreturn]] void allocate_without_bound() {
  constexpr std::size_t chunk = std::size_t{8} << 20U;
  std::vector<std::vector<char>> held;
  for (;;) held.emplace_back(chunk, 'x');
}

[[noreturn]] void hang() {
  for (;;) std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

void spoil(void* values, ValueType type, std::int64_t at) {
  const auto other = [at](auto* v) { v[at] += 1 + std::abs(v[at]); };
  if (type == ValueType::f64) {
    other(static_cast<double*>(values));
  } else {
    other(static_cast<float*>(values));
  }
}

/// What goes wrong in a run, of whichever operation.
class Runs {
 public:
  Runs(Fault fault, Note note) : fault_(fault), note_(std::move(note)) {}

  void before() {
    ++runs_;
    const bool verified = runs_ > runs_of_verification;
    if (fault_ == Fault::abort && note_(fault_)) std::abort();
    if (fault_ == Fault::exit && note_(fault_)) std::_Exit(7);
    if (fault_ == Fault::killed_once && note_(fault_)) std::raise(SIGKILL);
    if (fault_ == Fault::hang && verified && note_(fault_)) hang();
  }
  /// Whether one element is to be wrong now.
  bool is_wrong() {
    const bool wrong =
        fault_ == Fault::wrong || (fault_ == Fault::wrong_later && runs_ > runs_of_verification);
    if (wrong) tell();
    return wrong;
  }
  bool is_overrun() {
    if (fault_ == Fault::overrun) tell();
    return fault_ == Fault::overrun;
  }

 private:
  /// Of every plan one line, not of every run.
  void tell() {
    if (!std::exchange(told_, true)) note_(fault_);
  }

  Fault fault_;
  Note note_;
  int runs_ = 0;
  bool told_ = false;
};

class Dense final : public DensePlan {
 public:
  Dense(std::unique_ptr<DensePlan> sound, const AnyCsr& a, Runs runs)
      : sound_(std::move(sound)), a_(a), runs_(std::move(runs)) {}
  [[nodiscard]] std::int64_t memory_bytes() const override { return sound_->memory_bytes(); }
  [[nodiscard]] double bytes_per_run() const override { return sound_->bytes_per_run(); }
  void run(double alpha, const void* x, double beta, void* y, Stream stream) override {
    runs_.before();
    sound_->run(alpha, x, beta, y, stream);
    if (runs_.is_wrong()) spoil(y, a_.value_type, a_.rows / 2);
    if (runs_.is_overrun()) spoil(y, a_.value_type, a_.rows);
  }

 private:
  std::unique_ptr<DensePlan> sound_;
  AnyCsr a_;
  Runs runs_;
};

class Sparse final : public SparsePlan {
 public:
  Sparse(std::unique_ptr<SparsePlan> sound, Runs runs)
      : sound_(std::move(sound)), runs_(std::move(runs)) {}
  [[nodiscard]] std::int64_t memory_bytes() const override { return sound_->memory_bytes(); }
  std::int64_t symbolic(Stream stream) override {
    runs_.before();
    return sound_->symbolic(stream);
  }
  void allocate(Stream stream) override { sound_->allocate(stream); }
  void numeric(Stream stream) override {
    sound_->numeric(stream);
    wrong_ = runs_.is_wrong() || runs_.is_overrun();
  }
  /// Some make it anew whenever they are asked: what is wrong stands in a copy.
  [[nodiscard]] AnyCsr result() const override {
    AnyCsr c = sound_->result();
    if (!wrong_ || c.nnz == 0) return c;
    const auto* bytes = static_cast<const char*>(c.values);
    const std::size_t size = c.value_type == ValueType::f64 ? sizeof(double) : sizeof(float);
    spoiled_.assign(bytes, bytes + static_cast<std::size_t>(c.nnz) * size);
    spoil(spoiled_.data(), c.value_type, c.nnz / 2);
    c.values = spoiled_.data();
    return c;
  }
  [[nodiscard]] bool sorted() const override { return sound_->sorted(); }

 private:
  std::unique_ptr<SparsePlan> sound_;
  Runs runs_;
  bool wrong_ = false;
  mutable std::vector<char> spoiled_;  // of the allocator: aligned for any value
};

template <class P>
std::unique_ptr<P> as(std::unique_ptr<Plan>& plan) {
  auto* typed = dynamic_cast<P*>(plan.get());
  if (typed != nullptr) static_cast<void>(plan.release());
  return std::unique_ptr<P>(typed);
}

}  // namespace

std::string_view to_string(Fault fault) {
  switch (fault) {
    case Fault::none:
      return "none";
    case Fault::segfault:
      return "segfault";
    case Fault::throws:
      return "throws";
    case Fault::memory:
      return "memory";
    case Fault::abort:
      return "abort";
    case Fault::exit:
      return "exit";
    case Fault::wrong:
      return "wrong";
    case Fault::overrun:
      return "overrun";
    case Fault::wrong_later:
      return "wrong_later";
    case Fault::hang:
      return "hang";
    case Fault::killed_once:
      return "killed_once";
  }
  return "?";
}

std::unique_ptr<Plan> misbehaving(Fault fault, const AnyCsr& a,
                                  const std::function<std::unique_ptr<Plan>()>& sound, Note note) {
  if (fault == Fault::segfault && note(fault)) std::raise(SIGSEGV);
  if (fault == Fault::throws && note(fault)) throw std::runtime_error("thrown by night");
  if (fault == Fault::memory && note(fault)) allocate_without_bound();
  std::unique_ptr<Plan> plan = sound();
  Runs runs(fault, std::move(note));
  if (auto dense = as<DensePlan>(plan)) {
    return std::make_unique<Dense>(std::move(dense), a, std::move(runs));
  }
  if (auto sparse = as<SparsePlan>(plan)) {
    return std::make_unique<Sparse>(std::move(sparse), std::move(runs));
  }
  throw std::logic_error("a plan of neither kind");
}

}  // namespace sptune::test
