// SPDX-License-Identifier: BSD-3-Clause
#include "suites/io/matrix_market.hpp"

#include "sptune/error.hpp"
#include "suites/io/byte_source.hpp"
#include "suites/io/file_io.hpp"
#include "suites/io/market_parser.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace sptune::suites {
namespace {

// Big enough to amortise a system call, small enough to stay in the L2 cache. Reading is preferred
// to mapping the file: mapped pages count as resident memory, and a file that shrinks while it is
// mapped kills the process.
constexpr std::size_t chunk_bytes = std::size_t{1} << 18U;
constexpr std::size_t longest_line = std::size_t{1} << 20U;

/// Feeds the parser with the whole lines of `source`.
void pump(ByteSource& source, market::Parser& parser) {
  std::vector<char> buffer(chunk_bytes);
  std::size_t held = 0;  // bytes of a line that has not ended yet
  for (;;) {
    // One byte stays free for the newline that a last line may lack.
    const std::size_t got = source.read(buffer.data() + held, buffer.size() - held - 1);
    if (got == 0) break;
    const auto* const newline =
        static_cast<const char*>(::memrchr(buffer.data() + held, '\n', got));
    held += got;
    if (newline != nullptr) {
      const auto whole = static_cast<std::size_t>(newline - buffer.data()) + 1;
      parser.consume({buffer.data(), whole});
      std::memmove(buffer.data(), buffer.data() + whole, held - whole);
      held -= whole;
    } else if (held + 1 == buffer.size()) {
      if (held >= longest_line) parser.refuse_long_line({buffer.data(), held});
      buffer.resize(buffer.size() * 2);
    }
  }
  if (held > 0) {
    buffer[held] = '\n';
    parser.consume({buffer.data(), held + 1});
  }
}

void name_after_file(MatrixInfo& info, const std::filesystem::path& path) {
  FileNames names = names_of_file(path);
  info.group = std::move(names.group);
  info.name = std::move(names.name);
  info.source = path.string();
}

}  // namespace

Matrix read_matrix_market(const OpenSource& open, const std::filesystem::path& name,
                          const ReadOptions& options) {
  SourcePtr stored = open();
  market::Bytes bytes;
  bytes.stored = stored->size();
  try {
    const SourcePtr text = unpack(std::move(stored), open, name.string(), environment_limits());
    bytes.text = text->size();
    market::Parser parser(name.string(), options, bytes);
    pump(*text, parser);
    Matrix matrix = parser.finish();
    name_after_file(matrix.info, name);
    identify(matrix);
    return matrix;
  } catch (const std::bad_alloc&) {
    throw LimitError(name.string() +
                     ": expected a matrix that fits the memory, found that it ran out while "
                     "reading; read it on a machine with more");
  }
}

Matrix read_matrix_market(const std::filesystem::path& path, const ReadOptions& options) {
  return read_matrix_market([&] { return open_file_source(path); }, path, options);
}

Matrix parse_matrix_market(std::string_view text, std::string_view name,
                           const ReadOptions& options) {
  market::Parser parser(name, options, {});
  const auto last = text.rfind('\n');
  const std::size_t whole = last == std::string_view::npos ? 0 : last + 1;
  parser.consume(text.substr(0, whole));
  if (whole < text.size()) parser.consume(std::string(text.substr(whole)) + '\n');
  Matrix matrix = parser.finish();
  matrix.info.name = name;
  matrix.info.source = name;
  identify(matrix);
  return matrix;
}

void write_matrix_market(const std::filesystem::path& path, const Csr<double>& matrix) {
  OutputFile file(path);
  std::string text = "%%MatrixMarket matrix coordinate real general\n" +
                     std::to_string(matrix.rows) + ' ' + std::to_string(matrix.cols) + ' ' +
                     std::to_string(matrix.nnz()) + '\n';
  std::array<char, 64> number{};
  const auto append = [&](auto value, char after) {
    const auto result = std::to_chars(number.data(), number.data() + number.size(), value);
    text.append(number.data(), result.ptr);
    text += after;
  };
  for (std::int64_t row = 0; row < matrix.rows; ++row) {
    const auto end =
        static_cast<std::size_t>(matrix.row_offsets[static_cast<std::size_t>(row) + 1]);
    for (auto i = static_cast<std::size_t>(matrix.row_offsets[static_cast<std::size_t>(row)]);
         i < end; ++i) {
      if (!std::isfinite(matrix.values[i])) {
        throw InputError(path.string() +
                         ": expected finite values to write, found one that is not in row " +
                         std::to_string(row + 1) + "; Matrix Market has no spelling for it");
      }
      append(row + 1, ' ');
      append(std::int64_t{matrix.col_indices[i]} + 1, ' ');
      append(matrix.values[i], '\n');
    }
    if (text.size() >= chunk_bytes) {
      file.write(text);
      text.clear();
    }
  }
  file.write(text);
  file.publish();
}

}  // namespace sptune::suites
