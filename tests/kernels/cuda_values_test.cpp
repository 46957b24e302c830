// SPDX-License-Identifier: BSD-3-Clause
// C = A*B on a device for values that change again and again: as a plan searches, as it writes down
// where products go, and as it uses that.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/spgemm_pairs.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace sptune::test {
namespace {

/// A product whose values are those of the reference times a factor.
struct Changing {
  explicit Changing(const Csr<double, std::int32_t>& matrix_a,
                    const Csr<double, std::int32_t>& matrix_b)
      : a(AnyCsr(matrix_a.view())),
        b(AnyCsr(matrix_b.view())),
        values(matrix_a.values),
        reference(spgemm::reference(matrix_a.view(), matrix_b.view())) {}

  /// Entries of C that are not what they should be.
  [[nodiscard]] std::size_t wrong(const AnyCsr& c, double factor) const {
    cuda::synchronize();
    if (c.nnz != reference.c.nnz()) return static_cast<std::size_t>(c.nnz) + 1;
    std::vector<double> found(static_cast<std::size_t>(c.nnz));
    cuda::copy_to_host(found.data(), c.values, found.size() * sizeof(double));
    std::size_t count = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      const double off = std::abs(found[i] - factor * reference.c.values[i]);
      count += off <= 1e-12 * factor * reference.magnitude[i] ? 0 : 1;
    }
    return count;
  }
  /// A becomes so many times what it was at first.
  void scale(double factor) {
    std::vector<double> scaled = values;
    for (double& v : scaled) v *= factor;
    cuda::synchronize();
    cuda::copy_to_device(const_cast<void*>(a.view().values), scaled.data(),
                         scaled.size() * sizeof(double));
  }

  cuda::DeviceCsr a;
  cuda::DeviceCsr b;
  std::vector<double> values;
  SparseReference reference;
};

Csr<double, std::int32_t> random(std::int64_t rows, std::int64_t cols, int mean, int seed) {
  return tests::converted<double, std::int32_t>(tests::random_matrix(rows, cols, mean, seed));
}

class CudaValues : public test::OnDevice {
 protected:
  static std::unique_ptr<SparsePlan> plan_of(const std::string& text, const Changing& product,
                                             std::int64_t memory = std::int64_t{1} << 40,
                                             double recomputes = 0) {
    const auto parsed = shipped_catalogue().parse(Operation::spgemm, Backend::cuda, text);
    EXPECT_TRUE(parsed) << text;
    return parsed.value().sparse_plan(
        spgemm::make_problem(product.a.view(), product.b.view(), {1, memory, {}, recomputes}));
  }
  static constexpr const char* all[] = {"hash_bins{}",
                                        "hash_bins{rerun=search}",
                                        "hash_bins{rerun=places}",
                                        "hash_bins{rerun=gather}",
                                        "hash_bins{rerun=gather,shifted=never}",
                                        "hash_bins{sizes=bound}"};
};

void multiply(SparsePlan& plan, Stream stream = {}) {
  plan.symbolic(stream);
  plan.allocate(stream);
  plan.complete(stream);
}

