// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/harness/runner.hpp"
