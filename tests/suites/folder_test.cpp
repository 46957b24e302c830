// SPDX-License-Identifier: BSD-3-Clause
#include "suites/collections/families.hpp"
#include "suites/collections/suite.hpp"

#include "support.hpp"
#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <vector>

namespace sptune::suites {
namespace {

using ::testing::HasSubstr;
using testing::input_error;
using testing::one_entry;
using testing::TemporaryFolder;
using testing::write_file;

TEST(Folder, groups_come_from_file_names_and_the_catalogue) {
  const TemporaryFolder folder;
  testing::fs::create_directories(folder / "core");
  write_file(folder / "core/HB__a.mtx", one_entry);
  write_file(folder / "core/loner.mtx", one_entry);
  write_file(folder / "core/README.md", "no matrix");
  write_file(folder / "catalogue.csv",
             "file,group,name,kind,values_dropped,extra\n"
             "core/HB__a.mtx,Harwell,\"a, the \"\"first\"\"\",\"power, grid\",1,x\r\n");

  const Suite suite = import_folder(folder / "core");

  ASSERT_EQ(suite.entries.size(), 2U);
  EXPECT_EQ(suite.name, "core");
  EXPECT_EQ(suite.entries[0].group, "Harwell");
  EXPECT_EQ(suite.entries[0].name, "Harwell/a, the \"first\"");
  EXPECT_EQ(suite.entries[0].kind, "power, grid");
  EXPECT_TRUE(suite.entries[0].seeded_values);
  EXPECT_EQ(suite.entries[0].split, split_of_family("Harwell"));
  EXPECT_EQ(suite.entries[1].group, "loner");
  EXPECT_FALSE(suite.entries[1].seeded_values);
}

TEST(Folder, a_catalogue_means_the_file_at_the_path_that_it_names) {
  const TemporaryFolder folder;
  for (const char* name : {"core", "other", "third"}) {
    testing::fs::create_directories(folder / name);
    write_file(folder / name / "x.mtx", one_entry);
  }
  write_file(folder / "third/y.mtx", one_entry);
  write_file(folder / "catalogue.csv",
             "file,group,name\ncore/x.mtx,GA,x\n./other/x.mtx,GB,x\nx.mtx,GC,x\ny.mtx,GD,y\n");
  const auto names = [&](const char* name) {
    std::vector<std::string> out;
    for (const SuiteEntry& e : import_folder(folder / name).entries) out.push_back(e.name);
    return out;
  };

  EXPECT_THAT(names("core"), ::testing::ElementsAre("GA/x"));
  EXPECT_THAT(names("core/"), ::testing::ElementsAre("GA/x"));
  EXPECT_THAT(names("other"), ::testing::ElementsAre("GB/x"));
  EXPECT_THAT(names("third"), ::testing::ElementsAre("x", "GD/y"))
      << "a bare name is nobody's when there are several";

  // What a catalogue says of other folders' files is nothing for this one, and said.
  write_file(folder / "catalogue.csv", "file,group,name\ncore/x.mtx,GA,x\n");
  const Suite other = import_folder(folder / "other");
  EXPECT_EQ(other.entries.front().name, "x");
  ASSERT_EQ(other.passed_over.size(), 1U);
  EXPECT_EQ(other.passed_over.front().name, "../catalogue.csv");
  EXPECT_THAT(other.passed_over.front().reason, HasSubstr("it names no file of this folder"));

  testing::fs::create_directory_symlink(folder / "core", folder / "link");
  EXPECT_THAT(names("link"), ::testing::ElementsAre("GA/x"));
}

TEST(Folder, a_catalogue_may_have_blank_lines_and_a_mark_of_its_encoding) {
  const TemporaryFolder folder;
  write_file(folder / "a.mtx", one_entry);
  for (const char* text :
       {"file,group\na.mtx,G\n\n", "file,group\r\n\r\na.mtx,G\r\n\r\n", "\n\nfile,group\na.mtx,G",
        "\xef\xbb\xbf"
        "file,group\na.mtx,G\n"}) {
    write_file(folder / "catalogue.csv", text);
    const Suite suite = import_folder(folder.path());
    ASSERT_EQ(suite.entries.size(), 1U) << text;
    EXPECT_EQ(suite.entries[0].group, "G") << text;
  }
}

TEST(Folder, what_is_no_entry_of_it_is_named) {
  const TemporaryFolder folder;
  testing::fs::create_directories(folder / "m/HB/a");
  testing::fs::create_directories(folder / "m/papers");
  write_file(folder / "m/HB/a/a.mtx", one_entry);
  write_file(folder / "m/upper.MTX", one_entry);
  write_file(folder / "m/packed.mtx.GZ", one_entry);
  write_file(folder / "m/m\xfcller.mtx", one_entry);
  write_file(folder / "m/old.rb", "Harwell-Boeing");
  write_file(folder / "m/all.tar", one_entry);
  write_file(folder / "m/a.mtx.bz2", "BZh");
  write_file(folder / "m/notes.txt", "about them");
  write_file(folder / "m/._upper.MTX", "of macOS");
  write_file(folder / "m/._old.rb", "of macOS");
  write_file(folder / "m/.mtx", one_entry);
  testing::fs::create_symlink("nowhere", folder / "m/link.mtx");
  write_file(folder / "catalogue.csv", "title,year\nx,1999\n");

  const Suite suite = import_folder(folder / "m");

  std::vector<std::string> entries, left_out, passed_over;
  for (const SuiteEntry& e : suite.entries) entries.push_back(e.name);
  for (const NoEntry& e : suite.left_out) left_out.push_back(e.name + ": " + e.reason);
  for (const NoEntry& e : suite.passed_over) passed_over.push_back(e.name);
  EXPECT_THAT(entries, ::testing::ElementsAre("all", "packed", "upper"));
  EXPECT_THAT(left_out,
              ::testing::ElementsAre(HasSubstr("link.mtx: expected a file, found a link"),
                                     HasSubstr("m\\xfcller.mtx: expected a name in UTF-8")));
  EXPECT_THAT(passed_over, ::testing::ElementsAre("._old.rb", "._upper.MTX", ".mtx", "HB",
                                                  "a.mtx.bz2", "old.rb", "../catalogue.csv"));
  EXPECT_THAT(suite.passed_over[1].reason, HasSubstr("macOS"));
  EXPECT_THAT(suite.passed_over[2].reason, HasSubstr("an ending alone"));

  write_file(folder / "suite.json", R"({"include": ["m"]})");
  EXPECT_EQ(open_suite((folder / "suite.json").string()).left_out.size(), 2U);
}

TEST(Folder, of_two_files_of_one_name_the_later_is_left_out) {
  const TemporaryFolder folder;
  testing::fs::create_directories(folder / "m");
  for (const char* name : {"a.mtx", "a.mtx.gz", "b.mtx", "c.mtx", "x.tar.gz", "x.mtx"}) {
    write_file(folder / "m" / name, one_entry);
  }
  write_file(folder / "catalogue.csv", "file,group,name\nm/b.mtx,G,z\nm/c.mtx,G,z\n");

  const Suite suite = open_suite((folder / "m").string());

  std::vector<std::string> sources, left_out;
  for (const SuiteEntry& e : suite.entries) {
    sources.push_back(testing::fs::path(e.source).filename());
  }
  for (const NoEntry& e : suite.left_out) left_out.push_back(e.name + ": " + e.reason);
  EXPECT_THAT(sources, ::testing::ElementsAre("a.mtx", "b.mtx", "x.mtx"));
  EXPECT_EQ(suite.description, "3 files of a folder");
  EXPECT_THAT(left_out,
              ::testing::ElementsAre(
                  HasSubstr("a.mtx.gz: expected a matrix with its own name, found 'a', which a.mtx "
                            "has, too; remove or rename one"),
                  HasSubstr("c.mtx: expected a matrix with its own name, found 'G/z', which b.mtx"),
                  HasSubstr("x.tar.gz: expected a matrix with its own name, found 'x'")));
  write_file(folder / "s.json", manifest_json(suite, folder.path()));
  EXPECT_EQ(open_suite((folder / "s.json").string()).entries.size(), 3U);
}

/// Taken for the beginning of a field, a quote within one swallowed all records that follow.
TEST(Folder, quotes_of_a_catalogue_stand_around_fields) {
  const TemporaryFolder folder;
  testing::fs::create_directories(folder / "m");
  write_file(folder / "m/a.mtx", one_entry);
  const auto refused = [&](const std::string& records) {
    write_file(folder / "catalogue.csv", "file,group,kind\n" + records);
    return input_error([&] { (void)import_folder(folder / "m"); });
  };
  EXPECT_THAT(
      refused("m/z.mtx,G,x\nm/a.mtx,G,a 3\" pipe\nm/b.mtx,G,x\n"),
      HasSubstr("catalogue.csv: expected quotes around a whole field in record 2, found one "
                "behind 'a 3'"));
  EXPECT_THAT(refused("m/a.mtx,G,\"pipe\nm/b.mtx,G,x\n"),
              HasSubstr("expected a quote that ends a field in record 1, found none"));
  EXPECT_THAT(refused("m/a.mtx,G,\"3\" pipe\"\n"),
              HasSubstr("behind a field in quotes in record 1, found ' '"));
  EXPECT_THAT(refused("m/a.mtx,G,\"3\"\"\"pipe\n"), HasSubstr("found 'p'"));

  write_file(folder / "catalogue.csv",
             "\"file\",group,kind\r\n\"m/a.mtx\",\"\",\"a 3\"\" pipe,\nbent\"\r\n");
  EXPECT_EQ(import_folder(folder / "m").entries.front().kind, "a 3\" pipe,\nbent");

  // What is no catalogue of ours need not be a table, either.
  write_file(folder / "catalogue.csv", "inches\n3\"\n");
  EXPECT_EQ(import_folder(folder / "m").passed_over.front().name, "../catalogue.csv");
  write_file(folder / "m/catalogue.csv", "fi\"le\na.mtx\n");
  EXPECT_THAT(input_error([&] { (void)import_folder(folder / "m"); }), HasSubstr("in record 0"));
}

TEST(Folder, errors) {
  const TemporaryFolder folder;
  EXPECT_THAT(input_error([&] { (void)import_folder(folder.path()); }),
              HasSubstr("expected matrix files"));
  EXPECT_THAT(input_error([&] { (void)import_folder(folder / "none"); }),
              HasSubstr("expected a readable folder"));
  write_file(folder / "old.rb", "Harwell-Boeing");
  EXPECT_THAT(input_error([&] { (void)import_folder(folder.path()); }),
              HasSubstr("found none but old.rb (its format is not read"));
  write_file(folder / "a.mtx", one_entry);
  write_file(folder / "catalogue.csv", "name,group\nx,y\n");
  EXPECT_THAT(input_error([&] { (void)import_folder(folder.path()); }), HasSubstr("column 'file'"));
  write_file(folder / "catalogue.csv", "file,group\nx\n");
  EXPECT_THAT(input_error([&] { (void)import_folder(folder.path()); }),
              HasSubstr("expected 2 columns in record 1, found 1"));
  write_file(folder / "catalogue.csv", "file,group\na.mtx,G\n./a.mtx,H\n");
  EXPECT_THAT(input_error([&] { (void)import_folder(folder.path()); }),
              HasSubstr("catalogue.csv: expected a file of its own in record 2, found './a.mtx' "
                        "again; remove one"));
  write_file(folder / "catalogue.csv", "file,group,note\nb.mtx,G,\xfc\na.mtx,M\xfcller,x\n");
  EXPECT_THAT(input_error([&] { (void)import_folder(folder.path()); }),
              HasSubstr("catalogue.csv: expected UTF-8 in record 2, found 'M\\xfcller'"));
  write_file(folder / "catalogue.csv", "");
  EXPECT_THAT(input_error([&] { (void)import_folder(folder.path()); }), HasSubstr("column 'file'"));
}

}  // namespace
}  // namespace sptune::suites
