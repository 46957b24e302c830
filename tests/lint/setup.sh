#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ./setup installs what is missing and nothing else, where packages of two architectures are there, too. A dpkg-query that
# knows two packages in two architectures, and an apt-get that writes down what it is asked, stand in for the real ones.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
cat >"$work/bin/dpkg-query" <<'STAND_IN'
#!/bin/sh
for last in "$@"; do :; done
case $last in
  "$MISSING") exit 1 ;;
  "$REMOVED") set -- "$@" config-files config-files ;;
  *) set -- "$@" installed installed ;;
esac
format=${2#-f=}
shift $(($# - 2))
for state in "$@"; do printf "$(printf %s "$format" | sed "s/\${db:Status-Status}/$state/")"; done
STAND_IN
printf '#!/bin/sh\necho "$@" >>%q\n' "$work/asked" >"$work/bin/apt-get"
printf '#!/bin/sh\nexec "$@"\n' >"$work/bin/sudo"
chmod +x "$work/bin"/*
# asks <missing package> <one whose settings are left>: what apt-get is asked to install.
asks() {
  : >"$work/asked"
  MISSING=$1 REMOVED=$2 PATH=$work/bin:$PATH "$SPTUNE_SOURCE_DIR/setup" baselines >"$work/log" 2>&1 ||
    { echo "setup fails:"; cat "$work/log"; exit 1; }
  sed -n 's/.* install .*--no-install-recommends //p' "$work/asked"
}
asks none none
[ ! -s "$work/asked" ] || { echo "all are there, and setup asks for them"; exit 1; }
found=$(asks librsb-dev libeigen3-dev)
[ "$found" = "libeigen3-dev librsb-dev" ] || { echo "expected libeigen3-dev librsb-dev, asked for: $found"; exit 1; }
