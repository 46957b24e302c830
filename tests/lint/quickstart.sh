#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ./quickstart builds what its steps use and no more: a build of everything takes most of its ten minutes
# where CUDA is installed. A cmake that only writes down what it is asked stands in for the real one.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp "$SPTUNE_SOURCE_DIR/quickstart" "$work"
mkdir "$work/bin"
printf '#!/bin/sh\n' >"$work/setup"
printf '#!/bin/sh\necho "$@" >>%q\ncase $1 in --build) exit 9 ;; esac\n' "$work/asked" >"$work/bin/cmake"
chmod +x "$work/setup" "$work/bin/cmake"

rc=0
PATH=$work/bin:$PATH "$work/quickstart" >"$work/log" 2>&1 || rc=$?
[ "$rc" -eq 9 ] || { echo "expected the build's own status 9, found $rc"; cat "$work/log"; exit 1; }
grep -q -- '^-S .* -DSPTUNE_CUDA=OFF' "$work/asked" && grep -q -- '^--build [^ ]* --target sptune$' "$work/asked" ||
  { echo "expected a build without CUDA, of the target sptune alone; asked for was"; cat "$work/asked"; exit 1; }
