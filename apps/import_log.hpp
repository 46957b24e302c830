// SPDX-License-Identifier: BSD-3-Clause
// `sptune db import-log`.
#pragma once

namespace CLI {
class App;
}

namespace sptune::apps {

void add_import_log(CLI::App& db);

}  // namespace sptune::apps
