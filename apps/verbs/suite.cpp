// SPDX-License-Identifier: BSD-3-Clause
// `sptune suite`: where matrices come from.
#include "suites/collections/suite.hpp"

#include "apps/matrix_warning.hpp"
#include "apps/output.hpp"
#include "apps/reading_options.hpp"
#include "apps/verbs.hpp"
#include "kernels/api/json_text.hpp"
#include "suites/collections/families.hpp"
#include "suites/generators/generators.hpp"
#include "suites/generators/seed_pair.hpp"
#include "suites/io/byte_source.hpp"
#include "suites/io/file_io.hpp"
#include "suites/io/info_json.hpp"
#include "suites/io/limits.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace sptune::apps {
namespace {

using Json = nlohmann::ordered_json;
using suites::Suite;
using suites::SuiteEntry;

struct SuiteOptions {
  std::string what;
  std::string output;
  std::string name;
  std::string cache_dir;
  std::string max_size;
  std::string min_speed;
  ReadingOptions reading;
  bool clean = false;
  bool json = false;
};

std::string dump(const Json& json) {
  return json_text(json, 2);
}

std::string megabytes(std::int64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

/// One line per download: rewritten on a terminal, at its start and end elsewhere.
suites::FetchOptions fetch_options() {
  suites::FetchOptions options;
  const bool terminal = ::isatty(STDERR_FILENO) != 0;
  options.progress = [terminal](const suites::FetchProgress& p) {
    const bool whole = p.total > 0 && p.received >= p.total;
    if (!terminal && !whole) return;
    print_err("{}{}: {}{}{}", terminal ? "\r\033[K" : "", p.url, megabytes(p.received),
              p.total > 0 ? " of " + megabytes(p.total) : "",
              p.attempt > 1 ? fmt::format(", attempt {}", p.attempt) : "");
    if (!terminal || whole) print_err("\n");
  };
  return options;
}

suites::Library library(const SuiteOptions& o) {
  suites::FetchOptions fetching = fetch_options();
  if (!o.max_size.empty()) fetching.max_bytes = suites::parse_bytes(o.max_size, "--max-size");
  if (!o.min_speed.empty()) {
    const std::int64_t speed = suites::parse_bytes(o.min_speed, "--min-speed");
    fetching.min_bytes_per_s = speed == suites::unlimited ? 0 : speed;
  }
  return suites::Library(o.cache_dir.empty() ? suites::Library::default_cache_dir()
                                             : std::filesystem::path(o.cache_dir),
                         std::move(fetching));
}

void list_everything(const SuiteOptions& o) {
  Json json;
  if (!o.json) print_out("Built-in suites\n");
  for (const auto& name : suites::builtin_suites()) {
    const Suite suite = suites::open_suite(name);
    json["suites"].push_back(
        {{"name", name}, {"description", suite.description}, {"matrices", suite.entries.size()}});
    if (!o.json) {
      print_out("  {:<12} {:>3} matrices  {}\n", name, suite.entries.size(), suite.description);
    }
  }
  if (!o.json) print_out("\nGenerators (name{{parameter=value,…}})\n");
  for (const auto& g : suites::generators()) {
    Json item{{"name", g.name}, {"summary", g.summary}, {"example", g.example}};
    if (!o.json) print_out("  {:<15} {}\n", g.name, g.summary);
    for (const auto& [name, doc] : g.parameters) {
      item["parameters"][name] = doc;
      if (!o.json) print_out("      {:<10} {}\n", name, doc);
    }
    if (!o.json) print_out("      for example {}\n", g.example);
    json["generators"].push_back(std::move(item));
  }
  if (o.json) print_out("{}\n", dump(json));
}

void list(const SuiteOptions& o) {
  if (o.what.empty()) return list_everything(o);
  const Suite suite = suites::open_suite(o.what);
  const bool incomplete = warn_of(suite);
  if (o.json) {
    print_out("{}", suites::manifest_json(suite));
  } else {
    print_out("{}: {} matrices. {}\n", suite.name, suite.entries.size(), suite.description);
    for (const SuiteEntry& e : suite.entries) {
      print_out("  {:<5} {:<16} {}\n", e.split, e.group, e.name);
    }
  }
  if (incomplete) throw Exit{ExitCode::input};
}

void print_matrix(const suites::MatrixInfo& m, const SuiteEntry& entry, const std::string& binary) {
  const auto& r = m.report;
  print_out("{}\n", m.name);
  print_out("  source         {}\n", m.source);
  print_out("  group, split   {}, {}\n", m.group, entry.split);
  if (!m.kind.empty()) print_out("  kind           {}\n", m.kind);
  print_out("  size           {} x {}, {} non-zeros\n", m.rows, m.cols, m.nnz);
  print_out("  symmetry       {}\n", m.symmetry);
  print_out("  field          {}{}{}\n", m.field,
            r.imaginary_dropped ? " (the real part was taken)" : "",
            r.values_seeded ? " (seeded values were given)" : "");
  print_out("  entries read   {}\n", r.entries_in_file);
  print_out("  dropped        {} (index outside the matrix)\n", r.dropped_out_of_range);
  print_out("  summed         {} (duplicates of an earlier entry)\n", r.duplicates_summed);
  print_out("  explicit zeros {}\n", r.explicit_zeros);
  print_out("  content hash   {}\n", m.content_hash);
  print_out("  pattern hash   {}\n", m.pattern_hash);
  print_out("  binary         {}\n", binary);
}

void show(const SuiteOptions& o) {
  const Suite suite = suites::open_suite(o.what);
  bool incomplete = warn_of(suite);
  const bool alone = suite.entries.size() == 1;
  auto lib = library(o);
  Json json = Json::array();
  if (!o.json && !alone) {
    print_out("{:<5} {:<16} {:>9} {:>9} {:>10} {:>8} {:>8}  {}\n", "split", "group", "rows", "cols",
              "nnz", "dropped", "summed", "name");
  }
  for (SuiteEntry entry : suite.entries) {
    o.reading.apply_to(entry);
    const auto m = read_or_leave_out(entry.name, alone, [&] { return lib.info(entry); });
    incomplete |= !m;
    if (!m) continue;
    const auto binary = lib.binary_path(m->content_hash).string();
    if (o.json) {
      auto item = parse_json<Json>(suites::to_json(*m)).value();
      item["split"] = entry.split;
      item["binary"] = binary;
      json.push_back(std::move(item));
    } else if (alone) {
      print_matrix(*m, entry, binary);
    } else {
      print_out("{:<5} {:<16} {:>9} {:>9} {:>10} {:>8} {:>8}  {}\n", entry.split, m->group, m->rows,
                m->cols, m->nnz, m->report.dropped_out_of_range, m->report.duplicates_summed,
                m->name);
      flush_out();
    }
  }
  if (o.json) print_out("{}\n", dump(json));
  if (incomplete) throw Exit{ExitCode::input};
}

/// The pair is about its defects: its files hold them, unless the cleaned matrix is asked for.
void make_seed_pair(const SuiteOptions& o, suites::SeedPair which) {
  const std::string id = suites::canonical_generator_id(o.what);
  const auto seed = std::stoull(id.substr(id.find('=') + 1));
  const auto defects = suites::write_seed_pair_file(o.output, which, seed);
  if (o.json) {
    print_out("{}\n", dump(Json{{"id", id},
                                {"file", o.output},
                                {"entries", defects.entries},
                                {"out_of_range", defects.out_of_range},
                                {"duplicates", defects.duplicates}}));
    return;
  }
  print_out(
      "{}: {} entries counted from 0, of which {} lie outside the matrix and {} repeat a position\n"
      "read it with --drop-out-of-range, or write the cleaned matrix with --clean\n",
      o.output, defects.entries, defects.out_of_range, defects.duplicates);
}

void make(const SuiteOptions& o) {
  if (suites::is_named_like_packed(o.output)) {
    throw UsageError(o.output +
                     ": expected the name of a text file, such as matrix.mtx, found that of a "
                     "packed one; write the text, and pack it then");
  }
  refuse_other_file(o.output, matrix_market_begins, "Matrix Market file");
  const std::string generator = suites::generator_name(o.what);
  if (!o.clean && generator == "seed_pair_a") return make_seed_pair(o, suites::SeedPair::a);
  if (!o.clean && generator == "seed_pair_b") return make_seed_pair(o, suites::SeedPair::b);
  if (o.clean && !generator.starts_with("seed_pair_")) {
    throw UsageError("--clean is for seed_pair_a and seed_pair_b: other matrices have no defects");
  }
  const auto matrix = suites::generate(o.what);
  suites::write_matrix_market(o.output, matrix.csr);
  if (o.json) {
    auto json = parse_json<Json>(suites::to_json(matrix.info)).value();
    json["file"] = o.output;
    print_out("{}\n", dump(json));
    return;
  }
  print_out("{}: {}, {} x {}, {} non-zeros\n", o.output, matrix.info.name, matrix.info.rows,
            matrix.info.cols, matrix.info.nnz);
}

void write_manifest(const SuiteOptions& o, Suite suite) {
  if (!o.name.empty()) suite.name = o.name;
  if (o.output.empty()) {
    print_out("{}", suites::manifest_json(suite));
    return;
  }
  refuse_other_file(o.output, "\"sptune-suite\"", "manifest");
  const auto folder = std::filesystem::absolute(o.output).parent_path();
  write_output_file(o.output, suites::manifest_json(suite, folder));
  std::size_t tests = 0;
  for (const auto& entry : suite.entries) tests += entry.split == "test" ? 1 : 0;
  print_err("{}: {} matrices, {} of them held back for testing\n", o.output, suite.entries.size(),
            tests);
}

void import_folder(const SuiteOptions& o) {
  Suite suite = suites::import_folder(o.what);
  const bool incomplete = warn_of(suite);
  for (auto& entry : suite.entries) o.reading.apply_to(entry);
  write_manifest(o, std::move(suite));
  if (incomplete) throw Exit{ExitCode::input};
}

/// A list, a manifest with addresses, an address, or one <group>/<name>.
Suite fetchable(const std::string& what) {
  std::error_code none;
  const bool bare_name = !std::filesystem::exists(what, none) && what.find('/') != what.npos &&
                         what.find("://") == what.npos &&
                         std::filesystem::path(what).extension().empty();
  if (!bare_name) return suites::open_suite(what);
  Suite suite;
  suite.name = what;
  SuiteEntry entry;
  entry.source = "url:" + suites::suitesparse_url(what);
  entry.name = what;
  entry.group = what.substr(0, what.find('/'));
  entry.split = suites::split_of(entry.group, entry.name);
  suite.entries.push_back(std::move(entry));
  return suite;
}

void fetch(const SuiteOptions& o) {
  Suite suite = fetchable(o.what);
  const auto has_address = [](const SuiteEntry& e) { return e.source.starts_with("url:"); };
  if (std::none_of(suite.entries.begin(), suite.entries.end(), has_address)) {
    throw UsageError(o.what +
                     ": expected matrices with addresses to fetch, found none: all are "
                     "files or generated");
  }
  const bool alone = suite.entries.size() == 1;
  bool incomplete = warn_of(suite);
  auto lib = library(o);
  Json json = Json::array();
  std::size_t number = 0;
  for (SuiteEntry& entry : suite.entries) {
    ++number;
    if (!has_address(entry)) continue;
    o.reading.apply_to(entry);
    const auto read = read_or_leave_out(entry.name, alone, [&] {
      return std::pair{lib.source_file(entry), lib.info(entry)};
    });
    incomplete |= !read;
    if (!read) continue;
    const auto& [file, m] = *read;
    warn_of(m);
    if (o.json) {
      json.push_back({{"name", m.name},
                      {"source", entry.source},
                      {"file", file.string()},
                      {"rows", m.rows},
                      {"cols", m.cols},
                      {"nnz", m.nnz},
                      {"content_hash", m.content_hash}});
    } else {
      print_out("[{}/{}] {}: {} x {}, {} non-zeros\n", number, suite.entries.size(), m.name, m.rows,
                m.cols, m.nnz);
      flush_out();
    }
  }
  if (o.json) print_out("{}\n", dump(json));
  if (!o.output.empty()) write_manifest(o, suite);
  if (incomplete) throw Exit{ExitCode::input};
}

CLI::App* add_action(CLI::App* parent, const char* name, const char* help,
                     const std::shared_ptr<SuiteOptions>& options,
                     void (*action)(const SuiteOptions&)) {
  CLI::App* const sub = parent->add_subcommand(name, help);
  sub->add_flag("--json", options->json, "Machine-readable output");
  sub->callback([options, action] { action(*options); });
  return sub;
}

void add_cache(CLI::App* sub, const std::shared_ptr<SuiteOptions>& o) {
  sub->add_option("--cache-dir", o->cache_dir,
                  "Binary cache (default: $SPTUNE_CACHE, else ~/.cache/sptune, else, where that "
                  "cannot be written, a temporary folder of your own)");
}

std::string what_a_suite_is() {
  return fmt::format(
      "A SUITE is {},\n"
      "a manifest (.json), a folder of matrix files, a list of SuiteSparse matrices (.txt), one\n"
      "matrix file (.mtx, .gz, .xz, .zst, .tar.gz), or a generator id such as\n"
      "'stencil2d{{points=5,n=100}}' (in quotes, for the shell).",
      fmt::join(suites::builtin_suites(), ", "));
}

}  // namespace

void add_suite(CLI::App& app) {
  auto* const suite = app.add_subcommand("suite", "Matrices: list, show, make, import, fetch");
  suite->require_subcommand(1);
  suite->footer(what_a_suite_is());
  auto o = std::make_shared<SuiteOptions>();

  auto* const list_sub = add_action(
      suite, "list", "Built-in suites and generators, or the matrices of SUITE", o, list);
  list_sub->add_option("SUITE", o->what, "A suite; default: list suites and generators");

  auto* const show_sub =
      add_action(suite, "show", "Read SUITE and show its matrices and what was cleaned", o, show);
  show_sub->add_option("SUITE", o->what, "A suite, a file or a generator id")->required();
  o->reading.add_to(*show_sub);
  add_cache(show_sub, o);

  auto* const make_sub = add_action(suite, "make", "Write one generated matrix to a file", o, make);
  make_sub->add_option("ID", o->what, "Generator id, see `sptune suite list`")->required();
  make_sub->add_option("-o,--output", o->output, "Matrix Market file to write")->required();
  make_sub->add_flag("--clean", o->clean,
                     "seed_pair_*: the cleaned matrix, not the defective file");

  auto* const import_sub =
      add_action(suite, "import", "Make a manifest of a folder of matrix files", o, import_folder);
  import_sub->add_option("FOLDER", o->what, "Folder; a catalogue.csv in or above it is read")
      ->required();
  import_sub->add_option("-o,--output", o->output, "Manifest to write (default: standard output)")
      ->excludes("--json");
  import_sub->add_option("--name", o->name, "Name of the suite (default: the folder's)");
  o->reading.add_to(*import_sub);

  auto* const fetch_sub =
      add_action(suite, "fetch",
                 "Fetch the matrices of a SuiteSparse list or a manifest into the cache", o, fetch);
  fetch_sub
      ->add_option("LIST", o->what,
                   "Text file of lines <group>/<name> [sha256], a manifest, an address, or one "
                   "<group>/<name>")
      ->required();
  fetch_sub->add_option("--max-size", o->max_size,
                        "Largest file to fetch, 500M or none (default: $SPTUNE_MAX_DOWNLOAD, else "
                        "64G)");
  fetch_sub->add_option("--min-speed", o->min_speed,
                        "Bytes a second that a download keeps up over a minute, 100 or none "
                        "(default: $SPTUNE_MIN_SPEED, else 1k)");
  auto* const manifest = fetch_sub->add_option("-o,--output", o->output, "Manifest to write");
  fetch_sub->add_option("--name", o->name, "Name of the suite in the manifest")->needs(manifest);
  o->reading.add_cleaning_to(*fetch_sub);
  add_cache(fetch_sub, o);
  fetch_sub->footer(
      "What cannot be had is left out, and the exit code is 3. Broken downloads are resumed.\n"
      "The collection's address is $SPTUNE_SUITESPARSE_URL, by "
      "default\n"
      "https://sparse.tamu.edu.");
}

}  // namespace sptune::apps
