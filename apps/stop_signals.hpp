// SPDX-License-Identifier: BSD-3-Clause
// Ctrl-C for verbs that measure: the first one asks to end after what is in hand, the second kills.
#pragma once

namespace sptune::apps {

/// From here on SIGINT and SIGTERM make `stop_requested` true and say `line` on standard error; a
/// second one kills as it always does. `line` outlives the program's work (a literal).
void catch_stop_signals(const char* line);
[[nodiscard]] bool stop_requested() noexcept;

}  // namespace sptune::apps
