// SPDX-License-Identifier: BSD-3-Clause
// Rules that a compiler does not check: layers, lengths, licences, names.
#include "tests/lint/tree.hpp"

#include <gtest/gtest.h>
#include <regex.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace sptune::lint {
namespace {

/// An extended regular expression of POSIX, with the word borders that glibc adds: it reads the
/// tree in a tenth of the time of std::regex.
class Pattern {
 public:
  explicit Pattern(const char* text) {
    if (regcomp(&compiled_, text, REG_EXTENDED | REG_NOSUB) != 0) {
      throw std::invalid_argument(text);
    }
  }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;
  ~Pattern() { regfree(&compiled_); }

  [[nodiscard]] bool found_in(const std::string& line) const {
    return regexec(&compiled_, line.c_str(), 0, nullptr, 0) == 0;
  }

 private:
  regex_t compiled_{};
};

Table layers() {
  return read_layers(root() / "tests/lint/layers.txt");
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TEST(layering, every_include_is_in_the_table) {
  const auto files = source_files();
  ASSERT_GT(files.size(), 30U);

  const auto found = violations(layers(), files);

  EXPECT_TRUE(found.empty()) << joined(found);
}

TEST(layering, reports_each_kind_of_violation) {
  const std::vector<SourceFile> files = {
      {"suites/bad.cpp", {"#include \"db/store.hpp\""}},
      {"tuner/model/bad.hpp", {"", "#include <nlohmann/json.hpp>"}},
      {"harness/bad.cpp", {"#  include <sqlite3.h>"}},
      {"apps/bad.cpp", {"#include \"tests/lint/tree.hpp\""}},
      {"attic/bad.cpp", {"int x;"}},
      {"db/good.cpp", {"#include <sqlite3.h>", "#include \"harness/records/trial.hpp\""}}};

  const auto found = violations(layers(), files);

  ASSERT_EQ(found.size(), 5U) << joined(found);
  EXPECT_EQ(found[0], "suites/bad.cpp:1: suites may not include db/store.hpp");
  EXPECT_EQ(found[1], "tuner/model/bad.hpp:2: no header of a module includes <nlohmann/json.hpp>");
  EXPECT_EQ(found[2], "harness/bad.cpp:1: harness may not include <sqlite3.h>");
  EXPECT_EQ(found[3], "apps/bad.cpp:1: apps may not include tests/lint/tree.hpp");
  EXPECT_EQ(found[4], "attic/bad.cpp: its folder is in no module of tests/lint/layers.txt");
}

TEST(layering, the_table_has_no_circle) {
  const Table table = layers();
  std::map<std::string, std::vector<std::string>> open = table.at("modules");
  std::erase_if(open, [](const auto& module) {
    return std::count(module.second.begin(), module.second.end(), "*") > 0;
  });

  for (std::size_t before = open.size() + 1; open.size() < before;) {
    before = open.size();
    std::erase_if(open, [&](const auto& module) {
      return std::none_of(module.second.begin(), module.second.end(),
                          [&](const std::string& used) { return open.contains(used); });
    });
  }

  for (const auto& [module, used] : open) ADD_FAILURE() << module << " is part of a circle";
}

TEST(files, each_names_its_licence_in_the_first_line) {
  for (const SourceFile& file : source_files()) {
    if (file.path.ends_with(".def")) continue;
    ASSERT_FALSE(file.lines.empty()) << file.path << " is empty";
    const std::string licence = "SPDX-License-Identifier: BSD-3-Clause";
    if (file.path == "include/sptune/sptune.h") {  // C89 has no other comments
      EXPECT_EQ(file.lines.front(), "/* " + licence + " */");
      continue;
    }
    EXPECT_EQ(file.lines.front(), "// " + licence) << file.path;
  }
}

TEST(files, none_is_longer_than_600_lines) {
  struct Longest {
    std::size_t lines = 0;
    std::string path;
  };
  std::map<std::string, Longest> longest;
  for (const SourceFile& file : source_files()) {
    EXPECT_LE(file.lines.size(), 600U) << file.path << ": split it by subject";
    Longest& module = longest[file.path.substr(0, file.path.find('/'))];
    if (file.lines.size() > module.lines) module = {file.lines.size(), file.path};
  }

  for (const auto& [module, file] : longest) {
    const bool header = file.path.ends_with(".hpp");
    const bool long_one = file.lines > (header ? 200U : 400U);
    std::cout << (long_one ? "warning: " : "") << module << ": longest file " << file.path << ", "
              << file.lines << " lines\n";
  }
}

TEST(files, includes_of_the_project_are_written_from_its_root) {
  for (const SourceFile& file : source_files()) {
    for (const Include& include : includes(file)) {
      const bool relative = include.name.starts_with(".") || include.name.starts_with("/");
      EXPECT_FALSE(relative) << file.path << ":" << include.line
                             << ": write its path from the root";
    }
  }
}

TEST(files, nothing_is_printed_below_apps) {
  const Pattern printing(R"(\b(std::cout|std::cerr|std::printf|std::puts|fmt::print)\b)");
  for (const SourceFile& file : source_files()) {
    const bool may = file.path.starts_with("apps/") || file.path.starts_with("tests/") ||
                     file.path.starts_with("examples/") || file.path.starts_with("bench/");
    if (may) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string code = file.lines[i].substr(0, file.lines[i].find("//"));
      EXPECT_FALSE(printing.found_in(code))
          << file.path << ":" << i + 1 << ": only apps/ prints; hand the text to the caller";
    }
  }
}

TEST(files, apps_print_through_their_own_output) {
  const Pattern printing(
      R"(\b(std::cout|std::cerr|std::printf|std::puts|fmt::print|std::ofstream)\b)");
  const std::set<std::string> may = {"apps/output.cpp",
                                     "apps/feature_costs.cpp"};  // writes to /proc
  for (const SourceFile& file : source_files()) {
    if (!file.path.starts_with("apps/") || may.contains(file.path)) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      EXPECT_FALSE(printing.found_in(file.lines[i]))
          << file.path << ":" << i + 1
          << ": use apps/output.hpp, which sees errors, devices and links";
    }
  }
}

