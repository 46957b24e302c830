// SPDX-License-Identifier: BSD-3-Clause
// C = A*A over MPI beside PETSc's, in interleaved rounds on the same ranks:
//   mpirun -n 8 petsc_compare [--rounds N] MATRIX…      a line of CSV for each
// Ours is what `sptune-distributed multiply` takes by default. PETSc is given rows as ours has them
// and as it deals them itself, and each of its algorithms; the best median of these counts. One
// thread a rank on both sides. `again`: other values on the same pattern.
#include "apps/distributed_operands.hpp"
#include "sptune/error.hpp"

#include "distributed/product.hpp"
#include "distributed/program.hpp"
#include "distributed/report.hpp"
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <petscmat.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sptune;  // NOLINT(google-build-using-namespace): a program of these
using distributed::Communicator;
using distributed::DistributedCsr;

void check(PetscErrorCode code) {
  if (code != 0) throw std::runtime_error(fmt::format("PETSc ends with error {}", code));
}

struct Destroy {
  void operator()(Mat matrix) const { MatDestroy(&matrix); }
};
using Matrix = std::unique_ptr<std::remove_pointer_t<Mat>, Destroy>;

/// A weighted sum over C, which tells products apart; and how many entries it has.
struct Digest {
  double sum = 0;
  std::int64_t entries = 0;
};

double weight(std::int64_t col) {
  return 1 + static_cast<double>(col % 7);
}

Digest total(Communicator& ranks, double sum, std::int64_t entries) {
  Digest out{sum, 0};
  ranks.sum({&out.sum, 1});
  for (const std::int64_t of_rank : ranks.all_gather(entries)) out.entries += of_rank;
  return out;
}

/// Rows of ranks as PETSc wants them.
class PetscRows {
 public:
  PetscRows(MPI_Comm comm, const DistributedCsr<double>& a)
      : offsets_(a.local.row_offsets.begin(), a.local.row_offsets.end()),
        cols_(a.local.col_indices.begin(), a.local.col_indices.end()) {
    Mat matrix = nullptr;
    const auto rows = static_cast<PetscInt>(a.local.rows);
    check(MatCreate(comm, &matrix));
    matrix_.reset(matrix);
    check(MatSetSizes(matrix, rows, rows, static_cast<PetscInt>(a.rows.rows()),
                      static_cast<PetscInt>(a.cols)));
    check(MatSetType(matrix, MATAIJ));
    // Of these two the one that does not fit the number of ranks does nothing.
    check(
        MatSeqAIJSetPreallocationCSR(matrix, offsets_.data(), cols_.data(), a.local.values.data()));
    check(
        MatMPIAIJSetPreallocationCSR(matrix, offsets_.data(), cols_.data(), a.local.values.data()));
  }
  [[nodiscard]] Mat get() const { return matrix_.get(); }

 private:
  std::vector<PetscInt> offsets_;
  std::vector<PetscInt> cols_;
  Matrix matrix_;
};

Matrix multiply(Mat a, const std::string& algorithm) {
  Mat c = nullptr;
  check(MatProductCreate(a, a, nullptr, &c));
  Matrix out(c);
  check(MatProductSetType(c, MATPRODUCT_AB));
  check(MatProductSetAlgorithm(c, algorithm.c_str()));
  check(MatProductSetFill(c, PETSC_DEFAULT));
  check(MatProductSetFromOptions(c));
  check(MatProductSymbolic(c));
  check(MatProductNumeric(c));
  return out;
}

Digest digest_of(Communicator& ranks, Mat c) {
  PetscInt first = 0;
  PetscInt end = 0;
  check(MatGetOwnershipRange(c, &first, &end));
  double sum = 0;
  std::int64_t entries = 0;
  for (PetscInt row = first; row < end; ++row) {
    PetscInt count = 0;
    const PetscInt* cols = nullptr;
    const PetscScalar* values = nullptr;
    check(MatGetRow(c, row, &count, &cols, &values));
    for (PetscInt k = 0; k < count; ++k) sum += values[k] * weight(cols[k]);
    entries += count;
    check(MatRestoreRow(c, row, &count, &cols, &values));
  }
  return total(ranks, sum, entries);
}

Digest digest_of(Communicator& ranks, const CsrView<double, std::int64_t>& c) {
  double sum = 0;
  for (std::int64_t k = 0; k < c.nnz(); ++k) sum += c.values[k] * weight(c.col_indices[k]);
  return total(ranks, sum, c.nnz());
}

