// SPDX-License-Identifier: BSD-3-Clause
// The variants of distributed_spgemm on GPUs: those of variants.def.
#pragma once

#include "kernels/api/catalogue.hpp"

namespace sptune::distributed {

class Crew;
struct GpuOffer;

/// Their plans run on the crew, which must outlive it, as the offer must. They can be listed
/// without a device.
[[nodiscard]] Catalogue device_catalogue(Crew& crew, const GpuOffer& offer);

}  // namespace sptune::distributed
