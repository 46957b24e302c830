// SPDX-License-Identifier: BSD-3-Clause
#include "tests/lint/tree.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace sptune::lint {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 7> extensions = {".hpp", ".cpp", ".cuh", ".cu",
                                                        ".def", ".h",   ".c"};

bool is_source(const fs::path& path) {
  return std::find(extensions.begin(), extensions.end(), path.extension().string()) !=
         extensions.end();
}

SourceFile read(const fs::path& path) {
  SourceFile file{fs::relative(path, root()).generic_string(), {}};
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  for (std::string line; std::getline(in, line);) file.lines.push_back(line);
  return file;
}

bool begins(std::string_view text, std::string_view beginning) {
  return text.substr(0, beginning.size()) == beginning;
}

/// The longest key that `path` begins with, at a border of path components; empty when none.
std::string module_of(const std::map<std::string, std::vector<std::string>>& modules,
                      std::string_view path) {
  std::string best;
  for (const auto& [module, allowed] : modules) {
    const bool inside =
        begins(path, module) && (path.size() == module.size() || path[module.size()] == '/');
    if (inside && module.size() > best.size()) best = module;
  }
  return best;
}

bool in_module(const std::vector<std::string>& modules, std::string_view path) {
  return std::any_of(modules.begin(), modules.end(), [&](const std::string& module) {
    return path == module || begins(path, module + "/");
  });
}

std::string section_of(const std::string& line) {
  return line.size() > 2 && line.front() == '[' ? line.substr(1, line.find(']') - 1) : "";
}

}  // namespace

bool SourceFile::is_header() const {
  const fs::path p(path);
  return p.extension() == ".hpp" || p.extension() == ".cuh" || p.extension() == ".h";
}

fs::path root() {
  const char* dir = std::getenv("SPTUNE_SOURCE_DIR");
  if (dir == nullptr) throw std::runtime_error("SPTUNE_SOURCE_DIR is not set: run through ctest");
  return dir;
}

std::vector<fs::path> folders() {
  std::ifstream ignored(root() / ".gitignore");
  if (!ignored) throw std::runtime_error("cannot read " + (root() / ".gitignore").string());
  std::set<std::string> outside;
  for (std::string line; std::getline(ignored, line);) outside.insert(line);
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(root())) {
    const std::string name = entry.path().filename();
    if (entry.is_directory() && name.front() != '.' && !outside.contains("/" + name + "/")) {
      found.push_back(entry.path());
    }
  }
  return found;
}

std::vector<SourceFile> source_files() {
  std::vector<SourceFile> files;
  for (const fs::path& folder : folders()) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file() && is_source(entry.path())) files.push_back(read(entry.path()));
    }
  }
  std::sort(files.begin(), files.end(),
            [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

std::vector<Include> includes(const SourceFile& file) {
  static const std::regex pattern(R"(^\s*#\s*include\s*["<]([^">]+)[">].*)");
  std::vector<Include> found;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    if (file.lines[i].find('#') == std::string::npos) continue;
    std::smatch match;
    if (std::regex_match(file.lines[i], match, pattern)) {
      found.push_back({static_cast<int>(i) + 1, match[1]});
    }
  }
  return found;
}

Table read_layers(const fs::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  Table table;
  std::string section;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    if (const std::string name = section_of(line); !name.empty()) {
      section = name;
      continue;
    }
    std::istringstream words(line);
    std::string key;
    std::string colon;
    words >> key >> colon;
    if (section.empty() || colon != ":") {
      throw std::runtime_error(file.string() + ": expected '<name> : <names>', found '" + line +
                               "'");
    }
    auto& values = table[section][key];
    for (std::string word; words >> word;) values.push_back(word);
  }
  return table;
}

std::vector<std::string> violations(const Table& table, const std::vector<SourceFile>& files) {
  std::vector<std::string> found;
  const auto& modules = table.at("modules");
  for (const SourceFile& file : files) {
    const std::string module = module_of(modules, file.path);
    if (module.empty()) {
      found.push_back(file.path + ": its folder is in no module of tests/lint/layers.txt");
      continue;
    }
    const auto& allowed = modules.at(module);
    const bool all = in_module(allowed, "*");
    for (const Include& include : includes(file)) {
      const std::string where = file.path + ":" + std::to_string(include.line) + ": ";
      const bool is_public = begins(include.name, "sptune/");
      const std::string path = (is_public ? "include/" : "") + include.name;
      if (const std::string other = module_of(modules, path); !other.empty()) {
        const bool ok = other == module || in_module(allowed, other) || (all && other != "tests");
        if (!ok) found.push_back(where + module + " may not include " + include.name);
        continue;
      }
      for (const auto& [library, users] : table.at("libraries")) {
        if (begins(include.name, library) && !in_module(users, file.path) && module != "tests") {
          found.push_back(where + module + " may not include <" + include.name + ">");
        }
      }
      for (const auto& [library, barred] : table.at("not-in-headers")) {
        if (file.is_header() && begins(include.name, library) && in_module(barred, file.path)) {
          found.push_back(where + "no header of a module includes <" + include.name + ">");
        }
      }
    }
  }
  return found;
}

}  // namespace sptune::lint
