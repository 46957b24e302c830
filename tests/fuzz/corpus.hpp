// SPDX-License-Identifier: BSD-3-Clause
// The corpora as corpus.py writes them: a name, a tab and escaped bytes on a line.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::fuzz {

struct Input {
  std::string name;
  std::string bytes;
};

/// Printable ASCII stands for itself, \n, \t, \r, \\ and \xNN for the rest. Throws
/// std::invalid_argument for another escape.
inline std::string unescaped(std::string_view text) {
  constexpr std::string_view letters = "ntr\\";
  constexpr std::string_view meanings = "\n\t\r\\";
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      bytes += text[i];
      continue;
    }
    const char code = i + 1 < text.size() ? text[i + 1] : '\0';
    const std::size_t known = letters.find(code);
    if (code == 'x' && i + 3 < text.size()) {
      bytes += static_cast<char>(std::stoi(std::string(text.substr(i + 2, 2)), nullptr, 16));
      i += 3;
    } else if (code != '\0' && known != std::string_view::npos) {
      bytes += meanings[known];
      i += 1;
    } else {
      throw std::invalid_argument("no escape at byte " + std::to_string(i) + " of " +
                                  std::string(text.substr(0, 80)));
    }
  }
  return bytes;
}

/// All inputs of a fuzzer. Throws std::runtime_error when its file cannot be read, or
/// $SPTUNE_SOURCE_DIR is not set, as it is under ctest.
inline std::vector<Input> read_corpus(const std::string& fuzzer) {
  const char* source = std::getenv("SPTUNE_SOURCE_DIR");
  if (source == nullptr) throw std::runtime_error("SPTUNE_SOURCE_DIR is not set: run by ctest");
  const auto path = std::filesystem::path(source) / "tests/fuzz/corpus" / (fuzzer + ".txt");
  std::ifstream in(path);
  if (!in) throw std::runtime_error(path.string() + ": cannot be read");
  std::vector<Input> inputs;
  for (std::string line; std::getline(in, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) throw std::runtime_error(path.string() + ": no tab: " + line);
    inputs.push_back({line.substr(0, tab), unescaped(std::string_view(line).substr(tab + 1))});
  }
  return inputs;
}

}  // namespace sptune::fuzz
