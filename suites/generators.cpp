// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/suites/generators.hpp"