/// Rows by one launch, by phases, too long for a tile of products, and with many products in few
/// entries of C.
TEST_F(CudaValues, are_right_before_while_and_after_places_are_kept) {
  std::vector<std::pair<Csr<double, std::int32_t>, Csr<double, std::int32_t>>> pairs{
      {random(700, 600, 9, 1), random(600, 800, 7, 2)},
      {random(60000, 50000, 12, 3), random(50000, 70000, 8, 4)},
      {random(40, 3000, 900, 5), random(3000, 9000, 40, 6)},
      {random(300, 4000, 300, 7), random(4000, 90, 60, 8)},
      {random(500, 500, 1, 9), random(500, 500, 1, 10)},              // rows without products
      {random(1, 500, 80, 11), random(500, 700, 9, 12)},              // one row
      {random(5, 1200000, 4000, 13), random(1200000, 5000, 1, 14)}};  // codes of two words
  for (const tests::Pair& pair : tests::make_long_entry_pairs()) {
    pairs.emplace_back(tests::converted<double, std::int32_t>(pair.a),
                       tests::converted<double, std::int32_t>(pair.b));
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    Changing product(pairs[i].first, pairs[i].second);
    for (const char* text : all) {
      SCOPED_TRACE(std::string(text) + ", pair " + std::to_string(i));
      product.scale(1);
      const auto plan = plan_of(text, product);
      for (int whole = 0; whole < 2; ++whole) {
        multiply(*plan);
        EXPECT_EQ(product.wrong(plan->result(), whole == 0 ? 1 : 8), 0U);
        for (int run = 1; run <= 8; ++run) {
          product.scale(run);
          plan->numeric({});
          ASSERT_EQ(product.wrong(plan->result(), run), 0U) << "run " << run;
        }
      }
    }
  }
}

/// What is kept must not come in the way of a capture, whenever it comes.
TEST_F(CudaValues, can_be_captured_at_any_run) {
  Changing small(random(900, 900, 9, 3), random(900, 900, 9, 4));
  Changing shared(random(9, 60000, 12000, 17), random(60000, 9, 3, 18));  // sums by several warps
  for (int i = 0; i < 2 * static_cast<int>(std::size(all)); ++i) {
    const char* const text = all[i / 2];
    Changing& product = i % 2 == 0 ? small : shared;
    for (int before = 0; before < 6; ++before) {
      SCOPED_TRACE(std::string(text) + ", after " + std::to_string(before));
      product.scale(1);
      const auto plan = plan_of(text, product);
      const cuda::Timer timer;
      multiply(*plan, timer.stream());
      for (int run = 0; run < before; ++run) plan->numeric(timer.stream());
      cuda::Graph graph(timer.stream(), [&] { plan->numeric(timer.stream()); });
      product.scale(3);
      graph.launch();
      EXPECT_EQ(product.wrong(plan->result(), 3), 0U);
      product.scale(5);
      plan->numeric(timer.stream());
      EXPECT_EQ(product.wrong(plan->result(), 5), 0U);
      product.scale(7);
      graph.launch();
      EXPECT_EQ(product.wrong(plan->result(), 7), 0U);
    }
  }
}

/// A graph that holds the first run has not run.
TEST_F(CudaValues, can_be_captured_before_any_run) {
  Changing small(random(900, 900, 9, 3), random(900, 900, 9, 4));
  Changing large(random(60000, 50000, 12, 3), random(50000, 70000, 8, 4));
  Changing wide(random(40, 3000, 900, 5), random(3000, 90000, 400, 6));   // rows in windows
  Changing shared(random(9, 60000, 12000, 17), random(60000, 9, 3, 18));  // sums by several warps
  Changing bounded(tests::converted<double, std::int32_t>(tests::with_columns(
                       3000, 3000, [](Index r) { return std::vector<Index>{r}; })),
                   random(3000, 3000, 9, 7));  // as many entries as products
  for (Changing* const product : {&small, &large, &wide, &shared, &bounded}) {
    for (int i = 0; i < 2 * static_cast<int>(std::size(all)); ++i) {
      const char* const text = all[i / 2];
      const bool launched = i % 2 == 0;
      SCOPED_TRACE(std::string(text) + (launched ? ", launched" : ""));
      product->scale(1);
      const auto plan = plan_of(text, *product);
      const cuda::Timer timer;
      plan->symbolic(timer.stream());
      plan->allocate(timer.stream());
      cuda::Graph graph(timer.stream(), [&] { plan->numeric(timer.stream()); });
      if (launched) graph.launch();
      for (int run = 1; run <= 6; ++run) {
        product->scale(run);
        plan->numeric(timer.stream());
        EXPECT_EQ(product->wrong(plan->result(), run), 0U) << "run " << run;
      }
      product->scale(9);
      graph.launch();
      EXPECT_EQ(product->wrong(plan->result(), 9), 0U);
    }
  }
}

