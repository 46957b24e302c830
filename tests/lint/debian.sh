#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# debian.sh <build folder> <cpack> <cmake> <C compiler> <python3>: makes the Debian packages, looks at what they say and
# hold, unpacks them elsewhere, and runs the programs and consumers from there with an empty environment where there is no
# CUDA.
set -euo pipefail
build=$1 cpack=$2 cmake=$3 cc=$4 python=$5
here=$(cd "$(dirname "$0")" && pwd)
for tool in dpkg-deb dpkg-shlibdeps; do
  command -v "$tool" >/dev/null || { echo "skipped: no $tool here, of the Debian package dpkg-dev"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "$*"
  exit 1
}

(cd "$build" && "$cpack" -G DEB -D CPACK_DEBIAN_COMPRESSION_TYPE=zstd -B "$work/packed" >"$work/log" 2>&1) || { cat "$work/log"; exit 1; }
rm -rf "$work/packed/_CPack_Packages"
version=$(sed -nE 's/^project\(sptune VERSION ([0-9.]+).*/\1/p' "$SPTUNE_SOURCE_DIR/CMakeLists.txt")
packages=(libsptune0 libsptune-dev sptune python3-sptune)
[ "$(find "$work/packed" -name '*.deb' | wc -l)" -eq ${#packages[@]} ] ||
  fail "expected ${packages[*]}, found $(ls "$work/packed")"

for package in "${packages[@]}"; do
  file=$(echo "$work/packed/${package}"_*.deb)
  [ "$(dpkg-deb -f "$file" Package)_$(dpkg-deb -f "$file" Version)" = "${package}_$version" ] ||
    fail "$file: $(dpkg-deb -f "$file" Package Version)"
  needs=$(dpkg-deb -f "$file" Pre-Depends Depends)
  if grep -iE 'cuda|nvidia|cusparse|cublas' <<<"$needs"; then fail "$package depends on CUDA"; fi
  dpkg-deb --fsys-tarfile "$file" | tar -tvf - >"$work/$package.list"
  if awk '$2 != "root/root" || $6 !~ "^\\./(usr/.*)?$"' "$work/$package.list" | grep .; then
    fail "$package: not root's, or outside of /usr"
  fi
  grep -q " ./usr/share/doc/$package/copyright$" "$work/$package.list" || fail "$package does not say whose it is"
  dpkg-deb -x "$file" "$work/$package"
  dpkg-deb -x "$file" "$work/root"
  echo "$package: $(stat -c %s "$file") bytes, ${needs:-needs nothing}"
done
twice=$(cat "$work"/*.list | awk '$1 !~ /^d/ { print $6 }' | sort | uniq -d)
[ -z "$twice" ] || fail "in two packages: $twice"
control=$(dpkg-deb -I "$work/packed"/libsptune0_*.deb control shlibs postinst)
for words in libgomp1 "libsptune 0 libsptune0 (>= $version)" ldconfig "Description: Tuned sparse matrix products"; do
  grep -qF "$words" <<<"$control" || fail "libsptune0 does not say '$words' in: $control"
done
dpkg-deb -f "$work/packed"/sptune_*.deb Depends | grep -F "libsptune0 (= $version)" >/dev/null

# No file of any package asks for a library of CUDA's or of the driver's when it starts.
looked=0
while read -r file; do
  readelf -d "$file" >"$work/elf" 2>/dev/null || continue
  looked=$((looked + 1))
  if grep -E 'NEEDED.*\[lib(cu(da|dart|sparse|blas)|nv)' "$work/elf"; then fail "$file asks for a library of CUDA's"; fi
done < <(find "$work/root" -type f \( -path '*/bin/*' -o -name '*.so*' \))
[ "$looked" -ge 4 ] || fail "$looked programs and libraries, expected sptune, sptune-worker, sptune-bench, libsptune.so"

# shellcheck source=tests/lint/printed.sh
. "$here/printed.sh"
block c.md c >"$work/app.c"
block c.md "" >"$work/app.expected"
block python.md python >"$work/app.py"
block python.md "" >"$work/python.expected"
cat >"$work/use" <<'END'
set -euo pipefail
work=$1 cmake=$2 cc=$3 python=$4
cd /
usr=$work/root/usr
library=$(dirname "$(find "$usr/lib" -name libsptune.so)")
"$usr/bin/sptune" --version
"$usr/bin/sptune" list >"$work/variants"
grep -q '^spmv cpu csr' "$work/variants"
"$usr/bin/sptune" models >"$work/models"
grep -qF "$usr/share/sptune/models" "$work/models" || { cat "$work/models"; exit 1; }
SPTUNE_CACHE=$work/matrices "$usr/bin/sptune" sweep run --disturbed keep --suite quick --grid smoke --db "$work/trials.sqlite" \
  --operations spmv --budget 3s >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$usr/bin/sptune" db check "$work/trials.sqlite"

# A consumer in C by pkg-config, and programs in C and C++ by CMake.
export PKG_CONFIG_PATH=$library/pkgconfig SPTUNE_MODEL=none
# shellcheck disable=SC2046  # several flags on purpose
"$cc" -std=c99 "$work/app.c" $(pkg-config --cflags --libs sptune) -o "$work/app"
diff "$work/app.expected" <(LD_LIBRARY_PATH=$library "$work/app")
{ "$cmake" -S "$usr/share/doc/sptune/examples" -B "$work/examples" -G Ninja -DCMAKE_PREFIX_PATH="$usr" &&
  "$cmake" --build "$work/examples" --target example-multiply example-galerkin; } >"$work/log" 2>&1 ||
  { cat "$work/log"; exit 1; }
"$work/examples/example-multiply" >/dev/null
"$work/examples/example-galerkin" | tail -n 1

# From Python, with the library's package and its own alone.
mkdir "$work/two"
cp -a "$work"/libsptune0/. "$work"/python3-sptune/. "$work/two"
if "$python" -c 'import scipy.sparse' 2>/dev/null; then
  diff "$work/python.expected" <(PYTHONPATH=$work/two/usr/lib/python3/dist-packages "$python" "$work/app.py")
else
  echo "not from Python: its package scipy is not installed"
fi
END
hidden=0
"$here/without_cuda.sh" bash "$work/use" "$work" "$cmake" "$cc" "$python" || hidden=$?
if [ "$hidden" -eq 77 ]; then env -i PATH="$PATH" bash "$work/use" "$work" "$cmake" "$cc" "$python"; else exit "$hidden"; fi
