// SPDX-License-Identifier: BSD-3-Clause
// Opens the plugins that are named, and catches what they throw as its own sptune's.
#include "sptune/error.hpp"

#include <dlfcn.h>

#include <cstddef>
#include <cstdio>

int main(int count, char** plugins) {
  for (int i = 1; i < count; ++i) {
    void* const plugin = dlopen(plugins[i], RTLD_NOW | RTLD_LOCAL);
    if (plugin == nullptr) return std::fprintf(stderr, "%s\n", dlerror()), 1;
    const auto models = reinterpret_cast<std::size_t (*)()>(dlsym(plugin, "plugin_models"));
    const auto fails = reinterpret_cast<void (*)()>(dlsym(plugin, "plugin_fails"));
    std::printf("models of plugin %d: %zu\n", i, models());
    try {
      fails();
    } catch (const sptune::Error& e) {
      std::printf("error of plugin %d: %s\n", i, e.what());
    }
  }
}
