// SPDX-License-Identifier: BSD-3-Clause
#include "suites/generators/generators.hpp"

#include "kernels/convert/convert.hpp"
#include "suites/collections/suite.hpp"
#include "suites/io/random.hpp"

#include "support.hpp"
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace sptune::suites {
namespace {

using ::testing::HasSubstr;
using testing::usage_error;

std::int64_t row_length(const Csr<double>& m, std::int64_t row) {
  return m.row_offsets[static_cast<std::size_t>(row) + 1] -
         m.row_offsets[static_cast<std::size_t>(row)];
}

std::int64_t longest_row(const Csr<double>& m) {
  std::int64_t longest = 0;
  for (std::int64_t row = 0; row < m.rows; ++row) longest = std::max(longest, row_length(m, row));
  return longest;
}

/// How far from the diagonal an entry is, to the right, at most.
std::int64_t furthest(const Matrix& m) {
  std::int64_t most = 0;
  for (std::int64_t row = 0; row < m.info.rows; ++row) {
    const auto last =
        static_cast<std::size_t>(m.csr.row_offsets[static_cast<std::size_t>(row) + 1]);
    if (row_length(m.csr, row) > 0) most = std::max(most, m.csr.col_indices[last - 1] - row);
  }
  return most;
}

struct Golden {
  const char* id;
  const char* content_hash;
};

// The bits of an id are a promise: results are stored under these hashes. A change here needs a new
// generators_version and a line in the change log.
const Golden golden[] = {
    {"stencil2d{points=5,n=20}", "e222df01b3c23eee1b068ccef72fc331"},
    {"stencil2d{points=9,n=15}", "20035ab41d7913f88d0941cc304f52bf"},
    {"stencil3d{points=7,n=9}", "ceddf4789b8b99f9cff2d451d94e0d81"},
    {"stencil3d{points=27,n=7}", "7b38f6730d716189f1f7e99a593d5383"},
    {"fem{n=5,unknowns=3}", "b9ed5735612b0bfc2da89bedca0bfb4b"},
    {"banded{n=500,half=4}", "081d55edca94229233d51076c64aae60"},
    {"banded{n=500,half=9,fill=0.3,seed=7}", "04eec9b934dbf2dfb75de723272fe335"},
    {"block_diagonal{blocks=20,size=9,spread=4}", "01189be3d3f3cb1b19c52a6db3914317"},
    {"arrow{n=300,width=3}", "c38f0adb367f8ab1b598f7951cee7d70"},
    {"wheel{n=200}", "6e2f11a90c967ef3d90e592971735049"},
    {"lp{rows=60,cols=200,mean=4}", "d5d0694d42b0f1289da0d24c198ef06b"},
    {"random{rows=300,cols=400,mean=6}", "a68222049497b33e05ada70c28cea4af"},
    {"runs{rows=300,cols=900,mean=12,run=4}", "35f059116800c9c54e9cf6e509f53755"},
    {"runs{rows=200,cols=5000,mean=90,run=20,even=1}", "ce689b4e6b8e7781f583cf2253d48977"},
    {"saddle{unknowns=300,constraints=200,half=1,touched=3}", "fc1b6aa15d3a0ee110557bae74a5698d"},
    {"rmat{scale=9,edges=7}", "81176a9abbf42da102babcd5e1807b6c"},
    {"zipf{rows=400,mean=6,exponent=1.1}", "e99c229d471afdced6b4abaa9ad78307"},
    {"zipf{rows=300,cols=900,mean=5,exponent=0.6,seed=3}", "192d0a53fc997b18bb868c518f9e6073"},
    {"road{n=1000}", "5884135b562c0bbc8df0178461e83d63"},
    {"triangles{n=20,shuffle=30}", "eec562823bf78f61388edcdd371d1a23"},
    {"triangles{n=20,faces=1,loops=0,seed=2}", "2d6f798a19ad0411d2c89559b6aeb969"},
    {"observations{rows=300,unknowns=90}", "5087feafd0313138f1c6ede434ad516a"},
    {"cliques{n=300,groups=60,size=5,reach=40}", "ecbeb515b9f5b52461344fb298ed7375"},
    {"points{n=200,dimension=2,neighbours=9,shuffle=20}", "4e6e2a92248c4a9dba64734b6cabf936"},
    {"points{n=60,neighbours=12,unknowns=3}", "fa6620b0e5638e26592b67db7ac08d45"},
    {"pages{n=400,mean=6,site=50}", "217933fad0259f6b0e6420a0447c22ae"},
    {"kronecker{base=3,power=5}", "ed4404c4cfedde396873b08063a51c3f"},
    {"seed_pair_a{seed=1}", "d721355d7f2ba760066187dc3f5328ec"},
    {"seed_pair_b{seed=2}", "6158e732240ff6ae07364994f3c12e25"},
};

TEST(Generators, give_the_same_bits_as_ever) {
  std::set<std::string> covered;
  for (const Golden& g : golden) {
    EXPECT_EQ(generate(g.id).info.content_hash, g.content_hash) << g.id;
    covered.insert(generator_name(g.id));
  }
  for (const auto& g : generators()) EXPECT_TRUE(covered.contains(g.name)) << g.name;
}

TEST(Generators, every_one_keeps_the_invariants_and_says_the_truth) {
  for (const Golden& g : golden) {
    const Matrix m = generate(g.id);

    EXPECT_EQ(convert::broken_invariant(m.csr), "") << g.id;
    EXPECT_EQ(m.info.nnz, m.csr.nnz());
    EXPECT_GT(m.info.nnz, 0);
    EXPECT_EQ(m.info.group, generator_name(g.id));
    EXPECT_EQ(m.info.name, canonical_generator_id(g.id));
    EXPECT_FALSE(m.info.kind.empty());
    EXPECT_TRUE(std::all_of(m.csr.values.begin(), m.csr.values.end(),
                            [](double v) { return std::isfinite(v); }));
    if (m.info.symmetry == "symmetric") {
      EXPECT_EQ(convert::transpose(m.csr.view()), m.csr) << g.id;
    }
  }
}

TEST(Generators, examples_and_defaults_work) {
  for (const auto& g : generators()) {
    EXPECT_EQ(generator_name(g.example), g.name);
    EXPECT_NO_THROW((void)canonical_generator_id(g.example)) << g.example;
    EXPECT_FALSE(g.summary.empty());
    for (const auto& [name, doc] : g.parameters) EXPECT_THAT(doc, HasSubstr(": ")) << name;
  }
  EXPECT_EQ(generate("wheel").info.name, "wheel{n=20000}");
}

TEST(Generators, stencils_have_their_shape) {
  const Matrix five = generate("stencil2d{points=5,n=10}");
  const Matrix nine = generate("stencil2d{points=9,n=10}");
  const Matrix seven = generate("stencil3d{points=7,n=6}");
  const Matrix all = generate("stencil3d{points=27,n=6}");

  EXPECT_EQ(five.info.nnz, 5 * 100 - 4 * 10);
  EXPECT_EQ(nine.info.nnz, 28 * 28);
  EXPECT_EQ(seven.info.nnz, 7 * 216 - 6 * 36);
  EXPECT_EQ(all.info.nnz, 16 * 16 * 16);
  EXPECT_EQ(row_length(five.csr, 0), 3);
  EXPECT_EQ(five.csr.values.front(), 4);
  EXPECT_EQ(all.csr.values.front(), 26);
}

TEST(Generators, finite_elements_have_dense_blocks) {
  const Matrix m = generate("fem{n=4,unknowns=3}");
  EXPECT_EQ(m.info.rows, 192);
  EXPECT_EQ(m.info.nnz, 10 * 10 * 10 * 9);
  for (std::int64_t node = 0; node < 64; ++node) {
    EXPECT_EQ(row_length(m.csr, 3 * node), row_length(m.csr, 3 * node + 2));
  }
}

TEST(Generators, triangulations_are_planar_and_have_a_dual) {
  const Matrix vertices = generate("triangles{n=30,loops=0}");
  const Matrix faces = generate("triangles{n=30,faces=1,loops=0}");

  EXPECT_EQ(vertices.info.rows, 900);
  EXPECT_EQ(faces.info.rows, 2 * 29 * 29);
  // Euler: edges = vertices + faces - 1, the outer face left out; each is stored twice.
  EXPECT_EQ(vertices.info.nnz, 2 * (900 + 2 * 29 * 29 - 1));
  // Every edge that is not on the border joins two triangles.
  EXPECT_EQ(faces.info.nnz, vertices.info.nnz - 2 * 4 * 29);
  EXPECT_LE(longest_row(vertices.csr), 8);
  EXPECT_EQ(longest_row(faces.csr), 3);
}

TEST(Generators, a_shuffle_keeps_the_shape) {
  const Matrix line = generate("triangles{n=30,seed=3}");
  const Matrix mixed = generate("triangles{n=30,shuffle=900,seed=3}");
  EXPECT_EQ(line.info.nnz, mixed.info.nnz);
  EXPECT_LE(furthest(line), 31);
  EXPECT_GT(furthest(mixed), 600);
}

TEST(Generators, observations_share_the_parameters_of_their_stretch) {
  const Matrix m = generate("observations{rows=100,unknowns=40,mean=3,shared=2,stretch=30}");

  EXPECT_EQ(m.info.cols, 40 + 2 * 4);
  for (std::int64_t row = 0; row < 100; ++row) {
    const auto last =
        static_cast<std::size_t>(m.csr.row_offsets[static_cast<std::size_t>(row) + 1]);
    EXPECT_EQ(m.csr.col_indices[last - 1], 40 + row / 30 * 2 + 1);
    EXPECT_EQ(m.csr.col_indices[last - 2], 40 + row / 30 * 2);
    EXPECT_LE(row_length(m.csr, row), 5);
    EXPECT_GE(row_length(m.csr, row), 3);
  }
}

TEST(Generators, a_clique_joins_all_of_its_members) {
  const Matrix one = generate("cliques{n=500,groups=1,size=9,reach=500,hubs=0,seed=4}");
  const std::int64_t members = longest_row(one.csr) + 1;
  EXPECT_GT(members, 2);
  EXPECT_EQ(one.info.nnz, members * (members - 1));

  const Matrix near = generate("cliques{n=500,groups=90,size=4,reach=20,hubs=0}");
  EXPECT_LT(furthest(near), 20);
  EXPECT_GT(furthest(generate("cliques{n=500,groups=90,size=4,reach=20,hubs=30}")), 100);
}

TEST(Generators, points_are_joined_to_near_ones_by_blocks) {
  const Matrix m = generate("points{n=4000,neighbours=24,unknowns=2}");
  EXPECT_EQ(m.info.rows, 8000);
  // Points at the border have fewer: about a quarter are missing at this size.
  const double neighbours = static_cast<double>(m.info.nnz) / (4.0 * 4000) - 1;
  EXPECT_GT(neighbours, 15);
  EXPECT_LT(neighbours, 24);
  for (std::int64_t point = 0; point < 4000; ++point)
    EXPECT_EQ(row_length(m.csr, 2 * point), row_length(m.csr, 2 * point + 1));
  // Numbered by place: a cube's layer of cells, and its two neighbours, is as far as a row reaches.
  EXPECT_LT(furthest(generate("points{n=4000,dimension=2,neighbours=8}")), 4000 / 4);
  EXPECT_GT(furthest(generate("points{n=4000,dimension=2,neighbours=8,shuffle=4000}")), 3000);
  // More neighbours than points: the radius ends at the side of the cube.
  EXPECT_GT(generate("points{n=30,neighbours=4096}").info.nnz, 30 * 30 * 9 / 10);
}

TEST(Generators, pages_copy_links_within_their_site) {
  const auto alike = [](const Matrix& m) {
    std::int64_t count = 0;
    const auto at = [&](std::int64_t row, std::int64_t k) {
      return m.csr.col_indices[static_cast<std::size_t>(
          m.csr.row_offsets[static_cast<std::size_t>(row)] + k)];
    };
    for (std::int64_t row = 1; row < m.info.rows; ++row) {
      const std::int64_t both = std::min(row_length(m.csr, row), row_length(m.csr, row - 1));
      for (std::int64_t k = 0; k < both; ++k) count += at(row, k) == at(row - 1, k) ? 1 : 0;
    }
    return count;
  };
  const Matrix copying = generate("pages{n=5000,mean=8,site=100,copied=90}");
  const Matrix own = generate("pages{n=5000,mean=8,site=100,copied=0}");
  EXPECT_GT(alike(copying), 2 * alike(own));
  EXPECT_NEAR(static_cast<double>(own.info.nnz) / 5000, 8, 1);
}

TEST(Generators, random_rows_have_equal_length) {
  const Matrix m = generate("random{rows=300,cols=50,mean=7}");
  for (std::int64_t row = 0; row < 300; ++row) ASSERT_EQ(row_length(m.csr, row), 7);
  EXPECT_EQ(m.info.cols, 50);
  EXPECT_EQ(generate("random{rows=5,mean=5}").info.nnz, 25);
}

TEST(Generators, power_laws_have_long_rows_and_roads_have_not) {
  EXPECT_GT(longest_row(generate("zipf{rows=4000,mean=6,exponent=1.1}").csr), 300);
  EXPECT_GT(longest_row(generate("rmat{scale=12,edges=8}").csr), 200);
  EXPECT_LE(longest_row(generate("road{n=4000}").csr), 6);
  EXPECT_EQ(longest_row(generate("arrow{n=500}").csr), 500);
  EXPECT_EQ(longest_row(generate("wheel{n=500}").csr), 500);
  EXPECT_EQ(longest_row(generate("kronecker{base=3,power=4}").csr), 81);
}

TEST(Generators, seeds_and_fill_matter) {
  EXPECT_NE(generate("rmat{scale=8,seed=1}").info.content_hash,
            generate("rmat{scale=8,seed=2}").info.content_hash);
  const auto full = generate("banded{n=1000,half=5}").info.nnz;
  EXPECT_EQ(full, 1000 * 11 - 30);
  EXPECT_NEAR(static_cast<double>(generate("banded{n=1000,half=5,fill=0.5}").info.nnz),
              static_cast<double>(full + 1000) / 2, 300);
  EXPECT_EQ(generate("banded{n=9,half=0}").info.nnz, 9);
}

TEST(Generators, ids_have_one_canonical_form) {
  EXPECT_EQ(canonical_generator_id("banded{ half = 3 , n=10 }"),
            "banded{n=10,half=3,fill=1.0,seed=1}");
  EXPECT_EQ(canonical_generator_id("zipf{exponent=1}"), canonical_generator_id("zipf"));
  EXPECT_TRUE(is_generator_id("road{n=3}"));
  EXPECT_TRUE(is_generator_id("road"));
  EXPECT_FALSE(is_generator_id("roads"));
}

TEST(Generators, wrong_ids_are_refused_with_what_is_known) {
  EXPECT_THAT(usage_error([] { (void)generate("stencil4d{n=3}"); }),
              HasSubstr("no generator 'stencil4d'; known are stencil2d, stencil3d"));
  EXPECT_THAT(usage_error([] { (void)generate("wheel{m=3}"); }),
              HasSubstr("wheel has no parameter 'm'; it has n"));
  EXPECT_THAT(usage_error([] { (void)generate("wheel{n=3}"); }),
              HasSubstr("wheel: expected n as a whole number from 4 to 500000000, found 3"));
  EXPECT_THAT(usage_error([] { (void)generate("wheel{n=4.5}"); }), HasSubstr("found 4.5"));
  EXPECT_THAT(usage_error([] { (void)generate("wheel{n=many}"); }), HasSubstr("found many"));
  EXPECT_THAT(usage_error([] { (void)generate("wheel{n="); }),
              HasSubstr("expected a generator id"));
  EXPECT_THAT(usage_error([] { (void)generate("stencil2d{points=6}"); }), HasSubstr("points=9"));
  EXPECT_THAT(usage_error([] { (void)generate("random{rows=10,mean=9}"); }), HasSubstr("half"));
}

TEST(Generators, absurd_sizes_are_refused_before_anything_is_allocated) {
  for (const char* id :
       {"stencil3d{n=1290,points=27}", "fem{n=1000,unknowns=10}", "kronecker{base=64,power=30}",
        "random{rows=2000000000,mean=1000}", "rmat{scale=28,edges=1024}",
        "block_diagonal{blocks=2000000000,size=60000}", "banded{n=2000000000,half=1000000}",
        "arrow{n=2000000000,width=1000}", "cliques{n=2000000000,groups=2000000000,size=1000}",
        "points{n=2000000000,neighbours=400}", "pages{n=2000000000,mean=1000}"}) {
    EXPECT_THAT(usage_error([&] { (void)generate(id); }), HasSubstr("choose smaller parameters"))
        << id;
  }
}

TEST(Generators, a_refusal_says_how_large_the_matrix_would_be) {
  const auto refusal = [](const char* id) { return usage_error([&] { (void)generate(id); }); };
  EXPECT_THAT(refusal("stencil3d{n=1290,points=27}"),
              HasSubstr("found 2146689000 x 2146689000 with about 57960603000;"));
  EXPECT_THAT(refusal("fem{n=1000,unknowns=10}"),
              HasSubstr("found 10000000000 x 10000000000 with about 2700000000000;"));
  EXPECT_THAT(refusal("kronecker{base=2,power=30}"),
              HasSubstr("found 1073741824 x 1073741824 with about 205891132094649;"));
  EXPECT_THAT(refusal("kronecker{base=64,power=30}"), HasSubstr("found 1.5324955"));
  EXPECT_THAT(refusal("block_diagonal{blocks=1000000,size=10000}"),
              HasSubstr("found 10000000000 x 10000000000 with about 100000000000000;"));
}

TEST(PortableMath, agrees_with_the_library_to_the_last_digits) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const double x = random.unit() * 1e6 + 1e-3;
    EXPECT_NEAR(portable_log(x), std::log(x), 1e-13 * (1 + std::abs(std::log(x))));
    const double y = random.value() * 100;
    EXPECT_NEAR(portable_exp(y) / std::exp(y), 1, 1e-12);
  }
}

TEST(Random, is_uniform_enough_and_never_out_of_bounds) {
  Random random(5);
  std::array<int, 10> counts{};
  for (int i = 0; i < 100'000; ++i) {
    ++counts[static_cast<std::size_t>(random.below(10))];
    const double v = random.value();
    ASSERT_TRUE(v > -1 && v < 1 && v != 0);
  }
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
  EXPECT_EQ(seeded_value(3, 9), seeded_value(9, 3));
  EXPECT_NE(seeded_value(3, 9), seeded_value(3, 10));
}

}  // namespace
}  // namespace sptune::suites
