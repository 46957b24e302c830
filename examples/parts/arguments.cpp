// SPDX-License-Identifier: BSD-3-Clause
#include "examples/parts/arguments.hpp"

#include "examples/parts/read.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>

namespace sptune::examples {
namespace {

[[noreturn]] void usage(const About& about, const std::string& complaint, bool asked) {
  std::FILE* const out = asked ? stdout : stderr;
  if (!asked) std::fprintf(out, "%s: %s\n", about.name, complaint.c_str());
  std::fprintf(
      out,
      "usage: %s [options] MATRIX...\n%s\n"
      "  MATRIX            %s\n"
      "  --backend B       cpu (default) or cuda\n"
      "  --ways W,...      how products are planned: untuned, tuned%s, cusparse;\n"
      "                    default: untuned,tuned\n"
      "%s"
      "  --compare         all ways that the backend has, seven rounds\n"
      "  --repeats N       rounds of all ways in turn, after one that is not counted; 3\n"
      "  --model FILE      what `sptune train` wrote; default: $SPTUNE_MODEL, or what ships\n"
      "  --runs N          products that are expected of a loop; %g\n"
      "  --json            for programs\n",
      about.name, about.what, what_is_read(), about.dense ? ", probe, async" : "",
      about.dense ? "  --probe, --async  these ways, too\n" : "", about.expected_runs);
  std::exit(asked ? 0 : 2);
}

std::optional<double> number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(value > 0) || !(value < 1e9)) return std::nullopt;
  return value;
}

std::optional<Way> way_named(std::string_view text) {
  for (const auto& [way, name] : way_names) {
    if (name == text) return way;
  }
  return std::nullopt;
}

bool of_dense(Way way) {
  return way == Way::probe || way == Way::async;
}

std::vector<Way> all_ways(const About& about, MemorySpace where) {
  std::vector<Way> ways;
  for (const auto& [way, name] : way_names) {
    const bool there =
        (about.dense || !of_dense(way)) && (way != Way::cusparse || where == MemorySpace::device);
    if (there) ways.push_back(way);
  }
  return ways;
}

struct Parser {
  const About& about;
  Arguments out{};
  bool compare = false;

  [[noreturn]] void refuse(const std::string& complaint) const { usage(about, complaint, false); }

  void add(Way way) {
    if (std::find(out.ways.begin(), out.ways.end(), way) == out.ways.end()) {
      out.ways.push_back(way);
    }
  }
  void set_ways(const std::string& list) {
    out.ways.clear();
    std::istringstream names(list);
    for (std::string name; std::getline(names, name, ',');) {
      const std::optional<Way> way = way_named(name);
      if (!way) refuse("unknown way '" + name + "'");
      add(*way);
    }
    if (out.ways.empty()) refuse("--ways needs one at least");
  }
  void set_backend(const std::string& name) {
    if (name != "cpu" && name != "cuda") refuse("unknown backend '" + name + "': cpu or cuda");
    out.where = name == "cuda" ? MemorySpace::device : MemorySpace::host;
  }
  /// Options with a value.
  void set(const std::string& option, const std::string& value) {
    if (option == "--backend") return set_backend(value);
    if (option == "--ways") return set_ways(value);
    if (option == "--model") return out.models.push_back(value);
    const std::optional<double> n = number(value);
    if (!n) refuse(option + " needs a number above 0, found '" + value + "'");
    if (option == "--runs") {
      out.expected_runs = *n;
    } else {
      out.repeats = std::max(1, static_cast<int>(*n));
    }
  }
};

void check(const Parser& parser, const About& about) {
  for (const Way way : parser.out.ways) {
    if (!about.dense && of_dense(way)) {
      parser.refuse("no way '" + std::string(to_string(way)) + "' for sparse results");
    }
    if (way == Way::cusparse && parser.out.where == MemorySpace::host) {
      parser.refuse("cusparse computes on a GPU: say --backend cuda");
    }
  }
  if (parser.out.matrices.empty()) parser.refuse("no matrix");
}

}  // namespace

Arguments parse_arguments(int argc, char** argv, const About& about) {
  Parser parser{about};
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--help") usage(about, "", true);
    if (word == "--json") {
      parser.out.json = true;
    } else if (word == "--compare") {
      parser.compare = true;
    } else if (word == "--probe") {
      parser.add(Way::probe);
    } else if (word == "--async") {
      parser.add(Way::async);
    } else if (word == "--backend" || word == "--ways" || word == "--model" || word == "--runs" ||
               word == "--repeats") {
      if (++i == argc) parser.refuse(word + " needs a value");
      parser.set(word, argv[i]);
    } else if (word.starts_with("--")) {
      parser.refuse("unknown option " + word);
    } else {
      parser.out.matrices.push_back(word);
    }
  }
  if (parser.compare) parser.out.ways = all_ways(about, parser.out.where);
  if (parser.out.repeats == 0) parser.out.repeats = parser.compare ? 7 : 3;
  if (parser.out.expected_runs == 0) parser.out.expected_runs = about.expected_runs;
  check(parser, about);
  return parser.out;
}

}  // namespace sptune::examples
