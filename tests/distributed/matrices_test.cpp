// SPDX-License-Identifier: BSD-3-Clause
// Distributing and gathering, partitions, vectors, and what the communicator promises.
#include "kernels/spmv/spmv.hpp"
#include "tests/distributed/world.hpp"
#include "tests/kernels/spgemm_pairs.hpp"

#include "distributed/halo_spmv.hpp"
#include "distributed/messages.hpp"
#include "distributed/threads_of_rank.hpp"
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace sptune::distributed::test {
namespace {

TEST(Partition, has_borders_where_the_weight_is_nearest) {
  using Begins = std::vector<std::int64_t>;
  EXPECT_EQ(partition(std::vector<std::int64_t>{1, 1, 1, 1}, 2).begins, (Begins{0, 2, 4}));
  EXPECT_EQ(partition(std::vector<std::int64_t>{9, 1, 1, 1}, 2).begins, (Begins{0, 1, 4}));
  EXPECT_EQ(partition(std::vector<std::int64_t>{0, 0, 0, 7}, 2).begins, (Begins{0, 3, 4}));
  EXPECT_EQ(partition(std::vector<std::int64_t>{0, 0, 0, 0}, 2).begins, (Begins{0, 2, 4}));
  EXPECT_EQ(partition(std::vector<std::int64_t>{}, 3).begins, (Begins{0, 0, 0, 0}));
  EXPECT_EQ(partition(std::vector<std::int64_t>{5}, 3).begins.back(), 1);
  const std::int64_t huge = std::int64_t{1} << 60;
  EXPECT_EQ(partition(std::vector<std::int64_t>{huge, huge, huge, huge}, 4).begins,
            (Begins{0, 1, 2, 3, 4}));
}

TEST(Partition, knows_the_owner_of_a_row_beside_empty_parts) {
  const Partition rows{{0, 0, 2, 2, 5}};
  EXPECT_EQ(rows.owner(0), 1);
  EXPECT_EQ(rows.owner(1), 1);
  EXPECT_EQ(rows.owner(2), 3);
  EXPECT_EQ(rows.owner(4), 3);
}

TEST(DistributedMatrices, come_back_as_they_went) {
  for (const tests::Pair& pair : tests::awkward_pairs()) {
    const Partition rows = partition_rows(pair.a.view(), {}, Balance::nnz, world().size());
    const auto scattered = scatter(world(), on_root() ? pair.a : Csr<double>{}, rows);
    const auto taken = take_rows(world(), pair.a, rows);
    const auto made = from_local(world(), taken.local);
    EXPECT_EQ(scattered.local, taken.local) << pair.name;
    EXPECT_EQ(scattered.rows, rows) << pair.name;
    EXPECT_EQ(made.rows, rows) << pair.name;
    EXPECT_EQ(made.cols, pair.a.cols) << pair.name;
    const Csr<double> back = gather(world(), scattered);
    EXPECT_EQ(back, on_root() ? pair.a : Csr<double>{}) << pair.name;
  }
}

TEST(DistributedMatrices, that_are_none_are_refused_by_all) {
  Csr<double> broken = tests::from_rows(2, {{{0, 1.0}}, {{1, 1.0}}});
  if (world().rank() == world().size() - 1) broken.col_indices.back() = 7;
  const std::string outside = agreed([&] { static_cast<void>(from_local(world(), broken)); });
  EXPECT_NE(outside.find('7'), std::string::npos) << outside;
  const std::string sizes = "expected one offset more than rows";
  for (const Csr<double>& wrong :
       {Csr<double>{1'000'000'000, 1, {0}, {}, {}}, Csr<double>{-1, 1, {}, {}, {}},
        Csr<double>{0, 1, {}, {}, {}}, Csr<double>{1, 1, {0, 1}, {0}, {}}}) {
    const std::string told = agreed([&] { static_cast<void>(from_local(world(), wrong)); });
    EXPECT_NE(told.find(sizes), std::string::npos) << told;
  }
  const Partition short_of_one{
      std::vector<std::int64_t>(static_cast<std::size_t>(world().size()) + 1)};
  const Csr<double> sound = tests::from_rows(2, {{{0, 1.0}}, {{1, 1.0}}});
  EXPECT_NE(agreed([&] {
              static_cast<void>(scatter(world(), sound, short_of_one));
            }).find("a partition must give 2 rows to"),
            std::string::npos);
}

/// y = 2*A*x - y, then with other values, held to the reference on this rank's rows.
template <class V>
void expect_halo_product(const std::string& name, Csr<V> a) {
  const int me = world().rank();
  const Partition rows = partition_rows(a.view(), {}, Balance::nnz, world().size());
  const Partition of_x =
      a.rows == a.cols ? rows
                       : partition(std::vector<std::int64_t>(static_cast<std::size_t>(a.cols), 1),
                                   world().size());
  const auto part = take_rows(world(), a, rows);
  std::vector<V> x(static_cast<std::size_t>(a.cols));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<V>(1 + i % 5) / 4;
  std::vector<V> y(static_cast<std::size_t>(a.rows), 1);
  HaloSpmv<V> product(world(), dispatcher(), part, of_x, one_thread());
  for (const bool other_values : {false, true}) {
    if (other_values) {
      tests::change_values(a.values);
      const auto begin = a.row_offsets[static_cast<std::size_t>(rows.begin(me))];
      product.update_values(std::span(a.values).subspan(
          static_cast<std::size_t>(begin), static_cast<std::size_t>(part.local.nnz())));
    }
    const auto reference = spmv::reference(a.view(), 2, x.data(), -1, y.data());
    std::vector<V> mine(y.begin() + rows.begin(me), y.begin() + rows.end(me));
    product.run(2, x.data() + of_x.begin(me), -1, mine.data());
    for (std::size_t i = 0; i < mine.size(); ++i) {
      const std::size_t row = i + static_cast<std::size_t>(rows.begin(me));
      const auto n = static_cast<double>(a.row_offsets[row + 1] - a.row_offsets[row] + 5);
      const double bound =
          n * static_cast<double>(std::numeric_limits<V>::epsilon()) * reference.magnitude[row];
      ASSERT_LE(std::abs(static_cast<double>(mine[i]) - reference.y[row]), bound)
          << name << ", row " << row;
    }
  }
}

TEST(DistributedVectors, equal_the_serial_ones_on_the_battery) {
  for (const tests::Pair& pair : tests::awkward_pairs()) {
    expect_halo_product<double>(pair.name, pair.a);
    if (pair.b.cols <= 80000) expect_halo_product<double>(pair.name + ", B", pair.b);
  }
  expect_halo_product("f32", tests::converted<float, std::int64_t>(tests::block_band(40, 3, 1)));
}

TEST(DistributedVectors, refuse_values_that_are_not_as_many) {
  const Csr<double> a = tests::block_band(8, 2, 1);
  const Partition rows = partition_rows(a.view(), {}, Balance::rows, world().size());
  HaloSpmv<double> product(world(), dispatcher(), take_rows(world(), a, rows), rows, one_thread());
  const std::vector<double> too_many(static_cast<std::size_t>(a.nnz()) + 1);
  EXPECT_THROW(product.update_values(too_many), UsageError);
  const Partition of_one{{0, 1}};
  EXPECT_NE(agreed([&] {
              HaloSpmv<double>(world(), dispatcher(), take_rows(world(), a, rows), of_one,
                               one_thread());
            }).find("A and x must be distributed"),
            std::string::npos);
  Partition without_first = rows;  // as many elements, some of which nobody has
  without_first.begins.front() = 2;
  Partition disordered = rows;
  if (world().size() > 1) disordered.begins[1] = a.rows + 1;
  for (const Partition& of_x : {without_first, disordered}) {
    if (of_x == rows) continue;
    EXPECT_NE(agreed([&] {
                HaloSpmv<double>(world(), dispatcher(), take_rows(world(), a, rows), of_x,
                                 one_thread());
              }).find("a partition must give"),
              std::string::npos);
  }
}

TEST(Communicators, share_the_cores_among_the_ranks_that_may_run_on_them) {
  constexpr double no_quota = std::numeric_limits<double>::infinity();
  const auto cores = [](int first, int count) {
    std::vector<int> out(static_cast<std::size_t>(count));
    std::iota(out.begin(), out.end(), first);
    return out;
  };
  using Masks = std::vector<std::vector<int>>;
  EXPECT_EQ(threads_of_rank(64, Masks{cores(0, 64)}, 0, no_quota), 64);
  EXPECT_EQ(threads_of_rank(64, Masks(4, cores(0, 64)), 3, no_quota), 16) << "not bound";
  EXPECT_EQ(threads_of_rank(3, Masks{cores(0, 3), cores(3, 3)}, 1, no_quota), 3) << "own cores";
  Masks numa(4, cores(0, 32));  // eight ranks on two nodes
  numa.insert(numa.end(), 4, cores(32, 32));
  for (const int rank : {0, 7}) EXPECT_EQ(threads_of_rank(32, numa, rank, no_quota), 8) << rank;
  EXPECT_EQ(threads_of_rank(4, Masks{cores(0, 4), cores(3, 4), cores(6, 4)}, 0, no_quota), 2);
  EXPECT_EQ(threads_of_rank(4, Masks{cores(0, 4), cores(3, 4), cores(6, 4)}, 1, no_quota), 1);
  EXPECT_EQ(threads_of_rank(2, Masks(5, cores(0, 2)), 0, no_quota), 1) << "more ranks than cores";
  EXPECT_EQ(threads_of_rank(8, Masks(4, std::vector<int>{}), 0, no_quota), 2) << "nobody says";
  EXPECT_EQ(threads_of_rank(6, Masks(3, cores(0, 64)), 0, 5.5), 2) << "of a quota";
  EXPECT_EQ(threads_of_rank(6, Masks{cores(0, 64)}, 0, 5.5), 6) << "rounded up, as for one";
  const Masks halves{cores(0, 16), cores(16, 16)};
  EXPECT_EQ(threads_of_rank(10, halves, 0, 10), 5) << "own cores, one quota";
}

/// A part of the program knows who else is on its cores and GPUs.
TEST(Communicators, of_some_ranks_count_those_of_all_on_their_host) {
  const Communicator all(world().handle());  // of the threads that OpenMP grants now
  const auto expect_as_all = [&](const Communicator& some) {
    EXPECT_EQ(some.threads_per_rank(), all.threads_per_rank());
    EXPECT_EQ(some.rank_on_host(), all.rank_on_host());
    EXPECT_EQ(some.ranks_on_host(), all.ranks_on_host());
    EXPECT_TRUE(some.on_one_host());
  };
  EXPECT_EQ(all.ranks_on_host(), all.size()) << "on one host";
  expect_as_all(Communicator(MPI_COMM_SELF));
  MPI_Comm part = MPI_COMM_NULL;
  ASSERT_EQ(MPI_Comm_split(world().handle(), world().rank() % 2, 0, &part), MPI_SUCCESS);
  expect_as_all(Communicator(part));
  MPI_Comm_free(&part);
  if (on_root()) expect_as_all(Communicator(MPI_COMM_SELF));  // the others need not be there
}

TEST(Communicators, of_ranks_with_other_versions_are_refused) {
  if (world().size() == 1) GTEST_SKIP() << "one rank agrees with itself";
  CommunicatorOptions options;
  options.version = on_root() ? "1.2.3" : "1.2.4";
  EXPECT_EQ(agreed([&] { const Communicator other(world().handle(), options); }),
            "versions of the program differ: '1.2.3' on rank 0, '1.2.4' on rank 1; all ranks need "
            "the same");
}

TEST(Communicators, say_what_the_first_rank_that_failed_says) {
  const std::string told = agreed([&] {
    world().together([] { throw InputError("nothing on rank " + std::to_string(world().rank())); });
  });
  EXPECT_NE(told.find("nothing on rank 0"), std::string::npos) << told;
  EXPECT_EQ(agreed([&] { world().together([] {}); }), "");
}

TEST(Communicators, add_numbers_in_parts) {
  const auto size = static_cast<std::size_t>(world().chunk_bytes()) / sizeof(double) * 2 + 3;
  std::vector<double> numbers(size);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  world().sum(numbers);
  for (std::size_t i = 0; i < size; ++i) {
    ASSERT_EQ(numbers[i], static_cast<double>(i) * world().size());
  }
}

TEST(Communicators, send_messages_of_any_length_in_parts) {
  const auto size = static_cast<std::size_t>(world().chunk_bytes()) * 3 + 17;
  std::vector<char> out(size);
  for (std::size_t i = 0; i < size; ++i) out[i] = static_cast<char>(i % 251);
  std::vector<char> in(size);
  const Traffic before = world().traffic();
  Messages messages(world());
  messages.receive((world().rank() + 1) % world().size(), std::span(in));
  messages.send((world().rank() + world().size() - 1) % world().size(), std::span<const char>(out));
  messages.wait("a test");
  EXPECT_EQ(in, out);
  const Traffic crossed = world().traffic() - before;
  EXPECT_EQ(crossed.sent, world().size() == 1 ? 0 : static_cast<std::int64_t>(size));
  EXPECT_EQ(crossed.messages, world().size() == 1 ? 0 : 4);
  world().broadcast(std::span(in), world().size() - 1);
  EXPECT_EQ(in, out);
}

}  // namespace
}  // namespace sptune::distributed::test
