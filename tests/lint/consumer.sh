#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# consumer.sh <build folder> <cmake> <ON: built with CUDA>: installs the package, moves it, and builds and
# runs a project that knows it only through find_package(sptune), first as on a machine without CUDA.
set -euo pipefail
build=$1 cmake=$2 cuda=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$cmake" --install "$build" --prefix "$work/first" >"$work/log" || { cat "$work/log"; exit 1; }
mv "$work/first" "$work/second" # relocatable

# The interface leads to nothing outside the package.
if grep -rnE 'nlohmann|SQLite|xgboost|fmt/' "$work/second/include"; then
  echo "an installed header names a library that the package does not bring"
  exit 1
fi
if grep -rn "$SPTUNE_SOURCE_DIR" "$work/second/lib"*/cmake; then
  echo "the package names a path of the machine that built it"
  exit 1
fi

# configure <folder> <component> [options…]
configure() {
  "$cmake" -S "$here/consumer" -B "$work/$1" -G Ninja -DCMAKE_PREFIX_PATH="$work/second" \
    -DCMAKE_BUILD_TYPE=Release -DSPTUNE_COMPONENTS="$2" "${@:3}" >"$work/log" 2>&1
}
# build_and_check <folder>: no library of CUDA's or of the driver's is asked for at the start.
build_and_check() {
  "$cmake" --build "$work/$1" >"$work/log" || { cat "$work/log"; exit 1; }
  if readelf -d "$work/$1/consumer" | grep -E 'NEEDED.*\[lib(cu(da|dart|sparse|blas)|nv)'; then
    echo "$1: a program that links sptune::dispatch asks for a library of CUDA's"
    exit 1
  fi
  strip "$work/$1/consumer"
  bytes=$(stat -c %s "$work/$1/consumer")
  echo "$1: $bytes bytes"
}
# refused <component> <reason> [options…]: that find_package fails, and says why.
refused() {
  if configure refused "$1" "${@:3}"; then
    echo "find_package(sptune COMPONENTS $1) succeeded, expected: $2"
    exit 1
  fi
  # CMake breaks lines where it likes.
  tr -s ' \n' ' ' <"$work/log" | grep -qF "$2" || { cat "$work/log"; exit 1; }
  rm -rf "$work/refused"
}

without_toolkit=-DCMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON
configure cpu "" "$without_toolkit" || { cat "$work/log"; exit 1; }
build_and_check cpu
if [ "$bytes" -gt 4000000 ]; then
  echo "a program for the CPU takes $bytes bytes, more than 4000000: what does it link?"
  exit 1
fi
"$work/cpu/consumer" | tee "$work/cpu.out"
grep -qF 'device: this program is linked without the CUDA backend' "$work/cpu.out"
grep -qF 'matrix on a device: no spmv variant for cuda' "$work/cpu.out"

refused nonsense "It has no component nonsense, only c and cuda" "$without_toolkit"
if [ "$cuda" != ON ]; then
  refused cuda "This sptune was built without CUDA"
  exit 0
fi
refused cuda "needs the CUDA Toolkit" "$without_toolkit"
configure cuda cuda || { cat "$work/log"; exit 1; }
build_and_check cuda
hidden=0
"$here/without_cuda.sh" "$work/cuda/consumer" >"$work/cuda.out" || hidden=$?
cat "$work/cuda.out"
[ "$hidden" -eq 0 ] || exit "$hidden"
grep -q '^device: no CUDA device: ' "$work/cuda.out"
