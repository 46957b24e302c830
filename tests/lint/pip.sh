#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# pip.sh <build folder> <python3>: `pip install .` of the source tree into an environment of its own, with the library of
# the build and without a network, and what docs/python.md prints from there.
set -euo pipefail
build=$1 python=$2
here=$(cd "$(dirname "$0")" && pwd)
if ! why=$("$python" -c 'import ensurepip, pip, venv' 2>&1); then
  echo "skipped: $python has no pip or venv (Debian: python3-pip, python3-venv): ${why##*$'\n'}"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset SPTUNE_LIBRARY SPTUNE_FORCE PYTHONPATH
export SPTUNE_MODEL=none # what a model that ships says depends on the machine

"$python" -m venv --system-site-packages --without-pip "$work/venv"
# The system's pip, which the environment sees.
pip() { "$work/venv/bin/python" -m pip --disable-pip-version-check "$@"; }
# A copy without what git does not know: nothing of it may be needed.
mkdir "$work/source"
git -C "$SPTUNE_SOURCE_DIR" ls-files -z --cached --others --exclude-standard |
  tar -C "$SPTUNE_SOURCE_DIR" --null --no-recursion --ignore-failed-read -cf - -T - | tar -C "$work/source" -xf -
(cd "$work/source" && SPTUNE_BUILD_DIR=$build pip install --no-index . >"$work/log" 2>&1) || { cat "$work/log"; exit 1; }
cd /
pip show -f sptune >"$work/shown"
for file in sptune/__init__.py sptune/lib/libsptune.so.0 sptune/share/sptune/models/spmv-cuda-f64.json; do
  grep -qF "$file" "$work/shown" || { echo "the wheel does not bring $file:"; cat "$work/shown"; exit 1; }
done
opened=$("$work/venv/bin/python" -c "import sptune._library as l; print(l.library()._name)")
[[ $opened = "$work"/venv/*/sptune/lib/libsptune.so.0 ]] || { echo "opened $opened, not the wheel's"; exit 1; }
# An empty part of the path is the folder that the process is in, whoever put libraries there.
readelf -d "$opened" | sed -nE 's/.*\(R(UN)?PATH\).*\[(.*)\]/:\2:/p' >"$work/path"
if grep '::' "$work/path"; then echo "the wheel's library looks for others in the current folder"; exit 1; fi
if "$work/venv/bin/python" -c 'import scipy.sparse' 2>/dev/null; then
  # shellcheck source=tests/lint/printed.sh
  . "$here/printed.sh"
  block python.md python >"$work/app.py"
  diff <(block python.md "") <("$work/venv/bin/python" "$work/app.py" 2>&1)
  echo "docs/python.md: ok"
else
  echo "docs/python.md: not run, the Python package scipy is not installed"
fi
pip uninstall -qy sptune
! "$work/venv/bin/python" -c 'import sptune' 2>/dev/null
