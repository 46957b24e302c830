#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# bundle.sh <build folder> <cpack>: packs, unpacks elsewhere, and runs with an empty environment; no
# library but the C library's may come from this system.
set -euo pipefail
build=$1 cpack=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$build" && "$cpack" -G TGZ -B "$work/packed" >"$work/log" 2>&1) || { cat "$work/log"; exit 1; }
archive=$(ls "$work"/packed/sptune-*.tar.gz)
mkdir "$work/elsewhere"
tar -xzf "$archive" -C "$work/elsewhere"
rm -rf "$work/packed"
bundle=$(echo "$work"/elsewhere/sptune-*)

status=0
for program in "$bundle"/bin/*; do
  libraries=$(env -i ldd "$program")
  while read -r name arrow path _; do
    case $name in linux-vdso* | */ld-linux*) continue ;; esac
    if [ "$arrow $path" = "=> not" ]; then
      echo "$(basename "$program"): $name is not found"
      status=1
    elif [[ $path != "$bundle"/* && ! $name =~ ^lib(c|m|dl|rt|pthread|resolv|util|anl)\.so|^libcu|^libnv ]]; then
      echo "$(basename "$program"): $name comes from $path, not from the bundle"
      status=1
    fi
  done <<<"$libraries"
done
[ "$status" -eq 0 ] || exit 1

cd /
env -i "$bundle/bin/sptune" --version
env -i "$bundle/bin/sptune" list >"$work/variants"
grep -q '^spmv cpu csr' "$work/variants" || { cat "$work/variants"; exit 1; }
echo "$(ls "$bundle/bin" | tr '\n' ' ')with $(ls "$bundle/lib/sptune" 2>/dev/null | wc -l) libraries"
