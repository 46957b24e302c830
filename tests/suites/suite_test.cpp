// SPDX-License-Identifier: BSD-3-Clause
#include "suites/collections/suite.hpp"

#include "suites/collections/families.hpp"
#include "suites/generators/generators.hpp"
#include "suites/generators/random_specifications.hpp"

#include "support.hpp"
#include <gmock/gmock.h>

#include <map>
#include <set>

namespace sptune::suites {
namespace {

using ::testing::HasSubstr;
using testing::input_error;
using testing::one_entry;
using testing::TemporaryFolder;
using testing::write_file;

Suite parse_suite(const std::string& text) {
  return parse_manifest(text, "dir/my.json");
}

TEST(BuiltinSuites, are_consistent) {
  for (const auto& name : builtin_suites()) {
    const Suite suite = open_suite(name);
    std::map<std::string, std::string> split_of;
    std::set<std::string> names;
    std::set<std::string> splits;
    for (const auto& entry : suite.entries) {
      EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
      const auto [at, fresh] = split_of.emplace(entry.group, entry.split);
      EXPECT_EQ(at->second, entry.split) << entry.group << " is on both sides";
      splits.insert(entry.split);
    }
    EXPECT_EQ(splits, (std::set<std::string>{"test", "train"}));
    // Few generators make rows that are alike, or vectors that are long for their entries.
    EXPECT_GE(split_of.size(), name == "rows" ? 4U : name == "wide" ? 9U : 13U) << name;
  }
  EXPECT_GE(open_suite("quick").entries.size(), 24U);
  EXPECT_GE(open_suite("standard").entries.size(), 60U);
}

TEST(BuiltinSuites, quick_is_small_and_has_every_class) {
  std::set<std::string> classes;
  for (const auto& entry : open_suite("quick").entries) {
    const Matrix m = generate(entry.source.substr(std::string("generate:").size()));
    EXPECT_GE(m.info.nnz, 1000) << entry.name;
    EXPECT_LE(m.info.nnz, 500'000) << entry.name;
    classes.insert(m.info.group);
  }
  for (const auto& g : generators()) {
    if (g.name.starts_with("seed_pair")) continue;
    EXPECT_TRUE(classes.contains(g.name)) << g.name;
  }
}

TEST(BuiltinSuites, large_is_large_and_has_every_class) {
  std::set<std::string> classes;
  for (const auto& entry : open_suite("large").entries) classes.insert(entry.group);
  for (const auto& g : generators()) {
    if (g.name.starts_with("seed_pair")) continue;
    EXPECT_TRUE(classes.contains(g.name)) << g.name;
  }
  // Those that take no time to make.
  for (const char* id : {"kronecker{base=4,power=8}", "stencil2d{points=9,n=1000}"}) {
    EXPECT_GE(generate(id).info.nnz, 5'000'000) << id;
  }
}

TEST(RandomSpecifications, have_about_as_many_entries_as_asked_for) {
  for (const Distribution d : {Distribution::mixed, Distribution::stretches, Distribution::meshes,
                               Distribution::programs, Distribution::clusters}) {
    const auto ids = random_specifications(d, {20'000, 40'000}, 12, 7);
    const auto longer = random_specifications(d, {20'000, 40'000}, 15, 7);
    ASSERT_EQ(ids.size(), 12U);
    EXPECT_TRUE(std::equal(ids.begin(), ids.end(), longer.begin()));
    double sum = 0;
    for (const auto& id : ids) {
      const auto nnz = static_cast<double>(generate(id).info.nnz);
      EXPECT_GT(nnz, 5'000) << id;
      EXPECT_LT(nnz, 160'000) << id;
      sum += nnz;
    }
    EXPECT_GT(sum / 12, 12'000) << static_cast<int>(d);
    EXPECT_LT(sum / 12, 80'000) << static_cast<int>(d);
  }
}

TEST(Manifest, is_parsed_with_defaults_from_the_sources) {
  const Suite suite = parse_suite(R"({"format": "sptune-suite", "version": 1, "name": "mine",
    "description": "two", "matrices": [
      {"source": "generate:wheel{n=9}", "split": "test"},
      {"source": "file:sub/HB__1138_bus.mtx.xz", "kind": "power", "drop_out_of_range": true},
      {"source": "url:http://host/MM/HB/west.tar.gz?x=1", "group": "HB", "seeded_values": true},
      {"source": "file:/abs/a.mtx", "name": "b", "sha256": "ABCDEFABCDEFABCDEFABCDEFABCDEFABCDEFABCDEFABCDEFABCDEFABCDEFABCD"}]})");

  ASSERT_EQ(suite.entries.size(), 4U);
  EXPECT_EQ(suite.name, "mine");
  EXPECT_EQ(suite.entries[0].name, "wheel{n=9}");
  EXPECT_EQ(suite.entries[0].group, "wheel");
  EXPECT_EQ(suite.entries[0].split, "test");
  EXPECT_EQ(suite.entries[1].name, "HB/1138_bus");
  EXPECT_EQ(suite.entries[1].group, "HB");
  EXPECT_EQ(suite.entries[1].source, "file:dir/sub/HB__1138_bus.mtx.xz");
  EXPECT_EQ(suite.entries[1].kind, "power");
  EXPECT_TRUE(suite.entries[1].drop_out_of_range);
  EXPECT_EQ(suite.entries[2].name, "west");
  EXPECT_EQ(suite.entries[2].group, "HB");
  EXPECT_EQ(suite.entries[2].split, suite.entries[1].split);
  EXPECT_TRUE(suite.entries[2].seeded_values);
  EXPECT_EQ(suite.entries[3].source, "file:/abs/a.mtx");
  EXPECT_EQ(suite.entries[3].sha256.substr(0, 6), "abcdef");
}

TEST(Manifest, written_and_parsed_again_is_the_same) {
  const TemporaryFolder folder;
  testing::fs::create_directories(folder / "m");
  write_file(folder / "m/HB__a.mtx", one_entry);
  write_file(folder / "m/HB__b.mtx", one_entry);
  Suite suite = import_folder(folder / "m");
  suite.entries.push_back(open_suite("road{n=10}").entries.front());
  suite.entries.front().seeded_values = true;

  write_file(folder / "s.json", manifest_json(suite, folder.path()));
  const Suite back = open_suite((folder / "s.json").string());

  EXPECT_EQ(manifest_json(back, folder.path()), testing::read_file(folder / "s.json"));
  EXPECT_THAT(testing::read_file(folder / "s.json"), HasSubstr("\"file:m/HB__a.mtx\""));
  Library library(folder / "cache");
  for (const auto& entry : back.entries) EXPECT_GT(library.info(entry).nnz, 0);
}

/// As data folders of clusters are: links to a store that nobody else can read, by other names.
TEST(Manifest, of_links_names_them_and_not_what_they_lead_to) {
  const TemporaryFolder folder;
  testing::fs::create_directories(folder / "store/deep");
  testing::fs::create_directories(folder / "links");
  write_file(folder / "store/deep/0001", one_entry);
  testing::fs::create_symlink("../store/deep/0001", folder / "links/HB__a.mtx");
  const std::string text = manifest_json(import_folder(folder / "links"), folder.path());
  EXPECT_THAT(text, HasSubstr("\"file:links/HB__a.mtx\""));
  write_file(folder / "s.json", text);
  Library library(folder / "cache");
  EXPECT_EQ(library.info(open_suite((folder / "s.json").string()).entries.front()).nnz, 1);

  // From a folder that is a link, `..` leads elsewhere than its name says.
  testing::fs::create_directory_symlink(folder / "store/deep", folder / "here");
  write_file(folder / "here/s.json",
             manifest_json(import_folder(folder / "links"), folder / "here"));
  const Suite there = open_suite((folder / "here/s.json").string());
  EXPECT_EQ(library.info(there.entries.front()).nnz, 1);
}

TEST(Manifest, without_a_folder_has_paths_that_hold_anywhere) {
  const TemporaryFolder folder;
  testing::fs::create_directories(folder / "elsewhere");
  write_file(folder / "HB__a.mtx", one_entry);
  const auto relative = testing::fs::proximate(folder.path());
  write_file(folder / "elsewhere/s.json", manifest_json(import_folder(relative)));
  const Suite back = open_suite((folder / "elsewhere/s.json").string());
  EXPECT_EQ(back.entries.front().source,
            "file:" + (testing::fs::canonical(folder.path()) / "HB__a.mtx").string());
}

TEST(Manifest, includes_other_suites) {
  const TemporaryFolder folder;
  write_file(folder / "HB__a.mtx", one_entry);
  write_file(folder / "inner.json", R"({"include": ["HB__a.mtx", "list.txt"]})");
  write_file(folder / "list.txt", "HB/west0067\n");
  write_file(
      folder / "outer.json",
      R"({"include": ["quick", "inner.json"], "matrices": [{"source": "generate:wheel{n=5}"}]})");

  const Suite suite = open_suite((folder / "outer.json").string());

  EXPECT_EQ(suite.name, "outer");
  EXPECT_EQ(suite.entries.size(), open_suite("quick").entries.size() + 3);
}

TEST(Manifest, includes_what_is_no_path_wherever_it_stands) {
  const TemporaryFolder folder;
  testing::fs::create_directories(folder / "deep");
  write_file(folder / "deep/m.json",
             R"({"include": ["wheel{n=5}", "http://host/HB__a.mtx", "b.mtx", "quick"]})");
  write_file(folder / "deep/b.mtx", one_entry);
  const Suite suite = open_suite((folder / "deep/m.json").string());
  ASSERT_GT(suite.entries.size(), 3U);
  EXPECT_EQ(suite.entries[0].source, "generate:wheel{n=5}");
  EXPECT_EQ(suite.entries[1].source, "url:http://host/HB__a.mtx");
  EXPECT_EQ(suite.entries[2].source, "file:" + (folder / "deep/b.mtx").string());

  write_file(folder / "deep/m.json", R"({"include": ["wheel{m=5}"]})");
  EXPECT_THAT(input_error([&] { (void)open_suite((folder / "deep/m.json").string()); }),
              HasSubstr("m.json: include 'wheel{m=5}': wheel has no parameter 'm'"));
  write_file(folder / "deep/m.json", R"({"include": ["ftp://host/a.mtx"]})");
  EXPECT_THAT(input_error([&] { (void)open_suite((folder / "deep/m.json").string()); }),
              HasSubstr("found 'ftp://host/a.mtx'"));
  write_file(folder / "deep/m.json", R"({"include": ["quack"]})");
  EXPECT_THAT(input_error([&] { (void)open_suite((folder / "deep/m.json").string()); }),
              HasSubstr("expected a suite, found '" + (folder / "deep/quack").string() + "'"));
}

TEST(Manifest, what_means_nothing_for_a_source_is_refused) {
  const auto refused = [](const std::string& keys) {
    return input_error([&] {
      (void)parse_suite(R"({"matrices": [{"source": "generate:wheel", )" + keys + "}]}");
    });
  };
  for (const std::string& keys :
       {"\"sha256\": \"" + std::string(64, 'a') + "\"", std::string("\"seeded_values\": true"),
        std::string("\"drop_out_of_range\": true")}) {
    EXPECT_THAT(refused(keys), HasSubstr("matrix 1: expected sha256, drop_out_of_range and "
                                         "seeded_values for matrices of files alone"));
  }
  EXPECT_THAT(refused(R"("name": "")"), HasSubstr("matrix 1: expected a text for \"name\""));
  EXPECT_THAT(refused(R"("group": "")"), HasSubstr("matrix 1: expected a text for \"group\""));
}

TEST(Manifest, errors_say_where) {
  const auto refused = [](const std::string& text) {
    return input_error([&] { (void)parse_suite(text); });
  };
  EXPECT_THAT(refused("{"), HasSubstr("dir/my.json: expected a suite's manifest in JSON"));
  EXPECT_THAT(refused("[]"), HasSubstr("expected an object"));
  EXPECT_THAT(refused("{}"), HasSubstr("expected matrices"));
  EXPECT_THAT(refused(R"({"format": "other", "matrices": []})"), HasSubstr("sptune-suite"));
  EXPECT_THAT(refused(R"({"version": 2, "matrices": []})"),
              HasSubstr("expected version 1, found 2"));
  EXPECT_THAT(refused(R"({"matrixes": []})"), HasSubstr("found 'matrixes'"));
  EXPECT_THAT(refused(R"({"matrices": {}})"), HasSubstr("expected a list for \"matrices\""));
  EXPECT_THAT(refused(R"({"matrices": [7]})"), HasSubstr("matrix 1: expected an object"));
  EXPECT_THAT(refused(R"({"matrices": [{"source": "generate:wheel", "spilt": "test"}]})"),
              HasSubstr("matrix 1: expected one of the keys source, name"));
  EXPECT_THAT(refused(R"({"matrices": [{"name": "x"}]})"), HasSubstr("matrix 1"));
  EXPECT_THAT(refused(R"({"matrices": [{"source": "magic:x"}]})"), HasSubstr("expected a source"));
  EXPECT_THAT(refused(R"({"matrices": [{"source": "generate:wheels"}]})"),
              HasSubstr("no generator 'wheels'"));
  EXPECT_THAT(refused(R"({"matrices": [{"source": "suitesparse:west"}]})"),
              HasSubstr("<group>/<name>"));
  EXPECT_THAT(refused(R"({"matrices": [{"source": "generate:wheel", "split": "both"}]})"),
              HasSubstr("train or test"));
  EXPECT_THAT(refused(R"({"matrices": [{"source": "generate:wheel", "sha256": "12"}]})"),
              HasSubstr("64 hex digits"));
  EXPECT_THAT(refused(R"({"matrices": [{"source": "generate:wheel", "seeded_values": 1}]})"),
              HasSubstr("true or false"));
}

TEST(Manifest, deep_nesting_is_refused_and_not_a_crash) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  try {
    (void)parse_suite(R"({"matrices":)" + deep + R"(,"name":"x","format":"sptune-suite"})");
    ADD_FAILURE() << "nothing was thrown";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("my.json"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("64 levels"), std::string::npos) << e.what();
  }
}

TEST(Manifest, deep_nesting_anywhere_is_refused) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  std::string objects;
  for (int i = 0; i < 200'000; ++i) objects += "{\"a\":";
  for (const std::string& text :
       {deep, "{\"version\":" + deep + "}", "{\"format\":" + deep + "}",
        "{\"matrices\":" + deep + "}", "{\"include\":" + deep + "}",
        "{\"matrices\":[{\"source\":" + deep + "}]}", objects + "1" + std::string(200'000, '}')}) {
    const auto message = input_error([&] { (void)parse_suite(text); });
    EXPECT_THAT(message, HasSubstr("dir/my.json: expected "));
    EXPECT_THAT(message, HasSubstr("64 levels"));
    EXPECT_LT(message.size(), 500U);
  }
}

TEST(Manifest, what_is_found_is_quoted_in_short) {
  const auto refused = [](const std::string& text) {
    const auto message = input_error([&] { (void)parse_suite(text); });
    EXPECT_LT(message.size(), 700U);
    EXPECT_EQ(message.find('\x1b'), std::string::npos);
    return message;
  };
  const std::string longest(1'000'000, 'x');
  (void)refused("{\"" + longest + "\": 1}");
  (void)refused("{\"version\": \"" + longest + "\"}");
  (void)refused("{\"format\": \"" + longest + "\"}");
  (void)refused(R"({"matrices": [{"source": ")" + longest + "\"}]}");
  (void)refused(R"({"matrices": [{"source": "magic:\n\u001b[31m"}]})");
  (void)refused(R"({"matrices": [{"source": "generate:\n\u001b[31m"}]})");
  (void)refused(R"({"matrices": [{"source": "suitesparse:\n\u001b[31m"}]})");
  (void)refused(R"({"\n\u001b[31m": 1})");
  (void)refused(R"({"matrices": [{"source": "generate:wheel", "split": "\n\u001b"}]})");
  (void)refused(R"({"matrices": [{"source": "generate:wheel", "sha256": "\n\u001b"}]})");
  (void)refused("{\"a\": \"" + longest);
}

TEST(Manifest, a_suite_is_included_once) {
  // Each level includes the next twice: without a limit 2^40 suites would be read.
  const TemporaryFolder folder;
  for (int i = 0; i < 40; ++i) {
    const std::string next = std::to_string(i + 1) + ".json";
    write_file(folder / (std::to_string(i) + ".json"),
               R"({"include": [")" + next + R"(", ")" + next + R"("]})");
  }
  write_file(folder / "7.json", R"({"matrices": [{"source": "generate:wheel"}]})");
  EXPECT_THAT(input_error([&] { (void)open_suite((folder / "0.json").string()); }),
              HasSubstr("7.json: expected to be included once"));
}

TEST(Manifest, circles_and_double_names_are_refused) {
  const TemporaryFolder folder;
  write_file(folder / "a.json", R"({"include": ["b.json"]})");
  write_file(folder / "b.json", R"({"include": ["a.json"]})");
  EXPECT_THAT(input_error([&] { (void)open_suite((folder / "a.json").string()); }),
              HasSubstr("circle"));
  write_file(folder / "c.json",
             R"({"matrices": [{"source": "generate:wheel"}, {"source": "generate:wheel"}]})");
  EXPECT_THAT(input_error([&] { (void)open_suite((folder / "c.json").string()); }),
              HasSubstr("suite c: expected every matrix to have its own name, found "
                        "'wheel{n=20000}' for generate:wheel{n=20000} and "));
  write_file(folder / "d.json",
             R"({"include": ["x.mtx"], "matrices": [{"source": "file:x.mtx.gz"}]})");
  write_file(folder / "x.mtx", one_entry);
  EXPECT_THAT(input_error([&] { (void)open_suite((folder / "d.json").string()); }),
              HasSubstr("found 'x' for file:" + (folder / "x.mtx").string() +
                        " and file:" + (folder / "x.mtx.gz").string() + "; rename one"));
}

TEST(Manifest, a_key_that_stands_twice_is_refused) {
  const auto refused = [](const std::string& text) {
    return input_error([&] { (void)parse_suite(text); });
  };
  const std::string road = R"("matrices": [{"source": "generate:road"}])";
  EXPECT_THAT(
      refused("{" + road + R"(, "matrices": [{"source": "generate:wheel"}]})"),
      HasSubstr("dir/my.json: expected every key of an object once, found 'matrices' again"));
  EXPECT_THAT(refused(R"({"matrices": [{"source": "generate:road", "name": "a", "name": "b"}]})"),
              HasSubstr("found 'name' again"));
  const Suite both =
      parse_suite(R"({"matrices": [{"source": "generate:road"}, {"source": "generate:wheel"}]})");
  EXPECT_EQ(both.entries.size(), 2U) << "each object has its own";
}

TEST(Split, is_fixed_for_ever_and_holds_back_a_fifth) {
  // Pinned: a family that changed sides would spoil every comparison with older results.
  EXPECT_EQ(split_of("HB", "HB/bcsstk17"), "train");
  EXPECT_EQ(split_of("GNN", "GNN/nell_adj"), "train");
  EXPECT_EQ(split_of("EPFL", "EPFL/div"), "test");
  EXPECT_EQ(split_of("FEM", "FEM/bunny_P1_elasticity"), "test");
  int tests = 0;
  for (int i = 0; i < 1000; ++i) {
    tests += split_of_family("g" + std::to_string(i)) == "test" ? 1 : 0;
  }
  EXPECT_NEAR(tests, 200, 40);
}

/// As they were published: banded, road and wheel are held back, and nothing else.
TEST(Split, of_a_generator_is_one_in_suites_and_alone) {
  for (const std::string& name : builtin_suites()) {
    for (const SuiteEntry& e : open_suite(name).entries) {
      const SuiteEntry alone = open_suite(e.name).entries.front();
      const bool held_back = e.group == "banded" || e.group == "road" || e.group == "wheel";
      EXPECT_EQ(e.split, held_back ? "test" : "train") << name << " " << e.name;
      EXPECT_EQ(e.split, alone.split) << name << " " << e.name;
      EXPECT_EQ(family_of(e.group, e.name), family_of(alone.group, alone.name)) << e.name;
    }
  }
}

TEST(Families, join_what_has_one_origin) {
  EXPECT_EQ(family_of("AG-Monien", "AG-Monien/4elt"), family_of("DIMACS10", "DIMACS10/fe_4elt2"));
  EXPECT_EQ(family_of("ASU", "ASU/BlogCatalog"), family_of("GNN", "GNN/blogcatalog_gnn_adj"));
  EXPECT_EQ(family_of("MarosMeszaros", "MarosMeszaros/Q25FV47_KKT"),
            family_of("LPnetlib", "LPnetlib/greenbea"));
  EXPECT_EQ(family_of("SAT", "SAT/stric-bmc-ibm-12"), family_of("SATcomp", "SATcomp/gaifman_x"));
  EXPECT_EQ(family_of("SAT", "SAT/stric-bmc-ibm-12"), family_of("SAT14", "countbitssrl032"));
  EXPECT_EQ(family_of("HB", "HB/bcsstk17"), family_of("Walshaw", "Walshaw/bcsstk29_net"));
  EXPECT_EQ(family_of("Hamm", "memplus"), family_of("Walshaw", "Walshaw/add20"));
  EXPECT_EQ(family_of("Gleich", "Gleich/minnesota"), "DIMACS9") << "not the rest of its group";
  EXPECT_EQ(family_of("Gleich", "Gleich/airports"), "SNAP");
  EXPECT_EQ(family_of("Lourakis", "Lourakis/bundle1"), "Lourakis") << "the group itself";
  EXPECT_EQ(family_of("fem", "fem{n=3,unknowns=3,seed=1}"), "fem");
  EXPECT_EQ(split_of("SAT14", "SAT14/countbitssrl032"), split_of("SATcomp", "SATcomp/gaifman_x"));
}

TEST(OpenSuite, accepts_every_form) {
  const TemporaryFolder folder;
  write_file(folder / "HB__a.mtx", one_entry);
  EXPECT_EQ(open_suite((folder / "HB__a.mtx").string()).entries.front().name, "HB/a");
  EXPECT_EQ(open_suite((folder / "HB__a.mtx").string()).name, "HB/a");
  EXPECT_EQ(open_suite("wheel{n=5}").name, "wheel{n=5}");
  EXPECT_EQ(open_suite(folder.path().string()).entries.size(), 1U);
  EXPECT_EQ(open_suite("fem{n=3}").entries.front().source, "generate:fem{n=3,unknowns=3,seed=1}");
  EXPECT_THAT(input_error([&] { (void)open_suite((folder / "b.mtx").string()); }),
              HasSubstr("b.mtx: expected a readable file"));
  EXPECT_THAT(input_error([&] { (void)open_suite((folder / "b.json").string()); }),
              HasSubstr("b.json: expected a readable file"));
  EXPECT_THAT(input_error([] { (void)open_suite("quack"); }),
              HasSubstr("expected a suite, found 'quack'"));
  EXPECT_THAT(testing::usage_error([] { (void)open_suite("quack{n=1}"); }),
              HasSubstr("no generator 'quack'"));
}

TEST(OpenSuite, an_address_is_a_matrix_to_fetch) {
  const Suite suite = open_suite("http://host/MM/HB/west0067.tar.gz?x=1");
  ASSERT_EQ(suite.entries.size(), 1U);
  EXPECT_EQ(suite.entries.front().source, "url:http://host/MM/HB/west0067.tar.gz?x=1");
  EXPECT_EQ(suite.entries.front().name, "west0067");
  EXPECT_EQ(open_suite("https://host/HB__a.mtx").entries.front().name, "HB/a");
  EXPECT_THAT(input_error([] { (void)open_suite("ftp://host/a.mtx"); }),
              HasSubstr("expected an address that begins with http:// or https://"));
}

TEST(SuiteSparseList, is_parsed_with_lines_in_errors) {
  const TemporaryFolder folder;
  write_file(folder / "l.txt", "# comment\n\nHB/west0067  # trailing\r\nSNAP/roadNet-CA " +
                                   std::string(64, 'A') + "\n");

  const Suite suite = open_suite((folder / "l.txt").string());

  ASSERT_EQ(suite.entries.size(), 2U);
  EXPECT_EQ(suite.entries[0].name, "HB/west0067");
  EXPECT_EQ(suite.entries[0].group, "HB");
  EXPECT_THAT(suite.entries[0].source, HasSubstr("/MM/HB/west0067.tar.gz"));
  EXPECT_EQ(suite.entries[1].sha256, std::string(64, 'a'));
  write_file(folder / "l.txt", "HB/a\nnothing\n");
  EXPECT_THAT(input_error([&] { (void)open_suite((folder / "l.txt").string()); }),
              HasSubstr("l.txt:2: expected a SuiteSparse matrix as <group>/<name>"));
  write_file(folder / "l.txt", "HB/a 12\n");
  EXPECT_THAT(input_error([&] { (void)open_suite((folder / "l.txt").string()); }),
              HasSubstr("l.txt:1: expected a sha256"));
  write_file(folder / "l.txt", "# nothing\n");
  EXPECT_THAT(input_error([&] { (void)open_suite((folder / "l.txt").string()); }),
              HasSubstr("found none"));
}

}  // namespace
}  // namespace sptune::suites
