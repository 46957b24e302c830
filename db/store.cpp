// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/db/store.hpp"
