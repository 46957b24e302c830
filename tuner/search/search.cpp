// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/tuner/search/search.hpp"
