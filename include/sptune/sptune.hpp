// SPDX-License-Identifier: BSD-3-Clause
// The whole of what an application includes: the dispatcher, and the views that it is handed.
#pragma once

#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "sptune/matrix.hpp"