TEST_F(CudaValues, of_stable_sums_have_the_same_bits_however_often) {
  Changing product(random(40, 3000, 900, 5), random(3000, 90, 40, 6));  // long rows, few entries
  product.scale(1.0 / 3);                                               // sums are rounded
  const auto plan = plan_of("hash_bins{adding=stable}", product, std::int64_t{1} << 40, 100);
  multiply(*plan);
  const auto values = [&] {
    cuda::synchronize();
    const AnyCsr c = plan->result();
    std::vector<double> out(static_cast<std::size_t>(c.nnz));
    cuda::copy_to_host(out.data(), c.values, out.size() * sizeof(double));
    return out;
  };
  const std::vector<double> first = values();
  const std::int64_t memory = plan->memory_bytes();
  for (int run = 0; run < 8; ++run) {
    plan->numeric({});
    EXPECT_EQ(values(), first) << "run " << run;
  }
  EXPECT_EQ(plan->memory_bytes(), memory) << "nothing is written down";
}

/// What is kept takes memory, which tells when that was.
TEST_F(CudaValues, have_their_places_kept_as_soon_as_that_pays) {
  Changing product(random(20000, 20000, 12, 1), random(20000, 20000, 12, 2));
  const auto kept_by = [&](const std::string& text, double recomputes) {
    const auto plan = plan_of(text, product, std::int64_t{1} << 40, recomputes);
    multiply(*plan);
    const std::int64_t before = plan->memory_bytes();
    for (int run = 1; run <= 9; ++run) {
      plan->numeric({});
      if (plan->memory_bytes() > before) return run;
    }
    return 0;
  };
  EXPECT_EQ(kept_by("hash_bins{rerun=gather}", 0), 1);
  EXPECT_EQ(kept_by("hash_bins{rerun=search}", 100), 0);
  EXPECT_EQ(kept_by("hash_bins{}", 0), 4);
  EXPECT_EQ(kept_by("hash_bins{}", 100), 1);
  EXPECT_EQ(kept_by("hash_bins{}", 4), 5) << "beyond what was expected";
}

TEST_F(CudaValues, are_right_where_memory_for_places_is_refused) {
  for (const bool long_rows : {false, true}) {
    Changing product(long_rows ? random(300, 4000, 300, 7) : random(5000, 4000, 12, 1),
                     long_rows ? random(4000, 90, 60, 8) : random(4000, 5000, 15, 2));
    const auto unlimited = plan_of("hash_bins{}", product);
    multiply(*unlimited);
    const std::int64_t needed = unlimited->memory_bytes();
    for (int run = 0; run < 8; ++run) unlimited->numeric({});
    const std::int64_t most = unlimited->memory_bytes();
    EXPECT_GT(most, needed) << "keeps places where there is memory";
    constexpr int steps = 12;  // whatever comes first beyond a limit
    for (int step = 0; step <= steps; ++step) {
      const std::int64_t limit = needed + (most - needed) * step / steps;
      SCOPED_TRACE(limit);
      product.scale(1);
      const auto plan = plan_of("hash_bins{rerun=gather}", product, limit);
      multiply(*plan);
      for (int run = 1; run <= 3; ++run) {
        product.scale(run);
        plan->numeric({});
        ASSERT_EQ(product.wrong(plan->result(), run), 0U) << "run " << run;
      }
      EXPECT_LE(plan->memory_bytes(), limit);
    }
  }
}

/// All device memory, but for less than `left` bytes in one piece.
std::vector<cuda::DeviceArray<std::byte>> all_memory_but(std::size_t left) {
  std::vector<cuda::DeviceArray<std::byte>> out;
  for (auto bytes = static_cast<std::size_t>(cuda::free_memory()); bytes >= left;) {
    try {
      out.emplace_back(bytes);
    } catch (const std::bad_alloc&) {
      bytes /= 2;
    }
  }
  return out;
}

