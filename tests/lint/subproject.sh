#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# subproject.sh <build folder> <cmake> <C++ compiler>: a project of another repository that has sptune by add_subdirectory.
# Nothing of sptune is compiled a second time: its libraries are taken from the build folder, linked as CMake says.
set -euo pipefail
build=$1 cmake=$2 cxx=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset SPTUNE_MODEL SPTUNE_FORCE # of whoever runs the tests

mkdir "$work/app"
cat >"$work/app/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(app VERSION 2.5 LANGUAGES CXX)
include(GNUInstallDirs)
add_subdirectory($SPTUNE_SOURCE_DIR sptune)
add_executable(app $here/consumer/main.cpp)
target_link_libraries(app PRIVATE sptune::dispatch)
install(TARGETS app)
add_library(own INTERFACE)
target_include_directories(own INTERFACE own)
add_library(user OBJECT user.cpp)
target_link_libraries(user PRIVATE sptune::dispatch own)
END
mkdir -p "$work/app/own/db" # a header with the name of one of sptune's
echo '#define OWN_STORE' >"$work/app/own/db/store.hpp"
printf '%s\n' '#include <sptune/sptune.hpp>' '#include "db/store.hpp"' '#ifndef OWN_STORE' '#error of sptune' '#endif' \
  >"$work/app/user.cpp"
git -C "$work/app" init -q
git -C "$work/app" -c user.name=app -c user.email=app@example.org commit -q --allow-empty -m app

failed() {
  echo "$1"
  [ $# -lt 2 ] || cat "$2"
  exit 1
}
# configure [options…]
configure() {
  "$cmake" -S "$work/app" -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" "$@" >"$work/log" 2>&1 ||
    failed "the project cannot be configured:" "$work/log"
}

# By default it is the library alone, and the project's own choices stay.
configure
grep -qx 'CMAKE_BUILD_TYPE:STRING=' "$work/build/CMakeCache.txt" || failed "sptune set the project's CMAKE_BUILD_TYPE"
# grep reads to the end: a program that still writes when it goes fails the pipe.
(cd "$work/build" && ninja -t commands sptune/kernels/libsptune_api.a) | grep -- '-DNDEBUG' >/dev/null ||
  failed "sptune is compiled without optimisation"
targets=$("$cmake" --build "$work/build" --target help)
if grep -oE '^(bin/.*|example-cg|sptune-worker|tuner_test|sptune_baselines|reference|man):' <<<"$targets"; then
  failed "sptune's tools, tests, examples or documents are built with the project"
fi
[ ! -e "$work/build/CPackConfig.cmake" ] || failed "sptune says how the project is packed"

# Linked against what the build has, which lies as it would here.
while read -r library; do
  mkdir -p "$work/build/sptune/$(dirname "$library")"
  ln -s "$build/$library" "$work/build/sptune/$library"
done < <(cd "$build" && find kernels tuner -name 'libsptune_*.a')
"$cmake" --build "$work/build" --target CMakeFiles/app.dir/"${here#/}"/consumer/main.cpp.o >"$work/log" 2>&1 ||
  failed "the program is not compiled:" "$work/log"
"$cmake" --build "$work/build" --target CMakeFiles/user.dir/user.cpp.o >"$work/log" 2>&1 ||
  failed "a header of the project is not its own:" "$work/log"
link=$(cd "$work/build" && ninja -t commands app | tail -n 1)
(cd "$work/build" && bash -c "$link") >"$work/log" 2>&1 || failed "the program is not linked:" "$work/log"
"$work/build/app" >"$work/found" || failed "the program fails:" "$work/found"
grep -qE '^models that ship: [1-9]' "$work/found" || failed "the models that ship are not found:" "$work/found"

# Flags of the project that make NaN a number do not reach what is sptune's: models hold some.
configure -DCMAKE_CXX_FLAGS="-Ofast -ffinite-math-only"
for object in kernels/CMakeFiles/sptune_kernels.dir/host/isa.cpp.o tuner/CMakeFiles/sptune_model.dir/model/forest.cpp.o \
  capi/CMakeFiles/sptune_c.dir/options.cpp.o; do
  command=$(cd "$work/build" && ninja -t commands "sptune/$object" | tail -n 1)
  [[ $command == *-Ofast* ]] || failed "$object is not compiled with the project's flags"
  for flag in $(sed 's/ -[oc] [^ ]*//g; s/ -M[FT] [^ ]*//g; s/ -MD//' <<<"${command#*"$cxx"}"); do echo "$flag"; done >"$work/flags"
  "$cxx" "@$work/flags" -E -dM -x c++ /dev/null >"$work/macros" || failed "$object: its flags are not understood"
  grep -qx '#define __FINITE_MATH_ONLY__ 0' "$work/macros" || failed "$object is compiled without NaN"
  if grep -w '__FAST_MATH__' "$work/macros"; then failed "$object is compiled with -ffast-math"; fi
done
configure -DCMAKE_CXX_FLAGS=

# The project's own program is all that is installed.
"$cmake" --install "$work/build" --prefix "$work/prefix" >"$work/log" 2>&1 || failed "not installed:" "$work/log"
[ "$(cd "$work/prefix" && find . -type f)" = ./bin/app ] || failed "more is installed than the project's:" "$work/log"

# With tools, and installed because the project says so: of sptune's commit, beside the project's documents.
configure -DSPTUNE_TOOLS=ON -DSPTUNE_INSTALL=ON -DSPTUNE_MPI=OFF
"$cmake" --build "$work/build" --target sptune_git_info >"$work/log" 2>&1 || failed "no provenance:" "$work/log"
commit=$(git -C "$SPTUNE_SOURCE_DIR" rev-parse HEAD 2>/dev/null || echo unknown)
grep -q "git_sha = \"$commit\"" "$work/build/sptune/generated/git_info.cpp" ||
  failed "trials would name another commit than $commit:" "$work/build/sptune/generated/git_info.cpp"
installed=$work/build/sptune/cmake_install.cmake
grep -q 'share/doc/sptune"' "$installed" || failed "sptune's documents are not installed"
if grep -n 'share/doc/app' "$installed"; then
  failed "sptune's documents are installed as the project's"
fi
