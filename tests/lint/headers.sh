#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# headers.sh <compiler> [CUDA's include folder]: every header compiles when it is the only thing included, and sptune.h
# as C89. A header that a source includes first is left to that source, which shows the same by compiling: in every build
# that compiles sources one by one, and in .ci/tidy. So is what another header includes first to that one. Without CUDA
# the headers that reach its own are left out, and that is said.
set -euo pipefail
compiler=$1 cuda=${2:-}
cd "$SPTUNE_SOURCE_DIR"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() {
  local header=$1 out
  if ! out=$(printf '#include "%s"\n#include "%s"\n' "$header" "$header" |
    "$compiler" -std=c++20 -fsyntax-only -fopenmp -Wall -Wextra -Wno-unused-function \
      -I . -I include ${cuda:+-isystem "$cuda"} -x c++ - 2>&1); then
    printf '%s does not compile alone:\n%s\n' "$header" "$out" | head -20 >"$work/$(tr / _ <<<"$header")"
  fi
}
export -f check
export compiler cuda work

# Folders of the tree: not hidden, and not named by .gitignore.
mapfile -t folders < <(find . -mindepth 1 -maxdepth 1 -type d ! -name '.*' -printf '%f\n' |
  grep -vxFf <(sed -n 's|^/\([^/]*\)/$|\1|p' .gitignore) | sort)
# No include guard on purpose: a part of the file that includes it.
mapfile -t headers < <(find "${folders[@]}" -name '*.hpp' ! -path 'kernels/host/foreach_isa.hpp' | sort)
if [ -z "$cuda" ]; then
  left_out=() names='<(cuda|cusparse|cub|thrust)'
  while mapfile -t more < <(grep -lE "#include $names" "${headers[@]}"); [ ${#more[@]} -gt 0 ]; do
    left_out+=("${more[@]}")
    mapfile -t headers < <(printf '%s\n' "${headers[@]}" | grep -vxFf <(printf '%s\n' "${more[@]}"))
    names="\"($(IFS='|' && echo "${more[*]}"))\"" # those that include one of these
  done
  [ ${#left_out[@]} -eq 0 ] || echo "no CUDA, left out: ${left_out[*]}"
fi
[ ${#headers[@]} -gt 20 ] || { echo "only ${#headers[@]} headers found"; exit 1; }
# The first include of each source and header, as a path of the repository.
declare -A first
while read -r header; do
  [ -f "$header" ] || header=include/$header
  first[$header]=1
done < <({ find "${folders[@]}" -name '*.cpp' && printf '%s\n' "${headers[@]}"; } |
  xargs awk 'FNR == 1 { seen = 0 } /^#include/ && !seen++ && /"/ { print }' | sed 's/^#include "\(.*\)".*/\1/')
alone=()
for header in "${headers[@]}"; do
  [ -n "${first[$header]:-}" ] || alone+=("$header")
done
[ ${#alone[@]} -gt 0 ] || { echo "no header is left to check"; exit 1; }
printf '%s\0' "${alone[@]}" | xargs -0 -P "$(nproc)" -I{} bash -c 'check "$1"' _ {}
# The interface in C serves the oldest C that has its integers.
if ! printf '#include <sptune/sptune.h>\n' |
  "$compiler" -x c -std=c89 -pedantic -Wall -Wextra -Werror -fsyntax-only -I include - >"$work/log" 2>&1; then
  sed '1i sptune/sptune.h is no C89:' "$work/log" >"$work/sptune.h"
fi
rm "$work/log"
if [ -n "$(ls -A "$work")" ]; then
  cat "$work"/*
  exit 1
fi
echo "${#alone[@]} headers compile alone, $((${#headers[@]} - ${#alone[@]})) are the first include of a source or of another header"
