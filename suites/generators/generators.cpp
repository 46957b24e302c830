// SPDX-License-Identifier: BSD-3-Clause
#include "suites/generators/generators.hpp"

#include "sptune/configuration.hpp"
#include "sptune/error.hpp"
#include "suites/generators/generator_catalogue.hpp"
#include "suites/generators/seed_pair.hpp"
#include "suites/io/limits.hpp"
#include "suites/io/market_header.hpp"
#include "suites/io/matrix_market.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <new>
#include <numeric>
#include <utility>

namespace sptune::suites {
namespace generator {

double Parameters::real(std::string_view name) const {
  const auto found = std::find_if(values_.begin(), values_.end(),
                                  [&](const auto& value) { return value.first == name; });
  if (found == values_.end()) throw UsageError("no parameter " + std::string(name));
  return found->second;
}

std::int64_t Parameters::whole(std::string_view name) const {
  return static_cast<std::int64_t>(real(name));
}

void require_size(double rows, double cols, double entries) {
  constexpr double most_entries = 4294967296.0;
  if (rows > largest_size || cols > largest_size || entries > most_entries) {
    throw UsageError(fmt::format(
        "expected a generated matrix of less than 2^31 rows and columns, made of less than 2^32 "
        "entries (repeated ones counted), found {:.15g} x {:.15g} with about {:.15g}; choose "
        "smaller "
        "parameters",
        rows, cols, std::round(entries)));
  }
  // An entry in a list, with its row, and its column and value in the matrix: the list is let go
  // while the matrix is filled. Columns without an entry count, too: some generators draw from all
  // of them, and x has as many elements.
  constexpr double entry_bytes = 16 + 12;
  const double bytes = 16 * (rows + cols) + entry_bytes * entries;
  const std::int64_t limit = memory_for_a_matrix();
  if (bytes > static_cast<double>(limit)) {
    throw LimitError(fmt::format(
        "expected a generated matrix that can be made in {}, found {:.0f} x {:.0f} with about "
        "{:.0f} entries, which need {}; choose smaller parameters, or set SPTUNE_MAX_MEMORY",
        bytes_text(limit), rows, cols, entries, bytes_text(static_cast<std::int64_t>(bytes))));
  }
}

namespace {

/// Of a size that is allowed.
market::Header header_of(std::int64_t rows, std::int64_t cols, double expected_entries) {
  require_size(static_cast<double>(rows), static_cast<double>(cols), expected_entries);
  market::Header header;
  header.rows = rows;
  header.cols = cols;
  return header;
}

}  // namespace

std::vector<std::int64_t> permutation(std::int64_t n, Random& random) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(n));
  std::iota(out.begin(), out.end(), std::int64_t{0});
  for (std::int64_t i = n - 1; i > 0; --i) {
    std::swap(out[static_cast<std::size_t>(i)], out[static_cast<std::size_t>(random.below(i + 1))]);
  }
  return out;
}

std::vector<std::int64_t> shuffled_within(std::int64_t n, std::int64_t tile, Random& random) {
  std::vector<std::int64_t> out;
  out.reserve(static_cast<std::size_t>(n));
  for (std::int64_t first = 0; first < n; first += tile) {
    for (const std::int64_t i : permutation(std::min(tile, n - first), random)) {
      out.push_back(first + i);
    }
  }
  return out;
}

std::int64_t geometric(double mean, Random& random) {
  const double tries = portable_log(1 - random.unit()) / portable_log(1 - 1 / std::max(1.01, mean));
  return 1 + static_cast<std::int64_t>(tries);
}

RowBuilder::RowBuilder(std::int64_t rows, std::int64_t cols, double expected_entries) {
  require_size(static_cast<double>(rows), static_cast<double>(cols), expected_entries);
  csr_.rows = rows;
  csr_.cols = cols;
  csr_.row_offsets.reserve(static_cast<std::size_t>(rows) + 1);
  csr_.col_indices.reserve(static_cast<std::size_t>(expected_entries));
  csr_.values.reserve(static_cast<std::size_t>(expected_entries));
}

