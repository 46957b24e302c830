// SPDX-License-Identifier: BSD-3-Clause
// In every test program: whatever models ship, or are installed on this machine, no test depends on
// them, nor do the programs that tests start.
#include <cstdlib>

namespace {

[[maybe_unused]] const int without_models = setenv("SPTUNE_MODEL", "none", 1);

}  // namespace
