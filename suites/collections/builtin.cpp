// SPDX-License-Identifier: BSD-3-Clause
// The suites that need no file. A group is a generator: its sizes are siblings, and stand on one
// side in all suites (families.cpp), so that a model trained on one may be tested on the other.
#include "suites/collections/suite_parts.hpp"
#include "suites/generators/generators.hpp"
#include "suites/generators/random_specifications.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace sptune::suites {
namespace {

// Every class small and of middle size; products A*A stay below about 5e7, so that SpGEMM is quick
// too.
constexpr auto quick = std::to_array<std::string_view>({
    "stencil2d{points=5,n=40}",
    "stencil2d{points=5,n=150}",
    "stencil2d{points=9,n=100}",
    "stencil3d{points=7,n=16}",
    "stencil3d{points=27,n=20}",
    "stencil3d{points=7,n=40}",
    "banded{n=2000,half=2}",
    "banded{n=20000,half=8,fill=0.5}",
    "block_diagonal{blocks=100,size=8}",
    "block_diagonal{blocks=300,size=24,spread=8}",
    "fem{n=8,unknowns=2}",
    "fem{n=12,unknowns=3}",
    "random{rows=1000,mean=4}",
    "random{rows=30000,mean=8}",
    "runs{rows=4000,cols=20000,mean=20,run=6}",
    "rmat{scale=10,edges=8}",
    "rmat{scale=13,edges=8}",
    "zipf{rows=3000,mean=6,exponent=0.8}",
    "zipf{rows=20000,mean=10,exponent=1.0}",
    "arrow{n=2000,width=1}",
    "wheel{n=3000}",
    "road{n=4000}",
    "road{n=120000}",
    "lp{rows=1000,cols=4000,mean=4}",
    "lp{rows=8000,cols=30000,mean=8}",
    "kronecker{base=2,power=10}",
    "kronecker{base=3,power=7}",
    "saddle{unknowns=20000,constraints=15000,touched=3}",
    "triangles{n=100,shuffle=500}",
    "observations{rows=2000,unknowns=700}",
    "cliques{n=6000,groups=1500,size=6}",
    "points{n=4000,neighbours=20}",
    "pages{n=10000,mean=8,site=100}",
});

constexpr auto standard_only = std::to_array<std::string_view>({
    "stencil2d{points=5,n=400}",
    "stencil2d{points=9,n=400}",
    "stencil2d{points=5,n=1000}",
    "stencil3d{points=7,n=80}",
    "stencil3d{points=27,n=40}",
    "stencil3d{points=27,n=56}",
    "banded{n=100000,half=5}",
    "banded{n=50000,half=40}",
    "banded{n=200000,half=30,fill=0.3}",
    "block_diagonal{blocks=2000,size=16}",
    "block_diagonal{blocks=1000,size=48,spread=24}",
    "block_diagonal{blocks=60,size=200,spread=100}",
    "fem{n=24,unknowns=2}",
    "fem{n=24,unknowns=3}",
    "fem{n=20,unknowns=4}",
    "fem{n=30,unknowns=1}",
    "random{rows=200000,mean=4}",
    "random{rows=100000,mean=16}",
    "random{rows=20000,mean=100}",
    "random{rows=500000,mean=8,seed=2}",
    "rmat{scale=15,edges=8}",
    "rmat{scale=16,edges=16}",
    "rmat{scale=18,edges=8,seed=2}",
    "zipf{rows=100000,mean=8,exponent=0.7}",
    "zipf{rows=200000,mean=12,exponent=1.0}",
    "zipf{rows=50000,cols=200000,mean=20,exponent=0.9}",
    "arrow{n=20000,width=2}",
    "arrow{n=200000,width=8}",
    "wheel{n=20000}",
    "wheel{n=500000}",
    "road{n=500000}",
    "road{n=1500000,seed=2}",
    "lp{rows=40000,cols=150000,mean=8}",
    "lp{rows=100000,cols=400000,mean=6,seed=2}",
    "kronecker{base=2,power=13}",
    "kronecker{base=4,power=7}",
    "kronecker{base=8,power=5}",
    "seed_pair_a{seed=1}",
    "seed_pair_b{seed=1}",
});

// What the others lack and collections are full of: matrices of a few hundred rows, where a second
// thread costs more than it saves, and matrices of few long rows or with a few rows that are long.
// A model that has not seen them extrapolates: with them the share of the oracle on 221 real
// matrices rose from 0.867 to 0.939 (docs/measurements/model.md).
constexpr auto small = std::to_array<std::string_view>({
    "banded{n=100,half=1,fill=1.0}",
    "banded{n=200,half=1,fill=1.0}",
    "banded{n=400,half=0,fill=1.0}",
    "banded{n=800,half=1,fill=1.0}",
    "banded{n=1600,half=1,fill=1.0}",
    "banded{n=3200,half=1,fill=1.0}",
    "banded{n=150,half=5,fill=0.6}",
    "random{rows=150,mean=3}",
    "random{rows=150,mean=12}",
    "banded{n=500,half=5,fill=0.6}",
    "random{rows=500,mean=3}",
    "random{rows=500,mean=12}",
    "banded{n=1000,half=5,fill=0.6}",
    "random{rows=1000,mean=3}",
    "random{rows=1000,mean=12}",
    "banded{n=2500,half=5,fill=0.6}",
    "random{rows=2500,mean=3}",
    "random{rows=2500,mean=12}",
    "stencil2d{points=5,n=12}",
    "stencil2d{points=9,n=12}",
    "stencil2d{points=5,n=20}",
    "stencil2d{points=9,n=20}",
    "stencil2d{points=5,n=32}",
    "stencil2d{points=9,n=32}",
    "stencil3d{points=7,n=6}",
    "fem{n=6,unknowns=1}",
    "stencil3d{points=7,n=9}",
    "fem{n=9,unknowns=1}",
    "zipf{rows=300,mean=5,exponent=1.0}",
    "road{n=300}",
    "wheel{n=300}",
    "arrow{n=300,width=1}",
    "lp{rows=300,cols=1200,mean=4}",
    "zipf{rows=1200,mean=5,exponent=1.0}",
    "road{n=1200}",
    "wheel{n=1200}",
    "arrow{n=1200,width=1}",
    "lp{rows=1200,cols=4800,mean=4}",
    "zipf{rows=5000,mean=5,exponent=1.0}",
    "road{n=5000}",
    "wheel{n=5000}",
    "arrow{n=5000,width=1}",
    "lp{rows=5000,cols=20000,mean=4}",
    "block_diagonal{blocks=20,size=8,spread=2}",
    "block_diagonal{blocks=60,size=5,spread=2}",
    "block_diagonal{blocks=150,size=3,spread=2}",
    "block_diagonal{blocks=40,size=16,spread=2}",
    "rmat{scale=8,edges=6}",
    "rmat{scale=9,edges=8}",
    "kronecker{base=2,power=8}",
    "random{rows=400,cols=20000,mean=150}",
    "random{rows=200,cols=30000,mean=1500}",
    "lp{rows=300,cols=60000,mean=6}",
    "random{rows=800,cols=8000,mean=300}",
    "random{rows=2000,mean=500}",
    "random{rows=1000,mean=400}",
    "arrow{n=200000,width=1}",
    "arrow{n=100000,width=3}",
    "arrow{n=300000,width=1}",
});

// Every class with 5e6 to 3e7 entries, for GPUs.
constexpr auto large = std::to_array<std::string_view>({
    "stencil2d{points=9,n=1000}",
    "stencil3d{points=7,n=120}",
    "stencil3d{points=27,n=80}",
    "banded{n=500000,half=8}",
    "banded{n=100000,half=100,fill=0.5}",
    "block_diagonal{blocks=20000,size=20}",
    "block_diagonal{blocks=400,size=160,spread=40}",
    "fem{n=30,unknowns=3}",
    "fem{n=40,unknowns=3}",
    "fem{n=62,unknowns=1}",
    "random{rows=2000000,mean=5}",
    "random{rows=300000,mean=40}",
    "random{rows=5000,cols=200000,mean=2000}",
    "rmat{scale=20,edges=8}",
    "rmat{scale=18,edges=40}",
    "zipf{rows=1000000,mean=10,exponent=0.8}",
    "zipf{rows=200000,mean=60,exponent=0.6}",
    "arrow{n=2000000,width=2}",
    "wheel{n=2000000}",
    "road{n=3000000}",
    "lp{rows=800000,cols=3000000,mean=10}",
    "kronecker{base=4,power=8}",
    "runs{rows=100000,cols=400000,mean=80,run=6}",
    "saddle{unknowns=1500000,constraints=800000,touched=3}",
    "triangles{n=1000,shuffle=5000}",
    "observations{rows=2000000,unknowns=700000}",
});

// Matrices whose rows are alike, of few and of many products, close together and far apart: what
// `sptune calibrate` measures every way to compute a row on (docs/calibrating.md).
constexpr auto rows = std::to_array<std::string_view>({
    "banded{n=400000,half=1,fill=1.0}",
    "banded{n=400000,half=3,fill=0.4286}",
    "banded{n=400000,half=6,fill=0.2308}",
    "banded{n=400000,half=12,fill=0.1200}",
    "banded{n=400000,half=24,fill=0.0612}",
    "banded{n=400000,half=48,fill=0.0309}",
    "banded{n=400000,half=192,fill=0.0078}",
    "banded{n=400000,half=768,fill=0.0020}",
    "random{rows=400000,mean=3}",
    "banded{n=400000,half=3,fill=0.8571}",
    "banded{n=400000,half=6,fill=0.4615}",
    "banded{n=400000,half=12,fill=0.2400}",
    "banded{n=400000,half=24,fill=0.1224}",
    "banded{n=400000,half=48,fill=0.0619}",
    "banded{n=400000,half=96,fill=0.0311}",
    "banded{n=400000,half=384,fill=0.0078}",
    "banded{n=400000,half=1536,fill=0.0020}",
    "random{rows=400000,mean=6}",
    "banded{n=277777,half=6,fill=0.9231}",
    "banded{n=277777,half=12,fill=0.4800}",
    "banded{n=277777,half=24,fill=0.2449}",
    "banded{n=277777,half=48,fill=0.1237}",
    "banded{n=277777,half=96,fill=0.0622}",
    "banded{n=277777,half=192,fill=0.0312}",
    "banded{n=277777,half=768,fill=0.0078}",
    "banded{n=277777,half=3072,fill=0.0020}",
    "random{rows=277777,mean=12}",
    "runs{rows=277777,mean=12,run=4,even=1}",
    "banded{n=69444,half=12,fill=0.9600}",
    "banded{n=69444,half=24,fill=0.4898}",
    "banded{n=69444,half=48,fill=0.2474}",
    "banded{n=69444,half=96,fill=0.1244}",
    "banded{n=69444,half=192,fill=0.0623}",
    "banded{n=69444,half=384,fill=0.0312}",
    "banded{n=69444,half=1536,fill=0.0078}",
    "banded{n=69444,half=6144,fill=0.0020}",
    "random{rows=69444,mean=24}",
    "runs{rows=69444,mean=24,run=4,even=1}",
    "banded{n=17361,half=24,fill=0.9796}",
    "banded{n=17361,half=48,fill=0.4948}",
    "banded{n=17361,half=96,fill=0.2487}",
    "banded{n=17361,half=192,fill=0.1247}",
    "banded{n=17361,half=384,fill=0.0624}",
    "banded{n=17361,half=768,fill=0.0312}",
    "banded{n=17361,half=3072,fill=0.0078}",
    "random{rows=17361,mean=48}",
    "runs{rows=17361,mean=48,run=4,even=1}",
    "runs{rows=17361,mean=48,run=16,even=1}",
    "banded{n=4340,half=48,fill=0.9897}",
    "banded{n=4340,half=96,fill=0.4974}",
    "banded{n=4340,half=192,fill=0.2494}",
    "banded{n=4340,half=384,fill=0.1248}",
    "banded{n=4340,half=768,fill=0.0625}",
    "random{rows=4340,mean=96}",
    "runs{rows=4340,mean=96,run=4,even=1}",
    "runs{rows=4340,mean=96,run=16,even=1}",
    "banded{n=3000,half=96,fill=0.9948}",
    "banded{n=3000,half=192,fill=0.4987}",
    "banded{n=3000,half=384,fill=0.2497}",
    "random{rows=3000,mean=192}",
    "runs{rows=3000,mean=192,run=4,even=1}",
    "runs{rows=3000,mean=192,run=16,even=1}",
    "banded{n=1500,half=192,fill=0.9974}",
    "random{rows=1536,mean=384}",
    "runs{rows=1536,mean=384,run=4,even=1}",
    "runs{rows=1536,mean=384,run=16,even=1}",
    "fem{n=16,unknowns=3}",
    "fem{n=12,unknowns=6}",
    "fem{n=40,unknowns=1}",
    "fem{n=20,unknowns=2}",
    "random{rows=20000,mean=6,seed=2}",
    "banded{n=20000,half=12,fill=0.25,seed=2}",
    "random{rows=3000,mean=24,seed=2}",
    "banded{n=3000,half=48,fill=0.25,seed=2}",
    "random{rows=3000,mean=96,seed=2}",
    "banded{n=3000,half=192,fill=0.25,seed=2}",
});

// Whose x, or y, does not stay in the L2 cache of a GPU, with structure and without.
constexpr auto wide = std::to_array<std::string_view>({
    "random{rows=5000000,mean=12}",
    "random{rows=8000000,mean=6}",
    "random{rows=12000000,mean=4}",
    "random{rows=1000000,cols=8000000,mean=40}",
    "random{rows=8000000,cols=1000000,mean=5}",
    "zipf{rows=5000000,mean=8,exponent=0.9}",
    "rmat{scale=22,edges=8}",
    "rmat{scale=23,edges=4}",
    "lp{rows=2000000,cols=9000000,mean=4}",
    "runs{rows=1500000,cols=8000000,mean=24,run=4}",
    "saddle{unknowns=6000000,constraints=2000000,touched=3}",
    "banded{n=6000000,half=4}",
    "stencil3d{points=7,n=170}",
    "road{n=9000000}",
    "triangles{n=2300,shuffle=5000}",
});

using Part = std::span<const std::string_view>;
struct Builtin {
  std::string_view name, description;
  std::array<Part, 3> parts;            ///< in this order; empty ones add nothing
  std::array<std::size_t, 5> random{};  ///< so many random ids after them, per Distribution
  EntryRange entries{300, 1500000};     ///< of those
};
constexpr std::array<Builtin, 7> builtins{{
    {"quick", "generated matrices of every class, 1e3 to 5e5 entries: minutes", {quick}},
    {"small", "generated matrices of few entries or few long rows: minutes", {small}},
    {"standard",
     "quick, and generated matrices of up to 5e6 entries: hours",
     {quick, standard_only}},
    // A model that has met few of them stays with the default: 0.90 of the oracle on 12 real
    // matrices that take an H200 over 7 us, where it has 0.96 on smaller ones
    // (docs/measurements/model.md).
    {"large",
     "generated matrices of every class, 1e6 to 3e7 entries: for GPUs, beside `training`",
     {large},
     {50, 10, 14, 16, 40},
     {1000000, 10000000}},
    {"wide",
     "generated matrices whose x does not stay in a GPU's L2 cache, 2e7 to 6e7 entries",
     {wide}},
    {"rows", "generated matrices of rows that are alike, for `sptune calibrate`: a minute", {rows}},
    {"training",
     "small, standard and 580 random ones: what a model wants to see beside your own matrices",
     {quick, standard_only, small},
     {300, 100, 50, 70, 60}},
}};

void add(Suite& suite, std::string_view id) {
  SuiteEntry entry = entry_of_generator(id);
  if (entry.group.starts_with("seed_pair")) entry.group = "seed_pair";
  suite.entries.push_back(std::move(entry));
}

}  // namespace

std::vector<std::string> builtin_suites() {
  std::vector<std::string> out;
  out.reserve(builtins.size());
  for (const Builtin& suite : builtins) out.emplace_back(suite.name);
  return out;
}

std::optional<Suite> find_builtin(std::string_view name) {
  const auto it = std::find_if(builtins.begin(), builtins.end(),
                               [&](const Builtin& suite) { return suite.name == name; });
  if (it == builtins.end()) return std::nullopt;
  Suite suite;
  suite.name = it->name;
  suite.description = it->description;
  for (const Part part : it->parts) {
    for (const std::string_view id : part) add(suite, id);
  }
  for (std::size_t distribution = 0; distribution < it->random.size(); ++distribution) {
    for (const std::string& id : random_specifications(static_cast<Distribution>(distribution),
                                                       it->entries, it->random[distribution], 1))
      add(suite, id);
  }
  return suite;
}

}  // namespace sptune::suites