std::span<const Index> RowBuilder::row(std::int64_t row) const {
  const auto r = static_cast<std::size_t>(row);
  const auto first = static_cast<std::size_t>(csr_.row_offsets[r]);
  const auto last = static_cast<std::size_t>(csr_.row_offsets[r + 1]);
  return std::span(csr_.col_indices).subspan(first, last - first);
}

EntryBuilder::EntryBuilder(std::int64_t rows, std::int64_t cols, double expected_entries,
                           bool with_values)
    : entries_(header_of(rows, cols, expected_entries), with_values, unlimited, {}) {}

Csr<double> Positions::finish(std::uint64_t seed) {
  Csr<double> csr = entries_.finish();
  for (std::int64_t row = 0; row < csr.rows; ++row) {
    const auto end = static_cast<std::size_t>(csr.row_offsets[static_cast<std::size_t>(row) + 1]);
    for (auto i = static_cast<std::size_t>(csr.row_offsets[static_cast<std::size_t>(row)]); i < end;
         ++i) {
      csr.values[i] = seeded_value(row, csr.col_indices[i], seed);
    }
  }
  return csr;
}

}  // namespace generator

namespace {

using generator::Generator;
using generator::Parameter;

constexpr std::string_view seed_pair_a = "seed_pair_a";
constexpr std::string_view seed_pair_b = "seed_pair_b";

/// The pair is made as files, so that its defects go through the reader like those of any file.
Generator seed_pair(std::string_view name, std::string_view example) {
  return {name,
          "the reference example's shape and defects, through text and reader, cleaned",
          "reference example",
          "general",
          example,
          {generator::seed_parameter},
          nullptr};
}

const std::vector<Generator>& catalogue() {
  static const std::vector<Generator> all = [] {
    std::vector<Generator> list = generator::grid_generators();
    for (auto& family : {generator::band_generators(), generator::network_generators(),
                         generator::mesh_generators(), generator::cluster_generators()}) {
      std::copy(family.begin(), family.end(), std::back_inserter(list));
    }
    list.push_back(seed_pair(seed_pair_a, "seed_pair_a{seed=1}"));
    list.push_back(seed_pair(seed_pair_b, "seed_pair_b{seed=1}"));
    return list;
  }();
  return all;
}

std::string number_text(double value, bool whole) {
  return whole ? std::to_string(static_cast<std::int64_t>(value)) : Value(value).text();
}

double check_value(const Generator& g, const Parameter& p, const Value& value) {
  double number = std::nan("");
  if (const auto* whole = value.get_if<std::int64_t>()) number = static_cast<double>(*whole);
  if (const auto* real = value.get_if<double>(); real != nullptr && !p.whole) number = *real;
  if (!(number >= p.least && number <= p.most)) {
    throw UsageError(fmt::format("{}: expected {} as {} from {} to {}, found {}", g.name, p.name,
                                 p.whole ? "a whole number" : "a number",
                                 number_text(p.least, p.whole), number_text(p.most, p.whole),
                                 value.text()));
  }
  return number;
}

struct Request {
  const Generator* generator;
  std::vector<std::pair<std::string_view, double>> values;