/// One way to multiply, and how long it took in each round.
struct Contender {
  std::string name;
  std::function<void()> whole, again;
  std::function<Digest()> digest;
  std::vector<double> whole_s{}, again_s{};
};

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// All ways to multiply on these ranks; what they hold lives as long as the contest.
class Contest {
 public:
  Contest(Communicator& ranks, MPI_Comm world, const Dispatcher& dispatcher,
          DistributedCsr<double> by_products, DistributedCsr<double> by_rows)
      : ranks_(ranks),
        a_(std::move(by_products)),
        even_(std::move(by_rows)),
        petsc_products_(world, a_),
        petsc_rows_(world, even_) {
    contenders_.push_back({"ours",
                           [&] {
                             product_.reset();
                             distributed::ProductOptions options;
                             options.keep = true;
                             options.local.threads = 1;
                             product_ = std::make_unique<distributed::Product<double>>(
                                 ranks_, dispatcher, a_, a_, options);
                           },
                           [&] { product_->recompute(a_.local.values, a_.local.values); },
                           [&] { return digest_of(ranks_, product_->c().local); }});
    const std::vector<std::string> algorithms =
        ranks.size() == 1 ? std::vector<std::string>{"default", "scalable", "heap", "rowmerge"}
                          : std::vector<std::string>{"nonscalable", "scalable"};
    for (const auto& [rows, layout] :
         {std::pair{&petsc_products_, "rows by products"}, {&petsc_rows_, "equal rows"}}) {
      for (const std::string& algorithm : algorithms) {
        contenders_.push_back(
            {algorithm + ", " + layout,
             [this, rows = rows, algorithm] { petsc_c_ = multiply(rows->get(), algorithm); },
             [this] { check(MatProductNumeric(petsc_c_.get())); },
             [this] { return digest_of(ranks_, petsc_c_.get()); }});
      }
    }
  }

  void run(int rounds) {
    for (int round = 0; round <= rounds; ++round) {
      for (Contender& one : contenders_) {
        const double whole = distributed::seconds_of_all(ranks_, one.whole);
        require_same(one);
        const double again = distributed::seconds_of_all(ranks_, one.again);
        require_same(one);
        if (round == 0) continue;  // memory and choices are warm from here on
        one.whole_s.push_back(whole);
        one.again_s.push_back(again);
      }
    }
  }

  [[nodiscard]] std::string line(const std::string& name) const {
    const Contender& ours = contenders_.front();
    const auto best = [&](auto times) {
      return &*std::min_element(contenders_.begin() + 1, contenders_.end(),
                                [&](const Contender& x, const Contender& y) {
                                  return median(times(x)) < median(times(y));
                                });
    };
    const Contender* whole = best([](const Contender& c) { return c.whole_s; });
    const Contender* again = best([](const Contender& c) { return c.again_s; });
    return fmt::format("{},{},{},{:.4f},{:.4f},{:.3f},{},{:.4f},{:.4f},{:.3f},{}\n", name,
                       ranks_.size(), digest_->entries, median(ours.whole_s) * 1e3,
                       median(whole->whole_s) * 1e3, median(whole->whole_s) / median(ours.whole_s),
                       "\"" + whole->name + "\"", median(ours.again_s) * 1e3,
                       median(again->again_s) * 1e3, median(again->again_s) / median(ours.again_s),
                       "\"" + again->name + "\"");
  }

 private:
  void require_same(const Contender& one) {
    const Digest found = one.digest();
    if (!digest_) digest_ = found;
    if (found.entries != digest_->entries ||
        std::abs(found.sum - digest_->sum) > 1e-9 * std::abs(digest_->sum) + 1e-9) {
      throw std::runtime_error(fmt::format("{}: {} entries, weighted sum {}; ours: {}, {}",
                                           one.name, found.entries, found.sum, digest_->entries,
                                           digest_->sum));
    }
  }

  Communicator& ranks_;
  DistributedCsr<double> a_, even_;
  PetscRows petsc_products_, petsc_rows_;
  std::unique_ptr<distributed::Product<double>> product_;
  Matrix petsc_c_;
  std::vector<Contender> contenders_;
  std::optional<Digest> digest_;
};

ExitCode run(MPI_Comm world, const std::vector<std::string>& matrices, int rounds) {
  Communicator ranks(world);
  PETSC_COMM_WORLD = world;
  check(PetscInitialize(nullptr, nullptr, nullptr, nullptr));
  const Dispatcher dispatcher;
  if (ranks.rank() == 0) {
    std::puts(
        "matrix,ranks,c_nnz,ours_ms,petsc_ms,ratio,petsc,ours_again_ms,petsc_again_ms,"
        "again_ratio,petsc_again");
  }
  for (const std::string& name : matrices) {
    Csr<double> whole;
    distributed::Partition by_products;
    distributed::Partition by_rows;
    ranks.together([&] {
      if (ranks.rank() != 0) return;
      whole = apps::Operands({name, {}}).a.csr;
      if (whole.rows != whole.cols) throw InputError(name + ": expected as many rows as columns");
      const auto borders = [&](distributed::Balance balance) {
        return distributed::partition_rows(whole.view(), whole.row_offsets, balance, ranks.size());
      };
      by_products = borders(distributed::Balance::products);
      by_rows = borders(distributed::Balance::rows);
    });
    Contest contest(ranks, world, dispatcher, distributed::scatter(ranks, whole, by_products),
                    distributed::scatter(ranks, whole, by_rows));
    contest.run(rounds);
    if (ranks.rank() == 0) {
      std::fputs(contest.line(std::filesystem::path(name).filename().string()).c_str(), stdout);
      std::fflush(stdout);
    }
  }
  check(PetscFinalize());
  return ExitCode::success;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"C = A*A over MPI beside PETSc's: mpirun -n 8 petsc_compare MATRIX…"};
  std::vector<std::string> matrices;
  int rounds = 7;
  app.add_option("MATRIX", matrices, "Matrix files or generator ids, square")->required();
  app.add_option("--rounds", rounds, "Of which medians are taken")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  return distributed::run_program(
      argc, argv, [&](MPI_Comm world) { return run(world, matrices, rounds); },
      [](const std::string& line) { std::fprintf(stderr, "petsc_compare: %s\n", line.c_str()); });
}
