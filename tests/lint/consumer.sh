#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# consumer.sh <build folder> <cmake> <ON: built with CUDA> <C compiler> <python3>: installs the package, moves it, and
# builds and runs a project that knows it only through find_package(sptune), first as on a machine without CUDA. Then
# what docs/c.md and docs/python.md print, by pkg-config and by what is installed.
set -euo pipefail
build=$1 cmake=$2 cuda=$3 cc=$4 python=$5
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
  tr -s ' \n' ' ' <"$work/log" | grep -F "$2" >/dev/null || { cat "$work/log"; exit 1; }
  rm -rf "$work/refused"
}

# shellcheck source=tests/lint/printed.sh
. "$here/printed.sh"
# printed <page> <command…>: that it prints what the page says.
printed() {
  local page=$1
  shift
  "$@" >"$work/found" 2>&1 || { echo "$page: its program fails"; cat "$work/found"; exit 1; }
  block "$page" "" >"$work/expected"
  [ -s "$work/expected" ] || { echo "$page shows no output"; exit 1; }
  diff "$work/expected" "$work/found" || { echo "$page: < printed there, > found"; exit 1; }
}

unset SPTUNE_FORCE # of whoever runs the tests
export SPTUNE_MODEL=none # what a model that ships says depends on the machine

# The C interface: by pkg-config, as C99 without a warning, where there is no CUDA, too.
library=$(echo "$work"/second/lib*)
[ -d "$library/pkgconfig" ] || library=$(echo "$work"/second/lib*/*-linux-gnu)
export PKG_CONFIG_PATH=$library/pkgconfig
[ "$(pkg-config --modversion sptune)" = "$("$work/second/bin/sptune" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -1)" ]
block c.md c >"$work/app.c"
# shellcheck disable=SC2046  # several flags on purpose
"$cc" -std=c99 -Wall -Wextra -pedantic -Werror "$work/app.c" $(pkg-config --cflags --libs sptune) -o "$work/app"
readelf -d "$work/app" | grep 'NEEDED.*\[libsptune\.so\.0\]' >/dev/null
for file in "$work/app" "$library/libsptune.so.0"; do
  if readelf -d "$file" | grep -E 'NEEDED.*\[lib(cu(da|dart|sparse|blas)|nv)'; then
    echo "$(basename "$file") asks for a library of CUDA's"
    exit 1
  fi
done
printed c.md env LD_LIBRARY_PATH="$library" "$work/app"
if "$here/without_cuda.sh" true >/dev/null; then
  printed c.md "$here/without_cuda.sh" env SPTUNE_MODEL=none LD_LIBRARY_PATH="$library" "$work/app"
fi
echo "docs/c.md: ok, libsptune.so $(stat -L -c %s "$library/libsptune.so") bytes"
# It finds the models of its package where the loader has a relative name for it, and the application goes elsewhere.
printf '%s\n' '#define _POSIX_C_SOURCE 200809L' '#include <sptune/sptune.h>' '#include <stdio.h>' '#include <unistd.h>' \
  'int main(void) {' '  sptune_dispatcher* made = NULL;' '  size_t count = 0;' '  if (chdir("/") != 0) return 1;' \
  '  if (sptune_dispatcher_create(&made, NULL, 0, NULL, NULL) != SPTUNE_OK) return 1;' \
  '  if (sptune_dispatcher_models(made, &count) != SPTUNE_OK) return 1;' '  printf("%d\n", (int)count);' '  return 0;' '}' \
  >"$work/count.c"
# shellcheck disable=SC2046
"$cc" "$work/count.c" $(pkg-config --cflags --libs sptune) -o "$work/count"
for name in "$library" "${library#"$work/"}"; do
  [ "$(cd "$work" && env -u SPTUNE_MODEL LD_LIBRARY_PATH="$name" ./count)" -gt 0 ] || {
    echo "libsptune.so finds no models where LD_LIBRARY_PATH is $name"
    exit 1
  }
done
# places <folder of libraries> <of headers>: sptune.pc for them where the prefix is /opt/app, in $pc of one that was moved.
pc=$work/moved/lib/own/pkgconfig
places() {
  printf '%s\n' 'set(CMAKE_INSTALL_PREFIX /opt/app)' "set(CMAKE_INSTALL_LIBDIR $1)" "set(CMAKE_INSTALL_INCLUDEDIR $2)" \
    'set(CMAKE_INSTALL_DATADIR share)' 'set(PROJECT_VERSION 0)' "include($SPTUNE_SOURCE_DIR/cmake/sptune_places.cmake)" \
    "configure_file($SPTUNE_SOURCE_DIR/cmake/sptune.pc.in $pc/sptune.pc @ONLY)" \
    "file(WRITE $work/bundled \"\${sptune_bundled}\")" >"$work/places.cmake"
  "$cmake" -P "$work/places.cmake"
}
# leads <variable> <folder>
leads() {
  local found
  found=$(PKG_CONFIG_PATH=$pc pkg-config --variable="$1" sptune)
  [ "$(realpath -m "$found")" = "$2" ] || { echo "sptune.pc: $1 is $found, expected $2"; exit 1; }
}
# bundled <folder>: where libsptune.so and the drop-in look for what the bundle brings along.
bundled() {
  [ "$(<"$work/bundled")" = "$1" ] || { echo "RPATH of libsptune.so: $(<"$work/bundled"), expected $1"; exit 1; }
}
places /usr/lib/own include
leads includedir /opt/app/include
leads libdir /usr/lib/own
bundled /opt/app/lib/sptune
places lib/own /usr/include/own
leads includedir /usr/include/own
leads libdir "$work/moved/lib/own"
bundled "\$ORIGIN/../sptune"
# looks <library>: where it looks for others.
looks() { readelf -d "$library/$1" | sed -nE 's/.*\(R(UN)?PATH\).*\[(.*)\]/\2/p'; }
if [ -e "$library/libsptune-cusparse-plans.so" ] && # beside itself, and there
  [ "$(looks libsptune-cusparse-plans.so)" != "\$ORIGIN:$(looks libsptune.so)" ]; then
  echo "the drop-in looks in $(looks libsptune-cusparse-plans.so), libsptune.so in $(looks libsptune.so)"
  exit 1
fi
# And by CMake, from a project that knows no C++.
mkdir "$work/c"
printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(app LANGUAGES C)' \
  'find_package(sptune REQUIRED COMPONENTS c)' 'add_executable(app ../app.c)' \
  'target_link_libraries(app PRIVATE sptune::c)' >"$work/c/CMakeLists.txt"
{ "$cmake" -S "$work/c" -B "$work/c/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/second" -DCMAKE_C_COMPILER="$cc" &&
  "$cmake" --build "$work/c/build"; } >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
printed c.md "$work/c/build/app"

# The Python package where it was installed, which finds the library from there.
block python.md python >"$work/app.py"
if "$python" -c 'import scipy.sparse' 2>/dev/null; then
  printed python.md env -u SPTUNE_LIBRARY PYTHONPATH="$work/second/share/sptune/python" "$python" "$work/app.py"
  if "$python" -c 'import setuptools, wheel, pip' 2>/dev/null; then
    "$python" -m pip -q install --no-index --no-build-isolation --no-deps --target "$work/site" \
      "$work/second/share/sptune/python" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    printed python.md env SPTUNE_LIBRARY="$library/libsptune.so" PYTHONPATH="$work/site" "$python" "$work/app.py"
    echo "docs/python.md: ok, and by pip"
  else
    echo "docs/python.md: ok; not by pip, which needs its packages setuptools and wheel here"
  fi
else
  echo "docs/python.md: not run, the Python package scipy is not installed"
fi

# The program of docs/examples.md, in C++.
mkdir "$work/cpp"
block examples.md cpp >"$work/cpp/app.cpp"
printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(app LANGUAGES CXX)' 'set(CMAKE_CXX_STANDARD 20)' \
  'find_package(sptune REQUIRED)' 'add_executable(app app.cpp)' \
  'target_link_libraries(app PRIVATE sptune::dispatch)' >"$work/cpp/CMakeLists.txt"
{ "$cmake" -S "$work/cpp" -B "$work/cpp/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/second" &&
  "$cmake" --build "$work/cpp/build"; } >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
printed examples.md "$work/cpp/build/app"
echo "docs/examples.md: ok"

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

env -u SPTUNE_MODEL "$work/cpu/consumer" | grep -E '^models that ship: [1-9]' >/dev/null || {
  echo "a program that is linked statically does not find the models of the package"
  exit 1
}

# Plugins of one process: each has its own sptune, which finds the models of its package.
plugins() {
  env -u SPTUNE_MODEL "$work/$1/host" "$work/$1/libfirst.so" "$work/$1/libsecond.so" >"$work/$1.out" || exit 1
  for plugin in 1 2; do
    grep -E "^models of plugin $plugin: [1-9]" "$work/$1.out" >/dev/null &&
      grep -E "^error of plugin $plugin: .*sizes are" "$work/$1.out" >/dev/null || { cat "$work/$1.out"; exit 1; }
  done
  # What is unique is one for the process, of the first that brings it.
  nm -C "$work/$1/libfirst.so" >"$work/symbols"
  grep -q ' t sptune::' "$work/symbols"
  if grep ' u .*sptune::' "$work/symbols"; then
    echo "$1: plugins share what is sptune's, see above"
    exit 1
  fi
}
plugins cpu

# Projects whose policies are those of an old CMake find it, too.
mkdir "$work/old"
printf '%s\n' 'cmake_minimum_required(VERSION 3.2)' 'project(app LANGUAGES CXX)' 'find_package(sptune REQUIRED)' \
  >"$work/old/CMakeLists.txt"
"$cmake" -S "$work/old" -B "$work/old/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/second" >"$work/log" 2>&1 ||
  { cat "$work/log"; exit 1; }

refused nonsense "It has no component nonsense, only c and cuda" "$without_toolkit"
if [ "$cuda" != ON ]; then
  refused cuda "This sptune was built without CUDA"
  exit 0
fi
refused cuda "needs the CUDA Toolkit" "$without_toolkit"
# Folders above have chosen without it.
mkdir "$work/above" "$work/above/below"
printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(app LANGUAGES CXX)' 'find_package(sptune REQUIRED)' \
  'add_subdirectory(below)' >"$work/above/CMakeLists.txt"
echo 'find_package(sptune REQUIRED COMPONENTS cuda)' >"$work/above/below/CMakeLists.txt"
if "$cmake" -S "$work/above" -B "$work/above/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/second" >"$work/log" 2>&1; then
  echo "a folder below asks for the component cuda, which those above cannot see, and is not told"
  exit 1
fi
tr -s ' \n' ' ' <"$work/log" | grep -F 'name the component cuda where sptune is first found' >/dev/null ||
  { cat "$work/log"; exit 1; }
configure cuda cuda || { cat "$work/log"; exit 1; }
build_and_check cuda
plugins cuda
hidden=0
"$here/without_cuda.sh" "$work/cuda/consumer" >"$work/cuda.out" || hidden=$?
cat "$work/cuda.out"
[ "$hidden" -eq 0 ] || exit "$hidden"
grep -q '^device: no CUDA device: ' "$work/cuda.out"