TEST(files, statements_of_sql_stand_in_db_and_in_the_named_queries) {
  const Pattern statement(
      R"re((^|[^\\])"\s*(SELECT|WITH|INSERT|UPDATE|DELETE|CREATE|ATTACH|PRAGMA) )re");
  for (const SourceFile& file : source_files()) {
    if (file.path.starts_with("db/") || file.path.starts_with("tests/")) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      EXPECT_FALSE(statement.found_in(file.lines[i]))
          << file.path << ":" << i + 1 << ": make it reports/queries/<name>.sql, or part of db/";
    }
  }
}

// Depth is limited in one place, because what nlohmann's parser takes its copies and dumps overflow
// the stack with.
TEST(files, json_is_parsed_in_one_place) {
  const Pattern parsing(R"(\b([jJ]son|ordered_json)::(parse|accept|from_\w+|sax_parse)\()");
  for (const SourceFile& file : source_files()) {
    if (file.path.starts_with("tests/") || file.path == "kernels/api/json_text.hpp") continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      EXPECT_FALSE(parsing.found_in(file.lines[i]))
          << file.path << ":" << i + 1 << ": use parse_json of kernels/api/json_text.hpp";
    }
  }
}

TEST(files, no_unfinished_work_is_marked) {
  const Pattern mark(R"(\b(TO)DO\b|\b(FIX)ME\b|\b(XX)X\b)");
  for (const SourceFile& file : source_files()) {
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      EXPECT_FALSE(mark.found_in(file.lines[i])) << file.path << ":" << i + 1;
    }
  }
}

std::vector<std::string> linked_files(const std::filesystem::path& page) {
  std::ifstream in(page);
  EXPECT_TRUE(in) << page;
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  const std::regex link(R"(\]\(([^)#:\s]+)(#[^)]*)?\))");
  std::vector<std::string> found;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), link); it != std::sregex_iterator();
       ++it) {
    found.push_back((*it)[1]);
  }
  return found;
}

TEST(documents, links_lead_to_files_that_exist) {
  std::vector<std::filesystem::path> pages = {root() / "README.md", root() / "CONTRIBUTING.md",
                                              root() / "CHANGELOG.md"};
  for (const std::filesystem::path& folder : folders()) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".md") pages.push_back(entry.path());
    }
  }
  EXPECT_GE(pages.size(), 30U) << "documents, and a README in every folder of the source";
  for (const auto& page : pages) {
    for (const std::string& link : linked_files(page)) {
      EXPECT_TRUE(std::filesystem::exists(page.parent_path() / link)) << page << " links " << link;
    }
  }
}

TEST(documents, verbs_of_the_readme_exist) {
  std::ifstream def(root() / "apps/verbs.def");
  std::vector<std::string> verbs;
  for (std::string line; std::getline(def, line);) {
    if (!line.empty() && line.front() != '#') verbs.push_back(line);
  }
  std::ifstream in(root() / "README.md");
  const std::regex call(R"((?:^|[ `/])sptune ([a-z]+)\b)");
  int calls = 0;
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("    ") && line.find('`') == std::string::npos) continue;
    for (auto it = std::sregex_iterator(line.begin(), line.end(), call);
         it != std::sregex_iterator(); ++it) {
      ++calls;
      EXPECT_NE(std::find(verbs.begin(), verbs.end(), (*it)[1].str()), verbs.end())
          << "README.md speaks of 'sptune " << (*it)[1] << "'";
    }
  }
  EXPECT_GE(calls, 3);
}

}  // namespace
}  // namespace sptune::lint
