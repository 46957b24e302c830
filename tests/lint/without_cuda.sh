#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# without_cuda.sh <command…>: runs it with an empty environment on a machine without CUDA, that is in a
# mount namespace where the toolkit's folders are empty and no library of CUDA's can be opened. Exit
# status 77 where this system lets nobody make such a namespace, the reason on the last line.
set -euo pipefail

if [ "${SPTUNE_WITHOUT_CUDA:-}" != inside ]; then
  unshare=(unshare --mount)
  [ "$(id -u)" -eq 0 ] || unshare+=(--map-root-user)
  if ! why=$("${unshare[@]}" true 2>&1); then
    echo "skipped: CUDA cannot be hidden here: $why"
    exit 77
  fi
  SPTUNE_WITHOUT_CUDA=inside exec "${unshare[@]}" "$0" "$@"
fi

for folder in /usr/local/cuda*; do
  if [ -d "$folder" ] && [ ! -L "$folder" ]; then mount -t tmpfs none "$folder"; fi
done
# What is left beside the system's own libraries: the driver, and CUDA as a distribution packs it.
for file in $(ldconfig -p | sed -nE 's/.* => (.*\/lib(cu(da|dart|sparse|blas|fft|rand|solver)|nv)[^/]*)$/\1/p'); do
  if [ -e "$file" ]; then mount --bind /dev/null "$file"; fi
done
exec env -i PATH="$PATH" "$@"
