// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/tuner/dispatch/dispatcher.hpp"
