#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# device_consumer.sh <build folder> <cmake>: installs the package and builds and runs a project that
# has its matrices on a GPU and knows sptune only through find_package(sptune). Without a GPU it is
# built all the same, and the run is skipped. SPTUNE_DEVICE_CONSUMER: a copy of the program is left
# there, to be run on another machine.
set -euo pipefail
build=$1 cmake=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$cmake" --install "$build" --prefix "$work/prefix" >"$work/log" || { cat "$work/log"; exit 1; }
"$cmake" -S "$SPTUNE_SOURCE_DIR/tests/lint/device_consumer" -B "$work/build" -G Ninja \
  -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release >"$work/log" || { cat "$work/log"; exit 1; }
"$cmake" --build "$work/build" >"$work/log" || { cat "$work/log"; exit 1; }
if [ -n "${SPTUNE_DEVICE_CONSUMER:-}" ]; then cp "$work/build/device_consumer" "$SPTUNE_DEVICE_CONSUMER"; fi
"$work/build/device_consumer"
