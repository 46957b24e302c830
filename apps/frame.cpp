// SPDX-License-Identifier: BSD-3-Clause
#include "apps/frame.hpp"

#include "apps/output.hpp"
#include "apps/verb_words.hpp"
#include "apps/verbs.hpp"
#include "kernels/host/isa.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

namespace sptune::apps {

void parse_words(CLI::App& app, std::vector<std::string> words) {
  if (const std::string flaw = host::isa_flaw(); !flaw.empty()) throw UsageError(flaw);
  words = without_program_mark(with_present_names(without_help_verb(std::move(words))));
  require_known_verbs(app, words);
  std::reverse(words.begin(), words.end());  // as CLI11 takes them
  try {
    app.parse(std::move(words));
  } catch (const CLI::Success& e) {  // --help and --version
    TextStream out(write_out);
    TextStream err(write_err);
    app.exit(e, out, err);
  } catch (const CLI::ParseError& e) {
    throw usage_error(app, e.what());
  }
}

ExitCode ended(const std::function<void()>& job) {
  try {
    job();
  } catch (const BrokenPipe&) {
    end_by_broken_pipe();
  } catch (const Exit& e) {
    return e.code;
  } catch (const Error& e) {
    print_err("sptune: {}\n", e.what());
    return e.code();
  } catch (const std::bad_alloc&) {
    write_err("sptune: out of memory\n");
    return ExitCode::internal;
  } catch (const std::exception& e) {
    print_err("sptune: internal error: {}\n", e.what());
    return ExitCode::internal;
  }
  return ExitCode::success;
}

}  // namespace sptune::apps
