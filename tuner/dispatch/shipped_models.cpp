// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/shipped_models.hpp"

#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "tuner/dispatch/fork_mutex.hpp"

#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

namespace sptune::dispatch {
namespace {

namespace fs = std::filesystem;

/// Said before main begins, by whichever file comes first.
constinit std::atomic<const char*> package_models{nullptr};

/// What the loader calls the shared library that this code is in; null for a program, which it
/// knows without a name: what it was called with need not be where it is.
const char* library_name() {
  static const char here = 0;
  Dl_info info{};
  void* found = nullptr;
  if (dladdr1(&here, &info, &found, RTLD_DL_LINKMAP) == 0 || found == nullptr) return nullptr;
  const char* const name = static_cast<const link_map*>(found)->l_name;
  return name != nullptr && *name != '\0' ? name : nullptr;
}

/// Where that library is, to the end of the process; null: it is none, or its name is the whole
/// path, which may be looked at later.
const char* seen_from_here() {
  static const char* const path = [] {
    const char* const name = library_name();
    return name == nullptr || *name == '/' ? nullptr : realpath(name, nullptr);
  }();
  return path;
}

/// When the library is loaded: a name like ./libsptune.so is right only as long as the application
/// stays in its folder.
[[gnu::constructor]] void note_where_this_is() {
  seen_from_here();
}

/// The shared library that this code is in, or the program; empty when the system does not say.
fs::path this_object() {
  std::error_code error;
  if (const char* const seen = seen_from_here(); seen != nullptr) return seen;
  if (const char* const name = library_name(); name != nullptr) {
    fs::path found = fs::canonical(name, error);
    return error ? fs::path() : found;
  }
  fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : program;
}

struct Shipped {
  KnownModels models;
  std::vector<std::string> trouble;
};

Shipped read_shipped(const std::string& folder) {
  Shipped out;
  Warnings warnings;
  warnings.sink = [&](std::string_view line) { out.trouble.emplace_back(line); };
  out.models.add(folder, warnings, Origin::shipped);
  return out;
}

/// Read once: a process may make many dispatchers.
Shipped shipped_of(const std::string& folder) {
  static ForkMutex mutex;
  static auto* const read = new std::map<std::string, Shipped>;  // to the end of the process
  const WholeLock lock(mutex);
  if (!lock) return read_shipped(folder);  // the parent was reading them
  const auto found = read->find(folder);
  return found != read->end() ? found->second
                              : read->emplace(folder, read_shipped(folder)).first->second;
}

}  // namespace

bool note_package_models(const char* folder) noexcept {
  package_models = folder;
  return true;
}

std::vector<std::string> shipped_folders() {
  std::vector<std::string> out;
  if (const fs::path object = this_object(); !object.empty()) {
    const fs::path above = object.parent_path().parent_path();
    for (const fs::path& prefix : {above, above.parent_path()}) {
      out.push_back((prefix / "share/sptune/models").string());
    }
  }
  if (const char* const folder = package_models; folder != nullptr) out.emplace_back(folder);
  out.emplace_back(SPTUNE_MODELS_FOLDER);
  return out;
}

ModelPaths model_paths(const std::vector<std::string>& named) {
  if (!named.empty()) return {named, Origin::named, "the caller"};
  if (const char* const value = std::getenv("SPTUNE_MODEL"); value != nullptr) {
    const std::string text = value;
    if (text.empty() || text == "none") return {{}, Origin::named, "switched off"};
    return {split_paths(text), Origin::named, "SPTUNE_MODEL"};
  }
  for (std::string& folder : shipped_folders()) {
    std::error_code none;
    if (fs::is_directory(folder, none)) {
      return {{std::move(folder)}, Origin::shipped, "shipped with sptune"};
    }
  }
  return {{}, Origin::shipped, "shipped with sptune"};
}

KnownModels named_models(const std::vector<std::string>& paths, const Warnings& warnings,
                         Unusable unusable) {
  KnownModels models;
  std::vector<std::string> said;
  Warnings heard;  // the last one is why a path is refused
  heard.sink = [&](std::string_view line) { said.emplace_back(line); };
  for (const std::string& path : paths) {
    const std::size_t before = said.size();
    if (models.add(path, heard) || unusable == Unusable::warned_of) continue;
    throw InputError(said.size() > before ? said.back() : models.left_out().back());
  }
  if (const std::string both = models.ambiguity(); !both.empty()) throw UsageError(both);
  for (const std::string& line : said) warnings.warn(line);
  return models;
}

KnownModels find_models(const std::vector<std::string>& named, const Warnings& warnings) {
  if (!named.empty()) return named_models(named, warnings, Unusable::warned_of);
  const ModelPaths from = model_paths({});
  if (from.origin == Origin::shipped) {
    if (from.paths.empty()) return {};
    Shipped shipped = shipped_of(from.paths.front());
    for (const std::string& line : shipped.trouble) warnings.warn(line);
    return std::move(shipped.models);
  }
  KnownModels models;
  for (const std::string& path : from.paths) models.add(path, warnings);
  if (const std::string both = models.ambiguity(); !both.empty()) {
    warnings.warn("SPTUNE_MODEL: " + both + "; the newest is used");
  }
  return models;
}

}  // namespace sptune::dispatch
