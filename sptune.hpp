// SPDX-License-Identifier: BSD-3-Clause
// The whole of what an application includes: the dispatcher, and the views that it is handed.
#pragma once

#include "sptune/kernels/api/error.hpp"
#include "sptune/kernels/api/matrix.hpp"
#include "sptune/tuner/dispatch/dispatcher.hpp"
