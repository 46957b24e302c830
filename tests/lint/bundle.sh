#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# bundle.sh <build folder> <cpack> <cmake>: packs, unpacks elsewhere, and runs with an empty environment where
# there is no CUDA; no library but the C library's may come from this system. What documents and the
# example need is there too.
set -euo pipefail
build=$1 cpack=$2 cmake=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$build" && "$cpack" -G TZST -B "$work/packed" >"$work/log" 2>&1) || { cat "$work/log"; exit 1; }
archive=$(ls "$work"/packed/sptune-*.tar.zst)
packed=$(stat -c %s "$archive")
mkdir "$work/elsewhere"
tar --zstd -xf "$archive" -C "$work/elsewhere"
rm -rf "$work/packed"
bundle=$(echo "$work"/elsewhere/sptune-*)

status=0
for program in "$bundle"/bin/* "$bundle"/lib*/libsptune*.so; do
  libraries=$(env -i ldd "$program")
  while read -r name arrow path _; do
    case $name in linux-vdso* | */ld-linux*) continue ;; esac
    if [ "$arrow $path" = "=> not" ]; then
      echo "$(basename "$program"): $name is not found"
      status=1
    elif [[ $name =~ ^lib(cu(da|dart|sparse|blas)|nv) ]]; then
      echo "$(basename "$program"): $name of CUDA is asked for at the start"
      status=1
    elif [[ $path != "$bundle"/* && ! $name =~ ^lib(c|m|dl|rt|pthread|resolv|util|anl)\.so ]]; then
      echo "$(basename "$program"): $name comes from $path, not from the bundle"
      status=1
    fi
  done <<<"$libraries"
done
for library in "$bundle"/lib/sptune/lib{icu,xml2}*; do
  [ -e "$library" ] || continue
  echo "$(basename "$library"): nobody needs it; is libarchive linked as a shared library?"
  status=1
done
documents=$bundle/share/doc/sptune
pages=0
while read -r page; do
  pages=$((pages + 1))
  for link in $(grep -oE '\]\([^) :#]+[)#]' "$page" | sed 's/^..//; s/.$//'); do
    if [ ! -e "$(dirname "$page")/$link" ]; then
      echo "${page#"$documents/"} of the bundle leads to $link, which is not there"
      status=1
    fi
  done
done < <(find "$documents" -name '*.md')
[ "$pages" -ge 80 ] || { echo "$pages pages in the bundle: where are the others?"; status=1; }
if [ ! -e "$documents/docs/slurm-sweep.sh" ]; then
  echo "the bundle has no job script docs/slurm-sweep.sh"
  status=1
fi
if grep -rn '#include "distributed/' "$documents/examples"; then
  echo "an example of the bundle includes what does not ship"
  status=1
fi
[ "$status" -eq 0 ] || exit 1

cat >"$work/use" <<'END'
set -euo pipefail
bundle=$1 cmake=$2 work=$3
cd /
"$bundle/bin/sptune" --version
"$bundle/bin/sptune" list >"$work/variants"
grep -q '^spmv cpu csr' "$work/variants" || { cat "$work/variants"; exit 1; }
# A worker beside it; a whole sweep with its database.
SPTUNE_CACHE=$work/matrices "$bundle/bin/sptune" sweep run --disturbed keep --suite quick --grid smoke \
  --db "$work/trials.sqlite" --operations spmv --budget 5s >"$work/log" 2>&1 ||
  { cat "$work/log"; exit 1; }
"$bundle/bin/sptune" db check "$work/trials.sqlite"
{ "$cmake" -S "$bundle/share/doc/sptune/examples" -B "$work/examples" -G Ninja -DCMAKE_PREFIX_PATH="$bundle" &&
  "$cmake" --build "$work/examples" --target example-multiply example-cg example-pagerank; } >"$work/log" 2>&1 ||
  { cat "$work/log"; exit 1; }
"$work/examples/example-multiply"
# The small reader that ships with the examples, on both of its forms of the same matrix.
"$bundle/bin/sptune" suite make 'stencil2d{points=5,n=40}' -o "$work/general.mtx"
awk 'NR == 1 { sub("general", "symmetric"); print; next } /^%/ { print; next }
  !sized { sized = 1; print $1, $2, ($3 + $1) / 2; next } $1 >= $2 { print }' \
  "$work/general.mtx" >"$work/symmetric.mtx"
for form in general symmetric; do
  "$work/examples/example-cg" "$work/$form.mtx" | tee "$work/$form.out" | tail -n 1
done
grep -q ': 1600 unknowns, 7840 entries$' "$work/general.out"
grep -q ': 1600 unknowns, 7840 entries$' "$work/symmetric.out"
"$work/examples/example-pagerank" "$work/general.mtx" | tail -n 1
if "$work/examples/example-cg" "$work/trials.sqlite" 2>"$work/log"; then
  echo "example-cg takes a database for a matrix"
  exit 1
fi
grep -q 'expected %%MatrixMarket' "$work/log"
# refused <file> <words>: by the small reader, in one line that names the file.
refused() {
  if "$work/examples/example-cg" "$work/$1" 2>"$work/log"; then
    echo "example-cg takes $1"
    exit 1
  fi
  grep -qF "$1: expected $2" "$work/log" || { cat "$work/log"; exit 1; }
}
sed '1s/.*/%%matrixmarket MATRIX Coordinate Real General/' "$work/general.mtx" >"$work/Capitals.mtx"
"$work/examples/example-cg" "$work/Capitals.mtx" | tail -n 1
banner='%%MatrixMarket matrix coordinate real'
printf '%s\n' "$banner general" '9223372036854775807 3 0' >"$work/rows.mtx"
printf '%s\n' "$banner general" '3 3 -1' >"$work/negative.mtx"
printf '%s\n' "$banner symmetric" '3 2 1' '2 1 5' >"$work/square.mtx"
refused rows.mtx 'rows, columns and entries'
refused negative.mtx 'rows, columns and entries'
refused square.mtx 'as many rows as columns'
if "$work/examples/example-cg" --help | grep 'or a generator id' || "$work/examples/example-cg" 'stencil2d{points=5,n=4}' 2>"$work/log"; then
  echo "example-cg promises generators, which are not linked here"
  exit 1
fi
grep -q 'built without the generators' "$work/log"
END
"$here/without_cuda.sh" bash "$work/use" "$bundle" "$cmake" "$work"
echo "$(ls "$bundle/bin" | tr '\n' ' ')with $(ls "$bundle/lib/sptune" | wc -l) libraries:" \
  "$packed bytes, unpacked $(du -sb "$bundle" | cut -f1)"
