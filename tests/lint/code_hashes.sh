#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# code_hashes.sh: what csr_auto chooses among is part of its code hash, so that a change of one of those retires its
# trials, too.
set -euo pipefail
cd "$SPTUNE_SOURCE_DIR"
folder=kernels/spmv/cuda
variants=$(sed -n 's/^namespace \([a-z0-9_]*\) {$/\1/p' $folder/csr_variants.hpp)
read=$(python3 cmake/code_hashes.py . $folder/csr_auto.cu)
[ "$(wc -w <<<"$variants")" -ge 4 ] || { echo "csr_variants.hpp declares only: $variants"; exit 1; }
for variant in $variants; do
  grep -q "^+ .*/$folder/$variant\.cu$" <<<"$read" || { echo "csr_auto's code hash does not know $variant"; exit 1; }
done
echo "csr_auto's code hash knows" $variants