  [[nodiscard]] std::string text() const {
    std::string list;
    for (std::size_t i = 0; i < values.size(); ++i) {
      list += fmt::format("{}{}={}", i == 0 ? "" : ",", values[i].first,
                          number_text(values[i].second, generator->parameters[i].whole));
    }
    return fmt::format("{}{{{}}}", generator->name, list);
  }
};

template <class List>
std::string names_of(const List& list) {
  std::string text;
  for (const auto& item : list) text += (text.empty() ? "" : ", ") + std::string(item.name);
  return text;
}

const Generator* find(std::string_view name) {
  const auto found = std::find_if(catalogue().begin(), catalogue().end(),
                                  [&](const Generator& g) { return g.name == name; });
  return found == catalogue().end() ? nullptr : &*found;
}

Request parse(std::string_view id) {
  constexpr std::size_t longest = 500;
  const bool printable = std::all_of(id.begin(), id.end(), [](char c) { return c >= ' '; });
  if (id.size() > longest || !printable) {
    throw UsageError("expected a generator id such as stencil2d{points=5,n=100}, found " +
                     market::quoted(id));
  }
  const auto parsed = Configuration::parse(id);
  if (!parsed) {
    throw UsageError(
        fmt::format("expected a generator id such as stencil2d{{points=5,n=100}}, "
                    "found '{}': {}",
                    id, parsed.error()));
  }
  const Configuration& given = parsed.value();
  const Generator* const g = find(given.variant);
  if (g == nullptr) {
    throw UsageError(
        fmt::format("no generator '{}'; known are {}", given.variant, names_of(catalogue())));
  }
  Request request{g, {}};
  for (const auto& p : g->parameters) {
    const Value* const value = given.find(p.name);
    request.values.emplace_back(p.name, value == nullptr ? p.fallback : check_value(*g, p, *value));
  }
  for (const auto& [name, value] : given.axes) {
    if (std::none_of(g->parameters.begin(), g->parameters.end(),
                     [&, wanted = std::string_view(name)](const Parameter& p) {
                       return p.name == wanted;
                     })) {
      throw UsageError(fmt::format("{} has no parameter '{}'; it has {}", g->name, name,
                                   names_of(g->parameters)));
    }
  }
  return request;
}

}  // namespace

std::vector<GeneratorInfo> generators() {
  std::vector<GeneratorInfo> out;
  for (const Generator& g : catalogue()) {
    GeneratorInfo info{std::string(g.name), std::string(g.summary), {}, std::string(g.example)};
    for (const Parameter& p : g.parameters) {
      info.parameters.emplace_back(p.name,
                                   fmt::format("{}: {}", number_text(p.fallback, p.whole), p.doc));
    }
    out.push_back(std::move(info));
  }
  return out;
}

std::string canonical_generator_id(std::string_view id) {
  return parse(id).text();
}

std::string generator_name(std::string_view id) {
  const auto name = id.substr(0, id.find('{'));
  const auto end = name.find_last_not_of(" \t");
  return std::string(name.substr(0, end == std::string_view::npos ? 0 : end + 1));
}

bool is_generator_id(std::string_view text) {
  return find(generator_name(text)) != nullptr;
}

namespace {

Matrix make(const Request& request, const std::string& name) {
  const generator::Parameters parameters(request.values);
  Matrix matrix;
  if (request.generator->make == nullptr) {
    const auto which = request.generator->name == seed_pair_a ? SeedPair::a : SeedPair::b;
    ReadOptions options;
    options.drop_out_of_range = true;
    matrix = parse_matrix_market(seed_pair_text(which, parameters.seed()), name, options);
  } else {
    matrix.csr = request.generator->make(parameters);
    matrix.info.symmetry = request.generator->symmetry;
    matrix.info.field = "real";
    matrix.info.report.entries_in_file = matrix.csr.nnz();
    identify(matrix);
  }
  matrix.info.name = name;
  matrix.info.group = request.generator->name;
  matrix.info.source = name;
  matrix.info.kind = request.generator->kind;
  return matrix;
}

}  // namespace

Matrix generate(std::string_view id) {
  const Request request = parse(id);
  const std::string name = request.text();
  try {
    return make(request, name);
  } catch (const std::bad_alloc&) {
    throw LimitError(name +
                     ": expected a matrix that fits the memory, found that it ran out while making "
                     "it; choose smaller parameters, or make it on a machine with more");
  }
}

}  // namespace sptune::suites
