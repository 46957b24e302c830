// SPDX-License-Identifier: BSD-3-Clause
// The words of the command line: which verb or option is meant, and which may have been meant.
#pragma once

#include "sptune/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace sptune::apps {

/// `help` becomes `--help`, `help db check` becomes `db check --help`.
[[nodiscard]] std::vector<std::string> without_help_verb(std::vector<std::string> words);

/// Options under their present names: those that were renamed are still accepted under their former
/// ones, which no help lists.
[[nodiscard]] std::vector<std::string> with_present_names(std::vector<std::string> words);

/// Of `run-with`, the mark `--` before the program is left out: what follows it is none of ours.
[[nodiscard]] std::vector<std::string> without_program_mark(std::vector<std::string> words);

/// Throws UsageError, with the nearest name there is, at the first word that names no verb where
/// one has to be.
void require_known_verbs(CLI::App& app, const std::vector<std::string>& words);

/// Why `word` is none of `known`; empty when it is one.
[[nodiscard]] std::string flaw_of_choice(const std::string& word,
                                         const std::vector<std::string>& known);

/// Of words that could not be parsed, for which the parser gives `flaw`: names the verb and, of an
/// option that does not exist, the nearest that does.
[[nodiscard]] UsageError usage_error(const CLI::App& app, const std::string& flaw);

/// The one of `known` that `word` is a slip of the keyboard from (letters left out, doubled,
/// wrong or in the wrong order); empty when there is none.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& known);

/// A word as a shell is given it: in quotes where it has to be.
[[nodiscard]] std::string shell_word(const std::string& text);
/// The verb with the options that it was given, for a shell.
[[nodiscard]] std::string command_of(const CLI::App& verb);

}  // namespace sptune::apps
