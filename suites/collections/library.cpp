// SPDX-License-Identifier: BSD-3-Clause
// The binary cache: matrices/<content hash>.bin, and index/<hash of the source's identity>.json
// that says which of them a source became. One small file per source, so that processes never share
// one. None is flushed to the disk, which took most of the time of a folder of small files: each is
// checked when it is read, and made again from its source.
#include "kernels/api/json_text.hpp"
#include "sptune/error.hpp"
#include "suites/collections/suite_parts.hpp"
#include "suites/generators/generators.hpp"
#include "suites/io/file_io.hpp"
#include "suites/io/info_json.hpp"
#include "suites/io/limits.hpp"
#include "suites/io/sha256.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <cstdlib>
#include <system_error>
#include <utility>

namespace sptune::suites {
namespace {

namespace fs = std::filesystem;

/// Changes whenever reading the same file gives another matrix.
constexpr int reader_version = 1;
constexpr const char* cache_remedy = "set SPTUNE_CACHE to a writable folder";
constexpr std::size_t longest_index_file = std::size_t{1} << 20U;

struct Source {
  enum class Kind { generated, file, url } kind;
  std::string what;
};

Source split_source(const SuiteEntry& entry) {
  const auto border = entry.source.find(':');
  const std::string scheme = entry.source.substr(0, border);
  const std::string what = border == std::string::npos ? "" : entry.source.substr(border + 1);
  if (!what.empty() && scheme == "generate") return {Source::Kind::generated, what};
  if (!what.empty() && scheme == "file") return {Source::Kind::file, what};
  if (!what.empty() && scheme == "url") return {Source::Kind::url, what};
  throw InputError(fmt::format(
      "matrix '{}': expected a source generate:<id>, file:<path> or url:<address>, found '{}'",
      entry.name, entry.source));
}

/// Its path, and what changes when anybody writes to the file or puts another in its place.
std::string file_identity(const fs::path& path) {
  const std::string mark = mark_of(path);
  if (mark.empty()) {
    // Opening it gives the precise message for what is missing, a directory or unreadable.
    (void)open_for_reading(path);
    throw InputError(path.string() + ": expected a regular file, found another kind of file");
  }
  return fmt::format("{}\n{}", fs::weakly_canonical(path).string(), mark);
}

/// A fetched file is kept when it can be read: a server's page of excuses, or a file cut short,
/// would stay for ever. What is too large for this machine may be sound.
void require_matrix(const fs::path& arrived, const fs::path& name) {
  ReadOptions options;
  options.drop_out_of_range = true;
  try {
    (void)read_matrix_market([&] { return open_file_source(arrived); }, name, options);
  } catch (const LimitError&) {
    return;
  }
}

bool can_be_written(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  return !error && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

/// For who has no home that can be written, as in containers: of this user's own, since everybody
/// may make folders there.
fs::path temporary_cache() {
  std::error_code error;
  fs::path folder = fs::temp_directory_path(error);
  if (error) {
    throw InputError(
        fmt::format("expected a folder of temporary files for the cache, found: {}; {}",
                    error.message(), cache_remedy));
  }
  folder /= fmt::format("sptune-{}", ::geteuid());
  ::mkdir(folder.c_str(), S_IRWXU);
  struct stat found {};
  if (::lstat(folder.c_str(), &found) != 0 || !S_ISDIR(found.st_mode) ||
      found.st_uid != ::geteuid() || (found.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    throw InputError(fmt::format(
        "{}: expected a folder for the cache that is yours and that nobody else may enter; {}",
        folder.string(), cache_remedy));
  }
  return folder;
}

/// A manifest names it, as it names a file: the id may be wrong there.
Matrix generate_for(const SuiteEntry& entry, const std::string& id) {
  try {
    return generate(id);
  } catch (const UsageError& e) {
    throw InputError(
        fmt::format("matrix '{}': {}; correct its generator id {}", entry.name, e.what(), id));
  }
}

/// What the manifest says about a matrix goes before what its file says.
void apply_entry(MatrixInfo& info, const SuiteEntry& entry) {
  if (!entry.name.empty()) info.name = entry.name;
  if (!entry.group.empty()) info.group = entry.group;
  if (!entry.kind.empty()) info.kind = entry.kind;
  // A file that another entry was read from before has the name of that one in the cache.
  constexpr std::string_view file = "file:";
  if (entry.source.starts_with(file)) {
    info.source = whole_path(entry.source.substr(file.size())).string();
  }
}

}  // namespace

Library::Library(fs::path cache_dir, FetchOptions fetch_options)
    : cache_dir_(std::move(cache_dir)), fetch_options_(std::move(fetch_options)) {
  if (!fetch_options_.check) fetch_options_.check = require_matrix;
  create_folder(cache_dir_ / "matrices", cache_remedy);
  create_folder(cache_dir_ / "index", cache_remedy);
}

fs::path Library::default_cache_dir() {
  const auto variable = [](const char* name) -> fs::path {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  if (auto chosen = variable("SPTUNE_CACHE"); !chosen.empty()) return chosen;
  if (const auto xdg = variable("XDG_CACHE_HOME"); !xdg.empty()) return xdg / "sptune";
  if (const auto home = variable("HOME"); !home.empty()) {
    if (fs::path folder = home / ".cache" / "sptune"; can_be_written(folder)) return folder;
  }
  return temporary_cache();
}

fs::path Library::binary_path(const std::string& content_hash) const {
  return cache_dir_ / "matrices" / (content_hash + ".bin");
}

fs::path Library::source_file(const SuiteEntry& entry) {
  const Source source = split_source(entry);
  if (source.kind == Source::Kind::file) return source.what;
  if (source.kind == Source::Kind::url) {
    return fetch(source.what, cache_dir_ / "downloads", entry.sha256, fetch_options_);
  }
  throw UsageError("matrix '" + entry.name + "' is generated and has no file");
}

std::string Library::source_key(const SuiteEntry& entry) {
  const Source source = split_source(entry);
  if (source.kind == Source::Kind::generated) {
    return fmt::format("generate {} {}\n{}", generators_version, reader_version,
                       canonical_generator_id(source.what));
  }
  return fmt::format("file {}\ndrop={} seeded={} sha256={}\n{}", reader_version,
                     entry.drop_out_of_range, entry.seeded_values, entry.sha256,
                     file_identity(source_file(entry)));
}

fs::path Library::index_path(const std::string& key) const {
  const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
  return cache_dir_ / "index" / fmt::format("{:016x}{:016x}.json", hash.high64, hash.low64);
}

std::optional<MatrixInfo> Library::find_in_index(const std::string& key) const {
  const fs::path path = index_path(key);
  std::error_code none;
  if (!fs::exists(path, none)) return std::nullopt;
  // Anything wrong with an index file is a miss: it is written again with the matrix.
  try {
    const auto parsed = parse_json<nlohmann::json>(read_text_file(path, longest_index_file));
    if (!parsed) return std::nullopt;
    const nlohmann::json& json = parsed.value();
    // As `remember` has written it: paths need not be UTF-8.
    if (json_text(json.at("source")) != json_text(nlohmann::json(key))) return std::nullopt;
    MatrixInfo info = info_from_json(json.at("info").dump());
    const auto bytes = fs::file_size(binary_path(info.content_hash), none);
    if (none || json.at("binary_bytes") != bytes) return std::nullopt;
    return info;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

void Library::remember(const std::string& key, const Matrix& matrix) {
  const fs::path binary = binary_path(matrix.info.content_hash);
  write_binary(binary, matrix);
  std::error_code gone;
  const auto bytes = fs::file_size(binary, gone);
  if (gone) return;  // somebody cleans the cache right now: the next load makes the file again
  nlohmann::ordered_json json;
  json["source"] = key;
  json["binary_bytes"] = bytes;
  json["info"] = parse_json<nlohmann::ordered_json>(to_json(matrix.info)).value();
  write_text_file(index_path(key), json_text(json) + "\n", false);
}

Matrix Library::make(const SuiteEntry& entry) {
  const Source source = split_source(entry);
  if (source.kind == Source::Kind::generated) return generate_for(entry, source.what);
  const fs::path path = source_file(entry);
  if (source.kind == Source::Kind::file && !entry.sha256.empty()) {
    const std::string found = sha256_of_file(path);
    if (found != entry.sha256) {
      throw InputError(
          fmt::format("{}: expected a file of sha256 {}, found {}; restore the file or "
                      "correct the manifest",
                      path.string(), entry.sha256, found));
    }
  }
  ReadOptions options;
  options.drop_out_of_range = entry.drop_out_of_range;
  options.seeded_values = entry.seeded_values;
  Matrix matrix = read_matrix_market(path, options);
  if (source.kind == Source::Kind::url) matrix.info.source = source.what;
  return matrix;
}

Matrix Library::load(const SuiteEntry& entry) {
  const std::string key = source_key(entry);
  Matrix matrix;
  bool cached = false;
  if (auto info = find_in_index(key)) {
    try {
      matrix = read_binary(binary_path(info->content_hash), info->content_hash);
      matrix.info = std::move(*info);
      cached = true;
    } catch (const LimitError&) {
      throw;  // the source would give the same matrix
    } catch (const InputError&) {
      // A damaged file of the cache: the source is there, so the file is simply made again.
      matrix = Matrix{};
    }
  }
  if (!cached) {
    matrix = make(entry);
    remember(key, matrix);
  }
  apply_entry(matrix.info, entry);
  return matrix;
}

MatrixInfo Library::info(const SuiteEntry& entry) {
  if (auto info = find_in_index(source_key(entry))) {
    apply_entry(*info, entry);
    return std::move(*info);
  }
  return load(entry).info;
}

}  // namespace sptune::suites