TEST_F(CudaValues, are_right_where_the_device_has_no_memory_for_places) {
  Changing product(random(60000, 50000, 12, 3), random(50000, 70000, 8, 4));
  for (const char* text : {"hash_bins{rerun=places}", "hash_bins{rerun=gather}"}) {
    SCOPED_TRACE(text);
    const auto run = [&](SparsePlan& plan, double factor) {
      product.scale(factor);
      plan.numeric({});
      EXPECT_EQ(product.wrong(plan.result(), factor), 0U) << "times " << factor;
    };
    product.scale(1);
    {  // kernels are loaded when they are first launched, which takes memory
      const auto before = plan_of(text, product);
      multiply(*before);
      const std::int64_t needed = before->memory_bytes();
      run(*before, 2);
      run(*before, 3);
      ASSERT_GT(before->memory_bytes(), needed + (8 << 20)) << "no places";
    }
    const auto plan = plan_of(text, product);
    multiply(*plan);
    const std::int64_t needed = plan->memory_bytes();
    {
      const auto held = all_memory_but(1 << 20);
      run(*plan, 4);
      run(*plan, 5);
    }
    run(*plan, 6);
    EXPECT_LE(plan->memory_bytes(), needed) << "tried once for a pattern";
    multiply(*plan);
    run(*plan, 7);
    run(*plan, 8);
    EXPECT_GT(plan->memory_bytes(), needed);
  }
}

/// One launch for all of C takes memory for all products; phases take it for C.
TEST_F(CudaValues, are_right_where_the_device_has_no_memory_for_all_products) {
  const auto every = [](Index first, Index step, std::size_t count, Index cols) {
    std::vector<Index> out(count, first % cols);
    for (std::size_t i = 1; i < count; ++i) out[i] = (out[i - 1] + step) % cols;
    return out;
  };
  const auto a = tests::with_columns(200, 9000, [&](Index r) { return every(r, 10, 900, 9000); });
  const auto b = tests::with_columns(9000, 9000, [&](Index r) { return every(5 * r, 3, 16, 64); });
  Changing product(tests::converted<double, std::int32_t>(a),
                   tests::converted<double, std::int32_t>(b));
  constexpr std::int64_t of_all_products = 32 << 20;
  {  // kernels are loaded when they are first launched, which takes memory
    const auto in_phases = plan_of("hash_bins{at_once=never}", product);
    multiply(*in_phases);
    ASSERT_LT(in_phases->memory_bytes(), of_all_products);
    const auto at_once = plan_of("hash_bins{}", product);
    multiply(*at_once);
    ASSERT_GT(at_once->memory_bytes(), of_all_products);
  }
  const auto plan = plan_of("hash_bins{}", product);
  {
    cuda::DeviceArray<std::byte> room(8 << 20);
    const auto held = all_memory_but(1 << 20);
    room = cuda::DeviceArray<std::byte>();
    ASSERT_NO_THROW(multiply(*plan));
    EXPECT_EQ(product.wrong(plan->result(), 1), 0U);
    product.scale(2);
    plan->numeric({});
    EXPECT_EQ(product.wrong(plan->result(), 2), 0U);
  }
  product.scale(3);
  multiply(*plan);
  EXPECT_EQ(product.wrong(plan->result(), 3), 0U);
  EXPECT_LT(plan->memory_bytes(), of_all_products) << "tried once for a pattern";
}

