// SPDX-License-Identifier: BSD-3-Clause
// For functions of the device that the host can call, too, also where no CUDA compiler reads them.
#pragma once

#ifdef __CUDACC__
#define SPTUNE_HOST_DEVICE __host__ __device__
#else
#define SPTUNE_HOST_DEVICE
#endif
