// SPDX-License-Identifier: BSD-3-Clause
// What the programs say, and the files that they write. Nothing else in apps/ touches the standard
// streams: a write that fails is an error on standard output and nobody's business on standard
// error, for every verb alike.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string_view>
#include <utility>

namespace sptune::apps {

/// Call first in main(). Closed standard descriptors are taken up, so that no file that is opened
/// later gets their number and what is printed; SIGPIPE and SIGXFSZ become errors of the write.
void prepare_streams();

/// The signals do again what they did before: for a program that takes this one's place.
void give_back_signals();

/// Buffered, but on a terminal. Throws InputError when the text cannot be written, BrokenPipe when
/// its reader is gone. On a terminal control characters are shown and not obeyed.
void write_out(std::string_view text);
/// Everything written so far leaves the program. Throws as write_out.
void flush_out();
/// Never fails: who cannot be told is not told.
void write_err(std::string_view text) noexcept;

/// The reader of standard output went away, which is how `| head` ends: no error to tell of.
struct BrokenPipe {};
/// Ends the program as a broken pipe ends other programs: by SIGPIPE; by exit code 3 where the
/// caller had told this program to ignore the signal.
[[noreturn]] void end_by_broken_pipe();

template <class... Args>
void print_out(fmt::format_string<Args...> format, Args&&... args) {
  write_out(fmt::format(format, std::forward<Args>(args)...));
}
template <class... Args>
void print_err(fmt::format_string<Args...> format, Args&&... args) {
  write_err(fmt::format(format, std::forward<Args>(args)...));
}

/// A stream whose text goes to `sink`, at once; what that throws reaches whoever prints.
template <class Write>
class TextStream : private std::streambuf, public std::ostream {
 public:
  explicit TextStream(Write sink)
      : std::ostream(static_cast<std::streambuf*>(this)), sink_(std::move(sink)) {
    exceptions(std::ios::badbit);
  }

 private:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    sink_(std::string_view(text, static_cast<std::size_t>(size)));
    return size;
  }
  std::streambuf::int_type overflow(std::streambuf::int_type c) override {
    const char character = std::streambuf::traits_type::to_char_type(c);
    xsputn(&character, 1);
    return c;
  }
  Write sink_;
};

/// A result file that somebody named on the command line: whole or not at all, through links, into
/// devices and pipes (suites::OutputFile). Throws UsageError where a database would be lost by it.
void write_output_file(const std::filesystem::path& path, std::string_view text);
/// For a file that is written when minutes or hours have passed: throws InputError where it could
/// not be now.
void refuse_unwritable(const std::filesystem::path& path);
/// The check alone, for a file that is written elsewhere.
void refuse_database(const std::filesystem::path& path);
/// Marker of refuse_other_file.
inline constexpr std::string_view matrix_market_begins = "%%MatrixMarket";
/// A result replaces the one before it, as compilers do it; anything else that stands there is
/// somebody's work. Throws UsageError, unless `force`, for a file whose beginning lacks `marker`,
/// and as refuse_database. `kind`: what is written, as users call it; `force`: of verbs that have
/// such an option.
void refuse_other_file(const std::filesystem::path& path, std::string_view marker,
                       std::string_view kind, std::optional<bool> force = std::nullopt);

}  // namespace sptune::apps
