// SPDX-License-Identifier: BSD-3-Clause
#include "apps/verb_words.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace sptune::apps {
namespace {

/// Damerau and Levenshtein's distance, neighbours swapped at most once.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t k = 0; k <= b.size(); ++k) {
      if (i == 0 || k == 0) {
        d[i][k] = i + k;
        continue;
      }
      d[i][k] = std::min(
          {d[i - 1][k] + 1, d[i][k - 1] + 1, d[i - 1][k - 1] + (a[i - 1] == b[k - 1] ? 0U : 1U)});
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) {
        d[i][k] = std::min(d[i][k], d[i - 2][k - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

struct Renamed {
  std::string_view verb, former, present;
};
constexpr std::array renamed{
    Renamed{"evaluate", "--judge", "--held-out"},
    Renamed{"evaluate", "--retime", "--measure"},
    Renamed{"evaluate", "--retime-best", "--measure-best"},
    Renamed{"evaluate", "--retime-db", "--measure-db"},
    Renamed{"evaluate", "--rounds", "--repetitions"},
    Renamed{"sweep", "--laps", "--repetitions"},
};

std::vector<std::string> verb_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(sub->get_name());
  }
  return names;
}

/// Without their dashes.
std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options([](const CLI::Option*) { return true; })) {
    const std::vector<std::string>& own = option->get_lnames();
    names.insert(names.end(), own.begin(), own.end());
  }
  return names;
}

}  // namespace

std::vector<std::string> without_help_verb(std::vector<std::string> words) {
  if (words.empty() || words.front() != "help") return words;
  words.erase(words.begin());
  words.emplace_back("--help");
  return words;
}

std::vector<std::string> with_present_names(std::vector<std::string> words) {
  for (std::string& word : words) {
    if (word == "--") break;  // operands follow
    const std::string name = word.substr(0, word.find('='));
    for (const Renamed& option : renamed) {
      if (words.front() != option.verb || name != option.former) continue;
      word.replace(0, name.size(), option.present);
      break;
    }
  }
  return words;
}

std::vector<std::string> without_program_mark(std::vector<std::string> words) {
  if (words.empty() || words.front() != "run-with") return words;
  auto at = words.begin() + 1;
  while (at != words.end() && *at != "--" && at->starts_with("-")) {
    at += *at == "--constant" && at + 1 != words.end() ? 2 : 1;  // which takes a word
  }
  if (at != words.end() && *at == "--") words.erase(at);
  return words;
}

void require_known_verbs(CLI::App& app, const std::vector<std::string>& words) {
  CLI::App* at = &app;
  std::string path = "sptune";
  for (const std::string& word : words) {
    const std::vector<std::string> known = verb_names(*at);
    if (known.empty() || word.starts_with("-")) return;
    const auto subs = at->get_subcommands([&](CLI::App* sub) { return sub->get_name() == word; });
    if (subs.empty()) {
      const std::string near = nearest(word, known);
      throw UsageError(
          near.empty()
              ? fmt::format("no verb `{} {}`; there are: {}", path, word, fmt::join(known, ", "))
              : fmt::format("no verb `{} {}`: did you mean '{}'? `{} --help` lists them", path,
                            word, near, path));
    }
    at = subs.front();
    path += " " + word;
  }
  if (const std::vector<std::string> known = verb_names(*at); !known.empty()) {
    throw UsageError(fmt::format("`{0}` wants a verb after it: {1}; `{0} --help` explains them",
                                 path, fmt::join(known, ", ")));
  }
}

std::string flaw_of_choice(const std::string& word, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), word) != known.end()) return {};
  const std::string near = nearest(word, known);
  return fmt::format("no choice '{}'{} there are: {}", word,
                     near.empty() ? ";" : fmt::format(": did you mean '{}'?", near),
                     fmt::join(known, ", "));
}

UsageError usage_error(const CLI::App& app, const std::string& flaw) {
  const CLI::App* at = &app;
  std::string path = app.get_name();
  while (!at->get_subcommands().empty()) {
    at = at->get_subcommands().front();
    path += " " + at->get_name();
  }
  // First, as a slip may be why another option seems to be missing; of `run-with`, they are the
  // program's.
  if (!at->get_prefix_command()) {
    for (const std::string& word : at->remaining()) {
      const std::string name = word.substr(0, word.find('='));
      const std::size_t letters = name.find_first_not_of('-');
      if (letters == 0 || letters == std::string::npos) continue;
      const std::string near = nearest(name.substr(letters), option_names(*at));
      return UsageError(fmt::format("`{0}` has no option {1}{2} `{0} --help` lists them", path,
                                    name, near.empty() ? ";" : ": did you mean --" + near + "?"));
    }
  }
  return UsageError(fmt::format("{}; `{} --help` tells more", flaw, path));
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  const std::string* best = nullptr;
  std::size_t least = 1 + std::max<std::size_t>(1, word.size() / 3);
  for (const std::string& name : known) {
    const std::size_t d = distance(word, name);
    // A word that was cut short, too.
    const bool begun = word.size() > 1 && name.starts_with(word);
    if (d < least || (begun && best == nullptr)) {
      best = &name;
      least = std::min(least, d);
    }
  }
  return best == nullptr ? std::string{} : *best;
}

std::string shell_word(const std::string& text) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("_-+=,./:@%").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, plain)) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string command_of(const CLI::App& verb) {
  std::string out = "sptune " + verb.get_name();
  for (const CLI::Option* option :
       verb.get_options([](const CLI::Option* o) { return o->count() > 0; })) {
    if (option->get_items_expected_max() == 0) {
      out += " " + option->get_name();
      continue;
    }
    // A list that may have commas is one word.
    const bool list = option->get_delimiter() != '\0';
    const std::vector<std::string> values =
        list ? std::vector{fmt::format("{}", fmt::join(option->results(), ","))}
             : option->results();
    for (const std::string& value : values) {
      out += " " + option->get_name() + " " + shell_word(value);
    }
  }
  return out;
}

}  // namespace sptune::apps
