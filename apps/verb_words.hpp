// SPDX-License-Identifier: BSD-3-Clause
// The words before the options: which verb is meant, and which one may have been meant.
#pragma once

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

/// The one of `known` that `word` is a slip of the keyboard from (letters left out, doubled,
/// wrong or in the wrong order); empty when there is none.
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace sptune::apps
