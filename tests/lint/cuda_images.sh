#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# cuda_images.sh <library> <cuobjdump>: the library carries machine code and, for chips that are
# newer than it, PTX.
set -euo pipefail
library=$1 cuobjdump=$2
code=$("$cuobjdump" --list-elf "$library" | grep -c '\.cubin' || true)
ptx=$("$cuobjdump" --list-ptx "$library" | grep -c '\.ptx' || true)
echo "$code images of machine code, $ptx of PTX"
if [ "$code" -eq 0 ] || [ "$ptx" -lt "$code" ]; then
  echo "not every source of $library has PTX: see CMAKE_CUDA_ARCHITECTURES in cmake/sptune_cuda.cmake"
  exit 1
fi
