// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/tuner/model/model.hpp"
