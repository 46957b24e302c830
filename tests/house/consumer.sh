#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# consumer.sh <build folder> <cmake>: installs the package, moves it, and builds and runs a project
# that knows it only through find_package(sptune).
set -euo pipefail
build=$1 cmake=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$cmake" --install "$build" --prefix "$work/first" >"$work/log" || { cat "$work/log"; exit 1; }
mv "$work/first" "$work/second" # relocatable
"$cmake" -S "$SPTUNE_SOURCE_DIR/tests/house/consumer" -B "$work/build" -G Ninja \
  -DCMAKE_PREFIX_PATH="$work/second" -DCMAKE_BUILD_TYPE=Debug >"$work/log" || { cat "$work/log"; exit 1; }
"$cmake" --build "$work/build" >"$work/log" || { cat "$work/log"; exit 1; }

# The interface leads to nothing outside the package.
if grep -rnE 'nlohmann|SQLite|xgboost|fmt/' "$work/second/include"; then
  echo "an installed header names a library that the package does not bring"
  exit 1
fi
if grep -rn "$SPTUNE_SOURCE_DIR" "$work/second/lib"*/cmake; then
  echo "the package names a path of the machine that built it"
  exit 1
fi
"$work/build/consumer"
