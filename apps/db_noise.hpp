// SPDX-License-Identifier: BSD-3-Clause
// `sptune db noise FIRST SECOND`.
#pragma once

namespace CLI {
class App;
}

namespace sptune::apps {

void add_db_noise(CLI::App& db);

}  // namespace sptune::apps