/// A product of which a configuration takes more than `room` bytes, and can do with less.
struct Short {
  const char* text;
  tests::Pair pair;
  std::int64_t room;
};
std::vector<Short> short_of_memory() {
  constexpr std::int64_t mib = 1 << 20;
  const auto near = [](Index r) {  // of a grid of 15 x 15 x 15 points
    std::vector<Index> out;
    for (const Index z : {-225, 0, 225}) {
      for (const Index y : {-15, 0, 15}) {
        for (const Index x : {-1, 0, 1}) out.push_back(r + z + y + x);
      }
    }
    return out;
  };
  const auto far_apart = [](Index r) {
    std::vector<Index> out;
    for (Index i = 0; i < 8; ++i) {
      for (const Index first : {0, 8000}) out.push_back(first + (5 * r + 3 * i) % 64);
    }
    return out;
  };
  const auto many = [](Index r) {
    std::vector<Index> out;
    for (Index i = 0; i < 900; ++i) out.push_back((r + 10 * i) % 9000);
    return out;
  };
  return {{"hash_bins{shifted=always}",
           tests::square("shared places", tests::with_columns(3375, 3375, near)), 8 * mib},
          {"hash_bins{at_once=never}",
           {"B by words and by strips", tests::random_matrix(1000, 10000, 100, 31),
            tests::random_matrix(10000, 500, 100, 32)},
           7 * mib},
          {"hash_bins{sizes=bound}",
           {"C by bounds", tests::with_columns(200, 9000, many),
            tests::with_columns(9000, 9000, far_apart)},
           8 * mib},
          {"hash_bins{sizes=bound}",
           {"C by bounds beside C", tests::random_matrix(1500, 1500, 30, 33),
            tests::random_matrix(1500, 1500, 30, 34)},
           20 * mib}};
}

/// As where the limit leaves no room for it.
TEST_F(CudaValues, are_right_where_the_device_has_no_memory_for_what_saves_time) {
  for (const Short& s : short_of_memory()) {
    SCOPED_TRACE(s.pair.name);
    Changing product(tests::converted<double, std::int32_t>(s.pair.a),
                     tests::converted<double, std::int32_t>(s.pair.b));
    std::int64_t most = 0;
    {  // kernels are loaded when they are first launched, which takes memory
      const auto before = plan_of(s.text, product);
      multiply(*before);
      most = before->memory_bytes();
      ASSERT_GT(most, s.room + (1 << 20));
      multiply(*plan_of(s.text, product, s.room));
    }
    std::unique_ptr<SparsePlan> plan;
    {
      cuda::DeviceArray<std::byte> room(static_cast<std::size_t>(s.room));
      const auto held = all_memory_but(1 << 20);
      room = cuda::DeviceArray<std::byte>();
      ASSERT_NO_THROW(plan = plan_of(s.text, product));
      ASSERT_NO_THROW(multiply(*plan));
      EXPECT_EQ(product.wrong(plan->result(), 1), 0U);
    }
    EXPECT_LT(plan->memory_bytes(), most);
    product.scale(2);
    multiply(*plan);
    EXPECT_EQ(product.wrong(plan->result(), 2), 0U);
  }
}

/// A graph cannot give back what the symbolic phase has staged of C; the next run does.
TEST_F(CudaValues, of_the_symbolic_phase_are_given_back_by_a_run_behind_a_capture) {
  Changing product(random(3000, 3000, 40, 1), random(3000, 3000, 40, 2));
  multiply(*plan_of("hash_bins{sizes=bound}", product));
  const auto plan = plan_of("hash_bins{sizes=bound}", product);
  const cuda::Timer timer;
  plan->symbolic(timer.stream());
  plan->allocate(timer.stream());
  cuda::Graph graph(timer.stream(), [&] { plan->numeric(timer.stream()); });
  cuda::synchronize();
  const std::int64_t before = cuda::free_memory();
  plan->numeric(timer.stream());
  EXPECT_EQ(product.wrong(plan->result(), 1), 0U);
  constexpr std::int64_t per_entry = 12;  // of which there are fewer than bounds
  EXPECT_GT(cuda::free_memory() - before, per_entry * product.reference.c.nnz());
  product.scale(3);
  graph.launch();
  EXPECT_EQ(product.wrong(plan->result(), 3), 0U);
}

}  // namespace
}  // namespace sptune::test
